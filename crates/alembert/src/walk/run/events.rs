//! Quantities that are watched for zeros.

use alembert_algebra::{Elementary, Expr, Function, Node, Substitution, postorder, rate};
use alembert_flow::Meeting;
use alembert_render::Spelling;
use serde_json::{Map, Value, json};

use super::WalkError;
use super::printed::figures;
use crate::language::model::Signal;
use crate::language::{Diagnostic, Model, Source, read_equation, read_expression};
use crate::walk::ground::is_fixed;
use crate::walk::notation::text;

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

/// Why a text is no event.
#[derive(Debug, Clone, PartialEq)]
pub enum NoEvent {
    /// It cannot be read.
    Text(Vec<Diagnostic>),
    /// It has no zeros that a motion could meet.
    Walk(WalkError),
}

/// Reads a quantity whose zeros are looked for.
///
/// # Errors
/// The text is no quantity, or one that has no zeros that a motion could meet: a constant, or a sign.
pub fn read_event(source: &Source, model: &Model) -> Result<Expr, NoEvent> {
    let written = || source.text().trim().to_owned();
    let quantity = read_expression(source, model).map_err(|mistakes| {
        let is_equation = read_equation(source, model).is_ok();
        match difference(source.text()).filter(|_| is_equation) {
            Some(difference) => {
                NoEvent::Walk(WalkError::EquationEvent { text: written(), difference })
            }
            None => NoEvent::Text(mistakes),
        }
    })?;
    let specified = model.specified(with_signals(model.specified(quantity), model));
    if is_fixed(specified) {
        return Err(NoEvent::Walk(WalkError::ConstantEvent { text: written() }));
    }
    let Some(signs) = jumps(specified) else { return Ok(quantity) };
    let arguments = signs.into_iter().filter_map(|u| text(u, model, Spelling::Ascii).ok());
    let arguments = arguments.collect();
    Err(NoEvent::Walk(WalkError::JumpEvent { text: written(), arguments }))
}

/// A quantity with the formulas of inputs and of their first derivatives put in.
fn with_signals(quantity: Expr, model: &Model) -> Expr {
    let formula = |(u, signal): &(Expr, Signal)| match signal {
        Signal::Formula(e) => vec![(*u, *e), (rate(*u), rate(*e))],
        Signal::Table(_) => Vec::new(),
    };
    Substitution::new(model.run.inputs.iter().flat_map(formula)).apply(quantity)
}

/// An equation as the quantity whose zeros are its solutions.
fn difference(text: &str) -> Option<String> {
    let (left, right) = text.split_once('=')?;
    let (left, right) = (left.trim(), right.trim());
    Some(match right {
        "0" => left.to_owned(),
        _ if right.contains(['+', '-']) => format!("{left} - ({right})"),
        _ => format!("{left} - {right}"),
    })
}

/// The arguments of signs, if nothing but signs moves in a quantity; those inside of others come first. What moves in
/// an argument that is made of signs alone is not its own.
fn jumps(quantity: Expr) -> Option<Vec<Expr>> {
    let argument = |e: &Expr| match e.node() {
        Node::Apply(Function::Elementary(Elementary::Sign), u) => Some((*e, u[0])),
        _ => None,
    };
    let signs: Vec<(Expr, Expr)> = postorder(&[quantity]).iter().filter_map(argument).collect();
    let mut fixed = Substitution::new(signs.iter().map(|&(sign, _)| (sign, Expr::one())));
    if signs.is_empty() || !is_fixed(fixed.apply(quantity)) {
        return None;
    }
    let mut arguments: Vec<Expr> = signs.iter().map(|&(_, u)| u).collect();
    arguments.retain(|&u| !is_fixed(fixed.apply(u)));
    Some(arguments)
}

/// A zero of a watched quantity.
#[derive(Debug, Clone, PartialEq)]
pub struct EventReport {
    /// The quantity, as written.
    pub text: String,
    /// When.
    pub t: f64,
    /// `rising`, `falling`, `touching`, `jumping up` or `jumping down`.
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

/// Zeros that follow each other in less than this part of the run are told together.
const CLOSE: f64 = 1e-3;
/// So many of them at least.
const SEVERAL: usize = 10;
/// The lines that a page for people has for zeros.
const MOST_LINES: usize = 50;

/// The zeros for people: those of a quantity that chatters, as velocities do where dry friction holds a body, in
/// one line.
pub(super) fn listed(events: &[EventReport], span: f64) -> String {
    let mut groups: Vec<Vec<&EventReport>> = Vec::new();
    for event in events {
        let own = |group: &&mut Vec<&EventReport>| group[0].text == event.text;
        let is_close = |last: &EventReport| (event.t - last.t).abs() < CLOSE * span.abs();
        match groups.iter_mut().rev().find(own) {
            Some(group) if group.last().is_some_and(|last| is_close(last)) => group.push(event),
            _ => groups.push(vec![event]),
        }
    }
    let mut lines: Vec<(f64, String)> = groups.iter().flat_map(|group| told(group)).collect();
    lines.sort_by(|a, b| (a.0 * span.signum()).total_cmp(&(b.0 * span.signum())));
    let mut out: String = lines.iter().take(MOST_LINES).map(|line| line.1.as_str()).collect();
    if let Some(more) = lines.len().checked_sub(MOST_LINES).filter(|more| *more > 0) {
        out.push_str(&format!("           and {more} more; --json has all of them\n"));
    }
    out
}

/// The lines of zeros that follow each other closely, with their times.
fn told(group: &[&EventReport]) -> Vec<(f64, String)> {
    if let ([first, .., last], true) = (group, group.len() >= SEVERAL) {
        let (count, text) = (group.len(), &first.text);
        let (from, to) = (figures(first.t), figures(last.t));
        let line = format!("event      {text} = 0: {count} zeros between t = {from} and {to}\n");
        return vec![(first.t, line)];
    }
    let line = |e: &&EventReport| {
        let (text, t, how) = (&e.text, figures(e.t), e.how);
        let said = match how.strip_prefix("jumping ") {
            Some(way) => format!("event      {text} jumps over 0 at t = {t} ({way})\n"),
            None => format!("event      {text} = 0 at t = {t} ({how})\n"),
        };
        (e.t, said)
    };
    group.iter().map(line).collect()
}

/// How a quantity meets zero, in a word.
pub(super) fn word(meeting: Meeting) -> &'static str {
    match meeting {
        Meeting::Rising => "rising",
        Meeting::Falling => "falling",
        Meeting::Touching => "touching",
        Meeting::JumpingUp => "jumping up",
        Meeting::JumpingDown => "jumping down",
    }
}
