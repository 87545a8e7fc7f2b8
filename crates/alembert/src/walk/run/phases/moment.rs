//! A moment of a motion, and what follows from it in a mode: the series of arguments and of unknown signs.

use alembert_algebra::Expr;
use alembert_flow::{Series, VectorField};
use alembert_kernel::{Kernel, Program, Workspace};

use super::{Mode, Phase, Phases};
use crate::language::Model;
use crate::walk::run::WalkError;
use crate::walk::run::course::{Course, Lowered};
use crate::walk::run::field::{Field, Numeral};
use crate::walk::run::zeros::size;

/// The order of the series: what does not show up to it does not move.
pub(super) const ORDER: usize = 6;

/// The phases of a course with the tapes that decide between them.
pub(in crate::walk::run) struct Decider {
    pub(in crate::walk::run) phases: Phases,
    /// The rates of the whole state, then what is watched.
    lowered: Lowered,
    /// The sizes of what the arguments are made of.
    sizes: Lowered,
    /// Where the positions, and the velocities, stand in the state.
    levels: [std::ops::Range<usize>; 2],
}

/// A time and a whole state with the values of everything that is fixed, but for the mode.
#[derive(Clone)]
pub(in crate::walk::run) struct Moment<T> {
    pub(in crate::walk::run) t: T,
    pub(in crate::walk::run) x: Vec<T>,
    pub(in crate::walk::run) fixed: Vec<T>,
    /// The time of the whole motion, negative when it is followed backwards.
    pub(in crate::walk::run) span: f64,
}

/// The series of a mode in the direction of the run, coefficient after coefficient.
#[derive(Debug, Clone)]
pub(super) struct Outlook {
    pub(super) mode: Mode,
    /// For each argument.
    pub(super) u: Vec<[f64; ORDER + 1]>,
    /// For each unknown sign; 0 where there is none.
    pub(super) s: Vec<[f64; ORDER + 1]>,
    /// The first two derivatives of the state.
    pub(super) rates: [Vec<f64>; 2],
}

impl Decider {
    pub(in crate::walk::run) fn new(
        phases: Phases,
        course: &mut Course,
    ) -> Result<Self, WalkError> {
        let watched = phases.watches(course);
        let sizes: Vec<Expr> = watched[..phases.count()].iter().map(|&u| size(u)).collect();
        Ok(Self {
            lowered: course.tape(&watched)?,
            sizes: course.plain_tape(&sizes)?,
            levels: [course.level(0), course.level(1)],
            phases,
        })
    }

    /// Gives the numbers of a mode to the parameters of a model.
    pub(super) fn give(&self, mode: &[Phase], mut fixed: Vec<f64>, model: &mut Model) {
        let first = self.phases.first;
        self.phases.write(mode, &mut fixed);
        for (parameter, number) in model.parameters[first..].iter_mut().zip(&fixed[first..]) {
            parameter.value = Expr::from(i64::from(*number > 0.0) - i64::from(*number < 0.0));
        }
    }

    /// The field of a mode.
    fn field<T: Numeral>(&self, at: &Moment<T>, mode: &[Phase]) -> Option<Field<T>> {
        let mut fixed = at.fixed.clone();
        self.phases.write(mode, &mut fixed);
        let first = self.lowered.moving - 1;
        let places: Vec<usize> = (first..first + self.phases.watched()).collect();
        let field = Field::new(&self.lowered, &places, &fixed).ok()?;
        Some(field.unique_from(0))
    }

    /// The values of the arguments.
    pub(super) fn values<T: Numeral>(&self, at: &Moment<T>, mode: &[Phase]) -> Option<Vec<f64>> {
        let mut g = vec![T::from(0.0); self.phases.watched()];
        self.field(at, mode)?.watch(at.t, &at.x, &mut g).ok()?;
        let u: Vec<f64> = g[..self.phases.count()].iter().map(|u| u.to_f64()).collect();
        u.iter().all(|u| u.is_finite()).then_some(u)
    }

    /// What computes the arguments, with the numbers of a mode among those that are fixed.
    pub(super) fn arguments<T: Numeral>(&self, fixed: &[T]) -> Option<Kernel<T>> {
        let Lowered { tape, moving, .. } = &self.lowered;
        let places: Vec<usize> = (moving - 1..moving - 1 + self.phases.count()).collect();
        Program::new(tape, *moving, &places).bind(fixed).ok()
    }

    /// The sizes of what the arguments are made of.
    pub(super) fn sizes<T: Numeral>(&self, at: &Moment<T>) -> Vec<f64> {
        let inputs = [&[at.t], &at.x[..], &at.fixed].concat();
        let found = self.sizes.tape.evaluate(&inputs);
        let sizes = |outputs: Vec<T>| outputs.iter().map(|size| size.to_f64()).collect();
        found.map_or_else(|_| vec![0.0; self.phases.count()], |found| sizes(found.outputs))
    }

    /// What follows from a moment in a mode; none where there are no accelerations.
    pub(super) fn outlook<T: Numeral>(&self, at: &Moment<T>, mode: &[Phase]) -> Option<Outlook> {
        let field = self.field(at, mode)?;
        let (n, dim, watched) = (self.phases.count(), at.x.len(), self.phases.watched());
        let mut c = vec![T::from(0.0); dim * (ORDER + 1)];
        field.series(at.t, &at.x, ORDER, &mut c).ok()?;
        let mut g = vec![T::from(0.0); watched * (ORDER + 1)];
        field.watched(at.t, ORDER, &c, &mut g).ok()?;
        let number =
            |x: T, j: usize| if at.span < 0.0 && j % 2 == 1 { -x.to_f64() } else { x.to_f64() };
        let series = |k: usize| std::array::from_fn(|j| number(g[j * watched + k], j));
        let rates = [1, 2].map(|j| (0..dim).map(|i| number(c[j * dim + i], j)).collect());
        let outlook = Outlook {
            mode: mode.to_vec(),
            u: (0..n).map(series).collect(),
            s: (2 * n..3 * n).map(series).collect(),
            rates,
        };
        let are_finite = |list: &[[f64; ORDER + 1]]| list.iter().flatten().all(|x| x.is_finite());
        (are_finite(&outlook.u) && are_finite(&outlook.s)).then_some(outlook)
    }

    /// The sizes of the first two coefficients of an argument that slips, by the sign with which each is larger.
    pub(super) fn leads<T: Numeral>(&self, at: &Moment<T>, mode: &[Phase], k: usize) -> [f64; 2] {
        let by = |side: f64| {
            let mut mode = mode.to_vec();
            mode[k] = Phase::Slips(side);
            self.outlook(at, &mode).map_or([0.0; 2], |o| [o.u[k][1].abs(), o.u[k][2].abs()])
        };
        let (above, below) = (by(1.0), by(-1.0));
        [above[0].max(below[0]), above[1].max(below[1])]
    }

    /// Moves a state to where the arguments that stay 0 are 0, which round-off and a method's error leave open:
    /// velocities for those in velocities, positions for the others.
    pub(in crate::walk::run) fn settle<T: Numeral>(&self, at: &mut Moment<T>, mode: &[Phase]) {
        let mut fixed = at.fixed.clone();
        self.phases.write(mode, &mut fixed);
        let Lowered { tape, moving, .. } = &self.lowered;
        let (mut space, mut value) = (Workspace::default(), Vec::new());
        for _ in 0..SWEEPS {
            for k in (0..mode.len()).filter(|&k| !matches!(mode[k], Phase::Slips(_))) {
                let Some((_, depth)) = self.phases.arguments[k].unknown else { continue };
                let level = self.levels[2 - depth].clone();
                let program = Program::new(tape, *moving, &[moving - 1 + k]);
                let Ok(kernel) = program.bind(&fixed) else { return };
                let inputs = [&[at.t], &at.x[..]].concat();
                let mut slopes = vec![T::from(0.0); level.len()];
                let columns = level.start + 1..level.end + 1;
                let known = kernel.values(&mut space, &inputs, &mut value).is_ok()
                    && kernel.jacobian(&mut space, &inputs, columns, &mut slopes).is_ok();
                let square = slopes.iter().fold(T::from(0.0), |sum, &g| sum + g * g);
                if !known || square.to_f64() <= 0.0 {
                    continue;
                }
                let step = value[0] / square;
                at.x[level].iter_mut().zip(&slopes).for_each(|(x, &g)| *x = *x - g * step);
            }
        }
    }
}

/// How often arguments that share velocities are made 0 in turn.
const SWEEPS: usize = 3;
