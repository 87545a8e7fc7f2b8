//! Curves in panels with axes.
//!
//! ```
//! use alembert_render::figure::{Curve, Panel, Theme, sheet, svg};
//! let t: Vec<f64> = (0..=100).map(|i| f64::from(i) / 10.0).collect();
//! let x = t.iter().map(|t| t.sin()).collect();
//! let curve = Curve { name: "x".to_owned(), unit: Some("m".to_owned()), x: t, y: x };
//! let panel = Panel::new("Oscillator", ("t", Some("s")), ("x", Some("m")), vec![curve]);
//! let text = svg::text(&sheet("An oscillator", &[panel]), Theme::Paper);
//! assert!(text.starts_with("<svg") && text.contains("t [s]"));
//! ```

use super::fit::{Fitted, Room};
use super::layout::{Frame, draw, further};
use super::poles::{Pole, pole};
use super::{Anchor, Figure, Ink, Label, Mark};

/// A curve.
#[derive(Debug, Clone, PartialEq)]
pub struct Curve {
    /// Its name, for the legend.
    pub name: String,
    /// The unit of what goes up, where it is known; the legend tells it when the curves of a panel have
    /// several.
    pub unit: Option<String>,
    /// What goes to the right.
    pub x: Vec<f64>,
    /// What goes up; the curve is broken where a number is not finite.
    pub y: Vec<f64>,
}

/// The name and unit of what an axis shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Axis {
    /// The name.
    pub name: String,
    /// The unit, where it is known.
    pub unit: Option<String>,
}

/// Curves over common axes.
#[derive(Debug, Clone, PartialEq)]
pub struct Panel {
    /// What it shows.
    pub title: String,
    /// The horizontal axis.
    pub x: Axis,
    /// The vertical axis.
    pub y: Axis,
    /// The curves.
    pub curves: Vec<Curve>,
    /// Has a length the same size on both axes, as for a path?
    pub equal: bool,
    /// Are curves dots instead of lines, as in a section?
    pub dots: bool,
    /// How many of the last curves are data: dots where they are few.
    pub measured: usize,
    /// What is said where there is nothing to be drawn.
    pub absent: String,
}

impl Panel {
    /// A panel with its title, its axes (name and unit) and its curves.
    #[must_use]
    pub fn new(
        title: &str,
        x: (&str, Option<&str>),
        y: (&str, Option<&str>),
        curves: Vec<Curve>,
    ) -> Self {
        let axis = |(name, unit): (&str, Option<&str>)| Axis {
            name: name.to_owned(),
            unit: unit.map(str::to_owned),
        };
        Self {
            title: title.to_owned(),
            x: axis(x),
            y: axis(y),
            curves,
            equal: false,
            dots: false,
            measured: 0,
            absent: "nothing to show".to_owned(),
        }
    }

    /// Is the curve of a number drawn as dots?
    pub(super) fn is_dotted(&self, curve: usize) -> bool {
        let is_measured = curve + self.measured >= self.curves.len();
        self.dots || is_measured && self.curves[curve].x.len() <= FEW
    }

    /// The poles of its curves, of which less is shown.
    pub(super) fn cut(&self) -> Option<Pole> {
        if self.dots {
            return None;
        }
        let of =
            |values: fn(&Curve) -> &[f64]| self.curves.iter().filter_map(move |c| pole(values(c)));
        let mut all = of(|c| &c.x).chain(of(|c| &c.y));
        let first = all.next()?;
        Some(if all.any(|other| other != first) { Pole::Between } else { first })
    }

    /// What is left out of the picture, in a sentence.
    #[must_use]
    pub fn left_out(&self) -> Option<&'static str> {
        self.cut().map(|pole| match pole {
            Pole::AtEnd => "the end of a curve goes beyond the axis, which shows what can be read",
            Pole::Between => {
                "a curve has poles and goes beyond the axis, which shows what can be read"
            }
        })
    }
}

/// The size of a panel that stands alone, and of one among others.
const ALONE: (f64, f64) = (560.0, 380.0);
const AMONG: (f64, f64) = (400.0, 290.0);
/// Data with more points than this are a line.
const FEW: usize = 300;
/// The height of the title above the panels.
const TITLE: f64 = 34.0;

/// A figure with a title and its panels, two in a row; the last one takes a whole row where it is
/// alone in it. A row with long legends is higher.
#[must_use]
pub fn sheet(title: &str, panels: &[Panel]) -> Figure {
    let columns = if panels.len() > 1 { 2 } else { 1 };
    let size = if panels.len() > 1 { AMONG } else { ALONE };
    let width = size.0 * count(columns);
    let mut drawn = Vec::new();
    let mut top = TITLE;
    for row in panels.chunks(columns) {
        let across = width / count(row.len());
        let further = row.iter().map(|panel| further(panel, across)).fold(0.0, f64::max);
        let height = size.1 + further;
        for (i, panel) in row.iter().enumerate() {
            let corner = (across * count(i), top);
            drawn.extend(draw(panel, &Frame { corner, width: across, height }));
        }
        top += height;
    }
    let mut marks = vec![Mark::Area((0.0, 0.0), width, top, Ink::Paper)];
    marks.extend(heading(title, width));
    marks.extend(drawn);
    Figure { title: title.to_owned(), width, height: top, marks }
}

/// The title, in one line or two.
fn heading(title: &str, width: f64) -> Vec<Mark> {
    let room = Room { width: width - 24.0, lines: 2, sizes: (14.0, 11.0), bold: true };
    let Fitted { lines, size } = room.fit(title);
    let first = if lines.len() > 1 { 15.0 } else { 23.0 };
    let line = |(i, text): (usize, String)| {
        let at = (width / 2.0, first + 14.0 * count(i));
        let anchor = Anchor::Middle;
        Mark::Text(Label { at, text, size, anchor, upright: false, bold: true })
    };
    lines.into_iter().enumerate().map(line).collect()
}

/// A small figure of one panel, whose title is only told to those who cannot see it.
#[must_use]
pub fn card(title: &str, panel: &Panel) -> Figure {
    let (width, height) = (AMONG.0, AMONG.1 + further(panel, AMONG.0));
    let mut marks = vec![Mark::Area((0.0, 0.0), width, height, Ink::Paper)];
    marks.extend(draw(panel, &Frame { corner: (0.0, 0.0), width, height }));
    Figure { title: title.to_owned(), width, height, marks }
}

pub(super) fn count(n: usize) -> f64 {
    f64::from(u32::try_from(n).unwrap_or(u32::MAX))
}
