//! Numbers as a reader of an axis wants them.

/// A number with at most `places` decimals, with the sign − and without zeros at its end.
pub(super) fn decimal(x: f64, places: usize) -> String {
    let text = format!("{x:.places$}");
    let text = match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.'),
        false => &text,
    };
    match text.strip_prefix('-') {
        Some("0") => "0".to_owned(),
        Some(digits) => format!("−{digits}"),
        None => text.to_owned(),
    }
}

/// A power of ten: 10⁻¹².
pub(super) fn power_of_ten(exponent: i32) -> String {
    raised(&format!("10^{exponent}"))
}

/// A text with raised whole powers: `m/s²` for `m/s^2`.
#[must_use]
pub fn raised(text: &str) -> String {
    const DIGITS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let mut parts = text.split('^');
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (sign, digits) = match part.strip_prefix('-') {
            Some(rest) => ("⁻", rest),
            None => ("", part),
        };
        let rest = digits.trim_start_matches(|c: char| c.is_ascii_digit());
        let up = digits[..digits.len() - rest.len()].chars();
        let up: String = up.filter_map(|c| Some(DIGITS[c.to_digit(10)? as usize])).collect();
        match up.is_empty() || rest.starts_with('.') {
            true => out.push_str(&format!("^{part}")),
            false => out.push_str(&format!("{sign}{up}{rest}")),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_no_idle_zeros_and_no_negative_zero() {
        let shown =
            [(-0.0, 2), (0.5, 3), (-1.25, 2), (100.0, 0), (2.0, 3)].map(|(x, n)| decimal(x, n));
        assert_eq!(shown, ["0", "0.5", "−1.25", "100", "2"]);
        assert_eq!(power_of_ten(-12), "10⁻¹²");
    }

    #[test]
    fn whole_powers_are_raised_and_others_stay() {
        let shown = ["kg m^2 s^-2", "x^2 + y^10", "x^n", "x^2.5", "2^(1)"].map(raised);
        assert_eq!(shown, ["kg m² s⁻²", "x² + y¹⁰", "x^n", "x^2.5", "2^(1)"]);
    }
}
