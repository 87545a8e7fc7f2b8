//! Names in one of the three spellings.

use super::Form;
use crate::language::letters::greek_letter;
use crate::language::names;

/// A name as it is written; it reads back as the same name.
pub(super) fn spelled(name: &str, form: Form) -> String {
    match form {
        Form::Ascii => name.to_owned(),
        Form::Unicode => {
            let unicode = names::unicode(name);
            let same = names::canonical(&unicode).as_deref() == Some(name);
            if same { unicode } else { name.to_owned() }
        }
        Form::Latex => latex(name),
    }
}

/// `\theta_{1}`, `x`, `\mathrm{kin}`: words stand upright, so that they are not read as products.
fn latex(name: &str) -> String {
    let (head, index) = name.split_once('_').unwrap_or((name, ""));
    let letter = head.trim_end_matches(|c: char| c.is_ascii_digit());
    let head = match greek_letter(letter) {
        Some(_) => format!("\\{head}"),
        None if head.len() == 1 => head.to_owned(),
        None => format!("\\mathrm{{{head}}}"),
    };
    let parts: Vec<String> = index
        .split('_')
        .map(|part| match greek_letter(part) {
            Some(_) => format!("\\{part}"),
            None => part.to_owned(),
        })
        .collect();
    match name.contains('_') {
        true if !index.is_empty() && !parts.iter().any(String::is_empty) => {
            format!("{head}_{{{}}}", parts.join("_"))
        }
        true => name.to_owned(),
        false => head,
    }
}
