//! Watched quantities that are zero all along a run: rounding crosses zero everywhere, and means nothing.
//!
//! A quantity g is compared with the size of what it is made of,
//!
//! ```text
//! |a + b| → |a| + |b|,     |a b| → |a| |b|,     |g| ≤ ε max size(g)                       (1)
//! ```
//!
//! at all samples. ε is that of Taylor's method, or allows for the error of other methods. A tolerance that was asked
//! for does not change it: a large one would make zeros of quantities that swing, `x − 1000` around 1000. Known limits:
//! what is zero but for errors above ε has zeros, and a run that a zero of such a quantity ends has ended, and is told
//! why.

use alembert_algebra::{Elementary, Expr, Node, apply, postorder};
use rustc_hash::FxHashMap;
use serde_json::{Value, json};

use super::events::Event;
use super::journey::{Journey, Plan};
use super::report::RunReport;

/// ε of (1) for series.
const SERIES: f64 = 1e-12;
/// ε of (1) for other methods.
const TOLERANT: f64 = 1e-9;

/// A watched quantity that is zero all along a run.
#[derive(Debug, Clone, PartialEq)]
pub struct ZeroReport {
    /// The quantity, as written.
    pub text: String,
    /// Its largest value.
    pub largest: f64,
    /// The size of what it is made of.
    pub size: f64,
}

impl ZeroReport {
    /// Inequality (1) for each event.
    pub(super) fn all(plan: &Plan<'_>, journey: &Journey<f64>, events: &[Event]) -> Vec<Self> {
        let is_exact = plan.choice.tol.is_none() && journey.change.is_none();
        let epsilon = if is_exact && plan.choice.name == "taylor" { SERIES } else { TOLERANT };
        let of = |(event, &[g, size]): (&Event, &[usize; 2])| {
            let mut is_known = true;
            journey.samples.each(|sample| {
                is_known &= sample.seen[g].is_finite() && sample.seen[size].is_finite();
            });
            let largest = journey.samples.largest(|sample| sample.seen[g].abs());
            let size = journey.samples.largest(|sample| sample.seen[size].abs());
            let is_zero = is_known && journey.samples.len() > 1 && largest <= epsilon * size;
            is_zero.then(|| Self { text: event.text.clone(), largest, size })
        };
        events.iter().zip(&plan.looks.zeros).filter_map(of).collect()
    }

    pub(super) fn json(&self) -> Value {
        json!({ "event": self.text, "largest": self.largest, "size": self.size })
    }

    /// A sentence about it.
    #[must_use]
    pub fn said(&self) -> String {
        let Self { text, largest, size } = self;
        let measured = match *largest == 0.0 {
            true => String::new(),
            false => format!(" to rounding (at most {largest:.0e}, made of terms of {size:.0e})"),
        };
        format!("`{text}` is 0 all along the motion{measured}: it crosses nothing")
    }
}

impl RunReport {
    /// Takes the zeros of quantities that are zero all along out of the events, but for one that ended the run.
    pub(super) fn with_zeros(mut self, zeros: Vec<ZeroReport>) -> Self {
        self.zeros = zeros;
        let (zeros, end) = (&self.zeros, self.t);
        let is_end = |t: f64| self.stop == "event" && t == end;
        self.events.retain(|e| is_end(e.t) || !zeros.iter().any(|zero| zero.text == e.text));
        self
    }
}

/// The size of what an expression is made of, (1).
pub(super) fn size(e: Expr) -> Expr {
    let abs = |e: Expr| apply(Elementary::Abs, &[e]);
    let mut sizes: FxHashMap<Expr, Expr> = FxHashMap::default();
    for &e in &postorder(&[e]) {
        let of = |e: &Expr| sizes.get(e).copied().unwrap_or_else(|| abs(*e));
        let size = match e.node() {
            Node::Sum(terms) => {
                let positive =
                    |c: &alembert_algebra::Rational| if c.is_negative() { -c } else { c.clone() };
                Expr::sum(terms.iter().map(|(c, t)| of(t).scale(&positive(c))))
            }
            Node::Product(factors) => factors.iter().fold(Expr::one(), |all, (base, exponent)| {
                let base = if exponent.is_negative() { abs(*base) } else { of(base) };
                all * base.pow(exponent)
            }),
            _ => abs(e),
        };
        sizes.insert(e, size);
    }
    sizes.get(&e).copied().unwrap_or_else(|| abs(e))
}
