//! The pages of `alembert explain`: the files of the library's `explain/` folder.
//!
//! A test keeps the list complete. The pages of message codes are not here; they stand in the
//! library's table of diagnostics.

/// One page.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Topic {
    /// What is typed.
    pub(crate) name: &'static str,
    /// The page; its first line is its title.
    pub(crate) text: &'static str,
}

macro_rules! topic {
    ($name:literal) => {
        Topic { name: $name, text: include_str!(concat!("../../alembert/explain/", $name, ".md")) }
    };
}

/// All pages, by name.
pub(crate) const TOPICS: &[Topic] = &[
    topic!("appell"),
    topic!("chetaev"),
    topic!("chow"),
    topic!("conditions"),
    topic!("dalembert"),
    topic!("elimination"),
    topic!("energy"),
    topic!("explicit"),
    topic!("export"),
    topic!("flow"),
    topic!("friction"),
    topic!("frobenius"),
    topic!("gauss"),
    topic!("growth-vector"),
    topic!("hamel"),
    topic!("hamiltonian"),
    topic!("holonomic"),
    topic!("integrals"),
    topic!("language"),
    topic!("ledger"),
    topic!("maggi"),
    topic!("multipliers"),
    topic!("naive"),
    topic!("nonholonomic"),
    topic!("poisson"),
    topic!("principles"),
    topic!("quasi"),
    topic!("redundant"),
    topic!("rheonomic"),
    topic!("rotation"),
    topic!("run"),
    topic!("second-order"),
    topic!("servo"),
    topic!("udwadia"),
    topic!("vakonomic"),
    topic!("view"),
    topic!("voronec"),
    topic!("zero-test"),
];

/// What people look for under other names, with the page that treats it.
const OTHER_NAMES: &[(&str, &str)] = &[
    ("animate", "view"),
    ("canonical", "hamiltonian"),
    ("ostrogradsky", "hamiltonian"),
    ("input", "run"),
    ("inputs", "run"),
    ("plot", "view"),
    ("report", "view"),
    ("unit", "language"),
    ("units", "language"),
];

impl Topic {
    /// The page of this name; capitals do not count. The beginning of one name will do, and so will a
    /// name with more words, `quasi-velocity`. What has no page of its own leads to the page that treats it.
    pub(crate) fn named(name: &str) -> Option<&'static Topic> {
        let name = &name.to_lowercase();
        let other = OTHER_NAMES.iter().find(|(other, _)| other == name);
        let name = other.map_or(name.as_str(), |(_, page)| page);
        let exact = TOPICS.iter().find(|topic| topic.name == name);
        let mut longer = TOPICS.iter().filter(|topic| topic.name.starts_with(&format!("{name}-")));
        let longer = longer.next().filter(|_| longer.next().is_none());
        let shorter = || TOPICS.iter().find(|topic| name.starts_with(&format!("{}-", topic.name)));
        exact.or(longer).or_else(shorter)
    }

    /// The first line.
    pub(crate) fn title(&self) -> &'static str {
        self.text.lines().next().unwrap_or_default()
    }

    /// Does the page contain this word?
    pub(crate) fn mentions(&self, word: &str) -> bool {
        let word = word.to_lowercase();
        let text = self.text.to_lowercase();
        text.split(|c: char| !c.is_alphanumeric() && c != '-').any(|part| part == word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_holds_every_page_by_name() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../alembert/explain");
        let mut pages: Vec<String> = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .map(|file| file.strip_suffix(".md").unwrap().to_owned())
            .collect();
        pages.sort();
        let names: Vec<&str> = TOPICS.iter().map(|topic| topic.name).collect();
        assert_eq!(names, pages);
    }

    #[test]
    fn other_names_lead_to_pages_that_contain_them() {
        for (name, page) in OTHER_NAMES {
            assert!(TOPICS.iter().all(|topic| topic.name != *name), "{name} has its own page");
            let found = Topic::named(name).unwrap();
            assert!(found.name == *page && found.text.to_lowercase().contains(name), "{name}");
        }
    }

    #[test]
    fn pages_that_are_named_under_see_also_exist() {
        for topic in TOPICS {
            let Some((_, tail)) = topic.text.split_once("See also:") else { continue };
            let names = tail.split('.').next().unwrap_or_default();
            for name in names.split(',').map(str::trim) {
                assert!(Topic::named(name).is_some(), "{} refers to `{name}`", topic.name);
            }
        }
    }
}
