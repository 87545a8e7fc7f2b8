//! States of motions for others: the start, and states that are drawn at random.

use alembert_algebra::Expr;
use alembert_flow::Manifold;
use alembert_mechanics::{Motion, System};

use super::course::Course;
use super::signal::refuse_falling;
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

/// What an input does in an exported program.
pub(in crate::walk) enum Law {
    /// One formula in time.
    Formula(Expr),
    /// Straight pieces, in their order.
    Table(Vec<Piece>),
}

/// A piece of a table:
///
/// ```text
/// u = a + b (t − c),     u' = b                                                     (1)
/// ```
pub(in crate::walk) struct Piece {
    /// a, b and c of (1).
    pub(in crate::walk) line: [Expr; 3],
    /// When it ends; none for the last one.
    pub(in crate::walk) until: Option<Expr>,
}

/// What an input does. A table is straight between its points and constant outside; where two points
/// have one time it jumps, and has the value of the second one.
pub(in crate::walk) fn law(model: &Model, signal: &Signal) -> Result<Law, WalkError> {
    let points = match signal {
        Signal::Formula(e) => return Ok(Law::Formula(model.specified(*e))),
        Signal::Table(points) => points,
    };
    let times: Vec<Expr> = points.iter().map(|p| p.0).collect();
    let times = values(model, &times)?;
    refuse_falling(times.iter().copied())?;
    let (Some(&first), Some(&last)) = (points.first(), points.last()) else {
        return Ok(Law::Formula(Expr::zero()));
    };
    let constant = |(t, u): (Expr, Expr)| [u, Expr::zero(), t];
    let mut pieces = vec![Piece { line: constant(first), until: Some(first.0) }];
    let pairs = points.windows(2).zip(times.windows(2));
    for (pair, _) in pairs.filter(|(_, times)| times[0] < times[1]) {
        let ((c, a), (d, b)) = (pair[0], pair[1]);
        pieces.push(Piece { line: [a, (b - a) / (d - c), c], until: Some(d) }); // (1)
    }
    pieces.push(Piece { line: constant(last), until: None });
    Ok(Law::Table(pieces))
}
