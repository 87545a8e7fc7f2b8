//! Hamilton's side as it is given to the outside.

use alembert_render::Part;
use serde_json::{Value, json};

use crate::walk::certify::Certificate;

/// Positions and momenta, the Hamiltonian, the bracket and the equations, in ASCII.
#[derive(Debug, Clone)]
pub struct HamiltonReport {
    /// Are the velocities known through the momenta? Otherwise the speeds stand in the formulas.
    pub is_solved: bool,
    /// Speeds, momenta and further names with their values.
    pub definitions: Vec<(String, String)>,
    /// The coordinates `z` of the phase space.
    pub coordinates: Vec<String>,
    /// The Hamiltonian.
    pub hamiltonian: String,
    /// The brackets of the coordinates.
    pub bracket: Vec<Vec<String>>,
    /// The drift, forces and reactions `d`.
    pub drift: Vec<String>,
    /// `ż = {z, H} + d`.
    pub equations: Vec<(String, String)>,
    /// Constraints in positions and momenta.
    pub constraints: Vec<(String, String)>,
    /// The rates of those on positions.
    pub hidden: Vec<(String, String)>,
    /// Whether Jacobi's identity holds.
    pub jacobi: JacobiReport,
    /// How it was made sure that this is what was derived.
    pub certificate: Certificate,
    pub(in crate::walk) parts: Vec<Part>,
}

/// Whether Jacobi's identity holds.
#[derive(Debug, Clone, Default)]
pub struct JacobiReport {
    /// Proved, refuted, or not decided.
    pub decision: Option<bool>,
    /// The same in words.
    pub sentence: String,
    /// Three coordinates for which it fails, and its left side.
    pub witness: Option<([String; 3], String)>,
}

impl HamiltonReport {
    pub(super) fn new(is_solved: bool) -> Self {
        Self {
            is_solved,
            definitions: Vec::new(),
            coordinates: Vec::new(),
            hamiltonian: String::new(),
            bracket: Vec::new(),
            drift: Vec::new(),
            equations: Vec::new(),
            constraints: Vec::new(),
            hidden: Vec::new(),
            jacobi: JacobiReport::default(),
            certificate: Certificate::Proved,
            parts: Vec::new(),
        }
    }

    /// What the stable interface gives.
    #[must_use]
    pub fn json(&self) -> Value {
        let equation = |(lhs, rhs): &(String, String)| json!({ "lhs": lhs, "rhs": rhs });
        let equations = |list: &[(String, String)]| list.iter().map(equation).collect::<Vec<_>>();
        let decision = match self.jacobi.decision {
            Some(true) => "holds",
            Some(false) => "fails",
            None => "undecided",
        };
        let witness = self.jacobi.witness.as_ref();
        json!({
            "solved": self.is_solved,
            "definitions": equations(&self.definitions),
            "coordinates": self.coordinates,
            "hamiltonian": self.hamiltonian,
            "bracket": self.bracket,
            "drift": self.drift,
            "equations": equations(&self.equations),
            "constraints": equations(&self.constraints),
            "constraint_rates": equations(&self.hidden),
            "jacobi": {
                "verdict": decision,
                "witness": witness.map(|(names, value)| json!({ "of": names, "value": value })),
            },
            "certificate": self.certificate.word(),
        })
    }
}
