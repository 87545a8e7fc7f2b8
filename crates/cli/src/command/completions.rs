//! `alembert completions`

use alembert::gallery::BuiltIn;
use clap::builder::PossibleValuesParser;
use clap::{Arg, Args, Command, CommandFactory as _};
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
        let mut command = Arguments::command();
        if self.shell == Shell::Bash {
            command = command.mut_subcommands(with_models);
        }
        clap_complete::generate(self.shell, &mut command, "alembert", &mut script);
        let script = String::from_utf8_lossy(&script);
        terminal.print(&match self.shell {
            Shell::Zsh => zsh(&script),
            Shell::Fish => script.into_owned() + &fish(),
            _ => script.into_owned(),
        })?;
        Ok(Exit::Fine)
    }
}

/// The argument that takes the name of a built-in model.
fn takes_model(argument: &Arg) -> bool {
    argument.is_positional() && ["model", "example"].contains(&argument.get_id().as_str())
}

/// In bash the words that are offered are possible values; where none fits, files are.
fn with_models(command: Command) -> Command {
    command.mut_args(|argument| match takes_model(&argument) {
        true => argument.value_parser(PossibleValuesParser::new(names())),
        false => argument,
    })
}

fn names() -> Vec<&'static str> {
    BuiltIn::all().map(|model| model.name).collect()
}

/// In zsh files and models are two kinds of one argument.
fn zsh(script: &str) -> String {
    let models = format!(
        "_alembert_models() {{\n    _alternative 'files:file:_files' 'models:built-in model:({})'\n}}\n",
        names().join(" ")
    );
    let line = |line: &str| match line.trim_start().trim_start_matches(['\'', ':']) {
        own if own.starts_with("model -- ") => line.replace(":_files'", ":_alembert_models'"),
        own if own.starts_with("example -- ") => line.replace(":_default'", ":_alembert_models'"),
        _ => line.to_owned(),
    };
    let (head, rest) = script.split_once('\n').unwrap_or((script, ""));
    let rest: Vec<String> = rest.lines().map(line).collect();
    format!("{head}\n\n{models}{}\n", rest.join("\n"))
}

/// In fish arguments are lines of their own, beside which files stay.
fn fish() -> String {
    let command = Arguments::command();
    let named = command.get_subcommands().filter(|c| c.get_arguments().any(takes_model));
    let line = |c: &Command| {
        let (name, models) = (c.get_name(), names().join(" "));
        format!(
            "complete -c alembert -n \"__fish_alembert_using_subcommand {name}\" -a \"{models}\"\n"
        )
    };
    named.map(line).collect()
}
