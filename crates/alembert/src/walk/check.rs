//! Is a model sound, and do the lines of `expect` and `reject` hold?

use alembert_algebra::Expr;
use alembert_mechanics::independence::{Redundancy, independence, massless};
use alembert_mechanics::regular::is_determined;
use alembert_mechanics::{Linear, Motion, System, Theory};
use alembert_render::Spelling;
use serde_json::{Value, json};

use super::freedom::ConstraintReport;
use super::notation::text;
use super::statement::{Decision, StatementReport, decide_all};
use super::{WalkError, integrals, motion};
use crate::language::model::Claim;
use crate::language::{Code, Diagnostic, Model};

/// What `check` finds in a model.
#[derive(Debug, Clone)]
pub struct CheckReport {
    /// The title of the model.
    pub title: String,
    /// The names of the coordinates.
    pub coordinates: Vec<String>,
    /// The constraints by their form.
    pub constraints: Vec<ConstraintReport>,
    /// Are the constraints independent? Unknown when a limit was reached.
    pub independent: Option<bool>,
    /// Redundant constraints, each with the combination of others, if known.
    pub redundant: Vec<(String, Option<String>)>,
    /// The degrees of freedom of the velocities.
    pub velocity_freedom: Option<usize>,
    /// The number of combinations of the constraints that are integrable, where it is known.
    pub integrable_combinations: Option<usize>,
    /// Their integrals as far as they were found, in ASCII.
    pub integrals: Vec<String>,
    /// The order of the equations of motion.
    pub order: u32,
    /// The lines of `expect` and `reject`.
    pub statements: Vec<StatementReport>,
    /// Questions that were too large to be decided, with the reason.
    pub limits: Vec<String>,
    /// What else is to be said about the model, at places of its text.
    pub diagnostics: Vec<Diagnostic>,
}

/// Checks a model: independence of the constraints, inertia, `expect` and `reject`.
///
/// # Errors
/// The mechanics refuses the model.
pub fn check(model: &Model) -> Result<CheckReport, WalkError> {
    let (system, motion) = motion(model, None)?;
    let mut report = CheckReport {
        title: model.title.clone(),
        coordinates: model.coordinates.iter().map(|c| c.name.clone()).collect(),
        constraints: Vec::new(),
        independent: None,
        redundant: Vec::new(),
        velocity_freedom: None,
        integrable_combinations: None,
        integrals: Vec::new(),
        order: 2 * system.order(),
        statements: Vec::new(),
        limits: Vec::new(),
        diagnostics: Vec::new(),
    };
    let form = |c| ConstraintReport::new(c, &system);
    report.constraints = system.constraints().iter().map(form).collect();
    if is_determined(&motion) {
        report.note_independence(&system);
    } else {
        report.look_at_independence(model, &system);
        report.look_at_determinacy(model, &system, &motion);
    }
    report.look_at_inertia(model, &system, &motion);
    report.look_at_integrals(model, &system)?;
    report.statements = decide_all(model, &system, &motion);
    report.complain_about_statements(model);
    Ok(report)
}

impl CheckReport {
    /// The equations determine the motion, so every constraint counts.
    fn note_independence(&mut self, system: &System) {
        let q = system.q();
        let on_velocities = system.constraints().iter().filter(|c| c.order(q) <= Some(1)).count();
        self.independent = Some(true);
        self.velocity_freedom = Some(q.len().saturating_sub(on_velocities));
    }

    /// AL030 and AL031.
    fn look_at_independence(&mut self, model: &Model, system: &System) {
        let found = match independence(system) {
            Ok(found) => found,
            Err(reason) => {
                let what = "whether the constraints are independent";
                return self.limits.push(format!("{what} was not decided: {reason}"));
            }
        };
        let label = |i: usize| system.constraints()[i].label.clone();
        for Redundancy { constraint: i, combination } in &found.redundant {
            let words = combination.as_ref().and_then(|terms| in_words(terms, model, &label));
            let cause = words.clone().map_or_else(
                || format!("`{}` follows from the others", label(*i)),
                |sum| format!("{} = {sum}", label(*i)),
            );
            let hint = format!(
                "{cause}: remove it. The motion is unique, the multipliers are not; the least-norm \
                 ones are given"
            );
            let message = "the constraints are not independent";
            let span = model.constraints[*i].span;
            let finding = Diagnostic::new(Code::Dependent, span, message);
            self.diagnostics.push(finding.hint(hint));
            self.redundant.push((label(*i), words));
        }
        for &i in &found.contradictory {
            let message = format!("constraint `{}` contradicts the others", label(i));
            let finding = Diagnostic::new(Code::Contradiction, model.constraints[i].span, message);
            let hint = "no motion can satisfy all of them; change or remove one";
            self.diagnostics.push(finding.hint(hint));
        }
        self.independent = Some(found.redundant.is_empty() && found.contradictory.is_empty());
        self.velocity_freedom = Some(system.q().len().saturating_sub(found.rank));
    }

    /// AL032 and AL033; constraints that contradict each other have nothing to integrate.
    fn look_at_integrals(&mut self, model: &Model, system: &System) -> Result<(), WalkError> {
        if self.diagnostics.iter().any(|d| d.code == Code::Contradiction) {
            return Ok(());
        }
        let found = integrals::report(model, system)?;
        self.integrable_combinations = found.combinations;
        self.integrals = found.integrals;
        self.diagnostics.extend(found.diagnostics);
        Ok(())
    }

    /// AL019.
    fn look_at_inertia(&mut self, model: &Model, system: &System, motion: &Motion) {
        let Linear::Kkt { M, .. } = &motion.system else { return };
        let massless = massless(M, system);
        if let Err(reason) = &massless {
            self.limits.push(format!("the mass matrix was not looked at: {reason}"));
        }
        for q in massless.unwrap_or_default() {
            let name = text(q, model, Spelling::Unicode).unwrap_or_default();
            let message = format!("the coordinate `{name}` has no kinetic energy of its own");
            let finding = Diagnostic::new(Code::NoKineticEnergy, model.lagrangian_span, message)
                .hint(
                    "the mass matrix is singular; the motion is determined only if constraints \
                     or other coordinates fix this one",
                );
            self.diagnostics.push(finding);
        }
    }

    /// AL019 again: the equations leave a highest derivative open, for example because a servo
    /// cannot act on what it has to keep. Without constraints inertia says it.
    fn look_at_determinacy(&mut self, model: &Model, system: &System, motion: &Motion) {
        if model.constraints.is_empty() {
            return;
        }
        let open = Theory::new(system, motion, &[]).and_then(|mut t| t.open_derivatives());
        if let Err(reason) = &open {
            self.limits.push(format!("whether the motion is determined was not decided: {reason}"));
        }
        let named = |e: &Expr| text(*e, model, Spelling::Unicode).unwrap_or_default();
        let names: Vec<String> = open.unwrap_or_default().iter().map(named).collect();
        if names.is_empty() {
            return;
        }
        let message = format!("the equations of motion do not determine {}", names.join(", "));
        let hint = "a coordinate without kinetic energy, or a reaction that cannot act on what its \
                    constraint has to keep";
        let span = model.constraints.first().map_or(model.lagrangian_span, |c| c.span);
        self.diagnostics.push(Diagnostic::new(Code::NoKineticEnergy, span, message).hint(hint));
    }

    /// AL060.
    fn complain_about_statements(&mut self, model: &Model) {
        for line in self.statements.iter().filter(|s| s.decision == Decision::Fails) {
            let (list, message) = if line.reject {
                (&model.reject, format!("rejected, and yet it holds: {}", line.text))
            } else {
                (&model.expect, format!("expected, and yet it fails: {}", line.text))
            };
            let span = list[line.number].span;
            let claim = &list[line.number].claim;
            let hint = match claim {
                Claim::Equations(_) | Claim::Conserved(_) => {
                    format!("decided by {}; `alembert prove` shows a state", line.how)
                }
                Claim::Kind(..) | Claim::Order(_) => format!("decided by {}", line.how),
            };
            let finding = Diagnostic::new(Code::ExpectFailed, span, message);
            self.diagnostics.push(if line.reject { finding } else { finding.hint(hint) });
        }
    }

    /// Is there a line that fails, or with `strict` one that is undecided?
    #[must_use]
    pub fn fails(&self, strict: bool) -> bool {
        self.statements.iter().any(|s| match s.decision {
            Decision::Fails => true,
            Decision::Undecided => strict,
            Decision::Holds => false,
        })
    }

    /// The result as the stable interface gives it, without the diagnostics of the text.
    #[must_use]
    pub fn json(&self) -> Value {
        let constraints: Vec<Value> = self.constraints.iter().map(ConstraintReport::json).collect();
        let redundant: Vec<Value> = self.redundant.iter().map(|(l, c)| json!([l, c])).collect();
        let statement = |s: &StatementReport| {
            let text = if s.reject { format!("reject {}", s.text) } else { s.text.clone() };
            json!({ "text": text, "verdict": s.decision.word(), "how": s.how })
        };
        json!({
            "coordinates": self.coordinates,
            "constraints": constraints,
            "independent": self.independent,
            "redundant": redundant,
            "freedom": {
                "configuration": null, "velocity": self.velocity_freedom, "state": null,
            },
            "growth_vector": null,
            "growth_at": null,
            "integrable_combinations": self.integrable_combinations,
            "integrals": self.integrals,
            "rank_drops": null,
            "controllable": null,
            "accessible": null,
            "invariants": null,
            "expect": self.statements.iter().map(statement).collect::<Vec<_>>(),
            "limits": self.limits,
        })
    }

    /// The result for people.
    #[must_use]
    pub fn text(&self) -> String {
        let mut out = format!("{}\n", if self.title.is_empty() { "model" } else { &self.title });
        out.push_str(&format!(
            "  {}, {}, {}equations of order {}\n",
            count(self.coordinates.len(), "coordinate"),
            count(self.constraints.len(), "constraint"),
            self.velocity_freedom.map_or_else(String::new, |k| {
                format!("{k} velocity {} of freedom, ", if k == 1 { "degree" } else { "degrees" })
            }),
            self.order,
        ));
        let width = self.constraints.iter().map(|c| c.label.chars().count()).max().unwrap_or(0);
        for c in &self.constraints {
            let degree = match (c.form, c.degree) {
                ("nonlinear", Some(k)) => format!(", homogeneous of degree {k} in the velocities"),
                _ => String::new(),
            };
            out.push_str(&format!("  {:width$}  {}{degree}\n", c.label, words(c.form)));
        }
        for integral in &self.integrals {
            out.push_str(&format!("  constant on every motion: {integral}\n"));
        }
        for limit in &self.limits {
            out.push_str(&format!("  {limit}\n"));
        }
        out.push_str(&self.statement_lines());
        out
    }

    fn statement_lines(&self) -> String {
        let mut out = String::new();
        for s in &self.statements {
            let mark = match s.decision {
                Decision::Holds => "ok  ",
                Decision::Fails => "FAIL",
                Decision::Undecided => "?   ",
            };
            let section = if s.reject { "reject" } else { "expect" };
            let how = match s.decision {
                Decision::Undecided => format!("   undecided: {}", s.how),
                _ => format!("   {}", s.how),
            };
            out.push_str(&format!("  {mark} {section} {}{how}\n", s.text));
        }
        let with = |d: Decision| self.statements.iter().filter(|s| s.decision == d).count();
        if !self.statements.is_empty() {
            out.push_str(&format!(
                "  {} hold, {} fail, {} undecided\n",
                with(Decision::Holds),
                with(Decision::Fails),
                with(Decision::Undecided)
            ));
        }
        out
    }
}

fn count(n: usize, word: &str) -> String {
    format!("{n} {word}{}", if n == 1 { "" } else { "s" })
}

fn words(form: &str) -> &str {
    match form {
        "position" => "on positions",
        "linear" => "linear in the velocities",
        "affine" => "affine in the velocities",
        "acceleration" => "on accelerations",
        _ => "nonlinear in the velocities",
    }
}

/// `2 roll_x − roll_y` as ASCII text.
fn in_words(
    terms: &[(usize, Expr)],
    model: &Model,
    label: &dyn Fn(usize) -> String,
) -> Option<String> {
    use alembert_algebra::Kind;
    let sum = terms.iter().map(|(i, c)| *c * Expr::symbol(&label(*i), Kind::Auxiliary, 0));
    text(Expr::sum(sum), model, Spelling::Ascii).ok()
}
