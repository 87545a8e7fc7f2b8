//! The index of a gallery: a web page of cards, each with a picture, a sentence and a link.
//!
//! Pictures (`NAME.svg`) stand beside it. A card leads to the report (`NAME.html`) where reports stand beside it
//! too, else to the page of the example in `examples/NAME`, two folders up.

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

/// Where cards lead.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Links {
    /// To the reports beside the index.
    Reports,
    /// To the pages of the examples.
    Pages,
}

const PAGE: &str = include_str!("../assets/report.css");
const STYLE: &str = include_str!("../assets/gallery.css");

/// The page.
///
/// ```
/// use alembert_render::gallery::{Entry, Links, html};
/// let entry = Entry { name: "top".into(), title: "Top & spin".into(), sentence: "It turns.".into() };
/// let page = html(std::slice::from_ref(&entry), Links::Pages);
/// assert!(page.contains("<img src=\"top.svg\"") && page.contains("Top &amp; spin"));
/// assert!(!page.contains("top.html") && html(&[entry], Links::Reports).contains("top.html"));
/// ```
#[must_use]
pub fn html(entries: &[Entry], links: Links) -> String {
    let colours = player::COLOURS;
    let cards: String = entries.iter().map(|entry| card(entry, links)).collect();
    let further = match links {
        Links::Reports => "and a report with its equations by every principle",
        Links::Pages => "and a page on its physics",
    };
    let reports = match links {
        Links::Reports => "",
        Links::Pages => {
            " <code>alembert examples --gallery DIR</code> writes a gallery with a report on each, its equations by \
             every principle."
        }
    };
    let count = entries.len();
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n<title>Gallery</title>\n\
         <style>\n{colours}{PAGE}{STYLE}</style>\n</head>\n<body>\n<main>\n\
         <header>\n<h1>Gallery</h1>\n<p>{count} mechanical systems with constraints: a motion of each, {further}. \
         The names are models for every command: <code>alembert derive knife-edge</code>.{reports}</p>\n</header>\n<ul class=\"cards\">\n{cards}</ul>\n</main>\n\
         </body>\n</html>\n"
    )
}

fn card(entry: &Entry, links: Links) -> String {
    let [name, title, sentence] = [&entry.name, &entry.title, &entry.sentence].map(|t| escaped(t));
    let (page, word) = match links {
        Links::Reports => (format!("{name}.html"), "report"),
        Links::Pages => (format!("../../examples/{name}/README.md"), "page"),
    };
    format!(
        "<li>\n<a href=\"{page}\"><img src=\"{name}.svg\" alt=\"{title}: a motion\" width=\"400\" height=\"280\" \
         loading=\"lazy\"/></a>\n<h2><a href=\"{page}\">{title}</a></h2>\n<p>{sentence}</p>\n\
         <p class=\"links\"><a href=\"{page}\">{word}</a> <code>{name}</code></p>\n</li>\n"
    )
}
