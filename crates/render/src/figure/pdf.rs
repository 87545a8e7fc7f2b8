//! Figures as PDF, one page of the size of the figure.
//!
//! ```text
//! (x, y) on the page = (x, height − y)                                                   (1)
//! ```
//!
//! Texts are outlines, so that the file needs no fonts. Faint marks are mixed with the colour of paper:
//! they cover what is below.

use std::fmt::Write;

use super::font::{Segment, outlines};
use super::{Figure, Ink, Mark, Point, Stroke};

/// The share of the radius at which the handles of a quarter of a circle stand.
const HANDLE: f64 = 0.552_284_749_8;

/// The figure as a file.
#[must_use]
pub fn bytes(figure: &Figure) -> Vec<u8> {
    let content = content(figure);
    let (width, height) = (number(figure.width), number(figure.height));
    file(&[
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_owned(),
        format!(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {width} {height}] /Contents 4 0 R /Resources << >> >>"
        ),
        format!("<< /Length {} >>\nstream\n{}endstream", content.len(), content),
    ])
}

/// The operators that draw the figure.
pub(crate) fn content(figure: &Figure) -> String {
    let mut page = Content { out: String::new(), share: 1.0 };
    page.put(&format!("1 0 0 -1 0 {} cm\n", number(figure.height))); // (1)
    figure.marks.iter().for_each(|mark| page.mark(mark));
    page.out
}

/// Objects, their places, and where the table of places is.
fn file(objects: &[String]) -> Vec<u8> {
    let mut out = "%PDF-1.4\n".to_owned();
    let mut places = Vec::new();
    for (i, object) in objects.iter().enumerate() {
        places.push(out.len());
        put(&mut out, &format!("{} 0 obj\n{object}\nendobj\n", i + 1));
    }
    let table = out.len();
    put(&mut out, &format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1));
    places.iter().for_each(|place| put(&mut out, &format!("{place:010} 00000 n \n")));
    let size = objects.len() + 1;
    put(&mut out, &format!("trailer\n<< /Size {size} /Root 1 0 R >>\nstartxref\n{table}\n%%EOF\n"));
    out.into_bytes()
}

fn put(out: &mut String, text: &str) {
    out.push_str(text);
}

/// The operators of a page.
struct Content {
    out: String,
    /// How much of a colour is mixed into that of paper.
    share: f64,
}

impl Content {
    fn put(&mut self, text: &str) {
        self.out.push_str(text);
    }

    fn mark(&mut self, mark: &Mark) {
        match mark {
            Mark::Line(points, stroke) => self.line(points, stroke),
            Mark::Area(corner, width, height, ink) => {
                self.fill(*ink);
                self.rectangle(*corner, *width, *height);
                self.put("f\n");
            }
            Mark::Disc(at, radius, ink) => {
                self.fill(*ink);
                self.path(&circle(*at, *radius));
            }
            Mark::Polygon(points, ink) => {
                self.fill(*ink);
                self.corners(points);
                self.put("h f\n");
            }
            Mark::Faint(share, marks) => {
                let outer = self.share;
                self.share *= share;
                marks.iter().for_each(|mark| self.mark(mark));
                self.share = outer;
            }
            Mark::Text(label) => {
                self.fill(Ink::Text);
                self.path(&outlines(label));
            }
            Mark::Inside(corner, width, height, marks) => {
                self.put("q\n");
                self.rectangle(*corner, *width, *height);
                self.put("W n\n");
                marks.iter().for_each(|mark| self.mark(mark));
                self.put("Q\n");
            }
        }
    }

    fn fill(&mut self, ink: Ink) {
        let colour = colour(ink, self.share);
        self.put(&format!("{colour} rg\n"));
    }

    fn rectangle(&mut self, corner: Point, width: f64, height: f64) {
        let numbers = [corner.0, corner.1, width, height].map(number).join(" ");
        self.put(&format!("{numbers} re\n"));
    }

    fn line(&mut self, points: &[Point], stroke: &Stroke) {
        let dash: Vec<String> = stroke.dash.iter().map(|d| number(d * stroke.width)).collect();
        let (colour, width) = (colour(stroke.ink, self.share), number(stroke.width));
        self.put(&format!("{colour} RG {width} w 1 j [{}] 0 d\n", dash.join(" ")));
        self.corners(points);
        self.put("S\n");
    }

    fn corners(&mut self, points: &[Point]) {
        for (i, p) in points.iter().enumerate() {
            self.at(&[*p], if i == 0 { "m" } else { "l" });
        }
    }

    fn path(&mut self, segments: &[Segment]) {
        for segment in segments {
            match segment {
                Segment::Move(p) => self.at(&[*p], "m"),
                Segment::Line(p) => self.at(&[*p], "l"),
                Segment::Curve(a, b, p) => self.at(&[*a, *b, *p], "c"),
                Segment::Close => self.put("h\n"),
            }
        }
        self.put("f\n");
    }

    fn at(&mut self, points: &[Point], operator: &str) {
        for p in points {
            let written = write!(self.out, "{} {} ", number(p.0), number(p.1));
            debug_assert!(written.is_ok(), "a string takes everything");
        }
        self.put(&format!("{operator}\n"));
    }
}

fn circle((x, y): Point, r: f64) -> Vec<Segment> {
    let h = HANDLE * r;
    let quarter = |(ax, ay): Point, (bx, by): Point| {
        let (from, to) = ((x + r * ax, y + r * ay), (x + r * bx, y + r * by));
        Segment::Curve((from.0 + h * bx, from.1 + h * by), (to.0 + h * ax, to.1 + h * ay), to)
    };
    let corners = [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0), (1.0, 0.0)];
    let quarters = corners.windows(2).map(|c| quarter(c[0], c[1]));
    std::iter::once(Segment::Move((x + r, y))).chain(quarters).collect()
}

fn colour(ink: Ink, share: f64) -> String {
    ink.rgb().map(|c| number(1.0 - share * (1.0 - f64::from(c) / 255.0))).join(" ")
}

fn number(x: f64) -> String {
    let text = format!("{x:.3}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}
