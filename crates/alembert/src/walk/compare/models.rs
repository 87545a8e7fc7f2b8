//! Do two models describe the same motions, with the coordinates of one given through those of the
//! other?

use alembert_algebra::Expr;
use alembert_mechanics::comparison::{Correspondence, correspondence};
use alembert_render::Spelling;
use serde_json::{Map, Value, json};

use super::super::conditions::listed;
use super::super::ground::refuse_contradictions;
use super::super::notation::text;
use super::super::prove::{rounded, sort_state};
use super::super::values::choice;
use super::super::{WalkError, motion};
use super::TRIES;
use super::turned::{EULER, euler};
use crate::language::model::{Parameter, Turning};
use crate::language::{Code, Diagnostic, Model, Source, Span, read_expression};

/// Two models, compared.
#[derive(Debug, Clone)]
pub struct ModelsReport {
    /// The names of the models.
    pub names: [String; 2],
    /// What was found.
    pub found: Correspondence,
    /// Parameters of both models with different values.
    pub values: Vec<(String, [Expr; 2])>,
    /// The second model, in whose quantities states and conditions are written.
    model: Model,
}

/// Compares two models. The map gives coordinates of the first through quantities of the second;
/// those that it leaves out are the coordinates of the same name.
///
/// # Errors
/// A model is not a system, no motion satisfies its constraints, or the map leaves out a coordinate
/// that the second model does not have.
pub fn compare_models(
    names: [&str; 2],
    [first, second]: [&Model; 2],
    map: &[(Expr, Expr)],
) -> Result<ModelsReport, WalkError> {
    let [first, second] = [first, second].map(|m| m.with_formulas().unwrap_or_else(|| m.clone()));
    let entry = |r: &Turning| r.rotation.entries()[0][0];
    let is_mapped = |r: &&Turning| map.iter().any(|(x, _)| *x == entry(r));
    let mut open = first.rotations.iter().filter(|r| !is_mapped(r)).chain(&second.rotations);
    if let Some(turning) = open.next() {
        return Err(WalkError::MappedRotation(turning.rotation.name().to_owned()));
    }
    let (a, b) = (motion(&first, None)?, motion(&second, None)?);
    refuse_contradictions(&a.0, &a.1)?;
    refuse_contradictions(&b.0, &b.1)?;
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
    let mut found = correspondence(&a.0, &whole, (&b.0, &b.1), &choice(&second, TRIES))?;
    if let Correspondence::Different(witness) = &mut found {
        sort_state(&mut witness.state, &second);
    }
    if let Correspondence::Same(conditions) = &mut found {
        *conditions = listed(&second, conditions.iter().copied());
    }
    let values = other_values(&first, &second);
    Ok(ModelsReport { names: names.map(str::to_owned), found, values, model: second })
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

/// Reads a map `x = l sin θ, y = -l cos θ`: left sides are coordinates of the first model, right sides
/// are written in the names of the second. `B = euler313(φ, θ, ψ)` gives an orientation of the
/// first model by its entries.
///
/// # Errors
/// What is wrong with the text.
pub fn read_map(
    source: &Source,
    [first, second]: [&Model; 2],
) -> Result<Vec<(Expr, Expr)>, Vec<Diagnostic>> {
    let mut map = Vec::new();
    for (start, part) in parts(source.text()) {
        let span = Span::new(start, start + part.len());
        let wrong = |message: String| {
            let finding = Diagnostic::new(Code::Expected, span, message);
            let hint = "a map is written x = l sin θ, y = -l cos θ, B = euler313(φ, θ, ψ)";
            Err(vec![finding.hint(hint)])
        };
        let Some((left, right)) = part.split_once('=') else {
            return wrong(format!("`{}` is not an equation", part.trim()));
        };
        if let Some(turning) = first.rotations.iter().find(|r| r.rotation.name() == left.trim()) {
            let Some(angles) = angles(source, start + left.len() + 1, right, second)? else {
                return wrong(format!("`{}` is no orientation", right.trim()));
            };
            map.extend(
                turning.rotation.entries().concat().into_iter().zip(euler(angles).entries()),
            );
            continue;
        }
        let coordinate = read_at(source, start, left, first)?;
        if !first.coordinates.iter().any(|c| c.symbol == coordinate) {
            return wrong(format!("`{}` is not a coordinate of the first model", left.trim()));
        }
        map.push((coordinate, read_at(source, start + left.len() + 1, right, second)?));
    }
    Ok(map)
}

/// The angles of `euler313(φ, θ, ψ)`; none when the text is something else.
fn angles(
    source: &Source,
    start: usize,
    text: &str,
    model: &Model,
) -> Result<Option<[Expr; 3]>, Vec<Diagnostic>> {
    let head = text.len() - text.trim_start().len();
    let inside = text.trim().strip_prefix(EULER).and_then(|rest| {
        let rest = rest.trim();
        rest.strip_prefix('(')?.strip_suffix(')')
    });
    let Some(inside) = inside else { return Ok(None) };
    let begin = start + head + text.trim().find('(').map_or(0, |at| at + 1);
    let mut angles = Vec::new();
    for (place, part) in parts(inside) {
        angles.push(read_at(source, begin + place, part, model)?);
    }
    Ok(angles.try_into().ok())
}

/// Reads a piece of a text, so that its mistakes are shown at its place in the whole.
fn read_at(
    source: &Source,
    start: usize,
    text: &str,
    model: &Model,
) -> Result<Expr, Vec<Diagnostic>> {
    let text = format!("{:start$}{text}", "");
    read_expression(&Source::new(source.name(), text), model)
}

/// The parts of a list between commas that stand in no bracket, with their first bytes.
fn parts(text: &str) -> Vec<(usize, &str)> {
    let (mut depth, mut start, mut parts) = (0usize, 0, Vec::new());
    for (i, c) in text.char_indices().chain([(text.len(), ',')]) {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            ',' if depth == 0 || i == text.len() => {
                parts.push((start, &text[start..i]));
                start = (i + 1).min(text.len());
            }
            _ => {}
        }
    }
    parts.into_iter().filter(|(_, part)| !part.trim().is_empty()).collect()
}

impl ModelsReport {
    /// The verdict, and how it is known.
    #[must_use]
    pub fn verdict(&self) -> (&'static str, Option<&'static str>) {
        match &self.found {
            Correspondence::Same(_) => ("equal", Some("proved")),
            Correspondence::RandomStates(..) => ("equal", Some("random states")),
            Correspondence::Different(_)
            | Correspondence::Freedom(..)
            | Correspondence::Positions(..) => ("differ", Some("proved")),
            Correspondence::Part | Correspondence::Unknown(_) => ("unknown", None),
        }
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
            let [a, b] = values.map(|e| self.value(e, Spelling::Ascii));
            json!({ "name": name, "a": a, "b": b })
        };
        json!({ "pairs": [{
            "a": self.names[0],
            "b": self.names[1],
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
        let (verdict, how) = self.verdict();
        let how = how.map(|how| format!(", {how}")).unwrap_or_default();
        let mut out = format!("{}  {}  {verdict}{how}\n", self.names[0], self.names[1]);
        let conditions = self.conditions(spelling);
        if !conditions.is_empty() {
            out.push_str(&format!("  where {}\n", conditions.join(", ")));
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
            Correspondence::Same(_) => None,
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
