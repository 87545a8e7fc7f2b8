//! Another base angle: the sum or the difference of two in place of one.
//!
//! ```text
//! D = θᵢ ∓ θⱼ   in place of θᵢ,    sin θᵢ = sin D cos θⱼ ± cos D sin θⱼ, …            (1)
//! ```

use std::collections::BTreeMap;

use super::{Fraction, Ring};
use crate::Rational;
use crate::polynomial::Limit;

impl Ring {
    /// Equation (1): sine and cosine of the first circle through those of the second and of `D`,
    /// with `θᵢ = D + sign θⱼ`, for [`Ring::replace`]; `None` when the first is no pair of atoms.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn exchanged_angle(
        &self,
        [first, second, difference]: [&(Fraction, Fraction); 3],
        sign: &Rational,
    ) -> Result<Option<BTreeMap<usize, Fraction>>, Limit> {
        let atom = |f: &Fraction| match f.num.terms() {
            [(m, _)] => m.factors().next().map(|(atom, _)| atom),
            _ => None,
        };
        let (Some(s), Some(c)) = (atom(&first.0), atom(&first.1)) else { return Ok(None) };
        let sigma = Fraction::number(sign);
        let product = |a: &Fraction, b: &Fraction| self.product(a, b);
        let across = product(&sigma, &product(&difference.1, &second.0)?)?;
        let sine = self.add(&product(&difference.0, &second.1)?, &across)?;
        let down = product(&sigma, &product(&difference.0, &second.0)?)?;
        let cosine = self.subtract(&product(&difference.1, &second.1)?, &down)?;
        Ok(Some([(s, sine), (c, cosine)].into_iter().collect()))
    }
}
