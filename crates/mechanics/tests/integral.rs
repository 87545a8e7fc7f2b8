//! Integrals of forms: found where a closed form exists, verified, never claimed otherwise.

#[path = "../../algebra/tests/support/mod.rs"]
mod support;

use alembert_algebra::zero::{Verdict, zero_test};
use alembert_algebra::{
    Expr, Kind, Matrix, Node, Rational, Substitution, Vector, gradient, partial, rate,
};
use alembert_mechanics::integral::{Found, WORK, integrals};
use support::read;

/// The forms of constraints that are affine in the velocities, time last.
fn forms(coordinates: &[&str], constraints: &[&str]) -> (Vec<Expr>, Matrix) {
    let q: Vec<Expr> = coordinates.iter().map(|name| read(name)).collect();
    let v: Vec<Expr> = q.iter().map(|&x| rate(x)).collect();
    let mut rest = Substitution::new(v.iter().map(|&x| (x, Expr::zero())));
    let row = |text: &&str| -> Vector {
        let phi = timed(read(text));
        gradient(phi, &v).stack(&[rest.apply(phi)])
    };
    let rows: Vec<Vector> = constraints.iter().map(row).collect();
    let variables: Vec<Expr> = q.into_iter().chain([Expr::time()]).collect();
    let n = variables.len();
    (variables, Matrix::from_rows(rows, n))
}

/// The reader of the tests takes every name for a coordinate: `t` is time here.
fn timed(e: Expr) -> Expr {
    Substitution::new([(Expr::symbol("t", Kind::Coordinate, 0), Expr::time())]).apply(e)
}

fn found(coordinates: &[&str], constraints: &[&str]) -> Found {
    let (q, forms) = forms(coordinates, constraints);
    let found = integrals(&q, &forms, WORK);
    for integral in &found.integrals {
        for (i, &x) in q.iter().enumerate() {
            let sum = integral.factors.iter().enumerate().map(|(a, &f)| f * forms[(a, i)]);
            let difference = partial(integral.h, x) - Expr::sum(sum);
            assert_eq!(zero_test(difference), Verdict::Zero, "{constraints:?}");
        }
    }
    found
}

/// An expression as text, for messages.
fn text(e: Expr) -> String {
    match e.node() {
        Node::Sum(terms) => {
            let term = |(c, t): &(Rational, Expr)| format!("{c}*{}", text(*t));
            format!("({})", terms.iter().map(term).collect::<Vec<_>>().join(" + "))
        }
        Node::Product(powers) => {
            let power = |(b, k): &(Expr, Rational)| format!("{}^{k}", text(*b));
            powers.iter().map(power).collect::<Vec<_>>().join("*")
        }
        Node::Apply(f, x) => {
            format!("{f:?}({})", x.iter().map(|&a| text(a)).collect::<Vec<_>>().join(", "))
        }
        _ => format!("{e:?}"),
    }
}

fn assert_found(coordinates: &[&str], constraints: &[&str], expected: &[&str]) {
    let found = found(coordinates, constraints);
    assert_eq!(found.missing, 0, "{constraints:?}: {:?}", found.why);
    assert_eq!(found.integrals.len(), expected.len(), "{constraints:?}");
    for (integral, expected) in found.integrals.iter().zip(expected) {
        let difference = integral.h - timed(read(expected));
        let found = text(integral.h);
        assert_eq!(zero_test(difference), Verdict::Zero, "{expected} expected, {found} found");
    }
}

#[test]
fn integrals_of_the_literature_are_found_in_their_usual_form() {
    let xy = ["x", "y"];
    let xyz = ["x", "y", "z"];
    assert_found(&xy, &["x*x'+y*y'"], &["x^2+y^2"]);
    assert_found(&xy, &["-y*x'+x*y'"], &["y/x"]);
    assert_found(&xyz, &["y*z*x'+x*z*y'+x*y*z'"], &["x*y*z"]);
    assert_found(&xyz, &["y*z*x'+2*x*z*y'+3*x*y*z'"], &["x*y^2*z^3"]);
    assert_found(&xyz, &["2*x'+3*y'-z'"], &["2*x+3*y-z"]);
    assert_found(&xyz, &["x*y'+x*z'"], &["y+z"]);
    assert_found(&xyz, &["z'-y*x'", "y'"], &["z-y*x", "y"]);
    assert_found(&["x", "th"], &["x'-R*th'"], &["x-R*th"]);
    assert_found(&xy, &["t*x'+x"], &["t*x"]);
    assert_found(&["x"], &["x'-x"], &["x*exp(-t)"]);
    assert_found(&xy, &["x*y'-y*x'-(x^2+y^2)"], &["atan2(y,x)-t"]);
}

#[test]
fn integrals_of_linear_systems_contain_time() {
    let xy = ["x", "y"];
    let turned = ["x*cos(Om*t)+y*sin(Om*t)", "x*sin(Om*t)-y*cos(Om*t)"];
    assert_found(&xy, &["x'+Om*y", "y'-Om*x"], &turned);
    let angle = ["x*cos(th)+y*sin(th)", "x*sin(th)-y*cos(th)"];
    assert_found(&["x", "y", "th"], &["x'+th'*y", "y'-th'*x"], &angle);
    let both = ["x*cos(th+Om*t)+y*sin(th+Om*t)", "x*sin(th+Om*t)-y*cos(th+Om*t)"];
    assert_found(&["x", "y", "th"], &["x'+(th'+Om)*y", "y'-(th'+Om)*x"], &both);
    // The integral that a constraint has alone comes before those of both.
    let circle = ["x^2+y^2", "x*cos(z)+y*sin(z)"];
    assert_found(&["x", "y", "z"], &["x*x'+y*y'", "x'+y*z'"], &circle);
    let saddle = ["(x+y)*exp(-t)", "(x-y)*exp(t)"];
    assert_found(&xy, &["x'-y", "y'-x"], &saddle);
}

/// The number of integrals that are found of linear systems whose integrals are long.
#[test]
fn oscillations_decay_and_coupled_rotations_are_integrated() {
    let systems: [(&[&str], &[&str]); 8] = [
        (&["x", "y"], &["x'-y", "y'+R*x"]),       // an oscillation
        (&["x", "y"], &["x'-y", "y'+Om^2*x"]),    // with a frequency of either sign
        (&["x", "y"], &["x'-y", "y'+x+y"]),       // damped
        (&["x", "y"], &["x'+t*y", "y'-t*x"]),     // with a speed that grows
        (&["x", "y"], &["x'+Om*y-k", "y'-Om*x"]), // about a centre aside
        (&["x", "y", "z"], &["x'+z-y", "y'+x-z", "z'+y-x"]), // about a diagonal
        (&["x", "y", "z", "w"], &["x'+y", "y'-x", "z'+2*w", "w'-2*z"]), // two, apart
        (&["x", "y", "z", "w"], &["x'-z", "y'-w", "z'+2*x-y", "w'+2*y-x"]), // two masses, coupled
    ];
    for (q, constraints) in systems {
        let found = found(q, constraints);
        assert_eq!((found.integrals.len(), found.missing), (q.len(), 0), "{constraints:?}");
    }
}

/// Near misses: speeds that are no multiples of each other, and systems that are not linear.
#[test]
fn systems_that_only_look_linear_have_no_integral_with_waves() {
    let systems: [(&[&str], &[&str]); 3] = [
        (&["x", "y"], &["x'+t*y", "y'-x"]),
        (&["x", "y"], &["x'+x*y", "y'-x*y-x"]),
        (&["x", "y"], &["x'-y", "y'-k*x"]), // the sign of k is not known
    ];
    for (q, constraints) in systems {
        let found = found(q, constraints);
        assert!(found.integrals.len() < 2, "{constraints:?}");
    }
}

#[test]
fn forms_that_are_not_integrable_alone_are_integrated_together() {
    let both = ["(y*x'+x*y'+z')+w*(z'-2*w*w')", "x*(y*x'+x*y'+z')+(1+x*w)*(z'-2*w*w')"];
    let found = found(&["x", "y", "z", "w"], &both);
    assert_eq!((found.integrals.len(), found.missing), (2, 0), "{:?}", found.why);
    let straight = ["x'-R*cos(phi)*theta'", "y'-R*sin(phi)*theta'", "phi'"];
    let expected = ["x-R*cos(phi)*theta", "y-R*sin(phi)*theta", "phi"];
    assert_found(&["x", "y", "phi", "theta"], &straight, &expected);
}

#[test]
fn the_integrable_combination_of_a_nonholonomic_system_is_found() {
    assert_found(&["x", "y", "z", "w"], &["z'-y*x'+w'", "w'"], &["w"]);
    let drive = [
        "y'*cos(phi)-x'*sin(phi)",
        "x'*cos(phi)+y'*sin(phi)+k*phi'-R*tr'",
        "x'*cos(phi)+y'*sin(phi)-k*phi'-R*tl'",
    ];
    assert_found(&["x", "y", "phi", "tr", "tl"], &drive, &["2*k*phi-R*(tr-tl)"]);
}

#[test]
fn what_is_nonholonomic_has_no_integral_and_none_is_missing() {
    let ball = [
        "x'-R*(theta'*sin(phi)-psi'*sin(theta)*cos(phi))",
        "y'+R*(theta'*cos(phi)+psi'*sin(theta)*sin(phi))",
    ];
    let turntable = [&format!("{}+Om*y", ball[0])[..], &format!("{}-Om*x", ball[1])];
    let rubber = [ball[0], ball[1], "phi'+psi'*cos(theta)"];
    let trailers = [
        "x'*sin(th0)-y'*cos(th0)",
        "x'*sin(th1)-y'*cos(th1)-cos(th0-th1)*th0'",
        "x'*sin(th2)-y'*cos(th2)-cos(th0-th2)*th0'-cos(th1-th2)*th1'",
    ];
    let snakeboard = [
        "-sin(theta+phi)*x'+cos(theta+phi)*y'+k*cos(phi)*theta'",
        "-sin(theta-phi)*x'+cos(theta-phi)*y'-k*cos(phi)*theta'",
    ];
    let systems: [(&[&str], &[&str]); 13] = [
        (&["phi", "theta", "psi", "x", "y"], &ball),
        (&["phi", "theta", "psi", "x", "y"], &turntable),
        (&["phi", "theta", "psi", "x", "y"], &rubber),
        (&["x", "y", "th0", "th1", "th2"], &trailers),
        (&["x", "y", "theta", "psi", "phi"], &snakeboard),
        (&["x1", "y1", "x2", "y2", "z"], &["z'-y1*x1'-y2*x2'"]),
        (&["x", "y", "z"], &["z'-y*x'"]),
        (&["x", "y", "z"], &["z'-x*y'+y*x'"]),
        (&["x", "y", "theta"], &["x'*sin(theta)-y'*cos(theta)"]),
        (&["x", "y", "z"], &["z'-y^2*x'"]),
        (&["x", "y", "phi", "theta"], &["x'-R*cos(phi)*theta'", "y'-R*sin(phi)*theta'"]),
        (&["x1", "x2", "x3", "x4"], &["x2'-x3*x1'", "x3'-x4*x1'"]),
        (&["x", "y"], &["x*y'-y*x'-1"]),
    ];
    for (coordinates, constraints) in systems {
        let found = found(coordinates, constraints);
        assert_eq!((found.integrals.len(), found.missing), (0, 0), "{constraints:?}");
    }
}

#[test]
fn an_integral_without_closed_form_is_missing_with_a_reason() {
    let found = found(&["x", "y"], &["(x^2+y)*x'+sin(x*y)*y'"]);
    assert_eq!((found.integrals.len(), found.missing), (0, 1));
    assert!(found.why.is_some());
}

#[test]
fn integrating_factors_of_many_kinds_are_found() {
    let xy = ["x", "y"];
    // exact
    assert_found(&xy, &["(2*x*y+1)*x'+(x^2+cos(y))*y'"], &["x^2*y+x+sin(y)"]);
    assert_found(&xy, &["cos(x)*y*x'+sin(x)*y'"], &["y*sin(x)"]);
    // separable
    assert_found(&xy, &["x'-x*y*y'"], &["x*exp(-y^2/2)"]);
    assert_found(&xy, &["cos(x)*y'-y*sin(x)*x'"], &["y*cos(x)"]);
    // linear, with a factor of one variable
    assert_found(&xy, &["y'+(y-x)*x'"], &["(y-x+1)*exp(x)"]);
    // a factor of both variables
    assert_found(&xy, &["(y^2+x*y)*x'-x^2*y'"], &["x*exp(x/y)"]);
    // parameters inside
    assert_found(&["x", "y"], &["x'-k*x*y'"], &["x*exp(-k*y)"]);
    // trigonometric
    assert_found(&["x", "th"], &["x'-R*sin(th)*th'"], &["x+R*cos(th)"]);
    assert_found(&["x", "th"], &["x'-R*sin(th)^2*th'"], &["2*x-R*(th-sin(th)*cos(th))"]);
    assert_found(&["x", "th"], &["cos(th)^2*x'-R*th'"], &["x-R*sin(th)/cos(th)"]);
}

#[test]
fn an_angle_outside_of_sines_lives_on_the_covering() {
    let th = read("th");
    let rolling = found(&["x", "th"], &["x'-R*th'"]);
    assert_eq!(rolling.integrals[0].covering(&[th]), vec![th]);
    // An angle through an angle stays one: full turns lead to full turns.
    let gears = found(&["al1", "al2"], &["al1'-2*al2'"]);
    assert!(gears.integrals[0].covering(&["al1", "al2"].map(read)).is_empty());
    assert_eq!(gears.integrals[0].covering(&[read("al2")]), vec![read("al2")]);
    let crank = found(&["x", "th"], &["x'-R*sin(th)*th'"]);
    assert!(crank.integrals[0].covering(&[th]).is_empty());
}

/// Functions whose differentials are forms with an integral that we know.
const FUNCTIONS: [&str; 14] = [
    "x^2+y^2-z^2",
    "x*y+sin(z)",
    "y/x",
    "x*cos(z)+y*sin(z)",
    "(x^2+y)/(1+z^2)",
    "x*exp(y)+z",
    "x^3-3*x*y^2",
    "x-R*z",
    "x*y*z+k*x",
    "x^2/y+z",
    "exp(x)*sin(y)",
    "x*y^2*z^3",
    "sin(x)*cos(y)",
    "x+y*z^2-cos(x)",
];

/// What a form may have been multiplied with.
const FACTORS: [&str; 7] = ["1", "x", "1/(x*y)", "1+y^2", "exp(z)", "cos(y)", "x^2+y^2"];

#[test]
fn the_integral_of_a_multiple_of_a_differential_is_found_again() {
    let q: Vec<Expr> = ["x", "y", "z"].map(read).to_vec();
    let mut missed = Vec::new();
    for (h, f) in FUNCTIONS.iter().flat_map(|h| FACTORS.map(|f| (*h, f))) {
        let form: Vector = gradient(read(h), &q).iter().map(|&a| read(f) * a).collect();
        let forms = Matrix::from_rows(vec![form], 3);
        let found = integrals(&q, &forms, WORK);
        assert_eq!(found.integrals.len() + found.missing, 1, "{f} d({h})");
        match found.integrals.first() {
            None => missed.push(format!("{f} d({h})")),
            Some(integral) => {
                let (a, b) = (gradient(integral.h, &q), gradient(read(h), &q));
                for (i, j) in [(0, 1), (0, 2), (1, 2)] {
                    let wedge = a[i] * b[j] - a[j] * b[i];
                    assert_eq!(zero_test(wedge), Verdict::Zero, "{f} d({h})");
                }
            }
        }
    }
    assert!(missed.is_empty(), "{missed:#?}");
}

#[test]
fn two_integrals_mixed_with_functions_are_unmixed() {
    let q: Vec<Expr> = ["x", "y", "z", "w"].map(read).to_vec();
    let pairs = [
        ("x*y+z", "z-w^2"),
        ("x-R*cos(z)*w", "z"),
        ("x^2+y^2", "z-w"),
        ("y/x", "z*w"),
        ("x*exp(y)", "w-y"),
        ("x-R*w", "y+k*cos(z)"),
        ("x*y", "y*z+w"),
    ];
    let mixtures = [["1", "w", "x", "1+x*w"], ["cos(z)", "-sin(z)", "sin(z)", "cos(z)"]];
    let mut missed = Vec::new();
    for ((first, second), [a, b, c, d]) in pairs.iter().flat_map(|p| mixtures.map(|m| (*p, m))) {
        let [g, h] = [first, second].map(|h| gradient(read(h), &q));
        let mix = |f: &str, k: &str| -> Vector {
            g.iter().zip(h.iter()).map(|(&s, &t)| read(f) * s + read(k) * t).collect()
        };
        let forms = Matrix::from_rows(vec![mix(a, b), mix(c, d)], 4);
        let found = integrals(&q, &forms, WORK);
        assert_eq!(found.integrals.len() + found.missing, 2, "{first}, {second}");
        if found.missing > 0 {
            missed.push(format!("{first}, {second}: {:?}", found.why));
        }
    }
    assert!(missed.is_empty(), "{missed:#?}");
}

#[test]
fn large_forms_are_given_up_within_their_budget() {
    let names = ["x", "y", "z", "w", "u", "v"];
    let q: Vec<Expr> = names.map(read).to_vec();
    let long = "(1+x+y+z+w+u+v)^6*sin(x*y*z)+exp(x+y*w)*(u+v*z)^4";
    let form: Vector = gradient(read(long), &q).iter().map(|&a| a * read("1+x*y^3")).collect();
    let forms = Matrix::from_rows(vec![form], q.len());
    for work in [0, 1_000, 100_000] {
        let found = integrals(&q, &forms, work);
        assert!(found.integrals.is_empty() && found.why.is_some());
    }
}
