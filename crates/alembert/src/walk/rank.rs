//! Where the constraints lose rank: AL037.

use alembert_algebra::Expr;
use alembert_algebra::polynomial::Limit;
use alembert_mechanics::System;
use alembert_mechanics::classify::{Hidden, hidden_positions};
use alembert_render::Spelling;

use super::CheckReport;
use super::classification::equations;
use super::ground::parameter_conditions;
use super::irregular::with_fix;
use super::prove::differ_from_zero;
use crate::language::{Code, Diagnostic, Model};

/// Equations of more characters than this are not shown in a message.
const LONGEST_PLACE: usize = 240;

impl CheckReport {
    /// AL037 for values of parameters: what is said of the constraints is said for other values.
    pub(super) fn look_at_parameters(&mut self, model: &Model, system: &System) {
        let Some(first) = model.constraints.first() else { return };
        let Some(factors) = parameter_conditions(model, system) else {
            let what = "for which values of parameters the constraints lose rank was not decided";
            return self.limits.push(format!("{what}: {}", Limit::Terms));
        };
        for factor in factors {
            let place = equations(&[factor], model, Spelling::Unicode);
            let message = format!("the rank of the constraints drops where {place}");
            let hint = format!(
                "what is said of the constraints holds where {}",
                differ_from_zero(&[factor], model, Spelling::Unicode)
            );
            let finding = Diagnostic::new(Code::RankDrops, first.span, message);
            self.diagnostics.push(finding.hint(hint));
            let drops = self.rank_drops.get_or_insert_default();
            drops.push(equations(&[factor], model, Spelling::Ascii));
        }
    }

    /// AL037 for position constraints that lose their rank wherever they hold.
    pub(super) fn look_at_positions(&mut self, model: &Model, system: &System) {
        for (i, hidden) in hidden_positions(system) {
            let Hidden::All(list) = hidden else { continue };
            let equation = |e: &Expr| equations(&[*e], model, Spelling::Unicode);
            let words = list.iter().map(equation).collect::<Vec<_>>().join(" and ");
            let constraint = &model.constraints[i];
            let message = format!(
                "the rank of the constraints drops wherever `{}` holds, which says {words}",
                constraint.label
            );
            let hint = format!("write {words}: as it stands its reaction vanishes with it");
            let finding = Diagnostic::new(Code::RankDrops, constraint.span, message).hint(hint);
            self.diagnostics.push(with_fix(finding, model, i, &list));
            (self.independent, self.velocity_freedom) = (None, None);
        }
    }

    /// AL037.
    pub(super) fn look_at_rank(&mut self, model: &Model) {
        if self.classification.may_drop_elsewhere {
            let what = "whether the constraints lose rank somewhere was not decided";
            self.limits.push(format!("{what}: no real point of the equations was found"));
        }
        let Some(parts) = &self.classification.drops else { return };
        let ascii = |part: &Vec<Expr>| equations(part, model, Spelling::Ascii);
        self.rank_drops = Some(parts.iter().map(ascii).collect());
        let Some(first) = model.constraints.first() else { return };
        for part in parts {
            let place = equations(part, model, Spelling::Unicode);
            let place = match place.chars().count() {
                ..=LONGEST_PLACE => format!("where {place}"),
                _ => "at places whose equations are long (`--json` has them)".to_owned(),
            };
            let message = format!("the rank of the constraints drops {place}");
            let affine = self.constraints.iter().any(|c| c.form == "affine");
            let hint = match affine {
                false => "a direction becomes free there, and multipliers may grow without bound",
                true => {
                    "a direction becomes free there, or no velocity obeys the constraints; multipliers \
                     may grow without bound"
                }
            };
            let finding = Diagnostic::new(Code::RankDrops, first.span, message);
            self.diagnostics.push(finding.hint(hint));
        }
    }
}
