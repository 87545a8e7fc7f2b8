//! `alembert completions`

use clap::{Args, CommandFactory as _};
use clap_complete::Shell;

use crate::arguments::{Arguments, exit_codes};
use crate::terminal::{Exit, Stop, Terminal};

/// Print completions for a shell.
#[derive(Debug, Args)]
#[command(after_help = concat!("Examples:
  alembert completions bash > ~/.local/share/bash-completion/completions/alembert
  alembert completions zsh > ~/.zfunc/_alembert
  alembert completions fish > ~/.config/fish/completions/alembert.fish

", exit_codes!()))]
pub(crate) struct Completions {
    /// The shell.
    #[arg(value_enum)]
    shell: Shell,
}

impl Completions {
    pub(crate) fn run(&self, terminal: &Terminal) -> Result<Exit, Stop> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Arguments::command(), "alembert", &mut script);
        terminal.print(&String::from_utf8_lossy(&script))?;
        Ok(Exit::Fine)
    }
}
