//! Which method a run uses, and why.

use alembert_algebra::numeric::DoubleDouble;
use alembert_flow::{
    Collocation, Dla, Dop853, Features, Method, Radau, Rattle, Step, Stiff, Stiffness, Taylor,
    VectorField, choose, may_be_stiff, trial,
};

use super::WalkError;
use super::accompanied::Accompanied;
use super::field::{Field, Numeral};
use super::surface::Surface;
use super::told::moment;

/// The names of the methods, as `--method` and `run` take them.
pub const METHODS: &[&str] = &["taylor", "dop853", "radau", "collocation", "rattle", "dla"];
/// Those with steps of fixed length only.
const FIXED: &[&str] = &["collocation", "rattle", "dla"];

/// The error a step of `dop853` may have when nobody says how much.
const DOP853_TOLERANCE: f64 = 1e-12;
/// The error a step of `radau` may have when nobody says how much: with 10⁻¹⁰ it makes a third of the steps, and
/// forces of 10⁷ leave 5·10⁻⁷ of the energy unexplained instead of 2·10⁻¹⁰.
const RADAU_TOLERANCE: f64 = 1e-12;
/// The nodes of `collocation`; its order is twice as high.
const NODES: usize = 8;
/// The order of Taylor's method with steps of fixed length.
const FIXED_ORDER: usize = 20;

/// A method with its settings and the reason for it.
#[derive(Debug, Clone)]
pub(super) struct Choice {
    pub(super) name: &'static str,
    pub(super) why: String,
    /// Did somebody ask for it? Then it stays.
    pub(super) is_asked: bool,
    /// The error a step may have, relative to the scales; none for the method's own.
    pub(super) tol: Option<f64>,
    /// A step of fixed length.
    pub(super) step: Option<f64>,
    /// The size of the energies, which is the scale of the work.
    pub(super) energy: f64,
}

impl Choice {
    /// The method that is asked for, or Taylor's until [`Choice::suit`] looks for a better one.
    pub(super) fn new(
        asked: Option<&str>,
        (tol, step): (Option<f64>, Option<f64>),
    ) -> Result<Self, WalkError> {
        let name = match asked {
            None => "taylor",
            Some(name) => METHODS
                .iter()
                .copied()
                .find(|m| *m == name)
                .ok_or_else(|| WalkError::NoMethod(name.to_owned()))?,
        };
        if FIXED.contains(&name) && step.is_none() {
            return Err(WalkError::NoStep { method: name });
        }
        let is_asked = asked.is_some();
        Ok(Self { name, why: "asked for".to_owned(), is_asked, tol, step, energy: 1.0 })
    }

    /// The method that suits a field, by its operations and by a trial when it may be stiff.
    pub(super) fn suit(
        self,
        (field, surface): (&Field<f64>, &Surface<f64>),
        start: (f64, &[f64]),
        end: f64,
    ) -> Self {
        let mut features = Features {
            analytic: field.is_analytic(),
            dim: VectorField::dim(field),
            // steps of fixed length have none
            tolerance: self.tol.filter(|_| self.step.is_none()),
            stiff: None,
        };
        if self.step.is_none() && may_be_stiff(field, start, end) {
            features.stiff = self.trial((field, surface), start, end, features.analytic);
        }
        let chosen = choose(&features);
        let why = match (chosen.method, self.step) {
            ("taylor", Some(h)) => {
                format!("analytic: Taylor series of order {FIXED_ORDER}, steps of {h}")
            }
            _ => chosen.reason,
        };
        Self { name: chosen.method, why, ..self }
    }

    fn trial(
        &self,
        (field, surface): (&Field<f64>, &Surface<f64>),
        start: (f64, &[f64]),
        end: f64,
        analytic: bool,
    ) -> Option<Stiff> {
        let name = if analytic { "taylor" } else { "dop853" };
        let mut method = f64::method(&Self { name, ..self.clone() }, field, surface);
        let tolerance = self.tol.unwrap_or(RADAU_TOLERANCE);
        trial(&mut *method, (field, surface), start, end, tolerance)
    }

    /// The error that a step may have: round-off for series of one's own.
    pub(super) fn tolerance(&self, is_radau: bool) -> f64 {
        let own = match self.name {
            "taylor" if !is_radau => f64::EPSILON,
            "dop853" if !is_radau => DOP853_TOLERANCE,
            _ => RADAU_TOLERANCE,
        };
        self.tol.unwrap_or(own)
    }

    /// May another method take over where the motion becomes stiff?
    pub(super) fn may_change(&self) -> bool {
        !self.is_asked && self.step.is_none() && self.name != "radau"
    }

    /// The method for the rest of a motion that became stiff.
    pub(super) fn changed(&self) -> Self {
        Self { name: "radau", ..self.clone() }
    }

    /// What a run used that perhaps became stiff, and why.
    pub(super) fn told(&self, change: Option<&Stiff>) -> (&'static str, String) {
        let Some(stiff) = change else { return (self.name, self.why.clone()) };
        let name = if self.name == "taylor" { "taylor, then radau" } else { "dop853, then radau" };
        let t = moment(stiff.t, 3);
        (name, format!("{}; from t = {t} on stiff: {stiff}", self.why))
    }

    fn taylor<'f, T: Numeral>(&self, field: &'f Field<T>) -> Box<dyn Method<T> + 'f> {
        match (self.step, self.tol) {
            (Some(h), _) => Box::new(Taylor::with_step(field, FIXED_ORDER, h)),
            (None, Some(tol)) => Box::new(Taylor::with_tolerance(field, tol)),
            (None, None) => Box::new(Taylor::new(field)),
        }
    }
}

/// Numbers with the methods that there are for them.
pub(super) trait Methodical: Numeral {
    /// The method for a field.
    fn method<'f>(
        choice: &Choice,
        field: &'f Field<Self>,
        surface: &'f Surface<Self>,
    ) -> Box<dyn Method<Self> + 'f>;

    /// Stiffness that a step of a run shows to whoever watches it.
    fn stiffness(
        watch: &mut Stiffness,
        choice: &Choice,
        on: (&Field<Self>, &Surface<Self>),
        step: &Step<'_, Self>,
    ) -> Option<Stiff>;
}

impl Methodical for f64 {
    fn method<'f>(
        choice: &Choice,
        field: &'f Field<f64>,
        surface: &'f Surface<f64>,
    ) -> Box<dyn Method + 'f> {
        let tol = |own: f64| choice.tol.unwrap_or(own);
        if let (Some(system), Some(h)) = (field.lagrangian(), choice.step) {
            let method: Box<dyn Method + 'f> = match choice.name {
                "rattle" => Box::new(Rattle::new(system, field, h)),
                _ => Box::new(Dla::new(system, field, h)),
            };
            return Accompanied::if_needed(method, field);
        }
        match (choice.name, choice.step) {
            ("dop853", Some(h)) => Box::new(Dop853::with_step(field, h)),
            ("dop853", None) => Box::new(Dop853::new(field, tol(DOP853_TOLERANCE))),
            ("radau", Some(h)) => Box::new(Radau::with_step(field, h)),
            ("radau", None) => Box::new(Radau::new(field, tol(RADAU_TOLERANCE))),
            ("collocation", Some(h)) => Box::new(Collocation::new(field, surface, NODES, h)),
            _ => choice.taylor(field),
        }
    }

    fn stiffness(
        watch: &mut Stiffness,
        choice: &Choice,
        (field, surface): (&Field<f64>, &Surface<f64>),
        step: &Step<'_>,
    ) -> Option<Stiff> {
        watch.watch((field, surface), step, choice.tol.unwrap_or(RADAU_TOLERANCE))
    }
}

impl Methodical for DoubleDouble {
    /// Series only, at the round-off of more digits.
    fn method<'f>(
        _: &Choice,
        field: &'f Field<Self>,
        _: &'f Surface<Self>,
    ) -> Box<dyn Method<Self> + 'f> {
        Box::new(Taylor::new(field))
    }

    /// There is no other method with more digits.
    fn stiffness(
        _: &mut Stiffness,
        _: &Choice,
        _: (&Field<Self>, &Surface<Self>),
        _: &Step<'_, Self>,
    ) -> Option<Stiff> {
        None
    }
}
