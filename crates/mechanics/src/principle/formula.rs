//! Formulas that are shown and not carried out: `δ∫ L dt`, `d/dt ∂L/∂q'`, `a (p + q) δx`.
//!
//! A formula is for reading, but it has a [value](Formula::value), an expression in which every sign is carried out,
//! so that what is printed can be checked. An integral has the value of what stands under it.

use alembert_algebra::{Expr, Kind, rate};

/// A formula as it is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Formula {
    /// An expression.
    Value(Expr),
    /// A letter that stands for an expression.
    Letter(String, Expr),
    /// `∂L/∂x`: the letters, and the slope.
    Slope(String, Expr, Expr),
    /// `dᵏ/dtᵏ` of a formula.
    Rate(u32, Box<Formula>),
    /// `δ` before a formula, with the value of the variation.
    Variation(Box<Formula>, Expr),
    /// `∫ … dt` between fixed times.
    Integral(Box<Formula>),
    /// A square.
    Square(Box<Formula>),
    /// Factors.
    Product(Vec<Formula>),
    /// Terms; those with `true` are subtracted.
    Sum(Vec<(bool, Formula)>),
}

impl Formula {
    /// Zero.
    #[must_use]
    pub fn zero() -> Self {
        Self::Value(Expr::zero())
    }

    /// A letter of a value.
    pub(super) fn letter(name: &str, value: Expr) -> Self {
        Self::Letter(name.to_owned(), value)
    }

    /// `∂name/∂x` with this value.
    pub(super) fn slope(name: &str, x: Expr, value: Expr) -> Self {
        Self::Slope(name.to_owned(), x, value)
    }

    /// `dᵏ/dtᵏ` of a formula.
    pub(super) fn rate(k: u32, of: Self) -> Self {
        Self::Rate(k, Box::new(of))
    }

    /// `∫ … dt`.
    pub(super) fn integral(of: Self) -> Self {
        Self::Integral(Box::new(of))
    }

    /// `Σ coefficient · symbol`, without the terms that vanish.
    pub(super) fn linear(terms: impl IntoIterator<Item = (Expr, Expr)>) -> Self {
        let full = terms.into_iter().filter(|(c, _)| *c != Expr::zero());
        Self::sum(full.map(|(c, x)| match c == Expr::one() {
            true => Self::Value(x),
            false => Self::Product(vec![Self::Value(c), Self::Value(x)]),
        }))
    }

    /// The sum of formulas.
    pub(super) fn sum(terms: impl IntoIterator<Item = Self>) -> Self {
        Self::signed(terms.into_iter().map(|term| (false, term)))
    }

    /// The sum of formulas with their signs.
    pub(super) fn signed(terms: impl IntoIterator<Item = (bool, Self)>) -> Self {
        let mut terms: Vec<(bool, Self)> = terms.into_iter().collect();
        match terms.as_slice() {
            [] => Self::zero(),
            [(false, _)] => terms.remove(0).1,
            _ => Self::Sum(terms),
        }
    }

    /// The expression, with every sign carried out.
    ///
    /// ```
    /// use alembert_algebra::{Expr, Kind};
    /// use alembert_mechanics::principle::Formula;
    /// let [x, v, a] = [0, 1, 2].map(|order| Expr::symbol("x", Kind::Coordinate, order));
    /// let momentum = Formula::Slope("L".to_owned(), v, v); // of L = x'²/2
    /// let inertia = Formula::Rate(1, Box::new(momentum));
    /// assert_eq!(Formula::Sum(vec![(true, inertia), (false, Formula::Value(x))]).value(), x - a);
    /// ```
    #[must_use]
    pub fn value(&self) -> Expr {
        match self {
            Self::Value(e) | Self::Letter(_, e) | Self::Slope(_, _, e) | Self::Variation(_, e) => {
                *e
            }
            Self::Rate(k, of) => (0..*k).fold(of.value(), |e, _| rate(e)),
            Self::Integral(of) => of.value(),
            Self::Square(of) => of.value().powi(2),
            Self::Product(factors) => Expr::product(factors.iter().map(Self::value)),
            Self::Sum(terms) => {
                let signed =
                    |(minus, e): &(bool, Self)| if *minus { -e.value() } else { e.value() };
                Expr::sum(terms.iter().map(signed))
            }
        }
    }

    /// The formula with every expression mapped; letters and what is differentiated by stay.
    #[must_use]
    pub fn map(&self, to: &mut dyn FnMut(Expr) -> Expr) -> Self {
        match self {
            Self::Value(e) => Self::Value(to(*e)),
            Self::Letter(..) | Self::Slope(..) => self.clone(),
            Self::Variation(of, e) => Self::Variation(Box::new(of.map(to)), *e),
            Self::Rate(k, of) => Self::rate(*k, of.map(to)),
            Self::Integral(of) => Self::integral(of.map(to)),
            Self::Square(of) => Self::Square(Box::new(of.map(to))),
            Self::Product(factors) => Self::Product(factors.iter().map(|f| f.map(to)).collect()),
            Self::Sum(terms) => {
                Self::Sum(terms.iter().map(|(minus, f)| (*minus, f.map(to))).collect())
            }
        }
    }
}

/// What begins the names of variations; no name of a model has a blank.
pub const VARIATION: &str = "delta ";

/// The variation `δx` of a symbol, with its dots. That of a rate is the rate of the variation.
pub(super) fn delta(x: Expr) -> Expr {
    let symbol = x.as_symbol().expect("the variation of a symbol");
    Expr::symbol(&format!("{VARIATION}{}", symbol.name), Kind::Coordinate, symbol.dots())
}
