//! What the constraints of a model are, in words and for scripts.

use alembert_algebra::ring::Ring;
use alembert_algebra::{Expr, Function, Kind, Node, Vector, contains, postorder};
use alembert_mechanics::affine::is_affine;
use alembert_mechanics::classify::{
    Classification, ConstraintKind, Escape, Finding, Hidden, Open, classify, growth_at, massless,
};
use alembert_mechanics::rotation::in_coordinates;
use alembert_mechanics::{Linear, Motion, Reason, System};
use alembert_render::Spelling;

use super::conditions::listed;
use super::ground::is_fixed;
use super::notation::text;
use super::piecewise::{piecewise, with_branches};
use super::prove::differ_from_zero;
use super::shorten::shorten;
use super::{needed, values};
use crate::language::{Assignment, Model};

/// The classification of the constraints of a model.
#[derive(Debug, Clone, Default)]
pub struct ClassificationReport {
    /// For each constraint its kind, if it is known.
    pub kinds: Vec<Option<ConstraintKind>>,
    /// For each constraint the reason: for people, and in ASCII.
    pub reasons: Vec<(String, String)>,
    /// The ranks of the allowed directions and their brackets almost everywhere.
    pub growth: Option<Vec<usize>>,
    /// The same at the point that was asked for.
    pub growth_at: Option<Vec<usize>>,
    /// The degrees of freedom of the configuration.
    pub configuration: Option<usize>,
    /// The degrees of freedom of the velocities.
    pub velocity: Option<usize>,
    /// The integrable combinations, by constraint and coefficient.
    pub combinations: Option<Vec<Vec<(usize, Expr)>>>,
    /// Where the rank of the constraints drops: equations that hold together.
    pub drops: Option<Vec<Vec<Expr>>>,
    /// May it drop elsewhere, at equations of which no real solution is known?
    pub(super) may_drop_elsewhere: bool,
    /// What must not vanish, made of parameters, for each constraint to be of its kind.
    pub needed: Vec<Vec<Expr>>,
    /// The values of the brackets that are reasons.
    pub(super) brackets: Vec<Expr>,
    /// All of these in words: for people, and in ASCII.
    pub conditions: Vec<(String, String)>,
    /// Is it not known whether the values of the model are special ones?
    pub(super) is_doubtful: bool,
    /// The values of parameters for which it is said, where they are special ones: for people, and in
    /// ASCII.
    pub values: Option<(String, String)>,
    /// Can everything near almost every configuration be reached?
    pub controllable: Option<bool>,
    /// Do the allowed directions and their brackets fill the space?
    pub accessible: Option<bool>,
    /// Is time one of the coordinates?
    pub has_time: bool,
    /// Nonlinear constraints that hide linear ones, each with these in words.
    pub hidden: Vec<(usize, String)>,
    /// Those of them whose gradient vanishes with them, each with all that it says.
    pub irregular: Vec<(usize, Vec<Expr>)>,
    /// Those of them that are fractions, each with its numerator.
    pub(super) fractions: Vec<(usize, Expr)>,
    /// Constraints that follow from those before them, where that is decided.
    pub dependent: Option<Vec<usize>>,
    /// Allowed directions without kinetic energy, where that is decided.
    pub massless: Option<Vec<Vector>>,
    /// Why nothing is known, if so.
    pub undecided: Option<Reason>,
    /// The point that was asked for, in words.
    pub point: String,
    /// Functions in the constraints that may be one thing here and another there.
    pub(super) piecewise: Vec<Expr>,
    /// Unspecified functions in the constraints, of which nothing is known.
    pub functions: Vec<String>,
    /// What was not decided, with the reason.
    pub limits: Vec<String>,
}

impl ClassificationReport {
    /// Classifies the constraints of a model; `at` gives a point to look at, or nothing.
    pub(super) fn new(model: &Model, system: &System, motion: &Motion, at: &[Assignment]) -> Self {
        let (mut report, found) = match Self::facts(system, motion) {
            Ok((report, found)) => (report, found),
            Err(reason) => {
                let mut report = Self::undecided(system, reason);
                if reason == Reason::Split || !model.rotations.is_empty() {
                    report.tell_of_positions(system);
                }
                return report;
            }
        };
        report.reasons = reasons(model, system, &found);
        for (i, finding) in found.findings.iter().enumerate() {
            if let Some(hidden) = &finding.hidden {
                let words = Words { model, found: &found, label: &system.constraints()[i].label };
                report.hidden.push((i, words.hidden(hidden, Spelling::Unicode)));
                match hidden {
                    Hidden::All(list) => report.irregular.push((i, list.clone())),
                    Hidden::Numerator(one) => report.fractions.push((i, *one)),
                    Hidden::Either(_) => {}
                }
            }
        }
        report.look_at_parameters(model, system, &found);
        report.tell_conditions(model);
        report.functions = unspecified(system);
        report.look_at_pieces(model, system, motion);
        report.note_limits(&found);
        if !model.rotations.is_empty() {
            report.tell_of_rotations(model, &found, system);
        }
        if !at.is_empty() && !model.rotations.is_empty() {
            let what = "the growth at a point is not looked at for rotations";
            report.limits.push(what.to_owned());
        } else if !at.is_empty() {
            report.look_at(model, system, &found, at);
        }
        report
    }

    /// What is known of the constraints without words.
    pub(super) fn facts(
        system: &System,
        motion: &Motion,
    ) -> Result<(Self, Classification), Reason> {
        let found = classify(system)?;
        if positions_are_split(system) {
            return Err(Reason::Split);
        }
        let mut report = Self {
            kinds: found.findings.iter().map(|f| f.kind.ok()).collect(),
            growth: found.growth.as_ref().ok().cloned(),
            configuration: found.configuration_freedom(),
            velocity: found.velocity_freedom(),
            combinations: found.combinations.as_ref().ok().map(|c| c.terms.clone()),
            drops: rank_drops(&found),
            may_drop_elsewhere: found.drops.as_ref().is_ok_and(|drops| !drops.open.is_empty()),
            controllable: found.is_controllable(),
            accessible: found.is_accessible(),
            has_time: found.has_time(),
            ..Self::default()
        };
        if found.velocity_freedom().is_some() {
            report.dependent = Some(found.dependent.clone());
            report.look_at_inertia(system, motion, &found);
        }
        Ok((report, found))
    }

    /// Constraints that are written with positions are holonomic, whatever else is not decided:
    /// those on orientations are curved in every parameter.
    fn tell_of_positions(&mut self, system: &System) {
        let reason = "a relation between positions".to_owned();
        for (i, constraint) in system.constraints().iter().enumerate() {
            if constraint.order(system.q()) == Some(0) {
                self.kinds[i] = Some(ConstraintKind::Holonomic);
                self.reasons[i] = (reason.clone(), reason.clone());
            }
        }
    }

    /// What was found in the parameters of orientations is told without these.
    fn tell_of_rotations(&mut self, model: &Model, found: &Classification, system: &System) {
        let plain = |f: &Finding| Finding { escape: None, hidden: None, ..f.clone() };
        let findings = found.findings.iter().map(plain).collect();
        self.reasons = reasons(model, system, &Classification { findings, ..found.clone() });
        let parameters = &system.q()[model.coordinates.len()..];
        let told = |e: &Expr| !parameters.iter().any(|&c| contains(*e, c));
        if self.drops.iter().flatten().flatten().any(|e| !told(e)) {
            self.drops = None;
            let what = "the rank of the constraints drops at some orientations";
            self.limits.push(what.to_owned());
        }
    }

    /// A bracket that leaves a constraint may vanish for special values of the parameters: with w = 0
    /// the constraint `z' = w y x'` is integrable.
    fn look_at_parameters(&mut self, model: &Model, system: &System, found: &Classification) {
        for (i, finding) in found.findings.iter().enumerate() {
            self.brackets.extend(finding.escape.iter().map(|escape| escape.value));
            let value = finding.escape.iter().map(|escape| escape.value);
            let fixed = listed(model, value).into_iter().filter(|&e| is_fixed(e)).collect();
            let needed = needed::of_kinds(system, &[i], &self.kinds, fixed);
            if !needed.is_empty() {
                let said = |spelling| differ_from_zero(&needed, model, spelling);
                let (shown, ascii) = &mut self.reasons[i];
                shown.push_str(&format!(", where {}", said(Spelling::Unicode)));
                ascii.push_str(&format!(", where {}", said(Spelling::Ascii)));
            }
            self.needed.push(needed);
        }
    }

    fn tell_conditions(&mut self, model: &Model) {
        for e in self.needed.concat() {
            let said = |spelling| differ_from_zero(&[e], model, spelling);
            let condition = (said(Spelling::Unicode), said(Spelling::Ascii));
            if !self.conditions.contains(&condition) {
                self.conditions.push(condition);
            }
        }
    }

    /// What is proved on a part of the space is not said of all of it.
    fn look_at_pieces(&mut self, model: &Model, system: &System, motion: &Motion) {
        let mut equations: Vec<Expr> = system.constraints().iter().map(|c| c.phi).collect();
        if let Linear::Kkt { M, .. } = &motion.system {
            equations.extend(M.entries());
        }
        self.piecewise = piecewise(model, &equations);
        let q = system.q();
        let (positions, others): (Vec<_>, Vec<_>) =
            system.constraints().iter().partition(|c| c.order(q) == Some(0));
        if positions.iter().any(|c| !is_affine(c.phi, q)) {
            let others: Vec<Expr> = others.iter().map(|c| c.phi).collect();
            let branches = with_branches(&others).into_iter();
            let new: Vec<Expr> = branches.filter(|e| !self.piecewise.contains(e)).collect();
            self.piecewise.extend(new);
        }
        if self.piecewise.is_empty() {
            return;
        }
        (self.controllable, self.accessible) = (None, None);
        let names = self.piecewise.iter().map(|&e| text(e, model, Spelling::Unicode));
        let names: Vec<String> = names.map(Result::unwrap_or_default).collect();
        self.limits.push(format!(
            "{} may be one function here and another there: what is said holds on a part of the space, \
             and may be otherwise elsewhere",
            list(&names)
        ));
    }

    fn undecided(system: &System, reason: Reason) -> Self {
        let count = system.constraints().len();
        let why = match reason {
            Reason::Contradiction => {
                "not decided: almost nowhere do all constraints hold together, or one of them follows \
                 from the others"
                    .to_owned()
            }
            _ => format!("not decided: {reason}"),
        };
        let limits = match reason {
            Reason::Contradiction => Vec::new(),
            _ => vec![format!("the constraints were not classified: {reason}")],
        };
        let (kinds, reasons) = (vec![None; count], vec![(why.clone(), why); count]);
        Self { kinds, reasons, limits, undecided: Some(reason), ..Self::default() }
    }

    /// Directions in which the motion has no inertia, when all reactions are ideal.
    fn look_at_inertia(&mut self, system: &System, motion: &Motion, found: &Classification) {
        let Linear::Kkt { M, .. } = &motion.system else { return };
        if system.constraints().iter().any(|c| c.reaction.is_some()) {
            return;
        }
        match massless(system, M, found) {
            Ok(directions) => self.massless = Some(directions),
            Err(why) => self.limits.push(format!("the mass matrix was not looked at: {why}")),
        }
    }

    fn note_limits(&mut self, found: &Classification) {
        if let Err(reason @ Open::Reason(_)) = &found.growth {
            self.limits.push(format!("the growth vector was not found: {reason}"));
        }
        if let Err(reason) = &found.drops {
            self.limits.push(format!("rank drops were not looked for: {reason}"));
        }
    }

    /// The growth vector at a point: what is not given is initial, or else 0.
    fn look_at(
        &mut self,
        model: &Model,
        system: &System,
        found: &Classification,
        at: &[Assignment],
    ) {
        let Some(&generic) = found.growth.as_ref().ok().and_then(|growth| growth.last()) else {
            return;
        };
        let value = |&x: &Expr| (x, values::value_of(model, at, x).unwrap_or(Expr::zero()));
        let point: Vec<(Expr, Expr)> = found.x.iter().map(value).collect();
        let words = |e: Expr| text(e, model, Spelling::Unicode).unwrap_or_default();
        let places = point.iter().map(|&(x, value)| format!("{} = {}", words(x), words(value)));
        self.point = places.collect::<Vec<_>>().join(", ");
        let own = model.with_values(&model.own_values()).system();
        let own = own.and_then(|own| in_coordinates(&own));
        match growth_at(own.as_ref().unwrap_or(system), &point, generic) {
            Ok(growth) => self.growth_at = Some(growth),
            Err(why) => self.limits.push(format!("the growth at the point was not found: {why}")),
        }
    }
}

/// May the positions that the constraints allow fall into several parts, so that a constraint on
/// velocities is one thing here and another there?
fn positions_are_split(system: &System) -> bool {
    let of_order = |order: u32| {
        let of_order =
            system.constraints().iter().filter(move |c| c.order(system.q()) == Some(order));
        of_order.map(|c| c.phi).collect::<Vec<Expr>>()
    };
    let (positions, velocities) = (of_order(0), of_order(1));
    if positions.is_empty() || velocities.is_empty() {
        return false;
    }
    // What is too large to be decided here is no part that is known.
    let Ok(mut ring) = Ring::new(&[positions.clone(), velocities].concat()) else { return false };
    ring.impose(&positions, system.q()).is_ok() && ring.is_split()
}

/// Where the constraints lose rank. Not known when some of them are no forms: their gradients were
/// not looked at.
fn rank_drops(found: &Classification) -> Option<Vec<Vec<Expr>>> {
    match found.combinations {
        Err(Open::Nonlinear | Open::Acceleration) => None,
        _ => found.drops.as_ref().ok().map(|drops| drops.parts.clone()),
    }
}

/// The unspecified functions in the constraints.
fn unspecified(system: &System) -> Vec<String> {
    let phi: Vec<Expr> = system.constraints().iter().map(|c| c.phi).collect();
    let mut names: Vec<String> = postorder(&phi)
        .into_iter()
        .filter_map(|e| match e.node() {
            Node::Apply(Function::Unspecified(f), _) => Some(f.name.to_string()),
            _ => None,
        })
        .collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// Values of more characters than this are not shown in a sentence.
const LONGEST_VALUE: usize = 36;

/// `x = 0, y = 0`.
pub(super) fn equations(part: &[Expr], model: &Model, spelling: Spelling) -> String {
    let equation = |e: &Expr| format!("{} = 0", text(*e, model, spelling).unwrap_or_default());
    part.iter().map(equation).collect::<Vec<_>>().join(", ")
}

/// The reason for the kind of each constraint, for people and in ASCII.
fn reasons(model: &Model, system: &System, found: &Classification) -> Vec<(String, String)> {
    let reason = |(i, finding): (usize, &Finding)| {
        let label = &system.constraints()[i].label;
        let words = Words { model, found, label };
        (words.reason(finding, Spelling::Unicode), words.reason(finding, Spelling::Ascii))
    };
    found.findings.iter().enumerate().map(reason).collect()
}

/// What is needed to talk about a constraint.
struct Words<'a> {
    model: &'a Model,
    found: &'a Classification,
    label: &'a str,
}

impl Words<'_> {
    fn reason(&self, finding: &Finding, spelling: Spelling) -> String {
        let reason = self.reason_of_kind(finding, spelling);
        match &finding.hidden {
            Some(hidden @ Hidden::All(_)) => format!(
                "an irregular form of {}, with which its gradient vanishes; {reason}",
                self.hidden(hidden, spelling)
            ),
            Some(hidden) => format!("it says {}; {reason}", self.hidden(hidden, spelling)),
            None => reason,
        }
    }

    /// `x' − R θ' = 0`, one or several of them.
    fn hidden(&self, hidden: &Hidden, spelling: Spelling) -> String {
        let (list, word) = match hidden {
            Hidden::All(list) => (&list[..], " and "),
            Hidden::Numerator(one) => (std::slice::from_ref(one), ""),
            Hidden::Either(list) => (&list[..], " or "),
        };
        let equation = |e: &Expr| equations(&[*e], self.model, spelling);
        list.iter().map(equation).collect::<Vec<_>>().join(word)
    }

    fn is_servo(&self) -> bool {
        self.model.constraints.iter().any(|c| c.label == self.label && c.reaction.is_some())
    }

    fn reason_of_kind(&self, finding: &Finding, spelling: Spelling) -> String {
        use ConstraintKind as K;
        match (&finding.kind, &finding.escape) {
            (Ok(K::Holonomic), _) => "a relation between positions".to_owned(),
            (Ok(K::HolonomicInDisguise), _) => {
                "no bracket of allowed directions leaves it, so it follows from a relation between \
                 positions (Frobenius)"
                    .to_owned()
            }
            (Ok(K::Nonlinear), _) if self.is_servo() => {
                "the velocities that it allows form no plane; the direction of its reaction is given"
                    .to_owned()
            }
            (Ok(K::Nonlinear), _) => {
                "it is not linear in the velocities; Chetaev's rule is an assumption".to_owned()
            }
            (_, Some(escape)) => self.escape(escape, spelling),
            (Ok(_), None) => "brackets of allowed directions leave it".to_owned(),
            (Err(why), None) => format!("not decided: {why}"),
        }
    }

    /// "moving φ and moving x and y together, by turns, shifts x and y, which `edge` forbids: …"
    fn escape(&self, escape: &Escape, spelling: Spelling) -> String {
        let (found, label) = (self.found, self.label);
        let mut used = escape.word.clone();
        used.sort_unstable();
        used.dedup();
        let moves: Vec<String> =
            used.iter().map(|&i| self.moving(&found.fields[i], spelling)).collect();
        let shifted = list(&self.names(&escape.field, spelling));
        let value = text(shorten(escape.value), self.model, spelling).unwrap_or_default();
        let value = match value.chars().count() {
            1..=LONGEST_VALUE => format!("{value} instead of 0"),
            _ => "not 0".to_owned(),
        };
        let bracket = bracket(&escape.word, spelling);
        let often = if escape.word.len() > 2 { ", again and again" } else { "" };
        format!(
            "{}, by turns{often}, shifts {shifted} as `{label}` forbids: {bracket} leaves the \
             allowed directions ({value})",
            moves.join(" and "),
        )
    }

    fn moving(&self, field: &Vector, spelling: Spelling) -> String {
        let names = self.names(field, spelling);
        let time = self.found.has_time() && field[self.found.n] != Expr::zero();
        match (time, names.len()) {
            (true, 0) => "letting time pass".to_owned(),
            (true, _) => format!("letting time pass with {}", list(&names)),
            (false, 1) => format!("moving {}", names[0]),
            (false, _) => format!("moving {} together", list(&names)),
        }
    }

    /// The coordinates that a field moves.
    fn names(&self, field: &Vector, spelling: Spelling) -> Vec<String> {
        let moved = self.found.x.iter().zip(field.iter()).take(self.found.n);
        moved
            .filter(|(_, e)| **e != Expr::zero())
            .map(|(&x, _)| text(x, self.model, spelling).unwrap_or_default())
            .collect()
    }
}

/// `x, y and θ`.
pub(super) fn list(names: &[String]) -> String {
    match names {
        [] => "nothing".to_owned(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// `[X₁, [X₂, X₁]]` for the fields 0, 1, 0.
fn bracket(word: &[usize], spelling: Spelling) -> String {
    let name = |i: usize| spelling.name(&format!("X_{}", i + 1));
    match word {
        [] => String::new(),
        [one] => name(*one),
        [first, rest @ ..] => format!("[{}, {}]", name(*first), bracket(rest, spelling)),
    }
}

/// A combination of constraints as text: `2 roll_x − roll_y`.
pub(super) fn combination(
    terms: &[(usize, Expr)],
    model: &Model,
    label: &dyn Fn(usize) -> String,
    spelling: Spelling,
) -> Option<String> {
    let sum = terms.iter().map(|(i, c)| *c * Expr::symbol(&label(*i), Kind::Auxiliary, 0));
    text(Expr::sum(sum), model, spelling).ok()
}
