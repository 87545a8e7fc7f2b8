//! The zero test: identities are proved, near misses refuted, and doubt is said.

mod support;

use alembert_algebra::Expr;
use alembert_algebra::zero::{Verdict, zero_test};
use support::read;

/// Left side minus right side of an equation.
fn difference(equation: &str) -> Expr {
    let (left, right) = equation.split_once('=').expect("an equation");
    read(left) - read(right)
}

#[test]
fn identities_are_proved() {
    let identities = [
        "sin(2*a) = 2*sin(a)*cos(a)",
        "cos(3*a) = 4*cos(a)^3 - 3*cos(a)",
        "sin(a+b)*sin(a-b) = sin(a)^2 - sin(b)^2",
        "tan(a/2) = sin(a)/(1+cos(a))",
        "tan(a/2) = (1-cos(a))/sin(a)",
        "sin(a)^4 - cos(a)^4 = sin(a)^2 - cos(a)^2",
        "sin((a+b)^2)^2 + cos(a^2+2*a*b+b^2)^2 = 1",
        "sin(a)^6 + cos(a)^6 = 1 - 3*sin(a)^2*cos(a)^2",
        "cos(a)*cos(2*a)*cos(4*a)*sin(a) = sin(8*a)/8",
        "(x^3-y^3)/(x-y) = x^2 + x*y + y^2",
        "1/(1+1/(1+1/x)) = (x+1)/(2*x+1)",
        "(x+y+z)^3 - x^3 - y^3 - z^3 = 3*(x+y)*(y+z)*(z+x)",
        "exp(x+y)/exp(y) = exp(x)",
        "exp(x/2)*exp(x/3) = exp(5*x/6)",
        "cosh(x)^2 - sinh(x)^2 = 1",
        "tanh(2*x) = 2*tanh(x)/(1+tanh(x)^2)",
        "sqrt(x^2+2*x*y+y^2+1)^2 = (x+y)^2 + 1",
        "1/(sqrt(x^2+1)-1) = (sqrt(x^2+1)+1)/x^2",
        "sin(pi/6 + a) = cos(a)/2 + sqrt(3)/2*sin(a)",
        "sin(a + pi/2) = cos(a)",
        "cos(pi/12) = (sqrt(6) + sqrt(2))/4",
        "sin(5*pi/12) = (sqrt(6) + sqrt(2))/4",
        "cos(2*pi/3) = -1/2",
        "sin(a)^2*tan(b)*cos(b) + cos(a)^2*sin(b) = sin(b)",
        "f((x+1)^2) = f(x^2+2*x+1)",
        "f(x/(1+x), 1) = f(1 - 1/(1+x), 1)",
        "sin(x/(1+x) + 1/(1+x)) = sin(1)",
        "sin(x/(1+x))*cos(1/(1+x)) + cos(x/(1+x))*sin(1/(1+x)) = sin(1)",
        "sin(2*a+3*b)*cos(a) - cos(2*a+3*b)*sin(a) = sin(a+3*b)",
        "sqrt(x*y)*sqrt(x) = x*sqrt(y)*1 + sqrt(x)*sqrt(x*y) - x*sqrt(y)",
        "sqrt(2)*sqrt(3) = sqrt(6)",
        "sqrt(R^2*x) = R*sqrt(x)",
        "sqrt(12*x) = 2*sqrt(3)*sqrt(x)",
        "abs(x)^2 = x^2",
        "sign(x)*abs(x) = x",
        "sin(2)=2*sin(1)*cos(1)",
        "x^(3/2)*x^(1/2) = x^2",
        "sqrt(x)*sqrt(y) = sqrt(x*y)",
    ];
    for identity in identities {
        assert_eq!(zero_test(difference(identity)), Verdict::Zero, "{identity}");
    }
}

#[test]
fn near_misses_are_refuted() {
    let mistakes = [
        "sin(2*a) = 2*sin(a)",
        "cos(a)^2 - sin(a)^2 = cos(3*a)",
        "sin(a+b) = sin(a)*cos(b) - cos(a)*sin(b)",
        "(x+y)^5 = x^5 + y^5 + 5*x*y*(x+y)*(x^2+x*y+y^2) + x^7*y^7/10^40",
        "1/(1+1/(1+1/x)) = (x+1)/(2*x+2)",
        "exp(x)*exp(y) = exp(x*y)",
        "sin(a)^2 + cos(b)^2 = 1",
        "tan(a/2) = sin(a)/(1-cos(a))",
        "f(x)*f(y) = f(x*y)",
        "f((x+1)^2) = f(x^2+2*x)",
        "sin(1000*a) = 0",
        "sin(1000*a) = 1000*sin(a)",
        "sin(a)^2*(1 - 10^(-30)) + cos(a)^2 = 1",
        "cos(a)*cos(2*a)*cos(4*a)*sin(a) = sin(7*a)/8",
        "sin(pi/6) = 1/3",
        "sqrt(x+1) = sqrt(x) + 1",
        "sqrt(2) + sqrt(3) = sqrt(5)",
        "sin(x/(1+x)) = sin(1/(1+x))",
        "cos(x + pi/4) = cos(x)",
    ];
    for mistake in mistakes {
        let verdict = zero_test(difference(mistake));
        assert!(matches!(verdict, Verdict::NonZero(_)), "{mistake}: {verdict:?}");
    }
}

#[test]
fn what_the_test_cannot_decide_is_unknown() {
    let open = [
        "sqrt(x^2) = x",
        "abs(x) = x",
        "sin(asin(x)) = x",
        "exp(log(x)) = x",
        "log(x*y) = log(x) + log(y)",
        "sin(pi/7) = 1/2",
        "exp(1)*pi = 8",
        "sqrt(1 - cos(a)^2) = sin(a)",
    ];
    for claim in open {
        let verdict = zero_test(difference(claim));
        assert!(matches!(verdict, Verdict::Unknown(_)), "{claim}: {verdict:?}");
    }
}

#[test]
fn a_hidden_division_by_zero_is_no_proof() {
    let hidden = read("x/(sin(a)^2 + cos(a)^2 - 1)");
    assert!(matches!(zero_test(hidden - hidden * read("1")), Verdict::Zero));
    assert!(matches!(zero_test(hidden), Verdict::Unknown(_)));
    assert!(matches!(zero_test(hidden * read("y") - hidden), Verdict::Unknown(_)));
}

#[test]
fn work_is_bounded() {
    for text in ["(x+y+z+1)^100*(a+b+1)^100", "(x+y)^4000", "sin(a)*sin(977*a) - sin(976*a)"] {
        let verdict = zero_test(read(text));
        assert!(matches!(verdict, Verdict::NonZero(_)), "{text}: {verdict:?}");
    }
    let zero = read("(x+y+z+1)^100*(a+b+1)^100 - (1+x+y+z)^99*(x+(y+z+1))*(a+b+1)^100");
    assert!(matches!(zero_test(zero), Verdict::Zero | Verdict::Unknown(_)));
}
