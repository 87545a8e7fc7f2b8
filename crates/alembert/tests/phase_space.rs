//! Hamilton's side: positions and momenta, the Hamiltonian, the bracket, Jacobi's identity, and the canonical form.
#![allow(clippy::unwrap_used, reason = "a failed test says where")]

use alembert::gallery;
use alembert::language::{Model, Source, read};
use alembert::walk::{Derivation, Form, HamiltonReport, Request, WalkError, derive, notes};
use alembert::{Layout, Spelling};

fn model(text: &str) -> Model {
    read(&Source::new("hamilton.mech", text)).model.expect("a sound model")
}

fn by_poisson(model: &Model) -> Result<Derivation, WalkError> {
    let request = Request {
        principle: Some("poisson"),
        form: Form::Multipliers,
        closed: false,
        reduce: false,
    };
    derive(model, request)
}

fn canonical(model: &Model) -> Result<Derivation, WalkError> {
    derive(model, Request { principle: None, form: Form::Canonical, closed: false, reduce: false })
}

fn side(found: Result<Derivation, WalkError>) -> HamiltonReport {
    found.unwrap().hamilton.expect("Hamilton's side")
}

fn lines(list: &[(String, String)]) -> Vec<String> {
    list.iter().map(|(lhs, rhs)| format!("{lhs} = {rhs}")).collect()
}

/// A blade with a force along it and a torque, on a plane.
const SLEIGH: &str = "coordinates\n  x, y, phi\nparameters\n  m = 2\n  J = 3\n  F = 1\n  N = 4\n\
     L = 1/2 m (x'^2 + y'^2) + 1/2 J phi'^2\n\
     forces\n  x: F cos(phi)\n  y: F sin(phi)\n  phi: N - J phi'\n\
     constraints\n  edge: x' sin(phi) - y' cos(phi) = 0\n";

/// A bead with drag on a wire that turns and moves.
const WIRE: &str = "coordinates\n  x, y\nparameters\n  m = 2\n  c = 1\n  w = 3\n\
     L = 1/2 m (x'^2 + y'^2) - m y\nforces\n  x: -c x'\n\
     constraints\n  wire: y' = w t x' + x\n";

/// A body with a weight, a torque about the vertical, and the Suslov constraint.
const TOP: &str = "coordinates\n  B rotation with body Ω\nparameters\n  A = 1\n  C = 2\n  k = 3\n  a = 1/2\n\
     L = 1/2 A (Ω_x^2 + Ω_y^2) + 1/2 C Ω_z^2 - k B_zz\nconstraints\n  s: Ω_z = a Ω_x\n";

/// A Pais–Uhlenbeck particle whose velocities are tied.
const TIED: &str = "coordinates\n  x, y\nparameters\n  g = 1\n  k = 2\n\
     L = 1/2 g (x''^2 + y''^2) - 1/2 k (x'^2 + y'^2) - x y\nconstraints\n  tie: y' = x x'\n";

#[test]
fn a_sleigh_with_forces_has_hamiltons_equations_on_its_constraint() {
    let found = side(by_poisson(&model(SLEIGH)));
    assert_eq!(found.coordinates, ["x", "y", "phi", "pi_1", "pi_2"]);
    assert_eq!(found.hamiltonian, "pi_1^2/(2*m) + pi_2^2/(2*J)");
    assert_eq!(
        lines(&found.equations),
        [
            "x' = pi_1*cos(phi)/m",
            "y' = pi_1*sin(phi)/m",
            "phi' = pi_2/J",
            "pi_1' = F",
            "pi_2' = N - pi_2",
        ]
    );
    assert_eq!(found.drift, ["0", "0", "0", "F", "N - pi_2"]);
    assert_eq!(found.jacobi.decision, Some(false));
    let (of, value) = found.jacobi.witness.clone().unwrap();
    assert_eq!((of, value.as_str()), (["x", "pi_1", "pi_2"].map(str::to_owned), "sin(phi)"));
    assert_eq!(found.certificate.word(), "proved");
}

#[test]
fn a_sleigh_with_forces_has_its_reaction_in_the_canonical_form() {
    let found = canonical(&model(SLEIGH)).unwrap();
    let report = found.hamilton.as_ref().unwrap();
    assert_eq!(
        lines(&report.equations)[3..],
        [
            "p_x' = F*cos(phi) + lambda_edge*sin(phi)",
            "p_y' = F*sin(phi) - lambda_edge*cos(phi)",
            "p_phi' = N - p_phi",
        ]
    );
    assert_eq!(lines(&report.constraints), ["(p_x*sin(phi) - p_y*cos(phi))/m = 0"]);
    assert_eq!(found.equations.len(), 7, "six rates and the constraint");
    assert_eq!(found.certificate.word(), "proved");
}

#[test]
fn a_wire_that_moves_has_a_drift() {
    let found = side(by_poisson(&model(WIRE)));
    assert_eq!(found.coordinates, ["x", "y", "pi_1"]);
    assert_eq!(found.drift[..2], ["0", "x"]);
    assert_eq!(found.jacobi.decision, Some(true));
    assert!(found.jacobi.sentence.contains("at each instant"), "{}", found.jacobi.sentence);
    let found = side(canonical(&model(WIRE)));
    assert_eq!(
        lines(&found.equations)[2..],
        ["p_x' = -c*p_x/m - w*lambda_wire*t", "p_y' = lambda_wire - m"]
    );
    assert_eq!(lines(&found.constraints).len(), 1);
}

#[test]
fn a_rod_is_followed_by_its_rate() {
    let text = "coordinates\n  x, y\nparameters\n  m = 1\n  l = 1\nL = 1/2 m (x'^2 + y'^2)\nconstraints\n  rod: x^2 + y^2 = l^2\n";
    let found = side(canonical(&model(text)));
    assert_eq!(lines(&found.hidden), ["2*(x*p_x + y*p_y)/m = 0"]);
    assert_eq!(lines(&found.equations)[2], "p_x' = 2*lambda_rod*x");
}

#[test]
fn a_top_has_the_bracket_of_so3_and_the_vertical() {
    let found = side(canonical(&model(TOP)));
    let z = ["Gamma_x", "Gamma_y", "Gamma_z", "M_x", "M_y", "M_z"];
    assert_eq!(found.coordinates, z);
    assert_eq!(found.bracket[3], ["0", "-Gamma_z", "Gamma_y", "0", "-M_z", "M_y"]);
    assert_eq!(found.jacobi.decision, Some(true));
    let rates = lines(&found.equations);
    assert_eq!(rates[2], "Gamma_z' = (Gamma_x*M_y - Gamma_y*M_x)/A");
    assert_eq!(rates[4], "M_y' = (C - A)*M_x*M_z/(A*C) - k*Gamma_x");
    assert_eq!(found.certificate.word(), "proved");
    let found = side(by_poisson(&model(TOP)));
    assert_eq!(found.jacobi.decision, Some(false));
    assert_eq!(found.certificate.word(), "proved");
}

#[test]
fn accelerations_have_ostrogradskys_momenta_free_and_constrained() {
    let found = side(canonical(&model(TIED)));
    assert_eq!(found.coordinates, ["x", "y", "x'", "y'", "p1_x", "p1_y", "p2_x", "p2_y"]);
    assert_eq!(
        lines(&found.equations)[4..],
        [
            "p1_x' = -y - lambda_tie*x",
            "p1_y' = lambda_tie - x",
            "p2_x' = -k*x' - p1_x",
            "p2_y' = -k*y' - p1_y",
        ]
    );
    let found = side(by_poisson(&model(TIED)));
    assert_eq!(found.coordinates, ["x", "y", "pi_1", "u_1", "rho_1"]);
    assert_eq!(found.jacobi.decision, Some(true), "one speed: nothing can fail");
    assert_eq!(found.certificate.word(), "proved");
}

#[test]
fn third_derivatives_and_linear_ones_have_their_equations() {
    let third =
        model("coordinates\n  x\nparameters\n  a = 1\n  k = 1\nL = 1/2 a x'''^2 - 1/2 k x^2\n");
    let plain = Request { principle: None, form: Form::Explicit, closed: false, reduce: false };
    assert_eq!(lines(&derive(&third, plain).unwrap().equations), ["x'''''' = -k*x/a"]);
    let found = side(canonical(&third));
    assert_eq!(found.coordinates, ["x", "x'", "x''", "p1_x", "p2_x", "p3_x"]);
    assert_eq!(lines(&found.equations)[3..], ["p1_x' = -k*x", "p2_x' = -p1_x", "p3_x' = -p2_x"]);
    let linear =
        model("coordinates\n  x\nparameters\n  m = 1\n  k = 1\nL = -1/2 m x x'' - 1/2 k x^2\n");
    assert_eq!(lines(&derive(&linear, plain).unwrap().equations), ["x'' = -k*x/m"]);
    let said = notes(&linear, "dalembert", Spelling::Ascii).unwrap().join("; ");
    assert!(said.contains("total time derivative of -m*x*x'/2"), "{said}");
    let odd = "coordinates\n  x, y\nparameters\n  m = 1\nL = 1/2 (x' y'' - y' x'') + 1/2 m (x'^2 + y'^2)\n";
    let found = derive(&model(odd), plain).unwrap();
    assert_eq!(lines(&found.equations), ["x''' = m*y''", "y''' = -m*x''"]);
    let three = "coordinates\n  x, y, z\nL = x' y'' - y' x'' + z'' y'\n";
    let refused = read(&Source::new("odd.mech", three)).diagnostics;
    assert!(refused.iter().any(|d| d.message.contains("odd order")), "{refused:?}");
}

#[test]
fn what_has_no_canonical_form_says_why() {
    let singular = model("coordinates\n  x, y\nL = 1/2 (x' + y')^2 - x^2\n");
    assert!(
        canonical(&singular).unwrap_err().to_string().contains("do not determine the velocities")
    );
    let request =
        Request { principle: Some("hamel"), form: Form::Canonical, closed: false, reduce: false };
    let refused = derive(&model(SLEIGH), request).unwrap_err();
    assert!(matches!(refused, WalkError::CanonicalPrinciple("hamel")));
}

/// Every system of the gallery has both forms, proved, but for constraints that have no bracket.
#[test]
fn the_gallery_has_both_forms_proved() {
    for example in gallery::EXAMPLES {
        let model = model(example.text);
        let found = side(canonical(&model));
        assert_eq!(found.certificate.word(), "proved", "{}", example.name);
        match by_poisson(&model) {
            Ok(found) => {
                let found = found.hamilton.expect("Hamilton's side");
                assert_eq!(found.certificate.word(), "proved", "{}", example.name);
                assert!(found.jacobi.decision.is_some(), "{}", example.name);
            }
            Err(error) => {
                assert!(error.to_string().contains("not linear"), "{}: {error}", example.name);
            }
        }
    }
}

#[test]
fn the_page_is_text_latex_and_json() {
    let found = by_poisson(&model(SLEIGH)).unwrap();
    let text = found.text(Layout { spelling: Spelling::Unicode, width: 80 });
    for line in [
        "H = π₁²/(2 m) + π₂²/(2 J)",
        "Jac(x, π₁, π₂) = sin φ",
        "π̇₁ = F",
        "The constraints are not integrable.",
    ] {
        assert!(text.contains(line), "{line}\n{text}");
    }
    assert!(found.latex().contains("\\dot{\\pi}_{1} &= F"), "{}", found.latex());
    let json = found.json();
    assert_eq!(json["hamilton"]["jacobi"]["verdict"], "fails");
    assert_eq!(json["hamilton"]["jacobi"]["witness"]["of"][0], "x");
    assert_eq!(json["hamilton"]["bracket"][0][3], "cos(phi)");
    assert_eq!(json["equations"].as_array().unwrap().len(), 4, "the equations in q and q' stay");
}

#[test]
fn the_canonical_form_says_where_the_momenta_determine_nothing() {
    let coupled = "coordinates\n  x, y\nparameters\n  m = 1 in 0 .. 1\n  a = 0 in -1 .. 1\n\
                   L = 1/2 m (x'^2 + y'^2) + a x' y'\n";
    assert_eq!(canonical(&model(coupled)).unwrap().conditions, ["m^2 - a^2 != 0"]);
    let kepler = "coordinates\n  r, phi\nparameters\n  m = 1\n  k = 1\n\
                  L = 1/2 m (r'^2 + r^2 phi'^2) + k/r\n";
    assert_eq!(canonical(&model(kepler)).unwrap().conditions, ["r != 0"]);
}
