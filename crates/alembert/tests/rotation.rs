//! Rotations in models: the same bodies as in Euler angles, the words of the language, mistakes.

mod support;

use std::ops::ControlFlow;

use alembert::gallery::Example;
use alembert::language::{Code, Form, Model, Source, read, read_assignments, spell, to_json};
use alembert::walk::{EvalReport, RunRequest, eval, run};
use alembert_algebra::{Elementary, Expr, Kind, apply, rate};
use support::canon::{model, numbers, systems};
use support::value::value;

/// Accelerations and multipliers, relative to the larger of 1 and their size.
const AGREEMENT: f64 = 1e-12;
const PRINCIPLES: [&str; 8] =
    ["dalembert", "hamel", "gauss", "maggi", "elimination", "voronec", "udwadia", "appell"];

/// An Euler-angle state (φ, θ, ψ) with velocities.
#[derive(Clone, Copy)]
struct Angles {
    q: [f64; 3],
    v: [f64; 3],
}

const NAMES: [&str; 3] = ["phi", "theta", "psi"];

/// The angular velocity in Euler angles, `B = Rz(φ) Rx(θ) Rz(ψ)`.
fn omega(space: bool) -> [Expr; 3] {
    let symbol = |k: usize, dots| Expr::symbol(NAMES[k], Kind::Coordinate, dots);
    let (s, c) = (
        |k: usize| apply(Elementary::Sin, &[symbol(k, 0)]),
        |k: usize| apply(Elementary::Cos, &[symbol(k, 0)]),
    );
    let [f, t, p] = [0, 1, 2].map(|k| symbol(k, 1));
    match space {
        true => [t * c(0) + p * s(1) * s(0), t * s(0) - p * s(1) * c(0), f + p * c(1)],
        false => [f * s(1) * s(2) + t * c(2), f * s(1) * c(2) - t * s(2), f * c(1) + p],
    }
}

impl Angles {
    fn point(&self, a: [f64; 3]) -> Vec<(Expr, f64)> {
        let jets = [(0, self.q), (1, self.v), (2, a)];
        let symbol = |k: usize, dots| Expr::symbol(NAMES[k], Kind::Coordinate, dots);
        jets.iter().flat_map(|&(dots, x)| (0..3).map(move |k| (symbol(k, dots), x[k]))).collect()
    }

    /// The angular velocity, or with the accelerations of the angles its rate.
    fn omega(&self, space: bool) -> [f64; 3] {
        omega(space)
            .map(|e| value(e, &self.point([0.0; 3])).expect("angular velocities have values"))
    }

    fn omega_rate(&self, space: bool, a: [f64; 3]) -> [f64; 3] {
        omega(space).map(|e| value(rate(e), &self.point(a)).expect("their rates have values"))
    }

    /// `B = euler313(…), name_x = …`
    fn given(&self, space: bool, name: &str) -> String {
        let [f, t, p] = self.q;
        let w = self.omega(space);
        let parts = ["x", "y", "z"].iter().zip(w).map(|(axis, w)| format!("{name}_{axis}={w:?}"));
        format!("B=euler313({f:?}, {t:?}, {p:?}), {}", parts.collect::<Vec<_>>().join(", "))
    }
}

fn at(model: &Model, state: &str, principle: &str) -> EvalReport {
    let state = read_assignments(&Source::new("<state>", state), model);
    eval(model, &state.expect("a state"), Some(principle)).expect("it has values")
}

fn highest(report: &EvalReport, name: &str) -> f64 {
    let found = report.highest.iter().find(|h| h.0 == name);
    found.unwrap_or_else(|| panic!("no {name} in {:?}", report.highest)).1
}

fn assert_close(found: f64, expected: f64, what: &str) {
    let error = (found - expected).abs() / expected.abs().max(1.0);
    assert!(error < AGREEMENT, "{what}: {found} instead of {expected}");
}

/// A system of the canon in Euler angles, and its text with a rotation.
struct Twin {
    id: &'static str,
    text: &'static str,
}

const BALL: &str = "coordinates\n  x, y\n  B rotation with space ω\n";
const TWINS: [Twin; 4] = [
    Twin {
        id: "sphere_plane",
        text: "parameters\n  m = 1, R = 0.5\nT = m/2 (x'² + y'²) + m R²/5 |ω|²\nconstraints\n  \
               c1: x' - R ω_y = 0\n  c2: y' + R ω_x = 0\n",
    },
    Twin {
        id: "ball_turntable",
        text: "parameters\n  m = 1, R = 0.1, Om = 3\nT = m/2 (x'² + y'²) + m R²/5 |ω|²\n\
               constraints\n  c1: x' - R ω_y + Om y = 0\n  c2: y' + R ω_x - Om x = 0\n",
    },
    Twin {
        id: "chaplygin_sphere",
        text: "parameters\n  m = 1, R = 0.6, I1 = 0.15, I2 = 0.2, I3 = 0.25\n\
               T = m/2 (x'² + y'²) + I1/2 Ω_x² + I2/2 Ω_y² + I3/2 Ω_z²\nconstraints\n  \
               c1: x' - R ω_y = 0\n  c2: y' + R ω_x = 0\n",
    },
    Twin {
        id: "suslov",
        text: "parameters\n  I11 = 1, I22 = 1.5, I33 = 2, I13 = 0.4, I23 = 0\n\
               T = I11/2 Ω_x² + I22/2 Ω_y² + I33/2 Ω_z² + I13 Ω_x Ω_z + I23 Ω_y Ω_z\n\
               constraints\n  c1: Ω_z = 0\n",
    },
];

impl Twin {
    fn model(&self) -> Model {
        let head = match self.id {
            "suslov" => "coordinates\n  B rotation with space ω, body Ω\n".to_owned(),
            "chaplygin_sphere" => BALL.replace("space ω", "space ω, body Ω"),
            _ => BALL.to_owned(),
        };
        model(self.id, &(head + self.text))
    }
}

#[test]
fn bodies_move_as_they_do_in_euler_angles_by_all_principles() {
    let canon = systems(include_str!("data/canon.json"));
    for twin in TWINS {
        let system = canon.iter().find(|s| s.id == twin.id).expect("it is in the canon");
        let turning = twin.model();
        for state in system.states() {
            let [q, v, a] = [&state["q"], &state["v"], &state["expect"]["a"]].map(numbers);
            let triple = |of: &std::collections::BTreeMap<String, f64>| NAMES.map(|n| of[n]);
            let angles = Angles { q: triple(&q), v: triple(&v) };
            let expected = angles.omega_rate(true, triple(&a));
            let mut given = angles.given(true, "ω");
            for (name, x) in q.iter().filter(|(name, _)| !NAMES.contains(&name.as_str())) {
                given += &format!(", {name}={x:?}, {name}'={:?}", v[name]);
            }
            for principle in PRINCIPLES {
                let report = at(&turning, &given, principle);
                for (axis, w) in ["x", "y", "z"].iter().zip(expected) {
                    let what = format!("{} {principle} ω_{axis}'", twin.id);
                    assert_close(highest(&report, &format!("omega_{axis}'")), w, &what);
                }
                for name in ["x", "y"].iter().filter(|name| a.contains_key(**name)) {
                    let what = format!("{} {principle} {name}''", twin.id);
                    assert_close(highest(&report, &format!("{name}''")), a[*name], &what);
                }
                let lambda = state["expect"]["lambda"].as_array().expect("multipliers");
                for ((label, found), expected) in report.multipliers.iter().zip(lambda) {
                    let what = format!("{} {principle} {label}", twin.id);
                    assert_close(*found, expected.as_f64().expect("a number"), &what);
                }
            }
        }
    }
}

const TOP: &str = "coordinates\n  φ, θ, ψ\nparameters\n  A = 0.7, C = 0.4, k = 1.3\n\
    T = A/2 (θ'² + φ'² sin²θ) + C/2 (ψ' + φ' cos θ)²\nV = k cos θ\n";
const TOP_PARAMETERS: &str = "parameters\n  A = 0.7, C = 0.4, k = 1.3\n";

/// The heavy top in body axes, in space axes, and by masses on a frame that turns.
const TOPS: [&str; 3] = [
    "coordinates\n  B rotation with body Ω\nT = A/2 (Ω_x² + Ω_y²) + C/2 Ω_z²\nV = k B_zz\n",
    "coordinates\n  B rotation with space ω\nlet\n  n = B (0, 0, 1)\n\
     T = A/2 |ω|² + (C - A)/2 (n · ω)²\nV = k n_z\n",
    "coordinates\n  B rotation with space ω\nlet\n  P = B (1, 0, 0)\n  Q = B (0, 1, 0)\n  \
     n = B (0, 0, 1)\nT = C/4 (|P'|² + |Q'|²) + (2 A - C)/4 |n'|²\nV = k n · (0, 0, 1)\n",
];

#[test]
fn a_heavy_top_obeys_the_lagrangian_in_euler_angles() {
    let angles = Angles { q: [0.4, 1.1, -0.3], v: [0.9, -0.5, 2.1] };
    let [f, t, p] = angles.q;
    let [u, v, w] = angles.v;
    let state = format!("phi={f}, theta={t}, psi={p}, phi'={u}, theta'={v}, psi'={w}");
    let report = at(&model("top", TOP), &state, "dalembert");
    let a = NAMES.map(|name| highest(&report, &format!("{name}''")));
    for text in TOPS {
        let turning = model("top", &(TOP_PARAMETERS.to_owned() + text));
        let space = text.contains("space");
        let name = if space { "omega" } else { "Omega" };
        for principle in PRINCIPLES {
            let found = at(&turning, &angles.given(space, name), principle);
            for (axis, expected) in ["x", "y", "z"].iter().zip(angles.omega_rate(space, a)) {
                let found = highest(&found, &format!("{name}_{axis}'"));
                assert_close(found, expected, &format!("{principle} {name}_{axis}' of {text}"));
            }
            assert_close(found.energy, report.energy, "the energy");
        }
    }
}

#[test]
fn a_torque_is_given_in_space_axes_whatever_the_equations_are_in() {
    let forces = "forces\n  B: (0.3, -0.2, 0.5)\n";
    let space = format!("coordinates\n  B rotation with space ω\nT = |ω|²\n{forces}");
    let body = format!("coordinates\n  B rotation with space ω, body Ω\nT = |Ω|²\n{forces}");
    for text in [space, body] {
        let turning = model("ball", &text);
        for principle in PRINCIPLES {
            let state = "B=euler313(0.3, 1.2, -0.7), ω_x=1, ω_y=2, ω_z=3";
            let report = at(&turning, state, principle);
            for (axis, w) in ["x", "y", "z"].iter().zip([0.15, -0.1, 0.25]) {
                assert_close(highest(&report, &format!("omega_{axis}'")), w, principle);
            }
        }
    }
}

#[test]
fn dissipation_slows_each_component_down() {
    let text = "coordinates\n  B rotation with body Ω\nT = |Ω|²\nforces\n  dissipation = 3 Ω_x²\n";
    let report = at(&model("drag", text), "Ω_x = 2, Ω_y = 1", "dalembert");
    assert_close(highest(&report, "Omega_x'"), -6.0, "Ω_x'");
    assert_close(highest(&report, "Omega_y'"), 0.0, "Ω_y'");
}

#[test]
fn orientations_are_given_in_three_ways() {
    // B_yx tells a turn about z: cos and sin of the same angle.
    let text = "coordinates\n  B rotation with space ω\nT = |ω|²\nV = B_yx + 2 B_xx\n\
                initial\n  B = axis((0, 0, 1), 0.4)\n";
    let turning = model("turned", text);
    let energy = |c: f64, s: f64| s + 2.0 * c;
    let (s, c) = 0.4f64.sin_cos();
    let cases = [
        ("t = 0", energy(c, s)),
        ("B = euler313(0.1, 0, 0.3)", energy(c, s)),
        ("B = quaternion(2, 0, 0, 2)", energy(0.0, 1.0)),
        ("B = axis((1, 0, 0), 0.4)", energy(1.0, 0.0)),
    ];
    for (state, expected) in cases {
        assert_close(at(&turning, state, "dalembert").energy, expected, state);
    }
    let nothing = text.split("initial").next().expect("a part");
    assert_close(at(&model("as it is", nothing), "t = 0", "dalembert").energy, 2.0, "identity");
}

#[test]
fn both_angular_accelerations_are_told_when_both_have_names() {
    let text = "coordinates\n  B rotation with space ω, body Ω\nparameters\n  k = 2\n\
                T = Ω_x² + 2 Ω_y² + 3 Ω_z²\n";
    let turning = model("free", text);
    // A quarter turn about z takes the body's x to the laboratory's y.
    let report = at(&turning, "B=axis((0, 0, 1), pi/2), Ω_x=1, Ω_y=2, Ω_z=3", "dalembert");
    let own = ["x", "y", "z"].map(|axis| highest(&report, &format!("Omega_{axis}'")));
    assert_close(own[0], (2.0 - 3.0) * 2.0 * 3.0, "Euler's first equation");
    assert_close(highest(&report, "omega_y'"), own[0], "turned");
    assert_close(highest(&report, "omega_x'"), -own[1], "turned");
    let json = report.json();
    assert!(json["highest"]["omega_x'"].is_number() && json["highest"]["Omega_x'"].is_number());
    // Given in the other axes it is the same state.
    let same = at(&turning, "B=axis((0, 0, 1), pi/2), ω_y=1, ω_x=-2, ω_z=3", "dalembert");
    assert_close(highest(&same, "Omega_x'"), own[0], "the same state");
}

#[test]
fn the_axes_are_those_of_the_energy() {
    let head = "coordinates\n  B rotation with space ω, body Ω\n";
    let axes = |rest: &str| model("axes", &format!("{head}{rest}")).rotations[0].omega.clone();
    assert_eq!(axes("T = |ω|²\n"), "omega");
    assert_eq!(axes("T = |Ω|²\n"), "Omega");
    assert_eq!(axes("let\n  s = ω_x\nT = s² + |ω|²\n"), "omega");
    assert_eq!(axes("T = |ω|² + Ω_x²\n"), "Omega");
    assert_eq!(axes("let\n  P = B (1, 2, 3)\nT = |P'|²\nforces\n  B: ω\n"), "Omega");
}

#[test]
fn a_rotation_keeps_its_meaning_in_every_spelling_and_in_json() {
    let text = "coordinates\n  x, y\n  B rotation with space ω, body Ω\nparameters\n  m = 1\n\
        let\n  P = B (0, 0, 1)\n  Q = (1, 0, 0) × B P - 2 B (x, y, 0)\n\
        T = ½ m (x'² + y'²) + |Ω|² + |P'|²\nV = B_xy P_z + Q_x\nconstraints\n  \
        roll: x' = P · ω\nforces\n  B: (0, B_zx, ω_z)\ninitial\n  \
        B = euler313(0.1, 0.2, 0.3), Ω = (1, 2, 3)\nexpect\n  ω' · P = 0\n";
    let meaning = |text: &str| {
        let model = model("spelled", text);
        let initial: Vec<_> = model.initial.iter().map(|i| (i.quantity, i.value)).collect();
        let phi: Vec<_> = model.constraints.iter().map(|c| c.phi).collect();
        (model.lagrangian, model.forces, phi, initial)
    };
    let source = |text: &str| Source::new("spelled", text);
    let mut texts = vec![to_json(&source(text)).expect("a tree").to_string()];
    for form in [Form::Ascii, Form::Unicode, Form::Latex] {
        texts.push(spell(&source(text), form).expect("it is spelled"));
    }
    for other in texts {
        assert_eq!(meaning(&other), meaning(text), "{other}");
    }
}

#[test]
fn mistakes_with_rotations_are_told_at_their_place() {
    let good = "coordinates\n  x\n  B rotation with body Ω\nparameters\n  k = 1\nT = x'² + |Ω|²\n";
    let rows = [
        ("let\n  C = B", Code::Expected, "`B` is a rotation, neither a number nor a vector"),
        ("V = B", Code::Expected, "`B` is a rotation"),
        ("V = x + B", Code::Expected, "`B` is a rotation"),
        ("V = |B|", Code::Expected, "`B` is a rotation"),
        ("V = B²", Code::Expected, "`B` is a rotation"),
        ("V = (B' (1, 0, 0)) · Ω", Code::Expected, "`B` is a rotation"),
        ("V = k/B", Code::Expected, "`B` is a rotation"),
        ("let\n  C = B (1, 2)", Code::Expected, "has 2 components, and `B` turns vectors of 3"),
        ("V = Ω · B", Code::Expected, "`B` turns nothing here"),
        ("let\n  C = B · (1, 2, 3)", Code::Expected, "`B` is a rotation, not a vector"),
        ("V = Ω", Code::Expected, "expected a number"),
        ("V = B_xw", Code::UnknownSymbol, "B_xw"),
        ("V = ω_x", Code::UnknownSymbol, "ω_x"),
        ("forces\n  B: 3", Code::Expected, "expected a vector"),
        ("forces\n  B: (1, 2)", Code::Expected, "3 are needed here"),
        ("initial\n  B = 1", Code::Expected, "is no orientation"),
        ("initial\n  B = euler313(1, 2)", Code::Expected, "`euler313` takes 3 arguments, not 2"),
        ("initial\n  B = axis(1, 2)", Code::Expected, "expected a vector"),
        ("initial\n  B = axis((2, 0, 0), 1)", Code::Expected, "has the length 2, not 1"),
        ("initial\n  B = quaternion(0, 0, 0, 0)", Code::Expected, "is no orientation"),
        ("initial\n  Ω = 3", Code::Expected, "expected a vector"),
        ("initial\n  B' = axis((1, 0, 0), 1)", Code::Expected, "no part of the state"),
        ("initial\n  Ω_x' = 1", Code::Expected, "no part of the state"),
        ("initial\n  B = axis((1, 0, 0), 1) [deg]", Code::Expected, "has no unit"),
        ("initial\n  Ω = (1, 2, 3), Ω_x = 1", Code::DeclaredTwice, "and by components"),
        ("initial\n  Ω_x = (1, 2, 3)", Code::Expected, "expected a number"),
        ("V = axis((1, 0, 0), 1)", Code::Expected, "only as the initial value of a rotation"),
        ("symmetry\n  B = 1", Code::Expected, "expected a vector"),
        ("let\n  Ω = 2 x", Code::DeclaredTwice, "`Ω` is declared twice"),
    ];
    for (line, code, words) in rows {
        let text = format!("{good}{line}\n");
        let found = read(&Source::new("wrong", &text)).diagnostics;
        let errors: Vec<_> = found.iter().filter(|d| d.is_error()).collect();
        assert!(!errors.is_empty(), "{line} is accepted");
        assert_eq!(errors[0].code, code, "{line}: {errors:#?}");
        assert!(errors[0].message.contains(words), "{line}: {}", errors[0].message);
    }
}

#[test]
fn a_rotation_needs_an_angular_velocity_in_known_axes() {
    let rows = [
        ("B rotation", "has no angular velocity"),
        ("B rotation with", "expected `space` or `body`"),
        ("B rotation with lab ω", "expected `space` or `body`"),
        ("B rotation with space ω, space w", "given twice"),
    ];
    for (line, words) in rows {
        let text = format!("coordinates\n  x\n  {line}\nT = x'²\n");
        let found = read(&Source::new("wrong", &text)).diagnostics;
        let told = found.iter().any(|d| d.is_error() && d.message.contains(words));
        assert!(told, "{line}: {found:#?}");
    }
}

#[test]
fn angular_velocities_are_measured_in_radians_a_second() {
    let text = |v: &str| {
        format!(
            "coordinates\n  x [m]\n  B rotation with body Ω\nparameters\n  I = 1 [kg m^2]\n  \
             m = 1 [kg]\n  g = 1 [m/s^2]\nT = ½ m x'² + ½ I |Ω|²\nV = {v}\n"
        )
    };
    let codes = |v: &str| -> Vec<Code> {
        let found = read(&Source::new("units", text(v))).diagnostics;
        found.iter().filter(|d| d.is_error()).map(|d| d.code).collect()
    };
    assert_eq!(codes("m g x B_zz"), []);
    assert_eq!(codes("m g x + I Ω_x"), [Code::UnitsDisagree]);
    assert_eq!(codes("m g B_zz"), [Code::UnitsDisagree]);
}

#[test]
fn accelerations_are_no_part_of_a_state() {
    let turning = model("free", "coordinates\n  B rotation with body Ω\nT = |Ω|²\n");
    let refused = read_assignments(&Source::new("<state>", "Ω_x' = 1"), &turning);
    let found = refused.expect_err("it is refused");
    assert!(found[0].message.contains("the equations of motion determine it"), "{found:#?}");
    let twice = read_assignments(&Source::new("<state>", "Ω_x = 1, Ω = (1, 2, 3)"), &turning);
    assert_eq!(twice.expect_err("it is refused")[0].code, Code::DeclaredTwice);
    let turning = model("free", "coordinates\n  B rotation with space ω, body Ω\nT = |Ω|²\n");
    let both = read_assignments(&Source::new("<state>", "Ω_x = 1, ω_z = 2"), &turning);
    assert!(both.expect_err("it is refused")[0].message.contains("in space axes and in body axes"));
}

/// Values along runs agree with closed forms and with Euler angles up to the errors of steps.
const ALONG: f64 = 1e-9;

/// The last values of a run, by name.
fn last(model: &Model, to: f64) -> impl Fn(&str) -> f64 + use<> {
    let request = RunRequest { to: Some(to), ..RunRequest::default() };
    let report = run(model, request, &mut |_| ControlFlow::Continue(()));
    let report = report.unwrap_or_else(|refusal| panic!("{refusal:?}"));
    assert!(report.is_complete(), "{:?}", report.reason);
    move |name: &str| {
        let column = report.columns.iter().find(|column| column.name == name);
        *column.unwrap_or_else(|| panic!("no {name}")).values.last().expect("a sample")
    }
}

fn assert_near(found: f64, expected: f64, what: &str) {
    assert!((found - expected).abs() < ALONG, "{what}: {found} instead of {expected}");
}

#[test]
fn a_ball_on_a_turntable_runs_on_a_circle() {
    let example = Example::named("ball-on-turntable-rotation").expect("it is in the gallery");
    let at_end = last(&model(example.name, example.text), 5.0);
    let rate: f64 = 2.0 * 3.0 / 7.0;
    let radius = 0.2 / rate;
    assert_near(at_end("x"), 0.5 + radius * ((5.0 * rate).cos() - 1.0), "x");
    assert_near(at_end("y"), radius * (5.0 * rate).sin(), "y");
    let square: f64 = (0..4).map(|k| at_end(&format!("B_{k}")).powi(2)).sum();
    assert_near(square, 1.0, "the quaternion");
}

#[test]
fn a_top_runs_as_in_euler_angles() {
    let angles = Angles { q: [0.4, 1.1, -0.3], v: [0.9, -0.5, 2.1] };
    let ([f, t, p], [u, v, w]) = (angles.q, angles.v);
    let start = format!("initial\n  φ={f}, θ={t}, ψ={p}, φ'={u}, θ'={v}, ψ'={w}\n");
    let expected = last(&model("top", &format!("{TOP}{start}")), 2.0);
    for text in TOPS {
        let space = text.contains("space");
        let given = angles.given(space, if space { "ω" } else { "Ω" });
        let observe = "observe\n  height = B_zz\n  side = B_xz\n";
        let text = format!("{TOP_PARAMETERS}{text}{observe}initial\n  {given}\n");
        let at_end = last(&model("top", &text), 2.0);
        assert_near(at_end("height"), expected("theta").cos(), "B_zz");
        let side = expected("theta").sin() * expected("phi").sin();
        assert_near(at_end("side"), side, "B_xz");
    }
}

#[test]
fn a_start_may_be_given_in_the_other_axes_or_not_at_all() {
    let text = "coordinates\n  B rotation with space ω, body Ω\nT = Ω_x² + 2 Ω_y² + 3 Ω_z²\n\
                observe\n  turned = ω_y\n";
    let given = "initial\n  B = axis((0, 0, 1), pi/2), ω = (0, 1, 0)\n";
    let at_end = last(&model("turned", &format!("{text}{given}")), 1.0);
    assert_near(at_end("turned"), 1.0, "a permanent rotation");
    assert_near(at_end("Omega_x"), 1.0, "about the first axis");
    let at_end = last(&model("at rest", text), 1.0);
    assert_near(at_end("B_0"), 1.0, "the identity stays");
}
