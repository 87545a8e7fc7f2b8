//! Which method a run uses, and why.

use alembert_flow::{Method, Taylor};

use super::field::{Field, Numeral};
use super::{Refusal, WalkError};

/// The names of the methods, as `--method` and `run` take them.
pub const METHODS: &[&str] = &["taylor"];

/// A method with its settings and the reason for it.
#[derive(Debug, Clone)]
pub(super) struct Choice {
    pub(super) name: &'static str,
    pub(super) why: String,
    /// The error a step may have, relative to the scales; none for round-off.
    pub(super) tol: Option<f64>,
    /// A step of fixed length.
    pub(super) step: Option<f64>,
    /// The size of the energies, which is the scale of the work.
    pub(super) energy: f64,
}

impl Choice {
    /// The method that is asked for, or the one that suits the field.
    pub(super) fn new(
        asked: Option<&str>,
        analytic: bool,
        (tol, step): (Option<f64>, Option<f64>),
    ) -> Result<Self, Refusal> {
        let _ = analytic;
        let known = |name: &str| METHODS.iter().find(|m| **m == name).copied();
        let (name, why) = match asked {
            Some(name) => match known(name) {
                Some(name) => (name, "asked for".to_owned()),
                None => return Err(WalkError::NoMethod(name.to_owned()).into()),
            },
            None => ("taylor", "the equations are analytic: exact to round-off".to_owned()),
        };
        Ok(Self { name, why, tol, step, energy: 1.0 })
    }

    /// The method for a field.
    pub(super) fn method<'f, T: Numeral>(&self, field: &'f Field<T>) -> Box<dyn Method<T> + 'f> {
        match (self.step, self.tol) {
            (Some(h), _) => Box::new(Taylor::with_step(field, 20, h)),
            (None, Some(tol)) => Box::new(Taylor::with_tolerance(field, tol)),
            (None, None) => Box::new(Taylor::new(field)),
        }
    }
}
