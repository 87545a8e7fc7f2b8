//! What is told of phases: when arguments stay 0, and when they leave it.

use serde_json::{Map, Value, json};

use super::{Mode, Phase, Phases};
use crate::walk::run::journey::Journey;
use crate::walk::run::told::moment;

/// The beginning of a phase in which an argument of `sign` stays 0, or its end.
#[derive(Debug, Clone, PartialEq)]
pub struct PhaseReport {
    /// The argument, as people write it.
    pub argument: String,
    /// When.
    pub t: f64,
    /// `sticks` or `slips`.
    pub how: &'static str,
    /// The state there, by name.
    pub state: Vec<(String, f64)>,
}

/// The lines that a page for people has for phases.
const MOST_LINES: usize = 30;

impl PhaseReport {
    pub(in crate::walk::run) fn json(&self) -> Value {
        let state: Map<String, Value> =
            self.state.iter().map(|(name, x)| (name.clone(), json!(x))).collect();
        json!({ "argument": self.argument, "t": self.t, "how": self.how, "state": state })
    }

    /// All of a motion, with the names of its state.
    pub(in crate::walk::run) fn all(
        phases: &Phases,
        journey: &Journey<f64>,
        names: &[String],
    ) -> Vec<Self> {
        let mut all = Vec::new();
        for pair in journey.modes.windows(2) {
            let ((_, before, _), (t, after, x)) = (&pair[0], &pair[1]);
            for (k, argument) in phases.arguments.iter().enumerate() {
                let how = match (stays(before, k), stays(after, k)) {
                    (false, true) => "sticks",
                    (true, false) => "slips",
                    _ => continue,
                };
                let state = names.iter().cloned().zip(x.iter().copied()).collect();
                all.push(Self { argument: argument.text.clone(), t: *t, how, state });
            }
        }
        all
    }

    /// The lines of a page for people.
    pub(in crate::walk::run) fn listed(all: &[Self]) -> String {
        let line = |p: &Self| format!("friction   {} {} at t = {}\n", p.argument, p.how, p.t);
        let mut out: String = all.iter().take(MOST_LINES).map(line).collect();
        if all.len() > MOST_LINES {
            let more = all.len() - MOST_LINES;
            out.push_str(&format!("           and {more} more; --json has all of them\n"));
        }
        out
    }
}

fn stays(mode: &Mode, k: usize) -> bool {
    !matches!(mode[k], Phase::Slips(_))
}

/// That forces of friction are not determined where arguments that stay 0 depend on each other.
pub(in crate::walk::run) fn shared(phases: &Phases, journey: &Journey<f64>) -> Vec<String> {
    let mut said: Vec<String> = Vec::new();
    for (t, mode, _) in &journey.modes {
        for (k, phase) in mode.iter().enumerate() {
            let Phase::Joins(leader, _) = phase else { continue };
            let [own, other] = [k, *leader].map(|k| &phases.arguments[k].text);
            let pair = format!("`{other}` and `{own}` stay 0 together from t = ");
            if !said.iter().any(|line| line.starts_with(&pair)) {
                said.push(format!(
                    "{pair}{} on: the motion does not depend on how they share the force that holds them, and the \
                     equations do not say; both take the same part of their largest",
                    moment(*t, 6)
                ));
            }
        }
    }
    said
}
