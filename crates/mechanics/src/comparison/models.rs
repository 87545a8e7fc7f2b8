//! Do two systems describe the same motions in different coordinates?
//!
//! A map gives the coordinates of one system through those of the other,
//!
//! ```text
//! x = F(q, t),     x' = dF/dt,     x'' = d²F/dt²                                     (1)
//! ```
//!
//! The motions of the second system are motions of the first when, with (1) put in,
//!
//! ```text
//! the constraints φ(x, x', t) = 0 and the equations W x'' = h of the first hold     (2)
//! ```
//!
//! on every motion of the second. An orientation of the first is given by its entries, from which its
//! angular velocity and the rate of that follow. They are all of them when the map reaches all states of the first
//! (`reach`). The equations of the first are those without multipliers (Maggi's, or for accelerations
//! in the Lagrangian those of elimination), so that reactions need no names in common; those of a model that asks
//! for the naive equations are these. Parameters of the same name are the same.
//!
//! Where the map gives nothing but other names, and the equations of both motions, each by the principle of its
//! model, are the same row by row (`same`), nothing has to follow from anything: both have the same motions
//! through every state, also where these are not determined.

use alembert_algebra::{Expr, Kind, Matrix, Substitution, Vector, rate, symbols};

use super::reach::missing;
use super::same::are_same;
use crate::principle::{dalembert, elimination, maggi};
use crate::theory::{definitions, residuals};
use crate::{Answer, Choice, Motion, PrincipleError, Reason, System, Theory, Witness};

/// States at which equations that are not proved are tried.
const STATES: u64 = 64;
/// Agreement at fewer states than these says nothing.
const FEWEST_STATES: u64 = 4;

/// What was found about two systems and a map.
#[derive(Debug, Clone)]
pub enum Correspondence {
    /// The equations are the same in other names.
    Renamed,
    /// The motions are the same: proved, where these do not vanish.
    Same(Vec<Expr>),
    /// The equations of the first hold at this number of states; there is no proof, for this reason.
    RandomStates(u64, Reason),
    /// A state of the second system at which an equation of the first, all on its left side, fails.
    Different(Witness),
    /// The equations hold, but the numbers of free velocities of the systems differ.
    Freedom(usize, usize),
    /// The equations hold, but the positions that the systems allow have different dimensions.
    Positions(usize, usize),
    /// The equations hold, but the map is not proved to reach all states of the first system.
    Part,
    /// It is not known.
    Unknown(Reason),
}

/// Compares the motions of a system with those of another one, through a map (1): pairs of a
/// coordinate of the first, or of an entry of an orientation, and its value.
///
/// # Errors
/// The first system has no equations without multipliers.
pub fn correspondence(
    (first, given): (&System, &Motion),
    map: &[(Expr, Expr)],
    (second, motion): (&System, &Motion),
    choice: &Choice,
) -> Result<Correspondence, PrincipleError> {
    let mut defined = definitions(second);
    let other = motion.map(|e| defined.apply(e));
    if renamed((first, given), map, (second, motion)).is_some_and(|own| are_same(&own, &other)) {
        return Ok(Correspondence::Renamed);
    }
    let own = match (given.principle, first.order()) {
        ("naive", _) => given.clone(),
        (_, 1) => maggi(first)?,
        _ => elimination(first)?,
    };
    let claims = claims((first, &own), map, second);
    let mut theory = match Theory::new(second, motion, &claims) {
        Ok(theory) => theory,
        Err(reason) => return Ok(Correspondence::Unknown(reason)),
    };
    let mut open = None;
    for &claim in &claims {
        match theory.decide(claim) {
            Answer::Proved => continue,
            Answer::Undecided(reason) => open = Some(reason),
            Answer::Refuted(_) => open = Some(Reason::Curved),
        }
        if let Some(witness) = theory.witness((claim, Expr::zero()), choice) {
            return Ok(Correspondence::Different(witness));
        }
    }
    let missing = match missing((first, &own), map, (second, motion)) {
        Ok(missing) => missing,
        Err(reason) => return Ok(Correspondence::Unknown(reason)),
    };
    let reason = match (open, missing) {
        (None, None) => {
            let mut conditions = theory.all_conditions(&claims);
            conditions.extend(theory.undetermined_places());
            conditions.extend(undetermined_places(first, &own, map, second));
            return Ok(Correspondence::Same(conditions));
        }
        (None, Some(missing)) => return Ok(missing),
        (Some(reason), Some(_)) => return Ok(Correspondence::Unknown(reason)),
        (Some(reason), None) => reason,
    };
    let states = theory.states_of_agreement(&claims, &Choice { tries: STATES, ..choice.clone() });
    Ok(match states.filter(|&states| states >= FEWEST_STATES) {
        Some(states) => Correspondence::RandomStates(states, reason),
        None => Correspondence::Unknown(reason),
    })
}

/// The motion of the first system in the names of the second, where the map gives nothing but names, and
/// multipliers have the places that they have there.
fn renamed(
    (first, given): (&System, &Motion),
    map: &[(Expr, Expr)],
    (second, motion): (&System, &Motion),
) -> Option<Motion> {
    let q = second.q();
    let values: Vec<Expr> = map.iter().map(|&(_, e)| e).collect();
    let is_once = |e: &Expr| q.contains(e) && values.iter().filter(|x| *x == e).count() == 1;
    let is_fitting = first.rotations() == second.rotations()
        && values.iter().all(is_once)
        && given.multipliers.len() == motion.multipliers.len();
    if !is_fitting {
        return None;
    }
    let mut letters = Vec::new();
    for (&own, &other) in given.multipliers.iter().zip(motion.multipliers.iter()) {
        let (x, y) = (own.as_symbol()?, other.as_symbol()?);
        let jet = |name: &str, k: u32| Expr::symbol(name, Kind::Multiplier, k);
        letters.extend((0..=x.order).map(|k| (jet(&x.name, k), jet(&y.name, k))));
    }
    let mut letters = Substitution::new(letters);
    let mut list = |list: &[Expr]| letters.apply_all(&through(first, map, second, list));
    let [state, unknowns] = [&given.state, &given.unknowns].map(|v| list(v));
    let [highest, multipliers] = [&given.highest, &given.multipliers].map(|v| list(v));
    let own = given.map(|e| list(&[e])[0]);
    (highest.len() == motion.highest.len()).then_some(Motion {
        state,
        unknowns,
        highest,
        multipliers,
        ..own
    })
}

/// What must not vanish for the equations of the first system to determine its motion, in quantities of
/// the second: where they do not, it may have motions that the second has not. What is too long to be
/// written has the name that it has there.
fn undetermined_places(
    first: &System,
    own: &Motion,
    map: &[(Expr, Expr)],
    second: &System,
) -> Vec<Expr> {
    let whole = dalembert(first);
    let motion = whole.as_ref().unwrap_or(own);
    let Ok(mut theory) = Theory::new(first, motion, &[]) else { return Vec::new() };
    through(first, map, second, &theory.undetermined_places()).to_vec()
}

/// What must vanish on the motions of the second system, equation (2).
fn claims((first, motion): (&System, &Motion), map: &[(Expr, Expr)], second: &System) -> Vec<Expr> {
    let (constraints, balances) = residuals(motion);
    let manifold = motion.manifold.iter().flat_map(|level| level.to_vec());
    let equations: Vec<Expr> =
        manifold.chain(constraints.to_vec()).chain(balances.to_vec()).collect();
    through(first, map, second, &equations).to_vec()
}

/// Expressions of the first system in quantities of the second.
fn through(first: &System, map: &[(Expr, Expr)], second: &System, list: &[Expr]) -> Vector {
    let mut jets = orientations(first, map);
    for &(mut x, mut e) in map.iter().filter(|(x, _)| !is_entry(*x)) {
        for _ in 0..=2 * first.order() {
            jets.push((x, e)); // (1)
            (x, e) = (rate(x), rate(e));
        }
    }
    let list = definitions(first).apply_all(list);
    let mut same = Substitution::new(shared_parameters(&list, second));
    Substitution::new(jets).apply_all(&same.apply_all(&list))
}

/// Is it an entry of an orientation, which moves by a law and has no jets of its own?
fn is_entry(x: Expr) -> bool {
    x.as_symbol().is_some_and(|s| matches!(s.kind, Kind::Flow(_)))
}

/// The entries of the orientations that the map gives, their angular velocities and the rates of
/// these.
fn orientations(first: &System, map: &[(Expr, Expr)]) -> Vec<(Expr, Expr)> {
    let mut jets = Vec::new();
    let value = |b: &Expr| map.iter().find(|(x, _)| x == b).map(|pair| pair.1);
    for rotation in first.rotations() {
        let rows = rotation.entries().map(|row| row.iter().map(value).collect::<Option<Vector>>());
        let Some(rows) = rows.into_iter().collect::<Option<Vec<Vector>>>() else { continue };
        let R = Matrix::from_rows(rows, 3);
        jets.extend(rotation.entries().concat().into_iter().zip(R.entries()));
        for (omega, e) in rotation.omega().into_iter().zip(rotation.omega_of(&R)) {
            jets.extend([(omega, e), (rate(omega), rate(e))]);
        }
    }
    jets
}

/// Parameters of the second system stand for those of the first with the same name: a range in one of
/// the models makes them different symbols.
fn shared_parameters(equations: &[Expr], second: &System) -> Vec<(Expr, Expr)> {
    let mut parts = vec![second.L()];
    parts.extend(second.Q().iter());
    parts.extend(second.constraints().iter().map(|c| c.phi));
    let known = symbols(&parts);
    let name = |e: &Expr| e.as_symbol().map(|s| (s.name, s.order));
    let pair = |e: Expr| Some((e, *known.iter().find(|x| name(x) == name(&e))?));
    let is_parameter = |e: &Expr| {
        let kind = e.as_symbol().map(|s| s.kind);
        matches!(kind, Some(Kind::Parameter { .. }))
    };
    symbols(equations).into_iter().filter(is_parameter).filter_map(pair).collect()
}
