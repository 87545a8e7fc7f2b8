//! Classification where the values of the model are special ones.
//!
//! Constraints are classified for almost all values of the parameters: `z' = w y x'` is nonholonomic
//! where w ≠ 0. A model with w = 0 is none of these, and what is said of it is said for w = 0.

use alembert_algebra::zero::{Verdict, zero_test};
use alembert_algebra::{Expr, Substitution};
use alembert_mechanics::System;
use alembert_mechanics::classify::classify;
use alembert_render::Spelling;

use super::classification::{ClassificationReport, rank_drops, reasons};
use super::needed::Special;
use super::notation::text;
use crate::language::Model;

impl ClassificationReport {
    /// Says what holds for the values of the model, where a condition on parameters fails for them.
    pub(super) fn look_at_own_values(&mut self, model: &Model, system: &System) {
        let failing = self.needed.concat().into_iter().find(|&e| vanishes(model, e));
        let Some(condition) = failing else { return };
        let found = Special::new(system, condition).and_then(|special| {
            let found = classify(&special.system).ok()?;
            Some((special, found))
        });
        let Some((special, found)) = found else {
            return self.forget(model, condition);
        };
        let (p, value) = special.value;
        let with = |spelling| {
            let [p, value] = [p, value].map(|e| text(e, model, spelling).unwrap_or_default());
            format!("with {p} = {value}, as here: ")
        };
        let nothing = "it says nothing".to_owned();
        self.kinds = vec![None; self.kinds.len()];
        self.reasons = vec![(nothing.clone(), nothing); self.kinds.len()];
        let said = reasons(model, &special.system, &found);
        for ((&i, finding), reason) in special.numbers.iter().zip(&found.findings).zip(said) {
            (self.kinds[i], self.reasons[i]) = (finding.kind.ok(), reason);
        }
        for (shown, ascii) in &mut self.reasons {
            shown.insert_str(0, &with(Spelling::Unicode));
            ascii.insert_str(0, &with(Spelling::Ascii));
        }
        let renumbered = |terms: &Vec<(usize, Expr)>| {
            terms.iter().map(|&(k, e)| (special.numbers[k], e)).collect::<Vec<_>>()
        };
        let combinations = found.combinations.as_ref().ok();
        self.combinations = combinations.map(|c| c.terms.iter().map(renumbered).collect());
        self.growth = found.growth.as_ref().ok().cloned();
        self.configuration = found.configuration_freedom();
        self.velocity = found.velocity_freedom();
        self.drops = rank_drops(&found);
        self.controllable = found.is_controllable();
        self.accessible = found.is_accessible();
        self.needed = vec![Vec::new(); self.kinds.len()];
    }

    /// Nothing is known for the values of the model.
    fn forget(&mut self, model: &Model, condition: Expr) {
        let condition = text(condition, model, Spelling::Unicode).unwrap_or_default();
        let count = self.kinds.len();
        self.kinds = vec![None; count];
        (self.growth, self.combinations, self.drops) = (None, None, None);
        (self.configuration, self.controllable, self.accessible) = (None, None, None);
        self.needed = vec![Vec::new(); count];
        self.limits.push(format!("the constraints were not classified for {condition} = 0"));
    }
}

/// Does it vanish for the values of the model, exactly?
fn vanishes(model: &Model, e: Expr) -> bool {
    let mut put = Substitution::new(model.parameters.iter().map(|p| (p.symbol, p.value)));
    // A parameter may be defined through others, which stand before it.
    let value = (0..=model.parameters.len()).fold(e, |e, _| put.apply(e));
    zero_test(value) == Verdict::Zero
}
