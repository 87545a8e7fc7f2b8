//! The lines of `expect` and `reject` that a motion decides.
//!
//! Along a motion a claim is a comparison of numbers. With S the largest sum of the sizes of its terms, and F how far
//! left − right could be away on such a motion (`closer`),
//!
//! ```text
//! |left − right| ≤ 1e-9 S + 1e-12 min(F, 1)      it holds                           (1)
//! |left − right| > 1e-6 S + 1e-9 F               it does not                        (2)
//! ```
//!
//! and between them it is undecided; what is not within 1e-9 S is looked at with twice the digits. F is what a
//! quantity could do, which may be far more than it does, as for a grain beside a planet; hence its bound in (1). What
//! holds along one motion need not hold along others, so a rejected line that is not about this very motion is not
//! said to be wrong when it happens to hold here; and what holds on the beginning of a motion that was left is
//! undecided.

use alembert_algebra::Expr;
use alembert_flow::Stop;

use super::closer::Seen;
use super::journey::Journey;
use super::look::{Comparison, Looks, Watched};
use super::told::moment;
use super::trajectory::{Sample, Samples};
use crate::language::Model;
use crate::walk::statement::{Decision, StatementReport};

/// Equation (1).
const AGREES: (f64, f64) = (1e-9, 1e-12);
/// Equation (2).
const DIFFERS: (f64, f64) = (1e-6, 1e-9);

/// How a comparison came out: the largest difference, at which sample, and the sizes S and F.
struct Outcome {
    difference: f64,
    number: usize,
    t: f64,
    values: (f64, f64),
    size: f64,
    sway: f64,
}

impl Outcome {
    /// The same after a closer look, where that matters.
    fn again(
        self,
        claim: &Comparison,
        closer: &dyn Fn(&Comparison, usize) -> Option<Seen>,
    ) -> Self {
        if self.difference <= AGREES.0 * self.size {
            return self;
        }
        match closer(claim, self.number) {
            Some(Seen { difference, sway }) => Self { difference, sway, ..self },
            None => Self { sway: 1.0, ..self },
        }
    }
}

/// Decides every statement that has numbers along the motion.
pub(super) fn decide(
    model: &Model,
    looks: &Looks,
    journey: &Journey<f64>,
    closer: &dyn Fn(Expr, bool, usize) -> Option<Seen>,
) -> Vec<StatementReport> {
    let report = |watched: &Watched| {
        let list = if watched.reject { &model.reject } else { &model.expect };
        let closer = |claim: &Comparison, number: usize| {
            let stays = matches!(claim, Comparison::Constant { .. });
            closer(claim.quantity(&looks.seen), stays, number)
        };
        let (decision, how) = decision(watched, journey, &closer);
        let text = list[watched.number].text.clone();
        let (reject, number) = (watched.reject, watched.number);
        StatementReport::of_run(text, reject, (decision, how), number)
    };
    looks.watched.iter().map(report).collect()
}

/// Puts the decisions of a run where there was none.
pub(super) fn settle(by: &[StatementReport], statements: &mut [StatementReport]) {
    for open in statements.iter_mut().filter(|s| s.decision == Decision::Undecided) {
        let same = |s: &&StatementReport| (s.reject, s.number) == (open.reject, open.number);
        let decided = by.iter().find(same).filter(|s| s.decision != Decision::Undecided);
        if let Some(decided) = decided {
            *open = decided.clone();
        }
    }
}

fn decision(
    watched: &Watched,
    journey: &Journey<f64>,
    closer: &dyn Fn(&Comparison, usize) -> Option<Seen>,
) -> (Decision, String) {
    let samples = &journey.samples;
    if let Some(name) = &watched.unknown {
        let why = format!("`{name}` has no value along the motion");
        return (Decision::Undecided, why);
    }
    let without = |s: &Sample<f64>| s.seen[watched.parts.clone()].iter().any(|x| x.is_nan());
    if let Some(t) = samples.find(without) {
        return (Decision::Undecided, format!("it has no value at t = {}", moment(t, 6)));
    }
    let outcomes = watched.claims.iter().map(|claim| compare(claim, samples).again(claim, closer));
    let outcomes: Vec<Outcome> = outcomes.collect();
    let within = |o: &Outcome, (a, b): (f64, f64), sway: f64| o.difference <= a * o.size + b * sway;
    let worst = outcomes.iter().find(|o| !within(o, DIFFERS, o.sway));
    let holds = outcomes.iter().all(|o| within(o, AGREES, o.sway.min(1.0)));
    if let (None, true, Some(t)) = (worst, holds, left_at(&journey.stop)) {
        let t = moment(t, 6);
        return (Decision::Undecided, format!("it holds until t = {t}, where the motion was left"));
    }
    match (worst, holds) {
        (Some(o), _) => {
            let (left, right) = o.values;
            let at = moment(o.t, 6);
            let seen = format!("at t = {at}, {} against {}", moment(left, 9), moment(right, 9));
            (if watched.reject { Decision::Holds } else { Decision::Fails }, seen)
        }
        (None, true) if !watched.reject => (Decision::Holds, "along the motion".to_owned()),
        (None, true) if watched.particular => {
            (Decision::Fails, "it holds along the motion".to_owned())
        }
        (None, true) => {
            (Decision::Undecided, "it holds along this motion; others may refute it".to_owned())
        }
        (None, false) => {
            let most =
                outcomes.iter().map(|o| o.difference / o.size.max(1e-300)).fold(0.0, f64::max);
            (Decision::Undecided, format!("the sides differ by {most:.1e} of their terms"))
        }
    }
}

/// When a motion was left that goes on: what holds until then need not hold later.
fn left_at(stop: &Stop) -> Option<f64> {
    match stop {
        Stop::Interrupted { t } | Stop::TooManySteps { t, .. } | Stop::TooFar { t, .. } => Some(*t),
        _ => None,
    }
}

fn compare(comparison: &Comparison, samples: &Samples<f64>) -> Outcome {
    let mut outcome =
        Outcome { difference: 0.0, number: 0, t: 0.0, values: (0.0, 0.0), size: 0.0, sway: 0.0 };
    let (Comparison::Equal { terms, .. } | Comparison::Constant { terms, .. }) = comparison;
    let Some(first) = samples.first() else { return outcome };
    let mut number = 0;
    samples.each(|sample| {
        let values = match comparison {
            Comparison::Equal { left, right, .. } => (sample.seen[*left], sample.seen[*right]),
            Comparison::Constant { value, .. } => (sample.seen[*value], first.seen[*value]),
        };
        let size: f64 = terms.iter().map(|&k| sample.seen[k].abs()).sum();
        outcome.size = outcome.size.max(size);
        let difference = (values.0 - values.1).abs();
        if difference > outcome.difference {
            let (size, sway) = (outcome.size, outcome.sway);
            outcome = Outcome { difference, number, t: sample.t, values, size, sway };
        }
        number += 1;
    });
    outcome
}
