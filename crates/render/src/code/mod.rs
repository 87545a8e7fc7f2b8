//! Motions as programs, in the languages of others.
//!
//! ```text
//! Tape ──Export──▶ Program (functions of statements) ──Target──▶ text of a file
//! ```
//!
//! An [`Export`] is a tape with the names of its inputs and outputs. A [`Program`] is the same as
//! functions of named statements in no language, and each [`Target`] is a table of syntax with one
//! file that lays the text out. The functions are those of [`Role`]: rate, multipliers, mass matrix,
//! energy, residuals, what the inputs do, and a worked example that runs.
//!
//! Linear equations are one square system `W y = h` each, solved by a routine that stands in the text
//! or by the library of the language. Nothing is written or run here: this module gives texts.

mod c;
mod casadi;
mod export;
pub mod fmu;
mod jax;
mod julia;
mod layout;
mod matlab;
mod modelica;
mod names;
mod page;
mod program;
mod python;
mod pythonic;
mod rust;
mod sympy;
mod syntax;
mod term;
mod worked;

pub use export::{Export, Pieces, Quantity, Role, Units};
pub use names::identifier;
pub use program::{Function, Place, Program, Statement};
pub use term::{Choice, Term};

/// A language, and how a program is written in it.
#[derive(Clone, Copy)]
pub struct Target {
    /// What is typed: `python`.
    pub name: &'static str,
    /// The ending of its files.
    pub ending: &'static str,
    /// What it is, in a few words.
    pub summary: &'static str,
    /// The words that are no names in it.
    reserved: &'static str,
    write: fn(&Program<'_>) -> String,
    driver: Option<fn(&Program<'_>) -> String>,
}

impl std::fmt::Debug for Target {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Target").field("name", &self.name).finish_non_exhaustive()
    }
}

/// Every target.
pub const TARGETS: &[Target] = &[
    Target {
        name: "c",
        ending: "c",
        summary: "C99, one file without dependencies",
        reserved: c::RESERVED,
        write: c::write,
        driver: Some(c::driver),
    },
    Target {
        name: "rust",
        ending: "rs",
        summary: "Rust, one file without dependencies",
        reserved: rust::RESERVED,
        write: rust::write,
        driver: Some(rust::driver),
    },
    Target {
        name: "python",
        ending: "py",
        summary: "Python with NumPy",
        reserved: pythonic::RESERVED,
        write: python::write,
        driver: Some(python::driver),
    },
    Target {
        name: "jax",
        ending: "py",
        summary: "Python with JAX, in double precision",
        reserved: pythonic::RESERVED,
        write: jax::write,
        driver: Some(jax::driver),
    },
    Target {
        name: "casadi",
        ending: "py",
        summary: "Python with CasADi",
        reserved: pythonic::RESERVED,
        write: casadi::write,
        driver: Some(casadi::driver),
    },
    Target {
        name: "sympy",
        ending: "py",
        summary: "Python with SymPy, in symbols and exact numbers",
        reserved: pythonic::RESERVED,
        write: sympy::write,
        driver: Some(sympy::driver),
    },
    Target {
        name: "julia",
        ending: "jl",
        summary: "Julia, a module without dependencies",
        reserved: julia::RESERVED,
        write: julia::write,
        driver: Some(julia::driver),
    },
    Target {
        name: "matlab",
        ending: "m",
        summary: "MATLAB and Octave, one function file",
        reserved: matlab::RESERVED,
        write: matlab::write,
        driver: Some(matlab::driver),
    },
    Target {
        name: "modelica",
        ending: "mo",
        summary: "Modelica, a package of functions and a model",
        reserved: modelica::RESERVED,
        write: modelica::write,
        driver: None,
    },
];

impl Target {
    /// The target of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Target> {
        TARGETS.iter().find(|target| target.name == name)
    }

    /// The text of the file.
    #[must_use]
    pub fn text(&self, export: &Export) -> String {
        (self.write)(&Program::new(export, self.reserved))
    }

    /// The name of the file without its ending, as the text itself uses it.
    #[must_use]
    pub fn stem(&self, export: &Export) -> String {
        Program::new(export, self.reserved).module
    }

    /// The text of a program beside the file that reads lines of numbers, t, state, parameters and
    /// inputs, and prints for each the values of [`Role::COMPARED`]; none where there is no such
    /// program.
    #[must_use]
    pub fn driver(&self, export: &Export) -> Option<String> {
        Some(self.driver?(&Program::new(export, self.reserved)))
    }
}
