//! Dimensions: powers of the base units of the SI.

use std::fmt;

use alembert_algebra::Rational;

/// The base units, in the order in which they are printed.
pub(super) const BASE: [&str; 7] = ["kg", "m", "s", "A", "K", "mol", "cd"];

/// A product of powers of the base units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::language) struct Dimension(Box<[Rational; 7]>);

impl Dimension {
    /// The dimension of a pure number.
    pub(super) fn one() -> Self {
        Dimension(Box::new([const { Rational::ZERO }; 7]))
    }

    /// These powers of the base units.
    pub(super) fn new(powers: [i64; 7]) -> Self {
        Dimension(Box::new(powers.map(|power| Rational::ratio(power, 1))))
    }

    pub(super) fn time() -> Self {
        Dimension::new([0, 0, 1, 0, 0, 0, 0])
    }

    pub(super) fn energy() -> Self {
        Dimension::new([1, 2, -2, 0, 0, 0, 0])
    }

    /// Is it that of a pure number or an angle?
    pub(super) fn is_one(&self) -> bool {
        self.0.iter().all(Rational::is_zero)
    }

    /// Does it contain a mass?
    pub(super) fn has_mass(&self) -> bool {
        !self.0[0].is_zero()
    }

    /// `self · otherⁿ`
    pub(super) fn times_power(&self, other: &Self, n: &Rational) -> Self {
        Dimension(Box::new(std::array::from_fn(|i| &self.0[i] + &(&other.0[i] * n))))
    }

    pub(super) fn power(&self, n: &Rational) -> Self {
        Dimension::one().times_power(self, n)
    }

    /// After so many derivatives with respect to time.
    pub(super) fn rate(&self, order: u32) -> Self {
        self.times_power(&Dimension::time(), &Rational::ratio(-i64::from(order), 1))
    }
}

impl fmt::Display for Dimension {
    /// `[kg m^2 s^-2]`, or `[1]`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let power = |(name, n): (&str, &Rational)| match n {
            n if *n == Rational::ONE => name.to_owned(),
            n if n.is_integer() => format!("{name}^{n}"),
            n => format!("{name}^({n})"),
        };
        let powers = BASE.into_iter().zip(self.0.iter()).filter(|(_, n)| !n.is_zero());
        let words: Vec<String> = powers.map(power).collect();
        match words.as_slice() {
            [] => f.write_str("[1]"),
            words => write!(f, "[{}]", words.join(" ")),
        }
    }
}
