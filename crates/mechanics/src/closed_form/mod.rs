//! A motion given in closed form, put into the constraints and the equations of motion.
//!
//! With coordinates as functions of time and of constants c,
//!
//! ```text
//! q = f(t; c),     q' = ∂f/∂t,     q'' = ∂²f/∂t², …                                  (1)
//! φ(f, f', t) = 0                                                                     (2)
//! W y = h,     y = (f⁽ⁿ⁾, λ)                                                          (3)
//! ```
//!
//! the constraints are functions of time (2), and the equations of motion are linear in the multipliers
//! alone (3). The functions are a motion when (2) vanishes and (3) has a solution λ(t), at times at which
//! they have all of these derivatives: not where |u|, sign u, √u, asin u or acos u has a kink, a jump or an end
//! (`edges`), nor where a derivative divides by zero. Of (3) the
//! multipliers are eliminated (`multipliers`); what is left are functions of time and constants, too.
//! Values at the start, `q(0)` and `q'(0)`, are constants that the functions must have there:
//!
//! ```text
//! f(0; c) = q(0),     f'(0; c) = q'(0)                                                (4)
//! ```
//!
//! Each of these is a [`Claim`]. They are not decided here: values at the start obey the constraints,
//! which [`at_start`] makes a question about states.

mod multipliers;

use std::iter::repeat;

use alembert_algebra::ring::ConversionError;
use alembert_algebra::{
    Elementary, Expr, Function, Kind, Node, Substitution, Vector, postorder, rate, symbols,
};

use crate::theory::definitions;
use crate::{Constraint, Linear, Motion, PrincipleError, System};

pub use multipliers::{Known, Multiplier};
use multipliers::{Row, eliminated};

/// Where a claim comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// A constraint, by its label.
    Constraint(String),
    /// The equation of motion of this coordinate.
    Coordinate(Expr),
    /// The equation of motion with this number, of a principle that does not write one a coordinate.
    Equation(usize),
    /// What the equations of motion say of multipliers that change by a differential equation.
    Multipliers,
    /// The value of this symbol at the start.
    Start(Expr),
}

/// Two sides that must be equal at every time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claim {
    /// Where it comes from.
    pub origin: Origin,
    /// The left side.
    pub left: Expr,
    /// The right side.
    pub right: Expr,
}

/// What functions of time must satisfy to be a motion.
#[derive(Debug, Clone)]
pub struct ClosedForm {
    /// The coordinates, and what else is given, as functions of time and constants alone.
    pub forms: Vec<(Expr, Expr)>,
    /// Equations (2).
    pub constraints: Vec<Claim>,
    /// Equations (4), for the values at the start that the functions mention.
    pub mentioned: Vec<Claim>,
    /// Equations (4), for the others.
    pub others: Vec<Claim>,
    /// What is left of (3).
    pub equations: Vec<Claim>,
    /// The multipliers that solve (3).
    pub multipliers: Vec<Multiplier>,
    /// What was divided by: the functions themselves, and the elimination of multipliers.
    pub divisors: [Vec<Expr>; 2],
    /// Where the functions have kinks, jumps or ends: on both sides of these they are motions of their own.
    pub edges: Vec<Expr>,
}

/// Why functions of time cannot be put in.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ClosedFormError {
    /// A limit was reached.
    #[error(transparent)]
    Limit(#[from] ConversionError),
    /// Whether something vanishes is not known, so that no multiplier is solved for with it.
    #[error("it is not known whether a coefficient of a multiplier vanishes")]
    Doubt,
}

/// Functions that refer to each other in a circle have no values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Circle;

/// Functions of time and other coordinates as functions of time alone: `x = R sin φ, φ = ω t`.
///
/// # Errors
/// They refer to each other in a circle.
pub fn resolved(forms: &[(Expr, Expr)]) -> Result<Vec<(Expr, Expr)>, Circle> {
    let mut forms = forms.to_vec();
    for _ in 0..=forms.len() {
        if forms.iter().all(|(_, f)| !refers(*f, &forms)) {
            return Ok(forms);
        }
        let mut put = Substitution::new(jets(&forms, HIGHEST));
        forms.iter_mut().for_each(|(_, f)| *f = put.apply(*f));
    }
    Err(Circle)
}

/// Derivatives of other coordinates that a function may refer to.
const HIGHEST: u32 = 4;

fn refers(f: Expr, forms: &[(Expr, Expr)]) -> bool {
    let names: Vec<Option<String>> = forms.iter().map(|pair| name(pair.0)).collect();
    let moves = |x: Expr| x.as_symbol().is_some_and(|s| s.kind.has_jets());
    symbols(&[f]).into_iter().any(|x| moves(x) && names.contains(&name(x)))
}

/// Equation (1), up to so many dots.
fn jets(forms: &[(Expr, Expr)], order: u32) -> Vec<(Expr, Expr)> {
    let mut pairs = Vec::new();
    for &(mut x, mut f) in forms {
        for _ in 0..=order {
            pairs.push((x, f)); // (1)
            (x, f) = (rate(x), rate(f));
        }
    }
    pairs
}

/// The value of a symbol at the start, as the constant that stands for it: `x'(0)`.
#[must_use]
pub fn start_of(symbol: Expr) -> Option<Expr> {
    let name = symbol.as_symbol()?.spelling();
    Some(Expr::symbol(&format!("{name}(0)"), Kind::Auxiliary, 0))
}

/// Puts functions of time into a motion: each coordinate has one, multipliers may have one. The
/// functions contain time and constants only ([`resolved`]).
///
/// # Errors
/// The variants of [`ClosedFormError`].
pub fn closed_form(
    system: &System,
    motion: &Motion,
    forms: &[(Expr, Expr)],
) -> Result<ClosedForm, ClosedFormError> {
    let mut defined = definitions(system);
    let forms: Vec<(Expr, Expr)> = forms.iter().map(|&(x, f)| (x, defined.apply(f))).collect();
    let mut put = Substitution::new(jets(&forms, 2 * system.order()));
    let mut along = |e: Expr| put.apply(defined.apply(e));
    let pairs = motion.labels.iter().zip(motion.residuals.iter());
    let constraints = pairs.map(|(label, &phi)| Claim {
        origin: Origin::Constraint(label.clone()),
        left: along(phi), // (2)
        right: Expr::zero(),
    });
    let constraints = constraints.collect();
    let rows = rows(motion, &mut along);
    let unknown = |list: &[Expr]| -> Vec<Expr> {
        let is_multiplier = |x: &&Expr| x.as_symbol().is_some_and(|s| s.kind == Kind::Multiplier);
        let open = |x: &&Expr| !forms.iter().any(|(y, _)| name(*y) == name(**x));
        list.iter().filter(is_multiplier).filter(open).copied().collect()
    };
    let solved = eliminated(rows, &unknown(&motion.unknowns), &unknown(&motion.state))?;
    let origins = origins(system, motion).into_iter().chain(repeat(Origin::Multipliers));
    let equation = |(row, origin): (Expr, Origin)| Claim { origin, left: row, right: Expr::zero() };
    let equations = solved.residuals.iter().copied().zip(origins).map(equation).collect();
    let (mentioned, others) = starts(system, motion, &forms);
    let jets: Vec<Expr> = jets(&forms, 2 * system.order()).into_iter().map(|pair| pair.1).collect();
    let edges: Vec<Expr> = forms.iter().flat_map(|&(_, f)| edges(f)).collect();
    let written = jets.into_iter().flat_map(divisors).chain(edges.iter().copied()).collect();
    let divisors = [written, solved.divisors];
    let multipliers = solved.multipliers;
    Ok(ClosedForm {
        forms,
        constraints,
        mentioned,
        others,
        equations,
        multipliers,
        divisors,
        edges,
    })
}

fn name(x: Expr) -> Option<String> {
    x.as_symbol().map(|s| s.name.to_string())
}

/// The rows of (3), each on one side.
fn rows(motion: &Motion, along: &mut impl FnMut(Expr) -> Expr) -> Vec<Row> {
    let (W, h) = motion.system.square();
    let side = |(row, &h): (&Vector, &Expr)| row.dot(&motion.unknowns) - h;
    let sides: Vec<Expr> = W.rows().iter().zip(h.iter()).map(side).collect();
    sides.into_iter().map(|e| Row::new(along(e))).collect() // (3)
}

/// Where the rows of (3) come from.
fn origins(system: &System, motion: &Motion) -> Vec<Origin> {
    let one_a_coordinate = matches!(motion.system, Linear::Kkt { .. });
    let origin = |i: usize| match system.q().get(i) {
        Some(&x) if one_a_coordinate => Origin::Coordinate(x),
        _ if one_a_coordinate => Origin::Constraint(motion.labels[i - system.q().len()].clone()),
        _ => Origin::Equation(i + 1),
    };
    (0..motion.unknowns.len()).map(origin).collect()
}

/// Equations (4), for the values that the functions mention and for the others.
fn starts(system: &System, motion: &Motion, forms: &[(Expr, Expr)]) -> (Vec<Claim>, Vec<Claim>) {
    let used = symbols(&forms.iter().map(|pair| pair.1).collect::<Vec<_>>());
    let mut beginning = Substitution::new([(system.t(), Expr::zero())]);
    let (mut mentioned, mut others) = (Vec::new(), Vec::new());
    let state = motion.state.iter().copied();
    for (x, f) in jets(forms, 2 * system.order()) {
        let Some(start) = start_of(x).filter(|_| state.clone().any(|y| y == x)) else { continue };
        let claim = Claim { origin: Origin::Start(x), left: beginning.apply(f), right: start }; // (4)
        let list = if used.contains(&start) { &mut mentioned } else { &mut others };
        list.push(claim);
    }
    (mentioned, others)
}

/// What an expression divides by.
fn divisors(e: Expr) -> Vec<Expr> {
    let below = |node: Expr| match node.node() {
        Node::Product(powers) => {
            let below = powers.iter().filter(|(_, k)| k.is_negative());
            below.map(|(base, _)| *base).collect::<Vec<_>>()
        }
        _ => Vec::new(),
    };
    postorder(&[e]).into_iter().flat_map(below).collect()
}

/// What vanishes where an expression in time has a kink, a jump, or an end of its values.
fn edges(e: Expr) -> Vec<Expr> {
    let moves = |x: &Expr| symbols(&[*x]).into_iter().any(|x| x == Expr::time());
    let edge = |node: Expr| match node.node() {
        Node::Apply(Function::Elementary(f), list) => match (f, &list[..]) {
            (Elementary::Abs | Elementary::Sign, [u]) => vec![*u],
            (Elementary::Asin | Elementary::Acos, [u]) => vec![Expr::one() - u.powi(2)],
            (Elementary::Acosh, [u]) => vec![*u - Expr::one()],
            (Elementary::Atanh, [u]) => vec![Expr::one() - u.powi(2)],
            (Elementary::Log, [u]) => vec![*u],
            _ => Vec::new(),
        },
        Node::Product(powers) => {
            let roots = powers.iter().filter(|(_, k)| !k.is_integer());
            roots.map(|(base, _)| *base).collect::<Vec<_>>()
        }
        _ => Vec::new(),
    };
    postorder(&[e]).into_iter().flat_map(edge).filter(moves).collect()
}

/// The system and the motion at the time 0, where values at the start are a state of theirs.
///
/// # Errors
/// Nothing is left of a constraint there.
pub fn at_start(system: &System, motion: &Motion) -> Result<(System, Motion), PrincipleError> {
    let mut put = Substitution::new([(system.t(), Expr::zero())]);
    let constraints = system.constraints().iter().map(|c| Constraint {
        label: c.label.clone(),
        phi: put.apply(c.phi),
        reaction: c.reaction.as_ref().map(|b| put.apply_all(b)),
    });
    let constraints = constraints.collect();
    let (L, Q) = (put.apply(system.L()), put.apply_all(system.Q()));
    let there = System::new(system.q().clone(), L, Q, constraints)?
        .with_inputs(system.inputs().clone())?
        .with_definitions(system.definitions().to_vec())?;
    Ok((there, motion.map(|e| put.apply(e))))
}

/// An expression in values at the start, in the symbols of a state.
#[must_use]
pub fn as_state(e: Expr, state: &[Expr]) -> Expr {
    let pair = |&x: &Expr| Some((start_of(x)?, x));
    Substitution::new(state.iter().filter_map(pair)).apply(e)
}

/// An expression in the symbols of a state, in values at the start.
#[must_use]
pub fn as_start(e: Expr, state: &[Expr]) -> Expr {
    let pair = |&x: &Expr| Some((x, start_of(x)?));
    Substitution::new(state.iter().filter_map(pair)).apply(e)
}
