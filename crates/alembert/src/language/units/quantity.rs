//! The units of quantities that nobody declared: energies, multipliers, expressions.
//!
//! They follow from the units of the symbols. A multiplier does work on what its constraint forbids:
//!
//! ```text
//! [λₐ] = [L] / [φₐ]        for a constraint φₐ(q, t) on positions                           (1)
//! [λₐ] = [L] / ([φₐ] s)    for one on velocities; [μₐ] = [L] / [φₐ]                         (2)
//! ```
//!
//! A quantity with a symbol without a unit has none, and neither has a sum of unlike terms.

use std::collections::HashMap;

use alembert_algebra::{
    Elementary, Expr, Function, Kind, Node, Rational, Symbol, postorder, symbols,
};

use super::dimension::Dimension;
use super::unit::Unit;
use crate::language::model::Model;

/// The unit of a quantity of a model in the SI, `m/s^2` or `J`; none for pure numbers.
pub(crate) fn unit_of(model: &Model, e: Expr) -> Option<String> {
    let dimension = Survey { model }.dimension(e)?;
    (!dimension.is_one()).then(|| dimension.unit())
}

/// The unit of the SI for the numbers of a quantity, or of its rate, whose unit is declared: `m` for `cm`, `rad`
/// for `deg`; none for pure numbers.
pub(crate) fn si_unit(declared: &str, dots: usize) -> Option<String> {
    let unit = match Unit::of(declared) {
        Some(unit) if !unit.is_unscaled() => {
            Some(unit.dimension).filter(|d| !d.is_one()).map(|d| d.unit())
        }
        _ => Some(declared.replace("deg", "rad")),
    };
    let unit = unit.filter(|unit| unit != "1");
    match (unit, dots) {
        (unit, 0) => unit,
        (unit, 1) => Some(format!("{}/s", unit.as_deref().unwrap_or("1"))),
        (unit, k) => Some(format!("{}/s^{k}", unit.as_deref().unwrap_or("1"))),
    }
}

struct Survey<'a> {
    model: &'a Model,
}

impl Survey<'_> {
    fn dimension(&self, e: Expr) -> Option<Dimension> {
        let mut found: HashMap<Expr, Option<Dimension>> = HashMap::new();
        for part in postorder(&[e]) {
            let of = |e: &Expr| found.get(e).cloned().flatten();
            let dimension = match part.node() {
                Node::Number(_) => Some(Dimension::one()),
                Node::Symbol(symbol) => self.symbol(&symbol, part),
                Node::Sum(terms) => agreed(terms.iter().map(|(_, e)| of(e))),
                Node::Product(factors) => {
                    factors.iter().try_fold(Dimension::one(), |product, (base, n)| {
                        Some(product.times_power(&of(base)?, n))
                    })
                }
                Node::Apply(Function::Elementary(Elementary::Abs), arguments) => of(&arguments[0]),
                Node::Apply(Function::Elementary(_), _) => Some(Dimension::one()),
                Node::Apply(Function::Unspecified(_), _) => None,
            };
            found.insert(part, dimension);
        }
        found.remove(&e).flatten()
    }

    fn symbol(&self, symbol: &Symbol, e: Expr) -> Option<Dimension> {
        let declared = |unit: &Option<String>| Some(Unit::of(unit.as_deref()?)?.dimension);
        match symbol.kind {
            Kind::Time => Some(Dimension::time()),
            Kind::Pi | Kind::Flow(_) => Some(Dimension::one()),
            Kind::Quasi => Some(Dimension::one().rate(symbol.order)),
            Kind::Coordinate | Kind::Input => {
                let mut all = self.model.coordinates.iter().chain(&self.model.inputs);
                let own = all.find(|c| *c.name == *symbol.name)?;
                Some(declared(&own.unit)?.rate(symbol.order))
            }
            Kind::Parameter { .. } => {
                let own = self.model.parameters.iter().find(|p| p.symbol == e)?;
                let defined = own.is_definition && own.unit.is_none();
                if defined { self.dimension(own.value) } else { declared(&own.unit) }
            }
            Kind::Multiplier if &*symbol.name == "E" => {
                Some(self.dimension(self.model.lagrangian)?.rate(symbol.order))
            }
            Kind::Multiplier => Some(self.multiplier(&symbol.name)?.rate(symbol.order)),
            _ => None,
        }
    }

    /// (1) and (2).
    fn multiplier(&self, name: &str) -> Option<Dimension> {
        let (letter, label) = name.split_once('_')?;
        let phi = self.model.constraints.iter().find(|c| c.label == label)?.phi;
        let moves = |e: &Expr| {
            e.as_symbol().is_some_and(|s| s.order > 0 && matches!(s.kind, Kind::Coordinate))
                || e.as_symbol().is_some_and(|s| matches!(s.kind, Kind::Quasi))
        };
        let energy = self.dimension(self.model.lagrangian)?;
        let over = energy.times_power(&self.dimension(phi)?, &Rational::ratio(-1, 1));
        let is_rate = letter == "lambda" && symbols(&[phi]).iter().any(moves);
        Some(if is_rate { over.rate(1) } else { over })
    }
}

/// The dimension of all terms.
fn agreed(mut terms: impl Iterator<Item = Option<Dimension>>) -> Option<Dimension> {
    let first = terms.next()??;
    terms.all(|term| term.as_ref() == Some(&first)).then_some(first)
}

#[cfg(test)]
mod tests {
    use super::{si_unit, unit_of};
    use crate::language::{Source, read, read_expression};

    const MODEL: &str = "coordinates\n  x, y [m]\n  φ [rad]\n  z\nparameters\n  m = 1 [kg]\n  \
        J = 1 [kg m^2]\n  l = 1 [m]\n  k = m\nL = ½ m (x'² + y'²) + ½ J φ'²\nconstraints\n  edge: x' sin φ = y' cos φ\n  \
        rod: x² + y² = l²\n";

    fn unit(text: &str) -> Option<String> {
        let model = read(&Source::new("a", MODEL)).model.expect("no mistakes");
        let e = read_expression(&Source::new("e", text), &model).expect("an expression");
        unit_of(&model, e)
    }

    #[test]
    fn units_follow_from_symbols_and_dots() {
        let shown = |text| unit(text).unwrap_or_default();
        assert_eq!(
            (shown("x x''"), shown("m x'"), shown("k x''")),
            ("m^2/s^2".into(), "kg m/s".into(), "N".into())
        );
        assert_eq!(
            (shown("E"), shown("φ'"), shown("sqrt(x)")),
            ("J".into(), "1/s".into(), "m^(1/2)".into())
        );
        assert_eq!((unit("φ"), unit("z"), unit("x + m"), unit("x + z")), (None, None, None, None));
    }

    #[test]
    fn multipliers_do_work_on_their_constraints() {
        assert_eq!(unit("λ_edge").as_deref(), Some("N"));
        assert_eq!(unit("λ_rod").as_deref(), Some("kg/s^2"));
        assert_eq!(unit("x λ_rod").as_deref(), Some("N"));
    }

    #[test]
    fn numbers_in_the_si_have_its_units() {
        for (declared, dots, expected) in [
            ("cm", 0, "m"),
            ("kN", 0, "N"),
            ("cm/s^2", 0, "m/s^2"),
            ("kg m^2", 0, "kg m^2"),
            ("deg", 0, "rad"),
            ("deg", 1, "rad/s"),
            ("mm", 2, "m/s^2"),
            ("rad", 2, "rad/s^2"),
        ] {
            assert_eq!(si_unit(declared, dots).as_deref(), Some(expected), "{declared}");
        }
    }
}
