//! Figures as PNG.

use tiny_skia::{
    Color, FillRule, Mask, Paint, Path, PathBuilder, Pixmap, Rect, Stroke as Pen, StrokeDash,
    Transform,
};

use super::font::{Segment, outlines};
use super::{Figure, Ink, Mark, Point, Stroke};
use crate::RenderError;

/// More pixels a side than this are refused.
const LARGEST: f64 = 20_000.0;

/// The figure with some pixels a point.
///
/// # Errors
/// The picture has no pixels, or too many.
pub fn bytes(figure: &Figure, scale: f64) -> Result<Vec<u8>, RenderError> {
    let (width, height) = (figure.width * scale, figure.height * scale);
    let refused = || RenderError::PictureSize { width, height };
    let fits = (1.0..=LARGEST).contains(&width) && (1.0..=LARGEST).contains(&height);
    let mut pixels =
        fits.then(|| Pixmap::new(pixels(width), pixels(height))).flatten().ok_or_else(refused)?;
    pixels.fill(Color::WHITE);
    let mut painter = Painter { pixels, transform: scaled(scale), mask: None, share: 1.0 };
    figure.marks.iter().for_each(|mark| painter.mark(mark));
    painter.pixels.encode_png().map_err(|_| refused())
}

fn scaled(scale: f64) -> Transform {
    Transform::from_scale(single(scale), single(scale))
}

#[expect(clippy::cast_possible_truncation, reason = "places in a picture need few digits")]
fn single(x: f64) -> f32 {
    x as f32
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "between 1 and LARGEST"
)]
fn pixels(length: f64) -> u32 {
    length.ceil() as u32
}

struct Painter {
    pixels: Pixmap,
    transform: Transform,
    mask: Option<Mask>,
    /// How much of a colour is seen over what is below.
    share: f64,
}

impl Painter {
    fn mark(&mut self, mark: &Mark) {
        match mark {
            Mark::Line(points, stroke) => self.line(points, stroke),
            Mark::Area(corner, width, height, ink) => {
                self.fill(rectangle(*corner, *width, *height), *ink);
            }
            Mark::Disc(at, radius, ink) => {
                let disc = PathBuilder::from_circle(single(at.0), single(at.1), single(*radius));
                self.fill(disc, *ink);
            }
            Mark::Polygon(points, ink) => self.fill(outline(points, true), *ink),
            Mark::Faint(share, marks) => {
                let outer = self.share;
                self.share *= share;
                marks.iter().for_each(|mark| self.mark(mark));
                self.share = outer;
            }
            Mark::Text(label) => self.fill(path(&outlines(label)), Ink::Text),
            Mark::Inside(corner, width, height, marks) => {
                self.mask = self.window(*corner, *width, *height);
                marks.iter().for_each(|mark| self.mark(mark));
                self.mask = None;
            }
        }
    }

    fn window(&self, corner: Point, width: f64, height: f64) -> Option<Mask> {
        let mut mask = Mask::new(self.pixels.width(), self.pixels.height())?;
        let rectangle = rectangle(corner, width, height)?;
        mask.fill_path(&rectangle, FillRule::Winding, true, self.transform);
        Some(mask)
    }

    fn fill(&mut self, path: Option<Path>, ink: Ink) {
        let Some(path) = path else { return };
        let (paint, rule, mask) = (paint(ink, self.share), FillRule::Winding, self.mask.as_ref());
        self.pixels.fill_path(&path, &paint, rule, self.transform, mask);
    }

    fn line(&mut self, points: &[Point], stroke: &Stroke) {
        let Some(path) = outline(points, false) else { return };
        let dash = stroke.dash.iter().map(|d| single(d * stroke.width)).collect::<Vec<f32>>();
        let pen = Pen {
            width: single(stroke.width),
            line_join: tiny_skia::LineJoin::Round,
            dash: StrokeDash::new(dash, 0.0),
            ..Pen::default()
        };
        let (paint, mask) = (paint(stroke.ink, self.share), self.mask.as_ref());
        self.pixels.stroke_path(&path, &paint, &pen, self.transform, mask);
    }
}

fn outline(points: &[Point], closed: bool) -> Option<Path> {
    let mut builder = PathBuilder::new();
    for (i, p) in points.iter().enumerate() {
        let (x, y) = (single(p.0), single(p.1));
        if i == 0 { builder.move_to(x, y) } else { builder.line_to(x, y) }
    }
    if closed && !points.is_empty() {
        builder.close();
    }
    builder.finish()
}

fn paint(ink: Ink, share: f64) -> Paint<'static> {
    let [r, g, b] = ink.rgb().map(|c| f32::from(c) / 255.0);
    let mut paint = Paint::default();
    let colour = Color::from_rgba(r, g, b, single(share.clamp(0.0, 1.0)));
    paint.set_color(colour.unwrap_or(Color::BLACK));
    paint.anti_alias = true;
    paint
}

fn rectangle(corner: Point, width: f64, height: f64) -> Option<Path> {
    let [x, y, w, h] = [corner.0, corner.1, width, height].map(single);
    Rect::from_xywh(x, y, w, h).map(PathBuilder::from_rect)
}

fn path(segments: &[Segment]) -> Option<Path> {
    let mut builder = PathBuilder::new();
    let at = |p: &Point| (single(p.0), single(p.1));
    for segment in segments {
        match segment {
            Segment::Move(p) => builder.move_to(at(p).0, at(p).1),
            Segment::Line(p) => builder.line_to(at(p).0, at(p).1),
            Segment::Curve(a, b, p) => {
                builder.cubic_to(at(a).0, at(a).1, at(b).0, at(b).1, at(p).0, at(p).1);
            }
            Segment::Close => builder.close(),
        }
    }
    builder.finish()
}
