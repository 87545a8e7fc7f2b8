//! The gallery: the models of `examples/`, kept inside the library.
//!
//! A name of this list, and the name of a model of the papers ([`BuiltIn`]), can stand wherever a
//! model file can. The texts are the files themselves, read when the library is built; a test keeps
//! the list complete.

mod built_in;
mod page;
mod picture;

use crate::language::Source;

pub use alembert_render::gallery::Links;
pub use built_in::BuiltIn;
pub use page::with_equations;
pub use picture::index;

/// A model of the gallery.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Example {
    /// The name of its folder, `knife-edge`.
    pub name: &'static str,
    /// The text of its model file.
    pub text: &'static str,
    /// The text of its page.
    pub page: &'static str,
}

macro_rules! example {
    ($name:literal) => {
        Example {
            name: $name,
            text: include_str!(concat!("../../../examples/", $name, "/", $name, ".mech")),
            page: include_str!(concat!("../../../examples/", $name, "/README.md")),
        }
    };
}

/// All examples, by name.
pub const EXAMPLES: &[Example] = &[
    example!("appell-hamel"),
    example!("ball-on-turntable"),
    example!("ball-on-turntable-rotation"),
    example!("block-on-a-belt"),
    example!("chaplygin-ball"),
    example!("chaplygin-sleigh"),
    example!("heavy-top"),
    example!("knife-edge"),
    example!("linked-masses"),
    example!("pais-uhlenbeck"),
    example!("pendulum-polar"),
    example!("pendulum-position"),
    example!("pendulum-velocity"),
    example!("prescribed-velocity"),
    example!("rolling-penny"),
    example!("rolling-sphere"),
    example!("snakeboard"),
    example!("spinning-particle"),
    example!("spinning-particle-constrained"),
    example!("suslov"),
    example!("sympy-rolling-disc"),
    example!("tilting-disk"),
    example!("vertical-disk"),
    example!("vertical-disk-on-a-line"),
];

impl Example {
    /// The example of this name.
    ///
    /// ```
    /// use alembert::gallery::Example;
    /// assert_eq!(Example::named("snakeboard").unwrap().title(), "Snakeboard");
    /// assert!(Example::named("skateboard").is_none());
    /// ```
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Example> {
        EXAMPLES.iter().find(|example| example.name == name)
    }

    /// The name of its file, `knife-edge.mech`.
    #[must_use]
    pub fn file_name(&self) -> String {
        BuiltIn::from(self).file_name()
    }

    /// Its text under the name of its file.
    #[must_use]
    pub fn source(&self) -> Source {
        BuiltIn::from(self).source()
    }

    /// The title of the model; the name when it has none.
    #[must_use]
    pub fn title(&self) -> String {
        BuiltIn::from(self).title()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::parse;
    use std::fs;
    use std::path::Path;

    #[test]
    fn the_list_holds_every_folder_of_examples_by_name() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
        let mut folders: Vec<String> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap())
            .filter(|entry| entry.path().is_dir())
            .map(|entry| entry.file_name().into_string().unwrap())
            .filter(|name| name != "papers") // the models of the ledger
            .collect();
        folders.sort();
        let names: Vec<&str> = EXAMPLES.iter().map(|example| example.name).collect();
        assert_eq!(names, folders);
    }

    #[test]
    fn every_example_has_a_title_of_its_own_and_no_mistake_of_grammar() {
        let mut titles: Vec<String> = EXAMPLES.iter().map(Example::title).collect();
        titles.sort();
        titles.dedup();
        assert_eq!(titles.len(), EXAMPLES.len());
        for example in EXAMPLES {
            assert_ne!(example.title(), example.name);
            assert_eq!(parse(&example.source()).1, []);
        }
    }
}
