//! What a run finds at places of the text: diagnostics.

use alembert_algebra::Expr;
use alembert_flow::{NEARLY_SINGULAR, Stop};
use alembert_kernel::KernelError;

use super::analysis::held::Held;
use super::ending::{passed, rank_drops};
use super::journey::Journey;
use super::phases::Impasse;
use super::promise::{self, MOST_DRIFT, MOST_RESIDUAL};
use super::report::RunReport;
use super::told::{has_euler_angles, impulses_hint, moment, singular_inertia, zeros_of};
use crate::language::{Code, Diagnostic, Model};
use crate::walk::statement::Decision;

/// A pivot of the inertia below this part of its diagonal entry is near a singularity of angles.
const NEAR_EULER: f64 = 1e-6;

impl RunReport {
    /// AL037, AL050, AL051, AL054, AL055 and AL060.
    pub(super) fn warn(
        &mut self,
        model: &Model,
        journey: &Journey<f64>,
        (coarse, angles): (bool, &[Expr]),
    ) {
        let constraints = model.constraints.first().map_or(model.lagrangian_span, |c| c.span);
        let mut found = Vec::new();
        let vanished = matches!(journey.stop, Stop::StepToZero { .. });
        if let Some(reason) = self.reason.as_ref().filter(|_| vanished) {
            let message = reason.clone();
            let place = journey.place.unwrap_or(model.lagrangian_span);
            let finding = Diagnostic::new(Code::StepVanished, place, message);
            found.push(finding.hint(self.short_hint(journey)));
        }
        let nearly = journey.rank.0 < NEARLY_SINGULAR && self.passages.is_empty();
        if nearly || self.stop == "rank loss" {
            let start = self.start();
            let (message, hint) = rank_drops(self.stop, journey.rank, start);
            found.push(Diagnostic::new(Code::RankDrops, constraints, message).hint(hint));
        }
        if !self.passages.is_empty() {
            let (message, hint) = passed(&self.passages);
            found.push(Diagnostic::new(Code::RankDrops, constraints, message).hint(hint));
        }
        let singular = matches!(journey.failure, Some(KernelError::Solve(_)));
        let (pivot, t) = if singular { (0.0, self.t) } else { journey.inertia };
        if pivot < NEAR_EULER && self.angles >= 2 {
            let nearly = if singular { "" } else { "nearly " };
            let message = format!("the angles are {nearly}singular at t = {}", moment(t, 6));
            let zeros = zeros_of(model, &self.parameters);
            let hint = singular_inertia(&zeros, has_euler_angles(model, angles));
            let finding = Diagnostic::new(Code::EulerSingularity, model.lagrangian_span, message);
            found.push(finding.hint(hint));
        }
        found.extend(promise::findings(model, journey, (self.method, self.drift_hint(coarse))));
        found.extend(self.drift(model, (journey, coarse)));
        if let Some(t) = self.certain_until {
            let message = format!(
                "fewer than 3 digits of the state are correct from t = {} on",
                moment(t, 6)
            );
            let hint = self.uncertain_hint(t, vanished);
            found.push(Diagnostic::new(Code::Drift, model.lagrangian_span, message).hint(hint));
        }
        for line in self.statements.iter().filter(|s| s.decision == Decision::Fails) {
            let (list, verb) = match line.reject {
                true => (&model.reject, "rejected, and yet it holds"),
                false => (&model.expect, "expected, and yet it fails"),
            };
            let span = list[line.number].span;
            let message = format!("{verb}: {}", line.text);
            found.push(Diagnostic::new(Code::ExpectFailed, span, message).hint(line.how.clone()));
        }
        self.diagnostics = found;
    }

    /// AL051 for energy and residuals.
    fn drift(&self, model: &Model, (journey, coarse): (&Journey<f64>, bool)) -> Option<Diagnostic> {
        let residual = self.max_residual > MOST_RESIDUAL;
        let drifts = self.energy_drift > MOST_DRIFT || residual;
        if !drifts || journey.broken.is_some() {
            return None;
        }
        let message = format!(
            "energy drift {:.1e}, residual of the constraints {:.1e}",
            self.energy_drift, self.max_residual
        );
        let finding = Diagnostic::new(Code::Drift, model.lagrangian_span, message);
        let impulses = impulses_hint(model).filter(|_| !residual);
        Some(finding.hint(impulses.unwrap_or_else(|| self.drift_hint(coarse))))
    }

    /// What to do where steps become too short, or no phase follows.
    fn short_hint(&self, journey: &Journey<f64>) -> String {
        let held = journey.held.as_ref().map(Held::hint);
        let hint = journey.impasse.as_ref().map(Impasse::hint).or(held);
        hint.unwrap_or_else(|| self.singular_hint())
    }
}
