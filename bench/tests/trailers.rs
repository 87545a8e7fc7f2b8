//! Cars with trailers in quasi-velocities: solved for the rates, proved, and free of poles.

use alembert::language::{Source, read};
use alembert::walk::{Certificate, Derivation, Form, Request, derive};
use alembert_bench::chain::Chain;

fn trailers(n: usize) -> Derivation {
    let reading = read(&Source::new("chain.mech", Chain::Trailers.text(n)));
    let model = reading.model.expect("the chain is a model");
    let request = Request { principle: None, form: Form::Quasi, closed: false, reduce: false };
    derive(&model, request).expect("there are speeds")
}

#[test]
fn one_to_three_trailers_are_solved_for_the_rates_of_their_speeds() {
    for n in 1..=3 {
        let found = trailers(n);
        assert_eq!(found.certificate, Certificate::Proved, "{n} trailers");
        assert!(found.matrices.is_empty(), "{n} trailers are shown as a linear system");
        assert!(found.equations.contains(&("th0''".to_owned(), "0".to_owned())));
    }
}

#[test]
fn each_trailer_turns_by_its_angle_to_the_one_before() {
    let kinematics = [
        ("x0'", "l*u*cos(th0)"),
        ("y0'", "l*u*sin(th0)"),
        ("th1'", "u*sin(th0 - th1)"),
        ("th2'", "-u*cos(th0 - th1)*sin(th2 - th1)"),
        ("th3'", "-u*cos(th0 - th1)*cos(th2 - th1)*sin(th3 - th2)"),
    ];
    for n in 1..=3 {
        let found = trailers(n).equations;
        let found: Vec<(&str, &str)> = found.iter().map(|(l, r)| (&**l, &**r)).collect();
        assert_eq!(found[..n + 2], kinematics[..n + 2]);
    }
}

/// The coefficient of `u'` in the balance of power: masses and moments of inertia are positive, so
/// it never vanishes.
#[test]
fn trailers_divide_by_nothing_but_their_inertia() {
    let inertia = "J + m*l^2 + cos(th0 - th1)^2*((m*l^2 - J)*cos(th2 - th1)^2 + m*l^2) != 0";
    assert_eq!(trailers(2).conditions, [inertia]);
    assert!((1..=3).all(|n| trailers(n).conditions.len() == 1));
}
