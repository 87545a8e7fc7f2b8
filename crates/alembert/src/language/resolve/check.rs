//! A walk through expressions: every name has a meaning at its place.

use std::collections::BTreeSet;

use super::scope::{Found, Implicit, Meaning, Place, Scope};
use super::suggest;
use crate::language::diagnostic::{Code, Diagnostic};
use crate::language::parser::{BUILTIN_FUNCTIONS, VECTOR_FUNCTIONS};
use crate::language::report::Report;
use crate::language::source::{Source, Span};
use crate::language::syntax::{Expr, ExprKind};

/// Walks through the expressions of a file, or of a question about a model.
pub(in crate::language) struct Checker<'a> {
    pub(super) scope: &'a Scope,
    pub(super) source: &'a Source,
    pub(super) report: &'a mut Report,
    used: BTreeSet<String>,
    /// Names that have been reported; one message for each is enough.
    reported: BTreeSet<String>,
    /// Abbreviations that do not change in time.
    constant: BTreeSet<String>,
}

impl<'a> Checker<'a> {
    pub(in crate::language) fn new(
        scope: &'a Scope,
        source: &'a Source,
        report: &'a mut Report,
    ) -> Self {
        let (used, reported, constant) = Default::default();
        Checker { scope, source, report, used, reported, constant }
    }

    /// The names that occurred.
    pub(super) fn used(self) -> BTreeSet<String> {
        self.used
    }

    pub(super) fn set_used(&mut self, name: &str) {
        if !self.used.contains(name) {
            self.used.insert(name.to_owned());
        }
    }

    pub(super) fn set_constant(&mut self, name: &str) {
        self.constant.insert(name.to_owned());
    }

    /// Checks an expression; the answer is whether it may change in time.
    pub(in crate::language) fn expr(&mut self, expr: &Expr, place: Place<'_>) -> bool {
        match &expr.kind {
            ExprKind::Number(_) => false,
            ExprKind::Error => true,
            ExprKind::Name(name) => self.name(name, expr.span, place),
            ExprKind::Prime(inner, _) => self.prime(expr, inner, place),
            ExprKind::AtStart(inner) => {
                self.expr(inner, place);
                false
            }
            ExprKind::Apply { function, place: name, arguments, .. } => {
                self.function(function, *name, arguments.len(), place);
                self.parts(expr, place)
            }
            ExprKind::Partial { function, place: name, orders, arguments } => {
                self.function(function, *name, arguments.len(), place);
                self.orders(function, *name, orders);
                self.parts(expr, place)
            }
            _ => self.parts(expr, place),
        }
    }

    /// Has a partial derivative one order for each argument?
    fn orders(&mut self, name: &str, span: Span, orders: &[u32]) {
        let Some(Meaning::Function(arity)) = self.scope.declared(name).map(|e| e.meaning) else {
            let message = format!("`{name}` is no function under `functions`");
            let diagnostic = Diagnostic::new(Code::Expected, span, message)
                .hint("a partial derivative is one of a function that the model declares");
            return self.once(name, diagnostic);
        };
        if orders.len() != arity {
            let (plural, count) = (if arity == 1 { "" } else { "s" }, orders.len());
            let message =
                format!("`{name}` has {arity} argument{plural}, but {count} orders are given");
            let zeros = vec!["0"; arity.saturating_sub(1)];
            let example = [&["1"], zeros.as_slice()].concat().join(", ");
            let hint = format!("by the first argument: ∂₁{name}(…), or D({name}, {example})(…)");
            self.report.add(Diagnostic::new(Code::Expected, span, message).hint(hint));
        }
    }

    /// All parts; does any of them change in time?
    fn parts(&mut self, expr: &Expr, place: Place<'_>) -> bool {
        let mut varies = false;
        expr.each_part(&mut |part| varies |= self.expr(part, place));
        varies
    }

    fn name(&mut self, name: &str, span: Span, place: Place<'_>) -> bool {
        let name = self.scope.component(name).unwrap_or(name);
        self.set_used(name);
        match self.scope.find(name, place) {
            Found::Entry(entry) => match entry.meaning {
                Meaning::Function(_) => self.bare_function(name, span),
                _ => entry.varies && !self.constant.contains(name),
            },
            Found::Implicit(implicit) => !matches!(implicit, Implicit::Pi | Implicit::Euler),
            Found::Argument | Found::Lost => true,
            Found::Later(entry) => {
                let shown = self.source.slice(span);
                let message = format!("`{shown}` is used before it is declared");
                let diagnostic = Diagnostic::new(Code::UnknownSymbol, span, message)
                    .hint("move its declaration above this line")
                    .related(entry.span, "declared here");
                self.once(name, diagnostic);
                true
            }
            Found::NotHere(reason) => {
                let shown = self.source.slice(span);
                let message = format!("`{shown}` is not known here");
                let diagnostic = Diagnostic::new(Code::UnknownSymbol, span, message).hint(reason);
                self.once(name, diagnostic);
                true
            }
            Found::Unknown => {
                let diagnostic = suggest::unknown(name, span, place, self.scope, self.source);
                if diagnostic.code == Code::DotHabit {
                    // The other half of dx/dt.
                    self.reported.insert("dt".to_owned());
                }
                self.once(name, diagnostic);
                true
            }
        }
    }

    /// Adds a finding about a name, unless there is one already.
    fn once(&mut self, name: &str, diagnostic: Diagnostic) {
        if self.reported.insert(name.to_owned()) {
            self.report.add(diagnostic);
        }
    }

    fn bare_function(&mut self, name: &str, span: Span) -> bool {
        let message = format!("`{name}` is a function and needs its arguments");
        self.report.add(Diagnostic::new(Code::Expected, span, message));
        true
    }

    /// Is the function known here, and has it its number of arguments?
    fn function(&mut self, name: &str, span: Span, count: usize, place: Place<'_>) {
        self.used.insert(name.to_owned());
        let arity = match self.scope.declared(name).map(|entry| entry.meaning) {
            Some(Meaning::Function(arity)) => {
                if let Found::NotHere(reason) = self.scope.find(name, place) {
                    let message = format!("`{name}` is not known here");
                    let diagnostic = Diagnostic::new(Code::UnknownSymbol, span, message);
                    self.once(name, diagnostic.hint(reason));
                }
                arity
            }
            _ => match BUILTIN_FUNCTIONS.iter().chain(VECTOR_FUNCTIONS).find(|row| row.0 == name) {
                Some(row) => row.1,
                None => return,
            },
        };
        if arity != count {
            let plural = if arity == 1 { "" } else { "s" };
            let message = format!("`{name}` takes {arity} argument{plural}, not {count}");
            self.report.add(Diagnostic::new(Code::Expected, span, message));
        }
    }

    fn prime(&mut self, expr: &Expr, inner: &Expr, place: Place<'_>) -> bool {
        let varies = self.expr(inner, place);
        let is_time = matches!(&inner.kind, ExprKind::Name(name) if name == "t");
        if !varies || is_time {
            let shown = self.source.slice(inner.span);
            self.report.add(constant_prime(expr, inner, shown, self.scope));
        }
        true
    }
}

fn constant_prime(expr: &Expr, inner: &Expr, shown: &str, scope: &Scope) -> Diagnostic {
    let entry = match &inner.kind {
        ExprKind::Name(name) => scope.declared(name),
        _ => None,
    };
    let (message, hint) = match (&inner.kind, entry.map(|e| e.meaning)) {
        (_, Some(Meaning::Parameter)) => (
            format!("`{shown}` is a parameter: its time derivative is zero"),
            "declare it under `coordinates`, or remove the prime",
        ),
        (ExprKind::Name(name), None) if name == "t" => {
            (format!("`{shown}` is time: its derivative is one"), "remove the prime")
        }
        _ => (
            format!("`{shown}` does not change in time: its derivative is zero"),
            "remove the prime",
        ),
    };
    let primes = Span::new(inner.span.end, expr.span.end);
    let diagnostic = Diagnostic::new(Code::PrimeOnConstant, expr.span, message).hint(hint);
    if primes.start < primes.end { diagnostic.fix(primes, "") } else { diagnostic }
}
