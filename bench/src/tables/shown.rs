//! From text to what people read: explicit equations, equations in quasi-velocities, and the tape.
//!
//! ```text
//! text ──read──▶ Model ──▶ explicit form, shortened, printed, read back and proved
//!                      ├─▶ the same in quasi-velocities
//!                      └─▶ Tape
//! ```

use std::ops::ControlFlow;
use std::time::Duration;

use alembert::language::{Model, Source, read};
use alembert::walk::{Derivation, Form, Request, RunRequest, derive, motion, repeat, run};
use alembert_algebra::Expr;

use crate::clock::{in_a_fresh_thread, repetitions, shortest, timed};
use crate::table::{Table, milliseconds};

/// A model of the tests by its name, with its text.
macro_rules! model {
    ($name:literal) => {
        (
            $name,
            include_str!(concat!(
                "../../../crates/alembert/tests/data/models/bench/",
                $name,
                ".mech"
            )),
        )
    };
}

/// The models of the table.
const MODELS: [(&str, &str); 8] = [
    model!("knife-edge"),
    model!("vertical-disk"),
    model!("sleigh"),
    model!("sphere"),
    model!("snakeboard"),
    model!("tilting-disk"),
    model!("chaplygin-ball"),
    model!("whipple"),
];

const WORDS: &str = "\
Times in ms, each from the text of the model: to the explicit form and to the form in
quasi-velocities, both shortened, printed, read back and proved; and to the tape. derive: from the
Model to the tape, as in the table of chains. A dash: there is no such form, or it is too long.

";

/// The table of the models that other programs are compared on.
#[must_use]
pub fn shown() -> String {
    let mut table = Table::new(&["model", "explicit", "quasi", "tape", "derive"]);
    for (name, text) in MODELS {
        let cost = Cost::of(name, text);
        let cell = |time: Option<Duration>| time.map_or_else(|| "-".to_owned(), milliseconds);
        let times = [cost.explicit, cost.quasi, cost.tape, cost.derive].map(cell);
        table.push([name.to_owned()].into_iter().chain(times).collect());
    }
    format!("{WORDS}{table}")
}

/// What can be repeated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Task {
    /// A thread that ends at once: what every repetition of the others costs besides its work.
    Nothing,
    /// From text to Model.
    Read,
    /// From text to tape.
    Tape,
    /// From text to the explicit form.
    Explicit,
    /// From text to the form in quasi-velocities.
    Quasi,
    /// From text to the end of the motion, with its samples and its checks.
    Motion,
    /// The steps of the motion alone; everything before them is done once.
    Steps,
}

impl Task {
    const NAMES: [(&'static str, Self); 7] = [
        ("nothing", Self::Nothing),
        ("read", Self::Read),
        ("tape", Self::Tape),
        ("explicit", Self::Explicit),
        ("quasi", Self::Quasi),
        ("motion", Self::Motion),
        ("steps", Self::Steps),
    ];

    /// The task of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::NAMES.into_iter().find(|(word, _)| *word == name).map(|(_, task)| task)
    }

    /// Does the task so often, each time in a fresh thread; says how often it gave a result.
    ///
    /// ```
    /// use alembert_bench::chain::Chain;
    /// use alembert_bench::tables::Task;
    /// assert_eq!(Task::Explicit.repeat(2, "pendulum.mech", &Chain::Pendulum.text(1)), 2);
    /// ```
    #[must_use]
    pub fn repeat(self, count: usize, name: &str, text: &str) -> usize {
        let source = Source::new(name, text);
        if self == Self::Steps {
            return in_a_fresh_thread(&|| ends(&source, count));
        }
        (0..count).filter(|_| in_a_fresh_thread(&|| self.succeeds(&source))).count()
    }

    fn succeeds(self, source: &Source) -> bool {
        match self {
            Self::Nothing => true,
            Self::Read => read(source).model.is_some(),
            Self::Tape => tape(source).is_some(),
            Self::Explicit => page(source, Form::Explicit).is_some(),
            Self::Quasi => page(source, Form::Quasi).is_some(),
            Self::Motion => is_followed(source),
            Self::Steps => ends(source, 1) == 1,
        }
    }
}

/// What the forms of a model cost, where they exist.
struct Cost {
    explicit: Option<Duration>,
    quasi: Option<Duration>,
    tape: Option<Duration>,
    derive: Option<Duration>,
}

impl Cost {
    fn of(name: &str, text: &str) -> Self {
        let source = Source::new(name, text);
        let tapes = repetitions(|| tape(&source));
        Self {
            explicit: time_of(&source, Form::Explicit),
            quasi: time_of(&source, Form::Quasi),
            tape: tapes.iter().map(|t| t.map(|t| t.0)).min().flatten(),
            derive: tapes.iter().map(|t| t.map(|t| t.1)).min().flatten(),
        }
    }
}

/// From text to a form that is solved for the rates.
fn time_of(source: &Source, form: Form) -> Option<Duration> {
    let all = repetitions(|| timed(|| page(source, form).is_some()));
    all[0].0.then(|| shortest(&all, |(_, time)| *time))
}

fn page(source: &Source, form: Form) -> Option<Derivation> {
    let model = read(source).model?;
    derive(&model, Request { principle: None, form, closed: false, reduce: false }).ok()
}

/// Does the motion of the model reach its end?
fn is_followed(source: &Source) -> bool {
    let Some(model) = read(source).model else { return false };
    let done = run(&model, RunRequest::default(), &mut |_| ControlFlow::Continue(()));
    done.is_ok_and(|report| report.reason.is_none())
}

/// How many of `count` motions reach their ends.
fn ends(source: &Source, count: usize) -> usize {
    let done = read(source).model.map(|model| repeat(&model, RunRequest::default(), count));
    done.and_then(Result::ok).map_or(0, |(ends, _)| ends)
}

/// From text to tape, and from the model to the tape.
fn tape(source: &Source) -> Option<(Duration, Duration)> {
    let (model, reading) = timed(|| read(source).model);
    let model = model?;
    let (tape, derive) = timed(|| lowered(&model));
    tape.map(|()| (reading + derive, derive))
}

fn lowered(model: &Model) -> Option<()> {
    let parameters: Vec<Expr> = model.parameters.iter().map(|p| p.symbol).collect();
    motion(model, None).ok()?.1.tape(&parameters).ok().map(|_| ())
}
