//! The part of an example's page that shows its equations.
//!
//! It stands between two marks in `examples/NAME/README.md`, is written by
//! `alembert examples --pages DIR`, and a test keeps it as the equations are derived.

use alembert_render::{Layout, Spelling};

use super::Example;
use crate::language::read;
use crate::walk::{Derivation, Form, Request, WalkError, derive};

const BEGIN: &str = "<!-- equations, written by `alembert examples --pages` -->\n";
const END: &str = "<!-- end of equations -->\n";

/// Lines of the page; what is wider is broken.
const LAYOUT: Layout = Layout { spelling: Spelling::Unicode, width: 100 };

impl Example {
    /// Its equations in the forms that read best, as Markdown between two marks: solved for the
    /// accelerations, and in quasi-velocities where that takes fewer operations.
    ///
    /// # Errors
    /// The mechanics refuses the model, or an equation is too long to be shown.
    ///
    /// # Panics
    /// Never: a test reads every example.
    pub fn equations(&self) -> Result<String, WalkError> {
        let model = read(&self.source()).model.expect("the examples have no mistakes");
        let derived =
            |form| derive(&model, Request { principle: None, form, closed: false, reduce: false });
        let explicit = derived(Form::Explicit)?;
        let shorter = |quasi: &Derivation| quasi.operations < explicit.operations;
        let quasi = derived(Form::Quasi).ok().filter(shorter);
        let quasi = quasi.map(|quasi| section("In quasi-velocities", &quasi));
        let fourth = explicit.equations.iter().any(|(left, _)| left.ends_with("'''"));
        let unknowns = if fourth { "highest derivatives" } else { "accelerations" };
        let explicit = section(&format!("Solved for the {unknowns}"), &explicit);
        Ok(format!("{BEGIN}{explicit}{}{END}", quasi.unwrap_or_default()))
    }
}

/// A sentence, and the equations as they are printed.
fn section(words: &str, derivation: &Derivation) -> String {
    let certificate = derivation.certificate.word();
    let operations = derivation.operations.unwrap_or_default();
    let page = derivation.equations_text(LAYOUT);
    format!("{words} ({operations} operations, {certificate}):\n\n```\n{page}```\n\n")
}

/// The page with these equations in the place of others, or at its end.
///
/// ```
/// use alembert::gallery::{Example, with_equations};
/// let knife_edge = Example::named("knife-edge").unwrap();
/// let page = with_equations("# Knife edge\n", &knife_edge.equations().unwrap());
/// assert!(page.contains("\nφ̈ = 0\n"));
/// assert_eq!(with_equations(&page, &knife_edge.equations().unwrap()), page);
/// ```
#[must_use]
pub fn with_equations(page: &str, equations: &str) -> String {
    let parts = page.split_once(BEGIN).and_then(|(before, rest)| {
        let (_, after) = rest.split_once(END)?;
        Some((before, after))
    });
    match parts {
        Some((before, after)) => format!("{before}{equations}{after}"),
        None => format!("{page}\n{equations}"),
    }
}
