//! What is printed is read back, in both spellings, and compared with what was derived.

use alembert_algebra::Expr;
use alembert_algebra::evaluate::{Enclosed, evaluate};
use alembert_algebra::numeric::SplitMix64;
use alembert_algebra::zero::{Verdict, zero_test};
use alembert_algebra::{Rational, Substitution, symbols};
use alembert_mechanics::rotation::chart;
use alembert_render::{Spelling, Tree};

use super::WalkError;
use super::orthogonal::Orthogonal;
use crate::language::{Model, Reader, Source};

/// How it was made sure that a text says what was derived.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Certificate {
    /// The difference is zero, by normal form.
    Proved,
    /// The difference vanishes at random states, to all digits of double-double arithmetic.
    RandomStates,
}

impl Certificate {
    /// The word for it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Proved => "proved",
            Self::RandomStates => "random states",
        }
    }

    /// What it means, for a reader.
    #[must_use]
    pub fn sentence(self) -> &'static str {
        match self {
            Self::Proved => "proved; read back from plain text they are what was derived",
            Self::RandomStates => "read back from plain text they hold at random states",
        }
    }
}

/// States at which a difference that is not proved to be zero is looked at.
pub(super) const STATES: u64 = 64;

/// Fewer states than these are no certificate.
const FEWEST_STATES: u64 = 4;

/// The certificate of equations that are not proved, from the number of states at which they
/// agree with the equations of motion.
pub(super) fn at_states(states: Option<u64>) -> Result<Certificate, WalkError> {
    match states {
        None => Err(WalkError::Misprint),
        Some(states) if states < FEWEST_STATES => Err(WalkError::Uncertified),
        Some(_) => Ok(Certificate::RandomStates),
    }
}

/// Certifies expressions, or equations by the difference of their sides, against what was derived.
pub(super) fn certify<'a>(
    printed: impl Iterator<Item = (&'a Tree, Option<&'a Tree>)>,
    derived: &[Expr],
    model: &Model,
) -> Result<Certificate, WalkError> {
    let mut certificate = Certificate::Proved;
    let mut count = 0;
    let mut rotated = chart(Orthogonal::of(model).rotations());
    let reader = Reader::new(model);
    for ((left, right), &expected) in printed.zip(derived) {
        for spelling in [Spelling::Ascii, Spelling::Unicode] {
            let found = read_back(left, right, spelling, &reader);
            let expected = if right.is_some() { [expected, -expected] } else { [expected; 2] };
            certificate = certificate.max(compare(found, expected, &mut rotated)?);
        }
        count += 1;
    }
    if count == derived.len() { Ok(certificate) } else { Err(WalkError::Misprint) }
}

/// What a printed expression, or the difference of the sides of an equation, reads back as.
pub(super) fn read_back(
    left: &Tree,
    right: Option<&Tree>,
    spelling: Spelling,
    reader: &Reader<'_>,
) -> Option<Expr> {
    let left = spelling.text(left);
    match right {
        Some(right) => {
            let source = Source::new("<derived>", format!("{left} = {}", spelling.text(right)));
            reader.equation(&source).ok().map(|(l, r)| l - r)
        }
        None => read_text(&left, reader),
    }
}

/// What a printed expression reads back as.
pub(super) fn read_text(text: &str, reader: &Reader<'_>) -> Option<Expr> {
    reader.expression(&Source::new("<derived>", text)).ok()
}

/// An equation may be printed with both sides multiplied by −1, so there are two expected forms.
/// What differs as it stands is compared in the parameters of the rotations.
pub(super) fn compare(
    found: Option<Expr>,
    expected: [Expr; 2],
    rotated: &mut Substitution,
) -> Result<Certificate, WalkError> {
    let Some(found) = found else { return Err(WalkError::Unreadable) };
    if expected.iter().any(|&e| zero_test(found - e) == Verdict::Zero) {
        return Ok(Certificate::Proved);
    }
    let (found, expected) = (rotated.apply(found), expected.map(|e| rotated.apply(e)));
    let verdicts = expected.map(|e| zero_test(found - e));
    if verdicts.contains(&Verdict::Zero) {
        return Ok(Certificate::Proved);
    }
    let possible = |(e, verdict): (&Expr, &Verdict)| {
        matches!(verdict, Verdict::Unknown(_)) && !differs_somewhere(found - *e)
    };
    match expected.iter().zip(&verdicts).any(possible) {
        true => Ok(Certificate::RandomStates),
        false => Err(WalkError::Misprint),
    }
}

fn differs_somewhere(e: Expr) -> bool {
    (0..STATES).any(|seed| {
        let mut random = SplitMix64::new(seed);
        let mut point = Enclosed::default();
        for x in symbols(&[e]) {
            let n = i64::try_from(random.below(400)).expect("a small number") - 200;
            point.set(x, Enclosed::rational(&Rational::ratio(n, 128)));
        }
        evaluate(&[e], &point).is_ok_and(|values| values[0].excludes_zero())
    })
}

#[cfg(test)]
mod tests {
    use alembert_algebra::{Expr, Kind};
    use alembert_render::{Notation, tree};

    use super::{Certificate, Tree, at_states, certify};
    use crate::language::{Source, read, read_expression};
    use crate::walk::WalkError;

    #[test]
    fn a_name_that_the_model_does_not_know_is_refused() {
        let text = "coordinates\n  x\nT = x'^2\n";
        let model = read(&Source::new("test.mech", text)).model.expect("a sound model");
        let certified = |name: &str| {
            let e = Expr::symbol(name, Kind::Coordinate, 0);
            let shown = tree(e, &Notation::default()).expect("short");
            certify([(&shown, None)].into_iter(), &[e], &model)
        };
        assert_eq!(certified("x"), Ok(Certificate::Proved));
        assert_eq!(certified("u"), Err(WalkError::Unreadable));
    }

    /// What becomes of sides that are printed, the second one empty for an expression, for what was derived.
    fn certificate(printed: &[(&str, &str)], derived: &[&str]) -> Result<Certificate, WalkError> {
        let text = "coordinates\n  x, y\nT = x'^2 + y'^2\n";
        let model = read(&Source::new("test.mech", text)).model.expect("a sound model");
        let e = |text: &str| read_expression(&Source::new("e", text), &model).expect("it is read");
        let shown = |text: &str| tree(e(text), &Notation::default()).expect("short");
        let side = |text: &str| (!text.is_empty()).then(|| shown(text));
        let printed: Vec<(Tree, Option<Tree>)> =
            printed.iter().map(|&(left, right)| (shown(left), side(right))).collect();
        let derived: Vec<Expr> = derived.iter().map(|text| e(text)).collect();
        certify(printed.iter().map(|(left, right)| (left, right.as_ref())), &derived, &model)
    }

    #[test]
    fn an_equation_may_be_printed_with_both_signs_and_an_expression_with_its_own() {
        assert_eq!(certificate(&[("x", "y")], &["x - y"]), Ok(Certificate::Proved));
        assert_eq!(certificate(&[("x", "y")], &["y - x"]), Ok(Certificate::Proved));
        assert_eq!(certificate(&[("x", "y")], &["x + y"]), Err(WalkError::Misprint));
        assert_eq!(certificate(&[("x", "")], &["x"]), Ok(Certificate::Proved));
        assert_eq!(certificate(&[("-x", "")], &["x"]), Err(WalkError::Misprint));
    }

    #[test]
    fn what_is_left_out_of_a_page_is_a_misprint() {
        let (x, y) = (("x", ""), ("y", ""));
        assert_eq!(certificate(&[x, y], &["x", "y"]), Ok(Certificate::Proved));
        assert_eq!(certificate(&[x], &["x", "y"]), Err(WalkError::Misprint));
        assert_eq!(certificate(&[], &["x"]), Err(WalkError::Misprint));
        assert_eq!(certificate(&[y, x], &["x", "y"]), Err(WalkError::Misprint));
    }

    /// The zero test decides neither: x = √x² holds for positive x alone, x = exp(log(x³)/3) wherever it has a value.
    #[test]
    fn what_is_not_decided_is_looked_at_in_numbers() {
        assert_eq!(certificate(&[("x", "")], &["sqrt(x^2)"]), Err(WalkError::Misprint));
        assert_eq!(certificate(&[("abs(y)", "x")], &["y - x"]), Err(WalkError::Misprint));
        let random = Ok(Certificate::RandomStates);
        assert_eq!(certificate(&[("x", "")], &["exp(log(x^3)/3)"]), random);
        assert_eq!(certificate(&[("x", ""), ("y", "")], &["exp(log(x^3)/3)", "y"]), random);
    }

    #[test]
    fn agreement_at_few_states_certifies_nothing() {
        assert_eq!(at_states(None), Err(WalkError::Misprint));
        for few in [0, 3] {
            assert_eq!(at_states(Some(few)), Err(WalkError::Uncertified));
        }
        assert_eq!(at_states(Some(4)), Ok(Certificate::RandomStates));
    }
}
