//! Is a claim true on every motion, or as an identity?

use alembert_algebra::zero::{self, zero_test};
use alembert_algebra::{Elementary, Expr, Function, Kind, Node, Symbol, postorder, symbols};
use alembert_mechanics::adjoint::provisos_by_adjoint;
use alembert_mechanics::regular::is_determined;
use alembert_mechanics::rotation::{Rotation, chart};
use alembert_mechanics::theory::not_all_zero;
use alembert_mechanics::witness::witness;
use alembert_mechanics::{Answer, Choice, Motion, Reason, System, Theory, Witness};
use alembert_render::Spelling;
use serde_json::{Map, Value, json};

use super::assumed::{self, Zeros};
use super::cases::by_cases;
use super::conditions::listed;
use super::contradiction::refuse_contradictions;
use super::decisive::other_system;
use super::energy::on_motions;
use super::notation::text;
use super::values::choice;
use super::{WalkError, motion, needed, turning};
use crate::language::Model;

/// What was found out about a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// It holds.
    Proved,
    /// It does not.
    Refuted,
    /// Nobody knows.
    Undecided,
}

impl Verdict {
    /// The word for it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Proved => "proved",
            Self::Refuted => "refuted",
            Self::Undecided => "undecided",
        }
    }
}

/// A claim with its verdict.
#[derive(Debug, Clone)]
pub struct Proof {
    /// The verdict.
    pub verdict: Verdict,
    /// `normal form` or `interval`; none when undecided.
    pub how: Option<&'static str>,
    /// Why it is undecided.
    pub reason: Option<String>,
    /// A state at which the claim fails.
    pub witness: Option<Witness>,
    /// What must not vanish for the proof to hold.
    pub conditions: Vec<Expr>,
    /// Parameters that are 0 in the model and with which a claim holds that is refuted in general.
    zeros: Option<Zeros>,
    model: Model,
}

impl Proof {
    fn new(model: &Model, verdict: Verdict, how: Option<&'static str>) -> Self {
        let model = model.clone();
        let (reason, witness, zeros, conditions) = (None, None, None, Vec::new());
        Self { verdict, how, reason, witness, conditions, zeros, model }
    }

    /// A proof that holds where none of these vanishes.
    pub(super) fn where_none_vanishes(model: &Model, conditions: Vec<Expr>) -> Self {
        let conditions = listed(model, conditions.into_iter());
        Self { conditions, ..Self::new(model, Verdict::Proved, Some("normal form")) }
    }

    fn refuted(model: &Model, witness: Option<Witness>) -> Self {
        let witness = witness.map(|w| in_order(w, model));
        let how = if witness.is_some() { "interval" } else { "normal form" };
        Self { witness, ..Self::new(model, Verdict::Refuted, Some(how)) }
    }

    fn undecided(model: &Model, reason: String) -> Self {
        Self { reason: Some(reason), ..Self::new(model, Verdict::Undecided, None) }
    }

    /// The result as the stable interface gives it.
    #[must_use]
    pub fn json(&self) -> Value {
        json!({
            "verdict": self.verdict.word(),
            "with": assumed::equations(&self.model, Spelling::Ascii),
            "how": self.how,
            "witness": self.witness.as_ref().map(|w| self.witness_json(w)),
            "conditions": self.condition_texts(),
            "reason": self.reason,
            "holds_with": self.zeros_in(Spelling::Ascii, Zeros::equations).unwrap_or_default(),
        })
    }

    fn zeros_in<T>(&self, spelling: Spelling, say: fn(&Zeros, &Model, Spelling) -> T) -> Option<T> {
        self.zeros.as_ref().map(|zeros| say(zeros, &self.model, spelling))
    }

    /// The values that are assumed, in a line.
    fn assumption_line(&self, spelling: Spelling) -> String {
        let with = assumed::clause(&self.model, spelling);
        with.map_or_else(String::new, |with| format!("  {with}\n"))
    }

    /// What the proof needs: where these vanish constraints lose rank, or a sign has no proof.
    fn condition_texts(&self) -> Vec<String> {
        let ascii = |e: &Expr| text(*e, &self.model, Spelling::Ascii).ok();
        self.conditions.iter().filter_map(ascii).map(|e| format!("{e} != 0")).collect()
    }

    /// `where cos φ ≠ 0` in a line, nothing without conditions.
    fn condition_line(&self, spelling: Spelling) -> String {
        let list = differ_from_zero(&self.conditions, &self.model, spelling);
        if list.is_empty() { String::new() } else { format!("  where {list}\n") }
    }

    /// Says that a condition fails for the values of the model.
    fn other_system_line(&self, spelling: Spelling) -> String {
        let said = other_system(&self.model, Some(&self.conditions), spelling);
        said.map_or_else(String::new, |said| format!("  {said}\n"))
    }

    fn witness_json(&self, witness: &Witness) -> Value {
        let name = |e: Expr| text(e, &self.model, Spelling::Ascii).unwrap_or_default();
        let (plain, turned) = turning::told(&self.model, &witness.state);
        let mut state: Map<String, Value> =
            plain.into_iter().map(|(e, x)| (name(e), json!(x))).collect();
        state.extend(turned.into_iter().map(|(b, p)| (b, json!({ "quaternion": p }))));
        json!({ "state": state, "left": witness.left, "right": witness.right })
    }

    /// The result for people.
    #[must_use]
    pub fn text(&self, claim: &str, anywhere: bool, spelling: Spelling) -> String {
        let scope = if anywhere { "at every state" } else { "on every motion" };
        let with = self.assumption_line(spelling);
        match self.verdict {
            Verdict::Proved => format!(
                "proved: {claim}\n{with}  It holds {scope} wherever both sides have a value, by normal \
                 form.\n{}{}",
                self.condition_line(spelling),
                self.other_system_line(spelling)
            ),
            Verdict::Undecided => {
                let reason = self.reason.as_deref().unwrap_or("no reason is known");
                format!("undecided: {claim}\n{with}  {reason}.\n")
            }
            Verdict::Refuted => {
                let mut out = format!("refuted: {claim}\n{with}");
                match &self.witness {
                    Some(witness) => out.push_str(&self.witness_text(witness, spelling)),
                    None => out.push_str(&format!("  It does not hold {scope}, by normal form.\n")),
                }
                let zeros = self.zeros_in(spelling, Zeros::sentence);
                out + &zeros.map_or_else(String::new, |said| format!("  But {said}.\n"))
            }
        }
    }

    fn witness_text(&self, witness: &Witness, spelling: Spelling) -> String {
        let mut out = String::from("  It fails, for example, at this state (digits rounded):\n");
        let (plain, turned) = turning::told(&self.model, &witness.state);
        for (e, x) in plain {
            let name = text(e, &self.model, spelling).unwrap_or_default();
            out.push_str(&format!("    {name} = {}\n", rounded(x)));
        }
        for (name, p) in turned {
            let parts = p.map(rounded).join(", ");
            out.push_str(&format!("    {} = quaternion({parts})\n", spelling.name(&name)));
        }
        out.push_str(&format!("  left side  = {}\n", witness.left));
        out.push_str(&format!("  right side = {}\n", witness.right));
        out
    }
}

/// `cos φ ≠ 0, x ≠ 0`.
pub(super) fn differ_from_zero(list: &[Expr], model: &Model, spelling: Spelling) -> String {
    let unequal = if spelling == Spelling::Ascii { "!=" } else { "≠" };
    let written = list.iter().filter_map(|&e| text(e, model, spelling).ok());
    written.map(|e| format!("{e} {unequal} 0")).collect::<Vec<_>>().join(", ")
}

/// Six digits, without the zeros at the end.
pub(super) fn rounded(x: f64) -> String {
    let text = format!("{x:.6}");
    let short = text.trim_end_matches('0').trim_end_matches('.');
    if short == "-0" { "0".to_owned() } else { short.to_owned() }
}

/// The state as a person lists it: parameters, time, positions, velocities, …, multipliers, and
/// within these in the order of the model.
fn in_order(mut witness: Witness, model: &Model) -> Witness {
    sort_state(&mut witness.state, model);
    witness
}

/// The quantities of a state, in the order of [`in_order`].
pub(super) fn sort_state(state: &mut [(Expr, f64)], model: &Model) {
    let declared: Vec<&str> = model
        .parameters
        .iter()
        .map(|p| p.name.as_str())
        .chain(model.coordinates.iter().chain(&model.inputs).map(|c| c.name.as_str()))
        .chain(model.constraints.iter().map(|c| c.label.as_str()))
        .collect();
    let rank = |e: &Expr| {
        let Some(symbol) = e.as_symbol() else { return (4, 0, 0) };
        let label = || symbol.name.trim_start_matches("lambda_").trim_start_matches("mu_");
        let name = if symbol.kind == Kind::Multiplier { label() } else { &symbol.name };
        let place = declared.iter().position(|n| *n == name).unwrap_or(declared.len());
        let group = match symbol.kind {
            Kind::Parameter { .. } => 0,
            Kind::Time => 1,
            Kind::Coordinate | Kind::Quasi | Kind::Flow(_) => 2,
            Kind::Input => 3,
            _ => 5,
        };
        (group, symbol.order, place)
    };
    state.sort_by_key(|(e, _)| rank(e));
    for (_, x) in state {
        *x += 0.0; // −0 becomes 0
    }
}

/// Decides `left = right` on every motion by a principle. Of a claim that is refuted it looks whether it
/// holds for parameters that are 0 in the model.
///
/// # Errors
/// The mechanics refuses the model.
pub fn prove(
    model: &Model,
    (left, right): (Expr, Expr),
    principle: Option<&str>,
) -> Result<Proof, WalkError> {
    let mut proof = prove_for_all_values(model, (left, right), principle)?;
    proof.look_at_cases((left, right), |model, sides| {
        prove_for_all_values(model, sides, principle).ok()
    });
    proof.look_at_zeros((left, right), |model, sides| {
        prove_for_all_values(model, sides, principle).is_ok_and(|p| p.verdict == Verdict::Proved)
    });
    Ok(proof)
}

impl Proof {
    /// Looks whether a claim about rotations that is undecided is a combination of the equations of motion.
    pub(super) fn look_at_turning(
        &mut self,
        (system, motion): (&System, &Motion),
        (left, right): (Expr, Expr),
    ) {
        let is_wrong = self.reason.as_deref() == Some(CONTRADICTION);
        if self.verdict != Verdict::Undecided || is_wrong || system.rotations().is_empty() {
            return;
        }
        let [left, right] = [left, right].map(|e| on_motions(e, system, motion));
        let claim = left - right;
        if contains_initial_values(claim) || !is_determined(motion) {
            return;
        }
        if let Some(provisos) = provisos_by_adjoint(system, motion, claim) {
            *self = Self::where_none_vanishes(&self.model, provisos);
        }
    }

    /// Looks whether a claim that is undecided is proved case by case.
    pub(super) fn look_at_cases(
        &mut self,
        sides: (Expr, Expr),
        prove: impl Fn(&Model, (Expr, Expr)) -> Option<Self>,
    ) {
        if self.verdict == Verdict::Undecided
            && let Some(proof) = by_cases(&self.model, sides, prove)
        {
            *self = proof;
        }
    }

    /// Looks whether a claim that is refuted holds for parameters that are 0 in the model.
    fn look_at_zeros(
        &mut self,
        (left, right): (Expr, Expr),
        proves: impl Fn(&Model, (Expr, Expr)) -> bool,
    ) {
        if self.verdict == Verdict::Refuted {
            self.zeros = Zeros::find(&self.model, &[left, right], |model, put| {
                proves(model, (put.apply(left), put.apply(right)))
            });
        }
    }
}

pub(super) fn prove_for_all_values(
    model: &Model,
    (left, right): (Expr, Expr),
    principle: Option<&str>,
) -> Result<Proof, WalkError> {
    let (system, motion) = motion(model, principle)?;
    let mut proof = prove_on(model, (&system, &motion), (left, right), principle)?;
    proof.look_at_turning((&system, &motion), (left, right));
    Ok(proof)
}

fn prove_on(
    model: &Model,
    (system, motion): (&System, &Motion),
    (left, right): (Expr, Expr),
    principle: Option<&str>,
) -> Result<Proof, WalkError> {
    let sides = [left, right].map(|e| on_motions(e, system, motion));
    let claim = sides[0] - sides[1];
    if contains_initial_values(claim) {
        let reason = "it contains initial values, so it is about one motion, not about every one; a motion \
                      in closed form gives every coordinate, x = …; y = …";
        return Ok(Proof::undecided(model, reason.to_owned()));
    }
    if !divides(claim) && zero_test(claim) == zero::Verdict::Zero {
        return Ok(prove_identity(model, (sides[0], sides[1])));
    }
    let theory = match refuse_contradictions(model, system, motion) {
        Ok(()) => Theory::new(system, motion, &[claim]),
        Err(_) => Err(Reason::Contradiction),
    };
    let mut theory = match theory {
        Ok(theory) => theory,
        Err(reason) => return Ok(Proof::undecided(model, reason.to_string())),
    };
    let mut proof = answer(model, &mut theory, (sides[0], sides[1]));
    let pairs = [(sides[0], sides[1])];
    proof.conditions = needed::of_equations(model, (system, motion), &pairs, proof.conditions);
    refuted_with_formulas(proof, model, (sides[0], sides[1]), principle)
}

/// A function with a formula is any function in a proof, but a state that refutes a claim must be
/// one of the function that the model gives.
pub(super) fn refuted_with_formulas(
    proof: Proof,
    model: &Model,
    (left, right): (Expr, Expr),
    principle: Option<&str>,
) -> Result<Proof, WalkError> {
    let special = model.with_formulas();
    let sides = (model.specified(left), model.specified(right));
    if proof.verdict != Verdict::Refuted || (special.is_none() && sides == (left, right)) {
        return Ok(proof);
    }
    let special = special.unwrap_or_else(|| model.clone());
    let (system, motion) = motion(&special, principle)?;
    let refuted = match Theory::new(&system, &motion, &[sides.0 - sides.1]) {
        Ok(mut theory) => answer(&special, &mut theory, sides).verdict == Verdict::Refuted,
        Err(_) => false,
    };
    Ok(if refuted { proof } else { Proof::undecided(model, ONLY_FORMULA.to_owned()) })
}

/// Does it divide by something, which may vanish at every state?
fn divides(e: Expr) -> bool {
    postorder(&[e]).into_iter().any(|node| match node.node() {
        Node::Product(powers) => powers.iter().any(|(_, k)| k.is_negative()),
        Node::Apply(Function::Elementary(f), _) => f == Elementary::Tan || f == Elementary::Log,
        _ => false,
    })
}

/// Does it contain values at the start, `x'(0)`?
fn contains_initial_values(e: Expr) -> bool {
    let is_start = |s: Symbol| s.kind == Kind::Auxiliary && s.name.ends_with("(0)");
    symbols(&[e]).into_iter().filter_map(Expr::as_symbol).any(is_start)
}

/// States at which a claim that is not proved is tried.
const TRIES: u64 = 12;
/// States at which every claim is tried before a proof is looked for. A proof of what fails there
/// would be a bug of ours.
const TRIES_BEFORE_PROOF: u64 = 2;
const CONTRADICTION: &str =
    "the proof and a state contradict each other, which is a bug of ours: please report this claim";
const ONLY_FORMULA: &str =
    "it does not hold for every function, and proofs do not use the formulas under `functions`";
const NOWHERE: &str = "a proof needs expressions that do not vanish, and no state was found at which \
                       none of them does";
const NO_STATE: &str =
    "it does not follow from the equations, and no state was found at which it fails";

/// Decides a claim in a theory that was made for it. A claim is refuted only by a state, and a state
/// is often found sooner than the equations of motion are solved; so it is looked for first, which
/// is the test of a proof, too.
pub(super) fn answer(model: &Model, theory: &mut Theory, sides: (Expr, Expr)) -> Proof {
    if let Some(witness) = theory.witness(sides, &choice(model, TRIES_BEFORE_PROOF)) {
        return match theory.is_proved_unsolved(sides.0 - sides.1) {
            true => Proof::undecided(model, CONTRADICTION.to_owned()),
            false => Proof::refuted(model, Some(witness)),
        };
    }
    match theory.decide(sides.0 - sides.1) {
        Answer::Undecided(Reason::Unsolved) => where_divisors_differ(model, theory, sides),
        Answer::Proved => {
            let mut conditions = theory.provisos_of(sides.0 - sides.1);
            conditions
                .extend(theory.drops_of(sides.0 - sides.1).iter().map(|list| not_all_zero(list)));
            conditions.extend(arguments_of_signs(sides));
            meant(model, theory, conditions)
        }
        Answer::Refuted(_) => match theory.witness(sides, &choice(model, TRIES)) {
            Some(witness) => Proof::refuted(model, Some(witness)),
            None => Proof::undecided(model, NO_STATE.to_owned()),
        },
        Answer::Undecided(reason) => match theory.witness(sides, &choice(model, TRIES)) {
            Some(witness) => Proof::refuted(model, Some(witness)),
            None => Proof::undecided(model, reason.to_string()),
        },
    }
}

/// A proof that holds where none of some expressions vanishes, if it says something: there must be
/// a state at which none of them does. Values of parameters are the author's.
fn meant(model: &Model, theory: &mut Theory, conditions: Vec<Expr>) -> Proof {
    let proof = Proof::where_none_vanishes(model, conditions);
    let moves = |e: &&Expr| {
        symbols(&[**e]).into_iter().filter_map(Expr::as_symbol).any(|s| s.kind.is_of_motion())
    };
    let moving: Vec<Expr> = proof.conditions.iter().filter(moves).copied().collect();
    let product = Expr::product(moving.iter().copied());
    if !moving.is_empty()
        && theory.witness((product, Expr::zero()), &choice(model, TRIES)).is_none()
    {
        return Proof::undecided(model, NOWHERE.to_owned());
    }
    proof
}

/// Decides a claim that holds wherever some divisors do not vanish. That says something only when
/// there is a state at which they do not.
fn where_divisors_differ(model: &Model, theory: &mut Theory, sides: (Expr, Expr)) -> Proof {
    let divisors = theory.doubtful_divisors();
    if let Some(witness) = theory.witness(sides, &choice(model, TRIES)) {
        return Proof::refuted(model, Some(witness));
    }
    let product = Expr::product(divisors.iter().copied());
    if theory.witness((product, Expr::zero()), &choice(model, TRIES)).is_none() {
        return Proof::undecided(model, Reason::Unsolved.to_string());
    }
    if let Some(mut needed) = theory.divisors_by_multipliers(sides.0 - sides.1) {
        needed.extend(arguments_of_signs(sides));
        return meant(model, theory, needed);
    }
    let mut conditions = theory.provisos().to_vec();
    conditions.extend(theory.drops_of(sides.0 - sides.1).iter().map(|list| not_all_zero(list)));
    conditions.extend(divisors.into_iter().filter(|d| !theory.provisos().contains(d)));
    conditions.extend(arguments_of_signs(sides));
    Proof::where_none_vanishes(model, conditions)
}

/// The normal form of sign(x) is |x|/x, which says nothing at x = 0.
fn arguments_of_signs((left, right): (Expr, Expr)) -> Vec<Expr> {
    let argument = |e: Expr| match e.node() {
        Node::Apply(Function::Elementary(Elementary::Sign), x) => Some(x[0]),
        _ => None,
    };
    postorder(&[left, right]).into_iter().filter_map(argument).collect()
}

/// Decides `left = right` as an identity: no equation of the model is used.
#[must_use]
pub fn prove_anywhere(model: &Model, sides: (Expr, Expr)) -> Proof {
    let mut proof = prove_identity(model, sides);
    proof.look_at_cases(sides, |model, sides| Some(prove_identity(model, sides)));
    proof.look_at_zeros(sides, |model, sides| {
        prove_identity(model, sides).verdict == Verdict::Proved
    });
    proof
}

fn prove_identity(model: &Model, (left, right): (Expr, Expr)) -> Proof {
    let rotations: Vec<Rotation> = model.rotations.iter().map(|r| r.rotation.clone()).collect();
    let mut chart = chart(&rotations);
    let (left, right) = (chart.apply(left), chart.apply(right));
    let ranges = choice(model, TRIES).ranges;
    let find = |tries| witness((left, right), &[], &Choice { suggested: vec![], ranges, tries });
    match zero_test(left - right) {
        zero::Verdict::Zero => match find(TRIES_BEFORE_PROOF) {
            Some(_) => Proof::undecided(model, CONTRADICTION.to_owned()),
            None => Proof::where_none_vanishes(model, arguments_of_signs((left, right))),
        },
        _ if !differs_with_formulas(model, left - right) => {
            Proof::undecided(model, ONLY_FORMULA.to_owned())
        }
        zero::Verdict::NonZero(_) => Proof::refuted(model, find(TRIES)),
        zero::Verdict::Unknown(doubt) => match find(TRIES) {
            Some(witness) => Proof::refuted(model, Some(witness)),
            None => Proof::undecided(model, doubt.to_string()),
        },
    }
}

/// Can a difference be other than zero when the formulas of the model's functions are put in?
fn differs_with_formulas(model: &Model, difference: Expr) -> bool {
    let specified = model.specified(difference);
    specified == difference || zero_test(specified) != zero::Verdict::Zero
}
