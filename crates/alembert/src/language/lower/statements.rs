//! Lines of `expect` and `reject` as claims about expressions.

use alembert_algebra::Expr as Value;

use super::{Builder, Lowering};
use crate::language::model::{Claim, Statement};
use crate::language::resolve::Scope;
use crate::language::syntax::{self, Expr, ExprKind, Fact, Predicate, StatementKind};

impl Builder<'_> {
    pub(super) fn statements(&mut self, statements: &[syntax::Statement]) -> Vec<Statement> {
        statements.iter().map(|statement| self.statement(statement)).collect()
    }

    fn statement(&mut self, statement: &syntax::Statement) -> Statement {
        let mut lowering = Lowering::new(&self.values, self.source, self.report).of_claim();
        let claim = match &statement.kind {
            StatementKind::Equation(left, right) => {
                Claim::Equations(equations(left, right, &mut lowering))
            }
            StatementKind::Fact(fact) => claim(fact, &mut lowering, &self.scope),
        };
        let starts = lowering.starts;
        let text = one_line(self.source.slice(statement.span));
        Statement { text, claim, starts, span: statement.span }
    }
}

/// A text without line breaks and comments.
fn one_line(text: &str) -> String {
    let bare = text.lines().map(|line| line.split('#').next().unwrap_or("").trim());
    bare.filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" ")
}

/// One equation, or one for each component.
fn equations(left: &Expr, right: &Expr, lowering: &mut Lowering<'_>) -> Vec<(Value, Value)> {
    let (left, right) = (lowering.quantity(left), lowering.quantity(right));
    left.components().iter().copied().zip(right.components().iter().copied()).collect()
}

fn claim(fact: &Fact, lowering: &mut Lowering<'_>, scope: &Scope) -> Claim {
    let values = |lowering: &mut Lowering<'_>| -> Vec<Value> {
        let subjects = fact.subjects.iter().map(|subject| lowering.quantity(subject));
        subjects.flat_map(|quantity| quantity.components().to_vec()).collect()
    };
    match &fact.predicate {
        Predicate::Kind(kind) => Claim::Kind(constraints(&fact.subjects, scope), *kind),
        Predicate::Conserved => Claim::Conserved(values(lowering)),
        Predicate::Number(number) if is_order(&fact.subjects) => {
            Claim::Order(lowering.item(number))
        }
        Predicate::Number(right) | Predicate::EqualTo(right) => {
            let sides = fact.subjects.iter().flat_map(|left| equations(left, right, lowering));
            Claim::Equations(sides.collect())
        }
    }
}

fn is_order(subjects: &[Expr]) -> bool {
    matches!(subjects, [Expr { kind: ExprKind::Name(name), .. }] if name == "order")
}

/// The numbers of the constraints that are named; `constraints` names all of them.
fn constraints(subjects: &[Expr], scope: &Scope) -> Vec<usize> {
    let mut numbers = Vec::new();
    for subject in subjects {
        let ExprKind::Name(name) = &subject.kind else { continue };
        match name.as_str() {
            "constraints" => numbers.extend(0..scope.labels().len()),
            name => numbers.extend(scope.labelled(name)),
        }
    }
    numbers
}
