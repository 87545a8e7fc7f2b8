//! Times in which a watched quantity has no value, so that its zeros are not looked for.
//!
//! The motion and the other quantities go on. It is always told, once for each quantity.

use alembert_flow::Absence;
use serde_json::{Value, json};

use super::events::Event;
use super::told::moment;

/// An absence that is shorter than this part of its time is a place, as a pole is, and no time.
const SHORTEST: f64 = 1e-9;

/// How many times are written into a sentence.
const MOST_TIMES: usize = 3;

/// When a watched quantity has no value.
#[derive(Debug, Clone, PartialEq)]
pub struct AbsenceReport {
    /// The number of the event.
    pub(super) number: usize,
    /// The quantity, as written.
    pub text: String,
    /// From when to when, in the order of the run.
    pub spans: Vec<(f64, f64)>,
}

/// Adds the absences of the next piece of a run; one that goes on stays one.
pub(super) fn join(known: &mut Vec<Absence>, next: &[Absence]) {
    for absence in next {
        let goes_on = |old: &&mut Absence| old.event == absence.event && old.to == absence.from;
        match known.iter_mut().rev().find(goes_on) {
            Some(old) => old.to = absence.to,
            None => known.push(*absence),
        }
    }
}

impl AbsenceReport {
    /// One for each event that has no value at some times.
    pub(super) fn all(events: &[Event], absences: &[Absence]) -> Vec<Self> {
        let of = |(number, event): (usize, &Event)| {
            let own = absences.iter().filter(|a| a.event == number).map(|a| (a.from, a.to));
            let is_time =
                |&(from, to): &(f64, f64)| (to - from).abs() > SHORTEST * from.abs().max(to.abs());
            Self { number, text: event.text.clone(), spans: own.filter(is_time).collect() }
        };
        let all = events.iter().enumerate().map(of);
        all.filter(|absence| !absence.spans.is_empty()).collect()
    }

    pub(super) fn json(&self) -> Value {
        json!({ "event": self.text, "spans": self.spans })
    }

    /// A sentence about it.
    #[must_use]
    pub fn said(&self) -> String {
        let span = |(from, to): &(f64, f64)| {
            format!("from t = {} to {}", moment(*from, 6), moment(*to, 6))
        };
        let spans: Vec<String> = self.spans.iter().take(MOST_TIMES).map(span).collect();
        let more = match self.spans.len().saturating_sub(MOST_TIMES) {
            0 => String::new(),
            1 => ", and once more".to_owned(),
            more => format!(", and {more} more times"),
        };
        let spans = spans.join(", ");
        format!("`{}` has no value {spans}{more}: its zeros are not looked for there", self.text)
    }
}
