//! Derivatives of what is computed and not written, as starts that solve constraints and impulses.
//!
//! ```text
//! D(h) = (4/5 Δ₁ − 1/5 Δ₂ + 4/105 Δ₃ − 1/280 Δ₄)/h,   Δ_k = F(kh) − F(−kh)            (1)
//! ```
//!
//! With h a hundredth of the distance in which F changes, the error is a few units in the thirteenth digit. That
//! distance is not known: an angle may have turned a hundred times, and a length of 10⁶ may stand beside one of 1. So h
//! becomes shorter and shorter, and each entry is taken where it differs least from the next one,
//!
//! ```text
//! F' = D(h)   for the h of   min |D(h) − D(0.27 h)|                                    (2)
//! ```

/// The part of a value by which it is changed in (1) at first.
pub(super) const PART: f64 = 0.01;
/// The weights of (1).
const WEIGHTS: [f64; 4] = [4.0 / 5.0, -1.0 / 5.0, 4.0 / 105.0, -1.0 / 280.0];
/// From one h to the next, (2), at most so often. Whole turns of an angle in one are none in the next, so that both
/// do not err alike.
const SHORTER: f64 = 0.27;
const MOST: usize = 16;
/// A difference of two D, as a part of the largest entry or of what F would have in the first distance, at which the
/// search for a smaller one ends.
const SETTLED: f64 = 1e-12;
/// One above which there is no derivative.
const ROUGH: f64 = 1e-5;

/// Equation (2) for a function of one number with several values; none when no two D agree. `h` is the longest
/// distance. An error is that of the shortest.
pub(super) fn derivative<E>(
    h: f64,
    mut f: impl FnMut(f64) -> Result<Vec<f64>, E>,
) -> Result<Option<Vec<f64>>, E> {
    let size = largest(&f(0.0)?) * PART / h;
    let mut best = Best { size, ..Best::default() };
    let mut before = difference(h, &mut f);
    let mut h = h;
    for _ in 0..MOST {
        h *= SHORTER;
        let next = difference(h, &mut f);
        if let (Ok(before), Ok(next)) = (&before, &next) {
            best.take(before, next);
        }
        before = next;
        if best.error() <= SETTLED {
            break;
        }
    }
    if best.error() <= ROUGH { Ok(Some(best.values)) } else { before.map(|_| None) }
}

/// Equation (1).
fn difference<E>(h: f64, f: &mut impl FnMut(f64) -> Result<Vec<f64>, E>) -> Result<Vec<f64>, E> {
    let mut sum: Vec<f64> = Vec::new();
    for (k, weight) in (1u8..).zip(WEIGHTS) {
        let (ahead, back) = (f(f64::from(k) * h)?, f(-f64::from(k) * h)?);
        sum.resize(ahead.len(), 0.0);
        let pairs = ahead.iter().zip(&back);
        sum.iter_mut().zip(pairs).for_each(|(s, (a, b))| *s += weight * (a - b) / h); // (1)
    }
    Ok(sum)
}

/// The entries that differ least, with their differences.
#[derive(Default)]
struct Best {
    /// Were there two D?
    is_known: bool,
    /// What F over the first distance would have.
    size: f64,
    values: Vec<f64>,
    errors: Vec<f64>,
}

impl Best {
    /// Equation (2) for one more pair.
    fn take(&mut self, long: &[f64], short: &[f64]) {
        self.is_known = true;
        self.values.resize(long.len(), 0.0);
        self.errors.resize(long.len(), f64::INFINITY);
        for (i, (&a, &b)) in long.iter().zip(short).enumerate() {
            if (a - b).abs() < self.errors[i] {
                (self.values[i], self.errors[i]) = (a, (a - b).abs());
            }
        }
    }

    /// The largest difference, as a part of the largest entry.
    fn error(&self) -> f64 {
        match largest(&self.errors) {
            _ if !self.is_known => f64::INFINITY,
            0.0 => 0.0,
            error => error / largest(&self.values).max(self.size),
        }
    }
}

fn largest(list: &[f64]) -> f64 {
    list.iter().fold(0.0, |most, v| most.max(v.abs()))
}

#[cfg(test)]
mod tests {
    use super::derivative;

    #[test]
    fn derivatives_have_the_order_of_their_differences() {
        let f = |x: f64| Ok::<_, ()>(vec![(1.0 + x).powi(8), (1.0 + x).ln()]);
        let found = derivative(0.01, f).unwrap().unwrap();
        assert!((found[0] - 8.0).abs() < 1e-12 && (found[1] - 1.0).abs() < 1e-12, "{found:?}");
    }

    /// Values that change in a ten-thousandth of the first distance, beside one that is large.
    #[test]
    fn distances_become_short_enough() {
        let f = |x: f64| match x.abs() < 3.0 {
            true => Ok(vec![(x + 0.4).sin(), 1e6 + x, (1e3 * x).exp_m1().min(1e300)]),
            false => Err(()),
        };
        let found = derivative(10.0, f).unwrap().unwrap();
        assert!((found[0] - 0.4f64.cos()).abs() < 1e-11, "{found:?}");
        assert!((found[1] - 1.0).abs() < 1e-8 && (found[2] - 1e3).abs() < 1e-7, "{found:?}");
    }

    #[test]
    fn what_has_no_derivative_has_none() {
        let f = |x: f64| Ok::<_, ()>(vec![(x - 1e-13).signum()]);
        assert_eq!(derivative(0.01, f), Ok(None));
        assert!(derivative(0.01, |x| if x > 0.0 { Err(x) } else { Ok(vec![x]) }).is_err());
    }
}
