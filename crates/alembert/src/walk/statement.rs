//! The lines of `expect` and `reject` that need no motion.
//!
//! An equation is decided on every motion of the model. A line that is false in general may still
//! hold along one motion: closed forms in time and initial values are left to a run, and so is a
//! relation between positions and velocities that is not true of every state.

use alembert_algebra::zero::{self, zero_test};
use alembert_algebra::{Expr, Kind, Substitution, contains, rate, symbols};
use alembert_mechanics::classify::ConstraintKind;
use alembert_mechanics::{Motion, System, Theory};
use alembert_render::Spelling;

use super::classification::ClassificationReport;
use super::contradiction::refuse_contradictions;
use super::energy::on_motions;
use super::freedom::ConstraintReport;
use super::ground::conditions_on_parameters;
use super::needed;
use super::prove::{
    Proof, Verdict, answer, differ_from_zero, prove_for_all_values, refuted_with_formulas,
};
use crate::language::model::{Claim, Statement};
use crate::language::syntax::KindWord;
use crate::language::{Model, slope};

/// What became of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decision {
    /// It is as the model says.
    Holds,
    /// It is not.
    Fails,
    /// It is not decided here.
    Undecided,
}

impl Decision {
    /// The word for it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Holds => "holds",
            Self::Fails => "fails",
            Self::Undecided => "undecided",
        }
    }
}

/// A line of `expect` or `reject` with its decision.
#[derive(Debug, Clone)]
pub struct StatementReport {
    /// The line as written.
    pub text: String,
    /// Is it a line of `reject`?
    pub reject: bool,
    /// The decision.
    pub decision: Decision,
    /// How it was decided, or why it was not.
    pub how: String,
    /// Its number in its section.
    pub number: usize,
    /// What must not vanish for the decision to hold, in ASCII: `x != 0`.
    pub conditions: Vec<String>,
    /// The same as the page shows it, in one text.
    pub(super) shown_conditions: String,
}

impl StatementReport {
    /// A line that was decided along one motion, which needs no conditions.
    pub(super) fn of_run(
        text: String,
        reject: bool,
        (decision, how): (Decision, String),
        number: usize,
    ) -> Self {
        let (conditions, shown_conditions) = (Vec::new(), String::new());
        Self { text, reject, decision, how, number, conditions, shown_conditions }
    }
}

/// What a statement needs to be decided.
enum Need {
    /// These equations on every motion; `general` ones fail when they are not true of every state.
    Equations { pairs: Vec<(Expr, Expr)>, general: bool },
    /// It is known at once.
    Known(bool, &'static str),
    /// It has to wait, or is not decided.
    Later(&'static str),
}

/// Decides every line of `expect` and `reject` that needs no motion.
pub(super) fn decide_all(
    model: &Model,
    system: &System,
    motion: &Motion,
    classification: &ClassificationReport,
) -> Vec<StatementReport> {
    let kinds = &classification.kinds;
    let lines = |list: &[Statement], reject: bool| -> Vec<(Statement, bool, usize)> {
        list.iter().enumerate().map(|(i, s)| (s.clone(), reject, i)).collect()
    };
    let all = [lines(&model.expect, false), lines(&model.reject, true)].concat();
    let of_kind = |s: &Statement| match &s.claim {
        Claim::Kind(_, kind) => form_of(*kind).is_none(),
        _ => false,
    };
    let need = |s: &Statement| match classification.is_doubtful && of_kind(s) {
        true => Need::Later("whether the values of the parameters are special ones is not known"),
        false => need(s, system, motion, kinds),
    };
    let needs: Vec<Need> = all.iter().map(|(s, _, _)| need(s)).collect();
    let mut theory = None;
    let report = |((statement, reject, number), need): (&(Statement, bool, usize), &Need)| {
        let (decision, how, conditions) = match need {
            Need::Later(why) => (Decision::Undecided, (*why).to_owned(), Vec::new()),
            Need::Known(holds, how) => {
                let conditions = match &statement.claim {
                    Claim::Kind(list, kind) if form_of(*kind).is_none() => {
                        conditions_of_kinds(model, system, list, classification)
                    }
                    _ => Vec::new(),
                };
                (decision(*holds, *reject), (*how).to_owned(), conditions)
            }
            Need::Equations { pairs, general } => {
                let theory = theory.get_or_insert_with(|| theory_of(model, system, motion, &needs));
                let about = (system, motion);
                let (decision, how, conditions) =
                    decide(model, about, theory, (pairs, *general), *reject);
                let conditions = needed::of_equations(model, (system, motion), pairs, conditions);
                (decision, how, conditions)
            }
        };
        let text = statement.text.clone();
        let shown_conditions = differ_from_zero(&conditions, model, Spelling::Unicode);
        let written = |e: &Expr| differ_from_zero(&[*e], model, Spelling::Ascii);
        StatementReport {
            text,
            reject: *reject,
            decision,
            how,
            number: *number,
            conditions: conditions.iter().map(written).collect(),
            shown_conditions,
        }
    };
    all.iter().zip(&needs).map(report).collect()
}

/// What must not vanish for constraints to be of their kinds: where they would say nothing, and where
/// the brackets that leave them would vanish.
fn conditions_of_kinds(
    model: &Model,
    system: &System,
    list: &[usize],
    classification: &ClassificationReport,
) -> Vec<Expr> {
    let all = conditions_on_parameters(model, system);
    let mut needed = needed::of_kinds(system, list, &classification.kinds, all);
    for &e in list.iter().filter_map(|&i| classification.needed.get(i)).flatten() {
        if !needed.contains(&e) {
            needed.push(e);
        }
    }
    needed
}

/// One theory for all equations.
fn theory_of(
    model: &Model,
    system: &System,
    motion: &Motion,
    needs: &[Need],
) -> Result<Theory, alembert_mechanics::Reason> {
    let claims: Vec<Expr> = needs
        .iter()
        .filter_map(|need| match need {
            Need::Equations { pairs, .. } => Some(pairs.iter().map(|(l, r)| *l - *r)),
            _ => None,
        })
        .flatten()
        .collect();
    match refuse_contradictions(model, system, motion) {
        Ok(()) => Theory::new(system, motion, &claims),
        Err(_) => Err(alembert_mechanics::Reason::Contradiction),
    }
}

fn need(
    statement: &Statement,
    system: &System,
    motion: &Motion,
    kinds: &[Option<ConstraintKind>],
) -> Need {
    let energy = |e: &Expr| on_motions(*e, system, motion);
    match &statement.claim {
        Claim::Kind(list, kind) => match form_of(*kind) {
            Some(form) => {
                let is = |i: &usize| {
                    ConstraintReport::new(&system.constraints()[*i], system).form == form
                };
                Need::Known(list.iter().all(is), "the form in the velocities")
            }
            None => of_kinds(list.iter().map(|&i| kinds[i]), *kind),
        },
        Claim::Nothing => {
            Need::Later("it is about a constraint that says nothing with these values")
        }
        Claim::Order(order) => {
            let actual = Expr::from(i64::from(2 * system.order()));
            Need::Known(*order == actual, "the order of the Lagrangian")
        }
        _ if !statement.starts.is_empty() => Need::Later("it needs a motion: initial values"),
        Claim::Equations(pairs) => {
            let pairs: Vec<(Expr, Expr)> =
                pairs.iter().map(|(l, r)| (energy(l), energy(r))).collect();
            if pairs.iter().any(|(l, r)| is_closed_form(*l - *r, system)) {
                return Need::Later("it needs a motion: a closed form in time");
            }
            let general = pairs.iter().all(|(l, r)| contains_unknowns(*l - *r, system));
            Need::Equations { pairs, general }
        }
        Claim::Conserved(list) => {
            let rates = list.iter().map(|e| {
                let is_energy = *e == crate::language::energy_symbol();
                let rate = if is_energy { energy(&rate(*e)) } else { slope(energy(e)) };
                (rate, Expr::zero())
            });
            Need::Equations { pairs: rates.collect(), general: true }
        }
    }
}

/// Are all constraints of the kind that the word names? One that is not decides.
fn of_kinds(kinds: impl Iterator<Item = Option<ConstraintKind>>, word: KindWord) -> Need {
    use ConstraintKind as K;
    let is = |kind: K| match word {
        KindWord::Holonomic => matches!(kind, K::Holonomic | K::HolonomicInDisguise),
        KindWord::HolonomicInDisguise => kind == K::HolonomicInDisguise,
        _ => matches!(kind, K::Nonholonomic | K::AffineNonholonomic),
    };
    let answers: Vec<Option<bool>> = kinds.map(|kind| kind.map(is)).collect();
    match (answers.contains(&Some(false)), answers.contains(&None)) {
        (true, _) => Need::Known(false, "brackets of the allowed directions"),
        (false, true) => Need::Later("the kind of a constraint is not known"),
        (false, false) => Need::Known(true, "brackets of the allowed directions"),
    }
}

/// The form that a word is about; the other words are about integrability.
fn form_of(kind: KindWord) -> Option<&'static str> {
    match kind {
        KindWord::Linear => Some("linear"),
        KindWord::Affine => Some("affine"),
        KindWord::Nonlinear => Some("nonlinear"),
        KindWord::Holonomic | KindWord::HolonomicInDisguise | KindWord::Nonholonomic => None,
    }
}

/// Does it relate time to positions and velocities only, in a system that time does not enter?
fn is_closed_form(e: Expr, system: &System) -> bool {
    let mut parts = vec![system.L()];
    parts.extend(system.constraints().iter().map(|c| c.phi));
    parts.extend(system.Q().iter());
    let rheonomic = parts.iter().any(|&p| contains(p, Expr::time()));
    contains(e, Expr::time()) && !rheonomic && !contains_unknowns(e, system)
}

/// Does it contain what the equations of motion determine?
fn contains_unknowns(e: Expr, system: &System) -> bool {
    symbols(&[e]).into_iter().filter_map(Expr::as_symbol).any(|s| match s.kind {
        Kind::Multiplier => true,
        Kind::Coordinate | Kind::Quasi => s.order >= system.order_of(&s),
        _ => false,
    })
}

fn decide(
    model: &Model,
    about: (&System, &Motion),
    theory: &mut Result<Theory, alembert_mechanics::Reason>,
    (pairs, general): (&[(Expr, Expr)], bool),
    reject: bool,
) -> (Decision, String, Vec<Expr>) {
    match theory {
        Err(reason) => (Decision::Undecided, reason.to_string(), Vec::new()),
        Ok(theory) => {
            let mut proofs = Vec::new();
            for &sides in pairs {
                let proof = answer(model, theory, sides);
                match refuted_with_formulas(proof, model, sides, None) {
                    Ok(mut proof) => {
                        proof.look_at_turning(about, sides);
                        proof.look_at_cases(sides, |model, sides| {
                            prove_for_all_values(model, sides, None).ok()
                        });
                        proofs.push(proof);
                    }
                    Err(error) => return (Decision::Undecided, error.to_string(), Vec::new()),
                }
            }
            let mut refuted = pairs.iter().zip(&proofs).filter(|p| p.1.verdict == Verdict::Refuted);
            let matters = !general && !reject;
            let never = matters && refuted.any(|(sides, _)| holds_nowhere(model, theory, *sides));
            let (decision, how) = of_proofs(&proofs, general || never, reject);
            let proved = proofs.iter().all(|p| p.verdict == Verdict::Proved);
            (decision, how, if proved { all_conditions(&proofs) } else { Vec::new() })
        }
    }
}

/// The conditions of all proofs, each once.
fn all_conditions(proofs: &[Proof]) -> Vec<Expr> {
    let mut all = Vec::new();
    for &e in proofs.iter().flat_map(|p| &p.conditions) {
        if !all.contains(&e) {
            all.push(e);
        }
    }
    all
}

/// Is what is left of a claim a number other than zero, with the parameters of the model? Then no
/// state of any motion satisfies it.
fn holds_nowhere(model: &Model, theory: &mut Theory, (left, right): (Expr, Expr)) -> bool {
    // The equations of motion are solved by deciding.
    let _ = theory.decide(left - right);
    let Some(mut left_over) = theory.remainder(left - right) else { return false };
    // A definition is made of parameters that stand before it.
    for p in model.parameters.iter().rev() {
        left_over = Substitution::new([(p.symbol, p.value)]).apply(left_over);
    }
    let constant = symbols(&[left_over]).iter().all(|e| *e == Expr::pi());
    constant && matches!(zero_test(left_over), zero::Verdict::NonZero(_))
}

fn decision(holds: bool, reject: bool) -> Decision {
    if holds == reject { Decision::Fails } else { Decision::Holds }
}

/// All equations must hold for the line to hold; one that fails is enough for it to fail.
fn of_proofs(proofs: &[Proof], general: bool, reject: bool) -> (Decision, String) {
    let with = |verdict| proofs.iter().find(|p| p.verdict == verdict);
    if let Some(proof) = with(Verdict::Refuted) {
        if !reject && !general {
            let why = "it is not true of every state; a run decides it along its motion";
            return (Decision::Undecided, why.to_owned());
        }
        return (decision(false, reject), proof.how.unwrap_or_default().to_owned());
    }
    match with(Verdict::Undecided) {
        Some(proof) => (Decision::Undecided, proof.reason.clone().unwrap_or_default()),
        None => (decision(true, reject), "normal form".to_owned()),
    }
}
