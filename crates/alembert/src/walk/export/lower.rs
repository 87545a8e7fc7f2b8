//! The tape of an exported motion.
//!
//! Constraints that depend on others are left out of the linear system. With `A_I`, `B_I` for the rows
//! that are kept and `λ_I` for their multipliers, the shortest multipliers with the same reaction are
//!
//! ```text
//! B = C B_I,     B_I B_Iᵀ c = B_I b                                                 (1)
//! (CᵀC) z = λ_I,     CᵀC = 1 + Σ c cᵀ,     λ = C z                                  (2)
//! ```
//!
//! where c is a row of C for a row b that is left out; the others are those of the unit matrix. For `λ = C z` has no
//! part along which `Bᵀ λ` vanishes, and `Bᵀ λ = B_Iᵀ λ_I` is `Cᵀ λ = λ_I`. Which rows are kept is decided at states that are drawn at random: where other
//! rows depend on each other, the equations of the export are singular.

#![allow(non_snake_case, reason = "A, B, K, M are the symbols of the equations")]

use alembert_algebra::tape::{Builder, LowerError, Slot, Solve, Tape};
use alembert_algebra::{Expr, Kind, Matrix, Substitution, Vector, gradient, symbols};
use alembert_mechanics::rotation::Rotation;
use alembert_mechanics::{Linear, Motion, System};
use alembert_render::code::{Pieces, Role};

use super::super::WalkError;
use super::super::run::sample::{Law, Piece};
use super::Signalled;
use super::independent::independent;
use super::samples::draw;
use crate::language::Model;
use crate::language::model::Function;

/// States at which the rows are looked at.
const LOOKS: usize = 5;

/// What is put on the tape, and in which order.
#[derive(Debug)]
pub(super) struct Lowering {
    /// The motion with formulas and quaternions.
    pub(super) motion: Motion,
    /// The parameters that are no definitions.
    pub(super) parameters: Vec<Expr>,
    /// Definitions and their values.
    definitions: Vec<(Expr, Expr)>,
    /// The inputs and those of their rates that occur.
    pub(super) inputs: Vec<Expr>,
    /// The highest derivatives in L.
    pub(super) velocities: Vec<Expr>,
    /// `∂²L/∂v∂v`, by rows.
    inertia: Vec<Expr>,
    /// The rows of A and of B that are kept.
    kept: Option<[Vec<usize>; 2]>,
}

impl Lowering {
    pub(super) fn new(model: &Model, system: &System, motion: &Motion) -> Result<Self, WalkError> {
        let mut formulas: Vec<_> =
            model.functions.iter().filter_map(Function::specification).collect();
        let mut specified = |e: Expr| formulas.iter_mut().fold(e, |e, f| f.apply(e));
        let entries = system.rotations().iter().flat_map(Rotation::by_quaternion);
        let mut quaternions = Substitution::new(entries);
        let L = quaternions.apply(specified(system.L()));
        let velocities = system.speeds().to_vec();
        let slopes = gradient(L, &velocities);
        let inertia = slopes.iter().flat_map(|&p| gradient(p, &velocities).to_vec()).collect();
        let motion = motion.in_quaternions().map(specified);
        let plain = |p: &&crate::language::model::Parameter| !p.is_definition;
        let defined = model.parameters.iter().filter(|p| p.is_definition);
        let mut lowering = Self {
            motion,
            parameters: model.parameters.iter().filter(plain).map(|p| p.symbol).collect(),
            definitions: defined.map(|p| (p.symbol, p.value)).collect(),
            inputs: Vec::new(),
            velocities,
            inertia,
            kept: None,
        };
        lowering.inputs = lowering.inputs_met();
        Ok(lowering)
    }

    fn inputs_met(&self) -> Vec<Expr> {
        let (W, h) = self.motion.system.square();
        let mut used: Vec<Expr> = W.entries().chain(h.iter().copied()).collect();
        used.extend(self.motion.rate.iter().chain(self.motion.residuals.iter()).copied());
        used.extend(self.inertia.iter().copied().chain([self.motion.energy]));
        let is_input = |e: &Expr| e.as_symbol().is_some_and(|s| s.kind == Kind::Input);
        let mut inputs: Vec<Expr> = symbols(&used).into_iter().filter(is_input).collect();
        inputs.sort_by_key(|e| e.as_symbol().map(|s| s.spelling()));
        inputs
    }

    /// The numbers of the constraints that are left out.
    pub(super) fn dependent(&self) -> Vec<usize> {
        let all = 0..self.motion.labels.len();
        let kept = |k: &usize| self.kept.as_ref().is_none_or(|[rows, _]| rows.contains(k));
        all.filter(|k| !kept(k)).collect()
    }

    /// Decides which rows are kept, by [`independent`].
    pub(super) fn find_dependent(
        &mut self,
        model: &Model,
        of: (&System, &Motion),
        start: &[f64],
    ) -> Result<(), WalkError> {
        let Linear::Kkt { A, B, .. } = &self.motion.system else { return Ok(()) };
        let (m, n) = (A.nrows(), A.ncols());
        if m < 2 {
            return Ok(());
        }
        let mut builder = self.builder()?;
        let entries: Vec<Expr> = A.entries().chain(B.entries()).collect();
        let slots = builder.expressions(&entries)?;
        let tape = builder.finish(slots.into_iter().map(|s| (String::new(), s)).collect());
        let (mut rows_A, mut rows_B) = (Vec::new(), Vec::new());
        for at in draw(model, of, self, start, LOOKS)? {
            let values = tape.evaluate(&at)?.outputs;
            let rows: Vec<Vec<f64>> = values.chunks(n.max(1)).map(<[f64]>::to_vec).collect();
            rows_A.push(rows[..m].to_vec());
            rows_B.push(rows[m..].to_vec());
        }
        let best = [independent(&rows_A), independent(&rows_B)];
        if best[0].len() == best[1].len() && best[0].len() < m {
            self.kept = Some(best);
        }
        Ok(())
    }

    /// t, the state, the parameters, the inputs.
    fn arguments(&self) -> Vec<Expr> {
        let state = self.motion.state.iter().copied();
        let rest = self.parameters.iter().chain(&self.inputs).copied();
        std::iter::once(Expr::time()).chain(state).chain(rest).collect()
    }

    fn builder(&self) -> Result<Builder, LowerError> {
        let mut builder = Builder::new(&self.arguments());
        for &(symbol, value) in &self.definitions {
            let slot = builder.expression(value)?;
            builder.bind(symbol, slot);
        }
        Ok(builder)
    }

    /// The tape that is exported, without dependent constraints.
    pub(super) fn tape(&self, signals: &[Signalled]) -> Result<(Tape, Vec<Pieces>), LowerError> {
        let mut builder = self.builder()?;
        let unknowns = match (&self.kept, &self.motion.system) {
            (Some(kept), Linear::Kkt { M, B, A, f, g }) => {
                self.solve_kept(&mut builder, kept, [M, B, A], [f, g])?
            }
            _ => self.motion.solve_on(&mut builder)?,
        };
        self.finished(builder, unknowns, signals)
    }

    /// The tape of our own values, with the whole linear system.
    pub(super) fn reference(&self) -> Result<Tape, LowerError> {
        let mut builder = self.builder()?;
        let unknowns = self.motion.solve_on(&mut builder)?;
        let none =
            self.inputs.iter().map(|_| Signalled { law: Law::Formula(Expr::zero()), order: 0 });
        Ok(self.finished(builder, unknowns, &none.collect::<Vec<_>>())?.0)
    }

    fn finished(
        &self,
        mut builder: Builder,
        unknowns: Vec<Slot>,
        signals: &[Signalled],
    ) -> Result<(Tape, Vec<Pieces>), LowerError> {
        let motion = &self.motion;
        let mut outputs = unknowns;
        let lines: Vec<Vec<Expr>> = signals
            .iter()
            .enumerate()
            .map(|(input, signal)| lines(&mut builder, input, signal))
            .collect::<Result<_, _>>()?;
        for role in Role::ALL.into_iter().filter(|&role| role != Role::Unknowns) {
            let list: Vec<Expr> = match role {
                Role::Unknowns => Vec::new(),
                Role::Rate => motion.rate.to_vec(),
                Role::Multipliers => motion.multipliers.to_vec(),
                Role::Inertia => self.inertia.clone(),
                Role::Energy => vec![motion.energy],
                Role::Residuals => motion.residuals.to_vec(),
                Role::Signals => lines.iter().filter_map(|of| of.last().copied()).collect(),
            };
            outputs.extend(builder.expressions(&list)?);
        }
        let mut tables = Vec::new();
        for (input, (signal, lines)) in signals.iter().zip(&lines).enumerate() {
            let Law::Table(pieces) = &signal.law else { continue };
            let bounds: Vec<Expr> = pieces.iter().filter_map(|piece| piece.until).collect();
            let first = outputs.len();
            outputs.extend(builder.expressions(&bounds)?);
            let middle = outputs.len();
            outputs.extend(builder.expressions(lines)?);
            let (bounds, values) = (first..middle, middle..outputs.len());
            tables.push(Pieces { input, bounds: bounds.collect(), values: values.collect() });
        }
        let outputs = outputs.into_iter().map(|slot| (String::new(), slot)).collect();
        Ok((builder.finish(outputs), tables))
    }

    /// Solves the kept rows and spreads the multipliers over all.
    fn solve_kept(
        &self,
        builder: &mut Builder,
        [rows_A, rows_B]: &[Vec<usize>; 2],
        [M, B, A]: [&Matrix; 3],
        [f, g]: [&Vector; 2],
    ) -> Result<Vec<Slot>, LowerError> {
        let (n, m) = (f.len(), g.len());
        let B_I = B.select_rows(rows_B);
        let g: Vec<Expr> = rows_A.iter().map(|&k| g[k]).collect();
        let solve = Solve::Kkt {
            M: builder.matrix(M)?,
            B: Some(builder.matrix(&B_I)?),
            A: builder.matrix(&A.select_rows(rows_A))?,
            f: builder.expressions(f)?,
            g: builder.expressions(&g)?,
        };
        let first = builder.solve(solve);
        let lambda: Vec<Expr> = named_slots(builder, "kept", &first[n..]);
        let spread = spread(builder, B, rows_B, &lambda)?;
        let mut unknowns = first[..n].to_vec();
        unknowns.extend(builder.expressions(&spread)?);
        debug_assert_eq!(unknowns.len(), n + m);
        let symbols = self.motion.unknowns.iter();
        symbols.zip(&unknowns).for_each(|(&y, &slot)| builder.bind(y, slot));
        Ok(unknowns)
    }
}

/// The shortest multipliers of all rows of B with the reaction of those that are kept, (1) and (2).
fn spread(
    builder: &mut Builder,
    B: &Matrix,
    kept: &[usize],
    lambda: &[Expr],
) -> Result<Vec<Expr>, LowerError> {
    let B_I = B.select_rows(kept);
    let square = &B_I * &B_I.transpose();
    let mut C: Vec<Vec<Expr>> = Vec::new();
    for k in 0..B.nrows() {
        let unit = |j: &usize| if *j == k { Expr::one() } else { Expr::zero() };
        C.push(match kept.contains(&k) {
            true => kept.iter().map(unit).collect(),
            false => {
                let right = &B_I * &B.select_rows(&[k]).entries().collect::<Vec<_>>()[..];
                let (W, h) = (builder.matrix(&square)?, builder.expressions(&right)?);
                let slots = builder.solve(Solve::General { W, h });
                named_slots(builder, &format!("row {k}"), &slots) // (1)
            }
        });
    }
    let C = Matrix::from_rows(C.into_iter().map(Vector::from).collect(), kept.len());
    let W = builder.matrix(&(&C.transpose() * &C))?;
    let h = builder.expressions(lambda)?;
    let slots = builder.solve(Solve::General { W, h });
    let z = named_slots(builder, "spread", &slots);
    Ok((&C * &z[..]).to_vec()) // (2)
}

/// Symbols for slots of the tape.
fn named_slots(builder: &mut Builder, of: &str, slots: &[Slot]) -> Vec<Expr> {
    let named = |(k, &slot): (usize, &Slot)| {
        let symbol = Expr::symbol(&format!("{of} {k}"), Kind::Auxiliary, 0);
        builder.bind(symbol, slot);
        symbol
    };
    slots.iter().enumerate().map(named).collect()
}

/// The formulas of an input, one a piece. The numbers of a piece have symbols of their own: multiplied
/// out, `b t + (a − b c)` would lose the digits that `a + b (t − c)` keeps.
fn lines(builder: &mut Builder, input: usize, signal: &Signalled) -> Result<Vec<Expr>, LowerError> {
    let pieces = match &signal.law {
        Law::Formula(e) => return Ok(vec![signal.rate(*e)]),
        Law::Table(pieces) => pieces,
    };
    let mut formulas = Vec::new();
    for (k, Piece { line, .. }) in pieces.iter().enumerate() {
        let kind = Kind::Parameter { positive: false };
        let own = |of: &str| Expr::symbol(&format!("{of} {input} {k}"), kind, 0);
        let [a, b, c] = ["value", "slope", "start"].map(own);
        for (symbol, &e) in [a, b, c].into_iter().zip(line) {
            let slot = builder.expression(e)?;
            builder.bind(symbol, slot);
        }
        let moves = line[1] != Expr::zero();
        let formula = if moves { a + b * (Expr::time() - c) } else { a };
        formulas.push(signal.rate(formula));
    }
    Ok(formulas)
}
