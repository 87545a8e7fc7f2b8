//! Is a model sound, and do the lines of `expect` and `reject` hold?

use alembert_algebra::Expr;
use alembert_algebra::polynomial::within;
use alembert_mechanics::classify::ConstraintKind;
use alembert_mechanics::comparison::Patience;
use alembert_mechanics::regular::{is_determined, is_determined_on_positions};
use alembert_mechanics::{Motion, Reason, System, Theory};
use alembert_render::Spelling;
use serde_json::{Value, json};

use super::assumed::{self, Zeros};
use super::classification::{ClassificationReport, combination, list};
use super::freedom::ConstraintReport;
use super::ground::integrals_are_split;
use super::integrals::ConstraintIntegral;
use super::invariants::InvariantReport;
use super::notation::{as_typed, text};
use super::own_values::{Ground, Special, classification};
use super::positive::negative_inertia;
use super::run::refused_start;
use super::statement::{Decision, StatementReport, decide_all};
use super::warnings::warnings;
use super::{WalkError, integrals, motion};
use crate::language::model::Claim;
use crate::language::{Assignment, Code, Diagnostic, Model};

/// What `check` finds in a model.
#[derive(Debug, Clone)]
pub struct CheckReport {
    /// The title of the model.
    pub title: String,
    /// Values that are assumed: as the page shows them, and in ASCII.
    pub(super) with: (Option<String>, Vec<String>),
    /// The names of the coordinates.
    pub coordinates: Vec<String>,
    /// The names of the orientations that are no coordinates.
    pub rotations: Vec<String>,
    /// The constraints by their form.
    pub constraints: Vec<ConstraintReport>,
    /// Are the constraints independent? Unknown when a limit was reached.
    pub independent: Option<bool>,
    /// Redundant constraints, each with the combination of others, if known.
    pub redundant: Vec<(String, Option<String>)>,
    /// The degrees of freedom of the velocities.
    pub velocity_freedom: Option<usize>,
    /// The number of combinations of the constraints that are integrable, where it is known.
    pub integrable_combinations: Option<usize>,
    /// Their integrals as far as they were found, in ASCII.
    pub integrals: Vec<String>,
    /// The same with where they are constant.
    pub(super) shown_integrals: Vec<ConstraintIntegral>,
    /// What must not vanish for them to be constant, in ASCII: `x != 0`.
    pub integral_conditions: Vec<String>,
    /// What the constraints are.
    pub classification: ClassificationReport,
    /// The equations of a rank drop, as texts for scripts.
    pub rank_drops: Option<Vec<String>>,
    /// What is conserved on every motion.
    pub invariants: Option<InvariantReport>,
    /// The order of the equations of motion.
    pub order: u32,
    /// By how much the orders of some coordinates are lower, all together.
    pub lower_orders: usize,
    /// The lines of `expect` and `reject`.
    pub statements: Vec<StatementReport>,
    /// Questions that were too large to be decided, with the reason.
    pub limits: Vec<String>,
    /// What else is to be said about the model, at places of its text.
    pub diagnostics: Vec<Diagnostic>,
}

/// Checks a model: its constraints, inertia, `expect` and `reject`.
///
/// # Errors
/// The mechanics refuses the model.
pub fn check(model: &Model) -> Result<CheckReport, WalkError> {
    check_at(model, &[])
}

/// Checks a model, and looks at the growth of the allowed directions at a point. Coordinates that
/// the point leaves out have their initial values, or are 0.
///
/// # Errors
/// The mechanics refuses the model.
pub fn check_at(model: &Model, at: &[Assignment]) -> Result<CheckReport, WalkError> {
    let model = &model.with_defined_constraints();
    let ground = Ground::new(model)?;
    let (looked, left) = within(LARGEST_CHECK, || look(model, &ground, at));
    let (mut report, special) = looked?;
    if left == 0 {
        report.limits.push(TOO_LARGE.to_owned());
    }
    Ok(decided(model, &ground, report, special))
}

/// Products of terms that `check` may take beside the lines of `expect` and `reject`: some tens of seconds.
const LARGEST_CHECK: u64 = 600_000_000;

/// Said where they do not suffice.
const TOO_LARGE: &str = "what was not decided here takes more work than `check` may";

/// Checks a model with no more work than there is; the lines of `expect` and `reject` are decided
/// whatever they take.
///
/// # Errors
/// The mechanics refuses the model.
pub(super) fn check_with(model: &Model, patience: &Patience) -> Result<CheckReport, WalkError> {
    let model = &model.with_defined_constraints();
    let ground = Ground::new(model)?;
    let (looked, suffices) = patience.cut(1, || look(model, &ground, &[]));
    let (mut report, special) = match looked {
        // A limit may refuse what the mechanics does not.
        Err(_) if !suffices => look(model, &ground, &[])?,
        looked => looked?,
    };
    if !suffices {
        report.limits.push(CUT.to_owned());
    }
    Ok(decided(model, &ground, report, special))
}

/// Said where the work does not suffice.
const CUT: &str =
    "what was not decided here takes more work than a report may; `alembert check` looks further";

/// What is found without the lines of `expect` and `reject`, and the values of the model where they are
/// special.
fn look(
    model: &Model,
    ground: &Ground,
    at: &[Assignment],
) -> Result<(CheckReport, Option<(Special, Ground)>), WalkError> {
    let mut found = ground.classify(model, at);
    let Some(special) = Special::of(model, &ground.flat, &mut found) else {
        return Ok((CheckReport::of_constraints(model, ground, found), None));
    };
    let own = Ground::new(&special.model)?;
    let found = special.classify(&own, at);
    let mut report = CheckReport::of_constraints(&special.model, &own, found);
    special.tell(model, &ground.flat, &mut report);
    Ok((report, Some((special, own))))
}

/// A report with the lines of `expect` and `reject`.
fn decided(
    model: &Model,
    ground: &Ground,
    mut report: CheckReport,
    special: Option<(Special, Ground)>,
) -> CheckReport {
    let statements = match special {
        Some((special, own)) => special.decide(model, (ground, &own), &report.classification),
        None => decide_all(model, &ground.system, &ground.motion, &report.classification),
    };
    report.conclude(model, ground, statements);
    report
}

/// Decides the lines of `expect` and `reject` that need no motion, and nothing else: equations for
/// parameters of any value, kinds for the values of the model.
///
/// # Errors
/// The mechanics refuses the model.
pub fn statements(model: &Model) -> Result<Vec<StatementReport>, WalkError> {
    let (system, motion) = motion(model, None)?;
    let lines = model.expect.iter().chain(&model.reject);
    let asks_for_kinds = lines.clone().any(|line| matches!(line.claim, Claim::Kind(..)));
    let found = match asks_for_kinds {
        true => classification(model)?,
        false => ClassificationReport::default(),
    };
    Ok(decide_all(model, &system, &motion, &found))
}

/// Is it a coordinate that a direction moves, and not a rotation?
fn moves_coordinates(model: &Model, direction: &[Expr]) -> bool {
    direction.iter().take(model.coordinates.len()).any(|&e| e != Expr::zero())
}

/// The coordinates and rotations that a direction moves.
fn moved(model: &Model, direction: &[Expr]) -> Vec<String> {
    let (plain, turns) = direction.split_at(model.coordinates.len().min(direction.len()));
    let moves = |list: &[Expr]| list.iter().any(|&e| e != Expr::zero());
    let coordinates = model.coordinates.iter().zip(plain.chunks(1)).map(|(c, e)| (&*c.name, e));
    let rotations =
        model.rotations.iter().zip(turns.chunks(3)).map(|(r, e)| (r.rotation.name(), e));
    let all = coordinates.chain(rotations).filter(|(_, e)| moves(e));
    all.map(|(name, _)| as_typed(name, model)).collect()
}

impl CheckReport {
    /// What is found in the constraints, the inertia and the symmetries.
    fn of_constraints(model: &Model, ground: &Ground, found: ClassificationReport) -> Self {
        let Ground { system, motion, flat, .. } = ground;
        let mut report = Self::new(model, ground, found);
        let determined = is_determined(motion) || is_determined_on_positions(system, motion);
        let independent = report.classification.dependent.as_ref().map(Vec::is_empty);
        if independent.unwrap_or(determined) {
            report.note_independence(system);
            report.look_at_contradiction(model);
        } else {
            report.look_at_independence(model, flat);
        }
        report.look_at_solutions(model);
        report.look_at_inertia(model);
        if !determined && !report.says_what_is_open() {
            report.look_at_determinacy(model, system, motion);
        }
        report.look_at_integrals(model, system, motion);
        report.look_at_kinds(model, flat);
        report.look_at_rank(model);
        report.look_at_regularity(model, flat);
        report.look_at_parameters(model, system);
        report.look_at_positions(model, system);
        report.look_at_invariants(model, system, motion);
        report
    }

    fn new(model: &Model, ground: &Ground, found: ClassificationReport) -> Self {
        let form = |c| ConstraintReport::new(c, &ground.flat);
        Self {
            title: model.title.clone(),
            with: (
                assumed::clause(model, Spelling::Unicode),
                assumed::equations(model, Spelling::Ascii),
            ),
            coordinates: model.coordinates.iter().map(|c| c.name.clone()).collect(),
            rotations: model.rotations.iter().map(|r| r.rotation.name().to_owned()).collect(),
            constraints: ground.flat.constraints().iter().map(form).collect(),
            independent: None,
            redundant: Vec::new(),
            velocity_freedom: None,
            integrable_combinations: None,
            integrals: Vec::new(),
            shown_integrals: Vec::new(),
            integral_conditions: Vec::new(),
            classification: found,
            rank_drops: None,
            invariants: None,
            order: 2 * ground.system.order(),
            lower_orders: lower_orders(&ground.system),
            statements: Vec::new(),
            limits: Vec::new(),
            diagnostics: Vec::new(),
        }
    }

    /// AL040 and AL041, where there are initial values and constraints for them.
    fn look_at_start(&mut self, model: &Model, ground: &Ground) {
        let told = self.diagnostics.iter().any(|d| d.code == Code::Contradiction);
        if !told && !model.initial.is_empty() && !model.constraints.is_empty() {
            self.diagnostics.extend(refused_start(model, &ground.system, &ground.motion));
        }
    }

    /// AL025, AL035, AL038, AL040 and AL041, and the lines of `expect` and `reject`.
    fn conclude(&mut self, model: &Model, ground: &Ground, statements: Vec<StatementReport>) {
        self.look_at_start(model, ground);
        self.diagnostics.extend(negative_inertia(model, &ground.system));
        let kinds = &self.classification.kinds;
        self.diagnostics.extend(warnings(model, &ground.system, &ground.motion, kinds));
        self.statements = statements;
        self.complain_about_statements(model);
        self.say_what_is_assumed(model);
    }

    /// A fix of the text is one for every value, and what is said here is said for those that are assumed.
    fn say_what_is_assumed(&mut self, model: &Model) {
        let (Some(with), _) = &self.with else { return };
        for finding in self.diagnostics.iter_mut().filter(|d| !d.fixes.is_empty()) {
            finding.without_fix();
            let hint = finding.hint.take().unwrap_or_default();
            finding.hint = Some(format!("{with}: {hint}"));
        }
        self.diagnostics.extend(assumed::silent_constraints(model));
    }

    /// Is it said already why the motion may not be determined? Where a constraint hides others its
    /// reaction vanishes with it.
    fn says_what_is_open(&self) -> bool {
        let open = |d: &Diagnostic| matches!(d.code, Code::NoKineticEnergy | Code::Contradiction);
        self.diagnostics.iter().any(open) || !self.classification.hidden.is_empty()
    }

    /// AL032, AL033 with the integrals that were found; constraints that contradict each other have
    /// nothing to integrate.
    fn look_at_integrals(&mut self, model: &Model, system: &System, motion: &Motion) {
        let undecided = self.classification.undecided;
        if self.diagnostics.iter().any(|d| d.code == Code::Contradiction)
            || matches!(undecided, Some(Reason::Contradiction | Reason::Split))
        {
            return;
        }
        self.integrable_combinations = self.classification.combinations.as_ref().map(Vec::len);
        if self.integrable_combinations == Some(0) {
            return;
        }
        if !model.rotations.is_empty() && !model.constraints.is_empty() {
            let what = "integrals of the constraints of a rotation are not looked for";
            return self.limits.push(what.to_owned());
        }
        // What is not decided for the values of the model may be otherwise for them.
        let found = &self.classification;
        let is_open = found.is_doubtful || found.kinds.iter().any(Option::is_none);
        let found = match integrals::report(model, system, is_open) {
            Ok(found) => found.within(model, system),
            Err(why) => return self.limits.push(format!("integrals of the constraints: {why}")),
        };
        if !found.is_silent() && integrals_are_split(system, motion) {
            let what = "integrals of the constraints are not looked for";
            return self.limits.push(format!("{what}: {}", Reason::Split));
        }
        self.integrals = found.integrals;
        self.shown_integrals = found.shown;
        self.integral_conditions = found.conditions;
        let affine = |c: &ConstraintReport| matches!(c.form, "linear" | "affine");
        if self.constraints.iter().all(affine) {
            self.integrable_combinations = self.integrable_combinations.or(found.combinations);
        }
        self.diagnostics.extend(found.diagnostics);
    }

    /// AL032 and AL033 where no integral was found, and what hides in a nonlinear constraint.
    fn look_at_kinds(&mut self, model: &Model, system: &System) {
        let found = &self.classification;
        self.limits.extend(found.limits.iter().cloned());
        let disguised = |k: &Option<_>| *k == Some(ConstraintKind::HolonomicInDisguise);
        let told =
            |code: Code, span| self.diagnostics.iter().any(|d| d.code == code && d.span == span);
        let mut findings = Vec::new();
        let redundant = |label: &str| self.redundant.iter().any(|(known, _)| known == label);
        for (i, (constraint, kind)) in model.constraints.iter().zip(&found.kinds).enumerate() {
            if disguised(kind)
                && !told(Code::HolonomicInDisguise, constraint.span)
                && !redundant(&constraint.label)
            {
                let message = format!("constraint `{}` is holonomic in disguise", constraint.label);
                let hides = found.hidden.iter().any(|(j, _)| *j == i);
                let hint = match (hides, constraint.reaction.is_some()) {
                    (true, _) => {
                        "what it hides can be integrated: as long as the same holds the \
                             positions obey a relation, up to a constant"
                    }
                    (false, true) => {
                        "it can be integrated: the positions obey a relation, up to a constant; it \
                         stands as it is, because its reaction is a servo's"
                    }
                    (false, false) => {
                        "it can be integrated: the positions obey a relation, up to a \
                              constant, which was not found in closed form"
                    }
                };
                let code = Code::HolonomicInDisguise;
                findings.push(Diagnostic::new(code, constraint.span, message).hint(hint));
            }
        }
        let label = |i: usize| system.constraints()[i].label.clone();
        let open = |terms: &&Vec<(usize, Expr)>| {
            let known = self.diagnostics.iter().any(|d| d.code == Code::IntegrableCombination);
            !known && terms.len() > 1 && !terms.iter().all(|(i, _)| disguised(&found.kinds[*i]))
        };
        for terms in found.combinations.iter().flatten().filter(open) {
            let sum = combination(terms, model, &label, Spelling::Unicode).unwrap_or_default();
            let message = "a combination of constraints is integrable";
            let hint = format!("{sum} = 0 fixes a relation between positions, up to a constant");
            let span = model.constraints[terms[0].0].span;
            let finding = Diagnostic::new(Code::IntegrableCombination, span, message);
            findings.push(finding.hint(hint));
        }
        self.diagnostics.extend(findings);
        self.look_at_hidden(model);
    }

    /// Constraints that contradict each other have no motion.
    fn look_at_invariants(&mut self, model: &Model, system: &System, motion: &Motion) {
        if self.diagnostics.iter().any(|d| d.code == Code::Contradiction) {
            return;
        }
        let found = InvariantReport::new(model, system, motion);
        self.limits.extend(found.limit());
        self.invariants = Some(found);
    }

    /// AL019.
    fn look_at_inertia(&mut self, model: &Model) {
        for direction in self.classification.massless.iter().flatten() {
            let names: Vec<String> =
                moved(model, direction).iter().map(|name| format!("`{name}`")).collect();
            let message = match names.as_slice() {
                _ if self.order > 2 => {
                    format!("the equations of motion do not determine how {} moves", list(&names))
                }
                [one] if moves_coordinates(model, direction) => {
                    format!("the coordinate {one} has no kinetic energy")
                }
                [one] => format!("there is no kinetic energy in a turn of {one}"),
                _ => format!("there is no kinetic energy in moving {} together", list(&names)),
            };
            let hint = match self.order {
                2 => {
                    "the mass matrix is singular on the velocities that the constraints allow: the \
                     acceleration in this direction is not determined"
                }
                _ => {
                    "the Lagrangian contains no acceleration in this direction. Coordinates with \
                     velocities alone stand beside others with accelerations where there are no \
                     constraints and no products of both"
                }
            };
            let finding = Diagnostic::new(Code::NoKineticEnergy, model.lagrangian_span, message);
            self.diagnostics.push(finding.hint(hint));
        }
    }

    /// AL019 again: the equations leave a highest derivative open, for example because a servo
    /// cannot act on what it has to keep.
    fn look_at_determinacy(&mut self, model: &Model, system: &System, motion: &Motion) {
        let open = Theory::new(system, motion, &[]).and_then(|mut t| t.open_derivatives());
        if let Err(reason) = &open {
            self.limits.push(format!("whether the motion is determined was not decided: {reason}"));
        }
        let named = |e: &Expr| text(*e, model, Spelling::Unicode).unwrap_or_default();
        let names: Vec<String> = open.unwrap_or_default().iter().map(named).collect();
        if names.is_empty() {
            return;
        }
        let message = format!("the equations of motion do not determine {}", names.join(", "));
        let hint = "a coordinate without kinetic energy, or a reaction that cannot act on what its \
                    constraint has to keep";
        let span = model.constraints.first().map_or(model.lagrangian_span, |c| c.span);
        self.diagnostics.push(Diagnostic::new(Code::NoKineticEnergy, span, message).hint(hint));
    }

    /// AL060.
    fn complain_about_statements(&mut self, model: &Model) {
        for line in self.statements.iter().filter(|s| s.decision == Decision::Fails) {
            let (list, message) = if line.reject {
                (&model.reject, format!("rejected, and yet it holds: {}", line.text))
            } else {
                (&model.expect, format!("expected, and yet it fails: {}", line.text))
            };
            let span = list[line.number].span;
            let claim = &list[line.number].claim;
            let hint = match claim {
                Claim::Equations(_) | Claim::Conserved(_) => {
                    let zeros =
                        (!line.reject).then(|| Zeros::of_line(model, line.number)).flatten();
                    let zeros = zeros.map(|zeros| zeros.sentence(model, Spelling::Unicode));
                    let zeros = zeros.map_or_else(String::new, |said| format!("; {said}"));
                    format!("decided by {}; `alembert prove` shows a state{zeros}", line.how)
                }
                Claim::Kind(..) | Claim::Order(_) | Claim::Nothing => {
                    format!("decided by {}", line.how)
                }
            };
            let finding = Diagnostic::new(Code::ExpectFailed, span, message);
            self.diagnostics.push(if line.reject { finding } else { finding.hint(hint) });
        }
    }

    /// Is there a line that fails, or with `strict` one that is undecided?
    #[must_use]
    pub fn fails(&self, strict: bool) -> bool {
        self.statements.iter().any(|s| match s.decision {
            Decision::Fails => true,
            Decision::Undecided => strict,
            Decision::Holds => false,
        })
    }

    /// The result as the stable interface gives it, without the diagnostics of the text.
    #[must_use]
    pub fn json(&self) -> Value {
        let found = &self.classification;
        let constraint = |(i, c): (usize, &ConstraintReport)| {
            let kind = found.kinds.get(i).copied().flatten();
            c.json(kind, found.reasons.get(i).map(|(_, ascii)| ascii.as_str()))
        };
        let constraints: Vec<Value> = self.constraints.iter().enumerate().map(constraint).collect();
        let redundant: Vec<Value> = self.redundant.iter().map(|(l, c)| json!([l, c])).collect();
        let statement = |s: &StatementReport| {
            let text = if s.reject { format!("reject {}", s.text) } else { s.text.clone() };
            let (verdict, conditions) = (s.decision.word(), &s.conditions);
            json!({ "text": text, "verdict": verdict, "how": s.how, "conditions": conditions })
        };
        let mut object = json!({
            "with": self.with.1,
            "coordinates": self.coordinates,
            "rotations": self.rotations,
            "constraints": constraints,
            "independent": self.independent,
            "redundant": redundant,
            "freedom": {
                "configuration": found.configuration,
                "velocity": self.velocity_freedom,
                "state": self.state_freedom(),
            },
            "parameter_conditions":
                found.conditions.iter().map(|(_, ascii)| ascii.as_str()).collect::<Vec<_>>(),
            "special_values": found.values.as_ref().map(|(_, ascii)| ascii.as_str()),
            "growth_vector": found.growth,
            "growth_at": found.growth_at,
            "integrable_combinations": self.integrable_combinations,
            "integrals": self.integrals,
            "integral_conditions": self.integral_conditions,
            "rank_drops": self.rank_drops,
            "controllable": found.controllable,
            "accessible": found.accessible,
            "invariants": self.invariants.as_ref().map(InvariantReport::texts),
            "conditional_invariants":
                self.invariants.as_ref().map(InvariantReport::conditional_json),
            "expect": self.statements.iter().map(statement).collect::<Vec<_>>(),
            "limits": self.limits,
        });
        if let Some(found) = &self.invariants {
            found.add_to(&mut object);
        }
        object
    }

    /// The degrees of freedom of the state: the positions, and each of their derivatives below the
    /// order of the equations of motion with as many as the velocities have; less for coordinates of a
    /// lower order.
    #[must_use]
    pub fn state_freedom(&self) -> Option<usize> {
        if self.order > 2 && self.classification.massless.iter().flatten().next().is_some() {
            return None;
        }
        let derivatives = usize::try_from(self.order).ok()?.checked_sub(1)?;
        let uniform = self.classification.configuration? + derivatives * self.velocity_freedom?;
        uniform.checked_sub(self.lower_orders)
    }
}

/// By how much the orders of some coordinates are lower than that of the equations, all together.
fn lower_orders(system: &System) -> usize {
    (0..2 * system.order()).map(|k| system.q().len() - system.level(k).len()).sum()
}
