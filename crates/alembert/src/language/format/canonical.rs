//! One tree for what is written in several ways.
//!
//! `½ m`, `1/2 m` and `\frac{1}{2} m` are different trees of the same product. A spelling decides
//! how it prints the tree in which they are one; the value never changes:
//!
//! * a fraction of one character is a numerator and a divisor of the product it stands in,
//! * a product that begins with a product is one product,
//! * a sign before a product belongs to its first factor,
//! * `sqrt(x)` is `√x`, and `\dot{x}'` is `x''`.

use crate::language::letters::FRACTIONS;
use crate::language::resolve::Shape;
use crate::language::source::Span;
use crate::language::syntax::{Expr, ExprKind, Factor, Operator, Term};

/// The tree that all spellings share.
pub(super) fn canonical(expr: &Expr) -> Expr {
    let part = |expr: &Expr| Box::new(canonical(expr));
    let all = |list: &[Expr]| list.iter().map(canonical).collect();
    let kind = match &expr.kind {
        ExprKind::Number(text) => number(text),
        ExprKind::Name(_) | ExprKind::Error => expr.kind.clone(),
        ExprKind::Sum(terms) => {
            let term = |t: &Term| Term { negative: t.negative, expr: canonical(&t.expr) };
            ExprKind::Sum(terms.iter().map(term).collect())
        }
        ExprKind::Product(factors) => product(factors),
        ExprKind::Negative(inner) => negative(canonical(inner)),
        ExprKind::Power(base, exponent) => ExprKind::Power(part(base), part(exponent)),
        ExprKind::Prime(inner, order) => match canonical(inner).kind {
            ExprKind::Prime(inner, more) => ExprKind::Prime(inner, order.saturating_add(more)),
            kind => ExprKind::Prime(Box::new(Expr::new(kind, inner.span)), *order),
        },
        ExprKind::AtStart(inner) => ExprKind::AtStart(part(inner)),
        ExprKind::Tuple(parts) => ExprKind::Tuple(all(parts)),
        ExprKind::Bars(inner) => ExprKind::Bars(part(inner)),
        ExprKind::Root(inner) => ExprKind::Root(part(inner)),
        ExprKind::Apply { function, exponent, arguments, .. }
            if function == "sqrt" && arguments.len() == 1 =>
        {
            let root = ExprKind::Root(part(&arguments[0]));
            match exponent {
                None => root,
                Some(exponent) => {
                    ExprKind::Power(Box::new(Expr::new(root, expr.span)), part(exponent))
                }
            }
        }
        ExprKind::Apply { function, place, exponent, arguments, bracketed } => ExprKind::Apply {
            function: function.clone(),
            place: *place,
            exponent: exponent.as_ref().map(|e| part(e)),
            arguments: all(arguments),
            bracketed: *bracketed,
        },
        ExprKind::Partial { function, place, orders, arguments } => ExprKind::Partial {
            function: function.clone(),
            place: *place,
            orders: orders.clone(),
            arguments: all(arguments),
        },
    };
    Expr::new(kind, expr.span)
}

/// The tree without `·` and `×`, which are no ASCII signs: of vectors they are functions, of
/// numbers `*`.
pub(super) fn spelled_out(expr: &Expr, shape: &dyn Fn(&Expr) -> Shape) -> Expr {
    let mut expr = expr.clone();
    for part in expr.parts_mut() {
        *part = spelled_out(part, shape);
    }
    if let ExprKind::Product(factors) = &expr.kind {
        expr.kind = without_signs(factors, shape);
    }
    expr
}

/// The factors with each rotation and the vector that it turns as one, where signs stand among them.
fn turned(factors: &[Factor], shape: &dyn Fn(&Expr) -> Shape) -> Vec<Factor> {
    let is_sign = |f: &Factor| matches!(f.operator, Operator::Dot | Operator::Cross);
    if !factors.iter().any(is_sign) {
        return factors.to_vec();
    }
    let (mut all, mut waiting): (Vec<Factor>, Vec<Factor>) = Default::default();
    for factor in factors {
        match (shape(&factor.expr), waiting.is_empty()) {
            (Shape::Rotation, _) | (Shape::Number | Shape::Unknown, false) => {
                waiting.push(factor.clone());
            }
            (Shape::Vector(_), false) => {
                let operator = waiting[0].operator;
                waiting[0].operator = Operator::Beside;
                waiting.push(factor.clone());
                let kind = ExprKind::Product(std::mem::take(&mut waiting));
                all.push(Factor { operator, expr: Expr::new(kind, Span::default()) });
            }
            (_, true) => all.push(factor.clone()),
        }
    }
    all.extend(waiting);
    all
}

fn without_signs(factors: &[Factor], shape: &dyn Fn(&Expr) -> Shape) -> ExprKind {
    let factors = &turned(factors, shape);
    let mut all: Vec<Factor> = Vec::with_capacity(factors.len());
    let mut vector: Option<usize> = None;
    for factor in factors {
        let next = matches!(shape(&factor.expr), Shape::Vector(_));
        let function = match (factor.operator, vector) {
            (Operator::Dot, Some(place)) if next => Some(("dot", place)),
            (Operator::Cross, Some(place)) if next => Some(("cross", place)),
            _ => None,
        };
        let expr = factor.expr.clone();
        if let Some((function, place)) = function {
            let before = all[place].expr.clone();
            all[place].expr = applied(function, vec![before, expr]);
            vector = vector.filter(|_| function == "cross");
            continue;
        }
        let operator = match factor.operator {
            Operator::Dot | Operator::Cross => Operator::Star,
            operator => operator,
        };
        vector = vector.or(next.then_some(all.len()));
        all.push(Factor { operator, expr });
    }
    match all.len() {
        1 => all.swap_remove(0).expr.kind,
        _ => ExprKind::Product(all),
    }
}

fn applied(function: &str, arguments: Vec<Expr>) -> Expr {
    let (function, place) = (function.to_owned(), Span::default());
    let kind = ExprKind::Apply { function, place, exponent: None, arguments, bracketed: true };
    Expr::new(kind, place)
}

/// A number; `½` is 1 over 2.
fn number(text: &str) -> ExprKind {
    let glyph = FRACTIONS.iter().find(|row| text.starts_with(row.0));
    match glyph.and_then(|row| row.1.split_once('/')) {
        Some((above, below)) => {
            let number = |text: &str| Expr::new(ExprKind::Number(text.to_owned()), Span::default());
            ExprKind::Product(vec![
                Factor { operator: Operator::Beside, expr: number(above) },
                Factor { operator: Operator::Over, expr: number(below) },
            ])
        }
        None => ExprKind::Number(text.to_owned()),
    }
}

fn product(factors: &[Factor]) -> ExprKind {
    let mut all: Vec<Factor> = Vec::with_capacity(factors.len());
    for factor in factors {
        let expr = canonical(&factor.expr);
        let joins = all.is_empty() || (is_glyph(&expr) && factor.operator != Operator::Over);
        match expr.kind {
            ExprKind::Product(inner) if joins => {
                let first = all.len();
                all.extend(inner);
                all[first].operator = factor.operator;
            }
            kind => {
                all.push(Factor { operator: factor.operator, expr: Expr::new(kind, expr.span) });
            }
        }
    }
    ExprKind::Product(all)
}

/// Is it a quotient that has a character of its own?
fn is_glyph(expr: &Expr) -> bool {
    let ExprKind::Product(factors) = &expr.kind else { return false };
    let number = |factor: &Factor| match &factor.expr.kind {
        ExprKind::Number(text) => Some(text.clone()),
        _ => None,
    };
    match factors.as_slice() {
        [above, below] if below.operator == Operator::Over => {
            let quotient = number(above).zip(number(below)).map(|(a, b)| format!("{a}/{b}"));
            quotient.is_some_and(|text| FRACTIONS.iter().any(|row| row.1 == text))
        }
        _ => false,
    }
}

/// A sign goes to the first factor of a product, and two signs are none.
fn negative(inner: Expr) -> ExprKind {
    match inner.kind {
        ExprKind::Negative(inner) => inner.kind,
        ExprKind::Product(mut factors) if !factors.is_empty() => {
            let first = factors.remove(0);
            let expr = Expr::new(negative(first.expr.clone()), first.expr.span);
            factors.insert(0, Factor { operator: first.operator, expr });
            ExprKind::Product(factors)
        }
        kind => ExprKind::Negative(Box::new(Expr::new(kind, inner.span))),
    }
}
