//! The pages of the gallery.

use std::fs;
use std::path::Path;

use alembert::gallery::{EXAMPLES, Example, with_equations};

fn page(example: &Example) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(example.name);
    fs::read_to_string(folder.join("README.md")).expect("every example has a page")
}

#[test]
fn every_page_shows_the_equations_as_they_are_derived() {
    for example in EXAMPLES {
        let page = page(example);
        let equations = example.equations().expect("the gallery has explicit equations");
        assert!(
            page.contains(&equations) && with_equations(&page, &equations) == page,
            "the page of {} is stale; run `cargo run -- examples --pages examples`",
            example.name
        );
    }
}

#[test]
fn every_equation_on_a_page_is_proved() {
    for example in EXAMPLES {
        let equations = example.equations().expect("the gallery has explicit equations");
        let certificates = equations.matches("operations, ").count();
        assert_eq!(equations.matches("operations, proved)").count(), certificates);
        assert!(certificates > 0, "{}", example.name);
    }
}

#[test]
fn every_page_tells_the_physics_with_its_source() {
    for example in EXAMPLES {
        let page = page(example);
        assert!(page.starts_with("# "), "{}", example.name);
        for part in ["**Source.** [", "mistake", &format!("alembert check {}", example.name)] {
            assert!(page.contains(part), "{}: {part}", example.name);
        }
        let words = page.split("<!--").next().map_or(0, |text| text.split_whitespace().count());
        assert!(words > 60, "{} has {words} words", example.name);
    }
}
