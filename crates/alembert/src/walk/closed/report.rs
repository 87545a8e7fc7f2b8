//! What was found about a motion in closed form, for people and for programs.

use alembert_algebra::{Expr, Kind, Substitution, symbols};
use alembert_mechanics::Witness;
use alembert_mechanics::closed_form::{Known, Multiplier, Origin};
use alembert_render::Spelling;
use serde_json::{Map, Value, json};

use super::super::assumed;
use super::super::notation::text;
use super::super::prove::{Verdict, differ_from_zero, rounded};
use super::read::ClosedForms;
use crate::language::Model;

/// A claim that fails, with a time and constants at which it does.
#[derive(Debug, Clone)]
pub(super) struct Failure {
    pub(super) origin: Origin,
    pub(super) witness: Witness,
}

/// With which values the functions start.
#[derive(Debug, Clone)]
pub(super) enum Start {
    /// With these, by which they are written.
    Mentioned(Vec<Expr>),
    /// With every state of the model, where these do not vanish; `only` has what must not vanish for no other
    /// motion to start there, and is none where that is not known.
    Every { needed: Vec<Expr>, only: Option<Vec<Expr>> },
}

/// A motion in closed form with its verdict.
#[derive(Debug, Clone)]
pub struct ClosedProof {
    /// The verdict.
    pub verdict: Verdict,
    /// What must not vanish for the proof to hold.
    pub conditions: Vec<Expr>,
    /// The multipliers along the motion.
    pub multipliers: Vec<Multiplier>,
    pub(super) failure: Option<Failure>,
    /// Why it is undecided, and about which claim.
    pub(super) reason: Option<(Origin, String)>,
    pub(super) start: Start,
    /// Why it is undecided.
    undecided: Option<String>,
    forms: ClosedForms,
    constrained: bool,
}

impl ClosedProof {
    pub(super) fn new(forms: &ClosedForms, constraints: usize) -> Self {
        Self {
            verdict: Verdict::Undecided,
            conditions: Vec::new(),
            multipliers: Vec::new(),
            failure: None,
            reason: None,
            start: Start::Mentioned(Vec::new()),
            undecided: None,
            forms: forms.clone(),
            constrained: constraints > 0,
        }
    }

    pub(super) fn undecided(self, reason: String) -> Self {
        Self { undecided: Some(reason), ..self }
    }

    pub(super) fn open(self, origin: Origin, reason: String) -> Self {
        let place = self.place(&origin, Spelling::Unicode);
        self.undecided(format!("{place}: {reason}"))
    }

    pub(super) fn refuted(self, failure: Failure) -> Self {
        Self { verdict: Verdict::Refuted, failure: Some(failure), ..self }
    }

    fn model(&self) -> &Model {
        &self.forms.model
    }

    fn written(&self, e: Expr, spelling: Spelling) -> String {
        text(with_letters(e, spelling), self.model(), spelling)
            .unwrap_or_else(|_| "too long to be written".to_owned())
    }

    /// What a claim is about, in words.
    fn place(&self, origin: &Origin, spelling: Spelling) -> String {
        match origin {
            Origin::Constraint(label) => format!("the constraint {label}"),
            Origin::Coordinate(x) => {
                format!("the equation of motion of {}", self.written(*x, spelling))
            }
            Origin::Equation(number) => format!("equation of motion {number}"),
            Origin::Multipliers => "the equations of the multipliers".to_owned(),
            Origin::Start(x) => {
                format!("the value of {} at t = 0", self.written(*x, spelling))
            }
        }
    }

    fn constants(&self, spelling: Spelling) -> Vec<String> {
        self.forms.constants.iter().map(|(name, _)| spelling.name(name)).collect()
    }

    /// The result as the stable interface gives it.
    #[must_use]
    pub fn json(&self) -> Value {
        let ascii = |e: Expr| self.written(e, Spelling::Ascii);
        let unequal = |list: &[Expr]| -> Vec<String> {
            list.iter().map(|&e| format!("{} != 0", ascii(e))).collect()
        };
        let witness = self.failure.as_ref().map(|failure| {
            let entry = |&(e, x): &(Expr, f64)| (ascii(e), json!(x));
            let state: Map<String, Value> = failure.witness.state.iter().map(entry).collect();
            let Witness { left, right, .. } = failure.witness;
            json!({ "state": state, "left": left, "right": right })
        });
        let multiplier = |m: &Multiplier| match m.known {
            Known::Value(value) => json!({ "name": ascii(m.symbol), "value": ascii(value) }),
            Known::Differential => {
                json!({ "name": ascii(m.symbol), "value": null, "why": "differential equation" })
            }
            Known::Open => {
                json!({ "name": ascii(m.symbol), "value": null, "why": "not determined" })
            }
        };
        let form = |(x, f): &(Expr, Expr)| json!({ "lhs": ascii(*x), "rhs": ascii(*f) });
        let (every, start, only) = match &self.start {
            Start::Mentioned(list) => (false, list.iter().map(|&e| ascii(e)).collect(), None),
            Start::Every { only, .. } => (true, Vec::new(), only.as_ref().map(|l| unequal(l))),
        };
        let fails = self.failure.as_ref().map(|f| self.place(&f.origin, Spelling::Ascii));
        json!({
            "verdict": self.verdict.word(),
            "with": assumed::equations(self.model(), Spelling::Ascii),
            "how": self.how(),
            "witness": witness,
            "conditions": unequal(&self.conditions),
            "reason": self.undecided,
            "holds_with": [],
            "closed_form": {
                "functions": self.forms.forms.iter().map(form).collect::<Vec<_>>(),
                "constants": self.constants(Spelling::Ascii),
                "multipliers": self.multipliers.iter().map(multiplier).collect::<Vec<_>>(),
                "fails": fails,
                "initial_values": start,
                "every_initial_value": every && self.verdict == Verdict::Proved,
                "only_motion_where": only,
            },
        })
    }

    fn how(&self) -> Option<&'static str> {
        match self.verdict {
            Verdict::Proved => Some("normal form"),
            Verdict::Refuted => Some("interval"),
            Verdict::Undecided => None,
        }
    }

    /// The result for people.
    #[must_use]
    pub fn text(&self, spelling: Spelling) -> String {
        let claim = self.forms.texts.join("; ");
        let mut out = format!("{}: {claim}\n", self.verdict.word());
        if let Some(with) = assumed::clause(self.model(), spelling) {
            out.push_str(&format!("  {with}\n"));
        }
        let lines = match (self.verdict, &self.failure) {
            (Verdict::Proved, _) => self.proved_lines(spelling),
            (_, Some(failure)) => self.failure_lines(failure, spelling),
            (_, None) => {
                vec![format!("{}.", self.undecided.as_deref().unwrap_or("no reason is known"))]
            }
        };
        lines.iter().for_each(|line| out.push_str(&format!("  {line}\n")));
        out
    }

    fn proved_lines(&self, spelling: Spelling) -> Vec<String> {
        let obeyed = match self.constrained {
            true => "every constraint and every equation of motion",
            false => "every equation of motion",
        };
        let constants = self.constants(spelling);
        let mut lines = vec![format!("They obey {obeyed} wherever they have values,")];
        lines.push(match constants.is_empty() {
            true => "for every t.".to_owned(),
            false => format!("for every t and all values of {}.", constants.join(", ")),
        });
        if !self.conditions.is_empty() {
            lines.push(format!("where {}", self.unequal(&self.conditions, spelling)));
        }
        for multiplier in &self.multipliers {
            let name = self.written(multiplier.symbol, spelling);
            lines.push(match multiplier.known {
                Known::Value(value) => format!("{name} = {}", self.written(value, spelling)),
                Known::Differential => format!(
                    "{name} obeys a linear differential equation, which has solutions; each has these \
                     coordinates"
                ),
                Known::Open => format!("{name} is not unique"),
            });
        }
        lines.extend(self.start_lines(spelling));
        lines
    }

    fn start_lines(&self, spelling: Spelling) -> Vec<String> {
        match &self.start {
            Start::Mentioned(list) if list.is_empty() => Vec::new(),
            Start::Mentioned(list) => {
                let names: Vec<String> = list.iter().map(|&e| self.written(e, spelling)).collect();
                vec![format!("They start with {}.", names.join(", "))]
            }
            Start::Every { needed, only } => {
                let place = |list: &[Expr]| match list.is_empty() {
                    true => String::new(),
                    false => format!(" where {}", self.unequal(list, spelling)),
                };
                let mut lines =
                    vec![format!("They start with every state of the model{}.", place(needed))];
                lines.push(match only {
                    Some(list) => {
                        format!("No other motion starts with the same values{}.", place(list))
                    }
                    None => {
                        "That no other motion starts with the same values is not proved.".to_owned()
                    }
                });
                lines
            }
        }
    }

    fn unequal(&self, list: &[Expr], spelling: Spelling) -> String {
        let list: Vec<Expr> = list.iter().map(|&e| with_letters(e, spelling)).collect();
        differ_from_zero(&list, self.model(), spelling)
    }

    fn failure_lines(&self, failure: &Failure, spelling: Spelling) -> Vec<String> {
        let place = self.place(&failure.origin, spelling);
        let whatever = match (&failure.origin, self.constrained) {
            (Origin::Coordinate(_) | Origin::Equation(_), true) => ", whatever the multipliers are",
            _ => "",
        };
        let mut lines =
            vec![format!("They fail {place}{whatever}, for example here (digits rounded):")];
        for &(e, x) in &failure.witness.state {
            lines.push(format!("  {} = {}", self.written(e, spelling), rounded(x)));
        }
        let Witness { left, right, .. } = failure.witness;
        lines.push(match failure.origin {
            Origin::Start(x) => {
                let name = self.written(x, spelling);
                format!(
                    "the function has {name} = {} at t = 0, and not {}",
                    rounded(left),
                    rounded(right)
                )
            }
            _ => format!("left side - right side = {left}"),
        });
        lines
    }
}

/// An expression with the names of values at the start in this spelling: `φ'(0)`.
fn with_letters(e: Expr, spelling: Spelling) -> Expr {
    let pair = |x: Expr| {
        let symbol = x.as_symbol().filter(|s| s.kind == Kind::Auxiliary)?;
        let letters = symbol.name.strip_suffix("(0)")?;
        let name = letters.trim_end_matches('\'');
        let shown = format!("{}{}(0)", spelling.name(name), &letters[name.len()..]);
        Some((x, Expr::symbol(&shown, Kind::Auxiliary, 0)))
    };
    Substitution::new(symbols(&[e]).into_iter().filter_map(pair)).apply(e)
}
