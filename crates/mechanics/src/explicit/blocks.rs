//! The linear system of a motion as fractions over one ring, in which the constraints on the
//! state hold as far as they are not used for charts.

use alembert_algebra::polynomial::Poly;
use alembert_algebra::ring::{Fraction, Imposed, Ring};
use alembert_algebra::{Expr, Matrix, Vector, gradient, symbols};

use super::charts::{Known, others};
use super::turned::Turned;
use super::{Row, turned};
use crate::{Linear, Motion, Reason};

/// Products of terms that solving may take: a few tenths of a second.
pub(super) const LARGEST_SOLUTION: u64 = 4_000_000;

/// `M y − Bᵀ λ = f`, `A y = g`, and the constraints `V v + w = 0` on the highest derivatives of
/// the state; the rows of `A` are independent. A system `W y = h` has `M = W`, `f = h` and no rows.
#[derive(Debug)]
pub(super) struct Blocks {
    pub(super) ring: Ring,
    /// The highest derivatives; for `W y = h` all unknowns, these first.
    pub(super) y: Vec<Expr>,
    /// The derivatives just below: velocities, in most systems.
    pub(super) v: Vec<Expr>,
    pub(super) M: Vec<Row>,
    pub(super) B: Vec<Row>,
    pub(super) A: Vec<Row>,
    pub(super) f: Row,
    pub(super) g: Row,
    pub(super) V: Vec<Row>,
    pub(super) w: Row,
    /// The constraints that are kept, by number.
    pub(super) kept: Vec<usize>,
    /// The others, which follow from them, by number, with their rows of `B`.
    pub(super) dropped: Vec<(usize, Row)>,
    /// What vanishes by constraints on lower derivatives that do not hold in the ring.
    pub(super) left: Vec<Poly>,
    /// What the entries of rotations obey.
    pub(super) turned: Turned,
    /// The names that are taken.
    pub(super) names: Vec<String>,
    /// Charts that were asked for.
    pub(super) known: Known,
}

/// What happens to constraints on lower derivatives of the state, and to those that are not linear
/// in the highest ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Imposing {
    /// They hold in the ring: forms are shorter, and may have poles of the solved constraints.
    All,
    /// Those on lower derivatives that divide by nothing that changes; the others are used only to
    /// save terms.
    Plainly,
}

impl Blocks {
    /// The blocks of a motion, in a ring that sees the atoms of `first` before all others.
    pub(super) fn new(motion: &Motion, first: &[Expr]) -> Result<Self, Reason> {
        Self::with(motion, first, Imposing::All)
    }

    /// The same with a choice for constraints that are solved.
    pub(super) fn with(
        motion: &Motion,
        first: &[Expr],
        imposing: Imposing,
    ) -> Result<Self, Reason> {
        let none = (Matrix::zeros(0, motion.unknowns.len()), Vector::default());
        let (y, M, B, A, f, g) = match &motion.system {
            Linear::Kkt { M, B, A, f, g } => (motion.highest.to_vec(), M, B, A, f, g),
            Linear::General { W, h } => (motion.unknowns.to_vec(), W, &none.0, &none.0, h, &none.1),
        };
        let n = motion.highest.len();
        let below = motion.manifold.len().saturating_sub(1) * n;
        let v = motion.state.get(below..below + n).ok_or(Reason::Undetermined)?.to_vec();
        let (top, lower) = match motion.manifold.split_last() {
            Some((top, lower)) => (top.clone(), lower),
            None => (Vector::default(), &[][..]),
        };
        let mut roots = motion.system.entries();
        roots.extend(motion.manifold.iter().flat_map(|level| level.to_vec()));
        roots.extend(v.iter().chain(&y).chain(motion.multipliers.iter()));
        let rotations = turned::occurring(&motion.rotations, &roots);
        roots.extend(turned::symbols(&rotations));
        let mut ring = Ring::with_first(first, &roots)?;
        ring.set_budget(LARGEST_SOLUTION);
        let left = impose_levels(&mut ring, motion, lower, imposing)?;
        let slopes: Vec<Vector> = top.iter().map(|&phi| gradient(phi, &v)).collect();
        let mut V = Vec::new();
        for slope in &slopes {
            V.push(values(&mut ring, slope)?);
        }
        let atoms: Vec<usize> = v.iter().map(|&x| ring.symbol(x)).collect();
        let depends = |c: &Fraction| c.atoms().any(|a| atoms.contains(&a));
        let mut w = Row::new();
        if V.iter().flatten().any(depends) {
            if imposing == Imposing::All {
                refuse_contradictions(&ring.impose(&top, &v)?)?;
            }
            V.clear();
        } else {
            w = at_rest(&mut ring, &top, &v, &V)?;
        }
        let mut matrix = |m: &Matrix| -> Result<Vec<Row>, Reason> {
            m.rows().iter().map(|row| values(&mut ring, row)).collect()
        };
        let (M, B, A) = (matrix(M)?, matrix(B)?, matrix(A)?);
        let (f, g) = (values(&mut ring, f)?, values(&mut ring, g)?);
        let turned = Turned::new(&mut ring, &rotations)?;
        let (kept, dropped) = ((0..A.len()).collect(), Vec::new());
        let names = symbols(&roots).into_iter().filter_map(Expr::as_symbol);
        let names = names.map(|s| s.name.to_string()).collect();
        let known = Known::default();
        Self { ring, y, v, M, B, A, f, g, V, w, kept, dropped, left, turned, names, known }
            .shortened()?
            .with_independent_rows()
    }

    fn with_independent_rows(mut self) -> Result<Self, Reason> {
        self.kept = independent_rows(&self.ring, &self.A)?;
        let dropped = others(&self.kept, self.A.len()).into_iter();
        self.dropped = dropped.map(|i| (i, self.B[i].clone())).collect();
        let pick = |rows: &[Row]| self.kept.iter().map(|&i| rows[i].clone()).collect();
        (self.A, self.B) = (pick(&self.A), pick(&self.B));
        self.g = self.kept.iter().map(|&i| self.g[i].clone()).collect();
        let speeds = independent_rows(&self.ring, &self.V)?;
        self.V = speeds.iter().map(|&i| self.V[i].clone()).collect();
        self.w = speeds.iter().map(|&i| self.w[i].clone()).collect();
        Ok(self)
    }

    /// The atoms of the velocities.
    pub(super) fn velocity_atoms(&self) -> Vec<usize> {
        let atom = |&x: &Expr| self.ring.atom_of_symbol(x).expect("the ring was made with it");
        self.v.iter().map(atom).collect()
    }
}

/// The lower constraints on the state hold in the ring, as far as they are imposed; the others.
fn impose_levels(
    ring: &mut Ring,
    motion: &Motion,
    levels: &[Vector],
    imposing: Imposing,
) -> Result<Vec<Poly>, Reason> {
    let n = motion.highest.len();
    let mut open = Vec::new();
    for (k, level) in levels.iter().enumerate() {
        let jet = &motion.state[k * n..(k + 1) * n];
        let outcome = match imposing {
            Imposing::All => ring.impose(level, jet)?,
            Imposing::Plainly => ring.impose_plainly(level, jet)?,
        };
        refuse_contradictions(&outcome)?;
        let unused = level.iter().zip(outcome).filter(|(_, o)| *o == Imposed::Unused);
        open.extend(unused.map(|(&phi, _)| phi));
    }
    open.into_iter().map(|phi| Ok(ring.value(phi)?.num)).collect()
}

fn refuse_contradictions(outcome: &[Imposed]) -> Result<(), Reason> {
    if outcome.contains(&Imposed::Contradiction) { Err(Reason::Contradiction) } else { Ok(()) }
}

fn values(ring: &mut Ring, list: &[Expr]) -> Result<Row, Reason> {
    list.iter().map(|&e| Ok(ring.value(e)?)).collect()
}

/// `w = φ − V v`.
fn at_rest(ring: &mut Ring, phi: &[Expr], v: &[Expr], V: &[Row]) -> Result<Row, Reason> {
    let speeds = values(ring, v)?;
    let mut rest = Row::new();
    for (&phi, slope) in phi.iter().zip(V) {
        let linear = ring.dot(slope.iter().zip(&speeds))?;
        let value = ring.value(phi)?;
        rest.push(ring.into_lowest(ring.subtract(&value, &linear)?)?);
    }
    Ok(rest)
}

/// The rows that do not follow from those before them.
pub(crate) fn independent_rows(ring: &Ring, matrix: &[Row]) -> Result<Vec<usize>, Reason> {
    let mut kept = Vec::new();
    let mut echelon: Vec<(usize, Row)> = Vec::new();
    for (i, row) in matrix.iter().enumerate() {
        let mut row = row.clone();
        for (pivot, above) in &echelon {
            if row[*pivot].is_zero() {
                continue;
            }
            let inverse = ring.inverse(&above[*pivot])?.expect("a pivot is not zero");
            let factor = ring.product(&row[*pivot], &inverse)?;
            for (x, a) in row.iter_mut().zip(above) {
                *x = ring.into_lowest(ring.subtract(x, &ring.product(&factor, a)?)?)?;
            }
        }
        let open = row.iter().enumerate().filter(|(_, x)| !x.is_zero());
        if let Some((pivot, _)) = open.min_by_key(|(_, x)| x.num.len() + x.den.len()) {
            echelon.push((pivot, row));
            kept.push(i);
        }
    }
    Ok(kept)
}
