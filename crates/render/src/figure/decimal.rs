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
    let raised = |c: char| match c {
        '-' => '⁻',
        digit => {
            let place = digit.to_digit(10).unwrap_or_default() as usize;
            ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'][place]
        }
    };
    let exponent: String = exponent.to_string().chars().map(raised).collect();
    format!("10{exponent}")
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
}
