//! Plots: where curves are drawn, and that the three formats show the same.

use alembert_render::figure::{
    Anchor, Curve, Figure, Ink, Label, Mark, Panel, Theme, pdf, png, sheet, svg,
};

fn curve(name: &str, points: &[(f64, f64)]) -> Curve {
    let (x, y) = points.iter().copied().unzip();
    Curve { name: name.to_owned(), unit: None, x, y }
}

fn panel(curves: Vec<Curve>) -> Panel {
    Panel::new("Fall", ("t", Some("s")), ("y", Some("m")), curves)
}

/// The lines of curves, inside of the frame, and the frame: corner, width and height.
fn curves(figure: &Figure) -> (Vec<Vec<(f64, f64)>>, [f64; 4]) {
    let inside = figure.marks.iter().find_map(|mark| match mark {
        Mark::Inside(corner, width, height, marks) => {
            Some((marks, [corner.0, corner.1, *width, *height]))
        }
        _ => None,
    });
    let (marks, frame) = inside.expect("a frame");
    let lines = marks.iter().filter_map(|mark| match mark {
        Mark::Line(points, _) => Some(points.clone()),
        _ => None,
    });
    (lines.collect(), frame)
}

fn text(mark: &Mark) -> Option<&str> {
    match mark {
        Mark::Text(label) => Some(&label.text),
        _ => None,
    }
}

fn texts(figure: &Figure) -> Vec<&str> {
    figure.marks.iter().filter_map(text).collect()
}

/// x grows to the right and y upwards, linearly, with the data within the frame.
#[test]
fn data_are_placed_linearly_with_y_upwards() {
    let figure = sheet("", &[panel(vec![curve("y", &[(0.0, 0.0), (1.0, 10.0), (3.0, 30.0)])])]);
    let (lines, [x0, y0, width, height]) = curves(&figure);
    let [a, b, c] = lines[0][..] else { panic!("three points") };
    assert!(a.0 < b.0 && a.1 > b.1 && b.1 > c.1);
    assert!(((b.0 - a.0) * 2.0 - (c.0 - b.0)).abs() < 1e-9);
    assert!(((b.1 - a.1) * 2.0 - (c.1 - b.1)).abs() < 1e-9);
    assert!(a.0 > x0 && c.0 < x0 + width && c.1 > y0 && a.1 < y0 + height);
}

#[test]
fn a_path_has_equal_lengths_on_both_axes() {
    let circle: Vec<(f64, f64)> =
        (0..=64).map(|i| (f64::from(i) / 64.0 * std::f64::consts::TAU).sin_cos()).collect();
    let mut panel = panel(vec![curve("path", &circle)]);
    panel.equal = true;
    let (lines, _) = curves(&sheet("", &[panel]));
    let reach = |of: fn(&(f64, f64)) -> f64| {
        let values = || lines.iter().flatten().map(of);
        values().fold(f64::MIN, f64::max) - values().fold(f64::MAX, f64::min)
    };
    assert!((reach(|p| p.0) - reach(|p| p.1)).abs() < 1e-6);
}

#[test]
fn axes_tell_names_units_and_powers_of_ten() {
    let figure = sheet("Drop", &[panel(vec![curve("y", &[(0.0, 0.0), (2.0, 3e-15)])])]);
    let texts = texts(&figure);
    assert!(texts.contains(&"t [s]") && texts.contains(&"y [10⁻¹⁵ m]"), "{texts:?}");
    assert!(texts.contains(&"Drop") && texts.contains(&"Fall"));
}

/// Several curves differ in colour and in dashes, and are named.
#[test]
fn curves_can_be_told_apart_without_colours() {
    let list = ["a", "b", "c"].map(|name| curve(name, &[(0.0, 0.0), (1.0, 1.0)])).to_vec();
    let figure = sheet("", &[panel(list)]);
    let text = svg::text(&figure, Theme::Paper);
    let dashes = text.matches("stroke-dasharray").count();
    assert_eq!(dashes, 4, "two of three curves, each in the frame and in the legend");
    assert!([">a<", ">b<", ">c<"].iter().all(|name| text.contains(name)));
}

#[test]
fn a_curve_is_broken_where_it_has_no_value() {
    let points = [(0.0, 0.0), (1.0, 1.0), (2.0, f64::NAN), (3.0, 1.0), (4.0, 0.0)];
    let (lines, _) = curves(&sheet("", &[panel(vec![curve("y", &points)])]));
    assert_eq!(lines.iter().map(Vec::len).collect::<Vec<_>>(), [2, 2]);
}

#[test]
fn nothing_to_draw_is_said() {
    let mut empty = panel(vec![curve("y", &[])]);
    empty.absent = "no constraints".to_owned();
    let figure = sheet("", &[empty]);
    assert!(texts(&figure).contains(&"no constraints"));
}

/// Texts are escaped; a page may have colours of its own.
#[test]
fn svg_is_well_formed_and_takes_the_colours_of_a_page() {
    let figure = sheet("a < b & \"c\"", &[panel(vec![curve("y", &[(0.0, 0.0), (1.0, 1.0)])])]);
    let text = svg::text(&figure, Theme::Page);
    assert!(
        text.contains("a &lt; b &amp; &quot;c&quot;") && text.contains("var(--curve-0, #0b5fa5)")
    );
    assert_eq!(text.matches("<svg").count(), text.matches("</svg>").count());
    assert!(!text.contains("NaN") && !text.contains("inf"));
}

/// A disc in the middle, a text above, and paper elsewhere.
#[test]
fn png_has_the_colours_where_the_marks_are() {
    let label = Label {
        at: (50.0, 20.0),
        text: "Ω".to_owned(),
        size: 12.0,
        anchor: Anchor::Middle,
        upright: false,
        bold: true,
    };
    let disc = Mark::Disc((50.0, 50.0), 10.0, Ink::Curve(1));
    let cut = Mark::Inside(
        (0.0, 90.0),
        50.0,
        10.0,
        vec![Mark::Area((0.0, 90.0), 100.0, 10.0, Ink::Text)],
    );
    let figure = Figure {
        title: String::new(),
        width: 100.0,
        height: 100.0,
        marks: vec![disc, Mark::Text(label), cut],
    };
    let bytes = png::bytes(&figure, 2.0).unwrap();
    let image = tiny_skia::Pixmap::decode_png(&bytes).unwrap();
    let at = |x, y| image.pixel(x, y).map(|p| [p.red(), p.green(), p.blue()]).unwrap();
    assert_eq!((image.width(), image.height()), (200, 200));
    assert_eq!(at(100, 100), Ink::Curve(1).rgb());
    assert_eq!(at(10, 10), [255; 3]);
    assert_eq!((at(40, 190), at(160, 190)), (Ink::Text.rgb(), [255; 3]));
    let ink = (88..112)
        .flat_map(|x| (22..42).map(move |y| (x, y)))
        .filter(|&(x, y)| at(x, y) == Ink::Text.rgb());
    assert!(ink.count() > 40, "the letter is there");
}

#[test]
fn a_picture_without_pixels_or_with_too_many_is_refused() {
    let figure = Figure { title: String::new(), width: 100.0, height: 0.0, marks: Vec::new() };
    assert!(png::bytes(&figure, 1.0).is_err());
    let figure = Figure { height: 100.0, ..figure };
    assert!(png::bytes(&figure, 1e6).is_err());
}

/// Each entry of the table is the place of its object.
#[test]
fn pdf_knows_the_places_of_its_objects() {
    let figure = sheet("Path", &[panel(vec![curve("y", &[(0.0, 0.0), (1.0, 1.0)])])]);
    let text = String::from_utf8(pdf::bytes(&figure)).unwrap();
    let (_, table) = text.rsplit_once("startxref\n").unwrap();
    let place: usize = table.lines().next().unwrap().parse().unwrap();
    let entries: Vec<usize> =
        text[place..].lines().skip(3).take(4).map(|l| l[..10].parse().unwrap()).collect();
    for (i, entry) in entries.into_iter().enumerate() {
        assert!(text[entry..].starts_with(&format!("{} 0 obj", i + 1)));
    }
    let (_, stream) = text.split_once("stream\n").unwrap();
    let (stream, _) = stream.split_once("endstream").unwrap();
    assert!(text.contains(&format!("/Length {} ", stream.len())));
    assert!(stream.starts_with("1 0 0 -1 0 "), "y is downwards in a figure");
}
