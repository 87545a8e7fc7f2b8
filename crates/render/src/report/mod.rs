//! A report: titles, sentences, tables, equations, pictures, a scene, in one file.
//!
//! [`html`] writes it for a browser, with nothing to load; [`latex`] for a TeX engine, pictures
//! drawn in place, without the scene.

mod html;
mod latex;

pub use html::html;
pub use latex::latex;

use crate::figure::Panel;
use crate::{Heading, Page, Tree};

/// A report.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    /// Its title and what stands below it.
    pub heading: Heading,
    /// Its sections, in reading order.
    pub sections: Vec<Section>,
}

/// A section of a report.
#[derive(Debug, Clone, PartialEq)]
pub struct Section {
    /// Its title.
    pub title: String,
    /// What it shows, in reading order.
    pub items: Vec<Item>,
}

/// Something that a section shows.
#[derive(Debug, Clone, PartialEq)]
pub enum Item {
    /// A sentence.
    Sentence(String),
    /// A table: its head and its rows.
    Table(Vec<String>, Vec<Vec<String>>),
    /// A table whose rows begin with a formula: its head and its rows.
    Symbols(Vec<String>, Vec<(Tree, Vec<String>)>),
    /// Equations.
    Equations(Page),
    /// Equations that are folded away under a title.
    Folded(String, Page),
    /// Panels of curves under a title.
    Panels(String, Vec<Panel>),
    /// A scene that plays, as JSON.
    Scene(String),
}
