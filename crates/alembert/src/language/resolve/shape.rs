//! Numbers and vectors: what an expression is, before anything is computed.
//!
//! A vector has two or three components. What is wrong is reported once, at the smallest
//! expression that has the mistake; the expressions around it are then of unknown shape and
//! nothing more is said about them.

use super::scope::{Found, Meaning, Place, Scope};
use crate::language::diagnostic::{Code, Diagnostic};
use crate::language::parser::ORIENTATIONS;
use crate::language::report::Report;
use crate::language::source::{Source, Span};
use crate::language::syntax::{Expr, ExprKind, Factor, Ident, Operator, Term};

/// What an expression is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::language) enum Shape {
    Number,
    /// So many components.
    Vector(usize),
    /// It turns vectors: `B` in `B P`.
    Rotation,
    /// It has been reported that it is neither.
    Unknown,
}

impl Shape {
    /// `a vector of 3 components`
    fn with_article(self) -> String {
        match self {
            Shape::Vector(size) => format!("a vector of {size} components"),
            Shape::Rotation => "a rotation".to_owned(),
            Shape::Number | Shape::Unknown => "a number".to_owned(),
        }
    }

    fn is_vector(self) -> bool {
        matches!(self, Shape::Vector(_))
    }
}

const OF_TURNING: &str = "a rotation turns the vector that follows it, `B P`";
const OF_ORIENTATION: &str =
    "write euler313(φ, θ, ψ), axis((1, 0, 0), α) or quaternion(w, x, y, z)";

/// Finds shapes and reports what does not fit together.
pub(in crate::language) struct Shaper<'a> {
    scope: &'a Scope,
    source: &'a Source,
    report: &'a mut Report,
    bound: &'a [Ident],
}

impl<'a> Shaper<'a> {
    pub(in crate::language) fn new(
        scope: &'a Scope,
        source: &'a Source,
        report: &'a mut Report,
    ) -> Self {
        Shaper { scope, source, report, bound: &[] }
    }

    /// With the arguments of a function, which are numbers.
    pub(super) fn with_arguments(mut self, bound: &'a [Ident]) -> Self {
        self.bound = bound;
        self
    }

    /// An expression that must be a number.
    pub(in crate::language) fn number(&mut self, expr: &Expr) {
        let shape = self.shape(expr);
        self.demand_number(expr, shape);
    }

    /// An expression that must be a number or a vector.
    pub(in crate::language) fn value(&mut self, expr: &Expr) -> Shape {
        match self.shape(expr) {
            Shape::Rotation => self.bare_rotation(expr),
            shape => shape,
        }
    }

    /// The initial value of a rotation.
    pub(in crate::language) fn orientation(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Apply { function, arguments, exponent: None, .. }
                if ORIENTATIONS.contains(&function.as_str()) =>
            {
                self.arguments_of_orientation(function, arguments);
            }
            ExprKind::Error => {}
            _ => {
                let message = format!("`{}` is no orientation", self.shown(expr.span));
                self.fail(expr.span, message, OF_ORIENTATION);
            }
        }
    }

    /// `axis` has a vector and an angle; what else gives an orientation has numbers.
    fn arguments_of_orientation(&mut self, function: &str, arguments: &[Expr]) {
        match (function, arguments) {
            ("axis", [axis, angle]) => {
                self.turned(axis, false);
                self.number(angle);
            }
            _ => arguments.iter().for_each(|argument| self.number(argument)),
        }
    }

    /// A rotation where a number or a vector must stand.
    fn bare_rotation(&mut self, expr: &Expr) -> Shape {
        let message =
            format!("`{}` is a rotation, neither a number nor a vector", self.shown(expr.span));
        self.fail(expr.span, message, "it turns a vector, `B P`, and has entries, `B_xy`")
    }

    /// Both sides of an equation, which have one shape.
    pub(in crate::language) fn equation(&mut self, left: &Expr, right: &Expr) -> Shape {
        let (a, b) = (self.value(left), self.value(right));
        if a == b || a == Shape::Unknown || b == Shape::Unknown {
            return if a == b { a } else { Shape::Unknown };
        }
        let message = format!(
            "`{}` is {}, but `{}` is {}",
            self.shown(left.span),
            a.with_article(),
            self.shown(right.span),
            b.with_article()
        );
        let diagnostic = Diagnostic::new(Code::Expected, right.span, message);
        self.report.add(match (a, &right.kind) {
            (Shape::Vector(size), ExprKind::Number(zero)) if zero == "0" => {
                let zeros = format!("({})", vec!["0"; size].join(", "));
                diagnostic.hint(format!("write {zeros}")).fix(right.span, zeros)
            }
            _ => diagnostic.related(left.span, format!("this is {}", a.with_article())),
        });
        Shape::Unknown
    }

    /// The shape of an expression.
    pub(in crate::language) fn shape(&mut self, expr: &Expr) -> Shape {
        match &expr.kind {
            ExprKind::Number(_) => Shape::Number,
            ExprKind::Error => Shape::Unknown,
            ExprKind::Name(name) => self.name(name),
            ExprKind::Sum(terms) => self.sum(terms),
            ExprKind::Product(factors) => self.product(factors),
            ExprKind::Negative(inner) => self.shape(inner),
            ExprKind::Prime(inner, _) => self.value(inner),
            ExprKind::Power(base, exponent) => self.power(base, exponent),
            ExprKind::Tuple(parts) => self.tuple(expr.span, parts),
            ExprKind::Bars(inner) => {
                self.value(inner);
                Shape::Number
            }
            ExprKind::AtStart(inner) | ExprKind::Root(inner) => {
                self.number(inner);
                Shape::Number
            }
            ExprKind::Partial { arguments, .. } => {
                arguments.iter().for_each(|argument| self.number(argument));
                Shape::Number
            }
            ExprKind::Apply { function, exponent, arguments, .. } => {
                let shape = self.application(function, arguments);
                match exponent {
                    Some(exponent) => {
                        self.number(exponent);
                        self.demand_number(expr, shape);
                        Shape::Number
                    }
                    None => shape,
                }
            }
        }
    }

    fn name(&self, name: &str) -> Shape {
        if self.bound.iter().any(|bound| bound.name == name) {
            return Shape::Number;
        }
        if let Some(size) = self.scope.vector(name) {
            return Shape::Vector(size);
        }
        match self.scope.find(name, Place::Statement) {
            Found::Entry(entry) if entry.meaning == Meaning::Rotation => Shape::Rotation,
            Found::Entry(_) => Shape::Number,
            Found::Implicit(_) => Shape::Number,
            _ if self.scope.component(name).is_some() => Shape::Number,
            _ => Shape::Unknown,
        }
    }

    fn sum(&mut self, terms: &[Term]) -> Shape {
        let mut known: Option<(Shape, &Expr)> = None;
        let mut agree = true;
        for term in terms {
            let shape = self.value(&term.expr);
            match known {
                _ if shape == Shape::Unknown => agree = false,
                None => known = Some((shape, &term.expr)),
                Some((first, _)) if first == shape => {}
                Some((first, place)) => {
                    if agree {
                        self.report.add(self.not_added(&term.expr, shape, place, first));
                    }
                    agree = false;
                }
            }
        }
        known.filter(|_| agree).map_or(Shape::Unknown, |(shape, _)| shape)
    }

    fn not_added(&self, term: &Expr, shape: Shape, place: &Expr, first: Shape) -> Diagnostic {
        let message = format!(
            "`{}` is {} and cannot be added to {}",
            self.shown(term.span),
            shape.with_article(),
            first.with_article()
        );
        let diagnostic = Diagnostic::new(Code::Expected, term.span, message)
            .related(place.span, format!("this is {}", first.with_article()));
        match shape {
            Shape::Vector(_) if matches!(first, Shape::Number) => {
                diagnostic.hint("take a component `P_x`, a length `|P|` or a product `P · Q`")
            }
            _ => diagnostic,
        }
    }

    fn product(&mut self, factors: &[Factor]) -> Shape {
        let mut so_far = Shape::Number;
        let mut last: Option<Span> = None;
        let mut turning: Option<(Operator, Span)> = None;
        for factor in factors {
            let shape = self.shape(&factor.expr);
            let (shape, operator) = match (turning, shape) {
                (_, Shape::Rotation) if !self.may_turn(factor, turning.is_some()) => {
                    (Shape::Unknown, factor.operator)
                }
                (_, Shape::Rotation) => {
                    turning = turning.or(Some((factor.operator, factor.expr.span)));
                    continue;
                }
                (Some((operator, span)), Shape::Vector(size)) => {
                    turning = None;
                    (self.turned_by(span, factor, size), operator)
                }
                _ => (shape, factor.operator),
            };
            so_far = match (so_far, shape) {
                (Shape::Unknown, _) | (_, Shape::Unknown) => Shape::Unknown,
                (_, Shape::Vector(_)) if operator == Operator::Over => {
                    let shown = self.shown(factor.expr.span);
                    let message = format!("`{shown}` is a vector: nothing is divided by it");
                    self.fail(factor.expr.span, message, "divide by its length, `|P|`")
                }
                (shape, Shape::Number) => shape,
                (Shape::Number, shape) => shape,
                (Shape::Vector(a), Shape::Vector(b)) => {
                    let span = last.unwrap_or(factor.expr.span);
                    self.two_vectors(operator, (a, span), (b, factor.expr.span))
                }
                (Shape::Rotation, _) | (_, Shape::Rotation) => Shape::Unknown,
            };
            last = if shape.is_vector() { Some(factor.expr.span) } else { last };
        }
        match (turning, so_far) {
            (None, _) => so_far,
            (Some(_), Shape::Number) => Shape::Rotation,
            (Some((_, span)), _) => {
                let message = format!("`{}` turns nothing here", self.shown(span));
                self.fail(span, message, OF_TURNING)
            }
        }
    }

    /// May a rotation stand here? Nothing is divided by it, and two of them stand side by side.
    fn may_turn(&mut self, factor: &Factor, after_rotation: bool) -> bool {
        let signs = [Operator::Dot, Operator::Cross].contains(&factor.operator);
        let refused = factor.operator == Operator::Over || (signs && after_rotation);
        if refused {
            let message = format!("`{}` is a rotation", self.shown(factor.expr.span));
            self.fail(factor.expr.span, message, OF_TURNING);
        }
        !refused
    }

    /// A vector of so many components after a rotation.
    fn turned_by(&mut self, rotation: Span, factor: &Factor, size: usize) -> Shape {
        let (b, p) = (self.shown(rotation), self.shown(factor.expr.span));
        let message = match factor.operator {
            Operator::Beside | Operator::Star if size == 3 => return Shape::Vector(3),
            Operator::Beside | Operator::Star => {
                format!("`{p}` has 2 components, and `{b}` turns vectors of 3")
            }
            Operator::Over => format!("`{p}` is a vector: nothing is divided by it"),
            Operator::Dot | Operator::Cross => format!("`{b}` is a rotation, not a vector"),
        };
        self.fail(rotation.to(factor.expr.span), message, &format!("write `{b} {p}`"))
    }

    fn two_vectors(&mut self, operator: Operator, a: (usize, Span), b: (usize, Span)) -> Shape {
        let both = a.1.to(b.1);
        let (p, q) = (self.shown(a.1), self.shown(b.1));
        match operator {
            _ if a.0 != b.0 => {
                let message = format!("`{p}` has {} components and `{q}` has {}", a.0, b.0);
                let hint = "both factors have the same number of components: write `(x, y, 0)` for a \
                            vector of the plane";
                self.fail(both, message, hint)
            }
            Operator::Dot => Shape::Number,
            Operator::Cross if a.0 == 3 => Shape::Vector(3),
            Operator::Cross => {
                let message = format!("`{p} × {q}` needs vectors of 3 components");
                self.fail(both, message, "in the plane write P_x Q_y - P_y Q_x")
            }
            _ => {
                let message = format!("`{p}` and `{q}` are vectors side by side");
                self.fail(both, message, &format!("write {p} · {q} or {p} × {q}"))
            }
        }
    }

    fn power(&mut self, base: &Expr, exponent: &Expr) -> Shape {
        self.number(exponent);
        let square = matches!(&exponent.kind, ExprKind::Number(two) if two == "2");
        match self.shape(base) {
            Shape::Vector(_) if !square => {
                let message = format!("`{}` is a vector", self.shown(base.span));
                self.fail(base.span, message, "a vector has no power but its square, P² = P · P")
            }
            Shape::Unknown => Shape::Unknown,
            Shape::Rotation => self.bare_rotation(base),
            Shape::Vector(_) | Shape::Number => Shape::Number,
        }
    }

    fn tuple(&mut self, span: Span, parts: &[Expr]) -> Shape {
        for part in parts {
            self.number(part);
        }
        match parts.len() {
            2 | 3 => Shape::Vector(parts.len()),
            size => {
                let message = format!("a vector has two or three components, not {size}");
                self.fail(span, message, "write (x, y) or (x, y, z)")
            }
        }
    }

    /// A function of numbers, or one of the functions of vectors.
    fn application(&mut self, function: &str, arguments: &[Expr]) -> Shape {
        if self.scope.declared(function).is_none() {
            match (function, arguments) {
                ("dot" | "cross", [p, q]) => {
                    let cross = function == "cross";
                    let operator = if cross { Operator::Cross } else { Operator::Dot };
                    let (a, b) = (self.vector(p), self.vector(q));
                    return match (a, b) {
                        (Some(a), Some(b)) => self.two_vectors(operator, (a, p.span), (b, q.span)),
                        _ => Shape::Unknown,
                    };
                }
                ("Rx" | "Ry" | "Rz", [angle, p]) => {
                    self.number(angle);
                    let planar = function == "Rz";
                    return self.turned(p, planar);
                }
                ("R", [axis, angle, p]) => {
                    self.turned(axis, false);
                    self.number(angle);
                    return self.turned(p, false);
                }
                (orientation, _) if ORIENTATIONS.contains(&orientation) => {
                    self.arguments_of_orientation(orientation, arguments);
                    let span = arguments.first().map_or(Span::at(0), |a| a.span);
                    let message =
                        format!("`{orientation}` stands only as the initial value of a rotation");
                    return self.fail(
                        span,
                        message,
                        "to turn a vector by angles use Rx, Ry, Rz or R",
                    );
                }
                _ => {}
            }
        }
        arguments.iter().for_each(|argument| self.number(argument));
        Shape::Number
    }

    /// An argument that must be a vector.
    fn vector(&mut self, expr: &Expr) -> Option<usize> {
        match self.shape(expr) {
            Shape::Vector(size) => Some(size),
            Shape::Unknown => None,
            shape => {
                let (shown, what) = (self.shown(expr.span), shape.with_article());
                let message = format!("expected a vector, `{shown}` is {what}");
                self.fail(expr.span, message, "a vector is written (x, y, z)");
                None
            }
        }
    }

    /// A vector that is turned: in space, or in the plane when it has two components.
    fn turned(&mut self, expr: &Expr, planar: bool) -> Shape {
        match self.vector(expr) {
            Some(2) if !planar => {
                let shown = self.shown(expr.span);
                let message = format!("`{shown}` has 2 components, 3 are needed here");
                self.fail(expr.span, message, "write the third component, (x, y, 0)")
            }
            Some(size) => Shape::Vector(size),
            None => Shape::Unknown,
        }
    }

    /// A rate that is given where a state is.
    pub(super) fn determined(&mut self, span: Span) {
        let message = format!(
            "`{}` is no part of the state: the equations of motion determine it",
            self.shown(span)
        );
        self.fail(span, message, "a state has an orientation `B` and an angular velocity `ω`");
    }

    /// A unit behind an orientation.
    pub(super) fn no_unit(&mut self, span: Span) {
        self.fail(span, "an orientation has no unit".to_owned(), "angles are in rad");
    }

    /// An argument that must be a vector of three components.
    pub(super) fn space_vector(&mut self, expr: &Expr) {
        self.turned(expr, false);
    }

    fn demand_number(&mut self, expr: &Expr, shape: Shape) {
        if shape == Shape::Rotation {
            self.bare_rotation(expr);
        }
        if shape.is_vector() {
            let message = format!(
                "expected a number, `{}` is {}",
                self.shown(expr.span),
                shape.with_article()
            );
            self.fail(
                expr.span,
                message,
                "take a component `P_x`, a length `|P|` or a product `P · Q`",
            );
        }
    }

    fn fail(&mut self, span: Span, message: String, hint: &str) -> Shape {
        self.report.add(Diagnostic::new(Code::Expected, span, message).hint(hint));
        Shape::Unknown
    }

    /// The text of a place, not too long for a message.
    fn shown(&self, span: Span) -> String {
        let text = self.source.slice(span);
        match text.chars().count() {
            0..=40 => text.to_owned(),
            _ => format!("{}…", text.chars().take(39).collect::<String>()),
        }
    }
}
