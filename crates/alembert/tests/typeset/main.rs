//! Typeset equations say what was derived: LaTeX is read back by the model language, MathML by a
//! small reader of this folder, and both are compared with the ASCII text, which is certified when
//! it is derived. LaTeX documents are compiled when `pdflatex` is installed.
//!
//! A lost sign, exponent, bracket, factor or dot, and a fraction upside down, fail these tests.

#![allow(clippy::unwrap_used, reason = "every function here belongs to a test")]

mod compile;
mod latex;
mod mathml;
mod meaning;
#[path = "../support/tool.rs"]
mod tool;
mod xml;

use std::sync::OnceLock;

use alembert::gallery::EXAMPLES;
use alembert::language::{Source, read};
use alembert::walk::{Derivation, Form, Request, derive};
use alembert_render::{Part, Tree};

const FORMS: [Form; 4] = [Form::Multipliers, Form::Explicit, Form::Quasi, Form::Matrix];

/// Systems whose equations do not fit a line, a matrix that does not fit a page, functions of time
/// and roots.
const LONG: [(&str, &str); 4] = [
    ("chaplygin-ball", include_str!("../data/models/bench/chaplygin-ball.mech")),
    ("links", include_str!("../data/typeset/links.mech")),
    ("wide", include_str!("../data/typeset/wide.mech")),
    ("odd-names", include_str!("../data/typeset/odd-names.mech")),
];

/// Equations in every text, from one derivation.
struct Shown {
    name: String,
    /// The text of the model.
    model: &'static str,
    derived: Derived,
    latex: String,
    mathml: String,
    latex_document: String,
    mathml_document: String,
    /// The names in its equations, in ASCII.
    symbols: Vec<String>,
}

/// The certified texts, in ASCII.
struct Derived {
    equations: Vec<(String, String)>,
    matrices: Vec<(String, Vec<Vec<String>>)>,
    conditions: Vec<String>,
}

impl Shown {
    fn new(name: &str, model: &'static str, derivation: Derivation) -> Self {
        let mut symbols = Vec::new();
        for part in &derivation.page.parts {
            if let Part::Equations(list) | Part::Where(list) = part {
                list.iter().for_each(|e| names(&e.lhs, &mut symbols));
                list.iter().for_each(|e| names(&e.rhs, &mut symbols));
            }
            if let Part::Matrix(block) = part {
                block.rows.iter().flatten().for_each(|e| names(e, &mut symbols));
            }
        }
        Self {
            name: format!("{name}-{}", derivation.form.name()),
            model,
            latex: derivation.latex(),
            mathml: derivation.mathml(),
            latex_document: derivation.latex_document(),
            mathml_document: derivation.mathml_document(),
            symbols,
            derived: Derived {
                equations: [derivation.equations, derivation.closed].concat(),
                matrices: derivation.matrices,
                conditions: derivation.conditions,
            },
        }
    }
}

/// The names of a tree, without dots.
fn names(tree: &Tree, found: &mut Vec<String>) {
    match tree {
        Tree::Number(_) => {}
        Tree::Name(name) => found.push(name.text.to_string()),
        Tree::Sum(terms) => terms.iter().for_each(|t| names(&t.body, found)),
        Tree::Product(parts) | Tree::Call(_, parts) => parts.iter().for_each(|p| names(p, found)),
        Tree::Fraction(above, below) => [above, below].iter().for_each(|t| names(t, found)),
        Tree::Power(base, _) | Tree::Root(base) | Tree::Operated(_, base) => names(base, found),
        Tree::Slope(of, by) => [of, by].iter().for_each(|t| names(t, found)),
    }
}

/// Every system in every form that it has, derived once for all tests.
fn shown() -> &'static [Shown] {
    static SHOWN: OnceLock<Vec<Shown>> = OnceLock::new();
    SHOWN.get_or_init(|| {
        let gallery = EXAMPLES.iter().map(|e| (e.name, e.text));
        let all: Vec<Shown> = gallery.chain(LONG).flat_map(|(n, text)| forms(n, text)).collect();
        assert!(all.len() > 4 * EXAMPLES.len() - 5, "{} forms", all.len());
        all
    })
}

/// The forms of one system; only solved forms may be refused.
fn forms(name: &str, text: &'static str) -> Vec<Shown> {
    let model = read(&Source::new(name, text)).model.expect("a sound model");
    let mut all = Vec::new();
    for form in FORMS {
        let closed = form == Form::Explicit && EXAMPLES.iter().any(|e| e.name == name);
        match derive(&model, Request { principle: None, form, closed, reduce: false }) {
            Ok(derivation) => all.push(Shown::new(name, text, derivation)),
            Err(_) => assert!(form == Form::Quasi || form == Form::Explicit, "{name}"),
        }
    }
    all
}
