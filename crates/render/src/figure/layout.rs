//! A panel: frame, grid, axes, curves.
//!
//! ```text
//! X = left + (x − x₀) / (x₁ − x₀) · width,    Y = bottom − (y − y₀) / (y₁ − y₀) · height     (1)
//! ```
//!
//! [x₀, x₁] holds the data and a margin. For a path, the scales of (1) are made equal by widening one
//! of the two ranges.

use super::decimal::raised;
use super::ink::dash;
use super::legend::{self, legend};
use super::plot::{Axis, Curve, Panel};
use super::ticks::Ticks;
use super::{Anchor, Ink, Label, Mark, Point, Stroke, font, thin};

/// A rectangle of the figure.
pub(super) struct Frame {
    pub(super) corner: Point,
    pub(super) width: f64,
    pub(super) height: f64,
}

/// The size of numbers and names of axes.
const SMALL: f64 = 10.0;
/// The space above the frame, for the title.
const ABOVE: f64 = 30.0;
/// The space below the frame, for numbers and the name of the axis.
const BELOW: f64 = 44.0;
/// The space to the right of the frame.
const BESIDE: f64 = 18.0;
/// The part of a range that is left empty at its ends.
const MARGIN: f64 = 0.04;

/// Where data are in the figure, (1).
struct Scale {
    x: (f64, f64),
    y: (f64, f64),
    frame: Frame,
}

impl Scale {
    fn place(&self, x: f64, y: f64) -> Point {
        let share = |v: f64, (low, high): (f64, f64)| (v - low) / (high - low);
        let bottom = self.frame.corner.1 + self.frame.height;
        let across = self.frame.corner.0 + share(x, self.x) * self.frame.width;
        (across, bottom - share(y, self.y) * self.frame.height)
    }
}

/// The marks of a panel in its place.
pub(super) fn draw(panel: &Panel, place: &Frame) -> Vec<Mark> {
    let mut marks = vec![Mark::Text(text(
        (place.corner.0 + place.width / 2.0, place.corner.1 + 14.0),
        &panel.title,
        Anchor::Middle,
        11.5,
    ))];
    let values = |of: fn(&Curve) -> &[f64]| range(panel.curves.iter().flat_map(of));
    let ranges = (values(|c| &c.x), values(|c| &c.y));
    let (Some(x), Some(y)) = ranges else {
        let middle = (place.corner.0 + place.width / 2.0, place.corner.1 + place.height / 2.0);
        marks.push(Mark::Text(text(middle, &panel.absent, Anchor::Middle, SMALL)));
        return marks;
    };
    let names = panel.curves.iter().map(|c| c.name.as_str()).collect::<Vec<_>>();
    let room = legend::height(&names, place.width - 80.0);
    let count = (place.height - ABOVE - BELOW - room) / 38.0;
    let left = 26.0 + widest(&Ticks::new(y.0, y.1, count));
    let frame = Frame {
        corner: (place.corner.0 + left, place.corner.1 + ABOVE + room),
        width: place.width - left - BESIDE,
        height: place.height - ABOVE - BELOW - room,
    };
    let (x, y) = if panel.equal { equal(x, y, &frame) } else { (x, y) };
    let scale = Scale { x, y, frame };
    marks.extend(legend(
        &names,
        (scale.frame.corner.0, place.corner.1 + ABOVE - 2.0),
        scale.frame.width,
    ));
    marks.extend(axes(panel, &scale, place.corner.0));
    marks.push(curves(panel, &scale));
    marks
}

/// The range of finite numbers with a margin; of a single number, a range around it.
fn range<'a>(values: impl Iterator<Item = &'a f64>) -> Option<(f64, f64)> {
    let finite = values.copied().filter(|v| v.is_finite());
    let (low, high) = finite.fold((f64::MAX, f64::MIN), |(a, b), v| (a.min(v), b.max(v)));
    if low > high {
        return None;
    }
    let least = 1e-12 * low.abs().max(high.abs());
    let half = match high - low {
        d if d > least => MARGIN * d,
        _ if low == 0.0 => 1.0,
        _ => 0.1 * low.abs(),
    };
    Some((low - half, high + half))
}

/// Both ranges, one of them widened so that lengths are equal on both axes.
fn equal(x: (f64, f64), y: (f64, f64), frame: &Frame) -> ((f64, f64), (f64, f64)) {
    let unit = ((x.1 - x.0) / frame.width).max((y.1 - y.0) / frame.height);
    let widened = |(low, high): (f64, f64), length: f64| {
        let rest = (unit * length - (high - low)) / 2.0;
        (low - rest, high + rest)
    };
    (widened(x, frame.width), widened(y, frame.height))
}

fn widest(ticks: &Ticks) -> f64 {
    ticks.marks.iter().map(|(_, text)| font::width(text, SMALL, false)).fold(0.0, f64::max)
}

fn text(at: Point, text: &str, anchor: Anchor, size: f64) -> Label {
    Label { at, text: text.to_owned(), size, anchor, upright: false, bold: false }
}

fn line(a: Point, b: Point, ink: Ink, width: f64) -> Mark {
    Mark::Line(vec![a, b], Stroke { ink, width, dash: &[] })
}

/// Grid, numbers, names and frame.
fn axes(panel: &Panel, scale: &Scale, left: f64) -> Vec<Mark> {
    let frame = &scale.frame;
    let (x0, y0) = frame.corner;
    let (x1, y1) = (x0 + frame.width, y0 + frame.height);
    let across = Ticks::new(scale.x.0, scale.x.1, frame.width / 62.0);
    let up = Ticks::new(scale.y.0, scale.y.1, frame.height / 38.0);
    let mut marks = Vec::new();
    for (value, number) in &across.marks {
        let (x, _) = scale.place(*value, scale.y.0);
        marks.push(line((x, y0), (x, y1), Ink::Grid, 0.8));
        marks.push(Mark::Text(text((x, y1 + 14.0), number, Anchor::Middle, SMALL)));
    }
    for (value, number) in &up.marks {
        let (_, y) = scale.place(scale.x.0, *value);
        marks.push(line((x0, y), (x1, y), Ink::Grid, 0.8));
        marks.push(Mark::Text(text((x0 - 6.0, y + 3.5), number, Anchor::End, SMALL)));
    }
    let corners = vec![(x0, y0), (x0, y1), (x1, y1), (x1, y0), (x0, y0)];
    marks.push(Mark::Line(corners, Stroke { ink: Ink::Axis, width: 1.0, dash: &[] }));
    let below =
        text(((x0 + x1) / 2.0, y1 + 31.0), &name(&panel.x, &across), Anchor::Middle, SMALL + 1.0);
    let beside =
        text((left + 14.0, (y0 + y1) / 2.0), &name(&panel.y, &up), Anchor::Middle, SMALL + 1.0);
    marks.push(Mark::Text(below));
    marks.push(Mark::Text(Label { upright: true, ..beside }));
    marks
}

/// `t [s]`, `E − E(0) [10⁻¹⁶ J]`.
fn name(axis: &Axis, ticks: &Ticks) -> String {
    let name = format!("{}{}", axis.name, ticks.taken_off());
    match ticks.unit(axis.unit.as_deref()) {
        Some(unit) => format!("{name} [{}]", raised(&unit)),
        None => name,
    }
}

/// The curves, cut off at the frame.
fn curves(panel: &Panel, scale: &Scale) -> Mark {
    let mut marks = Vec::new();
    for (i, curve) in panel.curves.iter().enumerate() {
        let points = curve.x.iter().zip(&curve.y).map(|(&x, &y)| scale.place(x, y));
        if panel.dots {
            let shown = points.filter(|p| p.0.is_finite() && p.1.is_finite());
            marks.extend(shown.map(|p| Mark::Disc(p, 1.4, Ink::Curve(i))));
            continue;
        }
        for piece in thin::pieces(points) {
            marks.push(match &piece[..] {
                [point] => Mark::Disc(*point, 2.0, Ink::Curve(i)),
                _ => Mark::Line(piece, Stroke { ink: Ink::Curve(i), width: 1.6, dash: dash(i) }),
            });
        }
    }
    let frame = &scale.frame;
    Mark::Inside(frame.corner, frame.width, frame.height, marks)
}
