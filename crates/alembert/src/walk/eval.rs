//! Accelerations, multipliers, energy and residuals at a state.

use alembert_algebra::numeric::solve::SolveError;
use alembert_algebra::tape::{Builder, TapeError};
use alembert_algebra::{Expr, Substitution, rate};
use alembert_mechanics::principle::{dependence, dependent_at};
use alembert_mechanics::rotation::Rotation;
use alembert_mechanics::{Motion, System};
use alembert_render::Spelling;
use serde_json::{Map, Value, json};

use super::contradiction::refuse_contradictions_of_values;
use super::decisive::{decided, decided_values};
use super::digits::motion_for_numbers;
use super::prove::rounded;
use super::run::phases::state::at_state;
use super::singular::{named, signs_of_zero};
use super::{WalkError, row, turning, values};
use crate::language::model::Function;
use crate::language::{Assignment, Model, width};

/// The values of the equations of motion at a state.
#[derive(Debug, Clone)]
pub struct EvalReport {
    /// The principle.
    pub principle: &'static str,
    /// The highest derivatives, by name.
    pub highest: Vec<(String, f64)>,
    /// The multipliers, by name.
    pub multipliers: Vec<(String, f64)>,
    /// Are the multipliers unique?
    pub unique: bool,
    /// The energy.
    pub energy: f64,
    /// The residuals of the constraints, by label.
    pub residuals: Vec<(String, f64)>,
    /// The residuals of the rates of constraints on positions, by label.
    pub rates: Vec<(String, f64)>,
    /// Quantities of the state that nobody gave, taken as zero.
    pub assumed: Vec<String>,
    /// What has no value at the state, and what is taken for it.
    pub notes: Vec<String>,
}

/// Evaluates the equations of motion at a state, which is not projected on the constraints.
///
/// # Errors
/// The mechanics refuses the model, a value is missing, or there is no value at this state.
pub fn eval(
    model: &Model,
    given: &[Assignment],
    principle: Option<&str>,
) -> Result<EvalReport, WalkError> {
    let put_in = decided_values(model);
    let model = &decided(model, &[]);
    let row = row(model, principle)?;
    let system = suited(model, given, row.name, model.system()?)?;
    let motion = motion_for_numbers(model, given, row, &system)?;
    refuse_contradictions_of_values(model, &system, &motion)?;
    let motion = with_formulas(model, &motion);
    let at = values::state(model, given, &motion.arguments(&[]))?;
    let phased = at_state(model, (&system, &motion), &at.values)?;
    let (model, motion) =
        phased.as_ref().map_or((model, &motion), |(model, motion)| (model, motion));
    let parameters: Vec<Expr> = model.parameters.iter().map(|p| p.symbol).collect();
    let tape = motion.tape(&parameters)?;
    let state = values::state(model, given, &motion.arguments(&parameters))?;
    let arguments = motion.arguments(&parameters);
    let evaluation = tape.evaluate(&state.values).map_err(|error| {
        let violated = violated(motion, &arguments, &state, &error);
        violated.unwrap_or_else(|| named(model, given, motion, error))
    })?;
    let outputs = evaluation.outputs.iter().map(|x| x + 0.0); // −0 becomes 0
    let named: Vec<(String, f64)> = tape.outputs.iter().map(|o| o.0.clone()).zip(outputs).collect();
    let rates = rates(model, &system, &arguments, &state.values)?;
    let (highest, rest) = named.split_at(motion.highest.len());
    let turned = turning::other_rates(model, motion, &arguments, &state.values, highest)?;
    let (multipliers, rest) = rest.split_at(motion.multipliers.len());
    // unknown signs stand behind the multipliers
    let others = motion.unknowns.len() - motion.highest.len() - motion.multipliers.len();
    let rest = &rest[others..];
    let residual = |(name, x): &(String, f64)| (name.trim_start_matches("residual_").into(), *x);
    Ok(EvalReport {
        principle: motion.principle,
        highest: highest.iter().cloned().chain(turned).collect(),
        multipliers: multipliers.to_vec(),
        unique: evaluation.unique && motion.has_unique_multipliers(),
        energy: rest[0].1,
        residuals: rest[1..].iter().map(residual).collect(),
        rates,
        assumed: state.assumed,
        notes: put_in.into_iter().chain(signs_of_zero(model, given, motion)).collect(),
    })
}

/// The rates of the constraints on positions, which a state of a motion satisfies too.
fn rates(
    model: &Model,
    system: &System,
    arguments: &[Expr],
    values: &[f64],
) -> Result<Vec<(String, f64)>, WalkError> {
    let entries = system.rotations().iter().flat_map(Rotation::by_quaternion);
    let mut in_quaternions = Substitution::new(entries);
    let constraints = system.constraints().iter().filter(|c| c.order(system.q()) == Some(0));
    let rates =
        constraints.map(|c| (c.label.clone(), in_quaternions.apply(model.specified(rate(c.phi)))));
    evaluated(rates, arguments, values)
}

/// The values of named expressions.
fn evaluated(
    list: impl Iterator<Item = (String, Expr)>,
    arguments: &[Expr],
    values: &[f64],
) -> Result<Vec<(String, f64)>, WalkError> {
    let mut builder = Builder::new(arguments);
    let mut slots = Vec::new();
    for (name, e) in list {
        slots.push((name, builder.expression(e)?));
    }
    let names: Vec<String> = slots.iter().map(|slot| slot.0.clone()).collect();
    let outputs = builder.finish(slots).evaluate(values)?.outputs;
    Ok(names.into_iter().zip(outputs).collect())
}

/// What is left of a constraint at a state counts as rounding below this.
const ROUNDING: f64 = 1e-9;

/// The error of equations that contradict each other at a state that violates constraints.
fn violated(
    motion: &Motion,
    arguments: &[Expr],
    state: &values::State,
    error: &TapeError,
) -> Option<WalkError> {
    let TapeError::Solve(SolveError::Inconsistent { .. }) = error else { return None };
    let entries = motion.rotations.iter().flat_map(Rotation::by_quaternion);
    let mut in_quaternions = Substitution::new(entries);
    let residuals = motion.labels.iter().cloned().zip(motion.residuals.iter());
    let residuals = residuals.map(|(label, &phi)| (label, in_quaternions.apply(phi)));
    let mut left = evaluated(residuals, arguments, &state.values).ok()?;
    left.retain(|(_, x)| x.abs() > ROUNDING);
    let one = |(label, x): &(String, f64)| format!("`{label}`, of which {} is left", rounded(*x));
    (!left.is_empty()).then(|| WalkError::Violated {
        error: error.clone(),
        violated: left.iter().map(one).collect::<Vec<_>>().join(", "),
        assumed: state.assumed.clone(),
    })
}

/// The principles that solve the constraints for dependent velocities.
const ELIMINATING: [&str; 2] = ["elimination", "voronec"];
/// The principles that hold for every choice of dependent velocities, or of a basis of the allowed
/// ones.
const SUITED: [&str; 6] = ["elimination", "voronec", "maggi", "appell", "hamel", "poisson"];

/// The system with dependent velocities that suit the state, for principles that eliminate them
/// and do not depend on which.
pub(super) fn suited(
    model: &Model,
    given: &[Assignment],
    principle: &'static str,
    system: System,
) -> Result<System, WalkError> {
    if !SUITED.contains(&principle) {
        return Ok(system);
    }
    let here = |list: &[Expr]| values::at(model, given, list).ok();
    match dependent_at(principle, &system, here) {
        Ok(Some(dependent)) => Ok(system.with_dependent(dependent)?),
        Ok(None) if ELIMINATING.contains(&principle) || !model.dependent.is_empty() => Ok(system),
        Ok(None) => {
            // The usual dependent velocities are good here; a basis of its own may not be.
            let usual = dependence(principle, &system)?.s(system.q());
            Ok(system.with_dependent(usual)?)
        }
        Err(error) if ELIMINATING.contains(&principle) => Err(error.into()),
        Err(_) => Ok(system), // a servo of `maggi` has no dependent velocities
    }
}

/// The motion with the formulas of the declared functions put in.
pub(super) fn with_formulas(model: &Model, motion: &Motion) -> Motion {
    model
        .functions
        .iter()
        .filter_map(Function::specification)
        .fold(motion.clone(), |motion, mut specification| motion.map(|e| specification.apply(e)))
}

impl EvalReport {
    /// The result as the stable interface gives it.
    #[must_use]
    pub fn json(&self) -> Value {
        let object = |list: &[(String, f64)]| -> Map<String, Value> {
            list.iter().map(|(name, x)| (name.clone(), json!(x))).collect()
        };
        json!({
            "principle": self.principle,
            "highest": object(&self.highest),
            "multipliers": object(&self.multipliers),
            "unique": self.unique,
            "energy": self.energy,
            "residuals": object(&self.residuals),
        })
    }

    /// The result for people.
    #[must_use]
    pub fn text(&self, spelling: Spelling) -> String {
        let energy = ("E".to_owned(), self.energy);
        let residual = |(label, x): &(String, f64)| (format!("residual of {label}"), *x);
        let rows: Vec<(String, f64)> = self
            .highest
            .iter()
            .chain(&self.multipliers)
            .map(|(name, x)| (spelled(name, spelling), *x))
            .chain([energy])
            .chain(self.residuals.iter().map(residual))
            .chain(self.rates.iter().map(|(label, x)| (format!("residual of {label}'"), *x)))
            .collect();
        let width = rows.iter().map(|r| columns(&r.0)).max().unwrap_or(0);
        let mut out = String::new();
        for (name, x) in rows {
            let gap = " ".repeat(width - columns(&name));
            out.push_str(&format!("{name}{gap} = {}\n", figures(x)));
        }
        if !self.unique {
            out.push_str("The multipliers are not unique; these are the shortest ones.\n");
        }
        out
    }
}

/// All digits, with a power of ten for what is very small or very large.
fn figures(x: f64) -> String {
    match x.abs() {
        0.0 => "0".to_owned(), // −0 too
        1e-4..1e16 => x.to_string(),
        _ => format!("{x:e}"),
    }
}

/// A name such as `theta''` in the spelling of the page.
fn spelled(name: &str, spelling: Spelling) -> String {
    let letter = name.trim_end_matches('\'');
    let dots = &name[letter.len()..];
    format!("{}{dots}", spelling.name(letter))
}

fn columns(text: &str) -> usize {
    width(text, 0)
}
