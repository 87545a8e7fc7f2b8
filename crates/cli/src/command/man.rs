//! `alembert man`

use std::fs;
use std::path::{Path, PathBuf};

use clap::{Args, CommandFactory as _, ValueHint};
use clap_mangen::Man as Page;

use crate::arguments::{Arguments, exit_codes};
use crate::complaint::Complaint;
use crate::terminal::{Exit, Stop, Terminal};

/// Print the manual page, or write one page for each command.
#[derive(Debug, Args)]
#[command(after_help = concat!("Examples:
  alembert man | man -l -
  alembert man --output ~/.local/share/man/man1

Pages of an earlier version in the folder are replaced.

", exit_codes!()))]
pub(crate) struct Man {
    /// Write alembert.1, alembert-check.1 and so on into this folder.
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    output: Option<PathBuf>,
}

impl Man {
    pub(crate) fn run(&self, terminal: &Terminal) -> Result<Exit, Stop> {
        let Some(folder) = &self.output else {
            let page = rendered(Arguments::command())?;
            terminal.print(&String::from_utf8_lossy(&page))?;
            return Ok(Exit::Fine);
        };
        let pages = write(folder)
            .map_err(|reason| Complaint::Unwritable { path: folder.clone(), reason })?;
        terminal.say(&format!("wrote {pages} pages to {}\n", folder.display()));
        Ok(Exit::Fine)
    }
}

fn rendered(command: clap::Command) -> std::io::Result<Vec<u8>> {
    let mut page = Vec::new();
    Page::new(command).render(&mut page)?;
    Ok(page)
}

/// The page of the command and of each of its commands; how many.
fn write(folder: &Path) -> std::io::Result<usize> {
    fs::create_dir_all(folder)?;
    let mut main = Arguments::command();
    main.build();
    let parts: Vec<clap::Command> =
        main.get_subcommands().filter(|part| part.get_name() != "help").cloned().collect();
    for part in &parts {
        let name = format!("alembert-{}.1", part.get_name());
        fs::write(folder.join(name), rendered(part.clone())?)?;
    }
    fs::write(folder.join("alembert.1"), rendered(Arguments::command())?)?;
    Ok(parts.len() + 1)
}
