//! Does a rewritten form of equations keep the digits of the formulas that they come from?
//!
//! Rewriting is exact, and numbers are rounded: `sin q`, written as a polynomial in `sin(q/4)`, and `(x − a)⁵`, multiplied
//! out, are small differences of large numbers. So a rewritten form takes the place of the one that was built only where
//! states show that it keeps the digits. There both are evaluated in doubles, and compared with themselves in
//! double-double. With the error e of the rewritten form and the error b of the one that was built, it has to be that
//!
//! ```text
//! e ≤ 16 max(b, ε)                                                                       (1)
//! ```
//!
//! at each of the states: the one that the model names, one near it, one anywhere, and one with small positions. An error
//! is the largest one of all outputs, each relative to its value, and of two states that differ by rounding hardly more:
//! an error may be small by chance.

use alembert_algebra::evaluate::Tabulated;
use alembert_algebra::numeric::{DoubleDouble, Real, SplitMix64};
use alembert_algebra::tape::Tape;
use alembert_algebra::{Expr, Kind};
use alembert_mechanics::{Motion, Principle, System};

use super::eval::with_formulas;
use super::{WalkError, values};
use crate::language::{Assignment, Model};

/// ε of (1): the error of a sum of some ten numbers.
const ROUNDING: f64 = 1e-15;
/// How many times as large the error may be, as in (1).
const ALLOWED: f64 = 16.0;
/// What is smaller than this share of the largest output is measured by that share.
const SHARE: f64 = 1e-3;
/// How far apart outputs in double-double may be, relative to the largest, that are equal: half of their digits may get lost.
const AGREEMENT: f64 = 1e-16;
/// How far apart the two states are, relative to their entries.
const NEIGHBOUR: f64 = 1e-9;
/// The size of velocities at states that are not near the named one.
const SPEED: f64 = 1.5;
/// How far the states are from the named one, and how large their positions are.
const STATES: [(Around, f64); 4] =
    [(Around::Start, 0.0), (Around::Start, 0.6), (Around::Zero, 1.5), (Around::Zero, 0.05)];
/// The numbers of those that are nowhere special.
const RANDOM: [usize; 2] = [2, 1];

/// Principles whose equations are rewritten.
const REWRITING: [&str; 7] =
    ["elimination", "voronec", "hamel", "udwadia", "appell", "maggi", "poisson"];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Around {
    Start,
    Zero,
}

/// States at which forms are compared.
#[derive(Debug, Clone)]
pub(super) struct States {
    /// What is known of the first state and of parameters.
    known: Vec<(Expr, f64)>,
}

/// The errors of a form, one a state; none where the form has no value.
#[derive(Debug, Clone)]
pub(super) struct Errors(Vec<Option<f64>>);

impl Errors {
    /// Equation (1) whatever the other form is.
    pub(super) fn are_small(&self) -> bool {
        self.0.iter().all(|e| e.is_some_and(|e| e <= ALLOWED * ROUNDING))
    }

    /// Equation (1), at one state at least.
    pub(super) fn keep_digits_of(&self, built: &Self) -> bool {
        let pairs = || self.0.iter().zip(&built.0);
        let holds = |pair: (&Option<f64>, &Option<f64>)| match pair {
            (Some(e), Some(b)) => *e <= ALLOWED * b.max(ROUNDING),
            (None, Some(_)) => false,
            (_, None) => true,
        };
        pairs().all(holds) && pairs().any(|(e, b)| e.is_some() && b.is_some())
    }

    /// Is the largest error smaller? A form without values has the largest.
    pub(super) fn are_smaller_than(&self, other: &Self) -> bool {
        let largest = |errors: &Self| {
            let sizes = errors.0.iter().map(|e| e.unwrap_or(f64::INFINITY));
            sizes.fold(0.0, f64::max)
        };
        largest(self) < largest(other)
    }
}

impl States {
    /// States of a model, with values of `wanted` symbols as far as it gives them.
    pub(super) fn of(model: &Model, given: &[Assignment], wanted: &[Expr]) -> Self {
        let is_given = |x: &&Expr| values::value_of(model, given, **x).is_some();
        let wanted: Vec<Expr> = wanted.iter().filter(is_given).copied().collect();
        let found = values::state(model, given, &wanted).map_or(Vec::new(), |state| state.values);
        Self { known: wanted.into_iter().zip(found).collect() }
    }

    /// The errors of the outputs of a tape that has these inputs.
    pub(super) fn errors(&self, tape: &Tape, inputs: &[Expr]) -> Errors {
        let errors = (0..STATES.len()).map(|number| {
            let mut random = SplitMix64::new(number as u64);
            let at: Vec<f64> = inputs.iter().map(|&x| self.value(x, number, &mut random)).collect();
            let beside: Vec<f64> = at.iter().map(|x| x * (1.0 + NEIGHBOUR)).collect();
            Some(error(tape, &at)?.max(error(tape, &beside)?))
        });
        Errors(errors.collect())
    }

    /// Have two tapes with these inputs the same outputs in double-double? At the first state where both have values: of
    /// analytic functions that differ, almost every state tells.
    pub(super) fn agree(&self, a: &Tape, b: &Tape, inputs: &[Expr]) -> bool {
        let difference = |number: usize| {
            let mut random = SplitMix64::new(number as u64);
            let at = inputs.iter().map(|&x| self.value(x, number, &mut random));
            let at: Vec<DoubleDouble> = at.map(DoubleDouble::from).collect();
            let (a, b) = (a.evaluate(&at).ok()?.outputs, b.evaluate(&at).ok()?.outputs);
            let size = a.iter().fold(0.0f64, |most, x| most.max(x.to_f64().abs()));
            let far = a.iter().zip(&b).map(|(&a, &b)| (a - b).to_f64().abs());
            Some(far.fold(0.0, f64::max) / size.max(f64::MIN_POSITIVE))
        };
        RANDOM.into_iter().find_map(difference).is_some_and(|far| far <= AGREEMENT)
    }

    /// The value of a symbol at the state with this number.
    fn value(&self, x: Expr, number: usize, random: &mut SplitMix64) -> f64 {
        let (around, size) = STATES[number];
        let offset = 2.0 * random.unit() - 1.0;
        let known = self.known.iter().find(|(symbol, _)| *symbol == x).map(|known| known.1);
        let symbol = x.as_symbol();
        let kind = symbol.as_ref().map(|s| s.kind);
        let moves = matches!(kind, Some(Kind::Coordinate | Kind::Quasi));
        match known {
            _ if moves && around == Around::Zero => {
                let is_position = symbol.is_none_or(|s| s.order == 0);
                if is_position { size * offset } else { SPEED * offset }
            }
            Some(value) if moves => value + size * offset,
            Some(value) => value,
            None => offset,
        }
    }
}

/// The error of the outputs of a tape at a state; none where there are no values.
fn error(tape: &Tape, at: &[f64]) -> Option<f64> {
    fn values<T: Tabulated>(tape: &Tape, at: &[f64]) -> Option<Vec<T>> {
        let at: Vec<T> = at.iter().map(|&x| T::from(x)).collect();
        tape.evaluate(&at).ok().map(|found| found.outputs)
    }
    let (rounded, precise) = (values::<f64>(tape, at)?, values::<DoubleDouble>(tape, at)?);
    let largest = precise.iter().fold(0.0f64, |most, x| most.max(x.to_f64().abs()));
    let errors = rounded.iter().zip(&precise).map(|(&x, &exact)| {
        let size = exact.to_f64().abs().max(SHARE * largest);
        let error = (DoubleDouble::from(x) - exact).to_f64().abs();
        if error == 0.0 { 0.0 } else { error / size }
    });
    Some(errors.fold(0.0, f64::max))
}

/// The motion of a system by a principle, for computing numbers: as the principle builds it where
/// its own form loses digits.
///
/// # Errors
/// Those of the principle.
pub(super) fn motion_for_numbers(
    model: &Model,
    given: &[Assignment],
    row: &Principle,
    system: &System,
) -> Result<Motion, WalkError> {
    let motion = (row.derive)(system)?;
    if !REWRITING.contains(&row.name) {
        return Ok(motion);
    }
    let Some(errors) = errors_of(model, given, &motion).filter(|e| !e.are_small()) else {
        return Ok(motion);
    };
    let Ok(built) = (row.derive)(&system.clone().as_built()) else { return Ok(motion) };
    match errors_of(model, given, &built) {
        Some(b) if !errors.keep_digits_of(&b) => Ok(built),
        _ => Ok(motion),
    }
}

/// The errors of the highest derivatives of a motion; none where it cannot be evaluated.
pub(super) fn errors_of(model: &Model, given: &[Assignment], motion: &Motion) -> Option<Errors> {
    let motion = with_formulas(model, motion);
    let parameters: Vec<Expr> = model.parameters.iter().map(|p| p.symbol).collect();
    let mut tape = motion.tape(&parameters).ok()?;
    tape.outputs.truncate(motion.highest.len());
    let inputs = motion.arguments(&parameters).to_vec();
    Some(States::of(model, given, &inputs).errors(&tape, &inputs))
}

#[cfg(test)]
mod tests {
    use alembert_algebra::tape::Builder;
    use alembert_algebra::{Elementary, apply};

    use super::*;
    use crate::language::{Source, read};
    use crate::walk::{motion, row};

    fn symbols() -> [Expr; 2] {
        let a = Expr::symbol("a", Kind::Parameter { positive: true }, 0);
        [Expr::symbol("x", Kind::Coordinate, 0), a]
    }

    /// The errors of an expression in x and a, where x starts at 0.7 and a is 0.75.
    fn errors(e: Expr) -> Errors {
        let [x, a] = symbols();
        let mut builder = Builder::new(&[x, a]);
        let slot = builder.expression(e).expect("x and a have values");
        let tape = builder.finish(vec![(String::new(), slot)]);
        States { known: vec![(x, 0.7), (a, 0.75)] }.errors(&tape, &[x, a])
    }

    #[test]
    fn a_power_that_is_multiplied_out_loses_digits() {
        let [x, a] = symbols();
        let built = (x - a).powi(5);
        let terms = [1, -5, 10, -10, 5, -1].into_iter().zip(0..);
        let expanded: Expr = terms.map(|(c, k)| Expr::from(c) * x.powi(5 - k) * a.powi(k)).sum();
        assert!(errors(built).are_small());
        assert!(!errors(expanded).are_small() && !errors(expanded).keep_digits_of(&errors(built)));
        assert!(errors(built).keep_digits_of(&errors(expanded)));
    }

    #[test]
    fn what_has_no_value_keeps_nothing() {
        let [x, a] = symbols();
        let root = (x - Expr::from(3)).pow(&alembert_algebra::Rational::ratio(1, 2));
        assert!(!errors(root).keep_digits_of(&errors(a)) && !errors(root).are_small());
        assert!(!errors(root).keep_digits_of(&errors(root)));
        let sine = apply(Elementary::Sin, &[x]);
        assert!(errors(sine).are_small());
    }

    /// With angles of one size the form of the principle stays; with different ones it is as built.
    #[test]
    fn numbers_come_from_the_form_that_has_digits() {
        let text = |f: &str| {
            format!(
                "coordinates x, y, z\nT = x'^2 + y'^2 + z'^2\nV = sin(x)\nconstraints\n  c: z' = sin(2 x) x' + {f} y'\n\
                     initial\n  x = 0.3, y = 0.4, x' = 0.5, y' = 0.6\n"
            )
        };
        for (f, is_kept) in [("sin(x)", true), ("tan(x/4)", false)] {
            let reading = read(&Source::new("angles.mech", text(f)));
            let model = reading.model.expect("the text has no mistake");
            let (system, own) = motion(&model, Some("hamel")).expect("hamel takes it");
            let row = row(&model, Some("hamel")).expect("there is such a principle");
            let found = motion_for_numbers(&model, &[], row, &system).expect("a motion");
            assert_eq!(found.system == own.system, is_kept, "{f}");
        }
    }
}
