//! Values of the parameters, and of expressions in them, with as many digits as are asked for.

use alembert_algebra::Expr;
use alembert_algebra::evaluate::Tabulated;
use alembert_algebra::tape::Builder;

use super::WalkError;
use crate::language::Model;

/// The values of expressions in the parameters of a model.
pub(in crate::walk) fn evaluated<T: Tabulated>(
    model: &Model,
    list: &[Expr],
) -> Result<Vec<T>, WalkError> {
    let mut builder = Builder::new(&[]);
    for p in &model.parameters {
        let slot = builder.expression(p.value)?;
        builder.bind(p.symbol, slot);
    }
    let slots = builder.expressions(list)?;
    let outputs = slots.into_iter().map(|slot| (String::new(), slot)).collect();
    Ok(builder.finish(outputs).evaluate(&[])?.outputs)
}

/// The values of the parameters, in their order.
pub(super) fn parameters<T: Tabulated>(model: &Model) -> Result<Vec<T>, WalkError> {
    let symbols: Vec<Expr> = model.parameters.iter().map(|p| p.symbol).collect();
    evaluated(model, &symbols)
}
