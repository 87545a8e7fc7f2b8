//! Figures as SVG.

use std::fmt::Write;

use super::{Anchor, Figure, Label, Mark, Point, Stroke, Theme};
use crate::mathml::escaped;

/// The figure as an SVG element, which is also a whole file.
#[must_use]
pub fn text(figure: &Figure, theme: Theme) -> String {
    let mut writer = Writer { out: String::new(), theme };
    let (w, h) = (number(figure.width), number(figure.height));
    writer.push(&format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {w} {h}\" width=\"{w}\" height=\"{h}\" \
         role=\"img\" font-family=\"DejaVu Sans, Verdana, sans-serif\">\n<title>{}</title>\n",
        escaped(&figure.title)
    ));
    figure.marks.iter().for_each(|mark| writer.mark(mark));
    writer.push("</svg>\n");
    writer.out
}

/// The figure as a file that is dark on a dark screen, for web pages.
#[must_use]
pub fn adaptive(figure: &Figure) -> String {
    let text = text(figure, Theme::Page);
    let head = text.find("<title>").unwrap_or(0);
    format!("{}<style>{}</style>\n{}", &text[..head], crate::player::COLOURS, &text[head..])
}

struct Writer {
    out: String,
    theme: Theme,
}

impl Writer {
    fn push(&mut self, text: &str) {
        self.out.push_str(text);
    }

    fn mark(&mut self, mark: &Mark) {
        match mark {
            Mark::Line(points, stroke) => self.line(points, stroke),
            Mark::Area(corner, width, height, ink) => {
                let rectangle = rectangle(*corner, *width, *height);
                let fill = self.theme.colour(*ink);
                self.push(&format!("<rect {rectangle} fill=\"{fill}\"/>\n"));
            }
            Mark::Disc(at, radius, ink) => {
                let (x, y, r) = (number(at.0), number(at.1), number(*radius));
                let fill = self.theme.colour(*ink);
                self.push(&format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\" fill=\"{fill}\"/>\n"));
            }
            Mark::Polygon(points, ink) => {
                let fill = self.theme.colour(*ink);
                self.push("<polygon points=\"");
                self.points(points);
                self.push(&format!("\" fill=\"{fill}\"/>\n"));
            }
            Mark::Faint(share, marks) => {
                self.push(&format!("<g opacity=\"{}\">\n", number(*share)));
                marks.iter().for_each(|mark| self.mark(mark));
                self.push("</g>\n");
            }
            Mark::Text(label) => self.label(label),
            Mark::Inside(corner, width, height, marks) => {
                self.inside(*corner, (*width, *height), marks);
            }
        }
    }

    fn points(&mut self, points: &[Point]) {
        for (i, p) in points.iter().enumerate() {
            let space = if i == 0 { "" } else { " " };
            let written = write!(self.out, "{space}{},{}", number(p.0), number(p.1));
            debug_assert!(written.is_ok(), "a string takes everything");
        }
    }

    fn line(&mut self, points: &[Point], stroke: &Stroke) {
        let colour = self.theme.colour(stroke.ink);
        let width = number(stroke.width);
        self.push("<polyline points=\"");
        self.points(points);
        self.push(&format!(
            "\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" stroke-linejoin=\"round\""
        ));
        if !stroke.dash.is_empty() {
            let dash: Vec<String> = stroke.dash.iter().map(|d| number(d * stroke.width)).collect();
            self.push(&format!(" stroke-dasharray=\"{}\"", dash.join(" ")));
        }
        self.push("/>\n");
    }

    fn label(&mut self, label: &Label) {
        let anchor = match label.anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let (x, y) = (number(label.at.0), number(label.at.1));
        let turned = match label.upright {
            true => format!(" transform=\"rotate(-90 {x} {y})\""),
            false => String::new(),
        };
        let weight = if label.bold { " font-weight=\"bold\"" } else { "" };
        let fill = self.theme.colour(super::Ink::Text);
        self.push(&format!(
            "<text x=\"{x}\" y=\"{y}\" font-size=\"{}\" text-anchor=\"{anchor}\" fill=\"{fill}\"{weight}{turned}>{}</text>\n",
            number(label.size),
            escaped(&label.text)
        ));
    }

    /// A nested picture shows only what is in it, and needs no name that another picture of the page
    /// might have.
    fn inside(&mut self, corner: Point, (width, height): (f64, f64), marks: &[Mark]) {
        let view = [corner.0, corner.1, width, height].map(number).join(" ");
        let rectangle = rectangle(corner, width, height);
        self.push(&format!("<svg {rectangle} viewBox=\"{view}\">\n"));
        marks.iter().for_each(|mark| self.mark(mark));
        self.push("</svg>\n");
    }
}

fn rectangle(corner: Point, width: f64, height: f64) -> String {
    let [x, y, w, h] = [corner.0, corner.1, width, height].map(number);
    format!("x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\"")
}

/// A length with a hundredth of a point.
fn number(x: f64) -> String {
    let text = format!("{x:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}
