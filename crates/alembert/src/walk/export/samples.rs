//! States on the constraints that are drawn at random, and our own values at them.

use alembert_algebra::{Expr, Rational};
use alembert_mechanics::{Motion, System};
use alembert_render::code::{Export, Role};

use super::super::WalkError;
use super::super::run::sample::{self, States};
use super::lower::Lowering;
use super::{Exported, with_signals};
use crate::language::Model;

/// States for one set of parameters.
const STATES_A_SET: usize = 10;
/// Draws for each state that is wanted, before the search gives up.
const DRAWS: usize = 40;
/// Where the stream of random numbers begins.
const SEED: u64 = 0x414c_454d_4245_5254;

/// Arguments of an exported program, and the values that it must give.
#[derive(Debug, Clone, PartialEq)]
pub struct Samples {
    /// t, the state, the parameters and the inputs, one list a state.
    pub arguments: Vec<Vec<f64>>,
    /// The outputs of [`Role::COMPARED`], in their order, one list a state.
    pub values: Vec<Vec<f64>>,
    /// The names of these outputs.
    pub names: Vec<String>,
    /// How far the values move with the last digit of the arguments, measured as
    /// [`largest_difference`](Self::largest_difference) is: nobody can be asked for more digits.
    pub rounding: f64,
}

impl Exported {
    /// A number of states on the constraints, drawn at random from a fixed stream, with our own values:
    /// those of the evaluator that `eval` uses. Fewer come back where states are hard to find.
    ///
    /// # Errors
    /// The equations have no place on a tape.
    pub fn samples(&self, model: &Model, count: usize) -> Result<Samples, WalkError> {
        let tape = self.lowering.reference()?;
        let start: Vec<f64> = self.export.state.iter().map(|q| q.value).collect();
        let of = (&self.system, &self.motion);
        let places = compared(&self.export);
        let names = Role::COMPARED.into_iter().flat_map(|role| self.export.names(role)).collect();
        let values = |at: &[f64]| -> Option<Vec<f64>> {
            let evaluation = tape.evaluate(at).ok()?;
            Some(places.iter().map(|&k| evaluation.outputs[k]).collect())
        };
        let mut samples =
            Samples { arguments: Vec::new(), values: Vec::new(), names, rounding: 0.0 };
        let mut moved = Vec::new();
        for at in draw(model, of, &self.lowering, &start, count)? {
            // A state at which nothing has a value is no state of a motion.
            let Some(found) = values(&at) else { continue };
            moved.push(values(&nudged(&at)).unwrap_or_else(|| found.clone()));
            samples.values.push(found);
            samples.arguments.push(at);
        }
        samples.rounding = samples.largest_difference(&moved).map_or(0.0, |found| found.0);
        Ok(samples)
    }
}

/// Numbers with other last digits, up and down by turns.
fn nudged(at: &[f64]) -> Vec<f64> {
    let factors = [1.0 + f64::EPSILON, 1.0 - f64::EPSILON].into_iter().cycle();
    at.iter().zip(factors).map(|(x, factor)| x * factor).collect()
}

/// The places of the compared outputs on the tape.
fn compared(export: &Export) -> Vec<usize> {
    Role::COMPARED.into_iter().flat_map(|role| export.outputs(role)).collect()
}

impl Samples {
    /// The states as lines of numbers.
    #[must_use]
    pub fn text(&self) -> String {
        let line = |list: &Vec<f64>| {
            list.iter().map(|x| format!("{x:e}")).collect::<Vec<_>>().join(" ") + "\n"
        };
        self.arguments.iter().map(line).collect()
    }

    /// The largest difference between these values and others, each relative to the largest value of
    /// its state and at least 1, with the name of the output; none when the shapes differ or a number
    /// is not finite.
    #[must_use]
    pub fn largest_difference(&self, others: &[Vec<f64>]) -> Option<(f64, &str)> {
        let mut worst = (0.0, self.names.first().map_or("", String::as_str));
        if others.len() != self.values.len() {
            return None;
        }
        for (ours, theirs) in self.values.iter().zip(others) {
            if ours.len() != theirs.len() {
                return None;
            }
            let size = ours.iter().fold(1.0, |a: f64, b| a.max(b.abs()));
            for ((a, b), name) in ours.iter().zip(theirs).zip(&self.names) {
                let difference = (a - b).abs() / size;
                if !difference.is_finite() {
                    return None;
                }
                if difference > worst.0 {
                    worst = (difference, name);
                }
            }
        }
        Some(worst)
    }
}

/// Arguments of the tape at states that obey the constraints. The first states have the parameters of
/// the model, the others parameters between a half and three halves of them.
pub(super) fn draw(
    model: &Model,
    (system, motion): (&System, &Motion),
    lowering: &Lowering,
    start: &[f64],
    count: usize,
) -> Result<Vec<Vec<f64>>, WalkError> {
    let mut stream = Stream(SEED);
    let ramp = |k: usize| {
        let k = i64::try_from(k).unwrap_or(0);
        Expr::from(Rational::ratio(2 * k + 1, 8)) + Expr::time().scale(&Rational::ratio(1, k + 3))
    };
    let mut free = model.clone();
    free.run.inputs.clear();
    let free = with_signals(&free, ramp);
    let states = States::new(&free, system, motion)?;
    let mut found = Vec::new();
    let mut varied = free.clone();
    for _ in 0..DRAWS * count.div_ceil(STATES_A_SET) {
        for _ in 0..STATES_A_SET {
            let t = stream.between(-1.0, 1.0);
            let x: Vec<f64> = start.iter().map(|x| x + stream.between(-1.0, 1.0)).collect();
            let Some(x) = states.nearest(&varied, t, &x) else { continue };
            found.push(arguments(&varied, lowering, t, &x)?);
            if found.len() == count {
                return Ok(found);
            }
        }
        varied = vary(&free, &mut stream);
    }
    Ok(found)
}

/// The model with other values of its parameters.
fn vary(model: &Model, stream: &mut Stream) -> Model {
    let mut model = model.clone();
    for p in model.parameters.iter_mut().filter(|p| !p.is_definition) {
        let factor = Rational::ratio(stream.whole(8, 24), 16);
        p.value = p.value.scale(&factor);
    }
    model
}

fn arguments(model: &Model, lowering: &Lowering, t: f64, x: &[f64]) -> Result<Vec<f64>, WalkError> {
    let mut at = vec![t];
    at.extend(x);
    at.extend(sample::values(model, &lowering.parameters)?);
    let mut silent = Vec::new();
    let signals = super::signals(model, lowering, &mut silent)?;
    at.extend(super::at_time(model, &signals, t)?);
    Ok(at)
}

/// Random numbers: the generator of Steele, Lea and Flood (`SplitMix64`).
struct Stream(u64);

impl Stream {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number between two others.
    #[allow(clippy::cast_precision_loss, reason = "53 bits fit")]
    fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * ((self.next() >> 11) as f64 / (1u64 << 53) as f64)
    }

    /// A whole number from a range, both ends included.
    fn whole(&mut self, low: i64, high: i64) -> i64 {
        let count = (high - low + 1).unsigned_abs();
        low + i64::try_from(self.next() % count).unwrap_or(0)
    }
}
