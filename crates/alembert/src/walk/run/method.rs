//! Which method a run uses, and why.

use alembert_algebra::numeric::DoubleDouble;
use alembert_flow::{Dop853, Method, Radau, Taylor};

use super::field::{Field, Numeral};
use super::{Refusal, WalkError};

/// The names of the methods, as `--method` and `run` take them.
pub const METHODS: &[&str] = &["taylor", "dop853", "radau"];

/// The error a step of `dop853` may have when nobody says how much.
const DOP853_TOLERANCE: f64 = 1e-12;
/// The error a step of `radau` may have when nobody says how much.
const RADAU_TOLERANCE: f64 = 1e-10;
/// The order of Taylor's method with steps of fixed length.
const FIXED_ORDER: usize = 20;

/// A method with its settings and the reason for it.
#[derive(Debug, Clone)]
pub(super) struct Choice {
    pub(super) name: &'static str,
    pub(super) why: String,
    /// The error a step may have, relative to the scales; none for the method's own.
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
        let known = |name: &str| METHODS.iter().find(|m| **m == name).copied();
        let (name, why) = match asked {
            Some(name) => match known(name) {
                Some(name) => (name, "asked for"),
                None => return Err(WalkError::NoMethod(name.to_owned()).into()),
            },
            None if analytic => ("taylor", "the equations are analytic: exact to round-off"),
            None => ("dop853", "abs or sign makes the equations not analytic"),
        };
        Ok(Self { name, why: why.to_owned(), tol, step, energy: 1.0 })
    }

    /// Is it Taylor's method at round-off, so that more digits can be had?
    pub(super) fn can_be_certified(&self) -> bool {
        self.name == "taylor"
    }

    fn taylor<'f, T: Numeral>(&self, field: &'f Field<T>) -> Box<dyn Method<T> + 'f> {
        match (self.step, self.tol) {
            (Some(h), _) => Box::new(Taylor::with_step(field, FIXED_ORDER, h)),
            (None, Some(tol)) => Box::new(Taylor::with_tolerance(field, tol)),
            (None, None) => Box::new(Taylor::new::<T>(field)),
        }
    }
}

/// Numbers with the methods that there are for them.
pub(super) trait Methodical: Numeral {
    /// The method for a field.
    fn method<'f>(choice: &Choice, field: &'f Field<Self>) -> Box<dyn Method<Self> + 'f>;
}

impl Methodical for f64 {
    fn method<'f>(choice: &Choice, field: &'f Field<f64>) -> Box<dyn Method + 'f> {
        let tol = |own: f64| choice.tol.unwrap_or(own);
        match (choice.name, choice.step) {
            ("dop853", Some(h)) => Box::new(Dop853::with_step(field, h)),
            ("dop853", None) => Box::new(Dop853::new(field, tol(DOP853_TOLERANCE))),
            ("radau", Some(h)) => Box::new(Radau::with_step(field, h)),
            ("radau", None) => Box::new(Radau::new(field, tol(RADAU_TOLERANCE))),
            _ => choice.taylor(field),
        }
    }
}

impl Methodical for DoubleDouble {
    /// Series only, at the round-off of more digits.
    fn method<'f>(_: &Choice, field: &'f Field<Self>) -> Box<dyn Method<Self> + 'f> {
        Box::new(Taylor::new::<Self>(field))
    }
}
