//! Checks of the steps of a derivation.
//!
//! What a step prints is compared with what it must be: the left sides minus the right sides of its equations, or its
//! entries, with expressions that are computed in another way, from the step before or from a definition. The
//! difference is put to the zero test, where constraints hold on these.

use alembert_algebra::ring::Ring;
use alembert_algebra::zero::{Doubt, Verdict, decide, zero_test};
use alembert_algebra::{Expr, Substitution, symbols};

use super::steps::Step;

/// What the printed expressions of a step must be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Check {
    /// The step says what a letter means or what is required: nothing follows.
    Stated,
    /// The left side minus the right side of each equation, or each entry, has this value.
    Equal(Vec<Expr>),
    /// The same where symbols have these values, and where these functions vanish.
    On(Vec<Expr>, Vec<(Expr, Expr)>, Vec<Expr>),
    /// What is printed, put in, makes these vanish where these functions vanish.
    Vanishing(Vec<Expr>, Vec<Expr>),
}

impl Step {
    /// Is what the step prints what it must be? Nothing is to be shown of what is only stated.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        match &self.check {
            Check::Stated => Verdict::Zero,
            Check::Equal(expected) => all_vanish(&self.differences(expected), &[]),
            Check::On(expected, values, surface) => {
                let mut put_in = Substitution::new(values.iter().copied());
                all_vanish(&put_in.apply_all(&self.differences(expected)), surface)
            }
            Check::Vanishing(claims, surface) => all_vanish(claims, surface),
        }
    }

    fn differences(&self, expected: &[Expr]) -> Vec<Expr> {
        let printed = self.body.printed();
        assert_eq!(printed.len(), expected.len(), "each line of a step has its check");
        printed.iter().zip(expected).map(|(&printed, &e)| printed - e).collect()
    }
}

/// Zero when all are proved to vanish; else what is known of one that is not.
fn all_vanish(claims: &[Expr], surface: &[Expr]) -> Verdict {
    let mut open = Verdict::Zero;
    for &claim in claims {
        match verdict(claim, surface) {
            Verdict::Zero => {}
            refuted @ Verdict::NonZero(_) => return refuted,
            doubt => open = doubt,
        }
    }
    open
}

/// The zero test where these functions vanish.
fn verdict(e: Expr, surface: &[Expr]) -> Verdict {
    let plain = zero_test(e);
    if plain == Verdict::Zero || surface.is_empty() {
        return plain;
    }
    let roots: Vec<Expr> = surface.iter().copied().chain([e]).collect();
    let unknowns = symbols(surface);
    let imposed = |mut ring: Ring| ring.impose(surface, &unknowns).map(|_| ring);
    let imposed = Ring::new(&roots).and_then(imposed).map_err(Doubt::from);
    match imposed.map(|mut ring| decide(&mut ring, e)) {
        Ok(Verdict::Zero) => Verdict::Zero,
        // What is left on a curved surface refutes nothing.
        Ok(_) => Verdict::Unknown(Doubt::Divisor),
        Err(doubt) => Verdict::Unknown(doubt),
    }
}
