//! Colours: readable on paper, on a screen, and by those who see few colours.
//!
//! The colours of curves differ in lightness too, and each of the first eighteen curves has a pattern of dashes
//! and a width that no other has, so that a print in black and white can be read. The next ones differ from them
//! by their colours.

use super::Stroke;

/// What a mark is drawn with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ink {
    /// The ground.
    Paper,
    /// Texts.
    Text,
    /// Frames and tick marks.
    Axis,
    /// Lines of the grid.
    Grid,
    /// The curve of a number.
    Curve(usize),
}

/// The colours of curves.
pub(super) const CURVES: [u32; 6] =
    [0x0b_5fa5, 0xc2_410c, 0x04_7857, 0x7c_3aed, 0x9f_1239, 0x47_5569];

/// Dashes and gaps of curves, in widths of the line.
const DASHES: [&[f64]; 6] =
    [&[], &[6.0, 2.5], &[1.5, 1.8], &[7.0, 2.0, 1.5, 2.0], &[3.0, 1.5], &[10.0, 3.0]];

/// How wide curves are, each time that all dashes are used up.
const WIDTHS: [f64; 3] = [1.0, 1.9, 0.5];

/// The dashes of a curve; when all colours are used up they come again with other dashes.
pub(super) fn dash(curve: usize) -> &'static [f64] {
    DASHES[(curve + curve / CURVES.len()) % DASHES.len()]
}

/// How the curve of a number is drawn where the first one has this width.
pub(super) fn stroke(curve: usize, width: f64) -> Stroke {
    let width = width * WIDTHS[curve / DASHES.len() % WIDTHS.len()];
    Stroke { ink: Ink::Curve(curve), width, dash: dash(curve) }
}

impl Ink {
    /// Red, green and blue on paper.
    #[must_use]
    pub fn rgb(self) -> [u8; 3] {
        let code = match self {
            Ink::Paper => 0xff_ffff,
            Ink::Text => 0x1c_1917,
            Ink::Axis => 0x78_716c,
            Ink::Grid => 0xe7_e5e4,
            Ink::Curve(i) => CURVES[i % CURVES.len()],
        };
        let [_, r, g, b] = u32::to_be_bytes(code);
        [r, g, b]
    }

    fn name(self) -> String {
        match self {
            Ink::Paper => "paper".to_owned(),
            Ink::Text => "ink".to_owned(),
            Ink::Axis => "axis".to_owned(),
            Ink::Grid => "grid".to_owned(),
            Ink::Curve(i) => format!("curve-{}", i % CURVES.len()),
        }
    }
}

/// Who decides on colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Theme {
    /// The colours are those of paper.
    Paper,
    /// The page has them as variables (`--ink`, `--axis`, `--grid`, `--paper`, `--curve-0` …); those of
    /// paper where it has none.
    Page,
}

impl Theme {
    pub(super) fn colour(self, ink: Ink) -> String {
        let [r, g, b] = ink.rgb();
        match self {
            Theme::Paper => format!("#{r:02x}{g:02x}{b:02x}"),
            Theme::Page => format!("var(--{}, #{r:02x}{g:02x}{b:02x})", ink.name()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Ink, stroke};
    use std::collections::BTreeSet;

    #[test]
    fn many_curves_look_different() {
        let look = |i: usize| format!("{:?} {:?}", Ink::Curve(i).rgb(), stroke(i, 1.0).dash);
        assert_eq!((0..24).map(look).collect::<BTreeSet<_>>().len(), 24);
    }

    /// Widths that differ by less than a half are not told apart.
    #[test]
    fn eighteen_curves_are_told_apart_without_colours() {
        let look = |i: usize| (stroke(i, 1.0).dash, stroke(i, 1.0).width);
        for i in 0..18 {
            for j in 0..i {
                let ((a, v), (b, w)) = (look(i), look(j));
                assert!(a != b || v.max(w) > 1.5 * v.min(w), "curves {j} and {i} look alike");
            }
        }
    }
}
