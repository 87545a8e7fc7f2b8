//! A whole web page, with nothing to load.

use super::page;
use crate::{Heading, Page};

/// How the page looks, on light and on dark screens and on paper.
const STYLE: &str = "\
:root { color-scheme: light dark; --paper: #fdfdfb; --ink: #1c1c1c; --faint: #666; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #16181b; --ink: #e6e4df; --faint: #9a9a94; }
}
body { background: var(--paper); color: var(--ink); margin: 0; line-height: 1.5;
  font-family: Georgia, \"Times New Roman\", serif; font-size: 1.125rem; }
main { max-width: 54rem; margin: 0 auto; padding: 2.5rem 1.5rem; }
h1 { font-size: 1.7rem; font-weight: normal; line-height: 1.2; margin: 0 0 0.75rem; }
h2 { font-size: 1.125rem; margin: 1.5rem 0 0.5rem; }
header { border-bottom: 1px solid var(--faint); padding-bottom: 1rem; margin-bottom: 1.5rem; }
header p { color: var(--faint); margin: 0.2rem 0; font-size: 1rem; }
@media print { html, body { font-size: 10pt; } main { max-width: none; padding: 0; } }
";

/// The page with a heading, as a file for a browser.
///
/// ```
/// use alembert_render::{Heading, Page, mathml};
/// let heading = Heading { title: "a < b".to_owned(), sentences: Vec::new() };
/// assert!(mathml::document(&heading, &Page::default()).contains("<h1>a &lt; b</h1>"));
/// ```
#[must_use]
pub fn document(heading: &Heading, shown: &Page) -> String {
    let title = escaped(&heading.title);
    let sentence = |s: &String| format!("<p>{}</p>\n", escaped(s));
    let sentences: String = heading.sentences.iter().map(sentence).collect();
    let (body, equations) = (page(shown), super::STYLE);
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width\"/>\n\
         <title>{title}</title>\n<style>\n{STYLE}{equations}</style>\n</head>\n<body>\n<main>\n\
         <header>\n<h1>{title}</h1>\n{sentences}</header>\n{body}</main>\n</body>\n</html>\n"
    )
}

/// Plain text for HTML.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
