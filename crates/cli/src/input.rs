//! Where a model comes from: a file, standard input, or the library: the gallery and the papers.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

use alembert::gallery::BuiltIn;
use alembert::language::Source;
use alembert::language::limits::FILE_BYTES;
use alembert::walk::{MotionError, Table};

use crate::arguments::{InputArguments, ModelArguments};
use crate::complaint::Complaint;
use crate::nearest::nearest;
use crate::walk::Model;

/// The name under which messages show standard input.
const STDIN: &str = "<stdin>";

/// The model that the command line names, with its changed values.
pub(crate) fn model(arguments: &ModelArguments) -> Result<Model, Complaint> {
    Ok(Model { values: arguments.values.clone(), ..Model::new(source(&arguments.model)?) })
}

/// The same, with the tables of its inputs.
pub(crate) fn driven(
    arguments: &ModelArguments,
    inputs: &InputArguments,
) -> Result<Model, Complaint> {
    Ok(Model { tables: tables(&inputs.input)?, ..model(arguments)? })
}

/// The motion in a file that `run` wrote; none when the file is a model.
pub(crate) fn motion(path: &Path) -> Result<Option<Table>, Complaint> {
    let ending = path.extension().and_then(|e| e.to_str()).map(str::to_ascii_lowercase);
    let bad = |error| Complaint::BadMotion { name: path.display().to_string(), error };
    let text = || fs::read_to_string(path).map_err(|reason| unreadable(path, reason));
    match ending.as_deref() {
        Some("csv") => Table::from_csv(&text()?).map(Some).map_err(bad),
        // A model may be JSON too: its tree, which has no columns.
        Some("json") if text()?.contains("\"columns\"") => {
            Table::from_json(&text()?).map(Some).map_err(bad)
        }
        Some(form @ ("npz" | "parquet")) => Err(bad(MotionError::Form(form.to_owned()))),
        _ => Ok(None),
    }
}

fn unreadable(path: &Path, reason: io::Error) -> Complaint {
    Complaint::Unreadable { name: path.display().to_string(), reason }
}

/// The tables of inputs: `NAME=FILE`, each with the text of its file.
fn tables(options: &[String]) -> Result<Vec<(String, Source)>, Complaint> {
    let table = |option: &String| {
        let (name, path) = option
            .split_once('=')
            .ok_or_else(|| Complaint::NoTableName { option: option.clone() })?;
        Ok((name.trim().to_owned(), file(Path::new(path.trim()))?))
    };
    options.iter().map(table).collect()
}

/// Is this the name of a built-in model, or of a file?
pub(crate) fn names_a_model(name: &str) -> bool {
    BuiltIn::named(name).is_some() || Path::new(name).is_file() || name.ends_with(".mech")
}

/// A second model, as it stands.
pub(crate) fn second(name: &str) -> Result<Model, Complaint> {
    Ok(Model::new(source(Path::new(name))?))
}

/// The text of a model. A file wins over a built-in model of the same name, this over a folder.
fn source(path: &Path) -> Result<Source, Complaint> {
    if path.as_os_str() == "-" {
        return text(STDIN, io::stdin().lock());
    }
    let built_in = path.to_str().and_then(BuiltIn::named);
    match (fs::metadata(path), built_in) {
        (Ok(place), None) if place.is_dir() => Err(Complaint::Folder { path: path.to_owned() }),
        (Ok(_), _) if is_table(path) => Err(Complaint::Numbers { path: path.to_owned() }),
        (Ok(place), _) if !place.is_dir() => file(path),
        (_, Some(model)) => Ok(model.source()),
        (Err(reason), None) if reason.kind() != io::ErrorKind::NotFound => {
            Err(Complaint::Unreadable { name: path.display().to_string(), reason })
        }
        _ => Err(Complaint::NoModel { path: path.to_owned(), similar: similar(path) }),
    }
}

/// Is it a file of numbers, by its ending?
fn is_table(path: &Path) -> bool {
    let ending = path.extension().and_then(|e| e.to_str()).map(str::to_ascii_lowercase);
    matches!(ending.as_deref(), Some("csv" | "npz" | "parquet"))
}

fn file(path: &Path) -> Result<Source, Complaint> {
    let name = path.display().to_string();
    match File::open(path) {
        Ok(file) => text(&name, file),
        Err(reason) => Err(Complaint::Unreadable { name, reason }),
    }
}

/// Reads a text to its end, or a little beyond the largest model: that it is too large is then
/// said by the library, and a device without an end cannot fill the memory.
fn text(name: &str, from: impl Read) -> Result<Source, Complaint> {
    let mut bytes = Vec::new();
    let limit = FILE_BYTES as u64 + 1;
    let unreadable = |reason| Complaint::Unreadable { name: name.to_owned(), reason };
    from.take(limit).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() > FILE_BYTES {
        return Ok(Source::new(name, String::from_utf8_lossy(&bytes)));
    }
    let wide = bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]);
    String::from_utf8(bytes).map(|text| Source::new(name, text)).map_err(|error| {
        let good = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = good.iter().filter(|&&byte| byte == b'\n').count() + 1;
        Complaint::NotUtf8 { name: name.to_owned(), line, wide }
    })
}

/// What may have been meant: the same path with its ending, a model file beside it, a built-in model.
fn similar(path: &Path) -> Option<String> {
    let with_ending = path.with_extension("mech");
    if with_ending.is_file() {
        return Some(with_ending.display().to_string());
    }
    let name = path.file_name()?.to_str()?;
    let beside = beside(path);
    let files = beside.iter().map(String::as_str);
    if let Some(file) = nearest(name, files) {
        return Some(path.with_file_name(file).display().to_string());
    }
    let stem = name.strip_suffix(".mech").unwrap_or(name);
    nearest(stem, BuiltIn::all().map(|model| model.name)).map(str::to_owned)
}

/// The names of the model files in the folder of a path, sorted.
fn beside(path: &Path) -> Vec<String> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let Ok(entries) = fs::read_dir(folder.unwrap_or(Path::new("."))) else {
        return Vec::new();
    };
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let mut names: Vec<String> = names.filter(|name| name.ends_with(".mech")).collect();
    names.sort();
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_without_end_is_cut_beyond_the_limit() {
        let read = text("zeros", io::repeat(b'x')).unwrap();
        assert_eq!(read.text().len(), FILE_BYTES + 1);
    }

    #[test]
    fn the_line_of_the_first_bad_byte_is_named() {
        let complaint = text("a", &b"model\n\xff"[..]).unwrap_err();
        assert!(matches!(complaint, Complaint::NotUtf8 { line: 2, wide: false, .. }));
        let complaint = text("a", &b"\xff\xfem\0o\0"[..]).unwrap_err();
        assert!(matches!(complaint, Complaint::NotUtf8 { line: 1, wide: true, .. }));
    }
}
