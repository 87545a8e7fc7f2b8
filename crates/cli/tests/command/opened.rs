//! Reports and animations in a browser: they move, take keys, and fetch nothing.

use std::fs;

use serde_json::Value;

use crate::browser::{Key, Page, Viewer};
use crate::pictures::{TWO, text};

/// The page of a command.
fn written(arguments: &[&str]) -> String {
    let folder = tempfile::tempdir().unwrap();
    text(folder.path(), arguments, "page.html")
}

const MOVES: &str = "Number(document.querySelector('.player').dataset.frame) > 0";
const PLAYS: &str = "document.querySelector('.player button').textContent === 'Pause'";
const RESTS: &str = "document.querySelector('.player button').textContent === 'Play'";

impl Page {
    fn frame(&mut self) -> u64 {
        let frame = self.value("Number(document.querySelector('.player').dataset.frame)");
        frame.as_u64().expect("a frame")
    }

    fn is(&mut self, expression: &str) -> bool {
        self.value(expression) == true
    }

    /// Brings the player into sight, where it is not; keys are for nobody else.
    fn sees_player(&mut self) {
        self.value("document.querySelector('.player').scrollIntoView({ behavior: 'instant' }), document.activeElement.blur()");
    }

    fn legend(&mut self) -> Vec<String> {
        let list = self.value(
            "[...document.querySelectorAll('.legend span')].map((s) => s.textContent.trim())",
        );
        list.as_array().unwrap().iter().map(|name| name.as_str().unwrap().to_owned()).collect()
    }

    /// Ticks all boxes.
    fn ticks_all(&mut self) {
        self.value("document.querySelectorAll('.player [type=checkbox]').forEach((box) => box.checked || box.click())");
    }
}

/// The keys of a page that was just opened, those of the parts of a player, and those that are for others.
fn takes_keys(page: &mut Page) {
    page.wait(MOVES);
    page.sees_player();
    let place = page.value("scrollY");
    assert!(page.is("document.activeElement === document.body") && page.is(PLAYS));
    page.press(Key::Space);
    assert!(page.is(RESTS), "space pauses");
    page.press(Key::Home);
    assert_eq!(page.frame(), 0);
    page.press(Key::Right);
    assert_eq!(page.frame(), 1);
    page.press_with_control(Key::Right);
    assert_eq!(page.frame(), 1, "keys with Control are the browser's");
    assert_eq!(page.value("scrollY"), place, "nothing scrolls");
    page.value("document.querySelector('.player [type=checkbox]').focus()");
    let ticked = page.value("document.activeElement.checked");
    page.press(Key::Space);
    assert!(page.is(RESTS), "the space bar of a box is the box's");
    assert_ne!(page.value("document.activeElement.checked"), ticked);
    page.press(Key::Space);
    page.value("document.querySelector('.player [type=range]').focus()");
    page.press(Key::Space);
    assert!(page.is(PLAYS), "a slider has no space bar");
    page.press(Key::Space);
    leaves_keys(page);
    page.value("document.querySelector('.player').focus()");
    page.press(Key::End);
    assert!(page.is("Number(document.querySelector('.player').dataset.frame) > 100"));
    page.press(Key::Space);
    assert!(page.is(PLAYS), "it begins again");
}

/// A link, and a page with several players, keep the space bar.
fn leaves_keys(page: &mut Page) {
    page.value("document.body.insertAdjacentHTML('afterbegin', '<a href=\"#\" id=\"link\">x</a>'), document.getElementById('link').focus({ preventScroll: true })");
    page.press(Key::Space);
    assert!(page.is(RESTS), "the space bar of a link is not the player's");
    page.value("document.getElementById('link').remove(), document.body.insertAdjacentHTML('beforeend', '<div class=\"player\" id=\"other\"></div>')");
    page.sees_player();
    page.press(Key::Space);
    assert!(page.is(RESTS), "one of two players is not meant");
    page.value("document.getElementById('other').remove()");
    page.sees_player();
}

/// Mathematics has a size, the animation moves, keys work, nothing is fetched, nothing goes wrong.
#[test]
fn a_report_works_in_a_browser() {
    let html = written(&["report", "rolling-sphere"]);
    for window in [(1100, 900), (390, 844)] {
        let Some(mut page) = Page::open(&html, Viewer { window, ..Viewer::default() }) else {
            return;
        };
        takes_keys(&mut page);
        let heights = "[...document.querySelectorAll('section > math')].map((f) => f.getBoundingClientRect().height)";
        let heights = page.value(heights);
        let heights: Vec<f64> =
            heights.as_array().unwrap().iter().filter_map(Value::as_f64).collect();
        assert!(heights.len() > 3 && heights.iter().all(|&h| h > 5.0), "{heights:?}");
        let wider = page.value("document.documentElement.scrollWidth - innerWidth");
        assert!(wider.as_f64() <= Some(0.0), "the page is no wider than the window: {wider}");
        assert_eq!(page.trouble(), Vec::<String>::new());
    }
}

/// A page that was just opened is played with keys, and its legend names paths and arrows with their scale.
#[test]
fn a_fresh_animation_has_keys_and_a_legend() {
    let html = written(&["animate", "ball-on-turntable"]);
    let viewer = Viewer { window: (1100, 400), ..Viewer::default() };
    let Some(mut page) = Page::open(&html, viewer) else { return };
    takes_keys(&mut page);
    page.ticks_all();
    let legend = page.legend();
    let has = |name: &str| legend.iter().any(|text| text == name);
    assert!(has("path in the lab") && has("path on the table"), "{legend:?}");
    let is_arrow = |what: &str, unit: &str| {
        let text = format!("{what}: this length is ");
        legend.iter().any(|name| name.starts_with(&text) && name.ends_with(unit))
    };
    assert!(is_arrow("velocity", " m/s") && is_arrow("constraint force", " N"), "{legend:?}");
    assert_eq!(page.trouble(), Vec::<String>::new());
}

/// d'Alembert's disk and its vakonomic ghost: both are named, the force of the first is drawn, and the legend says
/// that the second has none.
#[test]
fn two_principles_play_together() {
    let Some(mut page) = Page::open(&written(&TWO), Viewer::default()) else { return };
    takes_keys(&mut page);
    page.press(Key::Space);
    let before = page.picture();
    page.ticks_all();
    assert_ne!(page.picture(), before, "arrows are drawn");
    let legend = page.legend();
    let has = |name: &str| legend.iter().any(|text| text.starts_with(name));
    for name in [
        "dalembert",
        "vakonomic",
        "constraint force: this length",
        "no constraint force by vakonomic",
    ] {
        assert!(has(name), "{name}: {legend:?}");
    }
    assert_eq!(page.trouble(), Vec::<String>::new());
}

/// The picture changes while it plays, and stands still while it does not.
#[test]
fn an_animation_moves_unless_someone_asks_for_rest() {
    let html = written(&TWO);
    let Some(mut page) = Page::open(&html, Viewer::default()) else { return };
    page.wait(MOVES);
    let (first, frame) = (page.picture(), page.frame());
    page.wait(&format!("Number(document.querySelector('.player').dataset.frame) > {}", frame + 5));
    assert_ne!(page.picture(), first, "it plays by itself");
    let viewer = Viewer { wants_rest: true, ..Viewer::default() };
    let mut page = Page::open(&html, viewer).expect("the browser is there");
    assert!(page.is(RESTS), "it does not play by itself");
    let first = page.picture();
    std::thread::sleep(std::time::Duration::from_millis(700));
    assert_eq!((page.frame(), page.picture() == first), (0, true), "it stands still");
    page.press(Key::Space);
    page.wait(MOVES);
    assert_ne!(page.picture(), first, "it plays when it is asked to");
    assert_eq!(page.trouble(), Vec::<String>::new());
}

/// On a dark screen the paper is dark, and the ink and the curves are light.
#[test]
fn pages_are_dark_on_a_dark_screen() {
    let html = written(&TWO);
    let mut seen = Vec::new();
    for is_dark in [false, true] {
        let viewer = Viewer { is_dark, wants_rest: true, ..Viewer::default() };
        let Some(mut page) = Page::open(&html, viewer) else { return };
        let brightness = |page: &mut Page, property: &str| {
            let colour = format!(
                "getComputedStyle(document.body).{property}.match(/\\d+/g).slice(0, 3).reduce((a, b) => a + Number(b), 0)"
            );
            page.value(&colour).as_f64().expect("a colour")
        };
        let (paper, ink) =
            (brightness(&mut page, "backgroundColor"), brightness(&mut page, "color"));
        assert_eq!(paper < ink, is_dark, "paper {paper}, ink {ink}");
        let curve = page.value("document.querySelector('canvas').toDataURL()");
        seen.push(curve);
        assert_eq!(page.trouble(), Vec::<String>::new());
    }
    assert_ne!(seen[0], seen[1], "the scene has other colours");
}

/// A model without units has times without seconds.
#[test]
fn only_models_with_units_have_seconds() {
    let folder = tempfile::tempdir().unwrap();
    let model = "coordinates\n  x, y\nL = ½ (x'² + y'²)\ninitial\n  x' = 1\nrun 0 .. 2\n";
    fs::write(folder.path().join("free.mech"), model).unwrap();
    let plain = text(folder.path(), &["animate", "free.mech"], "free.html");
    for (html, ending) in [(plain, "0.00"), (written(&["animate", "vertical-disk"]), "0.00 s")] {
        let viewer = Viewer { wants_rest: true, ..Viewer::default() };
        let Some(mut page) = Page::open(&html, viewer) else { return };
        let time = page.value("document.querySelector('.player output').textContent");
        assert_eq!(time, format!("t = {ending}"));
    }
}

/// On A4 with the margins of the page, 180 mm: rows that can be broken, and an argument that cannot.
#[test]
fn equations_stay_on_paper() {
    let folder = tempfile::tempdir().unwrap();
    let terms: Vec<String> = (1..24).map(|i| format!("{i} x^{i}")).collect();
    let model = format!(
        "coordinates\n  x, y\nL = ½ (x'² + y'²) - exp({})\ninitial\n  x = -1\nrun 0 .. 1\n",
        terms.join(" + ")
    );
    fs::write(folder.path().join("wide.mech"), model).unwrap();
    let wide = text(folder.path(), &["report", "wide.mech"], "wide.html");
    let viewer = Viewer { window: (680, 900), is_printed: true, ..Viewer::default() };
    for html in [wide, written(&["report", "tilting-disk"]), written(&["derive", "snakeboard"])] {
        let Some(mut page) = Page::open(&html, viewer) else { return };
        page.value("document.querySelectorAll('details').forEach((part) => (part.open = true))");
        let right = page.value("Math.max(...[...document.querySelectorAll('math *')].map((e) => e.getBoundingClientRect().right))");
        assert!(right.as_f64() <= Some(681.0), "{right}");
    }
}

/// What these tests look for is found where it is.
#[test]
fn trouble_in_a_page_is_seen() {
    for (script, found) in [
        ("console.error('wrong')", "wrong"),
        ("Promise.reject(new Error('unheard'))", "unheard"),
        ("throw new Error('thrown')", "thrown"),
        (
            "fetch('http://alembert.invalid/x').catch(() => 0)",
            "a request to http://alembert.invalid/x",
        ),
    ] {
        let html = format!("<!DOCTYPE html><title>x</title><script>{script}</script>");
        let Some(mut page) = Page::open(&html, Viewer::default()) else { return };
        let trouble = page.trouble();
        assert!(trouble.iter().any(|text| text.contains(found)), "{script}: {trouble:?}");
    }
}
