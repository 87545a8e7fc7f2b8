//! Position constraints that cannot be solved: `sin a = l sin b`.
//!
//! A relation between positions is holonomic as it stands, and the freedom that it leaves is known
//! where the differentials of all constraints are independent,
//!
//! ```text
//! rank α = m  at a configuration  ⇒  n − m velocities are free near it                 (1)
//! ```
//!
//! which is proved at a configuration that is enclosed. Brackets, and with them the kinds of
//! constraints on velocities beside such a relation, are left open.

use alembert_algebra::Expr;
use alembert_algebra::numeric::Ball;

use super::forms::Forms;
use super::kind::ConstraintKind;
use super::rank::rank_of_balls;
use super::{Classification, Combinations, Finding, Open, other_constraints};
use crate::witness::{Choice, Stage, some_state_passes};
use crate::{Reason, System};

/// What is known about the constraints of a system whose position constraints are not solved.
pub(super) fn unsolved(system: &System, more: &[(usize, Expr)]) -> Classification {
    let forms = Forms::anywhere(system, more);
    let open = Open::Reason(Reason::Unsolved);
    let is_positions = forms.positions == forms.rows.len();
    let other = other_constraints(system, &forms);
    let independent = other.is_none() && are_independent(&forms);
    let dimension = forms.x.len().saturating_sub(forms.positions);
    let all_known = independent && is_positions;
    Classification {
        findings: findings(system, &forms),
        growth: if all_known { Ok(vec![dimension]) } else { Err(other.unwrap_or(open)) },
        combinations: if all_known { Ok(Combinations::default()) } else { Err(open) },
        drops: Err(open),
        rank: forms.rows.len(),
        dependent: Vec::new(),
        n: forms.n,
        x: forms.x,
        fields: Vec::new(),
        dimension,
    }
}

fn findings(system: &System, forms: &Forms) -> Vec<Finding> {
    let kind = |i: usize| match forms.of_constraint(i).first() {
        Some(&k) if k < forms.positions => Ok(ConstraintKind::Holonomic),
        Some(_) => Err(Open::Reason(Reason::Unsolved)),
        None if system.constraints()[i].order(system.q()) > Some(1) => Err(Open::Acceleration),
        None => Ok(ConstraintKind::Nonlinear),
    };
    let finding = |i| Finding { kind: kind(i), escape: None, hidden: None };
    (0..system.constraints().len()).map(finding).collect()
}

/// Equation (1): are the forms independent, without time, at some configuration?
fn are_independent(forms: &Forms) -> bool {
    let (m, n) = (forms.rows.len(), forms.n);
    let entries: Vec<Expr> = forms.rows.iter().flat_map(|row| row[..n].to_vec()).collect();
    let configuration = Stage {
        equations: forms.phi.clone(),
        unknowns: forms.x[..n].to_vec(),
        redundant: Vec::new(),
    };
    let full = |values: Vec<Ball>| {
        rank_of_balls(values.chunks(n.max(1)).map(<[Ball]>::to_vec).collect()) == m
    };
    m <= n && some_state_passes(&[configuration], &entries, &Choice::default(), full)
}
