//! The picture and the report of an example, and the index of the gallery.
//!
//! `alembert examples --gallery docs/gallery --without-reports` writes the pictures and an index that leads to the
//! pages of the examples; a test keeps them as they are drawn.

use std::ops::ControlFlow;

use alembert_render::figure::svg;
use alembert_render::gallery::{Entry, Links, html};

use super::{EXAMPLES, Example};
use crate::language::{Model, read};
use crate::walk::{Following, Refusal, RunRequest, WalkError, Writing, portrait, report};

/// A sentence that is shorter gets its neighbour.
const SHORT: usize = 40;

impl Example {
    /// Its model.
    ///
    /// # Panics
    /// Never: a test reads every example.
    fn model(&self) -> Model {
        read(&self.source()).model.expect("the examples have no mistakes")
    }

    /// Its picture: the scene with paths and bodies, or its coordinates over time where nothing leaves
    /// a path.
    ///
    /// # Errors
    /// The model does not run.
    pub fn picture(&self) -> Result<String, WalkError> {
        let following = Following { principles: &[], request: RunRequest::default() };
        let go_on = &mut |_| ControlFlow::Continue(());
        let figure =
            portrait(&self.model(), following, go_on).map_err(|refusal| match refusal {
                Refusal::Walk(error) => error,
                Refusal::Diagnosed(found) => WalkError::NoMotion(found.message),
            })?;
        Ok(svg::adaptive(&figure))
    }

    /// Its report, a web page.
    ///
    /// # Errors
    /// The mechanics refuses the model.
    pub fn report(&self) -> Result<String, WalkError> {
        Ok(report(&self.model(), Writing::Html)?.text)
    }

    /// What it is about: the first sentence of its page, or two short ones.
    ///
    /// ```
    /// use alembert::gallery::Example;
    /// let sentence = Example::named("linked-masses").unwrap().sentence();
    /// assert_eq!(sentence, "Two masses on a line, linked by a rigid rod; a force F pulls the first.");
    /// ```
    #[must_use]
    pub fn sentence(&self) -> String {
        let paragraph = self.page.split("\n\n").nth(1).unwrap_or_default();
        let text = paragraph.split_whitespace().collect::<Vec<_>>().join(" ").replace('`', "");
        let ends = text.match_indices(". ").map(|(at, _)| at + 1).chain([text.len()]);
        let end = ends.into_iter().find(|&end| end >= SHORT).unwrap_or(text.len());
        text[..end].to_owned()
    }
}

/// The index of the gallery: a web page beside the pictures, which leads to the reports beside it, or to the pages
/// of the examples.
#[must_use]
pub fn index(links: Links) -> String {
    let entry = |example: &Example| Entry {
        name: example.name.to_owned(),
        title: example.title(),
        sentence: example.sentence(),
    };
    html(&EXAMPLES.iter().map(entry).collect::<Vec<_>>(), links)
}
