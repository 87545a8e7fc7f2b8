//! Prints the tables of this crate: `alembert-bench chains`.

#![allow(clippy::print_stdout, reason = "printing is what the program is for")]

use std::fs;
use std::process::ExitCode;
use std::time::Duration;

use alembert_bench::chain::Chain;
use alembert_bench::promises::promises;
use alembert_bench::random::random;
use alembert_bench::tables::{TABLES, Task};

/// The one that the command has.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    if let Some((page, kept)) = promised(&words) {
        print!("{page}");
        return ExitCode::from(u8::from(!kept));
    }
    let Some(page) = page(&words) else {
        eprint!("{}", usage());
        return ExitCode::from(2);
    };
    print!("{page}");
    ExitCode::SUCCESS
}

/// What can be broken, and whether it holds, when the words ask for that.
fn promised(words: &[&str]) -> Option<(String, bool)> {
    match words {
        ["promises"] => promises(1_000_000, None),
        ["promises", steps] => promises(steps.parse().ok()?, None),
        ["promises", steps, model] => promises(steps.parse().ok()?, Some(model)),
        ["random", "--seed", seed, "--seconds", seconds] => {
            Some(random(seed.parse().ok()?, Duration::from_secs(seconds.parse().ok()?)))
        }
        _ => None,
    }
}

/// What the words ask for.
fn page(words: &[&str]) -> Option<String> {
    match words {
        [name] => TABLES.iter().find(|entry| entry.name == *name).map(|entry| (entry.page)()),
        ["text", chain, n] => Some(Chain::named(chain)?.text(n.parse().ok()?)),
        ["repeat", task, count, file] => {
            let (task, count) = (Task::named(task)?, count.parse().ok()?);
            let done = task.repeat(count, file, &fs::read_to_string(file).ok()?);
            Some(format!("{done} of {count} gave a result\n"))
        }
        _ => None,
    }
}

fn usage() -> String {
    let line = |word: &str, summary: &str| format!("  {word:<18} {summary}\n");
    let mut text = "usage: alembert-bench TABLE\n\n".to_owned();
    text.extend(TABLES.iter().map(|entry| line(entry.name, entry.summary)));
    let long = "residuals and energies after N steps, a million if absent, of all models or of one; exit \
                code 1 when broken";
    text.push_str(&line("promises [N [MODEL]]", long));
    let models = "random models of seed N for S seconds: principles and methods agree; exit code 1 \
                  when one fails";
    text.push_str(&line("random --seed N --seconds S", models));
    let repeat = "nothing, read, tape, explicit, quasi, motion or steps, N times, to be measured \
                  from outside";
    text.push_str(&line("repeat TASK N FILE", repeat));
    text.push_str(&line("text CHAIN N", "the model: trailers, snake or pendulum, N bodies"));
    text
}
