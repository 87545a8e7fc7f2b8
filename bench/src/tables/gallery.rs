//! What `check`, `derive` and `report` cost for every example, as calls of the library.

use std::time::Duration;

use alembert::gallery::{EXAMPLES, Example};
use alembert::language::{Model, read};
use alembert::walk::{Form, Request, Writing, check, derive, report};

use crate::clock::{repetitions, shortest, timed};
use crate::table::{Table, milliseconds};

const WORDS: &str = "\
Times in ms. read: text to Model. check: Model to the report, every line of expect and reject
included. derive: Model to the page of equations with multipliers, shortened, read back and proved.
report: Model to the page with all principles, their comparison, the motion, pictures and animation.

";

/// What `derive` gives when nothing else is asked for.
const REQUEST: Request<'_> =
    Request { principle: None, form: Form::Multipliers, closed: false, reduce: false };

/// The table of the gallery.
#[must_use]
pub fn gallery() -> String {
    let mut table = Table::new(&["example", "read", "check", "derive", "report"]);
    for example in EXAMPLES {
        let checked = measured(example, |model| check(model).is_ok());
        let derived = measured(example, |model| derive(model, REQUEST).is_ok());
        let reported = measured(example, |model| report(model, Writing::Html).is_ok());
        table.push(vec![
            example.name.to_owned(),
            milliseconds(checked.read),
            milliseconds(checked.answer),
            milliseconds(derived.answer),
            milliseconds(reported.answer),
        ]);
    }
    format!("{WORDS}{table}")
}

/// What reading costs, and the answer to a question about the model.
#[derive(Debug, Clone, Copy)]
struct Cost {
    read: Duration,
    answer: Duration,
}

fn measured(example: &Example, question: impl Fn(&Model) -> bool + Sync) -> Cost {
    let all = repetitions(|| {
        let (reading, read) = timed(|| read(&example.source()));
        let model = reading.model.expect("an example has no mistake");
        let (answered, answer) = timed(|| question(&model));
        assert!(answered, "{} has an answer", example.name);
        Cost { read, answer }
    });
    Cost { read: shortest(&all, |cost| cost.read), answer: shortest(&all, |cost| cost.answer) }
}
