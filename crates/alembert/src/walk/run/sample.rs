//! States of motions for others: the start, and states that are drawn at random.

use alembert_algebra::{Expr, Rational};
use alembert_flow::Manifold;
use alembert_mechanics::{Motion, System};

use super::course::Course;
use super::surface::Surface;
use super::{Fixed, Refusal, WalkError, begin, numbers};
use crate::language::Model;
use crate::language::model::Signal;

/// A model that can say which states are those of its motions.
pub(in crate::walk) struct States {
    course: Course,
}

impl States {
    pub(in crate::walk) fn new(
        model: &Model,
        system: &System,
        motion: &Motion,
    ) -> Result<Self, WalkError> {
        Ok(Self { course: Course::new(model, system, motion)? })
    }

    /// The start that the section `initial` asks for.
    pub(in crate::walk) fn start(&self, model: &Model, t: f64) -> Result<Vec<f64>, Refusal> {
        let mut x = begin(model, &self.course, t)?.0.x;
        x.truncate(self.course.motion.state.len());
        Ok(x)
    }

    /// A state near the given one that obeys the constraints, with the values that the parameters have
    /// in this model; none when no way leads there.
    pub(in crate::walk) fn nearest(&self, model: &Model, t: f64, x: &[f64]) -> Option<Vec<f64>> {
        let starts = vec![0.0; self.course.starts.len()];
        let fixed = Fixed { model, course: &self.course, starts };
        let fixed = fixed.at(&numbers::parameters::<f64>(model).ok()?, t);
        let surface = Surface::new(&self.course, &fixed, 1.0).ok()?;
        let mut found = x.to_vec();
        found.resize(self.course.dim(), 0.0);
        surface.project(t, &mut found).ok()?;
        found.truncate(x.len());
        Some(found)
    }
}

/// The values of expressions in the parameters.
pub(in crate::walk) fn values(model: &Model, list: &[Expr]) -> Result<Vec<f64>, WalkError> {
    numbers::evaluated(model, list)
}

/// What an input does as one formula. A table with values `uₖ` at times `tₖ`, straight between them and
/// constant outside, whose slope changes by `sₖ` at `tₖ`, is
///
/// ```text
/// u = ½ (u_first + u_last) + ½ Σ sₖ |t − tₖ|                                        (1)
/// ```
pub(in crate::walk) fn formula(model: &Model, signal: &Signal) -> Result<Expr, WalkError> {
    let points = match signal {
        Signal::Formula(e) => return Ok(model.specified(*e)),
        Signal::Table(points) => points,
    };
    let flat: Vec<Expr> = points.iter().flat_map(|p| [p.0, p.1]).collect();
    let values = values(model, &flat)?;
    let mut order: Vec<usize> = (0..points.len()).collect();
    order.sort_by(|&a, &b| values[2 * a].total_cmp(&values[2 * b]));
    let points: Vec<(Expr, Expr)> = order.into_iter().map(|k| points[k]).collect();
    let (Some(first), Some(last)) = (points.first(), points.last()) else {
        return Ok(Expr::zero());
    };
    let half = Rational::ratio(1, 2);
    let slopes: Vec<Expr> =
        points.windows(2).map(|p| (p[1].1 - p[0].1) / (p[1].0 - p[0].0)).collect();
    let slope = |k: usize| slopes.get(k).copied().unwrap_or(Expr::zero());
    let mut u = (first.1 + last.1).scale(&half);
    for (k, point) in points.iter().enumerate() {
        let before = k.checked_sub(1).map_or(Expr::zero(), slope);
        let distance =
            alembert_algebra::apply(alembert_algebra::Elementary::Abs, &[Expr::time() - point.0]);
        u = u + ((slope(k) - before) * distance).scale(&half); // (1)
    }
    Ok(u)
}
