//! Values of parameters that a question assumes: `-p α=0` of a proof.
//!
//! They stand in place of their parameters before anything is derived, and every answer names them. Without
//! them parameters are symbols; a claim that fails in general may hold where a parameter is 0, as it is in
//! the model.

use alembert_algebra::{Expr, Kind, Substitution, contains};
use alembert_mechanics::PrincipleError;
use alembert_render::{Equation, Part, RenderError, Spelling, Typesetter};

use super::classification::ClassificationReport;
use super::notation::{notation, text};
use super::statement::{Decision, decide_all};
use super::{WalkError, motion};
use crate::language::model::Parameter;
use crate::language::{Assignment, Code, Diagnostic, Model, resolved};

/// The model with the values of those that are parameters put in.
///
/// # Errors
/// A parameter is given through itself, or a part of the system has no value then.
pub fn assume(model: &Model, given: &[Assignment]) -> Result<Model, WalkError> {
    let given: Vec<&Assignment> = given.iter().filter(|a| is_parameter(model, a)).collect();
    let values: Vec<(Expr, Expr)> = given.iter().map(|a| (a.symbol, a.value)).collect();
    let Some(values) = resolved(&values) else {
        return Err(WalkError::ThroughThemselves(given.iter().map(|a| a.name.clone()).collect()));
    };
    let model = model.assuming(&values);
    match (clause(&model, Spelling::Unicode), model.system()) {
        (Some(with), Err(error @ PrincipleError::Fault { .. })) => {
            Err(WalkError::Assumed { with, error })
        }
        _ => Ok(model),
    }
}

fn is_parameter(model: &Model, given: &Assignment) -> bool {
    model.parameters.iter().any(|p| p.symbol == given.symbol)
}

/// What is said of a value that is no assumption of a proof: one of a state, or of an input.
#[must_use]
pub fn no_assumption(model: &Model, given: &Assignment) -> Option<Diagnostic> {
    if is_parameter(model, given) {
        return None;
    }
    let name = &given.name;
    let is_input = given.symbol.as_symbol().is_some_and(|s| s.kind == Kind::Input);
    let (message, hint) = match is_input {
        true => (
            format!("`{name}` is an input: a proof is about every input"),
            "a proof assumes values of parameters; declare it as a parameter to give it a value",
        ),
        false => (
            format!("`{name}` is an initial value: a proof is about every motion"),
            "a proof assumes values of parameters; `alembert run` decides lines of `expect` along one motion",
        ),
    };
    Some(Diagnostic::new(Code::Expected, given.span, message).hint(hint))
}

/// What is given and changes no equation: values of states and inputs, of which the equations of motion are
/// those of any value.
#[must_use]
pub fn unused_values(model: &Model, given: &[Assignment]) -> Vec<String> {
    let is_multiplier =
        |a: &Assignment| a.symbol.as_symbol().is_some_and(|s| s.kind == Kind::Multiplier);
    let unused = given.iter().filter(|a| !is_parameter(model, a) && !is_multiplier(a));
    let note = |a: &Assignment| {
        format!("`-p {}` has no effect: this is said for every motion and every input", a.name)
    };
    unused.map(note).collect()
}

/// `α = 0`, for each value that is assumed.
pub(super) fn equations(model: &Model, spelling: Spelling) -> Vec<String> {
    written(model, &model.assumed, spelling)
}

fn written(model: &Model, values: &[(Expr, Expr)], spelling: Spelling) -> Vec<String> {
    let written = |e: Expr| text(e, model, spelling).unwrap_or_default();
    values.iter().map(|&(p, value)| format!("{} = {}", written(p), written(value))).collect()
}

/// `with α = 0, m = 2`; none without assumptions.
pub(super) fn clause(model: &Model, spelling: Spelling) -> Option<String> {
    let all = equations(model, spelling);
    (!all.is_empty()).then(|| format!("with {}", all.join(", ")))
}

/// The same in a line of its own, nothing without assumptions.
pub(super) fn line(model: &Model, spelling: Spelling) -> String {
    clause(model, spelling).map_or_else(String::new, |with| format!("{with}\n"))
}

/// The same as a part of a page.
pub(super) fn part(model: &Model) -> Result<Option<Part>, RenderError> {
    let mut typesetter = Typesetter::new(&notation(model));
    let mut equation = |&(p, value): &(Expr, Expr)| -> Result<Equation, RenderError> {
        Ok(Equation { label: None, lhs: typesetter.tree(p)?, rhs: typesetter.tree(value)? })
    };
    let all = model.assumed.iter().map(&mut equation).collect::<Result<Vec<_>, _>>()?;
    Ok((!all.is_empty()).then_some(Part::With(all)))
}

/// AL037 for constraints that say nothing with the values that are assumed.
#[must_use]
pub fn silent_constraints(model: &Model) -> Vec<Diagnostic> {
    let with = clause(model, Spelling::Unicode).unwrap_or_default();
    let finding = |c: &crate::language::model::Silent| {
        let message = format!("{with} the constraint `{}` says nothing", c.label);
        Diagnostic::new(Code::RankDrops, c.span, message)
    };
    model.silent.iter().map(finding).collect()
}

/// Parameters that are 0 in a model and with which a claim holds that fails in general.
#[derive(Debug, Clone)]
pub(super) struct Zeros {
    values: Vec<(Expr, Expr)>,
}

impl Zeros {
    /// The first parameter alone with which the claim holds, or all of them. `holds` decides the claim of a
    /// model with values put in, which it is given too.
    pub(super) fn find(
        model: &Model,
        claim: &[Expr],
        holds: impl Fn(&Model, &mut Substitution) -> bool,
    ) -> Option<Self> {
        let takes_part =
            |p: &&Parameter| claim.iter().any(|&e| contains(e, p.symbol)) || model.uses(p.symbol);
        let zeros = model.parameters.iter().filter(|p| p.value == Expr::zero()).filter(takes_part);
        let zeros: Vec<(Expr, Expr)> = zeros.map(|p| (p.symbol, Expr::zero())).collect();
        let alone = zeros.iter().map(|&zero| vec![zero]);
        let together = (zeros.len() > 1).then(|| zeros.clone());
        let candidates = alone.chain(together);
        let mut found = candidates.filter(|values| {
            holds(&model.assuming(values), &mut Substitution::new(values.iter().copied()))
        });
        found.next().map(|values| Self { values })
    }

    /// Those with which a line of `expect` holds.
    pub(super) fn of_line(model: &Model, number: usize) -> Option<Self> {
        let mut claim = model.expect[number].claim.clone();
        let sides: Vec<Expr> = claim.sides().into_iter().map(|e| *e).collect();
        Self::find(model, &sides, |special, _| {
            let mut special = special.clone();
            special.expect = vec![special.expect[number].clone()];
            special.reject.clear();
            let found = ClassificationReport::default();
            motion(&special, None).is_ok_and(|(system, motion)| {
                let decided = decide_all(&special, &system, &motion, &found);
                decided.iter().all(|line| line.decision == Decision::Holds)
            })
        })
    }

    /// `alpha = 0`.
    pub(super) fn equations(&self, model: &Model, spelling: Spelling) -> Vec<String> {
        written(model, &self.values, spelling)
    }

    /// What a person is told.
    pub(super) fn sentence(&self, model: &Model, spelling: Spelling) -> String {
        let options = self.equations(model, spelling).into_iter();
        let options: Vec<String> = options.map(|e| format!("-p {}", e.replace(' ', ""))).collect();
        let places = self.equations(model, spelling).join(", ");
        format!("it holds where {places}, as in the model; `{}` proves that", options.join(" "))
    }
}
