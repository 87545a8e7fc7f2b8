//! A panel: frame, grid, axes, curves.
//!
//! ```text
//! X = left + (x − x₀) / (x₁ − x₀) · width,    Y = bottom − (y − y₀) / (y₁ − y₀) · height     (1)
//! ```
//!
//! [x₀, x₁] holds the data and a margin. For a path, the scales of (1) are made equal by widening one
//! of the two ranges.

use super::decimal::raised;
use super::fit::{Fitted, Room};
use super::ink;
use super::legend::{self, Sample, legend};
use super::plot::{Axis, Curve, Panel};
use super::poles::Pole;
use super::ticks::Ticks;
use super::{Anchor, Ink, Label, Mark, Point, Stroke, font, poles, thin};

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
/// The space that a legend leaves to both sides.
const AROUND: f64 = 110.0;
/// The height of a legend that a panel has room for.
const USUAL: f64 = 45.0;
/// The distance of the lines of a name of an axis.
const LINE: f64 = 12.0;
/// The sample of dots in a legend.
const DOTS: &[f64] = &[1.5, 2.5];
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

/// What the legend of a panel needs beyond the usual height.
pub(super) fn further(panel: &Panel, width: f64) -> f64 {
    (legend::height(&samples(panel), width - AROUND) - USUAL).max(0.0)
}

fn samples(panel: &Panel) -> Vec<Sample> {
    let sample = |(i, name): (usize, &String)| match panel.is_dotted(i) && !panel.dots {
        true => {
            let stroke = Stroke { ink: Ink::Curve(i), width: legend::WIDTH, dash: DOTS };
            Sample { name: name.clone(), stroke }
        }
        false => Sample::curve(name, i),
    };
    names(panel).iter().enumerate().map(sample).collect()
}

/// The names of the curves; with their units where the axis has none that all of them share.
fn names(panel: &Panel) -> Vec<String> {
    let unit = |c: &Curve| c.unit.as_ref().filter(|_| panel.y.unit.is_none()).cloned();
    let name = |c: &Curve| match unit(c) {
        Some(unit) => format!("{} [{}]", c.name, raised(&unit)),
        None => c.name.clone(),
    };
    panel.curves.iter().map(name).collect()
}

/// The title of a panel, in one line or two.
fn title(panel: &Panel, place: &Frame) -> Vec<Mark> {
    let room = Room { width: place.width - 16.0, lines: 2, sizes: (11.5, 9.0), bold: false };
    let Fitted { lines, size } = room.fit(&told(panel));
    let first = place.corner.1 + if lines.len() > 1 { 9.0 } else { 14.0 };
    let middle = place.corner.0 + place.width / 2.0;
    let line = |(i, line): (usize, &String)| {
        Mark::Text(text((middle, first + 11.0 * super::plot::count(i)), line, Anchor::Middle, size))
    };
    lines.iter().enumerate().map(line).collect()
}

/// The title, with what is left out of the curves.
fn told(panel: &Panel) -> String {
    let note = match panel.cut() {
        None => return panel.title.clone(),
        Some(Pole::AtEnd) => "the end is cut off",
        Some(Pole::Between) => "poles are cut off",
    };
    match panel.title.as_str() {
        "" => note.to_owned(),
        title => format!("{title} ({note})"),
    }
}

/// The marks of a panel in its place.
pub(super) fn draw(panel: &Panel, place: &Frame) -> Vec<Mark> {
    let mut marks = title(panel, place);
    let seen = |values: &[f64]| match panel.dots {
        true => values.to_vec(),
        false => poles::shown(values),
    };
    let values = |of: fn(&Curve) -> &[f64]| range(panel.curves.iter().flat_map(|c| seen(of(c))));
    let ranges = (values(|c| &c.x), values(|c| &c.y));
    let (Some(x), Some(y)) = ranges else {
        let middle = (place.corner.0 + place.width / 2.0, place.corner.1 + place.height / 2.0);
        marks.push(Mark::Text(text(middle, &panel.absent, Anchor::Middle, SMALL)));
        return marks;
    };
    let samples = samples(panel);
    let room = legend::height(&samples, place.width - AROUND);
    let height = place.height - ABOVE - BELOW - room;
    let ticks = Ticks::new(y.0, y.1, height / 38.0);
    let lines = beside(panel, &ticks, height).lines.len();
    let left = 14.0 + LINE * super::plot::count(lines) + widest(&ticks);
    let frame = Frame {
        corner: (place.corner.0 + left, place.corner.1 + ABOVE + room),
        width: place.width - left - BESIDE,
        height,
    };
    let (x, y) = if panel.equal { equal(x, y, &frame) } else { (x, y) };
    let scale = Scale { x, y, frame };
    let corner = (scale.frame.corner.0, place.corner.1 + ABOVE - 2.0);
    marks.extend(legend(&samples, corner, place.width - AROUND));
    marks.extend(axes(panel, &scale, place.corner.0));
    marks.push(curves(panel, &scale));
    marks
}

/// The range of finite numbers with a margin; of a single number, a range around it.
fn range(values: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    let finite = values.filter(|v| v.is_finite());
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
    marks.extend(axis_names(panel, frame, (&across, &up), left));
    marks
}

/// The names of both axes: the one below the frame and, from below to above, the one beside it.
fn axis_names(
    panel: &Panel,
    frame: &Frame,
    (across, up): (&Ticks, &Ticks),
    left: f64,
) -> Vec<Mark> {
    let (x0, y0) = frame.corner;
    let (middle, centre) = (x0 + frame.width / 2.0, y0 + frame.height / 2.0);
    let sizes = (SMALL + 1.0, SMALL - 1.5);
    let room = Room { width: frame.width + BESIDE, lines: 2, sizes, bold: false };
    let below = room.fit(&name(&panel.x, across));
    let first = y0 + frame.height + if below.lines.len() > 1 { 28.0 } else { 31.0 };
    let step = |i: usize| LINE * super::plot::count(i);
    let mut marks = Vec::new();
    for (i, line) in below.lines.iter().enumerate() {
        let at = (middle, first + step(i));
        marks.push(Mark::Text(text(at, line, Anchor::Middle, below.size)));
    }
    let beside = beside(panel, up, frame.height);
    for (i, line) in beside.lines.iter().enumerate() {
        let label = text((left + 14.0 + step(i), centre), line, Anchor::Middle, beside.size);
        marks.push(Mark::Text(Label { upright: true, ..label }));
    }
    marks
}

/// The name of the vertical axis beside a frame of this height; its unit alone where the names of several
/// curves have no room.
fn beside(panel: &Panel, ticks: &Ticks, height: f64) -> Fitted {
    let sizes = (SMALL + 1.0, SMALL - 1.5);
    let room = Room { width: height + BELOW / 2.0, lines: 2, sizes, bold: false };
    let whole = name(&panel.y, ticks);
    let is_told = panel.curves.len() > 1 && font::width(&whole, sizes.1, false) > room.width;
    match ticks.unit(panel.y.unit.as_deref()) {
        // The legend names the curves.
        Some(unit) if is_told => room.fit(&format!("[{}]", raised(&unit))),
        _ => room.fit(&whole),
    }
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
        if panel.is_dotted(i) {
            let radius = if panel.dots { 1.4 } else { 2.0 };
            let shown = points.filter(|p| p.0.is_finite() && p.1.is_finite());
            marks.extend(shown.map(|p| Mark::Disc(p, radius, Ink::Curve(i))));
            continue;
        }
        for piece in pieces(curve, &points.collect::<Vec<_>>(), &scale.frame) {
            marks.push(match &piece[..] {
                [point] => Mark::Disc(*point, 2.0, Ink::Curve(i)),
                _ => Mark::Line(piece, ink::stroke(i, 1.6)),
            });
        }
    }
    let frame = &scale.frame;
    Mark::Inside(frame.corner, frame.width, frame.height, marks)
}

/// The pieces of a curve, which is broken at its poles.
fn pieces(curve: &Curve, points: &[Point], frame: &Frame) -> Vec<Vec<Point>> {
    let mut ends = [poles::breaks(&curve.x), poles::breaks(&curve.y)].concat();
    ends.sort_unstable();
    ends.dedup();
    ends.push(points.len().saturating_sub(1));
    let middle = (frame.corner.0 + frame.width / 2.0, frame.corner.1 + frame.height / 2.0);
    let mut from = 0;
    let mut all = Vec::new();
    for end in ends {
        for seen in poles::in_sight(points.get(from..=end).unwrap_or(&[]), middle) {
            all.extend(thin::pieces(seen.into_iter()));
        }
        from = end + 1;
    }
    all
}

#[cfg(test)]
mod tests {
    use super::super::plot::{card, sheet};
    use super::super::{Figure, font};
    use super::*;

    const LONG: &str = "1/2 m (x1'^2 + y1'^2) + 1/2 m (x2'^2 + y2'^2) + m g (y1 + y2) (vakonomic)";

    fn panel(curves: usize, name: &str) -> Panel {
        let curve = |i: usize| Curve {
            name: format!("{name} {i}"),
            unit: Some("kg m^2/s^2".to_owned()),
            x: vec![0.0, 1.0],
            y: vec![-123_456.0, 98_765.0],
        };
        let axis = (name, Some("kg m^2/s^2"));
        Panel::new(name, axis, axis, (0..curves).map(curve).collect())
    }

    /// Left, right, top and bottom of a label.
    fn reach(label: &Label) -> [f64; 4] {
        let long = font::width(&label.text, label.size, label.bold);
        let before = match label.anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => long / 2.0,
            Anchor::End => long,
        };
        let (x, y) = label.at;
        match label.upright {
            true => [x - label.size, x + 2.0, y - (long - before), y + before],
            false => [x - before, x - before + long, y - label.size, y + 2.0],
        }
    }

    fn label(mark: &Mark) -> Option<&Label> {
        match mark {
            Mark::Text(label) => Some(label),
            _ => None,
        }
    }

    fn labels(figure: &Figure) -> Vec<&Label> {
        figure.marks.iter().filter_map(label).collect()
    }

    /// Whatever the names and however many panels: no text leaves its half of the figure, and the
    /// curves keep their room.
    #[test]
    fn no_text_leaves_its_panel() {
        for (panels, curves) in [(1, 1), (1, 6), (2, 2), (3, 5), (4, 12)] {
            let figure = sheet(LONG, &vec![panel(curves, LONG); panels]);
            let whole = [-0.5, figure.width + 0.5];
            for label in labels(&figure) {
                let [left, right, top, bottom] = reach(label);
                let middle = figure.width / 2.0;
                let crosses = left < middle - 1.0 && right > middle + 1.0;
                let is_title = label.bold || panels == 1 || panels == 3;
                assert!(left > whole[0] && right < whole[1], "{label:?}");
                assert!(top > -0.5 && bottom < figure.height + 0.5, "{label:?}");
                assert!(!crosses || is_title, "{label:?}");
            }
            let frames = figure.marks.iter().filter_map(|mark| match mark {
                Mark::Inside(_, width, height, _) => Some((*width, *height)),
                _ => None,
            });
            assert!(frames.into_iter().all(|(w, h)| w > 200.0 && h > 100.0), "{panels} {curves}");
        }
    }

    #[test]
    fn short_names_stay_whole_and_long_ones_keep_their_units() {
        let figure = card("", &panel(2, "x"));
        assert!(labels(&figure).iter().any(|label| label.text == "x [10⁵ kg m²/s²]"));
        let figure = card("", &panel(1, LONG));
        let upright: String =
            labels(&figure).iter().filter(|l| l.upright).map(|l| l.text.as_str()).collect();
        assert!(upright.contains("m (x1") && upright.ends_with("kg m²/s²]"), "{upright}");
        let figure = card("", &panel(2, LONG));
        assert!(labels(&figure).iter().any(|l| l.upright && l.text == "[10⁵ kg m²/s²]"));
    }

    #[test]
    fn curves_of_several_units_name_theirs() {
        let mut both = panel(2, "x");
        both.y.unit = None;
        both.curves[1].unit = Some("rad/s".to_owned());
        let figure = card("", &both);
        let texts: Vec<&str> = labels(&figure).iter().map(|l| l.text.as_str()).collect();
        assert!(texts.contains(&"x 0 [kg m²/s²]") && texts.contains(&"x 1 [rad/s]"), "{texts:?}");
    }
}
