//! The names of principles that a model may give.

/// The principles that the language has names for; a name may stand here before the library has
/// the principle.
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
