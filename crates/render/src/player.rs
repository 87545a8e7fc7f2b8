//! The player of scenes, for web pages.
//!
//! A scene is JSON as `assets/player/player.js` describes it. The player needs nothing but the page that
//! it stands on, and takes its colours from variables of the page.

use crate::mathml::escaped;

/// The script of the player: `playScene(element, scene)`.
pub const SCRIPT: &str = concat!(
    include_str!("../assets/player/turning.js"),
    include_str!("../assets/player/camera.js"),
    include_str!("../assets/player/ground.js"),
    include_str!("../assets/player/shapes.js"),
    include_str!("../assets/player/legend.js"),
    include_str!("../assets/player/player.js"),
);

/// The style of the player.
pub const STYLE: &str = include_str!("../assets/player/player.css");

/// The colours of pages, on light and on dark screens.
pub const COLOURS: &str = include_str!("../assets/colours.css");

/// An element that plays a scene; the script has to stand before it.
#[must_use]
pub fn element(id: &str, scene: &str) -> String {
    // A text in the scene must neither end the script nor begin a comment in it.
    let scene = scene.replace('<', "\\u003c");
    format!(
        "<div id=\"{id}\"></div>\n<script>playScene(document.getElementById(\"{id}\"), {scene});</script>\n"
    )
}

/// A page of its own, perhaps with a remark below the scene.
///
/// ```
/// let page = alembert_render::player::page("A & B", "{\"title\": \"</script>\"}", Some("x < y"));
/// assert!(page.contains("<h1>A &amp; B</h1>"));
/// assert!(page.contains("<p>x &lt; y</p>"));
/// assert_eq!(page.matches("</script>").count(), 2);
/// assert!(page.contains("\\u003c/script>"));
/// ```
#[must_use]
pub fn page(title: &str, scene: &str, remark: Option<&str>) -> String {
    let (title, element) = (escaped(title), element("scene", scene));
    let remark = remark.map(|remark| format!("<p>{}</p>\n", escaped(remark))).unwrap_or_default();
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n<title>{title}</title>\n\
         <style>\n{COLOURS}\n{STYLE}</style>\n<script>\n{SCRIPT}</script>\n</head>\n<body>\n<main>\n\
         <h1>{title}</h1>\n{element}{remark}</main>\n</body>\n</html>\n"
    )
}
