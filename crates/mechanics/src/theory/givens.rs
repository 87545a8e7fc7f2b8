//! What is put into expressions before they are decided.

use std::iter::successors;

use alembert_algebra::{Expr, Substitution, Vector, contains, partial, rate};

use crate::inverted::Inverted;
use crate::rotation::chart;
use crate::{Motion, System};

/// What is put in for symbols before anything is decided: parameters that are given through
/// others, coordinates that a position constraint gives outright, `θ = Ω t`, with all their
/// derivatives, which may then stand inside functions, and entries of rotations, which become
/// fractions in free parameters. Before them comes what position constraints say of the functions in
/// them (`inverted`).
#[derive(Debug)]
pub(super) struct Givens {
    inverted: Inverted,
    steps: Vec<Substitution>,
    /// The coordinates that are given.
    coordinates: Vec<Expr>,
}

impl Givens {
    pub(super) fn new(system: &System, motion: &Motion, excess: u32) -> Self {
        let inverted = Inverted::new(motion.manifold.first().map_or(&[], |positions| positions));
        let positions = inverted.positions().to_vec();
        let mut givens =
            Self { inverted, steps: vec![definitions(system)], coordinates: Vec::new() };
        let highest = 2 * system.order() + excess;
        for phi in positions {
            let phi = givens.apply(phi);
            let given = system.q().iter().find_map(|&x| Some((x, given_value(phi, x)?)));
            if let Some((x, value)) = given {
                let jets = successors(Some((x, value)), |&(x, e)| Some((rate(x), rate(e))));
                givens.steps.push(Substitution::new(jets.take(highest as usize + 1)));
                givens.coordinates.push(x);
            }
        }
        givens.steps.push(chart(system.rotations()));
        givens
    }

    /// Is no coordinate given outright?
    pub(super) fn gives_nothing(&self) -> bool {
        self.coordinates.is_empty()
    }

    /// Is the symbol a derivative of a given coordinate?
    pub(super) fn gives(&self, x: Expr) -> bool {
        let name = |e: Expr| e.as_symbol().map(|s| s.name);
        self.coordinates.iter().any(|&q| name(q) == name(x))
    }

    pub(super) fn apply(&mut self, e: Expr) -> Expr {
        let e = self.inverted.apply(e);
        self.apply_to_stated(e)
    }

    /// What is put into the constraints as they stand, which states obey.
    pub(super) fn apply_to_stated(&mut self, e: Expr) -> Expr {
        self.steps.iter_mut().fold(e, |e, step| step.apply(e))
    }

    /// The conditions on the state, level by level, in the form in which they are solved.
    pub(super) fn manifold(&mut self, motion: &Motion) -> Vec<Vector> {
        let positions: Vector = self.inverted.positions().iter().copied().collect();
        let others = motion.manifold.iter().skip(1);
        let levels = motion.manifold.first().map(|_| &positions).into_iter().chain(others);
        levels.map(|level| self.apply_all(level)).collect()
    }

    pub(super) fn apply_all(&mut self, list: &[Expr]) -> Vector {
        list.iter().map(|&e| self.apply(e)).collect()
    }
}

/// The value that `φ = 0` gives to `x`, when it stands there with a number as its coefficient.
fn given_value(phi: Expr, x: Expr) -> Option<Expr> {
    let coefficient = partial(phi, x).as_number()?;
    let rest = Substitution::new([(x, Expr::zero())]).apply(phi);
    let value = rest.scale(&(-&coefficient.recip()?));
    (!contains(value, x)).then_some(value)
}

/// Parameters that are given through others, replaced by their values.
pub(crate) fn definitions(system: &System) -> Substitution {
    let mut values: Vec<(Expr, Expr)> = Vec::new();
    for &(parameter, value) in system.definitions() {
        let value = Substitution::new(values.iter().copied()).apply(value);
        values.push((parameter, value));
    }
    Substitution::new(values)
}
