//! The pages of the gallery.

use std::fs;
use std::path::Path;

use alembert::gallery::{EXAMPLES, Example, Links, index, with_equations};

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

/// The folder that `alembert examples --gallery docs/gallery --without-reports` writes.
fn gallery(file: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/gallery");
    fs::read_to_string(folder.join(file)).unwrap_or_else(|e| panic!("docs/gallery/{file}: {e}"))
}

const STALE: &str =
    "is stale; run `cargo run --release -- examples --gallery docs/gallery --without-reports`";

/// A picture that stands on a page is small.
const LARGEST: usize = 40_000;

#[test]
fn the_index_and_the_pictures_are_as_they_are_drawn() {
    assert!(gallery("index.html") == index(Links::Pages), "docs/gallery/index.html {STALE}");
    for example in EXAMPLES {
        let kept = gallery(&format!("{}.svg", example.name));
        let drawn = example.picture().expect("the gallery runs");
        assert!(look_alike(&kept, &drawn), "docs/gallery/{}.svg {STALE}", example.name);
        assert!(kept.len() < LARGEST, "{}: {} bytes", example.name, kept.len());
    }
}

/// Are two pictures the same but for less than a pixel? Round-off of long motions is not the same
/// everywhere.
fn look_alike(a: &str, b: &str) -> bool {
    let is_number = |c: char| c.is_ascii_digit() || c == '.' || c == '-';
    let words = |text: &str| text.split(|c| !is_number(c)).map(str::to_owned).collect::<Vec<_>>();
    let near = |(a, b): (&String, &String)| match (a.parse::<f64>(), b.parse::<f64>()) {
        (Ok(a), Ok(b)) => (a - b).abs() < 1.0,
        _ => a == b,
    };
    let (x, y) = (words(a), words(b));
    let rest = |text: &str| text.replace(is_number, "");
    rest(a) == rest(b) && x.len() == y.len() && x.iter().zip(&y).all(near)
}

#[test]
fn pictures_that_differ_by_a_pixel_do_not_look_alike() {
    let line = |x: &str| format!("<line class=\"c1\" x1=\"{x}\"/>");
    assert!(look_alike(&line("12.34"), &line("12.35")));
    assert!(!look_alike(&line("12.34"), &line("14")) && !look_alike(&line("1"), "<line/>"));
}

#[test]
fn the_index_has_every_example_with_a_sentence_of_its_own() {
    let index = index(Links::Pages);
    let mut sentences: Vec<String> = EXAMPLES.iter().map(Example::sentence).collect();
    for (example, sentence) in EXAMPLES.iter().zip(&sentences) {
        for link in ["", ".svg", "/README.md"] {
            assert!(index.contains(&format!("{}{link}", example.name)), "{}{link}", example.name);
        }
        let words = sentence.split_whitespace().count();
        assert!(
            (6..60).contains(&words) && sentence.ends_with('.'),
            "{}: {sentence}",
            example.name
        );
    }
    sentences.sort();
    sentences.dedup();
    assert_eq!(sentences.len(), EXAMPLES.len());
}

#[test]
fn the_kept_index_leads_to_files_that_are_kept() {
    let kept = gallery("index.html");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/gallery");
    let links = ["href=\"", "src=\""].iter().flat_map(|start| kept.split(start).skip(1));
    let links: Vec<&str> = links.filter_map(|rest| rest.split('"').next()).collect();
    assert!(links.len() > 3 * EXAMPLES.len(), "{links:?}");
    for link in links {
        assert!(!link.ends_with(".html") && folder.join(link).is_file(), "{link}");
    }
    let whole = index(Links::Reports);
    let reports = EXAMPLES.iter().all(|e| whole.contains(&format!("href=\"{}.html\"", e.name)));
    assert!(
        reports && !whole.contains("README"),
        "a gallery elsewhere has its reports and no pages"
    );
}

#[test]
fn every_page_shows_its_picture() {
    for example in EXAMPLES {
        let picture = format!("](../../docs/gallery/{}.svg)\n", example.name);
        assert!(page(example).contains(&picture), "{}", example.name);
    }
}
