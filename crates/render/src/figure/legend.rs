//! The names of curves, above the frame.

use super::fit::shortened;
use super::ink;
use super::{Anchor, Label, Mark, Point, Stroke, font};

const SIZE: f64 = 10.0;
/// How wide the sample of the first curve is.
pub(super) const WIDTH: f64 = 1.8;
/// The length of the sample of a line, that of a wide one, whose dashes are longer, and the space behind it and
/// behind a name.
const SAMPLE: f64 = 24.0;
const WIDE_SAMPLE: f64 = 46.0;
const GAP: f64 = 5.0;
const BEHIND: f64 = 16.0;
const LINE: f64 = 15.0;

/// A line and its name.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Sample {
    pub(super) name: String,
    pub(super) stroke: Stroke,
}

impl Sample {
    /// The curve of a number.
    pub(super) fn curve(name: &str, number: usize) -> Self {
        Self { name: name.to_owned(), stroke: ink::stroke(number, WIDTH) }
    }

    /// How long its line is.
    fn length(&self) -> f64 {
        if self.stroke.width > WIDTH { WIDE_SAMPLE } else { SAMPLE }
    }
}

/// The names, none longer than a line.
fn shown(samples: &[Sample], width: f64) -> Vec<String> {
    let room = |sample: &Sample| width - sample.length() - GAP;
    let short = |sample: &Sample| shortened(&sample.name, room(sample), SIZE, false);
    samples.iter().map(short).collect()
}

/// Where each name stands: its line and the beginning of its sample.
fn places(samples: &[Sample], names: &[String], width: f64) -> Vec<(f64, f64)> {
    let (mut row, mut x) = (0.0, 0.0);
    let mut places = Vec::new();
    for (sample, name) in samples.iter().zip(names) {
        let long = sample.length() + GAP + font::width(name, SIZE, false);
        if x > 0.0 && x + long > width {
            (row, x) = (row + 1.0, 0.0);
        }
        places.push((row, x));
        x += long + BEHIND;
    }
    places
}

/// The height of a legend; none for a single curve, which the axis names.
pub(super) fn height(samples: &[Sample], width: f64) -> f64 {
    match samples.len() {
        0 | 1 => 0.0,
        _ => {
            let places = places(samples, &shown(samples, width), width);
            LINE * (1.0 + places.last().map_or(0.0, |p| p.0))
        }
    }
}

/// The legend of some curves from a corner on.
pub(super) fn legend(samples: &[Sample], corner: Point, width: f64) -> Vec<Mark> {
    if samples.len() < 2 {
        return Vec::new();
    }
    let mut marks = Vec::new();
    let names = shown(samples, width);
    let places = places(samples, &names, width);
    for ((sample, text), (row, x)) in samples.iter().zip(names).zip(places) {
        let (x, y) = (corner.0 + x, corner.1 + LINE * row);
        marks.push(Mark::Line(vec![(x, y), (x + sample.length(), y)], sample.stroke.clone()));
        marks.push(Mark::Text(Label {
            at: (x + sample.length() + GAP, y + 3.5),
            text,
            size: SIZE,
            anchor: Anchor::Start,
            upright: false,
            bold: false,
        }));
    }
    marks
}

#[cfg(test)]
mod tests {
    use super::{Mark, legend};
    use crate::figure::legend::Sample;

    /// A sample of each of the first eighteen curves has a gap in it, unless the curve is solid.
    #[test]
    fn samples_are_long_enough_for_their_dashes() {
        let samples: Vec<Sample> = (0..18).map(|i| Sample::curve("x", i)).collect();
        let lines = legend(&samples, (0.0, 0.0), 300.0).into_iter().filter_map(|mark| match mark {
            Mark::Line(points, stroke) => Some((points[1].0 - points[0].0, stroke)),
            _ => None,
        });
        for (length, stroke) in lines {
            let period: f64 = stroke.dash.iter().take(2).map(|d| d * stroke.width).sum();
            assert!(length > period, "{length} for {period}");
        }
    }
}
