//! The friction that contacts need, against closed forms.

use std::ops::ControlFlow;

use alembert::walk::{ContactReport, NoFriction, RunReport, RunRequest, run, with_reactions};

use crate::{last, model};

/// The run of a model whose reactions are observed.
fn observed(text: &str) -> RunReport {
    let reactions = with_reactions(&model(text), None).expect("a model with multipliers");
    assert_eq!(reactions.no_friction, None, "{text}");
    let request = RunRequest { contacts: &reactions.contacts, ..RunRequest::default() };
    let report = run(&reactions.model, request, &mut |_| ControlFlow::Continue(()));
    report.unwrap_or_else(|refusal| panic!("{refusal:?}\n{text}"))
}

fn only(report: &RunReport) -> &ContactReport {
    assert_eq!(report.contacts.len(), 1, "{:?}", report.contacts);
    &report.contacts[0]
}

fn near(found: f64, exact: f64, text: &str) {
    assert!((found - exact).abs() < 1e-11 * (1.0 + exact.abs()), "{found} and not {exact}\n{text}");
}

/// A body with the moment of inertia k m R² on an incline of the angle 0.4.
fn incline(k: &str, constraints: &str) -> String {
    format!(
        "coordinates\n  x, y, θ\nparameters\n  m = 2\n  R = 0.3\n  g = 9.81\n  α = 0.4\n\
         T = ½ m (x'² + y'²) + ½ ({k}) m R² θ'²\nV = m g (y cos α - x sin α)\n\
         constraints\n{constraints}initial\n  x = 0, y = 0.3, θ = 0, x' = 0\nrun 0 .. 2\n"
    )
}

const ROLLING: &str = "  plane: y = R\n  roll: x' = R θ'\n";

/// μ = tan α k/(1 + k), and N = m g cos α.
#[test]
fn a_body_on_an_incline_needs_friction_by_its_inertia() {
    for (k, factor) in [("2/5", 2.0 / 7.0), ("1/2", 1.0 / 3.0), ("1", 0.5)] {
        let text = incline(k, ROLLING);
        let report = observed(&text);
        let contact = only(&report);
        let (mu, t) = contact.needed.expect("it presses");
        near(mu, factor * 0.4f64.tan(), &text);
        near(last(&report, "friction"), factor * 0.4f64.tan(), &text);
        near(last(&report, "normal"), 2.0 * 9.81 * 0.4f64.cos(), &text);
        assert_eq!((t, contact.opens), (0.0, None));
        assert_eq!(contact.surface, "plane");
        assert!(
            report.text(alembert::Spelling::Ascii, false).contains("friction   (x, y) on `plane`")
        );
    }
}

/// The force does not depend on how the constraints are written: neither on their signs and factors, nor on
/// how often one of them is said.
#[test]
fn friction_does_not_depend_on_how_constraints_are_written() {
    for constraints in [
        "  plane: R = y\n  roll: R θ' = x'\n",
        "  plane: 3 y = 3 R\n  roll: -2 x' = -2 R θ'\n",
        "  plane: y' = 0\n  roll: x' = R θ'\n",
        "  plane: y = R\n  roll: x = R θ\n",
        "  plane: y = R\n  roll: x' = R θ' + 3 y'\n",
        "  plane: y = R\n  roll: x' = R θ'\n  again: y' = 0\n",
        "  plane: y = R\n  roll: x' = R θ'\n  again: x = R θ\n",
    ] {
        let text = incline("2/5", constraints);
        let report = observed(&text);
        near(only(&report).needed.expect("it presses").0, 2.0 / 7.0 * 0.4f64.tan(), constraints);
    }
}

#[test]
fn a_ball_in_space_needs_two_sevenths_of_the_slope() {
    let text = "coordinates\n  x, y, z\n  B rotation with space ω\nparameters\n  m = 2\n  R = 0.3\n  g = 9.81\n  a = 0.4\n\
                T = ½ m (x'² + y'² + z'²) + 1/5 m R² (ω_x² + ω_y² + ω_z²)\nV = m g (z cos(a) - x sin(a))\n\
                constraints\n  plane: z = R\n  rx: x' = R ω_y\n  ry: y' = -R ω_x\n\
                initial\n  x = 0, y = 0, z = 0.3, x' = 0, y' = 1\n  ω_z = 2\nrun 0 .. 2\n";
    let report = observed(text);
    near(only(&report).needed.expect("it presses").0, 2.0 / 7.0 * 0.4f64.tan(), text);
    near(last(&report, "friction"), 2.0 / 7.0 * 0.4f64.tan(), text);
}

/// On a turntable the velocity turns with 2/7 Ω: μ = 2/7 Ω v/g.
#[test]
fn a_ball_on_a_turntable_needs_friction_by_its_speed() {
    let text = "coordinates\n  x, y, z\n  B rotation with space ω\nparameters\n  W = 3\n  R = 0.1\n  g = 9.81\n\
                T = ½ (x'² + y'² + z'²) + 1/5 R² (ω_x² + ω_y² + ω_z²)\nV = g z\n\
                constraints\n  table: z = R\n  rx: x' = R ω_y - W y\n  ry: y' = -R ω_x + W x\n\
                initial\n  x = 0.5, y = 0, z = 0.1, x' = 0.2, y' = 0.7\nrun 0 .. 3\n";
    let report = observed(text);
    let v = 0.2f64.hypot(0.7);
    near(last(&report, "friction"), 2.0 / 7.0 * 3.0 * v / 9.81, text);
}

/// A body of the inertia k m r² in a bowl, at the angle φ from its bottom, released at φ₀:
/// N = m g (cos φ + 2 (cos φ − cos φ₀)/(1 + k)), F = m g sin φ k/(1 + k).
#[test]
fn a_hoop_in_a_bowl_needs_most_friction_where_it_is_released() {
    let text = "coordinates\n  x, y, θ\nparameters\n  m = 2\n  r = 0.25\n  a = 1\n  g = 9.81\n\
                T = ½ m (x'² + y'²) + ½ m r² θ'²\nV = m g y\n\
                constraints\n  bowl: x² + y² = a²\n  roll: (x y' - y x')/a = -r θ'\n\
                initial\n  x = sin(1), y = -cos(1), θ = 0, θ' = 0\nrun 0 .. 3\n";
    let report = observed(text);
    let contact = only(&report);
    let (mu, t) = contact.needed.expect("it presses");
    near(mu, 0.5 * 1f64.tan(), text);
    assert!(contact.opens.is_none());
    assert_eq!(t, 0.0, "later samples are not exactly at the ends of its swing");
    let (sin, cos) = (last(&report, "x"), -last(&report, "y"));
    near(last(&report, "friction"), 0.5 * sin.abs() / (cos + (cos - 1f64.cos())), text);
    near(last(&report, "normal").abs(), 2.0 * 9.81 * (cos + (cos - 1f64.cos())), text);
}

/// From the top of a cylinder: it leaves where cos φ = 2 cos φ₀/(3 + k).
#[test]
fn the_contact_opens_where_the_normal_force_vanishes() {
    let text = "coordinates\n  x, y, θ\nparameters\n  m = 2\n  r = 0.25\n  a = 1\n  g = 9.81\n\
                T = ½ m (x'² + y'²) + 1/5 m r² θ'²\nV = m g y\n\
                constraints\n  hill: x² + y² = a²\n  roll: (x y' - y x')/a = -r θ'\n\
                initial\n  x = sin(1/2), y = cos(1/2), θ = 0, θ' = 0\nrun 0 .. 2\nobserve\n  high = y\n";
    let report = observed(text);
    let contact = only(&report);
    let opens = contact.opens.expect("it leaves the hill");
    let there = RunRequest { to: Some(opens), ..RunRequest::default() };
    let end = crate::followed(text, there);
    near(last(&end, "y"), 2.0 * 0.5f64.cos() / 3.4, text);
    assert_eq!(
        (contact.needed, contact.unbounded),
        (None, true),
        "friction stays where N vanishes"
    );
    assert!(report.events.is_empty(), "nobody asked for events");
    let said = report.text(alembert::Spelling::Ascii, false);
    assert!(said.contains("opens, or would have to pull, from t = "), "{said}");
    assert!(said.contains("grows without bound until the contact opens"), "{said}");
    assert!(!said.contains("at least"), "{said}");
}

/// A weight that vanishes takes friction and the normal force with it in one ratio.
#[test]
fn friction_that_vanishes_with_the_normal_force_stays_bounded() {
    let text = incline("2/5", ROLLING).replace("V = m g (", "V = m g (1 - t) (");
    let report = observed(&text);
    let contact = only(&report);
    near(contact.opens.expect("the weight vanishes"), 1.0, &text);
    assert!(!contact.unbounded);
    near(contact.needed.expect("it pressed").0, 2.0 / 7.0 * 0.4f64.tan(), &text);
}

/// The weight m g cos α against a lift of 30.
#[test]
fn a_contact_that_pulls_from_the_start_is_told() {
    let negative = "negative from the start: it pulls, unless the surface is on the other side";
    for (lift, pulls) in [("0", false), ("30", true)] {
        let text = incline("2/5", ROLLING).replace("x sin α)", &format!("x sin α) - {lift} y"));
        let report = observed(&text);
        let exact = 2.0 * 9.81 * 0.4f64.cos() - lift.parse::<f64>().unwrap();
        near(only(&report).normal_at_start.expect("it presses or pulls"), exact, &text);
        let said = report.text(alembert::Spelling::Ascii, false);
        assert_eq!(said.contains(negative), pulls, "{said}");
    }
}

#[test]
fn friction_below_rounding_is_none() {
    let text = incline("2/5", ROLLING).replace("α = 0.4", "α = 1e-14");
    let report = observed(&text);
    assert_eq!(only(&report).needed, Some((0.0, 0.0)));
    let said = report.text(alembert::Spelling::Ascii, false);
    assert!(said.contains("on `plane`, taken as a surface, needs none\n"), "{said}");
}

/// N = m (g cos α + y'') on a floor that rises with y'' = 3.
#[test]
fn a_floor_that_moves_is_a_surface_and_no_drive() {
    let text = incline("2/5", ROLLING).replace("y = R\n", "y = R + 3/2 t²\n");
    let report = observed(&text);
    let normal = 9.81 * 0.4f64.cos() + 3.0;
    near(last(&report, "normal"), 2.0 * normal, &text);
    near(last(&report, "friction"), 2.0 / 7.0 * 9.81 * 0.4f64.sin() / normal, &text);
}

/// A disk that tilts: its centre is not round the corner, z = R sin θ, and yet the normal is the vertical.
#[test]
fn the_normal_of_a_tilting_disk_is_the_vertical() {
    let disk = |ground: &str| {
        format!(
            "coordinates\n  x, y, z\n  φ, θ, ψ\nparameters\n  m = 1\n  R = 0.5\n  I = 1/4 m R²\n  g = 9.81\n\
             T = ½ m (x'² + y'² + z'²) + ½ I (θ'² + φ'² sin²θ) + I (ψ' + φ' cos θ)²\nV = m g z\n\
             constraints\n  ground: {ground}\n\
             \x20 rx: x' = R (θ' sin θ sin φ - φ' cos θ cos φ - ψ' cos φ)\n\
             \x20 ry: y' = R (-θ' sin θ cos φ - φ' cos θ sin φ - ψ' sin φ)\n\
             initial\n  x = 0, y = 0, z = R sin(1.2), φ = 0, θ = 1.2, ψ = 0\n  φ' = 1, θ' = 0.1, ψ' = 5\nrun 0 .. 1\n\
             observe\n  own = √(λ_rx² + λ_ry²)/|λ_ground|\n"
        )
    };
    for ground in ["z = R sin θ", "z' = R θ' cos θ"] {
        let report = observed(&disk(ground));
        assert!(last(&report, "own") > 1e-3);
        near(last(&report, "friction"), last(&report, "own"), ground);
        assert_eq!(only(&report).surface, "ground");
    }
}

#[test]
fn several_bodies_have_a_column_each() {
    let text = "coordinates\n  x1, y1, a1, x2, y2, a2\nparameters\n  R = 0.5\n  g = 9.81\n\
                T = ½ (x1'² + y1'²) + (x2'² + y2'²) + ½ R² a1'² + ½ R² a2'²\n\
                V = g (y1 - 0.3 x1) + 2 g (y2 - 0.3 x2)\nconstraints\n  p: y1 = R\n  q: y2 = R\n\
                \x20 r: x1' = R a1'\n  s: x2' = R a2'\n  rod: (x1 - x2)² = 4\n\
                initial\n  x1 = 0, x2 = 2, y1 = 0.5, y2 = 0.5, a1 = 0, a2 = 0, x1' = 0\nrun 0 .. 1\n";
    let report = observed(text);
    let names: Vec<&str> = report.contacts.iter().map(|c| &*c.columns[0]).collect();
    assert_eq!(names, ["friction_1", "friction_2"]);
    // the axle a = 0.9 g/5 is shared; F = J a/R² = a for both
    let a = 0.9 * 9.81 / 5.0;
    near(last(&report, "friction_1"), a / 9.81, text);
    near(last(&report, "friction_2"), a / (2.0 * 9.81), text);
}

#[test]
fn a_name_of_the_users_own_is_not_taken() {
    let text = incline("2/5", ROLLING) + "observe\n  friction = λ_roll\n";
    let report = observed(&text);
    near(last(&report, "friction"), last(&report, "lambda_roll"), &text);
    near(last(&report, "contact_friction"), 2.0 / 7.0 * 0.4f64.tan(), &text);
}

fn why(text: &str) -> NoFriction {
    let reactions = with_reactions(&model(text), None).expect("a model with multipliers");
    assert!(reactions.contacts.is_empty(), "{text}");
    reactions.no_friction.expect("a reason")
}

fn plane(rest: &str) -> String {
    format!("coordinates\n  x, y, θ\nL = ½ (x'² + y'²) + θ'² - y\n{rest}")
}

/// A cylinder on a table and a mass that hangs from it on a string are two bodies.
#[test]
fn lengths_of_different_bodies_are_no_place() {
    for [x, y, mass] in [["x", "y", "3"], ["s", "u", "3"], ["s", "u", "1"]] {
        let text = format!(
            "coordinates\n  {x} [m]\n  {y} [m]\n  θ [rad]\nparameters\n  M = 1 [kg]\n  R = 1 [m]\n  k = 1 [kg m/s^2]\n\
             L = M {x}'² + {mass} M {y}'² + M R² θ'² + k {y}\n\
             constraints\n  string: {x} = {y}\n  roll: {x}' = R θ'\n"
        );
        assert_eq!(why(&text), NoFriction::NoPlace, "{text}");
    }
}

#[test]
fn a_drive_along_the_surface_is_no_friction() {
    for constraints in [
        "  roll: x' = 2 θ'\n  drive: x' = 1 + t\n",
        "  roll: x' = 2 θ'\n  drive: x' = 1\n",
        "  roll: x' = 2 θ'\n  drive: x = t²\n",
        "  drive: x' = 1 + t\n",
    ] {
        let text = plane(&format!("constraints\n  floor: y = 1\n{constraints}"));
        assert_eq!(why(&text), NoFriction::Driven("drive".to_owned()), "{text}");
    }
    let text = plane("inputs\n  u\nconstraints\n  floor: y = 1\n  drive: x' = u\n");
    assert_eq!(why(&text), NoFriction::Driven("drive".to_owned()), "{text}");
}

#[test]
fn a_body_that_rolls_on_another_one_is_joined_to_it() {
    for gear in ["x1' - x2' = a1'", "x1 - x2 = a1"] {
        let text = format!(
            "coordinates\n  x1, y1, a1, x2, y2\nL = x1'² + y1'² + a1'² + x2'² + y2'² - y1 - y2\n\
             constraints\n  p: y1 = 1\n  q: y2 = 0\n  roll: x1' = 2 a1'\n  gear: {gear}\n"
        );
        assert_eq!(why(&text), NoFriction::Joined("gear".to_owned()), "{text}");
    }
}

#[test]
fn without_a_contact_there_is_a_reason() {
    let polar = "coordinates\n  r, θ\nL = ½ (r'² + r² θ'²)\nconstraints\n  c: r' = θ'\n";
    let unlike = "coordinates\n  x\n  y [rad]\nL = ½ (x'² + y'²)\nconstraints\n  c: x' = y'\n";
    let oblique =
        "coordinates\n  x, y\nL = ½ (x'² + x' y' + y'²)\nconstraints\n  c: y = 0\n  d: x' = 1\n";
    let rotating = "coordinates\n  x, y\n  B rotation with space ω, body Ω\nT = ½ (x'² + y'²) + ½ (Ω_x² + 2 Ω_y² + 3 Ω_z²)\n\
                    constraints\n  a: x' = ω_y\n  b: y' = -ω_x\n";
    for (text, reason) in [
        (plane(""), NoFriction::Free),
        (polar.to_owned(), NoFriction::NoPlace),
        (unlike.to_owned(), NoFriction::NoPlace),
        (oblique.to_owned(), NoFriction::NoPlace),
        (plane("constraints\n  roll: x' = 2 θ'\n"), NoFriction::NoSurface),
        (plane("constraints\n  roll: x = 2 θ\n  turn: y' = sin(θ) x'\n"), NoFriction::NoSurface),
        (rotating.to_owned(), NoFriction::NoSurface),
        (plane("constraints\n  edge: x' sin θ = y' cos θ\n"), NoFriction::NoSurface),
        (plane("constraints\n  a: y = 1\n  b: x = 2\n"), NoFriction::SeveralSurfaces),
        (plane("constraints\n  a: y = 1\n"), NoFriction::Slides("a".to_owned())),
    ] {
        assert_eq!(why(&text), reason, "{text}");
    }
}

/// Without weight nothing presses, and no number is made of rounding.
#[test]
fn where_nothing_presses_this_is_said() {
    let text = incline("2/5", ROLLING).replace("g = 9.81", "g = 0").replace("x' = 0", "x' = 1");
    let report = observed(&text);
    let contact = only(&report);
    assert_eq!((contact.needed, contact.opens), (None, Some(0.0)));
    let said = report.text(alembert::Spelling::Ascii, false);
    assert!(said.contains("nothing presses the body on it"), "{said}");
}

/// A rope pulls at the axle so that θ'' = 1: what turns the ball is friction, F = 2/5 m R θ''.
#[test]
fn a_servo_that_pulls_the_body_is_no_friction() {
    let text = incline("2/5", &format!("{ROLLING}  rope: θ' = 2 + t reaction (1, 0, 0)\n"));
    let text = text.replace(", x' = 0", "");
    let report = observed(&text);
    near(last(&report, "friction"), 0.4 * 0.3 / (9.81 * 0.4f64.cos()), &text);
}

/// A weight that hangs below presses, and pushes nobody along the surface: a = 0.12, F = 0.06, N = 2.
#[test]
fn what_hangs_from_a_body_presses_it_on_its_surface() {
    let text = "coordinates\n  x1, y1, a1, x2, y2\nT = x1'² + y1'² + a1'² + x2'² + y2'²\nV = y1 + y2 - 0.3 x1\n\
                constraints\n  p: y1 = 1\n  roll: x1' = 2 a1'\n  hang: y1' - y2' = 0\n\
                initial\n  x1 = 0, y1 = 1, x1' = 0\nrun 0 .. 1\n";
    let report = observed(text);
    near(last(&report, "friction_1"), 0.03, text);
    near(last(&report, "normal_1"), 2.0, text);
}

#[test]
fn the_order_of_constraints_does_not_matter() {
    let text = plane("constraints\n  drive: x = t²\n  roll: x' = 2 θ'\n  floor: y = 1\n");
    assert_eq!(why(&text), NoFriction::Driven("drive".to_owned()), "{text}");
}

/// A constraint on velocities is a surface when it has an integral: y z = const, and neither y' = t x' nor y' = z x'.
#[test]
fn surfaces_are_those_that_have_an_integral() {
    let space = |constraint: &str| {
        format!(
            "coordinates\n  x, y, z, θ\nL = ½ (x'² + y'² + z'²) + θ'² - y - z\nconstraints\n  sheet: {constraint}\n  \
             roll: x' = 2 θ'\ninitial\n  x = 1, y = 1, z = 1, x' = 1, y' = 1\nrun 0 .. 0.1\n"
        )
    };
    let text = space("x (z y' + y z') = 0");
    assert_eq!(only(&observed(&text)).surface, "sheet");
    let turning = plane("constraints\n  turn: y' = t x'\n  roll: x' = 2 θ'\n");
    for text in [space("y' = z x'"), turning] {
        assert_eq!(why(&text), NoFriction::NoSurface, "{text}");
    }
}

#[test]
fn a_place_without_mass_is_no_body() {
    let text = "coordinates\n  x, y, θ\nL = θ'²\nconstraints\n  floor: y = 0\n  roll: x' = 2 θ'\n";
    assert_eq!(why(text), NoFriction::NoPlace);
}

/// The weight m g (1/3 − t) (1 − t) vanishes at 1/3 between two samples, and at 1 in one.
#[test]
fn the_first_opening_counts_and_events_are_the_users() {
    let text = incline("2/5", ROLLING).replace("V = m g (", "V = m g (1/3 - t) (1 - t) (");
    let reactions = with_reactions(&model(&text), None).expect("a model with multipliers");
    let quantity = alembert::language::read_expression(
        &alembert::language::Source::new("event", "t - 1/4"),
        &reactions.model,
    );
    let quantity = quantity.expect("an expression");
    let events = [alembert::walk::Event { text: "t - 1/4".to_owned(), quantity, ends: false }];
    let request =
        RunRequest { contacts: &reactions.contacts, events: &events, ..RunRequest::default() };
    let report = run(&reactions.model, request, &mut |_| ControlFlow::Continue(())).expect("a run");
    near(only(&report).opens.expect("the weight vanishes"), 1.0 / 3.0, &text);
    assert_eq!(report.events.len(), 1);
    near(report.events[0].t, 0.25, &text);
}

#[test]
fn contacts_of_runs_backwards_open_too() {
    let text = incline("2/5", ROLLING)
        .replace("V = m g (", "V = m g (1 + t) (")
        .replace("run 0 .. 2", "run 0 .. -2");
    let report = observed(&text);
    let contact = only(&report);
    near(contact.opens.expect("the weight vanishes"), -1.0, &text);
    near(contact.needed.expect("it pressed").0, 2.0 / 7.0 * 0.4f64.tan(), &text);
}
