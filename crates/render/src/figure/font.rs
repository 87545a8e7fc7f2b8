//! The outlines and widths of DejaVu Sans.

use std::sync::OnceLock;

use ttf_parser::{Face, GlyphId, OutlineBuilder};

use super::Label;
use super::{Anchor, Point};

/// A piece of an outline, in points, y downwards.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Segment {
    Move(Point),
    Line(Point),
    Curve(Point, Point, Point),
    Close,
}

fn face(bold: bool) -> &'static Face<'static> {
    static REGULAR: OnceLock<Face<'static>> = OnceLock::new();
    static BOLD: OnceLock<Face<'static>> = OnceLock::new();
    let read = |bytes| Face::parse(bytes, 0).expect("the font comes with the program");
    match bold {
        true => BOLD.get_or_init(|| read(dejavu::sans::bold())),
        false => REGULAR.get_or_init(|| read(dejavu::sans::regular())),
    }
}

/// A glyph and how far it moves the pen; a box for what the font does not have.
fn glyph(face: &Face<'_>, c: char) -> (GlyphId, f64) {
    let id = face.glyph_index(c).unwrap_or(GlyphId(0));
    (id, f64::from(face.glyph_hor_advance(id).unwrap_or(0)) / f64::from(face.units_per_em()))
}

/// The width of a text in a size.
pub(super) fn width(text: &str, size: f64, bold: bool) -> f64 {
    let face = face(bold);
    size * text.chars().map(|c| glyph(face, c).1).sum::<f64>()
}

/// The outlines of a label, one after the other.
pub(super) fn outlines(label: &Label) -> Vec<Segment> {
    let face = face(label.bold);
    let long = width(&label.text, label.size, label.bold);
    let start = match label.anchor {
        Anchor::Start => 0.0,
        Anchor::Middle => -long / 2.0,
        Anchor::End => -long,
    };
    let scale = label.size / f64::from(face.units_per_em());
    let mut pen = Pen { label, scale, x: start, here: (0.0, 0.0), segments: Vec::new() };
    for c in label.text.chars() {
        let (id, advance) = glyph(face, c);
        face.outline_glyph(id, &mut pen);
        pen.x += advance * label.size;
    }
    pen.segments
}

/// Draws glyphs at their place in the label.
struct Pen<'a> {
    label: &'a Label,
    scale: f64,
    x: f64,
    here: (f64, f64),
    segments: Vec<Segment>,
}

impl Pen<'_> {
    /// From units of the font, y upwards, to points, y downwards.
    fn place(&self, x: f64, y: f64) -> Point {
        let (x, y) = (self.x + self.scale * x, -self.scale * y);
        let (dx, dy) = if self.label.upright { (y, -x) } else { (x, y) };
        (self.label.at.0 + dx, self.label.at.1 + dy)
    }
}

impl OutlineBuilder for Pen<'_> {
    fn move_to(&mut self, x: f32, y: f32) {
        self.here = (f64::from(x), f64::from(y));
        self.segments.push(Segment::Move(self.place(self.here.0, self.here.1)));
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.here = (f64::from(x), f64::from(y));
        self.segments.push(Segment::Line(self.place(self.here.0, self.here.1)));
    }

    /// A quadratic curve, as the cubic one that it is.
    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let (middle, end) = ((f64::from(x1), f64::from(y1)), (f64::from(x), f64::from(y)));
        let towards = |p: (f64, f64)| {
            let two_thirds = |from: f64, to: f64| from + (to - from) * 2.0 / 3.0;
            self.place(two_thirds(p.0, middle.0), two_thirds(p.1, middle.1))
        };
        let curve = Segment::Curve(towards(self.here), towards(end), self.place(end.0, end.1));
        self.segments.push(curve);
        self.here = end;
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let place = |x: f32, y: f32| self.place(f64::from(x), f64::from(y));
        let curve = Segment::Curve(place(x1, y1), place(x2, y2), place(x, y));
        self.segments.push(curve);
        self.here = (f64::from(x), f64::from(y));
    }

    fn close(&mut self) {
        self.segments.push(Segment::Close);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outlines_stand_where_the_label_is_anchored() {
        let label = |anchor, upright| Label {
            at: (100.0, 50.0),
            text: "λ₁ — 10⁻¹²".to_owned(),
            size: 10.0,
            anchor,
            upright,
            bold: false,
        };
        let reach = |label: &Label| {
            let points = outlines(label).into_iter().filter_map(|s| match s {
                Segment::Move(p) | Segment::Line(p) | Segment::Curve(_, _, p) => Some(p),
                Segment::Close => None,
            });
            points.fold((f64::MAX, f64::MIN, f64::MAX, f64::MIN), |r, p| {
                (r.0.min(p.0), r.1.max(p.0), r.2.min(p.1), r.3.max(p.1))
            })
        };
        let long = width("λ₁ — 10⁻¹²", 10.0, false);
        let (left, right, top, bottom) = reach(&label(Anchor::Start, false));
        assert!(left >= 99.5 && right <= 100.5 + long && top > 40.0 && bottom < 54.0);
        let (left, right, ..) = reach(&label(Anchor::End, false));
        assert!(left >= 99.5 - long && right <= 100.5);
        let (left, right, top, bottom) = reach(&label(Anchor::Middle, true));
        assert!(left > 90.0 && right < 104.0 && bottom - top > 0.8 * long);
    }

    #[test]
    fn the_font_has_the_letters_of_mechanics() {
        let face = face(false);
        let missing: String = "αβγδεζηθικλμνξοπρστυφχψωΔΘΛΞΠΣΦΨΩ₀₁₂₃₉⁻⁰¹⁹·−′″√½∂→≤≥"
            .chars()
            .filter(|c| face.glyph_index(*c).is_none())
            .collect();
        assert_eq!(missing, "");
    }
}
