//! Pictures as lists of marks, and their writers.
//!
//! A [`Figure`] holds lines, areas, discs and texts in points, y downwards, in the order in which
//! they are drawn. What colour an [`Ink`] has is decided by the writer: [`svg`] for paper or for a
//! page with its own colours, [`png`](mod@png), [`pdf`]. [`plot`] makes figures of curves. Texts are
//! measured, and drawn where the format has no fonts, with the outlines of DejaVu Sans.

mod decimal;
mod fit;
mod font;
mod ink;
mod layout;
mod legend;
pub mod pdf;
pub mod plot;
pub mod png;
mod poles;
pub mod still;
pub mod svg;
mod thin;
mod ticks;

pub use decimal::raised;
pub use ink::{Ink, Theme};
pub use plot::{Axis, Curve, Panel, card, sheet};

/// A point of the picture, in points (1/72 inch), y downwards.
pub type Point = (f64, f64);

/// How a line is drawn.
#[derive(Debug, Clone, PartialEq)]
pub struct Stroke {
    /// Its colour.
    pub ink: Ink,
    /// Its width.
    pub width: f64,
    /// The lengths of dashes and gaps; none for a solid line.
    pub dash: &'static [f64],
}

/// Where a text stands from its point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Anchor {
    /// It begins there.
    Start,
    /// Its middle is there.
    Middle,
    /// It ends there.
    End,
}

/// A piece of text.
#[derive(Debug, Clone, PartialEq)]
pub struct Label {
    /// The point on its base line.
    pub at: Point,
    /// The text.
    pub text: String,
    /// The size of the font.
    pub size: f64,
    /// Where it stands from the point.
    pub anchor: Anchor,
    /// Is it read from below to above?
    pub upright: bool,
    /// Is it bold?
    pub bold: bool,
}

/// Something that is drawn.
#[derive(Debug, Clone, PartialEq)]
pub enum Mark {
    /// A line through points.
    Line(Vec<Point>, Stroke),
    /// A filled rectangle: its corner, width and height.
    Area(Point, f64, f64, Ink),
    /// A filled disc: its centre and radius.
    Disc(Point, f64, Ink),
    /// A filled polygon.
    Polygon(Vec<Point>, Ink),
    /// Marks that are fainter than others: each shows this share of its colour over what is below.
    Faint(f64, Vec<Mark>),
    /// A text.
    Text(Label),
    /// Marks of which only what lies in a rectangle is seen.
    Inside(Point, f64, f64, Vec<Mark>),
}

/// A picture.
#[derive(Debug, Clone, PartialEq)]
pub struct Figure {
    /// What it shows, for those who cannot see it.
    pub title: String,
    /// The width in points.
    pub width: f64,
    /// The height in points.
    pub height: f64,
    /// What is drawn, in this order.
    pub marks: Vec<Mark>,
}
