//! The Lagrangian itself, for the methods of papers: `rattle` and `dla` step by discrete actions.
//!
//! ```text
//! L_q, L_v, L_qv, L_qq, L_vv, Q                                                     (1)
//! g(t, q) = 0 and G = ∂g/∂q                                                         (2)
//! φ(t, q, v) = 0 and ∂φ/∂q, A = ∂φ/∂v;  φ = dg/dt for `rattle`                      (3)
//! ```
//!
//! are one tape in the state. `rattle` takes position constraints and no others, `dla` constraints that
//! are linear or affine in the velocities and no others; both take systems without constraints. Everything
//! else is refused with the reason. The work, which is no part of such a step, is added by
//! [`super::accompanied`].

#![allow(non_snake_case, reason = "L, Q, G, A are the symbols of the papers")]

use std::cell::RefCell;

use alembert_algebra::tape::Tape;
use alembert_algebra::{Expr, gradient, rate};
use alembert_flow::{Derivatives, FieldError, Mechanical, Residuals};
use alembert_kernel::{Kernel, Program, Workspace};
use alembert_mechanics::affine::is_affine;
use alembert_mechanics::{Constraint, System};

use super::WalkError;
use super::course::Course;
use super::field::{Numeral, said};
use super::unsuited::Unsuited;

/// The tape of (1)–(3), without numbers.
pub(super) struct Action {
    tape: Tape,
    moving: usize,
    n: usize,
    positions: usize,
    velocities: usize,
}

/// (1)–(3) with numbers for everything that is fixed.
pub(super) struct Lagrangian<T> {
    derivatives: Kernel<T>,
    position: Kernel<T>,
    velocity: Kernel<T>,
    n: usize,
    positions: usize,
    velocities: usize,
    moving: usize,
    room: RefCell<(Workspace<T>, Vec<T>)>,
}

impl Action {
    /// What a method needs of a system; none when the method follows the field alone.
    pub(super) fn new(
        method: &'static str,
        course: &mut Course,
        system: &System,
    ) -> Result<Option<Self>, WalkError> {
        if !["rattle", "dla"].contains(&method) {
            return Ok(None);
        }
        applies(method, course, system)
            .map_err(|reason| WalkError::MethodRefuses { method, reason })?;
        let (q, v) = (system.q().clone(), system.jet(1));
        let L = course.specified(system.L());
        let Q: Vec<Expr> = system.Q().iter().map(|&Q| course.specified(Q)).collect();
        let phi: Vec<Expr> = system.constraints().iter().map(|c| course.specified(c.phi)).collect();
        let (g, phi) = match method {
            "rattle" => (phi.clone(), phi.iter().map(|&g| rate(g)).collect()),
            _ => (Vec::new(), phi),
        };
        let rows = |list: &[Expr], by: &[Expr]| -> Vec<Expr> {
            list.iter().flat_map(|&e| gradient(e, by).to_vec()).collect()
        };
        let (L_q, L_v) = (gradient(L, &q), gradient(L, &v));
        let outputs = [
            L_q.to_vec(),
            L_v.to_vec(),
            rows(&L_q, &v),
            rows(&L_q, &q),
            rows(&L_v, &v),
            Q,
            [g.clone(), rows(&g, &q)].concat(),
            [phi.clone(), rows(&phi, &q), rows(&phi, &v)].concat(),
        ];
        let lowered = course.plain_tape(&outputs.concat())?;
        let (n, positions, velocities) = (q.len(), g.len(), phi.len());
        Ok(Some(Self { tape: lowered.tape, moving: lowered.moving, n, positions, velocities }))
    }

    /// The same with numbers.
    pub(super) fn bind<T: Numeral>(&self, fixed: &[T]) -> Result<Lagrangian<T>, WalkError> {
        let Self { n, positions, velocities, moving, .. } = *self;
        let ends = [3 * n + 3 * n * n, positions * (1 + n), velocities * (1 + 2 * n)];
        let mut from = 0;
        let mut kernel = |count: usize| {
            let places: Vec<usize> = (from..from + count).collect();
            from += count;
            Program::new(&self.tape, moving, &places).bind(fixed)
        };
        Ok(Lagrangian {
            derivatives: kernel(ends[0])?,
            position: kernel(ends[1])?,
            velocity: kernel(ends[2])?,
            n,
            positions,
            velocities,
            moving,
            room: RefCell::new((Workspace::default(), Vec::new())),
        })
    }
}

/// Does a method take a system?
fn applies(method: &str, course: &Course, system: &System) -> Result<(), Unsuited> {
    let principle = course.motion.principle;
    if ["vakonomic", "naive"].contains(&principle) {
        return Err(Unsuited::Principle(principle));
    }
    if system.order() > 1 {
        return Err(Unsuited::Accelerations);
    }
    if !system.rotations().is_empty() {
        return Err(Unsuited::Rotation);
    }
    let suits = |c: &Constraint| {
        let order = c.order(system.q());
        match method {
            "rattle" => order == Some(0),
            _ => order == Some(1) && is_affine(c.phi, &system.jet(1)),
        }
    };
    let odd = system.constraints().iter().find(|c| c.reaction.is_some() || !suits(c));
    match odd {
        None => Ok(()),
        Some(c) if method == "rattle" => Err(Unsuited::NotOnPositions(c.label.clone())),
        Some(c) => Err(Unsuited::NotLinear(c.label.clone())),
    }
}

impl Lagrangian<f64> {
    fn values<'a>(
        &self,
        kernel: &Kernel<f64>,
        (t, q, v): (f64, &[f64], &[f64]),
        parts: impl IntoIterator<Item = &'a mut Vec<f64>>,
    ) -> Result<(), FieldError> {
        let (space, out) = &mut *self.room.borrow_mut();
        let mut at = [&[t], q, v].concat();
        at.resize(self.moving, 0.0);
        kernel.values(space, &at, out).map_err(|error| said(&error))?;
        let mut from = 0;
        for part in parts {
            let length = part.len();
            part.copy_from_slice(&out[from..from + length]);
            from += length;
        }
        Ok(())
    }
}

impl Mechanical for Lagrangian<f64> {
    fn freedom(&self) -> usize {
        self.n
    }

    fn positions(&self) -> usize {
        self.positions
    }

    fn velocities(&self) -> usize {
        self.velocities
    }

    /// (1)
    fn derivatives(
        &self,
        t: f64,
        q: &[f64],
        v: &[f64],
        out: &mut Derivatives,
    ) -> Result<(), FieldError> {
        let Derivatives { L_q, L_v, L_qv, L_qq, L_vv, Q } = out;
        self.values(&self.derivatives, (t, q, v), [L_q, L_v, L_qv, L_qq, L_vv, Q])
    }

    /// (2)
    fn position(&self, t: f64, q: &[f64], out: &mut Residuals) -> Result<(), FieldError> {
        let v = vec![0.0; self.n];
        self.values(&self.position, (t, q, &v), [&mut out.value, &mut out.by_q])
    }

    /// (3)
    fn velocity(
        &self,
        t: f64,
        q: &[f64],
        v: &[f64],
        out: &mut Residuals,
    ) -> Result<(), FieldError> {
        let Residuals { value, by_q, by_v } = out;
        self.values(&self.velocity, (t, q, v), [value, by_q, by_v])
    }
}
