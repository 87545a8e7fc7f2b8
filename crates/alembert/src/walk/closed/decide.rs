//! The claims of a closed form, decided one after the other.

use alembert_algebra::zero::{Verdict as Zero, zero_test};
use alembert_algebra::{
    Elementary, Expr, Function, Kind, Node, Substitution, Vector, apply, contains, postorder, rate,
    symbols,
};
use alembert_mechanics::closed_form::{
    Claim, ClosedForm, Known, as_start, as_state, at_start, closed_form,
};
use alembert_mechanics::theory::not_all_zero;
use alembert_mechanics::witness::witness;
use alembert_mechanics::{Answer, Choice, Motion, System, Theory, Witness};

use super::super::conditions::{listed, listed_with};
use super::super::contradiction::refuse_contradictions;
use super::super::prove::{Verdict, sort_state};
use super::super::shorten::shorten;
use super::super::values::choice;
use super::super::{WalkError, motion};
use super::read::ClosedForms;
use super::report::{ClosedProof, Failure, Start};
use crate::language::Model;

/// States at which a claim that is not proved is tried.
const TRIES: u64 = 12;

const NOWHERE: &str = "no time and no constants were found at which all functions have values";
const MOVING: &str = "whether it holds for the values at the start that position constraints allow is not decided \
                      where these change in time; write the motion with constants";
const NO_STATE: &str = "it is not proved, and no time was found at which it fails";

/// Decides whether functions of time are a motion by a principle.
///
/// # Errors
/// The mechanics refuses the model; it has rotations, or inputs that are not given.
pub fn prove_closed(
    forms: &ClosedForms,
    principle: Option<&str>,
) -> Result<ClosedProof, WalkError> {
    let model = forms.model.with_formulas().unwrap_or_else(|| forms.model.clone());
    if let Some(turning) = model.rotations.first() {
        return Err(WalkError::ClosedRotation(turning.rotation.name().to_owned()));
    }
    let (system, motion) = motion(&model, principle)?;
    refuse_contradictions(&model, &system, &motion)?;
    refuse_open_inputs(&motion, forms)?;
    let mut proof = ClosedProof::new(forms, motion.labels.len());
    let given: Vec<(Expr, Expr)> =
        forms.forms.iter().map(|&(x, f)| (x, model.specified(f))).collect();
    let found = match closed_form(&system, &motion, &given) {
        Ok(found) => found,
        Err(error) => return Ok(proof.undecided(error.to_string())),
    };
    let court = Court::new(&model, &system, &motion)?;
    let mut conditions = conditions(&model, forms, &found);
    for claim in found.constraints.iter().chain(&found.mentioned).chain(&found.equations) {
        match court.decide(claim) {
            Ruling::Proved(needed) => conditions.extend(needed),
            Ruling::Refuted(witness) => {
                let origin = claim.origin.clone();
                return Ok(proof.refuted(Failure { origin, witness }));
            }
            Ruling::Open(reason) => {
                proof.reason.get_or_insert((claim.origin.clone(), reason));
            }
        }
    }
    if let Some((origin, reason)) = proof.reason.take() {
        return Ok(proof.open(&origin, &reason));
    }
    conditions = once(conditions);
    if !court.has_values(&found, &conditions) {
        return Ok(proof.undecided(NOWHERE.to_owned()));
    }
    proof.verdict = Verdict::Proved;
    proof.conditions = conditions;
    proof.multipliers = found.multipliers.clone();
    for multiplier in &mut proof.multipliers {
        if let Known::Value(value) = multiplier.known {
            multiplier.known = Known::Value(shorten(value));
        }
    }
    proof.start = court.start(&found, &motion);
    Ok(proof)
}

/// An input in the equations of motion is a function of time, too.
fn refuse_open_inputs(motion: &Motion, forms: &ClosedForms) -> Result<(), WalkError> {
    let mut parts = motion.system.entries();
    parts.extend(motion.residuals.iter());
    let given = |s: &alembert_algebra::Symbol| {
        let same = |x: &Expr| x.as_symbol().is_some_and(|x| x.name == s.name);
        forms.forms.iter().any(|(x, _)| same(x))
    };
    let inputs = symbols(&parts).into_iter().filter_map(Expr::as_symbol);
    match inputs.filter(|s| s.kind == Kind::Input).find(|s| !given(s)) {
        Some(input) => Err(WalkError::ClosedInput(input.name.to_string())),
        None => Ok(()),
    }
}

/// What must not vanish: what the functions divide by, whatever the values of constants and of parameters
/// without a range are, and what the multipliers were solved with.
fn conditions(model: &Model, forms: &ClosedForms, found: &ClosedForm) -> Vec<Expr> {
    let [written, eliminated] = &found.divisors;
    let constants: Vec<Expr> = forms.constants.iter().map(|pair| pair.1).collect();
    let without_range = model.parameters.iter().filter(|p| p.range.is_none() && !p.is_definition);
    let open: Vec<Expr> =
        without_range.map(|p| p.symbol).chain(constants.iter().copied()).collect();
    let mut list = listed_with(model, &open, written);
    list.extend(listed_with(model, &constants, eliminated));
    list
}

fn once(list: Vec<Expr>) -> Vec<Expr> {
    let mut kept: Vec<Expr> = Vec::new();
    for e in list {
        if !kept.contains(&e) && !kept.contains(&-e) {
            kept.push(e);
        }
    }
    kept
}

/// What became of a claim.
enum Ruling {
    Proved(Vec<Expr>),
    Refuted(Witness),
    Open(String),
}

/// The model at the time 0, whose states are the values at the start.
struct Court<'a> {
    model: &'a Model,
    system: System,
    motion: Motion,
    choice: Choice,
    /// Do position constraints change in time? Then those at the time 0 alone do not say what velocities obey.
    is_moving: bool,
}

impl<'a> Court<'a> {
    fn new(model: &'a Model, system: &System, motion: &Motion) -> Result<Self, WalkError> {
        let moves = |level: &Vector| level.iter().any(|&e| in_time(e));
        let is_moving = motion.manifold.first().is_some_and(moves);
        let (system, motion) = match is_moving || !motion.manifold.iter().any(moves) {
            true => (system.clone(), motion.clone()),
            false => at_start(system, motion)?,
        };
        Ok(Self { model, system, motion, choice: choice(model, TRIES), is_moving })
    }

    fn decide(&self, claim: &Claim) -> Ruling {
        let difference = claim.left - claim.right;
        if difference.fault().is_some() {
            return Ruling::Open("a function has no value there".to_owned());
        }
        if zero_test(difference) == Zero::Zero {
            return Ruling::Proved(Vec::new());
        }
        let sides = [claim.left, claim.right].map(|e| as_state(e, &self.motion.state));
        if !is_of_states(sides[0] - sides[1]) {
            return match witness((sides[0], sides[1]), &[], &self.choice) {
                Some(witness) => Ruling::Refuted(self.shown(witness, sides)),
                None => Ruling::Open(NO_STATE.to_owned()),
            };
        }
        self.decide_on_states(sides)
    }

    /// Decides a claim about values at the start, which obey the constraints.
    fn decide_on_states(&self, [left, right]: [Expr; 2]) -> Ruling {
        if self.is_moving {
            return Ruling::Open(MOVING.to_owned());
        }
        let claim = left - right;
        let mut theory = match Theory::new(&self.system, &self.motion, &[claim]) {
            Ok(theory) => theory,
            Err(reason) => return Ruling::Open(reason.to_string()),
        };
        if theory.is_proved_unsolved(claim) || theory.decide(claim) == Answer::Proved {
            let mut needed = theory.provisos_of(claim);
            needed.extend(theory.drops_of(claim).iter().map(|list| not_all_zero(list)));
            let needed = listed(self.model, needed.into_iter());
            let state = &self.motion.state;
            return Ruling::Proved(needed.into_iter().map(|e| as_start(e, state)).collect());
        }
        match theory.witness((left, right), &self.choice) {
            Some(witness) => Ruling::Refuted(self.shown(witness, [left, right])),
            None => Ruling::Open(NO_STATE.to_owned()),
        }
    }

    /// A witness with what the claim is about, in values at the start.
    fn shown(&self, mut witness: Witness, sides: [Expr; 2]) -> Witness {
        let used = symbols(&sides);
        witness.state.retain(|(x, _)| used.contains(x));
        sort_state(&mut witness.state, self.model);
        for (x, _) in &mut witness.state {
            *x = as_start(*x, &self.motion.state);
        }
        witness
    }

    /// Are there a time and constants at which the functions have values and the conditions hold?
    fn has_values(&self, found: &ClosedForm, conditions: &[Expr]) -> bool {
        // An arc of a function is real where the function is, and takes no root away.
        let arc = |f: Expr| apply(Elementary::Atan, &[f]).powi(2);
        let squares = found.forms.iter().map(|&(_, f)| arc(f));
        let product = Expr::product(conditions.iter().map(|e| e.powi(2)));
        let whole = (Expr::one() + Expr::sum(squares)) * product;
        let sides = (as_state(whole, &self.motion.state), Expr::zero());
        if self.is_moving || !is_of_states(sides.0) {
            return witness(sides, &[], &self.choice).is_some();
        }
        let theory = Theory::new(&self.system, &self.motion, &[sides.0]);
        theory.is_ok_and(|mut theory| theory.witness(sides, &self.choice).is_some())
    }

    /// With which values the functions start, and whether another motion does.
    fn start(&self, found: &ClosedForm, motion: &Motion) -> Start {
        let mut needed = Vec::new();
        for claim in &found.others {
            match self.decide(claim) {
                Ruling::Proved(more) => needed.extend(more),
                _ => return Start::Mentioned(started(&found.mentioned)),
            }
        }
        let all = found.mentioned.is_empty() && found.others.is_empty();
        if all {
            return Start::Mentioned(Vec::new());
        }
        Start::Every { needed: once(needed), only: self.only(found, motion) }
    }

    /// What must not vanish for no other motion to start where this one does; none where that is not known.
    fn only(&self, found: &ClosedForm, motion: &Motion) -> Option<Vec<Expr>> {
        let of_coordinates = |x: &Expr| x.as_symbol().is_some_and(|s| s.kind == Kind::Coordinate);
        if !found.edges.is_empty()
            || !motion.state.iter().all(of_coordinates)
            || !is_analytic(motion)
        {
            return None;
        }
        let mut theory = Theory::new(&self.system, &self.motion, &[]).ok()?;
        if !theory.open_derivatives().ok()?.is_empty() {
            return None;
        }
        let places = theory.undetermined_places();
        let known = |e: Expr| !symbols(&[e]).into_iter().any(is_abbreviation);
        if !places.iter().all(|&e| known(e)) || !self.is_autonomous() {
            return None;
        }
        let mut pairs = Vec::new();
        for &(mut x, mut f) in &found.forms {
            for _ in 0..2 * self.system.order() {
                pairs.push((x, f));
                (x, f) = (rate(x), rate(f));
            }
        }
        let along = Substitution::new(pairs).apply_all(&places).to_vec();
        let given = self.parameters_that_determine(&mut theory)?;
        Some(listed(self.model, along.into_iter().chain(given)))
    }

    /// What is made of parameters alone and must not vanish for the highest derivatives to be determined.
    fn parameters_that_determine(&self, theory: &mut Theory) -> Option<Vec<Expr>> {
        let mut needed = Vec::new();
        for &y in self.motion.highest.iter() {
            let claim = y - theory.solution(y).ok()?;
            if theory.decide(claim) != Answer::Proved {
                return None;
            }
            needed.extend(theory.provisos_of(claim));
        }
        needed.retain(|&e| !is_of_states(e));
        Some(needed)
    }

    /// Are the equations those of every time?
    fn is_autonomous(&self) -> bool {
        !self.motion.system.entries().into_iter().any(in_time)
    }
}

fn started(claims: &[Claim]) -> Vec<Expr> {
    claims.iter().map(|claim| claim.right).collect()
}

fn in_time(e: Expr) -> bool {
    contains(e, Expr::time())
}

fn is_of_states(e: Expr) -> bool {
    symbols(&[e]).into_iter().filter_map(Expr::as_symbol).any(|s| s.kind.is_of_motion())
}

/// A name that stands for a determinant that is too long.
fn is_abbreviation(x: Expr) -> bool {
    x.as_symbol().is_some_and(|s| s.kind == Kind::Auxiliary)
}

/// Have the equations continuous slopes wherever they have values? Roots, and functions with kinks or jumps, may
/// let several motions start from one state.
fn is_analytic(motion: &Motion) -> bool {
    let breaks = |e: Expr| match e.node() {
        Node::Product(powers) => powers.iter().any(|(_, k)| k.to_i64().is_none()),
        Node::Apply(Function::Elementary(f), _) => matches!(f, Elementary::Abs | Elementary::Sign),
        Node::Apply(..) => true,
        _ => false,
    };
    !postorder(&motion.system.entries()).into_iter().any(breaks)
}
