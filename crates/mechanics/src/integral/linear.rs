//! Integrals of variables that move linearly: rotations, oscillations, decay.
//!
//! Some of the dependent variables s may obey a linear system with constant coefficients in a common
//! "time" τ, a function of the free variables,
//!
//! ```text
//! ds = (M s + b) dτ                                                                  (1)
//! ```
//!
//! as those of `x' = −Ω y`, `y' = Ω x` do with `τ = −Ω t`, and those of `x' = −θ' y`, `y' = θ' x` with
//! `τ = −θ`. A left eigenvector w of M with the eigenvalue μ gives the integral
//!
//! ```text
//! h = e^(−μτ) (w · s + w · b/μ),     w M = μ w                                       (2)
//! ```
//!
//! whose real and imaginary parts are integrals for `μ = α + iβ`: with `w · s + w · b/μ = P + iQ`,
//!
//! ```text
//! e^(−ατ) (Q cos βτ − P sin βτ),     e^(−ατ) (P cos βτ + Q sin βτ)                   (3)
//! ```
//!
//! The eigenvectors are rows of the adjugate of `μ − M`, which comes with the characteristic
//! polynomial (Faddeev and Le Verrier),
//!
//! ```text
//! M₁ = 1,   c_{n−k} = −tr (M M_k)/k,   M_{k+1} = M M_k + c_{n−k},   adj (μ − M) = Σ μ^(n−k) M_k     (4)
//! ```
//!
//! What comes out is a proposal, verified like every other.
//!
//! Known limits: eigenvalues are found when the characteristic polynomial, less its roots on the
//! diagonal of M, has degree 2 or is quadratic in μ², and when the sign of the discriminant follows
//! from numbers and positive parameters; repeated eigenvalues give no powers of τ.

use alembert_algebra::ring::ConversionError;
use alembert_algebra::zero::{Verdict, zero_test};
use alembert_algebra::{
    Elementary, Expr, Kind, Matrix, Node, Rational, Substitution, apply, contains, partial,
    product, symbols,
};

use super::effort::Effort;
use super::exact::{is_closed, potential};
use super::pfaffian::Pfaffian;
use crate::classify::{Zeros, sign};

/// Systems with more variables than this are left alone.
const LARGEST_SYSTEM: usize = 6;

/// Integrals of the form (3); they need not be independent.
pub(super) fn linear_integrals(
    system: &Pfaffian,
    effort: &Effort,
) -> Result<Vec<Expr>, ConversionError> {
    let mut found = Vec::new();
    let slopes = Slopes::new(system, effort)?;
    for members in slopes.blocks() {
        let Some(block) = slopes.block(&members, effort)? else { continue };
        let s: Vec<Expr> = members.iter().map(|&a| system.q[system.dependent[a]]).collect();
        let spectrum = Spectrum::new(&block.M, effort)?;
        for mode in spectrum.modes(&block.M, effort)? {
            if let Some(w) = spectrum.eigenvector(&mode, effort)? {
                found.extend(block.integrals(&s, &mode, &w));
            }
        }
    }
    Ok(found)
}

/// How the dependent variables depend on each other.
struct Slopes<'a> {
    system: &'a Pfaffian,
    /// `∂B[a][j]/∂s[b]`, by a, j and b.
    by: Vec<Vec<Vec<Expr>>>,
    /// The dependent variables that obey linear equations among themselves.
    linear: Vec<usize>,
}

/// A system (1).
struct Block {
    M: Matrix,
    b: Vec<Expr>,
    tau: Expr,
}

/// The characteristic polynomial, from the lowest coefficient to the highest, and the matrices of (4).
struct Spectrum {
    p: Vec<Expr>,
    adjugate: Vec<Matrix>,
}

/// A complex number by its real and imaginary parts.
type Complex = (Expr, Expr);

fn times((a, b): Complex, (c, d): Complex) -> Complex {
    (a * c - b * d, a * d + b * c)
}

/// An eigenvalue α ± iβ.
struct Mode {
    alpha: Expr,
    beta: Expr,
}

impl<'a> Slopes<'a> {
    fn new(system: &'a Pfaffian, effort: &Effort) -> Result<Self, ConversionError> {
        let s: Vec<Expr> = system.dependent.iter().map(|&a| system.q[a]).collect();
        let derivatives =
            |e: Expr| effort.normal(&s.iter().map(|&b| partial(e, b)).collect::<Vec<_>>());
        let row =
            |a: usize| (0..system.free.len()).map(|j| derivatives(system.slopes[(a, j)])).collect();
        let by: Vec<Vec<Vec<Expr>>> = (0..s.len()).map(row).collect::<Result<_, _>>()?;
        let constant = |e: &Expr| !s.iter().any(|&b| contains(*e, b));
        let mut linear: Vec<usize> =
            (0..s.len()).filter(|&a| by[a].iter().flatten().all(constant)).collect();
        loop {
            let alone = |a: &usize| {
                let outside = |b: usize| !linear.contains(&b);
                by[*a].iter().any(|d| (0..s.len()).any(|b| outside(b) && d[b] != Expr::zero()))
            };
            let left: Vec<usize> = linear.iter().copied().filter(|a| !alone(a)).collect();
            if left.len() == linear.len() {
                return Ok(Self { system, by, linear });
            }
            linear = left;
        }
    }

    /// Do two variables stand in one equation?
    fn meet(&self, a: usize, b: usize) -> bool {
        let enters = |a: usize, b: usize| self.by[a].iter().any(|d| d[b] != Expr::zero());
        enters(a, b) || enters(b, a)
    }

    /// The linear variables in groups that do not meet.
    fn blocks(&self) -> Vec<Vec<usize>> {
        let (mut left, mut blocks) = (self.linear.clone(), Vec::new());
        while let Some(first) = left.pop() {
            let mut block = vec![first];
            while let Some(k) = left.iter().position(|&a| block.iter().any(|&b| self.meet(a, b))) {
                block.push(left.swap_remove(k));
            }
            block.sort_unstable();
            if (2..=LARGEST_SYSTEM).contains(&block.len()) {
                blocks.push(block);
            }
        }
        blocks
    }

    /// The system (1) of a group, if it has one time.
    fn block(&self, members: &[usize], effort: &Effort) -> Result<Option<Block>, ConversionError> {
        let entries =
            |j: usize| members.iter().flat_map(move |&a| members.iter().map(move |&b| (a, j, b)));
        let at = |(a, j, b): (usize, usize, usize)| self.by[a][j][b];
        let width = self.system.free.len();
        let Some((a, j, b)) = (0..width).flat_map(entries).find(|&e| at(e) != Expr::zero()) else {
            return Ok(None);
        };
        let ratio = |(c, _, d): (usize, usize, usize)| at((c, j, d)) / at((a, j, b));
        let ratios = effort.normal(&entries(j).map(ratio).collect::<Vec<_>>())?;
        if !ratios.iter().all(|&e| is_constant(e)) {
            return Ok(None);
        }
        let speeds: Vec<Expr> = (0..width).map(|k| at((a, k, b))).collect();
        for (k, &speed) in speeds.iter().enumerate() {
            let differs = |(e, &m): ((usize, usize, usize), &Expr)| {
                zero_test(at(e) - m * speed) != Verdict::Zero
            };
            if entries(k).zip(&ratios).any(differs) {
                return Ok(None);
            }
        }
        let n = members.len();
        let M = Matrix::from_rows(ratios.chunks(n).map(|row| row.to_vec().into()).collect(), n);
        let r: Vec<Expr> = self.system.free.iter().map(|&j| self.system.q[j]).collect();
        let closed = is_closed(&r, &speeds);
        let tau = if closed { potential(&r, &speeds, effort)? } else { None };
        let b = self.constants(members, (j, at((a, j, b))), effort)?;
        Ok(tau.map(|tau| Block { M, b, tau }))
    }

    /// b of (1), from the slopes by free variable `j`, whose time has this speed.
    fn constants(
        &self,
        members: &[usize],
        (j, speed): (usize, Expr),
        effort: &Effort,
    ) -> Result<Vec<Expr>, ConversionError> {
        let s = self.system.dependent.iter().map(|&a| (self.system.q[a], Expr::zero()));
        let mut at_zero = Substitution::new(s);
        let rest = |&a: &usize| at_zero.apply(self.system.slopes[(a, j)]) / speed;
        effort.normal(&members.iter().map(rest).collect::<Vec<_>>())
    }
}

impl Block {
    /// Equation (2), or (3).
    fn integrals(&self, s: &[Expr], mode: &Mode, w: &[Complex]) -> Vec<Expr> {
        let size = mode.alpha * mode.alpha + mode.beta * mode.beta;
        let inverse = (mode.alpha / size, -mode.beta / size);
        let term = |(k, &w): (usize, &Complex)| {
            let (p, q) = times(w, inverse);
            (w.0 * s[k] + p * self.b[k], w.1 * s[k] + q * self.b[k])
        };
        let terms: Vec<Complex> = w.iter().enumerate().map(term).collect();
        let P = Expr::sum(terms.iter().map(|t| t.0));
        let Q = Expr::sum(terms.iter().map(|t| t.1));
        let decay = apply(Elementary::Exp, &[-mode.alpha * self.tau]);
        if mode.beta == Expr::zero() {
            return vec![decay * P]; // (2)
        }
        let angle = mode.beta * self.tau;
        let [c, s] = [Elementary::Cos, Elementary::Sin].map(|f| apply(f, &[angle]));
        vec![decay * (Q * c - P * s), decay * (P * c + Q * s)] // (3)
    }
}

fn is_constant(e: Expr) -> bool {
    let kinds = symbols(&[e]).into_iter().filter_map(Expr::as_symbol).map(|s| s.kind);
    kinds.into_iter().all(|kind| matches!(kind, Kind::Parameter { .. } | Kind::Pi))
}

impl Spectrum {
    /// Equation (4).
    fn new(M: &Matrix, effort: &Effort) -> Result<Self, ConversionError> {
        let n = M.nrows();
        let (mut p, mut adjugate) = (vec![Expr::one()], Vec::new());
        let mut product = Matrix::zeros(n, n);
        for k in 1..=n {
            let last = p[k - 1];
            let entry = |i: usize, j: usize| {
                if i == j { product[(i, j)] + last } else { product[(i, j)] }
            };
            let row = |i: usize| (0..n).map(|j| entry(i, j)).collect();
            let next = Matrix::from_rows((0..n).map(row).collect(), n);
            let entries = effort.normal(&(M * &next).entries().collect::<Vec<_>>())?;
            adjugate.push(next);
            let rows = entries.chunks(n).map(|row| row.to_vec().into()).collect();
            product = Matrix::from_rows(rows, n);
            let trace = Expr::sum((0..n).map(|i| product[(i, i)]));
            let size = i64::try_from(k).expect("a small number");
            p.push(effort.normal(&[-trace / Expr::from(size)])?[0]);
        }
        p.reverse();
        Ok(Self { p, adjugate })
    }

    /// The eigenvalues that can be written down, but for zero.
    fn modes(&self, M: &Matrix, effort: &Effort) -> Result<Vec<Mode>, ConversionError> {
        let (mut p, mut found) = (self.p.clone(), Vec::new());
        let diagonal = (0..M.nrows()).map(|i| M[(i, i)]).chain([Expr::zero()]);
        for root in diagonal.collect::<Vec<_>>() {
            while let Some(quotient) = deflated(&p, root, effort)? {
                p = quotient;
                if root != Expr::zero() {
                    found.push(Mode { alpha: root, beta: Expr::zero() });
                }
            }
        }
        match p[..] {
            [c, b, _] => found.extend(quadratic(b, c, effort)?),
            [c, zero, b, other, _] if zero == Expr::zero() && other == Expr::zero() => {
                // Quadratic in μ², which must be real.
                let squares = quadratic(b, c, effort)?.into_iter();
                for square in squares.filter(|m| m.beta == Expr::zero()) {
                    found.extend(quadratic(Expr::zero(), -square.alpha, effort)?);
                }
            }
            _ => {}
        }
        Ok(found)
    }

    /// A row of the adjugate that is not zero.
    fn eigenvector(
        &self,
        mode: &Mode,
        effort: &Effort,
    ) -> Result<Option<Vec<Complex>>, ConversionError> {
        let n = self.adjugate.len();
        for i in 0..n {
            let mut row = vec![(Expr::zero(), Expr::zero()); n];
            for matrix in &self.adjugate {
                for (j, entry) in row.iter_mut().enumerate() {
                    let (re, im) = times(*entry, (mode.alpha, mode.beta));
                    *entry = (re + matrix[(i, j)], im);
                }
            }
            let parts: Vec<Expr> = row.iter().flat_map(|&(re, im)| [re, im]).collect();
            let parts = effort.normal(&parts)?;
            if parts.iter().any(|&e| e != Expr::zero()) {
                return Ok(Some(parts.chunks(2).map(|pair| (pair[0], pair[1])).collect()));
            }
        }
        Ok(None)
    }
}

/// The polynomial divided by `μ − root`, if that divides it and a polynomial of degree 1 is left.
fn deflated(p: &[Expr], root: Expr, effort: &Effort) -> Result<Option<Vec<Expr>>, ConversionError> {
    let mut quotient: Vec<Expr> = Vec::new();
    let mut carried = Expr::zero();
    for &c in p.iter().rev() {
        carried = effort.normal(&[c + root * carried])?[0];
        quotient.push(carried);
    }
    let remainder = quotient.pop();
    quotient.reverse();
    Ok((p.len() > 1 && remainder == Some(Expr::zero())).then_some(quotient))
}

/// The roots of `μ² + b μ + c`, where the sign of the discriminant is known.
fn quadratic(b: Expr, c: Expr, effort: &Effort) -> Result<Vec<Mode>, ConversionError> {
    let half = -b / Expr::from(2);
    let discriminant = effort.normal(&[half * half - c])?[0];
    let half = effort.normal(&[half])?[0];
    Ok(match sign(discriminant, Zeros::Nowhere) {
        Some(true) => {
            let root = root(discriminant);
            let real = |alpha: Expr| Mode { alpha, beta: Expr::zero() };
            vec![real(half + root), real(half - root)]
        }
        Some(false) => vec![Mode { alpha: half, beta: root(-discriminant) }],
        None => Vec::new(),
    })
}

/// A root of a positive constant, of either sign: even powers are taken out.
fn root(square: Expr) -> Expr {
    let half = Rational::ratio(1, 2);
    match square.node() {
        Node::Sum(terms) if terms.len() == 1 => {
            let (c, term) = &terms[0];
            Expr::number(c.clone()).pow(&half) * root(*term)
        }
        Node::Product(powers) => {
            let is_even = |k: &Rational| k.to_i64().is_some_and(|k| k % 2 == 0);
            let (even, odd): (Vec<_>, Vec<_>) =
                powers.iter().cloned().partition(|(_, k)| is_even(k));
            let out = even.into_iter().map(|(base, k)| (base, &k * &half)).collect();
            product(out) * product(odd).pow(&half)
        }
        _ => square.pow(&half),
    }
}
