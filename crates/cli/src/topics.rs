//! The pages of `alembert explain`: the files of the library's `explain/` folder, by group.
//!
//! A test keeps the list complete. The pages of message codes are not here; they stand in the
//! library's table of diagnostics. What people look for under other names stands in [`synonyms`].

mod synonyms;

use alembert::ledger::folded;

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

/// Pages on one matter.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Group {
    /// What they are about.
    pub(crate) title: &'static str,
    /// The pages, in the order in which to read them.
    pub(crate) topics: &'static [Topic],
}

/// All pages.
pub(crate) const GROUPS: &[Group] = &[
    Group {
        title: "Models and answers",
        topics: &[
            topic!("language"),
            topic!("zero-test"),
            topic!("conditions"),
            topic!("closed-form"),
            topic!("explicit"),
            topic!("quasi"),
            topic!("export"),
        ],
    },
    Group {
        title: "Principles",
        topics: &[
            topic!("principles"),
            topic!("dalembert"),
            topic!("virtual-displacements"),
            topic!("hamilton"),
            topic!("multipliers"),
            topic!("chetaev"),
            topic!("elimination"),
            topic!("voronec"),
            topic!("hamel"),
            topic!("maggi"),
            topic!("appell"),
            topic!("gauss"),
            topic!("udwadia"),
            topic!("hamiltonian"),
            topic!("poisson"),
            topic!("vakonomic"),
            topic!("naive"),
            topic!("second-order"),
        ],
    },
    Group {
        title: "Constraints",
        topics: &[
            topic!("holonomic"),
            topic!("nonholonomic"),
            topic!("distribution"),
            topic!("frobenius"),
            topic!("integrals"),
            topic!("connection"),
            topic!("growth-vector"),
            topic!("rheonomic"),
            topic!("servo"),
            topic!("redundant"),
            topic!("friction"),
            topic!("rotation"),
        ],
    },
    Group {
        title: "Conservation and control",
        topics: &[topic!("energy"), topic!("symmetry"), topic!("chow"), topic!("optimal-control")],
    },
    Group { title: "Motions in numbers", topics: &[topic!("run"), topic!("flow"), topic!("view")] },
    Group {
        title: "Papers",
        topics: &[
            topic!("ledger"),
            topic!("lemos"),
            topic!("wolf"),
            topic!("note"),
            topic!("moreschi-castellano"),
            topic!("crasmareanu"),
        ],
    },
];

/// All pages, group by group.
pub(crate) fn topics() -> impl Iterator<Item = &'static Topic> {
    GROUPS.iter().flat_map(|group| group.topics)
}

/// All that leads to a page: its name, and other words for it.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    topics().map(|topic| topic.name).chain(synonyms::all())
}

/// A name as it is compared: small letters without marks and apostrophes, joined by dashes.
fn spelled(name: &str) -> String {
    let folded = folded(name).replace("'s ", " ").replace('\'', "");
    folded.split([' ', '-']).collect::<Vec<_>>().join("-")
}

/// A word without the ending of its plural.
fn singular(name: &str) -> String {
    match name.strip_suffix("ies") {
        Some(stem) => format!("{stem}y"),
        None => name.strip_suffix('s').unwrap_or(name).to_owned(),
    }
}

impl Topic {
    /// The page of this name; capitals, diacritics, apostrophes and plurals do not count. The
    /// beginning of one name will do, and so will a name with more words, `quasi-velocity`. What has
    /// no page of its own leads to the page that treats it.
    pub(crate) fn named(name: &str) -> Option<&'static Topic> {
        let name = spelled(name);
        let one = singular(&name);
        let exact = |name: &str| {
            let is = |topic: &&Topic| topic.name == name || singular(topic.name) == name;
            topics().find(is)
        };
        let other = |name: &str| exact(synonyms::page(name)?);
        let either =
            |find: &dyn Fn(&str) -> Option<&'static Topic>| find(&name).or_else(|| find(&one));
        either(&exact).or_else(|| either(&other)).or_else(|| either(&begun))
    }

    /// The first line.
    pub(crate) fn title(&self) -> &'static str {
        self.text.lines().next().unwrap_or_default()
    }

    /// Does the page speak of these words: does each of them begin a word of its text?
    pub(crate) fn speaks_of(&self, words: &str) -> bool {
        let text = folded(self.text);
        let all: Vec<&str> = text.split(|c: char| !c.is_alphanumeric()).collect();
        let begins = |word: &str| all.iter().any(|other| other.starts_with(word));
        let speaks = |word: &str| begins(word) || (word.len() > 5 && begins(&singular(word)));
        spelled(words).split('-').filter(|word| !word.is_empty()).all(speaks)
    }
}

/// The one page whose name goes on after this one, or the page whose name this one goes on after.
fn begun(name: &str) -> Option<&'static Topic> {
    let mut longer = topics().filter(|topic| topic.name.starts_with(&format!("{name}-")));
    let longer = longer.next().filter(|_| longer.next().is_none());
    longer.or_else(|| topics().find(|topic| name.starts_with(&format!("{}-", topic.name))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_groups_hold_every_page_once() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../alembert/explain");
        let mut pages: Vec<String> = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .map(|file| file.strip_suffix(".md").unwrap().to_owned())
            .collect();
        pages.sort();
        let mut names: Vec<&str> = topics().map(|topic| topic.name).collect();
        names.sort_unstable();
        assert_eq!(names, pages);
    }

    #[test]
    fn plurals_marks_and_apostrophes_do_not_count() {
        for (typed, page) in [
            ("Distributions", "distribution"),
            ("symmetries", "symmetry"),
            ("D’Alembert", "dalembert"),
            ("Hamilton's principle", "hamilton"),
            ("Crâşmăreanu", "crasmareanu"),
            ("virtual displacement", "virtual-displacements"),
            ("growth", "growth-vector"),
            ("multiplier", "multipliers"),
        ] {
            assert_eq!(Topic::named(typed).map(|topic| topic.name), Some(page), "{typed}");
        }
    }

    #[test]
    fn pages_that_are_named_under_see_also_exist() {
        for topic in topics() {
            let Some((_, tail)) = topic.text.split_once("See also:") else { continue };
            let names = tail.split('.').next().unwrap_or_default();
            for name in names.split(',').map(str::trim) {
                assert!(topics().any(|other| other.name == name), "{}: `{name}`", topic.name);
            }
        }
    }

    #[test]
    fn a_page_speaks_of_the_beginnings_of_its_words() {
        let page = Topic::named("poisson").unwrap();
        assert!(page.speaks_of("antisymmetric brackets") && page.speaks_of("Leibniz"));
        assert!(!page.speaks_of("pendulum brackets"));
    }
}
