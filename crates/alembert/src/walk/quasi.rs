//! The equations of motion in quasi-velocities, as text, with their certificate.

#![allow(non_snake_case, reason = "R is the symbol of the papers")]

use alembert_algebra::{Expr, Function, Kind, Matrix, Vector, apply, gradient};
use alembert_mechanics::affine::is_affine;
use alembert_mechanics::explicit::{
    Dynamics, Quasi, Solved, Wanted, agrees, agrees_at_states, quasi,
};
use alembert_mechanics::{Motion, Reason};
use alembert_render::{
    Block, Equation, MatrixEquation, Page, Part, Spelling, Tree, Typesetter, operations,
};

use super::WalkError;
use super::certify::{Certificate, STATES, at_states, read_back};
use super::conditions::listed;
use super::held_against;
use super::hidden::Hidden;
use super::notation::notation;
use super::scattered::scattered;
use super::shorten::tree_size;
use super::values::choice;
use crate::language::model::{Definition, Turning};
use crate::language::{Model, Reader};

/// A determinant with more parts, counted as a tree, is not written out.
const LONGEST_DETERMINANT: u64 = 60;

/// Equations in quasi-velocities, written.
pub(super) struct Equations {
    /// The velocities through the speeds.
    pub(super) kinematics: Vec<Equation>,
    /// The rates of the speeds, where they are solved for.
    pub(super) dynamics: Vec<Equation>,
    /// `R` and `h` of `R u' = h`, where they are not.
    pub(super) blocks: Vec<Block>,
    speeds: Vec<Tree>,
    /// What must not vanish.
    pub(super) conditions: Vec<Tree>,
    /// Operations of the rates, or of the entries of `R` and `h`.
    pub(super) operations: usize,
    pub(super) certificate: Certificate,
}

/// Derives, writes, reads back, certifies.
pub(super) fn page(model: &Model, motion: &Motion, rank: &[Expr]) -> Result<Equations, WalkError> {
    let other = held_against::with_multipliers(model, motion)?;
    let own = other.as_ref().map(|_| motion);
    let motion = other.as_ref().unwrap_or(motion);
    let (given, shown) = shortest(model, motion)?;
    let mut typesetter = Typesetter::new(&notation(model));
    let mut written = |list: &[Solved]| -> Result<Vec<Equation>, WalkError> {
        let line = |s: &Solved| -> Result<Equation, WalkError> {
            let (lhs, rhs) = (typesetter.tree(s.unknown)?, typesetter.tree(s.value)?);
            Ok(Equation { label: None, lhs, rhs })
        };
        list.iter().map(line).collect()
    };
    let kinematics = written(&shown.kinematics)?;
    let (mut dynamics, mut blocks) = (Vec::new(), Vec::new());
    match &shown.dynamics {
        Dynamics::Explicit(rates) => dynamics = written(rates)?,
        Dynamics::Matrix(R, h) => {
            let R = Matrix::from_rows(R.clone(), h.len());
            blocks.push(Block::matrix(free(model, ["R", "G", "K"]), &R, &mut typesetter)?);
            blocks.push(Block::column(free(model, ["h", "k", "b"]), h, &mut typesetter)?);
        }
    }
    let conditions = conditions(model, &shown, rank).into_iter().map(|c| typesetter.tree(c));
    let mut conditions = conditions.collect::<Result<Vec<_>, _>>()?;
    if let Some(R) = blocks.first().filter(|_| !has_short_determinant(model, &shown)) {
        let R = Expr::symbol(&R.name, Kind::Auxiliary, 0);
        conditions.push(typesetter.tree(apply(Function::unspecified("det", 1), &[R]))?);
    }
    let names: Result<_, _> = shown.speeds.iter().map(|&u| typesetter.tree(u)).collect();
    let entries = || blocks.iter().flat_map(|b| b.rows.iter().flatten());
    let count = dynamics.iter().map(|e| &e.rhs).chain(entries()).map(operations).sum();
    let trees: Vec<&Tree> =
        kinematics.iter().chain(&dynamics).map(|e| &e.rhs).chain(entries()).collect();
    let certificate = certified(&trees, &shown, &given, model, (motion, own))?;
    let speeds = names?;
    Ok(Equations {
        kinematics,
        dynamics,
        speeds,
        conditions,
        operations: count,
        certificate,
        blocks,
    })
}

/// What must not vanish for the equations to hold, without the determinant of a matrix that is
/// too long to be read.
fn conditions(model: &Model, shown: &Quasi, rank: &[Expr]) -> Vec<Expr> {
    let mut divisors: Vec<Expr> = shown.conditions.iter().chain(rank).copied().collect();
    divisors.extend(shown.kinematics.iter().flat_map(|s| &s.conditions));
    match &shown.dynamics {
        Dynamics::Explicit(rates) => divisors.extend(rates.iter().flat_map(|s| &s.conditions)),
        Dynamics::Matrix(..) if has_short_determinant(model, shown) => {
            divisors.extend(shown.determinant);
        }
        Dynamics::Matrix(..) => {}
    }
    listed(model, divisors.into_iter())
}

/// Are the factors of the determinant that may vanish short enough to be listed?
fn has_short_determinant(model: &Model, shown: &Quasi) -> bool {
    let short = |d: Expr| {
        let factors = listed(model, [d].into_iter());
        factors.into_iter().map(tree_size).sum::<u64>() <= LONGEST_DETERMINANT
    };
    shown.determinant.is_some_and(short)
}

/// The first of the letters that names nothing in the model.
pub(super) fn free<'a>(model: &Model, letters: [&'a str; 3]) -> &'a str {
    letters.into_iter().find(|l| !model.knows(l)).unwrap_or(letters[0])
}

/// Every name that the model gives.
fn names(model: &Model) -> Vec<String> {
    let variables = model.coordinates.iter().chain(&model.inputs).map(|v| &v.name);
    let definitions = model.abbreviations.iter().chain(&model.quasi).chain(&model.observed);
    let parameters = model.parameters.iter().map(|p| &p.name);
    let functions = model.functions.iter().map(|f| &f.name);
    let all = variables.chain(definitions.map(|d| &d.name)).chain(parameters).chain(functions);
    let turning = model.rotations.iter().flat_map(Turning::components);
    all.cloned().chain(turning).collect()
}

/// Speeds that were given, and the equations in speeds.
type Found = (Vec<(Expr, Expr)>, Quasi);

/// The equations with the functions of the model as they are written there: with common angles for [`scattered`]
/// functions, or without where that is shorter.
fn shortest(model: &Model, motion: &Motion) -> Result<Found, WalkError> {
    let found = |mut hidden: Hidden| -> Result<Found, WalkError> {
        let (given, mut shown) = derived(model, &hidden.motion(motion))?;
        hidden.put_in(&shown.kinematics);
        hidden.show(&mut shown);
        Ok((given, shown))
    };
    let first = found(Hidden::default());
    let scattered = scattered(motion);
    if scattered.is_empty() {
        return first;
    }
    match (first, found(Hidden::with(scattered))) {
        (Ok(one), Ok(other)) if size(&other.1) < size(&one.1) => Ok(other),
        (Err(_), Ok(other)) => Ok(other),
        (first, _) => first,
    }
}

/// What is to be read, counted as trees.
fn size(shown: &Quasi) -> u64 {
    let kinematics = shown.kinematics.iter().map(|s| s.value);
    let dynamics: Vec<Expr> = match &shown.dynamics {
        Dynamics::Explicit(rates) => rates.iter().map(|s| s.value).collect(),
        Dynamics::Matrix(R, h) => R.iter().chain([h]).flat_map(|row| row.iter().copied()).collect(),
    };
    kinematics.chain(dynamics).map(tree_size).fold(0, u64::saturating_add)
}

/// The equations in the speeds that the model names, or in speeds that are found.
fn derived(model: &Model, motion: &Motion) -> Result<Found, WalkError> {
    let named = |list: &[Definition]| -> Vec<(Expr, Expr)> {
        let symbol = |name: &str| Expr::symbol(name, Kind::Coordinate, 0);
        list.iter().map(|d| (symbol(&d.name), d.value)).collect()
    };
    let taken = names(model);
    let wanted = |forms, binding| Wanted { forms, binding, taken: &taken };
    let given = named(&model.quasi);
    if !given.is_empty() {
        let shown = quasi(motion, wanted(&given, true)).map_err(|reason| refusal(model, reason))?;
        return Ok((given, shown));
    }
    let mut given = named(&model.abbreviations);
    given.retain(|&(_, form)| is_linear_form(form, motion));
    if !given.is_empty() {
        match quasi(motion, wanted(&given, false)) {
            Ok(shown) => return Ok((given, shown)),
            Err(Reason::NoSpeeds | Reason::Speed { .. }) => {}
            Err(reason) => return Err(WalkError::Quasi(reason)),
        }
    }
    Ok((Vec::new(), quasi(motion, wanted(&[], true)).map_err(WalkError::Quasi)?))
}

/// The refusal of speeds that the model names, with the name.
fn refusal(model: &Model, reason: Reason) -> WalkError {
    match reason {
        Reason::Speed { index, misfit } => {
            WalkError::Speed { name: model.quasi[index].name.clone(), misfit }
        }
        _ => WalkError::Quasi(reason),
    }
}

/// Is it linear in the velocities, and does it contain one?
fn is_linear_form(e: Expr, motion: &Motion) -> bool {
    let n = motion.highest.len();
    let v = &motion.state[motion.state.len() - n..];
    gradient(e, v) != Vector::zeros(n)
        && gradient(e, &motion.highest) == Vector::zeros(n)
        && is_affine(e, v)
}

/// What is printed, read back, agrees with the equations of motion: proved, or tried at states. The
/// second motion is that of a principle with equations of its own in quasi-velocities.
fn certified(
    trees: &[&Tree],
    shown: &Quasi,
    given: &[(Expr, Expr)],
    model: &Model,
    (motion, own): (&Motion, Option<&Motion>),
) -> Result<Certificate, WalkError> {
    let symbols = shown.speeds.iter().filter_map(|&u| Some((u.as_symbol()?, u)));
    let named: Vec<_> = symbols.filter(|(s, _)| s.order == 0).collect();
    let named: Vec<(&str, Expr)> = named.iter().map(|(s, u)| (&*s.name, *u)).collect();
    let model = model.with_names(&named);
    let reader = Reader::new(&model);
    let mut certificate = Certificate::Proved;
    for spelling in [Spelling::Ascii, Spelling::Unicode] {
        let read: Option<Vec<Expr>> =
            trees.iter().map(|tree| read_back(tree, None, spelling, &reader)).collect();
        let Some(read) = read else { return Err(WalkError::Unreadable) };
        let printed = with_values(shown, &read);
        if !matches!(agrees(motion, given, &printed), Ok(true)) {
            let choice = choice(&model, STATES);
            let states = agrees_at_states(motion, given, &printed, &choice);
            certificate = certificate.max(at_states(states.map_err(WalkError::Quasi)?)?);
        }
        if let Some(own) = own {
            certificate = certificate.max(held_against::certified(&model, own, &printed)?);
        }
    }
    Ok(certificate)
}

/// The same equations with other expressions, in the order of [`Quasi::values`].
fn with_values(shown: &Quasi, values: &[Expr]) -> Quasi {
    let mut next = values.iter().copied();
    let mut take = || next.next().expect("as many as are printed");
    let mut changed = shown.clone();
    changed.kinematics.iter_mut().for_each(|s| s.value = take());
    match &mut changed.dynamics {
        Dynamics::Explicit(rates) => rates.iter_mut().for_each(|s| s.value = take()),
        Dynamics::Matrix(R, h) => {
            for row in R.iter_mut() {
                *row = row.iter().map(|_| take()).collect();
            }
            *h = h.iter().map(|_| take()).collect();
        }
    }
    changed
}

impl Equations {
    /// The page for people.
    pub(super) fn page(self) -> Page {
        let mut parts = vec![Part::Equations(self.kinematics), Part::Equations(self.dynamics)];
        if let [R, h] = self.blocks.as_slice() {
            parts.push(Part::System(vec![MatrixEquation {
                matrix: R.name.clone(),
                unknown: "u".to_owned(),
                rate: true,
                right: h.name.clone(),
                reaction: None,
            }]));
            parts.push(Part::List("u".to_owned(), self.speeds));
        }
        parts.extend(self.blocks.into_iter().map(Part::Matrix));
        parts.push(Part::Conditions(self.conditions));
        Page::new(parts)
    }
}
