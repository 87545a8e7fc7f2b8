//! What is integrable among the constraints: AL032 and AL033, with the position constraint that
//! may stand in place of each.
//!
//! A constraint that holds by itself as h = const gets a fix, `label: h = value`, with the value
//! that h has at the initial values of the model; a number that is not zero becomes a parameter,
//! because it has no unit. An integral with a divisor is written without it.

use alembert_algebra::zero::{Verdict, zero_test};
use alembert_algebra::{
    Elementary, Expr, Kind, Node, Rational, Substitution, contains, postorder, symbols,
};
use alembert_mechanics::System;
use alembert_mechanics::integral::{Integrability, Integral, integrability};
use alembert_render::{RenderError, Spelling};

use super::conditions::listed;
use super::ground::where_integrals_hold;
use super::notation::text;
use super::piecewise::{divisor, piecewise};
use super::prove::differ_from_zero;
use super::sampled::{self, are_independent};
use super::shorten::shorten;
use crate::language::{Code, Diagnostic, Model, Span};

/// Products of terms that the search for integrals may take in a check.
const WORK: u64 = 4_000_000;

/// An integral of the constraints, and where it is one.
#[derive(Debug, Clone)]
pub(super) struct ConstraintIntegral {
    /// The function of the positions that is constant.
    pub(super) h: Expr,
    /// The same in Unicode.
    pub(super) text: String,
    /// `constant on every motion`, or where it is so.
    pub(super) place: String,
}

/// What was found, as texts.
pub(super) struct Report {
    /// The integrals in ASCII, and as they are shown.
    pub(super) integrals: Vec<String>,
    pub(super) shown: Vec<ConstraintIntegral>,
    /// What stands in roots that their integrating factors divide by: `x' = √x y'` holds for x = 0, whatever y does.
    poles: Vec<Expr>,
    /// What they divide by.
    divisors: Vec<Expr>,
    /// Are the constraints one thing here and another there?
    is_piecewise: bool,
    /// How many combinations of the constraints are integrable, where that is known.
    pub(super) combinations: Option<usize>,
    /// What must not vanish for the integrals to be constant, in ASCII: `x != 0`.
    pub(super) conditions: Vec<String>,
    /// AL032 and AL033.
    pub(super) diagnostics: Vec<Diagnostic>,
}

impl Report {
    /// Is nothing found, and nothing known of what there is?
    pub(super) fn is_silent(&self) -> bool {
        self.shown.is_empty() && self.diagnostics.is_empty() && self.combinations.is_none()
    }

    /// Says where the integrals are constant. A constraint that says nothing at some places is not to
    /// be replaced by its integral.
    pub(super) fn within(mut self, model: &Model, system: &System) -> Self {
        if self.shown.is_empty() && self.diagnostics.is_empty() {
            return self; // there is nothing to be said of any place
        }
        let mut places = where_integrals_hold(model, system);
        places.extend(listed(model, self.poles.iter().copied()));
        let shown: Vec<Expr> =
            places.iter().copied().chain(listed(model, self.divisors.iter().copied())).collect();
        let list = differ_from_zero(&shown, model, Spelling::Unicode);
        let place = match (shown.is_empty(), self.is_piecewise) {
            (_, true) => "constant on a part of the space at least".to_owned(),
            (true, _) => "constant on every motion".to_owned(),
            (false, _) => format!("constant where {list}"),
        };
        for integral in &mut self.shown {
            let jumps = if jumps(integral.h) { ", up to jumps of its angle by 2π" } else { "" };
            let has_logarithms = integral.text.contains("log(");
            let logarithms = if has_logarithms { ", as far as its logarithms exist" } else { "" };
            integral.place = format!("{place}{jumps}{logarithms}");
        }
        if self.is_piecewise {
            for finding in &mut self.diagnostics {
                finding.without_fix();
                finding.hint = Some("this holds on a part of the space at least".to_owned());
            }
        }
        let ascii = |place: &Expr| differ_from_zero(&[*place], model, Spelling::Ascii);
        self.conditions = shown.iter().map(ascii).collect();
        if places.is_empty() {
            return self;
        }
        for finding in &mut self.diagnostics {
            finding.without_fix();
            finding.hint = Some(format!("it is proved to be constant where {list}"));
        }
        self
    }
}

/// Looks at the constraints of a model; with its own values where they may be special ones, and where
/// the integrals for other values say less with them, as exp(a x) − a y does where a = 0.
pub(super) fn report(
    model: &Model,
    system: &System,
    with_values: bool,
) -> Result<Report, RenderError> {
    let known = integrability(system, WORK);
    let h: Vec<Expr> = known.found.integrals.iter().map(|i| i.h).collect();
    if !with_values && are_independent(model, &h, system.q()) {
        return written(model, system, &known);
    }
    let own = model.with_values(&model.own_values());
    match own.system() {
        Ok(system) => written(&own, &system, &integrability(&system, WORK)),
        Err(_) => written(model, system, &known),
    }
}

/// What was found, written.
fn written(model: &Model, system: &System, known: &Integrability) -> Result<Report, RenderError> {
    let found = &known.found;
    let ascii = found.integrals.iter().map(|i| text(i.h, model, Spelling::Ascii));
    let integrals = ascii.collect::<Result<_, _>>()?;
    let shown = |i: &Integral| -> Result<ConstraintIntegral, RenderError> {
        let text = text(i.h, model, Spelling::Unicode)?;
        Ok(ConstraintIntegral { h: i.h, text, place: String::new() })
    };
    let shown = found.integrals.iter().map(shown).collect::<Result<_, _>>()?;
    let decided = found.missing > 0 || found.why.is_none();
    let combinations = decided.then_some(found.integrals.len() + found.missing);
    let mut diagnostics = Vec::new();
    for &number in &known.holonomic {
        diagnostics.push(disguised(model, system, known, number)?);
    }
    if known.holonomic.is_empty() {
        for integral in &found.integrals {
            diagnostics.push(combination(model, integral, known)?);
        }
    }
    let conditions = Vec::new();
    let phi: Vec<Expr> = system.constraints().iter().map(|c| c.phi).collect();
    let is_piecewise = !piecewise(model, &phi).is_empty();
    let factors = found.integrals.iter().flat_map(|i| i.factors.iter());
    let divisors = found.integrals.iter().map(|i| divisor(i.h)).collect();
    let poles = factors.map(|&f| radicands_below(f)).collect();
    Ok(Report {
        integrals,
        shown,
        poles,
        divisors,
        is_piecewise,
        combinations,
        conditions,
        diagnostics,
    })
}

/// AL032.
fn disguised(
    model: &Model,
    system: &System,
    known: &Integrability,
    number: usize,
) -> Result<Diagnostic, RenderError> {
    let constraint = &model.constraints[number];
    let label = &constraint.label;
    let start = format!("constraint `{label}` is holonomic in disguise");
    let own = known.in_place.iter().find(|(c, _)| *c == number);
    let Some(integral) = own.map(|&(_, i)| &known.found.integrals[i]) else {
        let message = match &known.found.why {
            Some(why) => format!("{start}; its integral was not found: {why}"),
            None => format!("{start}: it follows from the integrals of all constraints together"),
        };
        return Ok(Diagnostic::new(Code::HolonomicInDisguise, constraint.span, message));
    };
    let h = text(integral.h, model, Spelling::Unicode)?;
    let message = format!("{start}: {h} = const");
    let finding = Diagnostic::new(Code::HolonomicInDisguise, constraint.span, message);
    if jumps(integral.h) {
        let hint = "its angle jumps by 2π where it has gone around: as a position constraint it needs an \
                    angle that is a coordinate";
        return Ok(finding.hint(hint));
    }
    let (numerator, divisor) = without_divisor(integral.h);
    let start = value_at_start(model, system, integral.h).filter(|&value| is_real(model, value));
    let Some(value) = start else {
        let line = format!("{h} = its value at the start");
        return Ok(finding.hint(hint(model, system, integral, &line)?));
    };
    let spelling = if model.is_ascii { Spelling::Ascii } else { Spelling::Unicode };
    let is_written = symbols(&[value]).into_iter().any(|e| e != Expr::pi());
    let first = model.parameters.iter().map(|p| p.span.start).min();
    let unitless = first.is_none() && model.coordinates.iter().all(|c| c.unit.is_none());
    let plain =
        value == Expr::zero() || unitless || is_written && !has_bare_numbers(model, integral.h);
    let name = format!("{label}_0");
    let constant = match plain {
        true => value,
        false => Expr::symbol(&name, Kind::Parameter { positive: false }, 0),
    };
    let (left, right) =
        (text(numerator, model, spelling)?, text(constant * divisor, model, spelling)?);
    let line = format!("{left} = {right}");
    let told = hint(model, system, integral, &line)? + &multipliers(model, integral)?;
    let finding = finding.hint(told);
    let alone = model.constraints.iter().filter(|c| c.span == constraint.span).count() == 1;
    let taken = model.parameters.iter().any(|p| p.name == name);
    Ok(match (alone, plain, first) {
        (true, true, _) => finding.fix(constraint.span, format!("{label}:  {line}")),
        (true, false, Some(place)) if !taken => {
            let value = Substitution::new(model.own_values()).apply(value);
            let declared = format!("{name} = {}\n  ", text(value, model, spelling)?);
            finding
                .fix(constraint.span, format!("{label}:  {line}"))
                .also(Span::at(place), declared)
        }
        _ => finding,
    })
}

/// Is there a number without its unit in the value at the start? With x = 1 m, θ = 0.2 and a radius R
/// the value 1 − 0.2 R of x − R θ adds a number to a length.
fn has_bare_numbers(model: &Model, h: Expr) -> bool {
    let is_number = |x: Expr| {
        let given =
            model.initial.iter().find(|i| i.quantity == x).and_then(|i| i.value.as_number());
        given.is_some_and(|number| !number.is_zero())
    };
    let has_unit = |unit: &Option<String>| !matches!(unit.as_deref(), None | Some("rad" | "1"));
    let used = model.coordinates.iter().filter(|c| contains(h, c.symbol));
    used.into_iter().any(|c| has_unit(&c.unit) && is_number(c.symbol))
}

/// What to do about it, and which angles must be counted in full turns.
fn hint(
    model: &Model,
    system: &System,
    integral: &Integral,
    line: &str,
) -> Result<String, RenderError> {
    let mut hint = format!("as a position constraint it holds without drift: {line}");
    for angle in integral.covering(&angles(model, system)) {
        let angle = text(angle, model, Spelling::Unicode)?;
        hint.push_str(&format!("; {angle} then counts full turns and is not taken modulo 2π"));
    }
    Ok(hint)
}

/// What becomes of the multipliers: `dh = f φ` makes `λ` of φ `f` times that of h.
fn multipliers(model: &Model, integral: &Integral) -> Result<String, RenderError> {
    let used = integral.factors.iter().copied().filter(|&f| f != Expr::zero());
    let factors: Vec<Expr> = used.map(|f| f * without_divisor(integral.h).1).collect();
    Ok(match factors[..] {
        [one] if one == Expr::one() => String::new(),
        [factor] => {
            let factor = text(shorten(factor), model, Spelling::Unicode)?;
            format!("; its λ becomes another one: the present λ is {factor} times the new one")
        }
        _ => "; the multipliers become others".to_owned(),
    })
}

/// AL033.
fn combination(
    model: &Model,
    integral: &Integral,
    known: &Integrability,
) -> Result<Diagnostic, RenderError> {
    let h = text(integral.h, model, Spelling::Unicode)?;
    let terms = known
        .numbers
        .iter()
        .zip(&integral.factors)
        .map(|(&i, &f)| f * Expr::symbol(&model.constraints[i].label, Kind::Auxiliary, 0));
    let sum = text(Expr::sum(terms), model, Spelling::Ascii)?;
    let used = known.numbers.iter().zip(&integral.factors).find(|(_, f)| **f != Expr::zero());
    let span = used.map_or(model.lagrangian_span, |(&i, _)| model.constraints[i].span);
    let message = format!("a combination of the constraints is integrable: {h} = const");
    let finding = Diagnostic::new(Code::IntegrableCombination, span, message);
    Ok(finding.hint(format!("the combination is {sum}")))
}

/// Coordinates that are angles: by their unit, or because a sine or cosine is taken of them.
pub(super) fn angles(model: &Model, system: &System) -> Vec<Expr> {
    let mut parts = vec![system.L()];
    parts.extend(system.constraints().iter().map(|c| c.phi));
    let arguments = sine_arguments(&parts);
    let by_unit = |unit: &Option<String>| matches!(unit.as_deref(), Some("rad" | "deg"));
    let is_angle = |x: Expr| arguments.iter().any(|&a| contains(a, x));
    let angles = model.coordinates.iter().filter(|c| by_unit(&c.unit) || is_angle(c.symbol));
    angles.map(|c| c.symbol).collect()
}

/// What sines and cosines are taken of.
pub(super) fn sine_arguments(parts: &[Expr]) -> Vec<Expr> {
    let circular = [Elementary::Sin.into(), Elementary::Cos.into()];
    let argument = |e: Expr| match e.node() {
        Node::Apply(f, x) if circular.contains(&f) => Some(x[0]),
        _ => None,
    };
    postorder(parts).into_iter().filter_map(argument).collect()
}

/// Has it a real value with the parameters of the model?
fn is_real(model: &Model, value: Expr) -> bool {
    !sampled::values(model, &[value]).is_empty()
}

/// The radicands of the roots that it divides by; `√x/x` divides by one.
fn radicands_below(e: Expr) -> Expr {
    let Node::Product(powers) = e.node() else { return Expr::one() };
    let total = |base: Expr| {
        let of_base = powers.iter().filter(|(other, _)| *other == base);
        of_base.fold(Rational::ZERO, |sum, (_, k)| &sum + k)
    };
    let roots = powers.iter().filter(|(_, k)| k.to_i64().is_none());
    let below = roots.filter(|(base, _)| total(*base) < Rational::ZERO);
    below.fold(Expr::one(), |all, (base, _)| all * *base)
}

/// Does it contain an angle that jumps where it has gone around?
fn jumps(h: Expr) -> bool {
    let is_angle = |e: Expr| matches!(e.node(), Node::Apply(f, _) if f == Elementary::Atan2.into());
    postorder(&[h]).into_iter().any(is_angle)
}

/// Numerator and denominator as they are written.
pub(super) fn without_divisor(h: Expr) -> (Expr, Expr) {
    let Node::Product(powers) = h.node() else { return (h, Expr::one()) };
    let (below, above): (Vec<_>, Vec<_>) =
        powers.iter().cloned().partition(|(base, k)| k.is_negative() && !is_exponential(*base));
    let divisor = below.into_iter().map(|(base, k)| (base, -&k)).collect();
    (alembert_algebra::product(above), alembert_algebra::product(divisor))
}

fn is_exponential(e: Expr) -> bool {
    matches!(e.node(), Node::Apply(f, _) if f == Elementary::Exp.into())
}

/// The value of a function of positions and time at the start; `None` when it has none there, or
/// when the model does not say where the start is.
pub(super) fn value_at_start(model: &Model, system: &System, h: Expr) -> Option<Expr> {
    let given = |x: Expr| model.initial.iter().find(|i| i.quantity == x).map(|i| i.value);
    let used = system.q().iter().filter(|&&x| contains(h, x));
    let coordinates: Vec<_> = used.map(|&x| Some((x, given(x)?))).collect::<Option<_>>()?;
    let start = model.run.range.map_or(Expr::zero(), |r| r.0);
    let value = Substitution::new(coordinates.into_iter().chain([(system.t(), start)])).apply(h);
    match zero_test(value) {
        Verdict::Zero => Some(Expr::zero()),
        _ => value.fault().is_none().then_some(value),
    }
}
