//! The equations of a motion with the signs of a phase.
//!
//! Every `abs u` is σ u, and every `sign u` is σ, or an unknown s where forces jump with it. Forces that are no
//! straight functions of s are so between their two values, which is what a mixture of both sides gives:
//!
//! ```text
//! f(s) = ½ (f(1) + f(−1)) + ½ s (f(1) − f(−1))                                         (1)
//! ```
//!
//! With numbers h, σ and ρ that are fixed in a phase, one more equation belongs to each unknown,
//!
//! ```text
//! h u⁽ᵈ⁾(y) + (1 − h) s = σ + Σⱼ ρⱼ sⱼ                                                 (2)
//! ```
//!
//! h = 1 where u stays 0; d is the lowest order of a derivative of u in which accelerations y occur. The ρⱼ are 0 but
//! where u stays 0 because another argument does.

#![allow(non_snake_case, reason = "W, L are the symbols of the papers")]

use alembert_algebra::{
    Elementary, Expr, Function, Kind, Node, Substitution, Vector, apply, contains, partial,
    postorder, rate, symbols,
};
use alembert_mechanics::{Linear, Motion};
use alembert_render::Spelling;

use super::widened::widened;
use super::{Argument, MOST, Phases};
use crate::language::Model;
use crate::language::model::{Parameter, Signal};
use crate::walk::notation::text;
use crate::walk::run::analysis::switches::{arguments, expressions, without_roots};
use crate::walk::run::signal::formulas;

/// A model and a motion with the signs of a phase among its parameters and its unknowns.
pub(in crate::walk::run) struct Phased {
    pub(in crate::walk::run) model: Model,
    pub(in crate::walk::run) motion: Motion,
    pub(in crate::walk::run) phases: Phases,
}

/// An argument that is taken apart.
struct Part {
    u: Expr,
    text: String,
    side: Expr,
    sign: Expr,
}

impl Part {
    fn new(k: usize, u: Expr, model: &Model, before: &[Part]) -> Self {
        // no model has a name with a space
        let symbol = |name: &str, kind| Expr::symbol(&format!("{name} {k}"), kind, 0);
        let mut written = Substitution::new(before.iter().flat_map(|part| {
            let sign = apply(Elementary::Sign, &[part.u]);
            [(part.side, sign), (part.sign, sign)]
        }));
        let shown = (0..=before.len()).fold(u, |u, _| written.apply(u));
        Self {
            u,
            text: text(shown, model, Spelling::Ascii)
                .unwrap_or_else(|_| "a long expression".to_owned()),
            side: symbol("side", Kind::Parameter { positive: false }),
            sign: symbol("sign of", Kind::Multiplier),
        }
    }

    /// What stands for `abs` and `sign` of it.
    fn pairs(&self) -> [(Expr, Expr); 2] {
        let of = |f| apply(f, &[self.u]);
        [(of(Elementary::Abs), self.side * self.u), (of(Elementary::Sign), self.sign)]
    }
}

/// The phases of a motion; none when it has no arguments of `abs` and `sign`, or those that are beyond the limits.
pub(in crate::walk::run) fn phased(model: &Model, motion: &Motion) -> Option<Phased> {
    if !may_have_kinks(model, motion) {
        return None;
    }
    let motion = motion.map(|e| model.specified(e));
    let mut inputs = formulas(model, &expressions(&motion));
    let mut motion = without_roots(motion.map(|e| inputs.apply(e)));
    let mut parts: Vec<Part> = Vec::new();
    let left_out: Vec<Expr> = arguments(&of_constraints(&motion)).collect();
    let next = |motion: &Motion| arguments(&expressions(motion)).find(|u| !left_out.contains(u));
    while let Some(u) = next(&motion) {
        if parts.len() == MOST || has_any(u, &motion.unknowns) {
            return None;
        }
        parts.push(Part::new(parts.len(), u, model, &parts));
        let mut put = Substitution::new(parts[parts.len() - 1].pairs());
        motion = motion.map(|e| put.apply(e));
    }
    if parts.is_empty() || constraints_have(&motion, &parts) {
        return None;
    }
    let all = expressions(&motion);
    let jumps: Vec<bool> = parts.iter().map(|p| all.iter().any(|&e| contains(e, p.sign))).collect();
    let mut depths: Vec<Option<usize>> = parts.iter().map(|p| depth(&motion, p, &parts)).collect();
    let straight = straightened(&motion, &parts, &depths);
    let (mut motion, products) = with_products(&straight, &parts, &mut depths);
    let fixed: Vec<(Expr, Expr)> = parts
        .iter()
        .zip(&depths)
        .filter(|p| p.1.is_none())
        .map(|(p, _)| (p.sign, p.side))
        .collect();
    let mut put = Substitution::new(fixed);
    motion = motion.map(|e| put.apply(e));
    let pairs: Vec<(Expr, Expr)> = parts
        .iter()
        .flat_map(Part::pairs)
        .map(|(from, to)| (put.apply(from), put.apply(to)))
        .collect();
    let first = model.parameters.len();
    let brakes: Vec<Expr> =
        parts.iter().zip(&depths).map(|(p, &depth)| brake(&motion, p, depth, &mut put)).collect();
    let (model, motion) = extended(model, motion, &parts, &depths, &mut put);
    let arguments = parts.into_iter().zip(depths).zip(jumps).zip(brakes);
    let arguments = arguments.map(|(((part, depth), jumps), brake)| Argument {
        u: put.apply(part.u),
        text: part.text,
        unknown: depth.map(|d| (part.sign, d)),
        brake,
        jumps,
    });
    let phases = Phases { arguments: arguments.collect(), first, pairs, products };
    Some(Phased { model, motion, phases })
}

/// May the motion of a model have arguments of `abs` and `sign`? It is a quick look.
pub(in crate::walk::run) fn may_have(model: &Model) -> bool {
    let mut all = vec![model.lagrangian];
    all.extend(model.forces.iter().copied().chain(model.dissipation));
    all.extend(model.constraints.iter().map(|c| c.phi));
    has_kinks(model, all)
}

/// Is there an `abs`, a `sign` or a root in a motion, in a formula of a function or of an input? It is a quick look
/// before a thorough one.
fn may_have_kinks(model: &Model, motion: &Motion) -> bool {
    has_kinks(model, expressions(motion))
}

/// The same of some expressions.
fn has_kinks(model: &Model, mut all: Vec<Expr>) -> bool {
    all.extend(model.functions.iter().filter_map(|f| f.formula));
    all.extend(model.run.inputs.iter().filter_map(|(_, signal)| match signal {
        Signal::Formula(e) => Some(*e),
        Signal::Table(_) => None,
    }));
    postorder(&all).into_iter().any(|e| match e.node() {
        Node::Apply(Function::Elementary(Elementary::Abs | Elementary::Sign), _) => true,
        Node::Product(factors) => factors.iter().any(|(_, exponent)| !exponent.is_integer()),
        _ => false,
    })
}

/// Does an expression contain one of some symbols?
fn has_any(e: Expr, list: &[Expr]) -> bool {
    list.iter().any(|&x| contains(e, x))
}

/// What the constraints say of the state and of the accelerations.
fn of_constraints(motion: &Motion) -> Vec<Expr> {
    let levels = motion.manifold.iter().flat_map(|level| level.to_vec());
    levels.chain(motion.residuals.iter().copied()).collect()
}

/// Do constraints contain signs?
fn constraints_have(motion: &Motion, parts: &[Part]) -> bool {
    let found = symbols(&of_constraints(motion));
    parts.iter().any(|p| found.contains(&p.side) || found.contains(&p.sign))
}

/// The order of the derivative of an argument in which accelerations occur, when its sign is in forces alone.
fn depth(motion: &Motion, part: &Part, parts: &[Part]) -> Option<usize> {
    let (W, h) = motion.system.square();
    let elsewhere = W.entries().chain(motion.rate.iter().copied()).chain([motion.energy]);
    let elsewhere: Vec<Expr> = elsewhere.chain(parts.iter().map(|p| p.u)).collect();
    let jumps = h.iter().any(|&e| contains(e, part.sign));
    if !jumps || elsewhere.iter().any(|&e| contains(e, part.sign)) {
        return None;
    }
    let first = rate(part.u);
    let depths = [(1, first), (2, rate(first))];
    depths.into_iter().find(|(_, e)| has_any(*e, &motion.highest)).map(|(d, _)| d)
}

/// A motion in which the right side is straight in every unknown sign, by (1).
fn straightened(motion: &Motion, parts: &[Part], depths: &[Option<usize>]) -> Motion {
    let mut motion = motion.clone();
    for (part, _) in parts.iter().zip(depths.iter()).filter(|p| p.1.is_some()) {
        let s = part.sign;
        let [mut above, mut below] =
            [Expr::one(), -Expr::one()].map(|side| Substitution::new([(s, side)]));
        let half = Expr::one() / Expr::from(2);
        let (_, h) = motion.system.square();
        if h.iter().any(|&e| contains(partial(e, s), s)) {
            let straight = |&e: &Expr| {
                if !contains(partial(e, s), s) {
                    return e;
                }
                let (a, b) = (above.apply(e), below.apply(e));
                half * (a + b) + half * s * (a - b) // (1)
            };
            motion.system = with_right(&motion.system, h.iter().map(straight).collect());
        }
    }
    motion
}

/// A motion in which products of two unknown signs are written with the sides of both,
///
/// ```text
/// sₐ s_b → σₐ s_b + σ_b sₐ − σₐ σ_b                                                    (3)
/// ```
///
/// which is exact unless both stick, where both sides are 0; with the pairs. Of signs in longer products the one of a
/// position, or both, are no unknowns.
fn with_products(
    motion: &Motion,
    parts: &[Part],
    depths: &mut [Option<usize>],
) -> (Motion, Vec<(usize, usize)>) {
    let (mut motion, mut pairs) = (motion.clone(), Vec::new());
    for (i, j) in (0..parts.len()).flat_map(|i| (0..i).map(move |j| (j, i))) {
        let (Some(first), Some(second)) = (depths[i], depths[j]) else { continue };
        let (a, b) = (&parts[j], &parts[i]);
        let factor = |e: Expr| partial(partial(e, a.sign), b.sign);
        let (_, h) = motion.system.square();
        let factors: Vec<Expr> = h.iter().map(|&e| factor(e)).collect();
        if factors.iter().all(|&f| f == Expr::zero()) {
            continue;
        }
        if factors.iter().any(|&f| parts.iter().any(|p| contains(f, p.sign))) {
            depths[i] = depths[i].filter(|_| second < first);
            depths[j] = depths[j].filter(|_| first < second);
            continue;
        }
        let by_sides = a.side * b.sign + b.side * a.sign - a.side * b.side;
        let written = h.iter().zip(&factors).map(|(&e, &f)| e + f * (by_sides - a.sign * b.sign)); // (3)
        let written: Vec<Expr> = written.map(expanded_in(&[a.sign, b.sign])).collect();
        motion.system = with_right(&motion.system, written);
        pairs.push((j, i));
    }
    (motion, pairs)
}

/// The same linear system with another right side.
fn with_right(system: &Linear, mut h: Vec<Expr>) -> Linear {
    match system {
        Linear::Kkt { M, B, A, f, .. } => {
            let g = h.split_off(f.len()).into();
            Linear::Kkt { M: M.clone(), B: B.clone(), A: A.clone(), f: h.into(), g }
        }
        Linear::General { W, .. } => Linear::General { W: W.clone(), h: h.into() },
    }
}

/// Expressions as polynomials of degree one in each of two symbols, without the product that is 0.
fn expanded_in(symbols: &[Expr; 2]) -> impl Fn(Expr) -> Expr + use<> {
    let [a, b] = *symbols;
    move |e| {
        let at = |x: Expr, y: Expr| Substitution::new([(a, x), (b, y)]).apply(e);
        let none = at(Expr::zero(), Expr::zero());
        none + a * (at(Expr::one(), Expr::zero()) - none)
            + b * (at(Expr::zero(), Expr::one()) - none)
    }
}

/// What says whether a sign brakes its argument: −(∂u⁽ᵈ⁾/∂y)·(∂h/∂s).
fn brake(motion: &Motion, part: &Part, depth: Option<usize>, put: &mut Substitution) -> Expr {
    let e = (0..depth.unwrap_or(0)).fold(put.apply(part.u), |e, _| rate(e));
    let (_, h) = motion.system.square();
    let rows = motion.highest.iter().zip(h.iter()).filter(|_| depth.is_some());
    -Expr::sum(rows.map(|(&y, &h)| partial(e, y) * partial(h, part.sign)))
}

/// The model with the numbers of (2), and the motion with its equations.
fn extended(
    model: &Model,
    motion: Motion,
    parts: &[Part],
    depths: &[Option<usize>],
    put: &mut Substitution,
) -> (Model, Motion) {
    let mut model = model.clone();
    let unknown: Vec<usize> = (0..parts.len()).filter(|&k| depths[k].is_some()).collect();
    let number = |name: String| Expr::symbol(&name, Kind::Parameter { positive: false }, 0);
    let mut rows: Vec<(Expr, Vec<Expr>)> = Vec::new();
    for (k, part) in parts.iter().enumerate() {
        add(&mut model, part.side, Expr::one());
        if depths[k].is_none() {
            continue;
        }
        let hold = number(format!("hold {k}"));
        add(&mut model, hold, Expr::zero());
        let mut shares = Vec::new();
        for &j in &unknown {
            let share = if j == k { Expr::zero() } else { number(format!("join {k} {j}")) };
            if j != k {
                add(&mut model, share, Expr::zero());
            }
            shares.push(share);
        }
        rows.push((hold, shares));
    }
    if unknown.is_empty() {
        return (model, motion);
    }
    let signs: Vector = unknown.iter().map(|&k| parts[k].sign).collect();
    let mut rest = Substitution::new(motion.unknowns.iter().map(|&y| (y, Expr::zero())));
    let lower = |ys: &[Expr]| -> (Vec<Vector>, Vec<Expr>) {
        let row = |(i, (&k, (hold, shares))): (usize, (&usize, &(Expr, Vec<Expr>)))| {
            let u = put.apply(parts[k].u);
            let e = (0..depths[k].unwrap_or(1)).fold(u, |e, _| rate(e));
            let mut row: Vec<Expr> = ys.iter().map(|&y| *hold * partial(e, y)).collect();
            row.extend(shares.iter().enumerate().map(|(j, &share)| match j == i {
                true => Expr::one() - *hold,
                false => -share,
            }));
            (row.into(), parts[k].side - *hold * rest.apply(e)) // (2)
        };
        unknown.iter().zip(&rows).enumerate().map(row).unzip()
    };
    let (system, unknowns) = widened(&motion, &signs, lower);
    (model, Motion { system, unknowns, ..motion })
}

/// A number of a phase among the parameters.
fn add(model: &mut Model, symbol: Expr, value: Expr) {
    let name = symbol.as_symbol().map(|s| s.spelling()).unwrap_or_default();
    let span = model.lagrangian_span;
    model.parameters.push(Parameter {
        name,
        symbol,
        value,
        is_definition: false,
        unit: None,
        range: None,
        doc: None,
        span,
    });
}
