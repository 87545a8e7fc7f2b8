//! `check --fix`: the fixes of diagnostics, written into the model file.
//!
//! The file is replaced as a whole by a finished one beside it, so that it is never half written.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::Path;

use alembert::language::{Change, Source, mend};

use crate::complaint::Complaint;
use crate::walk::{self, CheckRequest, Model};

/// A fix may uncover the next finding; more often than this is not looked.
const ROUNDS: usize = 5;

/// Mends the model and writes its file; what was changed, in sentences.
pub(crate) fn mend_file(
    path: &Path,
    model: &mut Model,
    request: CheckRequest<'_>,
) -> Result<Vec<String>, Complaint> {
    let refused = |why| Complaint::Unmendable { name: model.source.name().to_owned(), why };
    if !path.is_file() {
        return Err(refused("it is not a file that can be written"));
    }
    let unreadable = |reason| Complaint::Unreadable { name: path.display().to_string(), reason };
    if fs::read_to_string(path).map_err(unreadable)? != model.source.text() {
        return Err(refused("it is a model in JSON; fixes are for texts"));
    }
    let mut notes = Vec::new();
    for _ in 0..ROUNDS {
        let answer = walk::check(model, request);
        let own = answer.findings.first().map_or(&[][..], |f| f.diagnostics.as_slice());
        let Some(mended) = mend(&model.source, own) else { break };
        notes.extend(mended.changes.iter().map(sentence));
        model.source = Source::new(model.source.name(), mended.text);
    }
    if notes.is_empty() {
        return Ok(vec!["nothing to fix".to_owned()]);
    }
    let unwritable = |reason| Complaint::Unwritable { path: path.to_owned(), reason };
    replace(path, model.source.text()).map_err(unwritable)?;
    Ok(notes)
}

fn sentence(change: &Change) -> String {
    let Change { code, line, before, after, added } = change;
    let mut sentence = match before.as_str() {
        "" => format!("{code}, line {line}: added `{}`", after.trim()),
        before => format!("{code}, line {line}: `{before}` is now `{after}`"),
    };
    for text in added {
        sentence.push_str(&format!(", with `{text}`"));
    }
    sentence
}

/// Replaces a file in one step; its permissions stay. A link stays a link.
fn replace(path: &Path, text: &str) -> io::Result<()> {
    let path = path.canonicalize()?;
    let permissions = fs::metadata(&path)?.permissions();
    if permissions.readonly() {
        return Err(io::ErrorKind::PermissionDenied.into());
    }
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.new", std::process::id()));
    let beside = path.with_file_name(name);
    let written = File::create_new(&beside)
        .and_then(|mut file| {
            file.write_all(text.as_bytes())?;
            file.sync_all()
        })
        .and_then(|()| fs::set_permissions(&beside, permissions))
        .and_then(|()| fs::rename(&beside, &path));
    if written.is_err() {
        // The old file is still there; that the new one cannot be removed is less than why.
        let _ = fs::remove_file(&beside);
    }
    written
}
