//! Identifiers for the names of a model.
//!
//! A prime becomes `_d`, a letter outside of ASCII its number; a name that is taken or reserved gets an
//! underscore at its end. Names without primes come first, so that `x_d` of a model stays `x_d`.

use std::collections::BTreeSet;

/// Longer names are cut: some languages do so silently.
const LONGEST: usize = 50;

/// An identifier that is a letter, then letters, digits and underscores.
///
/// ```
/// use alembert_render::code::identifier;
/// assert_eq!(identifier("theta''"), "theta_dd");
/// assert_eq!(identifier("knife-edge"), "knife_edge");
/// assert_eq!(identifier("2ж"), "v2u436");
/// ```
#[must_use]
pub fn identifier(name: &str) -> String {
    let letter = name.trim_end_matches('\'');
    let dots = name.len() - letter.len();
    let mut out = String::new();
    for c in letter.chars() {
        match c {
            c if c.is_ascii_alphanumeric() || c == '_' => out.push(c),
            c if c.is_ascii() => out.push('_'),
            c => out.push_str(&format!("u{:x}", u32::from(c))),
        }
    }
    if !out.starts_with(|c: char| c.is_ascii_alphabetic()) {
        out.insert(0, 'v');
    }
    out.truncate(LONGEST);
    if dots > 0 {
        out.push('_');
        out.push_str(&"d".repeat(dots));
    }
    out
}

/// The names that are in use.
#[derive(Debug, Default)]
pub(super) struct Taken(BTreeSet<String>);

impl Taken {
    pub(super) fn new<'a>(words: impl IntoIterator<Item = &'a str>) -> Self {
        Self(words.into_iter().map(str::to_owned).collect())
    }

    /// Takes the nearest free name.
    fn take(&mut self, mut name: String) -> String {
        while !self.0.insert(name.clone()) {
            name.push('_');
        }
        name
    }

    /// Takes identifiers for names, those without primes first.
    pub(super) fn take_all(&mut self, names: &[&str]) -> Vec<String> {
        let mut taken = vec![String::new(); names.len()];
        for with_primes in [false, true] {
            for (slot, name) in taken.iter_mut().zip(names) {
                if name.ends_with('\'') == with_primes {
                    *slot = self.take(identifier(name));
                }
            }
        }
        taken
    }

    /// A beginning for numbered names that no name has.
    pub(super) fn prefix(&self, mut beginning: String) -> String {
        let numbered = |name: &String, start: &str| {
            let rest = name.strip_prefix(start);
            rest.is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_digit()))
        };
        while self.0.iter().any(|name| numbered(name, &beginning)) {
            beginning.push('_');
        }
        beginning
    }
}

#[cfg(test)]
mod tests {
    use super::Taken;

    #[test]
    fn names_of_the_model_keep_their_spelling() {
        let mut taken = Taken::new(["lambda", "state"]);
        let names = taken.take_all(&["x'", "x_d", "lambda", "state", "x", "x_d_"]);
        assert_eq!(names, ["x_d__", "x_d", "lambda_", "state_", "x", "x_d_"]);
    }

    #[test]
    fn numbered_names_meet_no_other() {
        let mut taken = Taken::new([]);
        assert_eq!(taken.prefix("w".to_owned()), "w");
        taken.take_all(&["w", "w1", "w_2"]);
        assert_eq!(taken.prefix("w".to_owned()), "w__");
        assert_eq!(taken.prefix("y".to_owned()), "y");
    }
}
