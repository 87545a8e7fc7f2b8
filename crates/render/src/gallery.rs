//! The index of a gallery: a web page of cards, each with a picture, a sentence and two links.
//!
//! Pictures (`NAME.svg`) and reports (`NAME.html`) stand beside it; the pages of the examples in
//! `examples/NAME` two folders up.

use crate::mathml::escaped;
use crate::player;

/// What a card tells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The name of its files.
    pub name: String,
    /// The title.
    pub title: String,
    /// What it is about.
    pub sentence: String,
}

const PAGE: &str = include_str!("../assets/report.css");
const STYLE: &str = include_str!("../assets/gallery.css");

/// The page.
///
/// ```
/// use alembert_render::gallery::{Entry, html};
/// let entry = Entry { name: "top".into(), title: "Top & spin".into(), sentence: "It turns.".into() };
/// let page = html(&[entry]);
/// assert!(page.contains("<img src=\"top.svg\"") && page.contains("Top &amp; spin"));
/// ```
#[must_use]
pub fn html(entries: &[Entry]) -> String {
    let colours = player::COLOURS;
    let cards: String = entries.iter().map(card).collect();
    let count = entries.len();
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n<title>Gallery</title>\n\
         <style>\n{colours}{PAGE}{STYLE}</style>\n</head>\n<body>\n<main>\n\
         <header>\n<h1>Gallery</h1>\n<p>{count} mechanical systems with constraints: a motion of each, a page on its \
         physics, and a report with its equations by every principle. The names are models for every command: \
         <code>alembert derive knife-edge</code>. The reports stand beside this page once \
         <code>alembert examples --gallery DIR</code> has written them there.</p>\n</header>\n<ul class=\"cards\">\n{cards}</ul>\n</main>\n\
         </body>\n</html>\n"
    )
}

fn card(entry: &Entry) -> String {
    let [name, title, sentence] = [&entry.name, &entry.title, &entry.sentence].map(|t| escaped(t));
    let page = format!("../../examples/{name}/README.md");
    format!(
        "<li>\n<a href=\"{page}\"><img src=\"{name}.svg\" alt=\"{title}: a motion\" width=\"400\" height=\"280\" \
         loading=\"lazy\"/></a>\n<h2><a href=\"{page}\">{title}</a></h2>\n<p>{sentence}</p>\n\
         <p class=\"links\"><a href=\"{name}.html\">report</a> <a href=\"{page}\">page</a> \
         <code>{name}</code></p>\n</li>\n"
    )
}
