//! Constraints that follow from others or contradict them: AL030 and AL031.

use alembert_algebra::Expr;
use alembert_mechanics::independence::{Redundancy, independence};
use alembert_mechanics::{Reason, System};
use alembert_render::Spelling;

use super::CheckReport;
use super::contradiction::{complaint, complaint_about_all, complaint_about_one};
use super::ground::holds_orientations;
use super::redundancy;
use crate::language::{Code, Diagnostic, Model};

impl CheckReport {
    /// The constraints are independent, so every one counts; a nonlinear one may hide several.
    pub(super) fn note_independence(&mut self, system: &System) {
        let q = system.q();
        let on_velocities = system.constraints().iter().filter(|c| c.order(q) <= Some(1)).count();
        self.independent = Some(true);
        let counted = q.len().saturating_sub(on_velocities);
        self.velocity_freedom = self.classification.velocity.or(Some(counted));
    }

    /// AL030 and AL031.
    pub(super) fn look_at_independence(&mut self, model: &Model, system: &System) {
        let found = match independence(system) {
            Ok(found) => found,
            Err(reason) => {
                let what = "whether the constraints are independent";
                return self.limits.push(format!("{what} was not decided: {reason}"));
            }
        };
        for Redundancy { constraint, combination } in &found.redundant {
            self.note_redundancy(model, system, *constraint, combination.as_deref());
        }
        let told = |i: &usize| found.redundant.iter().any(|r| r.constraint == *i);
        let dependent = self.classification.dependent.clone().filter(|_| !found.is_split);
        let dependent = dependent.unwrap_or_default();
        for &i in dependent.iter().filter(|i| !told(i)) {
            self.note_redundancy(model, system, i, None);
        }
        if !found.contradictory.is_empty() && holds_orientations(model) {
            return self.note_half_turns();
        }
        self.diagnostics.extend(found.contradictory.iter().map(|found| complaint(model, found)));
        if found.is_split && found.contradictory.is_empty() {
            let what = "whether the constraints are independent";
            return self.limits.push(format!("{what} was not decided: {}", Reason::Split));
        }
        self.independent = Some(self.redundant.is_empty() && found.contradictory.is_empty());
        let counted = system.q().len().saturating_sub(found.rank);
        self.velocity_freedom = self.classification.velocity.or(Some(counted));
        self.look_at_contradiction(model);
    }

    /// What contradicts itself at other orientations may hold at half turns.
    fn note_half_turns(&mut self) {
        self.limits.push(format!("the constraints were not decided: {}", Reason::HalfTurns));
    }

    /// AL030 for one constraint.
    fn note_redundancy(
        &mut self,
        model: &Model,
        system: &System,
        i: usize,
        terms: Option<&[(usize, Expr)]>,
    ) {
        let constraint = &model.constraints[i];
        let words = |spelling| redundancy::words(model, system, i, terms?, spelling);
        let cause = words(Spelling::Unicode).map_or_else(
            || format!("`{}` follows from the others: remove it", constraint.label),
            |(itself, sum)| format!("{itself} = {sum}: remove one of them"),
        );
        let hint = format!(
            "{cause}. The motion is unique, the multipliers are not; the least-norm ones are given"
        );
        let message = "the constraints are not independent";
        let finding = Diagnostic::new(Code::Dependent, constraint.span, message);
        self.diagnostics.push(finding.hint(hint));
        self.redundant.push((constraint.label.clone(), words(Spelling::Ascii).map(|w| w.1)));
    }

    /// AL031 where no single constraint is to blame: together they can hold at special
    /// configurations at most.
    pub(super) fn look_at_contradiction(&mut self, model: &Model) {
        if self.classification.undecided != Some(Reason::Contradiction) {
            return;
        }
        if holds_orientations(model) {
            (self.independent, self.velocity_freedom) = (None, None);
            return self.note_half_turns();
        }
        self.velocity_freedom = None;
        // Where one of them is known to follow from the others, the rest is no contradiction by that.
        let told = self.diagnostics.iter().any(|d| d.code == Code::Contradiction)
            || !self.redundant.is_empty();
        let Some(finding) = complaint_about_all(model).filter(|_| !told) else { return };
        self.diagnostics.push(finding);
        self.independent = Some(false);
    }

    /// AL031 for a constraint that never holds.
    pub(super) fn look_at_solutions(&mut self, model: &Model) {
        let told = self.diagnostics.iter().any(|d| d.code == Code::Contradiction);
        let Some(finding) = complaint_about_one(model).filter(|_| !told) else { return };
        self.diagnostics.push(finding);
        (self.independent, self.velocity_freedom) = (Some(false), None);
    }
}
