//! Do two models describe the same motions, with the coordinates of one given through those of the
//! other?

use alembert_algebra::{Expr, symbols};
use alembert_mechanics::comparison::{Correspondence, correspondence};
use alembert_render::Spelling;
use serde_json::{Map, Value, json};

use super::super::assumed;
use super::super::conditions::listed;
use super::super::contradiction::refuse_contradictions;
use super::super::notation::text;
use super::super::prove::{rounded, sort_state};
use super::super::values::choice;
use super::super::{WalkError, motion};
use super::{TRIES, seen_at};
use crate::language::Model;
use crate::language::model::{Parameter, Turning};

/// Two models, compared.
#[derive(Debug, Clone)]
pub struct ModelsReport {
    /// The names of the models, first that of which the coordinates are given.
    pub names: [String; 2],
    /// What was found.
    pub found: Correspondence,
    /// Parameters of both models with different values.
    pub values: Vec<(String, [Expr; 2])>,
    /// The model through whose quantities the other one is given: states and conditions are
    /// written in them.
    model: Model,
    /// Does the map give the second model through the first?
    reversed: bool,
}

/// Compares two models. The map gives coordinates of the first through quantities of the second;
/// those that it leaves out are the coordinates, and the rotations, of the same name. A map of orientations of the
/// second model gives the second one through the first.
///
/// # Errors
/// A model is not a system, no motion satisfies its constraints, or the map leaves out a coordinate
/// that the second model does not have.
pub fn compare_models(
    names: [&str; 2],
    [first, second]: [&Model; 2],
    map: &[(Expr, Expr)],
) -> Result<ModelsReport, WalkError> {
    if turns(second, map) && !turns(first, map) {
        let [a, b] = names;
        let report = through([b, a], [second, first], map)?;
        return Ok(ModelsReport { reversed: true, ..report });
    }
    through(names, [first, second], map)
}

/// Does the map give an orientation of the model?
fn turns(model: &Model, map: &[(Expr, Expr)]) -> bool {
    let entry = |r: &Turning| r.rotation.entries()[0][0];
    model.rotations.iter().any(|r| map.iter().any(|(x, _)| *x == entry(r)))
}

/// The first model through quantities of the second.
fn through(
    names: [&str; 2],
    [first, second]: [&Model; 2],
    map: &[(Expr, Expr)],
) -> Result<ModelsReport, WalkError> {
    let [first, second] = [first, second].map(|m| m.with_formulas().unwrap_or_else(|| m.clone()));
    let entry = |r: &Turning| r.rotation.entries()[0][0];
    let is_mapped = |r: &&Turning| map.iter().any(|(x, _)| *x == entry(r));
    let has = |model: &Model, r: &Turning| {
        model.rotations.iter().any(|other| other.rotation.name() == r.rotation.name())
    };
    let values: Vec<Expr> = map.iter().map(|&(_, e)| e).collect();
    let occurring = symbols(&values);
    let is_used = |r: &&Turning| {
        r.rotation.entries().concat().iter().any(|b| occurring.contains(b)) || has(&first, r)
    };
    let left_out = first.rotations.iter().filter(|r| !is_mapped(r) && !has(&second, r));
    let mut open = left_out.chain(second.rotations.iter().filter(|r| !is_used(r)));
    if let Some(turning) = open.next() {
        return Err(WalkError::MappedRotation(turning.rotation.name().to_owned()));
    }
    let (a, b) = (motion(&first, None)?, motion(&second, None)?);
    refuse_contradictions(&first, &a.0, &a.1)?;
    refuse_contradictions(&second, &b.0, &b.1)?;
    let mut whole = Vec::new();
    for c in &first.coordinates {
        let given = map.iter().find(|(x, _)| *x == c.symbol).map(|pair| pair.1);
        let own = second.coordinates.iter().find(|d| d.name == c.name).map(|d| d.symbol);
        let Some(value) = given.or(own) else {
            return Err(WalkError::NoMap(c.name.clone(), names[1].to_owned()));
        };
        whole.push((c.symbol, value));
    }
    let turned = first.rotations.iter().flat_map(|r| r.rotation.entries().concat());
    let turned: Vec<Expr> = turned.collect();
    whole.extend(map.iter().filter(|(x, _)| turned.contains(x)));
    for own in first.rotations.iter().filter(|r| !is_mapped(r)) {
        let name = own.rotation.name();
        let other = second.rotations.iter().find(|r| r.rotation.name() == name);
        let pairs = other.into_iter().flat_map(|other| {
            own.rotation.entries().concat().into_iter().zip(other.rotation.entries().concat())
        });
        whole.extend(pairs.filter(|(x, y)| x != y)); // other axes of the angular velocity
    }
    let pair = ((&a.0, &a.1), (&b.0, &b.1));
    let mut found = correspondence(pair.0, &whole, pair.1, &choice(&second, TRIES))?;
    if let Correspondence::Different(witness) = &mut found {
        sort_state(&mut witness.state, &second);
    }
    if let Correspondence::Same(conditions) = &mut found {
        *conditions = listed(&second, conditions.iter().copied());
    }
    let values = other_values(&first, &second);
    let names = names.map(str::to_owned);
    Ok(ModelsReport { names, found, values, model: second, reversed: false })
}

/// The parameters that both models give, with different values. Symbols stand for them in the
/// comparison, so that what it says is said for equal values.
fn other_values(first: &Model, second: &Model) -> Vec<(String, [Expr; 2])> {
    let pair = |p: &Parameter| {
        let other = second.parameters.iter().find(|other| other.name == p.name)?;
        let differ = p.value != other.value && !p.is_definition && !other.is_definition;
        differ.then(|| (p.name.clone(), [p.value, other.value]))
    };
    first.parameters.iter().filter_map(pair).collect()
}

impl ModelsReport {
    /// The verdict, and how it is known.
    #[must_use]
    pub fn verdict(&self) -> (&'static str, Option<&'static str>) {
        match &self.found {
            Correspondence::Renamed | Correspondence::Same(_) => ("equal", Some("proved")),
            Correspondence::RandomStates(..) => ("equal", Some("random states")),
            Correspondence::Different(_)
            | Correspondence::Freedom(..)
            | Correspondence::Positions(..) => ("differ", Some("proved")),
            Correspondence::Part | Correspondence::Unknown(_) => ("unknown", None),
        }
    }

    /// The names in the order in which they were asked for.
    fn asked(&self) -> [&str; 2] {
        let [a, b] = self.names.each_ref().map(String::as_str);
        if self.reversed { [b, a] } else { [a, b] }
    }

    /// The result as the stable interface gives it.
    #[must_use]
    pub fn json(&self) -> Value {
        let (verdict, how) = self.verdict();
        let witness = match &self.found {
            Correspondence::Different(witness) => {
                let entry = |&(e, x): &(Expr, f64)| (self.written(e, Spelling::Ascii), json!(x));
                let state: Map<String, Value> = witness.state.iter().map(entry).collect();
                json!({ "state": state, "residual": witness.left })
            }
            _ => Value::Null,
        };
        let parameter = |(name, values): &(String, [Expr; 2])| {
            let mut values = values.map(|e| self.value(e, Spelling::Ascii));
            if self.reversed {
                values.reverse();
            }
            let [a, b] = values;
            json!({ "name": name, "a": a, "b": b })
        };
        let [a, b] = self.asked();
        let with = assumed::equations(&self.model, Spelling::Ascii);
        json!({ "with": with, "pairs": [{
            "a": a,
            "b": b,
            "verdict": verdict,
            "how": how,
            "witness": witness,
            "conditions": self.conditions(Spelling::Ascii),
            "parameters": self.values.iter().map(parameter).collect::<Vec<_>>(),
            "reason": self.reason(),
        }] })
    }

    /// The result for people.
    #[must_use]
    pub fn text(&self, spelling: Spelling) -> String {
        let (verdict, how) = match (&self.found, self.verdict()) {
            (Correspondence::RandomStates(states, _), _) => seen_at(*states),
            (_, (verdict, how)) => (verdict.to_owned(), how.unwrap_or_default()),
        };
        let how = if how.is_empty() { String::new() } else { format!(", {how}") };
        let [a, b] = self.asked();
        let with = assumed::line(&self.model, spelling);
        let mut out = format!("{with}{a}  {b}  {verdict}{how}\n");
        let conditions = self.conditions(spelling);
        if !conditions.is_empty() {
            out.push_str(&format!("  where {}\n", conditions.join(", ")));
        }
        if let Correspondence::Same(_) = &self.found {
            out.push_str("  near almost every state that the map reaches\n");
        }
        if let Correspondence::Renamed = &self.found {
            out.push_str("  the equations are the same in both, at every state\n");
        }
        if let Some(reason) = self.reason() {
            out.push_str(&format!("  {reason}\n"));
        }
        if let Correspondence::Different(witness) = &self.found {
            for (e, x) in &witness.state {
                out.push_str(&format!("    {} = {}\n", self.written(*e, spelling), rounded(*x)));
            }
        }
        for (name, values) in &self.values {
            let ([a, b], name) = (values.map(|e| self.value(e, spelling)), spelling.name(name));
            out.push_str(&format!(
                "  {name} is {a} in {} and {b} in {}: the models are compared for equal values.\n",
                self.names[0], self.names[1]
            ));
        }
        out
    }

    fn conditions(&self, spelling: Spelling) -> Vec<String> {
        let unequal = if spelling == Spelling::Ascii { "!=" } else { "≠" };
        let one = |&e: &Expr| format!("{} {unequal} 0", self.written(e, spelling));
        match &self.found {
            Correspondence::Same(conditions) => conditions.iter().map(one).collect(),
            _ => Vec::new(),
        }
    }

    /// What there is to say besides the verdict.
    fn reason(&self) -> Option<String> {
        let [a, b] = &self.names;
        match &self.found {
            Correspondence::Renamed | Correspondence::Same(_) => None,
            Correspondence::RandomStates(states, reason) => {
                Some(format!("They agree at {states} states; there is no proof: {reason}."))
            }
            Correspondence::Freedom(m, n) => Some(format!(
                "The motions of {b} are motions of {a}, which has {m} free velocities where {b} has \
                 {n}."
            )),
            Correspondence::Positions(m, n) => Some(format!(
                "The motions of {b} are motions of {a}, whose positions have {m} dimensions where \
                 those of {b} have {n}: {a} has more states."
            )),
            Correspondence::Part => Some(format!(
                "The equations of {a} hold, but the map reaches only a part of the states of {a}, or \
                 is not proved to reach them all."
            )),
            Correspondence::Different(witness) => Some(format!(
                "At this state of {b} an equation of {a} leaves {} instead of 0 (digits rounded):",
                rounded(witness.left)
            )),
            Correspondence::Unknown(reason) => Some(format!("{reason}.")),
        }
    }

    /// The value of a parameter: a number as a decimal.
    fn value(&self, e: Expr, spelling: Spelling) -> String {
        e.as_number().map_or_else(|| self.written(e, spelling), |x| x.to_f64().to_string())
    }

    fn written(&self, e: Expr, spelling: Spelling) -> String {
        text(e, &self.model, spelling).unwrap_or_else(|_| "too long to be written".to_owned())
    }
}
