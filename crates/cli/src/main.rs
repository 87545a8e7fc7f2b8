//! The `alembert` command: arguments in, text or JSON out. No mathematics.
//!
//! ```text
//! arguments ──▶ command/NAME ──▶ walk (library) ──▶ Answer ──▶ terminal
//! ```
//!
//! [`arguments`] is what can be typed, `command/` has one thin file for each command, [`walk`] is
//! the only door to the library's computations, and [`terminal`] is the only place that writes.

mod answer;
mod arguments;
mod command;
mod complaint;
mod input;
mod interrupt;
mod mend;
mod nearest;
mod paragraph;
mod picture;
mod progress;
mod scratch;
mod table;
mod terminal;
mod toolchain;
mod topics;
mod walk;
mod whole;

use std::process::ExitCode;

use clap::Parser as _;

use arguments::Arguments;
use terminal::{Exit, Stop, Terminal};

/// Exact algebra takes and gives back many small pieces of memory.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return terminal::usage(&error).into(),
    };
    let terminal = Terminal::new(&arguments.manners);
    match arguments.command.run(&terminal) {
        Ok(exit) => exit,
        Err(Stop::Closed) => Exit::Fine,
        Err(Stop::Complaint(complaint)) => {
            terminal.refuse(&complaint, arguments.command.wants_json())
        }
    }
    .into()
}
