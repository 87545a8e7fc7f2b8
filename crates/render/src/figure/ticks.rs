//! Where an axis has marks, and what stands there.
//!
//! ```text
//! step = 1, 2 or 5 times 10ᵏ, about (high − low) / count                                (1)
//! label = (tick − offset) / 10ᵉ                                                         (2)
//! ```
//!
//! Very large and very small numbers share a power of ten e, and numbers that differ little from
//! each other an offset; both are told once, at the name of the axis.

use super::decimal::{decimal, power_of_ten};

/// Differences below this part of the numbers themselves call for an offset.
const LITTLE: f64 = 1e-4;

/// The marks of an axis.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Ticks {
    /// Where they are and what stands there.
    pub(super) marks: Vec<(f64, String)>,
    /// The power of ten of (2).
    pub(super) exponent: i32,
    /// The offset of (2).
    pub(super) offset: f64,
}

/// The largest of 1, 2 and 5 times a power of ten that is not above a number.
fn nice(x: f64) -> f64 {
    let power = 10f64.powf(x.log10().floor());
    match x / power {
        r if r >= 5.0 => 5.0 * power,
        r if r >= 2.0 => 2.0 * power,
        _ => power,
    }
}

impl Ticks {
    /// About `count` marks between two numbers, `low < high`.
    pub(super) fn new(low: f64, high: f64, count: f64) -> Self {
        let offset = offset(low, high);
        let (low, high) = (low - offset, high - offset);
        let step = nice((high - low) / count.max(1.0) * 1.6); // (1)
        let exponent = exponent(low.abs().max(high.abs()));
        let unit = 10f64.powi(exponent);
        let places = places(step / unit);
        let (mut marks, mut k) = (Vec::new(), (low / step).ceil());
        while k * step <= high + 1e-9 * step && marks.len() < 100 {
            marks.push((k * step + offset, decimal(k * step / unit, places))); // (2)
            k += 1.0;
        }
        Self { marks, exponent, offset }
    }

    /// What belongs to the name of the axis: `10⁻¹² J`, `J`.
    pub(super) fn unit(&self, unit: Option<&str>) -> Option<String> {
        match (self.exponent, unit) {
            (0, unit) => unit.map(str::to_owned),
            (e, Some(unit)) => Some(format!("{} {unit}", power_of_ten(e))),
            (e, None) => Some(power_of_ten(e)),
        }
    }

    /// What is taken off the numbers, as it is written behind the name of the axis.
    pub(super) fn taken_off(&self) -> String {
        match self.offset {
            0.0 => String::new(),
            offset if offset < 0.0 => format!(" + {}", decimal(-offset, 12)),
            offset => format!(" − {}", decimal(offset, 12)),
        }
    }
}

/// The offset of (2): a short number near the middle when the differences are small.
fn offset(low: f64, high: f64) -> f64 {
    let size = low.abs().max(high.abs());
    if high - low > LITTLE * size || !(1e-9..1e9).contains(&size) {
        return 0.0;
    }
    let grain = 10f64.powf((high - low).log10().ceil()).max(1e-12);
    (low / grain).round() * grain
}

/// The exponent of (2).
fn exponent(size: f64) -> i32 {
    if size == 0.0 || (1e-3..1e5).contains(&size) {
        return 0;
    }
    #[expect(clippy::cast_possible_truncation, reason = "exponents of numbers are below 400")]
    let exponent = size.log10().floor() as i32;
    exponent
}

/// The decimals that a step needs.
fn places(step: f64) -> usize {
    let is_enough = |p: &i32| {
        let scaled = step * 10f64.powi(*p);
        (scaled - scaled.round()).abs() < 1e-6 * scaled
    };
    usize::try_from((0..15).find(is_enough).unwrap_or(15)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(low: f64, high: f64) -> Vec<String> {
        Ticks::new(low, high, 5.0).marks.into_iter().map(|m| m.1).collect()
    }

    #[test]
    fn steps_are_round() {
        assert_eq!(labels(0.0, 10.0), ["0", "2", "4", "6", "8", "10"]);
        assert_eq!(labels(-1.0, 1.0), ["−1", "−0.5", "0", "0.5", "1"]);
    }

    #[test]
    fn small_numbers_share_a_power_of_ten() {
        let ticks = Ticks::new(0.0, 4e-16, 4.0);
        assert_eq!(ticks.unit(Some("J")).as_deref(), Some("10⁻¹⁶ J"));
        assert_eq!(ticks.marks.last().map(|m| m.1.as_str()), Some("4"));
    }

    #[test]
    fn numbers_that_differ_little_have_an_offset() {
        let ticks = Ticks::new(9.81, 9.810_000_2, 4.0);
        assert_eq!(ticks.taken_off(), " − 9.81");
        assert_eq!(ticks.exponent, -7);
        let place = ticks.marks[1].0;
        assert!(place > 9.81 && place < 9.810_000_2);
    }
}
