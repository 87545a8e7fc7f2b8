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

    /// Is it a power of time alone?
    pub(super) fn is_of_time(&self) -> bool {
        BASE.iter().zip(self.0.iter()).all(|(&base, n)| base == "s" || n.is_zero())
    }

    /// `self · otherⁿ`
    pub(super) fn times_power(&self, other: &Self, n: &Rational) -> Self {
        Dimension(Box::new(std::array::from_fn(|i| &self.0[i] + &(&other.0[i] * n))))
    }

    pub(super) fn over(&self, other: &Self) -> Self {
        self.times_power(other, &Rational::MINUS_ONE)
    }

    pub(super) fn power(&self, n: &Rational) -> Self {
        Dimension::one().times_power(self, n)
    }

    /// The powers that are not 0, if all of them are whole.
    pub(super) fn powers(&self) -> Option<Vec<(&'static str, i64)>> {
        let powers = BASE.into_iter().zip(self.0.iter()).filter(|(_, n)| !n.is_zero());
        powers.map(|(base, n)| Some((base, n.to_i64()?))).collect()
    }

    /// After so many derivatives with respect to time.
    pub(super) fn rate(&self, order: u32) -> Self {
        self.times_power(&Dimension::time(), &Rational::ratio(-i64::from(order), 1))
    }
}

/// Units of mechanics that have a name of their own.
const NAMED: [(&str, [i64; 7]); 3] =
    [("N", [1, 1, -2, 0, 0, 0, 0]), ("J", [1, 2, -2, 0, 0, 0, 0]), ("W", [1, 2, -3, 0, 0, 0, 0])];

impl Dimension {
    /// The unit of the SI with this dimension, as it is written: `kg m/s`, `J`, `1/s^2`.
    pub(super) fn unit(&self) -> String {
        if let Some((name, _)) = NAMED.iter().find(|(_, powers)| Dimension::new(*powers) == *self) {
            return (*name).to_owned();
        }
        let part = |wanted: bool| -> Vec<String> {
            let powers = BASE.into_iter().zip(self.0.iter());
            let side = powers.filter(|(_, n)| !n.is_zero() && n.is_negative() != wanted);
            side.map(|(name, n)| raised(name, &n.abs())).collect()
        };
        let (over, under) = (part(true).join(" "), part(false));
        let over = if over.is_empty() { "1".to_owned() } else { over };
        match under.as_slice() {
            [] => over,
            [one] => format!("{over}/{one}"),
            several => format!("{over}/({})", several.join(" ")),
        }
    }
}

fn raised(name: &str, n: &Rational) -> String {
    match n {
        n if *n == Rational::ONE => name.to_owned(),
        n if n.is_integer() => format!("{name}^{n}"),
        n => format!("{name}^({n})"),
    }
}

impl fmt::Display for Dimension {
    /// `[kg m^2 s^-2]`, or `[1]`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let powers = BASE.into_iter().zip(self.0.iter()).filter(|(_, n)| !n.is_zero());
        let words: Vec<String> = powers.map(|(name, n)| raised(name, n)).collect();
        match words.as_slice() {
            [] => f.write_str("[1]"),
            words => write!(f, "[{}]", words.join(" ")),
        }
    }
}
