//! Any text gets an answer: reading, checking and deriving never panic, hang or grow without
//! bound.
//!
//! Each text is walked in a thread of its own, with a pool of its own and the stack that threads
//! have by default. What it leaves in the pool and what the process needs at most are bounded.

mod extreme;
mod generate;
mod mutate;
mod walk;

use alembert::gallery::EXAMPLES;
use alembert::language::{Code, Form, Source, spell};
use generate::Dice;
use walk::{End, Reached, walk_all, walk_apart};

const SEED: u64 = 1743;
/// Entries of the pool that a text may leave behind: one in forty of the limit of the pool.
const MOST_ENTRIES: usize = 1_000_000;
/// Memory of the process, in kB: two texts at a time, a hundred MB each, and room to spare.
const MOST_MEMORY: u64 = 1_500_000;

/// Random models, with vectors and in LaTeX too, mutated models of the gallery and mutated random
/// models, in LaTeX too, and words in any order.
fn texts(count: usize) -> Vec<String> {
    let mut dice = Dice::new(SEED);
    let text = |i: usize| match i % 20 {
        0..7 => generate::model(&mut dice),
        7 => generate::vectors(&mut dice),
        8 => latex(&generate::model(&mut dice)),
        9 => mutate::mutated(&latex(&generate::model(&mut dice)), &mut dice),
        10..14 => {
            let example = mutate::shortened(EXAMPLES[i % EXAMPLES.len()].text, &mut dice);
            mutate::mutated(&example, &mut dice)
        }
        14 | 15 => {
            let example = mutate::shortened(EXAMPLES[i / 20 % EXAMPLES.len()].text, &mut dice);
            mutate::mutated(&latex(&example), &mut dice)
        }
        16 => mutate::mutated(&generate::model(&mut dice), &mut dice),
        17 => mutate::mutated(&generate::vectors(&mut dice), &mut dice),
        _ => generate::soup(&mut dice),
    };
    (0..count).map(text).collect()
}

/// The text in LaTeX, as far as it can be understood.
fn latex(text: &str) -> String {
    spell(&Source::new("any.mech", text), Form::Latex).unwrap_or_else(|_| text.to_owned())
}

#[test]
fn the_texts_have_latex_and_vectors_that_are_understood() {
    let texts = texts(200);
    let special = |text: &&String| text.contains('\\') || text.contains("let\n  P = ");
    let texts: Vec<String> = texts.iter().filter(special).cloned().collect();
    let ends = walk_all(&texts);
    for sign in ["\\dot{", "\\frac{", "\\theta", "let\n  P = "] {
        let with = texts.iter().zip(&ends).filter(|(text, _)| text.contains(sign));
        let count = with.filter(|(_, end)| end.reached == Reached::Equations).count();
        assert!(count >= 3, "{count} models with `{sign}`");
    }
}

#[test]
fn ten_thousand_texts_get_an_answer() {
    let texts = texts(10_000);
    let ends = walk_all(&texts);
    for (End { pool, .. }, text) in ends.iter().zip(&texts) {
        assert!(*pool < MOST_ENTRIES, "{pool} entries for this text:\n{text}");
    }
    let reached = |wanted| ends.iter().filter(|end| end.reached == wanted).count();
    let counts = [Reached::Diagnostics, Reached::Refusal, Reached::Equations].map(reached);
    assert!(counts[2] > texts.len() / 3, "{counts:?} of {}", texts.len());
    assert!(counts[0] > texts.len() / 10, "{counts:?} of {}", texts.len());
    if let Some(memory) = walk::largest_memory() {
        assert!(memory < MOST_MEMORY, "{memory} kB");
    }
}

#[test]
fn what_no_computation_could_hold_is_refused_with_the_limit() {
    for (what, text) in extreme::refused() {
        let end = walk_apart(&text);
        assert_eq!(end.reached, Reached::Diagnostics, "{what}");
        assert!(end.errors.contains(&Code::Limit), "{what}: {:?}", end.errors);
    }
}

#[test]
fn what_is_large_but_allowed_gets_an_answer() {
    for (what, text) in extreme::allowed() {
        let end = walk_apart(&text);
        assert_ne!(end.reached, Reached::Diagnostics, "{what}: {:?}", end.errors);
        assert!(end.pool < MOST_ENTRIES, "{what} leaves {} entries", end.pool);
    }
}
