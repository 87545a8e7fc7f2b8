//! Classification where the values of the model are special ones.
//!
//! Constraints are classified for almost all values of the parameters: `z' = w y x'` is nonholonomic
//! for w ≠ 0. They are classified once more with the values of the model; where anything is
//! otherwise then (a kind, a rank, the growth under brackets, the inertia), the values are special,
//! and all that is said is said for them; so they are where a bracket that is a reason vanishes. A constraint that vanishes with the values says nothing
//! and is left out.

use alembert_algebra::ring::Ring;
use alembert_algebra::zero::{Verdict, zero_test};
use alembert_algebra::{Expr, Substitution, contains};
use alembert_mechanics::classify::{ConstraintKind, hidden_positions};
use alembert_mechanics::principle::dalembert;
use alembert_mechanics::rotation::in_coordinates;
use alembert_mechanics::{Motion, Reason, System};
use alembert_render::Spelling;

use super::check::CheckReport;
use super::classification::{ClassificationReport, list};
use super::freedom::ConstraintReport;
use super::ground::is_fixed;
use super::notation::text;
use super::statement::{StatementReport, decide_all};
use super::{WalkError, motion};
use crate::language::model::{Claim, Statement};
use crate::language::{Assignment, Code, Diagnostic, Model};

/// What the walk through a model begins with.
pub(super) struct Ground {
    /// The system and its motion.
    pub(super) system: System,
    pub(super) motion: Motion,
    /// The same with coordinates in place of rotations.
    pub(super) flat: System,
    pub(super) flat_motion: Motion,
}

impl Ground {
    /// Of a model by its own principle.
    pub(super) fn new(model: &Model) -> Result<Self, WalkError> {
        let (system, motion) = motion(model, None)?;
        let flat = in_coordinates(&system)?;
        let flat_motion = match model.rotations.as_slice() {
            [] => motion.clone(),
            _ => dalembert(&flat)?,
        };
        Ok(Self { system, motion, flat, flat_motion })
    }

    /// The classification of the constraints of the model, whether its values are special or not;
    /// `at` gives a point to look at, or nothing.
    pub(super) fn classify(&self, model: &Model, at: &[Assignment]) -> ClassificationReport {
        ClassificationReport::new(model, &self.flat, &self.flat_motion, at)
    }
}

/// The classification of the constraints for the values of a model.
///
/// # Errors
/// The mechanics refuses the model.
pub(super) fn classification(model: &Model) -> Result<ClassificationReport, WalkError> {
    let model = &model.with_defined_constraints();
    let ground = Ground::new(model)?;
    let mut generic = ground.classify(model, &[]);
    let Some(special) = Special::of(model, &ground.flat, &mut generic) else { return Ok(generic) };
    let mut found = special.classify(&Ground::new(&special.model)?, &[]);
    special.renumber(&mut found);
    Ok(found)
}

/// Where the rank drops, if that is known: equations that hold together; and may it do so elsewhere?
type Drops = (Option<Vec<Vec<Expr>>>, bool);

/// Said where the classification with the values of the model reached a limit.
const NOT_DECIDED: &str = "what is said of the constraints holds for almost all values of the \
                           parameters; whether those of the model are among them was not decided";

/// A model with values at which its constraints are not what they are for almost all values.
pub(super) struct Special {
    /// With the values in place of their parameters.
    pub(super) model: Model,
    values: Vec<(Expr, Expr)>,
    /// The numbers of the constraints that say nothing.
    silent: Vec<usize>,
    /// Where the rank drops with all values of the model.
    drops: Drops,
}

impl Special {
    /// None where the values of the model are as others, as far as that is decided; what is not is told
    /// among the limits. One value that makes the difference is enough.
    pub(super) fn of(
        model: &Model,
        system: &System,
        generic: &mut ClassificationReport,
    ) -> Option<Self> {
        let values = used_values(model);
        if values.is_empty() {
            return None;
        }
        let whole = Self::new(model, values.clone());
        let Ok((facts, drops)) = whole.facts() else {
            generic.doubt();
            return None;
        };
        let others = Facts::of(generic, system);
        let put = |special: &Self, e: Expr| {
            let values = special.values.iter().copied();
            zero_test(Substitution::new(values).apply(e)) == Verdict::Zero
        };
        let vanishing: Vec<Expr> =
            generic.brackets.iter().copied().filter(|&e| put(&whole, e)).collect();
        if whole.silent.is_empty() && vanishing.is_empty() && facts.agrees(&others) {
            if facts.is_less_than(&others) {
                generic.doubt();
            }
            generic.take_drops(&whole.values, &drops);
            return None;
        }
        let one = values.into_iter().map(|value| Self::new(model, vec![value]));
        let enough = |one: &Self| {
            one.silent == whole.silent
                && vanishing.iter().all(|&e| put(one, e))
                && one.facts().is_ok_and(|(found, _)| found == facts)
        };
        let found = one.into_iter().find(enough).unwrap_or(whole);
        Some(Self { drops, ..found })
    }

    /// The classification with the values; `own` is the ground that has them.
    pub(super) fn classify(&self, own: &Ground, at: &[Assignment]) -> ClassificationReport {
        let mut found = own.classify(&self.model, at);
        found.take_drops(&used_values(&self.model), &self.drops);
        found
    }

    fn new(model: &Model, values: Vec<(Expr, Expr)>) -> Self {
        let mut model = model.with_values(&values);
        let says_nothing = |e: Expr| zero_test(e) == Verdict::Zero;
        let numbers = 0..model.constraints.len();
        let silent = numbers.filter(|&i| says_nothing(model.constraints[i].phi)).collect();
        model.constraints.retain(|c| !says_nothing(c.phi));
        Self { model, values, silent, drops: Drops::default() }
    }

    /// What is known with the values, and where the rank drops then.
    fn facts(&self) -> Result<(Facts, Drops), WalkError> {
        let ground = Ground::new(&self.model)?;
        let found = ClassificationReport::facts(&ground.flat, &ground.flat_motion);
        Ok(match found {
            Ok((report, _)) => {
                let drops = (report.drops.clone(), report.may_drop_elsewhere);
                (Facts::of(&report, &ground.flat), drops)
            }
            Err(reason) => {
                let facts = Facts {
                    obstacle: obstacle(reason),
                    hidden: hidden_positions(&ground.flat).len(),
                    ..Facts::default()
                };
                (facts, Drops::default())
            }
        })
    }

    /// `w = 0`, in words: for people, and in ASCII.
    fn words(&self) -> (String, String) {
        let equation = |&(p, value): &(Expr, Expr), spelling| {
            let [p, value] = [p, value].map(|e| text(e, &self.model, spelling).unwrap_or_default());
            format!("{p} = {value}")
        };
        let all = |spelling| self.values.iter().map(|v| equation(v, spelling)).collect::<Vec<_>>();
        (list(&all(Spelling::Unicode)), all(Spelling::Ascii).join(", "))
    }

    /// Gives the constraints that say nothing their places among the others.
    fn renumber(&self, found: &mut ClassificationReport) {
        let said = "it says nothing with these values".to_owned();
        for &i in &self.silent {
            found.kinds.insert(i, None);
            found.reasons.insert(i, (said.clone(), said.clone()));
            found.needed.insert(i.min(found.needed.len()), Vec::new());
        }
        found.values = Some(self.words());
    }

    /// Decides the lines of `expect` and `reject` of the model: equations with the values put in, on the
    /// ground that has them, and kinds as they were `found`, in the numbers of the model.
    pub(super) fn decide(
        &self,
        model: &Model,
        (ground, own): (&Ground, &Ground),
        found: &ClassificationReport,
    ) -> Vec<StatementReport> {
        let is_of_motions = |s: &Statement| !matches!(s.claim, Claim::Kind(..));
        let mut of_motions = self.model.clone();
        of_motions.expect.retain(is_of_motions);
        of_motions.reject.retain(is_of_motions);
        let mut with_values = decide_all(&of_motions, &own.system, &own.motion, found).into_iter();
        let decided = decide_all(model, &ground.system, &ground.motion, found);
        let lines = model.expect.iter().chain(&model.reject);
        let chosen = lines.zip(decided).map(|(line, decided)| match is_of_motions(line) {
            false => decided,
            true => match with_values.next() {
                Some(own) => StatementReport { number: decided.number, ..own },
                None => decided,
            },
        });
        chosen.collect()
    }

    /// Tells for which values a report is made, in the numbers of the constraints of the model itself.
    pub(super) fn tell(&self, model: &Model, system: &System, report: &mut CheckReport) {
        self.renumber(&mut report.classification);
        for finding in report.diagnostics.iter_mut().filter(|d| !d.fixes.is_empty()) {
            finding.without_fix();
            let hint = finding.hint.take().unwrap_or_default();
            finding.hint = Some(format!("for {}, as here: {hint}", self.words().0));
        }
        for &i in &self.silent {
            let form = ConstraintReport::new(&system.constraints()[i], system);
            report.constraints.insert(i, form);
            let constraint = &model.constraints[i];
            let message = format!(
                "with {} the constraint `{}` says nothing",
                self.words().0,
                constraint.label
            );
            report.diagnostics.push(Diagnostic::new(Code::RankDrops, constraint.span, message));
        }
    }
}

impl ClassificationReport {
    fn doubt(&mut self) {
        self.is_doubtful = true;
        self.limits.push(NOT_DECIDED.to_owned());
    }

    /// Where the rank drops with the values of the model, if that is elsewhere.
    fn take_drops(&mut self, values: &[(Expr, Expr)], (own, elsewhere): &Drops) {
        let (Some(drops), false) = (&mut self.drops, values.is_empty()) else { return };
        let Some(own) = own else { return self.doubt() };
        self.may_drop_elsewhere = *elsewhere;
        let mut put = Substitution::new(values.iter().copied());
        let there: Vec<Vec<Expr>> =
            drops.iter().map(|part| part.iter().map(|&e| put.apply(e)).collect()).collect();
        let is_among = |part: &Vec<Expr>| own.iter().any(|other| is_same_place(part, other));
        if there.len() != own.len() || !there.iter().all(is_among) {
            drops.clone_from(own);
        }
    }
}

/// Do equations differ by numbers before them only?
fn is_same_place(part: &[Expr], other: &[Expr]) -> bool {
    let ratio = |a: Expr, b: Expr| {
        let mut ring = Ring::new(&[a / b]).ok()?;
        let ratio = ring.value(a / b).ok()?;
        Some(ring.expression(&ratio))
    };
    let is_multiple = |a: Expr, b: Expr| ratio(a, b).is_some_and(is_fixed);
    part.len() == other.len() && part.iter().all(|&a| other.iter().any(|&b| is_multiple(a, b)))
}

/// The values of the parameters in the constraints and in the Lagrangian.
fn used_values(model: &Model) -> Vec<(Expr, Expr)> {
    let mut values = model.own_values();
    let equations: Vec<Expr> =
        model.constraints.iter().map(|c| c.phi).chain([model.lagrangian]).collect();
    values.retain(|&(p, _)| equations.iter().any(|&e| contains(e, p)));
    values
}

/// The reason, where it lies in the constraints and is no limit of ours.
fn obstacle(reason: Reason) -> Option<Reason> {
    matches!(reason, Reason::Contradiction | Reason::Split).then_some(reason)
}

/// What may be otherwise for special values; none where it is not decided.
#[derive(Debug, Default, PartialEq, Eq)]
struct Facts {
    /// Why there is nothing to classify.
    obstacle: Option<Reason>,
    /// Constraints on positions that say more than one equation does.
    hidden: usize,
    kinds: Vec<Option<ConstraintKind>>,
    growth: Option<Vec<usize>>,
    freedom: [Option<usize>; 2],
    /// How many combinations are integrable, constraints dependent, directions without inertia.
    counts: [Option<usize>; 3],
    reach: [Option<bool>; 2],
}

impl Facts {
    fn of(found: &ClassificationReport, system: &System) -> Self {
        Self {
            hidden: hidden_positions(system).len(),
            obstacle: found.undecided.and_then(obstacle),
            kinds: found.kinds.clone(),
            growth: found.growth.clone(),
            freedom: [found.configuration, found.velocity],
            counts: [
                found.combinations.as_ref().map(Vec::len),
                found.dependent.as_ref().map(Vec::len),
                found.massless.as_ref().map(Vec::len),
            ],
            reach: [found.controllable, found.accessible],
        }
    }

    /// Is something decided there that is not decided here?
    fn is_less_than(&self, other: &Self) -> bool {
        fn lacks<T>(a: &Option<T>, b: &Option<T>) -> bool {
            a.is_none() && b.is_some()
        }
        let any =
            |a: &[Option<usize>], b: &[Option<usize>]| a.iter().zip(b).any(|(a, b)| lacks(a, b));
        self.kinds.is_empty() && other.kinds.iter().any(Option::is_some)
            || self.kinds.iter().zip(&other.kinds).any(|(a, b)| lacks(a, b))
            || lacks(&self.growth, &other.growth)
            || any(&self.freedom, &other.freedom)
            || any(&self.counts, &other.counts)
            || self.reach.iter().zip(&other.reach).any(|(a, b)| lacks(a, b))
    }

    /// Is all the same that is decided on both sides?
    fn agrees(&self, other: &Self) -> bool {
        fn agree<T: PartialEq>(a: &Option<T>, b: &Option<T>) -> bool {
            a.is_none() || b.is_none() || a == b
        }
        let all =
            |a: &[Option<usize>], b: &[Option<usize>]| a.iter().zip(b).all(|(a, b)| agree(a, b));
        self.obstacle == other.obstacle
            && self.hidden == other.hidden
            && self.kinds.iter().zip(&other.kinds).all(|(a, b)| agree(a, b))
            && agree(&self.growth, &other.growth)
            && all(&self.freedom, &other.freedom)
            && all(&self.counts, &other.counts)
            && self.reach.iter().zip(&other.reach).all(|(a, b)| agree(a, b))
    }
}
