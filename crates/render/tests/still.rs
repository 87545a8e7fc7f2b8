//! Still pictures: where points of space are seen, and what covers what.

use alembert_render::figure::still::{Body, Place, Solid, Still, Trail, still};
use alembert_render::figure::{Figure, Mark, pdf, png};

const AXES: [Place; 3] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];

fn body(solid: Solid, at: Place, size: f64) -> Body {
    Body { solid, at, to: None, axes: AXES, size }
}

/// All marks, without the frames around them.
fn flat(marks: &[Mark]) -> Vec<Mark> {
    let inside = |mark: &Mark| match mark {
        Mark::Inside(_, _, _, marks) | Mark::Faint(_, marks) => flat(marks),
        mark => vec![mark.clone()],
    };
    marks.iter().flat_map(inside).collect()
}

fn dots(figure: &Figure) -> Vec<(f64, f64)> {
    let dot = |mark: Mark| match mark {
        Mark::Disc(at, ..) => Some(at),
        _ => None,
    };
    flat(&figure.marks).into_iter().filter_map(dot).collect()
}

fn points(places: &[Place], from: Option<Place>) -> Vec<(f64, f64)> {
    let moment = places.iter().map(|&at| body(Solid::Point, at, 0.0)).collect();
    let shown = Still { moments: vec![moment], trails: Vec::new(), from };
    dots(&still("points", &shown))
}

fn is_near(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-9
}

/// From above, x goes to the right and y up, by the same scale.
#[test]
fn what_lies_in_a_plane_is_seen_from_above() {
    let seen = points(&[[0.0, 0.0, 0.0], [2.0, 0.0, 0.0], [0.0, 1.0, 0.0]], None);
    assert!(seen[1].0 > seen[0].0 && is_near(seen[1].1, seen[0].1));
    assert!(seen[2].1 < seen[0].1 && is_near(seen[2].0, seen[0].0));
    assert!(is_near(seen[1].0 - seen[0].0, 2.0 * (seen[0].1 - seen[2].1)));
}

/// From +x, y goes to the right and z up; from −y, x goes to the right.
#[test]
fn a_camera_looks_from_where_it_stands() {
    // The nearest point is drawn last.
    let places = [[0.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let seen = points(&places, Some([5.0, 0.0, 0.0]));
    assert!(seen[1].0 > seen[0].0 && is_near(seen[1].1, seen[0].1));
    assert!(seen[2].1 < seen[0].1 && is_near(seen[2].0, seen[0].0));
    let seen = points(&[[0.0, 0.0, 0.0], [1.0, 0.0, 0.0]], Some([0.0, -3.0, 0.0]));
    assert!(seen[1].0 > seen[0].0);
}

#[test]
fn nearer_bodies_are_drawn_over_farther_ones() {
    let seen = points(&[[2.0, 1.0, 0.0], [0.0, 0.0, 0.0]], Some([1.0, 0.0, 0.0]));
    assert!(seen[0].0 < seen[1].0, "the one at x = 0 comes first: {seen:?}");
    let seen = points(&[[2.0, 1.0, 0.0], [0.0, 0.0, 0.0]], Some([-1.0, 0.0, 0.0]));
    assert!(
        seen[0].0 < seen[1].0,
        "from the other side the other one, which is now to the left: {seen:?}"
    );
}

#[test]
fn every_body_is_drawn_in_the_picture_in_every_format() {
    let solids = [
        Solid::Disk,
        Solid::Sphere,
        Solid::Box,
        Solid::Blade,
        Solid::Point,
        Solid::Turntable,
        Solid::Plane,
    ];
    let mut bodies: Vec<Body> = solids.iter().map(|&s| body(s, [0.5, 0.2, 0.3], 0.4)).collect();
    for solid in [Solid::Rod, Solid::Spring, Solid::Arrow] {
        bodies.push(Body { to: Some([1.0, 1.0, 0.5]), ..body(solid, [0.0; 3], 0.0) });
    }
    for one in &bodies {
        let trail = Trail { points: vec![[0.0; 3], [1.0, 0.5, 0.0]], turning: false };
        let with =
            Still { moments: vec![vec![one.clone()]], trails: vec![trail.clone()], from: None };
        let without = Still { moments: vec![Vec::new()], trails: vec![trail], from: None };
        let (full, empty) = (still("", &with), still("", &without));
        let ground = matches!(one.solid, Solid::Turntable | Solid::Plane);
        let more = flat(&full.marks).len() > flat(&empty.marks).len();
        assert!(more || ground && full != empty, "{:?}", one.solid);
        assert!(png::bytes(&full, 1.0).is_ok() && pdf::bytes(&full).starts_with(b"%PDF"));
        for mark in flat(&full.marks) {
            let inside =
                |p: &(f64, f64)| (-60.0..460.0).contains(&p.0) && (-60.0..340.0).contains(&p.1);
            match mark {
                Mark::Line(points, _) | Mark::Polygon(points, _) => {
                    assert!(points.iter().all(inside));
                }
                Mark::Disc(at, ..) => assert!(inside(&at)),
                _ => {}
            }
        }
    }
}

/// Nothing at all, or numbers that are none, give a picture and no panic.
#[test]
fn empty_and_broken_scenes_have_pictures() {
    assert!(!still("", &Still::default()).marks.is_empty(), "the ground is there");
    let shown = Still {
        moments: vec![vec![body(Solid::Sphere, [f64::NAN; 3], f64::INFINITY)]],
        trails: vec![Trail { points: vec![[f64::NAN; 3], [1e300, 0.0, 0.0]], turning: true }],
        from: Some([0.0; 3]),
    };
    let figure = still("", &shown);
    assert!(png::bytes(&figure, 1.0).is_ok());
}
