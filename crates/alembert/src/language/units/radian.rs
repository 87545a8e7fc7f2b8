//! Where radians are written: `rad/s` for an angular velocity, and yet `m/s` for its product with a radius.
//!
//! An angle is a pure number, so that radians are no dimension. Beside it their power is counted:
//!
//! ```text
//! φ' [rad/s],  φ'' [rad/s²],  R φ' [m/s]         they are left out beside lengths and masses   (1)
//! k φ [N m],   ½ k φ² [J]                        an energy over an angle is a torque           (2)
//! φ − x/R [rad]                                  a number in a sum of angles is an angle       (3)
//! ```

use alembert_algebra::Rational;

use super::dimension::Dimension;
use super::unit::Unit;

/// A dimension, with the power of radians beside it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Angular {
    pub(super) dimension: Dimension,
    radians: Rational,
}

impl Angular {
    /// A dimension without radians.
    pub(super) fn of(dimension: Dimension) -> Self {
        Self { dimension, radians: Rational::ZERO }
    }

    /// That of a pure number.
    pub(super) fn one() -> Self {
        Self::of(Dimension::one())
    }

    /// That of an angle.
    pub(super) fn angle() -> Self {
        Self { dimension: Dimension::one(), radians: Rational::ONE }
    }

    /// That of a factor by its unit as written. A stiffness is in N m or in N m/rad, as one likes.
    pub(super) fn of_factor(text: &str) -> Option<Self> {
        let unit = Unit::of(text)?;
        let counts = unit.dimension.is_of_time();
        let radians = Rational::from(if counts { unit.angle } else { 0 });
        Some(Self { dimension: unit.dimension, radians })
    }

    /// That of a quantity by its unit as written; what is given in N m is a torque.
    pub(super) fn declared(text: &str) -> Option<Self> {
        let declared = Self::of_factor(text)?;
        let mut words = text.split(|c: char| !c.is_alphabetic());
        let is_energy = declared.dimension == Dimension::energy();
        match is_energy && words.any(|word| word.ends_with('N')) {
            true => Some(Self { radians: Rational::MINUS_ONE, ..declared }),
            false => Some(declared),
        }
    }

    /// `self · otherⁿ`
    pub(super) fn times_power(&self, other: &Self, n: &Rational) -> Self {
        Self {
            dimension: self.dimension.times_power(&other.dimension, n),
            radians: &self.radians + &(&other.radians * n),
        }
    }

    /// After so many derivatives with respect to time.
    pub(super) fn rate(&self, order: u32) -> Self {
        Self { dimension: self.dimension.rate(order), radians: self.radians.clone() }
    }

    /// The unit as it is written; none for pure numbers.
    pub(super) fn unit(&self) -> Option<String> {
        let whole = self.radians.to_i64();
        if self.dimension == Dimension::energy() && whole.is_some_and(|n| n % 2 != 0) {
            return Some("N m".to_owned()); // (2)
        }
        let radians = match whole {
            Some(1) => "rad".to_owned(),
            Some(n @ 2..) => format!("rad^{n}"),
            _ => String::new(),
        };
        let rest = if self.dimension.is_one() { String::new() } else { self.dimension.unit() };
        let unit = match rest.strip_prefix("1/") {
            _ if radians.is_empty() || !self.dimension.is_of_time() => rest, // (1)
            Some(under) => format!("{radians}/{under}"),
            None => format!("{radians} {rest}").trim_end().to_owned(),
        };
        (!unit.is_empty()).then_some(unit)
    }
}

/// That of a sum, (3): the terms agree, and those with radians agree on their power, or all of them make
/// torques.
pub(super) fn total(terms: impl Iterator<Item = Option<Angular>>) -> Option<Angular> {
    let terms = terms.collect::<Option<Vec<Angular>>>()?;
    let first = terms.first()?;
    if terms.iter().any(|term| term.dimension != first.dimension) {
        return None;
    }
    let mut counted = terms.iter().filter(|term| !term.radians.is_zero());
    let Some(angular) = counted.next() else { return Some(first.clone()) };
    let alike =
        counted.all(|term| term.radians == angular.radians || term.unit() == angular.unit());
    Some(if alike { angular.clone() } else { Angular::of(first.dimension.clone()) })
}
