//! What instructions and linear systems read, and how it is renumbered.

use super::{Instruction, Slot, System, Term};

impl System {
    /// The places of all coefficients and right sides.
    pub(super) fn slots(&self) -> impl Iterator<Item = Slot> + '_ {
        let reactions = self.reactions.iter().flatten();
        let matrices = self.inertia.iter().chain(&self.constraints).chain(reactions);
        matrices.chain(&self.right).copied()
    }

    pub(super) fn renumber(&mut self, slots: &[Slot]) {
        let reactions = self.reactions.iter_mut().flatten();
        let matrices = self.inertia.iter_mut().chain(&mut self.constraints).chain(reactions);
        matrices.chain(&mut self.right).for_each(|s| *s = slots[*s]);
    }

    /// All terms `±K x` of the rows: `M y − Bᵀ λ` and `A y`.
    pub(super) fn all_entries(&self) -> Vec<Term> {
        let (n, m) = (self.n, self.m);
        let term = |coefficient, row, unknown, sign| Term { coefficient, unknown, row, sign };
        let inertia = (0..n * n).map(|e| term(self.inertia[e], e / n, e % n, 1.0));
        let reactions = self.reactions.as_ref().unwrap_or(&self.constraints);
        let reactions = (0..m * n).map(|e| term(reactions[e], e % n, n + e / n, -1.0));
        let constraints = (0..m * n).map(|e| term(self.constraints[e], n + e / n, e % n, 1.0));
        inertia.chain(reactions).chain(constraints).collect()
    }
}

impl Instruction {
    /// The places that are read, except those of a linear system.
    pub(crate) fn operands(&self) -> Vec<usize> {
        self.clone().operands_mut().into_iter().map(|s| *s).collect()
    }

    pub(super) fn renumber(&mut self, slots: &[Slot]) {
        self.operands_mut().into_iter().for_each(|s| *s = slots[*s]);
    }

    fn operands_mut(&mut self) -> Vec<&mut usize> {
        match self {
            Self::Moving(_)
            | Self::Fixed(_)
            | Self::Constant(_)
            | Self::Sum(..)
            | Self::Solution(_) => vec![],
            Self::Add(a, b)
            | Self::Sub(a, b)
            | Self::Scale(a, b)
            | Self::Share(a, b)
            | Self::Mul(a, b, _)
            | Self::Div(a, b, _)
            | Self::Power(a, b, _)
            | Self::Inverse(_, a, b, _) => vec![a, b],
            Self::Neg(a)
            | Self::Sqrt(a, _)
            | Self::Exp(a, _)
            | Self::SinCos(a, _)
            | Self::SinhCosh(a, _)
            | Self::Tan(a, _)
            | Self::Tanh(a, _)
            | Self::Abs(a)
            | Self::Sign(a) => vec![a],
            Self::Atan2(y, x, d, _) => vec![y, x, d],
        }
    }
}
