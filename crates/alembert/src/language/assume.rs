//! Values of parameters as assumptions: exact numbers in their place before anything is derived.

use alembert_algebra::zero::{Verdict, zero_test};
use alembert_algebra::{Expr, Kind, Substitution, contains, symbols};

use super::model::{Claim, Model, Silent};

impl Model {
    /// The model with values in place of parameters in all that is derived from it, claimed of it and asked of
    /// it. A parameter that is defined through these alone has its value, too. A constraint that vanishes with
    /// the values says nothing and is left out.
    #[must_use]
    pub fn assuming(&self, values: &[(Expr, Expr)]) -> Model {
        let all = self.with_what_follows(values);
        let mut model = self.with_values(&all);
        let mut put = Substitution::new(all.iter().copied());
        model.values.change(|e| put.apply(e));
        let settled = |p: Expr| all.iter().any(|(q, _)| *q == p);
        for p in model.parameters.iter_mut().filter(|p| settled(p.symbol)) {
            p.is_definition = false;
        }
        model.assumed.extend_from_slice(values);
        model.leave_out_silent_constraints();
        model
    }

    /// Do its motions depend on a parameter, or names that stand for parts of them?
    #[must_use]
    pub fn uses(&self, parameter: Expr) -> bool {
        let forces = self.forces.iter().chain(&self.dissipation).copied();
        let constraints = self
            .constraints
            .iter()
            .flat_map(|c| [c.phi].into_iter().chain(c.reaction.iter().flatten().copied()));
        let defined = self.parameters.iter().filter(|p| p.is_definition).map(|p| p.value);
        let formulas = self.functions.iter().filter_map(|f| f.formula);
        let mut all = [self.lagrangian]
            .into_iter()
            .chain(forces)
            .chain(constraints)
            .chain(defined)
            .chain(formulas);
        all.any(|e| contains(e, parameter))
    }

    /// The values, with those of parameters that are defined through them alone.
    fn with_what_follows(&self, values: &[(Expr, Expr)]) -> Vec<(Expr, Expr)> {
        let mut all = values.to_vec();
        for p in self.parameters.iter().filter(|p| p.is_definition) {
            // A definition is made of parameters that stand before it.
            let value = Substitution::new(all.iter().copied()).apply(p.value);
            let is_given = all.iter().any(|(q, _)| *q == p.symbol);
            if !is_given && !has_parameters(value) {
                all.push((p.symbol, value));
            }
        }
        all
    }

    /// Numbers of constraints in claims are those of the constraints that are left.
    fn leave_out_silent_constraints(&mut self) {
        let is_silent: Vec<bool> =
            self.constraints.iter().map(|c| zero_test(c.phi) == Verdict::Zero).collect();
        let number = |i: usize| is_silent[..i].iter().filter(|silent| !**silent).count();
        for statement in self.expect.iter_mut().chain(&mut self.reject) {
            if let Claim::Kind(list, _) = &mut statement.claim {
                match list.iter().any(|&i| is_silent[i]) {
                    true => statement.claim = Claim::Nothing,
                    false => list.iter_mut().for_each(|i| *i = number(*i)),
                }
            }
        }
        let (silent, others) = std::mem::take(&mut self.constraints)
            .into_iter()
            .zip(&is_silent)
            .partition::<Vec<_>, _>(|c| *c.1);
        let silent = silent.into_iter().map(|(c, _)| Silent { label: c.label, span: c.span });
        self.silent.extend(silent);
        self.constraints = others.into_iter().map(|(c, _)| c).collect();
    }
}

/// Values that are given through each other, each without the others; none for a name that is given
/// through itself.
pub(crate) fn resolved(values: &[(Expr, Expr)]) -> Option<Vec<(Expr, Expr)>> {
    let mut resolved = values.to_vec();
    for _ in values {
        let mut put = Substitution::new(values.iter().copied());
        resolved.iter_mut().for_each(|(_, e)| *e = put.apply(*e));
    }
    let is_open = |e: Expr| values.iter().any(|&(p, _)| contains(e, p));
    (!resolved.iter().any(|&(_, e)| is_open(e))).then_some(resolved)
}

fn has_parameters(e: Expr) -> bool {
    let is_parameter =
        |x: Expr| matches!(x.as_symbol(), Some(s) if matches!(s.kind, Kind::Parameter { .. }));
    symbols(&[e]).into_iter().any(is_parameter)
}
