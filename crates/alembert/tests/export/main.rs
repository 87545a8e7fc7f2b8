//! Exported programs, compiled and run: they give the values of `eval` at random states on the
//! constraints, in every language that the tests have.
//!
//! `./test` makes a Python with `NumPy` and `FMPy`, and with `JAX`, `CasADi` and `SymPy` where they can be installed,
//! in the folder of the build; a C compiler and Rust are there anyway.

mod agreement;
mod fmu;
#[path = "../random/generator.rs"]
mod generator;
mod mains;
mod models;
mod random;
mod singular;
mod tables;
#[path = "../support/tool.rs"]
mod tool;
mod tools;

use alembert::code::Target;
use alembert::gallery::{EXAMPLES, Example};
use alembert::language::{Model, Source, read};
use alembert::walk::{Exported, Samples, export};

/// Differences above this, relative to the largest value of a state, are no rounding.
const ROUNDING: f64 = 1e-12;
/// States for each system.
const STATES: usize = 100;

/// A system that is exported, with states and our own values.
struct Case {
    name: String,
    exported: Exported,
    samples: Samples,
    model: Model,
}

impl Case {
    fn new(name: &str, source: &Source, principle: Option<&str>) -> Self {
        let reading = read(source);
        let errors: Vec<_> = reading.diagnostics.iter().filter(|d| d.is_error()).collect();
        assert!(errors.is_empty(), "{name}: {errors:#?}");
        Self::of(name, reading.model.expect("a text without errors has a model"), principle)
    }

    fn of(name: &str, model: Model, principle: Option<&str>) -> Self {
        let exported = export(&model, name, principle).unwrap_or_else(|e| panic!("{name}: {e}"));
        let samples = exported.samples(&model, STATES).unwrap_or_else(|e| panic!("{name}: {e}"));
        assert_eq!(samples.arguments.len(), STATES, "{name}");
        Self { name: name.to_owned(), exported, samples, model }
    }

    fn example(example: &Example) -> Self {
        Self::new(example.name, &example.source(), None)
    }
}

fn gallery() -> Vec<Case> {
    EXAMPLES.iter().map(Case::example).collect()
}

fn target(name: &str) -> &'static Target {
    Target::named(name).expect("the tests name targets that exist")
}
