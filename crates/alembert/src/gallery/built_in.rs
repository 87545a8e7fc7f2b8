//! Models that stand inside the library under their names: the gallery, and the models of the papers.

use crate::language::{Source, parse};
use crate::ledger::{PAPER_MODELS, PaperModel};

use super::{EXAMPLES, Example};

/// A model that a name is enough for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BuiltIn {
    /// Its name, `knife-edge` or `lemos-sphere`.
    pub name: &'static str,
    /// The text of its model file.
    pub text: &'static str,
}

impl From<&Example> for BuiltIn {
    fn from(example: &Example) -> BuiltIn {
        BuiltIn { name: example.name, text: example.text }
    }
}

impl From<&PaperModel> for BuiltIn {
    fn from(model: &PaperModel) -> BuiltIn {
        BuiltIn { name: model.name, text: model.text }
    }
}

impl BuiltIn {
    /// The built-in model of this name.
    ///
    /// ```
    /// use alembert::gallery::BuiltIn;
    /// assert!(BuiltIn::named("snakeboard").is_some());
    /// assert_eq!(BuiltIn::named("lemos-sphere").unwrap().file_name(), "lemos-sphere.mech");
    /// assert!(BuiltIn::named("skateboard").is_none());
    /// ```
    #[must_use]
    pub fn named(name: &str) -> Option<BuiltIn> {
        BuiltIn::all().find(|model| model.name == name)
    }

    /// All of them: the gallery first, then the papers.
    pub fn all() -> impl Iterator<Item = BuiltIn> {
        EXAMPLES.iter().map(BuiltIn::from).chain(PAPER_MODELS.iter().map(BuiltIn::from))
    }

    /// The name of its file, `knife-edge.mech`.
    #[must_use]
    pub fn file_name(&self) -> String {
        format!("{}.mech", self.name)
    }

    /// Its text under the name of its file.
    #[must_use]
    pub fn source(&self) -> Source {
        Source::new(self.file_name(), self.text)
    }

    /// The title of the model; the name when it has none.
    #[must_use]
    pub fn title(&self) -> String {
        let (file, _) = parse(&self.source());
        file.title.map_or_else(|| self.name.to_owned(), |title| title.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_built_in_models_have_one_name() {
        let mut names: Vec<&str> = BuiltIn::all().map(|model| model.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), EXAMPLES.len() + PAPER_MODELS.len());
    }

    #[test]
    fn a_paper_model_is_no_system_of_the_gallery() {
        for model in PAPER_MODELS {
            assert!(Example::named(model.name).is_none(), "{}", model.name);
            assert_ne!(BuiltIn::from(model).title(), model.name);
        }
    }
}
