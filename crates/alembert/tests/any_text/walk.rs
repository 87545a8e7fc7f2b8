//! The whole walk on a text, in a thread of its own.

use std::fs;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use alembert::language::{Code, Diagnostic, Source, read};
use alembert::walk::{Form, Request, check, derive};
use alembert::{Layout, Spelling};
use alembert_algebra::graph::pool_size;

/// How far a text came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reached {
    /// It is no model.
    Diagnostics,
    /// It is a model without equations: the mechanics refuses it, or they are too long.
    Refusal,
    /// Its equations of motion were derived.
    Equations,
}

/// What became of a text.
#[derive(Clone, Debug)]
pub(crate) struct End {
    pub(crate) reached: Reached,
    /// The codes of the errors.
    pub(crate) errors: Vec<Code>,
    /// The entries of the pool.
    pub(crate) pool: usize,
}

const LAYOUT: Layout = Layout { spelling: Spelling::Unicode, width: 80 };

fn walk(text: &str) -> End {
    let source = Source::new("any.mech", text);
    let reading = read(&source);
    let errors: Vec<Code> =
        reading.diagnostics.iter().filter(|d| d.is_error()).map(|d| d.code).collect();
    let is_aside = |d: &Diagnostic| {
        let before = &source.text()[..d.span.start];
        before.contains("expect") || before.contains("reject")
    };
    let mut faults = reading.diagnostics.iter().filter(|d| d.is_error());
    match reading.model {
        None => assert!(!errors.is_empty(), "a model, or an error"),
        Some(_) => assert!(faults.all(is_aside), "an error, and yet a model"),
    }
    let reached = reading.model.map_or(Reached::Diagnostics, |model| {
        let checked = check(&model);
        let request =
            Request { principle: None, form: Form::Multipliers, closed: false, reduce: false };
        let derived = derive(&model, request);
        match (checked, derived) {
            (Ok(_), Ok(derivation)) => {
                let is_other = derivation.instead.is_some();
                assert!(is_other || derivation.equations.len() >= model.coordinates.len());
                let written = [derivation.text(LAYOUT), derivation.latex(), derivation.mathml()];
                assert!(written.iter().all(|page| !page.is_empty()));
                Reached::Equations
            }
            _ => Reached::Refusal,
        }
    });
    End { reached, errors, pool: pool_size() }
}

/// The walk in a thread of its own; a panic there is reported with the text.
pub(crate) fn walk_apart(text: &str) -> End {
    let end = thread::scope(|scope| scope.spawn(|| walk(text)).join());
    end.unwrap_or_else(|_| panic!("a panic for this text:\n{text}"))
}

/// The walks of all texts, as many at a time as there are processors.
pub(crate) fn walk_all(texts: &[String]) -> Vec<End> {
    let next = AtomicUsize::new(0);
    let ends: Mutex<Vec<Option<End>>> = Mutex::new(vec![None; texts.len()]);
    let work = || {
        loop {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let Some(text) = texts.get(place) else { break };
            let end = walk_apart(text);
            ends.lock().expect("no walk panics")[place] = Some(end);
        }
    };
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, Into::into) {
            scope.spawn(work);
        }
    });
    let ends = ends.into_inner().expect("no walk panics");
    ends.into_iter().map(|end| end.expect("every text was walked")).collect()
}

/// The most memory that the process has had, in kB, where the system tells.
pub(crate) fn largest_memory() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}
