//! What texts mean, and when two of them mean the same.

use alembert::language::{Model, Source, names, read, read_equation, read_expression};
use alembert_algebra::zero::{Verdict, zero_test};
use alembert_algebra::{Expr, Kind};

use crate::Shown;

/// What a page says, as texts that the model language reads.
#[derive(Debug, Default)]
pub(crate) struct Said {
    /// Equations in reading order.
    pub(crate) equations: Vec<String>,
    /// The rows of matrices, in reading order.
    pub(crate) matrices: Vec<Vec<Vec<String>>>,
    /// What must not vanish.
    pub(crate) conditions: Vec<String>,
}

/// The page says the same as the ASCII texts of the derivation.
pub(crate) fn assert_same(shown: &Shown, said: &Said) {
    let Shown { name, derived, .. } = shown;
    let model = model(shown);
    let listed = assert_same_matrices(shown, said, &model);
    let expected = derived.equations.iter().map(|(l, r)| format!("{l} = {r}"));
    assert_eq!(said.equations.len(), expected.len() + listed, "{name}: {said:#?}");
    for (one, other) in said.equations.iter().zip(expected) {
        assert_equal(equation(one, &model), equation(&other, &model), name, one);
    }
    let conditions = derived.conditions.iter().map(|c| c.trim_end_matches(" != 0"));
    assert_eq!(said.conditions.len(), conditions.len(), "{name}");
    for (one, other) in said.conditions.iter().zip(conditions) {
        // The determinant of a matrix on the page has a name that no model knows.
        if other.starts_with("det(") {
            assert!(one.contains("det"), "{name}: {one}");
            continue;
        }
        assert_equal(expression(one, &model), expression(other, &model), name, one);
    }
}

/// Matrices entry by entry, also those that are listed after the equations as `M_1_2 = …`; how
/// many entries are listed.
fn assert_same_matrices(shown: &Shown, said: &Said, model: &Model) -> usize {
    let mut listed = said.equations.iter().skip(shown.derived.equations.len());
    let before = listed.len();
    let mut whole = said.matrices.iter().peekable();
    for (name, rows) in shown.derived.matrices.iter().filter(|(_, rows)| !rows.is_empty()) {
        let places = rows.iter().enumerate().flat_map(|(i, row)| {
            row.iter().enumerate().map(move |(j, entry)| (place(name, row, i, j), entry))
        });
        let found = whole.next_if(|m| m.len() == rows.len() && m[0].len() == rows[0].len());
        let mut found = found.map(|m| m.concat().into_iter());
        for (place, entry) in places {
            let text = match &mut found {
                Some(entries) => entries.next().unwrap(),
                None if entry == "0" => continue,
                None => {
                    let text = listed.next().unwrap_or_else(|| panic!("{place} is missing"));
                    let (left, right) = text.split_once('=').unwrap();
                    let left: String = left.split_whitespace().collect();
                    assert_eq!(names::canonical(&left), Some(place), "{text}");
                    right.to_owned()
                }
            };
            assert_equal(expression(&text, model), expression(entry, model), name, &text);
        }
    }
    assert_eq!(whole.next(), None, "{}", shown.name);
    before - listed.len()
}

/// The name of an entry.
fn place(name: &str, row: &[String], i: usize, j: usize) -> String {
    match row.len() {
        1 => format!("{name}_{}", i + 1),
        _ => format!("{name}_{}_{}", i + 1, j + 1),
    }
}

fn assert_equal(one: Expr, other: Expr, name: &str, text: &str) {
    assert!(one == other || zero_test(one - other) == Verdict::Zero, "{name}: {text}");
}

fn equation(text: &str, model: &Model) -> Expr {
    let sides = read_equation(&Source::new("<typeset>", text), model);
    let (left, right) = sides.unwrap_or_else(|d| panic!("{text}: {d:#?}"));
    left - right
}

fn expression(text: &str, model: &Model) -> Expr {
    let read = read_expression(&Source::new("<typeset>", text), model);
    read.unwrap_or_else(|d| panic!("{text}: {d:#?}"))
}

/// `psi_2` for the name `psi2`: the number behind a letter is typeset as an index.
fn indexed(name: &str, model: &Model) -> Option<(String, Expr)> {
    let letter = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let is_letter = letter.len() == 1 || names::unicode(letter).chars().count() == 1;
    let number = &name[letter.len()..];
    let value = (is_letter && !number.is_empty()).then(|| expression(name, model))?;
    Some((format!("{letter}_{number}"), value))
}

/// The model with the names of quasi-velocities and of named parts, whatever they stand for.
fn model(shown: &Shown) -> Model {
    let model = read(&Source::new("<model>", shown.model)).model.expect("a sound model");
    let is_new =
        |name: &&String| read_expression(&Source::new("<name>", name.as_str()), &model).is_err();
    let new = shown.symbols.iter().filter(is_new);
    let named: Vec<(&str, Expr)> =
        new.map(|name| (name.as_str(), Expr::symbol(name, Kind::Coordinate, 0))).collect();
    let model = model.with_names(&named);
    let typeset: Vec<(String, Expr)> =
        shown.symbols.iter().filter_map(|name| indexed(name, &model)).collect();
    let typeset: Vec<(&str, Expr)> = typeset.iter().map(|(name, e)| (name.as_str(), *e)).collect();
    model.with_names(&typeset)
}
