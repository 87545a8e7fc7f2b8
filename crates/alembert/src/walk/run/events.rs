//! Quantities that are watched for zeros.

use alembert_algebra::Expr;
use alembert_flow::Meeting;
use serde_json::{Map, Value, json};

/// A quantity whose zeros are looked for.
#[derive(Debug, Clone, PartialEq)]
pub struct Event {
    /// How it is written.
    pub text: String,
    /// The quantity.
    pub quantity: Expr,
    /// Does its first zero end the run?
    pub ends: bool,
}

/// A zero of a watched quantity.
#[derive(Debug, Clone, PartialEq)]
pub struct EventReport {
    /// The quantity, as written.
    pub text: String,
    /// When.
    pub t: f64,
    /// `rising`, `falling` or `touching`.
    pub how: &'static str,
    /// The state there, by name.
    pub state: Vec<(String, f64)>,
}

impl EventReport {
    /// The object of the stable interface.
    pub(super) fn json(&self) -> Value {
        let state: Map<String, Value> =
            self.state.iter().map(|(name, x)| (name.clone(), json!(x))).collect();
        json!({ "event": self.text, "t": self.t, "how": self.how, "state": state })
    }
}

/// How a quantity meets zero, in a word.
pub(super) fn word(meeting: Meeting) -> &'static str {
    match meeting {
        Meeting::Rising => "rising",
        Meeting::Falling => "falling",
        Meeting::Touching => "touching",
    }
}
