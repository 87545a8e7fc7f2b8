//! The names of principles that a model may give.

/// The principles that the language has names for; `chaplygin` is a name for a case of `voronec`.
pub const PRINCIPLES: &[&str] = &[
    "dalembert",
    "elimination",
    "voronec",
    "chaplygin",
    "hamel",
    "gauss",
    "udwadia",
    "appell",
    "maggi",
    "poisson",
    "vakonomic",
    "naive",
];
