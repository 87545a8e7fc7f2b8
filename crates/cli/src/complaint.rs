//! What can go wrong outside of a model text: files, names, options.
//!
//! Mistakes inside a model are diagnostics of the library; see [`crate::answer`].

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use alembert::ledger::LookupError;
use alembert::walk::WalkError;
use serde_json::{Value, json};

use crate::terminal::Exit;

/// A reason to stop, with what the reader needs to mend it.
#[derive(Debug)]
pub(crate) enum Complaint {
    /// No file and no example has this name.
    NoModel { path: PathBuf, similar: Option<String> },
    /// The model is a folder.
    Folder { path: PathBuf },
    /// The model is a table of numbers.
    Numbers { path: PathBuf },
    /// The system does not let us read.
    Unreadable { name: String, reason: io::Error },
    /// The text is not UTF-8 from this line on.
    NotUtf8 { name: String, line: usize, wide: bool },
    /// No example has this name.
    NoExample { name: String, similar: Option<&'static str> },
    /// No paper has this name.
    NoPaper { name: String, similar: Option<&'static str> },
    /// The ledger has no such row; this may be the paper that was meant.
    NoRow { error: LookupError, similar: Option<&'static str> },
    /// No page or code has this name; these pages speak of it.
    NoTopic { name: String, similar: Option<String>, mentioned: Vec<&'static str> },
    /// Nothing is overwritten.
    Exists { path: PathBuf },
    /// The system does not let us write.
    Unwritable { path: PathBuf, reason: io::Error },
    /// What is written would take the place of the model.
    OwnModel { path: PathBuf, model: String },
    /// Fixes cannot be applied to the model.
    Unmendable { name: String, why: &'static str },
    /// The result cannot be written.
    Unprintable { reason: io::Error },
    /// The ending does not say what to write.
    UnknownEnding { path: PathBuf },
    /// The ending does not say how to write a table.
    UnknownTable { path: PathBuf },
    /// The ending does not say how to draw.
    UnknownPicture { path: PathBuf },
    /// The ending is not that of a web page.
    UnknownPage { path: PathBuf },
    /// `--input` without a name.
    NoTableName { option: String },
    /// Two options say what one input does, or what one name is.
    Twice { what: String, options: [String; 2] },
    /// A model file cannot have this name.
    BadName { name: PathBuf },
    /// There is no principle of this name.
    NoPrinciple { name: String, similar: Option<&'static str> },
    /// There is no target of this name.
    NoTarget { name: String, similar: Option<&'static str> },
    /// An FMU is no text.
    NoUnitFile,
    /// A program in this language is not run here.
    NoCheck { target: &'static str },
    /// A tool is not installed.
    NoTool { command: String },
    /// Python does not have a module.
    NoModule { command: String, module: String },
    /// A file of a motion cannot be read.
    BadMotion { name: String, error: alembert::walk::MotionError },
    /// An option cannot change a motion that is over.
    Recorded { name: String, option: &'static str },
    /// A tool failed.
    Tool { command: String, reason: String },
    /// The library has no answer.
    Refused { error: WalkError },
}

impl Complaint {
    /// The exit code of the command.
    pub(crate) fn exit(&self) -> Exit {
        match self {
            Complaint::Unprintable { .. }
            | Complaint::NoCheck { .. }
            | Complaint::NoTool { .. }
            | Complaint::NoModule { .. }
            | Complaint::Tool { .. } => Exit::Broken,
            Complaint::Refused { error: WalkError::Interrupted { .. } } => Exit::Interrupted,
            Complaint::Refused { error } if error.is_computational() => Exit::Broken,
            _ => Exit::Wrong,
        }
    }

    /// What to do about it.
    pub(crate) fn hint(&self) -> Option<String> {
        match self {
            Complaint::NoModel { similar, .. } => Some(similar.as_ref().map_or_else(
                || "`alembert examples` lists the built-in models".to_owned(),
                |name| format!("did you mean `{name}`?"),
            )),
            Complaint::Folder { .. } => Some("name a model file in it".to_owned()),
            Complaint::Numbers { .. } => Some(NO_MODEL.to_owned()),
            Complaint::Unreadable { .. }
            | Complaint::Unprintable { .. }
            | Complaint::Tool { .. } => None,
            Complaint::Refused { error } => error.hint(),
            Complaint::NotUtf8 { wide, .. } => Some(encoding_hint(*wide)),
            Complaint::NoExample { similar, .. } => {
                Some(did_you_mean(*similar, "`alembert examples` lists all of them"))
            }
            Complaint::NoPaper { similar, .. } => {
                Some(did_you_mean(*similar, "`alembert examples --papers` lists the papers"))
            }
            Complaint::NoRow { error, similar } => Some(row_hint(error, *similar)),
            Complaint::NoTopic { similar, mentioned, .. } => Some(topic_hint(similar, mentioned)),
            Complaint::Exists { .. } => {
                Some("nothing was written; choose another name or remove it".to_owned())
            }
            Complaint::Unwritable { .. } => Some("nothing was written there".to_owned()),
            Complaint::OwnModel { .. } => Some("nothing was written; choose another name".into()),
            Complaint::Unmendable { .. } => {
                Some("write the model to a file first, for example with `alembert fmt`".to_owned())
            }
            Complaint::UnknownEnding { path } => Some(format!(
                "write `{}` for LaTeX or `{}` for a web page",
                path.with_extension("tex").display(),
                path.with_extension("html").display()
            )),
            Complaint::UnknownTable { path } => {
                Some(endings(path, &["csv", "json", "npz", "parquet"]))
            }
            Complaint::UnknownPicture { path } => Some(endings(path, &["svg", "png", "pdf"])),
            Complaint::UnknownPage { path } => Some(endings(path, &["html", "svg", "png", "pdf"])),
            Complaint::NoTableName { .. } => {
                Some("write the name of an input before it, for example `u=wind.csv`".to_owned())
            }
            Complaint::Twice { .. } => Some("leave one of them out".to_owned()),
            Complaint::BadName { .. } => Some("for example `alembert init skate`".to_owned()),
            Complaint::NoTarget { similar, .. } => Some(target_hint(*similar)),
            Complaint::NoUnitFile => {
                Some("write `-o model.fmu`, or `--check` to check it without a file".to_owned())
            }
            Complaint::NoCheck { .. } => Some("leave --check out".to_owned()),
            Complaint::NoTool { .. } => {
                Some("install it, or leave --check out; nothing was compared".to_owned())
            }
            Complaint::NoModule { command, module } => Some(format!(
                "`{command} -m pip install {module}`, or leave --check out; nothing was compared"
            )),
            Complaint::BadMotion { error, .. } => Some(error.hint()),
            Complaint::Recorded { option, .. } => Some(recorded_hint(option)),
            Complaint::NoPrinciple { similar, .. } => Some(principle_hint(*similar)),
        }
    }

    /// The object of `--message-format json`: the keys of a diagnostic, without a place.
    pub(crate) fn json(&self) -> Value {
        json!({
            "code": null, "severity": "error", "message": self.to_string(), "file": self.file(),
            "line": null, "column": null, "end_line": null, "end_column": null,
            "hint": self.hint(), "fix": null,
        })
    }

    fn file(&self) -> Option<String> {
        match self {
            Complaint::NoModel { path, .. }
            | Complaint::Folder { path }
            | Complaint::Numbers { path }
            | Complaint::Exists { path }
            | Complaint::UnknownEnding { path }
            | Complaint::UnknownTable { path }
            | Complaint::UnknownPicture { path }
            | Complaint::UnknownPage { path }
            | Complaint::OwnModel { path, .. }
            | Complaint::Unwritable { path, .. } => Some(path.display().to_string()),
            Complaint::Unreadable { name, .. } | Complaint::NotUtf8 { name, .. } => {
                Some(name.clone())
            }
            _ => None,
        }
    }
}

impl fmt::Display for Complaint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Complaint::NoModel { path, .. } => {
                write!(f, "there is no file and no built-in example `{}`", path.display())
            }
            Complaint::Folder { path } => {
                write!(f, "`{}` is a folder, not a model file", path.display())
            }
            Complaint::Numbers { path } => {
                write!(f, "`{}` is a table of numbers, not a model", path.display())
            }
            Complaint::Unreadable { name, reason } => write!(f, "cannot read `{name}`: {reason}"),
            Complaint::NotUtf8 { name, line, .. } => {
                write!(f, "`{name}` is not UTF-8 text, first in line {line}")
            }
            Complaint::NoExample { name, .. } => write!(f, "no example is called `{name}`"),
            Complaint::NoPaper { name, .. } => write!(f, "no paper is called `{name}`"),
            Complaint::NoRow { error, .. } => write!(f, "{error}"),
            Complaint::NoTopic { name, .. } => {
                write!(f, "there is no page and no message code `{name}`")
            }
            Complaint::Exists { path } => write!(f, "`{}` exists already", path.display()),
            Complaint::Unwritable { path, reason } => {
                write!(f, "cannot write `{}`: {reason}", path.display())
            }
            Complaint::OwnModel { path, model } => {
                write!(f, "`{}` is what is read, `{model}`, and is not overwritten", path.display())
            }
            Complaint::Unmendable { name, why } => write!(f, "cannot fix `{name}`: {why}"),
            Complaint::Unprintable { reason } => write!(f, "cannot write the result: {reason}"),
            Complaint::UnknownEnding { path }
            | Complaint::UnknownTable { path }
            | Complaint::UnknownPicture { path }
            | Complaint::UnknownPage { path } => {
                write!(f, "the ending of `{}` does not say what to write", path.display())
            }
            Complaint::NoTableName { option } => {
                write!(f, "`--input {option}` does not say for which input")
            }
            Complaint::Twice { what, options } => f.write_str(&both_say(options, what)),
            Complaint::BadName { name } => {
                write!(f, "`{}` cannot be the name of a model file", name.display())
            }
            Complaint::NoPrinciple { name, .. } => write!(f, "no principle is called `{name}`"),
            Complaint::NoTarget { name, .. } => write!(f, "there is no target `{name}`"),
            Complaint::NoUnitFile => write!(f, "an FMU is an archive and is not printed"),
            Complaint::NoCheck { target } => {
                write!(f, "programs for `{target}` are not run here")
            }
            Complaint::NoModule { command, module } => {
                write!(f, "`{command}` has no module `{module}`, which the program needs")
            }
            Complaint::BadMotion { name, error } => write!(f, "`{name}`: {error}"),
            Complaint::Recorded { name, option } => {
                write!(f, "`{name}` is a recorded motion, which `{option}` cannot change")
            }
            Complaint::NoTool { command } => write!(f, "`{command}` is not installed"),
            Complaint::Tool { command, reason } => write!(f, "`{command}` failed: {reason}"),
            Complaint::Refused { error } => write!(f, "{error}"),
        }
    }
}

/// What to do with a table in the place of a model.
const NO_MODEL: &str = "only `alembert plot` takes a motion that `run -o` wrote, as .csv or .json; name \
                        the model in its place";

/// Two options about one thing.
fn both_say([first, second]: &[String; 2], what: &str) -> String {
    format!("`{first}` and `{second}` both say {what}")
}

/// What to do about an option that a recorded motion cannot have.
fn recorded_hint(option: &str) -> String {
    format!(
        "name the model in its place, `alembert plot MODEL {option} …`, or run it anew with \
         `alembert run MODEL {option} … -o FILE`"
    )
}

/// A file with each of the endings that say what to write.
fn endings(path: &Path, endings: &[&str]) -> String {
    let names: Vec<String> =
        endings.iter().map(|e| format!("`{}`", path.with_extension(e).display())).collect();
    match names.split_last() {
        Some((last, [])) => format!("write {last}"),
        Some((last, rest)) => format!("write {} or {last}", rest.join(", ")),
        None => String::new(),
    }
}

fn did_you_mean(similar: Option<&str>, otherwise: &str) -> String {
    similar.map_or_else(|| otherwise.to_owned(), |name| format!("did you mean `{name}`?"))
}

/// The nearest principle, or all of them.
fn principle_hint(similar: Option<&str>) -> String {
    let names = alembert::language::PRINCIPLES.join(", ");
    let all = format!("the principles are {names}; Kane's equations are those of `maggi`");
    did_you_mean(similar, &all)
}

fn encoding_hint(is_wide: bool) -> String {
    let found = if is_wide { "it looks like UTF-16; " } else { "" };
    format!("{found}save it as UTF-8")
}

/// The nearest target, and all of them.
fn target_hint(similar: Option<&str>) -> String {
    let names: Vec<&str> = alembert::code::TARGETS.iter().map(|target| target.name).collect();
    let all = format!("the targets are {}, fmu", names.join(", "));
    similar.map_or_else(|| all.clone(), |name| format!("did you mean `{name}`? {all}"))
}

/// The nearest rows, or where they are listed.
fn row_hint(error: &LookupError, similar: Option<&str>) -> String {
    match error {
        LookupError::NoRow { near, .. } if !near.is_empty() => {
            format!("the nearest are {}", near.join(", "))
        }
        LookupError::NoRow { of, .. } if of.as_str() != LookupError::ANY => {
            format!("`alembert ledger {of}` shows all rows of this paper")
        }
        _ => did_you_mean(similar, "`alembert ledger` lists the papers"),
    }
}

fn topic_hint(similar: &Option<String>, mentioned: &[&str]) -> String {
    match (similar, mentioned) {
        (Some(name), []) => format!("did you mean `{name}`?"),
        (None, []) => "`alembert explain` lists all of them".to_owned(),
        (None, pages) => format!("pages that speak of it: {}", pages.join(", ")),
        (Some(name), pages) => {
            format!("did you mean `{name}`? pages that speak of it: {}", pages.join(", "))
        }
    }
}
