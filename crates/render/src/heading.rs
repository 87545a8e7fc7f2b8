//! What stands above the equations in a document.

/// The title of a document and the sentences below it, in plain text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Heading {
    /// The title.
    pub title: String,
    /// Sentences: the principle, the form, the certificate.
    pub sentences: Vec<String>,
}
