//! What an unknown name may have meant.

use super::scope::{AXES, Found, Meaning, Place, Scope};
use crate::language::diagnostic::{Code, Diagnostic};
use crate::language::limits::NAME_CHARS;
use crate::language::names;
use crate::language::parser::BUILTIN_FUNCTIONS;
use crate::language::parser::view::WORDS;
use crate::language::source::{Source, Span};
use crate::language::syntax::{Coordinate, Expr, ExprKind, Force, Ident, ModelFile};
use crate::language::units;

/// Names of functions in other programs and books, with ours.
const OTHER_NAMES: &[(&str, &str)] = &[
    ("ln", "log"),
    ("arcsin", "asin"),
    ("arccos", "acos"),
    ("arctan", "atan"),
    ("arctan2", "atan2"),
    ("arsinh", "asinh"),
    ("arcosh", "acosh"),
    ("artanh", "atanh"),
    ("tg", "tan"),
    ("sgn", "sign"),
    ("cot", "1/tan"),
    ("sec", "1/cos"),
    ("csc", "1/sin"),
];

/// The message about a name that is declared nowhere.
pub(super) fn unknown(
    name: &str,
    span: Span,
    place: Place<'_>,
    scope: &Scope,
    source: &Source,
) -> Diagnostic {
    let span = without_braces(span, source);
    let shown = source.slice(span);
    let message = format!("unknown symbol `{shown}`");
    let symbol = Diagnostic::new(Code::UnknownSymbol, span, message.clone());
    if let Some((base, order)) = dotted_habit(name, scope) {
        let (spelled, quantity) = (spelling(&base, scope, source), quantity(order));
        let primes = "'".repeat(order);
        let command = format!("\\{}ot{{{}}}", "d".repeat(order), names::latex(&base));
        return Diagnostic::new(Code::DotHabit, span, message)
            .hint(format!("for the {quantity} write {spelled}{primes} (or {command})"))
            .fix(span, format!("{spelled}{primes}"));
    }
    if let Some(size) = axis_of(name).and_then(|base| scope.vector(base)) {
        return symbol.hint(format!("the vector has {size} components"));
    }
    if name == "energy" && matches!(place, Place::Statement) {
        return symbol.hint("the energy is `E`").fix(span, "E");
    }
    if let Some(hint) = other_frame(name, scope, source) {
        return symbol.hint(hint);
    }
    let other = OTHER_NAMES.iter().find(|row| row.0 == name).map(|row| row.1);
    let product = product(shown, place, scope);
    if let (Some(other), Some(product)) = (other, &product) {
        return symbol.hint(format!("write `{other}`, or `{product}` for a product"));
    }
    if let Some(product) = product {
        let is_function = BUILTIN_FUNCTIONS.iter().any(|row| product.starts_with(row.0));
        let what = if is_function { "write" } else { "for a product write" };
        return symbol.hint(format!("{what} `{product}`")).fix(span, product);
    }
    if let Some(other) = other {
        return symbol.hint(format!("write `{other}`")).fix(span, other);
    }
    let words = WORDS.iter().copied().filter(|_| matches!(place, Place::View));
    if let Some(word) = nearest(name, words) {
        return symbol.hint(format!("did you mean the word `{word}`?")).fix(span, word);
    }
    if let Some(hint) = multipliers(name, place, scope) {
        return symbol.hint(hint);
    }
    if (units::is_unit(name) || units::is_base(name)) && stands_behind_number(span, source) {
        return symbol.hint(unit_hint(span, place, source));
    }
    let known = scope.entries().map(|(known, _)| known);
    let candidates = known.filter(|known| usable(known, place, scope));
    let functions = BUILTIN_FUNCTIONS.iter().map(|row| row.0);
    match nearest(name, candidates.chain(functions)) {
        Some(near) => {
            let spelled = spelling(near, scope, source);
            symbol.hint(format!("did you mean `{spelled}`?")).fix(span, spelled)
        }
        None => symbol.hint(unlike_any(name, span, place, (scope, source))),
    }
}

/// What to do in a model about a name that is like no other.
pub(crate) const UNDECLARED: &str =
    "declare it under `coordinates`, `parameters`, `let` or `functions`";

fn is_coordinate(name: &str, scope: &Scope) -> bool {
    scope.declared(name).is_some_and(|entry| entry.meaning == Meaning::Coordinate)
}

/// What to do about a name that is like no other.
fn unlike_any(
    name: &str,
    span: Span,
    place: Place<'_>,
    (scope, source): (&Scope, &Source),
) -> String {
    let shown = source.slice(span);
    if matches!(name, "diff" | "Derivative" | "D") {
        return "a derivative with respect to time is written with a prime: x'; one by the first \
                argument of a declared function: ∂₁V(x, y) or D(V, 1, 0)(x, y)"
            .to_owned();
    }
    if name.strip_prefix("p_").is_some_and(|q| is_coordinate(q, scope)) {
        let q = shown.strip_prefix("p_").unwrap_or(shown);
        return format!(
            "`alembert prove` knows `{shown}` as the momentum of `{q}`; in a model write it out, as \
             `m {q}' is conserved`, or give it this name under `let`"
        );
    }
    if units::is_unit(name)
        || (units::is_base(name) && follows_number(span, source) && is_constant(place))
    {
        return unit_hint(span, place, source);
    }
    if source.text()[span.end..].starts_with('(') {
        return format!(
            "declare it under `functions`, `{shown}(x)`, or under `parameters` if it is a factor"
        );
    }
    if let Some(hint) = product_with_one_unknown(shown, place, scope) {
        return hint;
    }
    if matches!(place, Place::View) {
        return format!("the words of a view are {}", WORDS.join(", "));
    }
    UNDECLARED.to_owned()
}

/// The place of a name without the braces of its group: `{k}`.
fn without_braces(span: Span, source: &Source) -> Span {
    let text = source.slice(span);
    match text.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')) {
        Some(inside) if !inside.is_empty() => Span::new(span.start + 1, span.end - 1),
        _ => span,
    }
}

/// Does a name stand after a number or a slash, as `m` and `s` in `9.81 m/s`?
fn follows_number(span: Span, source: &Source) -> bool {
    source.text()[..span.start].trim_end().ends_with(|c: char| c == '/' || c.is_ascii_digit())
}

fn is_constant(place: Place<'_>) -> bool {
    matches!(place, Place::Parameter(_) | Place::Constant)
}

/// Does a name stand behind a number, as `min` in `2 min`, with nothing but spaces between?
fn stands_behind_number(span: Span, source: &Source) -> bool {
    let before = &source.text()[..span.start];
    let number = trailing(before.trim_end_matches(' '), |c| c.is_ascii_digit() || c == '.');
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let start = before.trim_end_matches(' ').len() - number.len();
    !number.is_empty() && !before[..start].ends_with(is_name)
}

/// What to do about a unit without brackets: in formulas numbers have none.
fn unit_hint(span: Span, place: Place<'_>, source: &Source) -> String {
    let quantity = with_unit(span, source);
    let is_word = units::is_unit(source.slice(span));
    match place {
        Place::Parameter(_) | Place::Constant if is_word => {
            format!("a unit stands in brackets behind its number: `{quantity}`")
        }
        Place::Parameter(_) | Place::Constant => format!(
            "if it is a unit, write it in brackets behind the number: `{quantity}`; if it is a \
             parameter, declare it before this line"
        ),
        _ => {
            let (number, unit) = quantity.split_once(' ').unwrap_or((&quantity, ""));
            let size = units::si_size(unit.trim_matches(['[', ']']));
            let value = number.parse::<f64>().ok().zip(size).map(|(x, size)| x * size);
            let plain = value.map(|x| format!("`{x}` in units of the SI, or "));
            format!(
                "a number in a formula has no unit: write {}a parameter that has it, `c = {quantity}`",
                plain.unwrap_or_default()
            )
        }
    }
}

/// A quantity whose unit was written without brackets around a name, with them: `9.81 [m/s^2]`.
fn with_unit(span: Span, source: &Source) -> String {
    let text = source.text();
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '/' | '^' | '²' | '³');
    let glued = trailing(&text[..span.start], is_part);
    let start = span.start - glued.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let end = text[span.end..].find(|c| !is_part(c)).map_or(text.len(), |i| span.end + i);
    let before = text[..start].trim_end_matches(' ');
    let number = trailing(before, |c| c.is_ascii_digit() || c == '.');
    format!("{number} [{}]", &text[start..end]).trim_start().to_owned()
}

/// The end of a text in which all characters are of a kind.
fn trailing(text: &str, is_part: impl Fn(char) -> bool) -> &str {
    &text[text.trim_end_matches(is_part).len()..]
}

/// Which multipliers there are, for a name that looks like one in a statement.
fn multipliers(name: &str, place: Place<'_>, scope: &Scope) -> Option<String> {
    let is_like_one = name == "lambda" || name.starts_with("lambda_");
    if !is_like_one || !matches!(place, Place::Statement) {
        return None;
    }
    let all: Vec<String> =
        scope.labels().iter().map(|label| names::unicode(&format!("lambda_{label}"))).collect();
    Some(match all.as_slice() {
        [] => "the model has no constraints, so there are no multipliers".to_owned(),
        [one] => format!("the multiplier is {one}"),
        _ => format!("the multipliers are {}", all.join(", ")),
    })
}

/// The angular velocity in the other frame, for a name that differs from a declared one by the size of
/// its letter: `Ω_z` where only `space ω` is declared.
fn other_frame(name: &str, scope: &Scope, source: &Source) -> Option<String> {
    let base = axis_of(name).unwrap_or(name);
    let turns = |meaning| matches!(meaning, Meaning::AngularVelocity);
    let all: Vec<_> = scope.entries().filter(|(_, e)| turns(e.meaning)).collect();
    let (_, near) = all.iter().find(|(known, _)| known.eq_ignore_ascii_case(base))?;
    let own = all.iter().filter(|(_, e)| e.index == near.index).count();
    let line = source.text().get(..near.span.start)?.lines().last()?.trim();
    let (body, known) = (names::unicode(base), source.slice(near.span));
    let frame = match line {
        line if line.ends_with("space") => ("laboratory", "body"),
        line if line.ends_with("body") => ("body", "space"),
        _ => return None,
    };
    (own == 1).then(|| {
        let (axes, other) = frame;
        format!(
            "`{known}` is the angular velocity in the axes of the {axes}; for the other frame \
             write `{line} {known}, {other} {body}`"
        )
    })
}

/// The name before `_x`, `_y` or `_z`.
fn axis_of(name: &str) -> Option<&str> {
    name.rsplit_once('_').filter(|(_, axis)| AXES.contains(axis)).map(|(base, _)| base)
}

fn usable(name: &str, place: Place<'_>, scope: &Scope) -> bool {
    matches!(scope.find(name, place), Found::Entry(_) | Found::Implicit(_) | Found::Argument)
}

/// A name as it was declared; the Unicode spelling of what needs no declaration.
fn spelling(name: &str, scope: &Scope, source: &Source) -> String {
    match scope.declared(name) {
        // A question about a model has another text than the declaration.
        Some(entry) if names::canonical(source.slice(entry.span)).as_deref() == Some(name) => {
            source.slice(entry.span).to_owned()
        }
        _ => names::unicode(name),
    }
}

fn quantity(order: usize) -> &'static str {
    if order == 1 { "velocity" } else { "acceleration" }
}

/// `xdot`, `x_dot`, `dx`, `xd`, `xddot`, `dxdt`: the coordinate and the number of dots.
fn dotted_habit(name: &str, scope: &Scope) -> Option<(String, usize)> {
    let suffixes = [
        ("_ddot", 2),
        ("ddot", 2),
        ("_dot", 1),
        ("dot", 1),
        ("_dd", 2),
        ("dd", 2),
        ("_d", 1),
        ("d", 1),
    ];
    let moves = |base: &str| {
        let found = scope.declared(base).map(|entry| entry.meaning);
        matches!(found, Some(Meaning::Coordinate | Meaning::Abbreviation | Meaning::Quasi))
    };
    let ended = suffixes.iter().filter_map(|&(end, n)| Some((name.strip_suffix(end)?, n)));
    let quotient = name.strip_prefix('d').and_then(|rest| rest.strip_suffix("dt"));
    let begun = name.strip_prefix('d').map(|rest| rest.trim_start_matches('_'));
    let all = ended.chain(quotient.map(|base| (base, 1))).chain(begun.map(|base| (base, 1)));
    all.filter(|(base, _)| moves(base)).map(|(base, n)| (base.to_owned(), n)).next()
}

/// `mg` as `m g`, `sinθ` as `sin θ`: the text cut into the fewest names that are known here.
fn product(text: &str, place: Place<'_>, scope: &Scope) -> Option<String> {
    let cuts: Vec<usize> = text.char_indices().map(|(i, _)| i).chain([text.len()]).collect();
    if cuts.len() > NAME_CHARS {
        return None;
    }
    // best[i]: the start of the last piece of the best way to cut text[..cuts[i]], and its pieces.
    let mut best: Vec<Option<(usize, usize)>> = vec![None; cuts.len()];
    best[0] = Some((0, 0));
    for end in 1..cuts.len() {
        for start in 0..end {
            let Some((_, pieces)) = best[start] else { continue };
            let piece = &text[cuts[start]..cuts[end]];
            let better = best[end].is_none_or(|(_, known)| pieces + 1 < known);
            if better && is_piece(piece, end + 1 == cuts.len(), place, scope) {
                best[end] = Some((start, pieces + 1));
            }
        }
    }
    let mut end = cuts.len() - 1;
    let mut pieces = Vec::new();
    while end > 0 {
        let (start, _) = best[end]?;
        pieces.push(&text[cuts[start]..cuts[end]]);
        end = start;
    }
    pieces.reverse();
    (pieces.len() > 1).then(|| pieces.join(" "))
}

/// `mgl` as `m g l` where one of the letters is not declared.
fn product_with_one_unknown(text: &str, place: Place<'_>, scope: &Scope) -> Option<String> {
    let letters: Vec<String> = text.chars().map(String::from).collect();
    let is_known = |letter: &&String| is_piece(letter, true, place, scope);
    let unknown: Vec<&String> = letters.iter().filter(|letter| !is_known(letter)).collect();
    let few = (2..=MOST_LETTERS).contains(&letters.len());
    match unknown.as_slice() {
        [letter] if few && letter.chars().all(char::is_alphabetic) => Some(format!(
            "for a product write `{}`, and declare `{letter}`, under `parameters` for a constant",
            letters.join(" ")
        )),
        _ => None,
    }
}

/// Letters of a word that may be a product.
const MOST_LETTERS: usize = 5;

/// Is it a name that may stand in a product? A function needs something after it.
fn is_piece(piece: &str, last: bool, place: Place<'_>, scope: &Scope) -> bool {
    let Some(name) = names::canonical(piece) else { return false };
    if BUILTIN_FUNCTIONS.iter().any(|row| row.0 == name) {
        return !last;
    }
    let function =
        |name: &str| matches!(scope.declared(name).map(|e| e.meaning), Some(Meaning::Function(_)));
    let constant = scope.declared(&name).is_none() && matches!(name.as_str(), "e" | "E");
    usable(&name, place, scope) && !function(&name) && !constant
}

/// The candidate that is most like a name, if one is like it at all.
pub(super) fn nearest<'a>(
    name: &str,
    candidates: impl Iterator<Item = &'a str>,
) -> Option<&'a str> {
    if name.len() > NAME_CHARS {
        return None;
    }
    let canonical = names::canonical(name).unwrap_or_else(|| name.to_owned());
    let likeness = |candidate: &str| {
        if candidate.eq_ignore_ascii_case(&canonical) {
            return Some(0);
        }
        let distance = strsim::damerau_levenshtein(candidate, &canonical);
        (distance <= candidate.len().min(canonical.len()) / 3).then_some(distance)
    };
    candidates.filter_map(|c| Some((likeness(c)?, c))).min().map(|(_, candidate)| candidate)
}

/// The message about a name that must be a coordinate.
pub(super) fn not_a_coordinate(ident: &Ident, scope: &Scope, source: &Source) -> Diagnostic {
    not_of(ident, Meaning::Coordinate, scope, source)
}

/// The message about a name that must be an input.
pub(super) fn not_an_input(ident: &Ident, scope: &Scope, source: &Source) -> Diagnostic {
    not_of(ident, Meaning::Input, scope, source)
}

/// The message about a name that cannot be given a value on the command line.
pub(super) fn no_value(ident: &Ident, scope: &Scope, source: &Source) -> Diagnostic {
    let wanted =
        [Meaning::Parameter, Meaning::Coordinate, Meaning::AngularVelocity, Meaning::Input];
    not_among(ident, &wanted, "a parameter or a coordinate", scope, source)
}

/// The message about a force on something of `let`: `P: (1, 2)`.
pub(super) fn force_on_point(force: &Force, file: &ModelFile, source: &Source) -> Diagnostic {
    let name = &force.coordinate.name;
    let shown = source.slice(force.coordinate.span);
    let message = format!("`{shown}` is an abbreviation, and a force acts on a coordinate");
    let diagnostic = Diagnostic::new(Code::UnknownSymbol, force.coordinate.span, message);
    let point = file.abbreviations.iter().find(|d| d.ident.name == *name);
    let parts = |e: &Expr| match &e.kind {
        ExprKind::Tuple(parts) => parts.clone(),
        _ => Vec::new(),
    };
    let (places, values) = (point.map_or(Vec::new(), |p| parts(&p.value)), parts(&force.value));
    let is_coordinate = |e: &Expr| {
        let named =
            |c: &Coordinate| matches!(&e.kind, ExprKind::Name(name) if *name == c.ident.name);
        file.coordinates.iter().any(named)
    };
    if places.is_empty() || places.len() != values.len() || !places.iter().all(is_coordinate) {
        return diagnostic.hint(
            "a force F at a point P does the work F · P': write what it does along each coordinate q, `q: F · ∂P/∂q`",
        );
    }
    let line = |(x, value): (&Expr, &Expr)| {
        format!("{}: {}", source.slice(x.span), source.slice(value.span))
    };
    let lines: Vec<String> = places.iter().zip(&values).map(line).collect();
    let text = lines.join(", ");
    diagnostic.hint(format!("write `{text}`")).fix(force.coordinate.span.to(force.value.span), text)
}

fn not_of(ident: &Ident, wanted: Meaning, scope: &Scope, source: &Source) -> Diagnostic {
    not_among(ident, &[wanted], wanted.with_article(), scope, source)
}

fn not_among(
    ident: &Ident,
    wanted: &[Meaning],
    what: &str,
    scope: &Scope,
    source: &Source,
) -> Diagnostic {
    let shown = source.slice(ident.span);
    if let Some(entry) = scope.declared(&ident.name) {
        let message = format!("`{shown}` is {}, not {what}", entry.meaning.with_article());
        return Diagnostic::new(Code::UnknownSymbol, ident.span, message)
            .related(entry.span, "declared here");
    }
    if let Some((base, order)) = dotted_habit(&ident.name, scope) {
        let spelled = format!("{}{}", spelling(&base, scope, source), "'".repeat(order));
        let message = format!("unknown symbol `{shown}`");
        return Diagnostic::new(Code::DotHabit, ident.span, message)
            .hint(format!("for the {} write {spelled}", quantity(order)))
            .fix(ident.span, spelled);
    }
    let message = match wanted {
        [_] => format!("`{shown}` is not {what}"),
        _ => format!("`{shown}` is neither {}", what.replace(" or ", " nor ")),
    };
    let diagnostic = Diagnostic::new(Code::UnknownSymbol, ident.span, message);
    let known = scope.entries().filter(|(_, e)| wanted.contains(&e.meaning)).map(|(name, _)| name);
    match nearest(&ident.name, known) {
        Some(near) => {
            let spelled = spelling(near, scope, source);
            diagnostic.hint(format!("did you mean `{spelled}`?")).fix(ident.span, spelled)
        }
        None => {
            let known: Vec<String> = scope
                .entries()
                .filter(|(_, e)| wanted.contains(&e.meaning))
                .map(|(name, _)| spelling(name, scope, source))
                .take(MOST_NAMED)
                .collect();
            match (known.is_empty(), wanted) {
                (false, [one]) => {
                    let kind = one.with_article().split_once(' ').map_or("", |(_, kind)| kind);
                    diagnostic.hint(format!("there are these {kind}s: {}", known.join(", ")))
                }
                _ => diagnostic,
            }
        }
    }
}

/// Names that a hint lists.
const MOST_NAMED: usize = 12;
