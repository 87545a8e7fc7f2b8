//! Still pictures: where points of space are seen, and what covers what.

use alembert_render::figure::still::{Body, Place, Seen, Solid, Still, Trail, still};
use alembert_render::figure::{Figure, Ink, Mark, pdf, png};

const AXES: [Place; 3] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];

fn body(solid: Solid, at: Place, size: f64) -> Body {
    Body { solid, at, to: None, axes: AXES, size }
}

/// A picture of one motion.
fn alone(moments: Vec<Vec<Body>>, trails: Vec<Trail>) -> Still {
    let seen = Seen { name: "alone".to_owned(), moments, trails };
    Still { motions: vec![seen], ..Still::default() }
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
    dots(&still("points", &Still { from, ..alone(vec![moment], Vec::new()) }))
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
        let trail = Trail {
            name: "path".to_owned(),
            points: vec![[0.0; 3], [1.0, 0.5, 0.0]],
            turning: false,
        };
        let with = alone(vec![vec![one.clone()]], vec![trail.clone()]);
        let without = alone(vec![Vec::new()], vec![trail]);
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
    let ball = body(Solid::Sphere, [f64::NAN; 3], f64::INFINITY);
    let trail = Trail {
        name: "path".to_owned(),
        points: vec![[f64::NAN; 3], [1e300, 0.0, 0.0]],
        turning: true,
    };
    let shown = Still { from: Some([0.0; 3]), ..alone(vec![vec![ball]], vec![trail]) };
    let figure = still("", &shown);
    assert!(png::bytes(&figure, 1.0).is_ok());
}

/// A second motion is dashed, in another colour, within the picture, and both are named; one alone is not.
#[test]
fn two_motions_can_be_told_apart_without_colours() {
    let motion = |name: &str, y: f64| {
        let rod = Body { to: Some([1.0, y, 0.0]), ..body(Solid::Rod, [0.0; 3], 0.0) };
        let trail = Trail {
            name: "path".to_owned(),
            points: vec![[0.0; 3], [5.0, y, 0.0]],
            turning: false,
        };
        Seen { name: name.to_owned(), moments: vec![vec![rod]], trails: vec![trail] }
    };
    let both =
        Still { motions: vec![motion("first", 1.0), motion("second", -3.0)], ..Still::default() };
    let figure = still("", &both);
    let lines = |curve: usize| -> Vec<(Vec<(f64, f64)>, bool)> {
        let of = |mark: Mark| match mark {
            Mark::Line(points, stroke) if stroke.ink == Ink::Curve(curve) => {
                Some((points, stroke.dash.is_empty()))
            }
            _ => None,
        };
        flat(&figure.marks).into_iter().filter_map(of).collect()
    };
    // the rod, the path, and the sample of the legend
    assert_eq!(lines(0).iter().map(|l| l.1).collect::<Vec<_>>(), [true; 3]);
    assert_eq!(lines(1).iter().map(|l| l.1).collect::<Vec<_>>(), [false; 3]);
    let inside = |p: &(f64, f64)| (0.0..figure.width).contains(&p.0) && (0.0..280.0).contains(&p.1);
    assert!(lines(1)[..2].iter().all(|line| line.0.iter().all(inside)), "the ghost fits in");
    let names = |figure: &Figure| -> Vec<String> {
        let label = |mark: &Mark| match mark {
            Mark::Text(label) => Some(label.text.clone()),
            _ => None,
        };
        flat(&figure.marks).iter().filter_map(label).collect()
    };
    assert_eq!(names(&figure), ["first", "second"]);
    let single = Still { motions: vec![motion("first", 1.0)], ..Still::default() };
    assert!(names(&still("", &single)).is_empty());
}

/// The ground lies under all of a scene, and every line of it within the picture.
#[test]
fn the_ground_is_whole() {
    let rod = Body { to: Some([9.3, -4.1, 0.0]), ..body(Solid::Rod, [-0.7, 0.9, 0.0], 0.0) };
    let disk = body(Solid::Disk, [9.3, -4.1, 0.5], 0.5);
    let plane = Body { at: [3.0, 0.0, 0.0], ..body(Solid::Plane, [0.0; 3], 0.0) };
    for bodies in [vec![rod.clone()], vec![rod.clone(), disk.clone()], vec![rod, disk, plane]] {
        let figure = still("", &alone(vec![bodies], Vec::new()));
        let ground = |mark: Mark| match mark {
            Mark::Line(points, stroke) if stroke.ink == Ink::Grid => Some(points),
            _ => None,
        };
        let lines: Vec<Vec<(f64, f64)>> =
            flat(&figure.marks).into_iter().filter_map(ground).collect();
        let inside = |p: &(f64, f64)| (1.0..399.0).contains(&p.0) && (1.0..279.0).contains(&p.1);
        assert!(lines.len() > 8 && lines.iter().flatten().all(inside), "{lines:?}");
    }
}

/// A pivot is drawn once, over the rods of all moments.
#[test]
fn a_pivot_is_drawn_over_what_turns_about_it() {
    let moment = |x: f64| {
        let rod = Body { to: Some([x, -1.0, 0.0]), ..body(Solid::Rod, [0.0; 3], 0.0) };
        vec![rod, body(Solid::Pivot, [0.0; 3], 0.0)]
    };
    let figure = still("", &alone(vec![moment(0.5), moment(-0.5)], Vec::new()));
    let marks = flat(&figure.marks);
    let is_disc = |mark: &Mark| matches!(mark, Mark::Disc(..));
    assert_eq!(marks.iter().filter(|m| is_disc(m)).count(), 2);
    assert!(marks.iter().rev().take(2).all(is_disc));
}

/// A remark stands below the scene, inside the picture.
#[test]
fn a_remark_has_room_below_the_scene() {
    let ball = body(Solid::Sphere, [0.0; 3], 1.0);
    let plain = alone(vec![vec![ball]], Vec::new());
    let remark = Some("What is seen is guessed, and bodies may look otherwise.".to_owned());
    let (without, with) = (still("ball", &plain), still("ball", &Still { remark, ..plain }));
    assert!(with.height > without.height + 9.0);
    let text = with.marks.iter().find_map(|mark| match mark {
        Mark::Text(label) => Some(label.clone()),
        _ => None,
    });
    let text = text.expect("the remark");
    assert!(text.text.contains("guessed"));
    assert!(text.at.1 > without.height + 7.0 && text.at.1 < with.height);
}
