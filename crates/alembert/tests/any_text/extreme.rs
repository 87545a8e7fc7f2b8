//! Texts at the limits, and beyond them.

/// A text with its name.
type Named = (&'static str, String);

fn lagrangian(more: &str) -> String {
    format!("coordinates\n  x, y, z\nL = ½ (x'² + y'² + z'²) + {more}\n")
}

/// Too deep, too long or too large: AL008.
pub(crate) fn refused() -> Vec<Named> {
    let megabyte = 1 << 20;
    vec![
        ("a power with 10¹⁰ terms", lagrangian("(x' + y' + z' + 1)^4000")),
        ("a huge exponent", lagrangian("x^(10^9)")),
        ("a huge negative exponent", lagrangian("x^(-1000000000000)")),
        ("a tower of exponents", lagrangian("x^(9^(9^(9^9)))")),
        ("a huge power of a number", lagrangian("x 2^(10^7)")),
        ("a number beyond doubles", lagrangian("x 1e999")),
        ("a number of a million digits", lagrangian(&format!("x {}", "7".repeat(megabyte)))),
        ("deep brackets", lagrangian(&format!("{}x{}", "(".repeat(5000), ")".repeat(5000)))),
        ("deep functions", lagrangian(&format!("{}x{}", "sin(".repeat(500), ")".repeat(500)))),
        ("a megabyte of terms", lagrangian(&"x + ".repeat(megabyte / 4))),
        ("a megabyte of factors", lagrangian(&"x ".repeat(megabyte / 2))),
        ("a thousand dots", lagrangian(&format!("x{}", "'".repeat(1000)))),
        ("a name of a megabyte", lagrangian(&"x".repeat(megabyte))),
    ]
}

/// Large, but within the limits.
pub(crate) fn allowed() -> Vec<Named> {
    let sum: Vec<String> = (1..2000).map(|i| format!("{i} x^{} y", i % 50)).collect();
    let nested = (0..40).fold("x".to_owned(), |e, _| format!("sin({e} + y)"));
    let doubled: String =
        (1..30).map(|i| format!("  a{i} = a{} (a{} + x)\n", i - 1, i - 1)).collect();
    let chain: Vec<String> = (0..40).map(|i| format!("q_{i}")).collect();
    let kinetic: Vec<String> = chain.iter().map(|q| format!("½ {q}'²")).collect();
    let coupling: Vec<String> = chain
        .windows(2)
        .map(|q| format!("{}' {}' cos({} - {})/3", q[0], q[1], q[0], q[1]))
        .collect();
    let head = "coordinates\n  x, y, z\n";
    vec![
        ("a high power of a sum", lagrangian("(x + y + 1)^200")),
        ("a high power of velocities", lagrangian("(x' + y' + z' + 1)^30")),
        ("two thousand terms", lagrangian(&sum.join(" + "))),
        ("functions forty deep", lagrangian(&nested)),
        (
            "abbreviations that double",
            format!("{head}let\n  a0 = x\n{doubled}L = ½ (x'² + y'² + z'²) + a29\n"),
        ),
        ("a small number", lagrangian("1e-300 x^40/(1 + 1e300 y²)")),
        (
            "forty coupled coordinates",
            format!(
                "coordinates\n  {}\nL = {} + {}\n",
                chain.join(", "),
                kinetic.join(" + "),
                coupling.join(" + ")
            ),
        ),
        ("a root of a root of a root", lagrangian("√(x + √(y + √(z + √(x y z))))")),
    ]
}
