//! `alembert init`

use std::path::{Path, PathBuf};

use alembert::gallery::BuiltIn;
use clap::{Args, ValueHint};

use crate::arguments::exit_codes;
use crate::complaint::Complaint;
use crate::nearest::nearest;
use crate::terminal::{Exit, Stop, Terminal};
use crate::whole::write_new;

/// Write a new model file to start from.
#[derive(Debug, Args)]
#[command(after_help = concat!("Examples:
  alembert init skate
  alembert init skate --from knife-edge
  alembert init models/skate

Writes NAME.mech, a small model with comments that can be checked at once. A
file that exists is never overwritten.

", exit_codes!()))]
pub(crate) struct Init {
    /// The name of the model; its file is NAME.mech.
    #[arg(value_hint = ValueHint::FilePath)]
    name: PathBuf,
    /// Start from a built-in model.
    #[arg(long, value_name = "EXAMPLE")]
    from: Option<String>,
}

/// The model that a newcomer gets; `TITLE` is the place of its title.
const TEMPLATE: &str = include_str!("../../templates/model.mech");

impl Init {
    pub(crate) fn run(&self, terminal: &Terminal) -> Result<Exit, Stop> {
        let path = file(&self.name)?;
        write_new(&path, &self.text(&path)?)?;
        let (file, shown) = (path.display(), quoted(&path));
        terminal.say(&format!(
            "wrote {file}\n\nTry\n    alembert check {shown}\n    alembert derive {shown}\n    \
             alembert explain language\n"
        ));
        Ok(Exit::Fine)
    }

    fn text(&self, path: &Path) -> Result<String, Complaint> {
        let Some(name) = &self.from else {
            return Ok(TEMPLATE.replace("TITLE", &title(path)));
        };
        let model = BuiltIn::named(name).ok_or_else(|| Complaint::NoExample {
            name: name.clone(),
            similar: nearest(name, BuiltIn::all().map(|model| model.name)),
        })?;
        Ok(model.text.to_owned())
    }
}

/// The path of the file, `NAME.mech` also when NAME has its ending already.
fn file(name: &Path) -> Result<PathBuf, Complaint> {
    let bad = || Complaint::BadName { name: name.to_owned() };
    let last = name.file_name().ok_or_else(bad)?.to_str().ok_or_else(bad)?;
    let stem = last.strip_suffix(".mech").unwrap_or(last);
    let folder = name.as_os_str().to_string_lossy().ends_with(['/', '\\']);
    if folder || stem.is_empty() || stem == "-" || stem.contains(char::is_control) {
        return Err(bad());
    }
    Ok(name.with_file_name(format!("{stem}.mech")))
}

/// The path as a shell takes it: in quotation marks where it has signs of the shell.
fn quoted(path: &Path) -> String {
    let text = path.display().to_string();
    let plain = |c: char| c.is_alphanumeric() || "/._-+,:@\\".contains(c);
    match text.chars().all(plain) {
        true => text,
        false => format!("'{}'", text.replace('\'', "'\\''")),
    }
}

/// The name of the file as a title; quotation marks would end it.
fn title(path: &Path) -> String {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    stem.replace('"', "'")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_gets_its_ending_once() {
        assert_eq!(file(Path::new("a")).unwrap(), Path::new("a.mech"));
        assert_eq!(file(Path::new("b/a.mech")).unwrap(), Path::new("b/a.mech"));
        assert_eq!(file(Path::new("a.b")).unwrap(), Path::new("a.b.mech"));
    }

    #[test]
    fn names_of_folders_and_empty_names_are_refused() {
        for name in ["", ".", "..", "/", "a/", "-", ".mech", "a\nb"] {
            assert!(file(Path::new(name)).is_err(), "{name:?}");
        }
    }

    #[test]
    fn a_suggested_command_takes_the_file_as_one_word() {
        assert_eq!(quoted(Path::new("models/skate.mech")), "models/skate.mech");
        assert_eq!(quoted(Path::new("my model.mech")), "'my model.mech'");
        assert_eq!(quoted(Path::new("it's.mech")), "'it'\\''s.mech'");
    }

    #[test]
    fn a_quotation_mark_does_not_end_the_title() {
        assert_eq!(title(Path::new("my \"skate\".mech")), "my 'skate'");
    }
}
