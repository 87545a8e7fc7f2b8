//! Expressions.

use std::fmt;

use crate::language::source::Span;

/// An expression with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Where it stands, brackets included.
    pub span: Span,
}

/// Kinds of expressions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExprKind {
    /// A number as it was written: `2`, `0.10`, `1e-3`, `½`.
    Number(String),
    /// A name in its ASCII spelling.
    Name(String),
    /// Terms with their signs; at least two.
    Sum(Vec<Term>),
    /// Factors and divisors from left to right; at least two.
    Product(Vec<Factor>),
    /// `-x`
    Negative(Box<Expr>),
    /// Base and exponent.
    Power(Box<Expr>, Box<Expr>),
    /// Time derivative of some order: `x''`, `(l sin θ)'`, `\dot{x}`.
    Prime(Box<Expr>, u32),
    /// The value at the start, `x'(0)`.
    AtStart(Box<Expr>),
    /// `(a, b, c)`
    Tuple(Vec<Expr>),
    /// `|x|`
    Bars(Box<Expr>),
    /// `√x`
    Root(Box<Expr>),
    /// A function of arguments, to a power when an exponent stands at its name: `sin²θ`.
    Apply {
        /// Its name.
        function: String,
        /// Where the name stands.
        place: Span,
        /// The exponent at the name.
        exponent: Option<Box<Expr>>,
        /// What it is applied to.
        arguments: Vec<Expr>,
        /// Do the arguments stand in brackets?
        bracketed: bool,
    },
    /// A partial derivative of a declared function: `D(V, 1, 0)(x, y)`, `∂₁V(x, y)`.
    Partial {
        /// Its name.
        function: String,
        /// Where the name stands.
        place: Span,
        /// How often it is differentiated by each argument.
        orders: Vec<u32>,
        /// What it is applied to.
        arguments: Vec<Expr>,
    },
    /// What could not be read; it has been reported.
    Error,
}

/// A term of a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// Is there a minus sign before it?
    pub negative: bool,
    /// The term without the sign.
    pub expr: Expr,
}

/// A factor of a product.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Factor {
    /// The sign before it; for the first factor it is a product without a sign.
    pub operator: Operator,
    /// The factor.
    pub expr: Expr,
}

/// What stands between two factors. All have the same precedence and group from the left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    /// Nothing, or white space.
    Beside,
    /// `*`
    Star,
    /// `·`, the dot product when both sides are vectors.
    Dot,
    /// `×`, the cross product when both sides are vectors.
    Cross,
    /// `/`
    Over,
}

impl Expr {
    /// An expression at a place.
    #[must_use]
    pub fn new(kind: ExprKind, span: Span) -> Self {
        Expr { kind, span }
    }

    /// What stands for an expression that could not be read.
    #[must_use]
    pub fn error(span: Span) -> Self {
        Expr { kind: ExprKind::Error, span }
    }

    /// The parts of an expression, in the order of the text.
    #[must_use]
    pub fn parts(&self) -> Vec<&Expr> {
        let mut parts = Vec::new();
        self.each_part(&mut |part| parts.push(part));
        parts
    }

    /// Visits the parts of an expression, in the order of the text.
    pub fn each_part<'a>(&'a self, visit: &mut dyn FnMut(&'a Expr)) {
        match &self.kind {
            ExprKind::Number(_) | ExprKind::Name(_) | ExprKind::Error => {}
            ExprKind::Sum(terms) => terms.iter().for_each(|t| visit(&t.expr)),
            ExprKind::Product(factors) => factors.iter().for_each(|f| visit(&f.expr)),
            ExprKind::Negative(e)
            | ExprKind::Prime(e, _)
            | ExprKind::AtStart(e)
            | ExprKind::Bars(e)
            | ExprKind::Root(e) => visit(e),
            ExprKind::Power(base, exponent) => {
                visit(base);
                visit(exponent);
            }
            ExprKind::Tuple(parts) | ExprKind::Partial { arguments: parts, .. } => {
                parts.iter().for_each(visit);
            }
            ExprKind::Apply { exponent, arguments, .. } => {
                exponent.iter().for_each(|e| visit(e));
                arguments.iter().for_each(visit);
            }
        }
    }

    /// The parts of an expression, to be changed.
    pub fn parts_mut(&mut self) -> Vec<&mut Expr> {
        match &mut self.kind {
            ExprKind::Number(_) | ExprKind::Name(_) | ExprKind::Error => Vec::new(),
            ExprKind::Sum(terms) => terms.iter_mut().map(|t| &mut t.expr).collect(),
            ExprKind::Product(factors) => factors.iter_mut().map(|f| &mut f.expr).collect(),
            ExprKind::Negative(e)
            | ExprKind::Prime(e, _)
            | ExprKind::AtStart(e)
            | ExprKind::Bars(e)
            | ExprKind::Root(e) => vec![e],
            ExprKind::Power(base, exponent) => vec![base, exponent],
            ExprKind::Tuple(parts) | ExprKind::Partial { arguments: parts, .. } => {
                parts.iter_mut().collect()
            }
            ExprKind::Apply { exponent, arguments, .. } => {
                exponent.iter_mut().map(|e| &mut **e).chain(arguments).collect()
            }
        }
    }
}

impl fmt::Display for Expr {
    /// The tree with all its brackets, for tests and for looking at: `((1/2) m) (v^2)` for
    /// `1/2 m v²`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            ExprKind::Number(text) => f.write_str(text),
            ExprKind::Name(name) => f.write_str(name),
            ExprKind::Sum(terms) => write_sum(f, terms),
            ExprKind::Product(factors) => write_product(f, factors),
            ExprKind::Negative(e) => write!(f, "-{}", Inner(e)),
            ExprKind::Power(base, exponent) => write!(f, "{}^{}", Inner(base), Inner(exponent)),
            ExprKind::Prime(e, order) => {
                write!(f, "{}{}", Inner(e), "'".repeat(*order as usize))
            }
            ExprKind::AtStart(e) => write!(f, "{}(0)", Inner(e)),
            ExprKind::Tuple(parts) => write_list(f, parts),
            ExprKind::Bars(e) => write!(f, "|{e}|"),
            ExprKind::Root(e) => write!(f, "√{}", Inner(e)),
            ExprKind::Apply { function, exponent, arguments, .. } => {
                f.write_str(function)?;
                if let Some(exponent) = exponent {
                    write!(f, "^{}", Inner(exponent))?;
                }
                write_list(f, arguments)
            }
            ExprKind::Partial { function, orders, arguments, .. } => {
                write!(f, "D({function}")?;
                orders.iter().try_for_each(|order| write!(f, ", {order}"))?;
                f.write_str(")")?;
                write_list(f, arguments)
            }
            ExprKind::Error => f.write_str("?"),
        }
    }
}

/// Brackets around everything that is made of parts.
struct Inner<'a>(&'a Expr);

impl fmt::Display for Inner<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0.kind {
            ExprKind::Sum(_)
            | ExprKind::Product(_)
            | ExprKind::Negative(_)
            | ExprKind::Power(..)
            | ExprKind::Root(_) => write!(f, "({})", self.0),
            _ => write!(f, "{}", self.0),
        }
    }
}

fn write_sum(f: &mut fmt::Formatter<'_>, terms: &[Term]) -> fmt::Result {
    for (i, term) in terms.iter().enumerate() {
        let sign = match (i, term.negative) {
            (0, false) => "",
            (0, true) => "-",
            (_, false) => " + ",
            (_, true) => " - ",
        };
        write!(f, "{sign}{}", Inner(&term.expr))?;
    }
    Ok(())
}

/// A product from the left, `((a/2) b) c`.
fn write_product(f: &mut fmt::Formatter<'_>, factors: &[Factor]) -> fmt::Result {
    f.write_str(&"(".repeat(factors.len().saturating_sub(2)))?;
    for (i, factor) in factors.iter().enumerate() {
        let sign = match factor.operator {
            Operator::Beside => " ",
            Operator::Star => "*",
            Operator::Dot => "·",
            Operator::Cross => "×",
            Operator::Over => "/",
        };
        let close = if i > 0 && i + 1 < factors.len() { ")" } else { "" };
        write!(f, "{}{}{close}", if i == 0 { "" } else { sign }, Inner(&factor.expr))?;
    }
    Ok(())
}

fn write_list(f: &mut fmt::Formatter<'_>, parts: &[Expr]) -> fmt::Result {
    f.write_str("(")?;
    for (i, part) in parts.iter().enumerate() {
        write!(f, "{}{part}", if i == 0 { "" } else { ", " })?;
    }
    f.write_str(")")
}
