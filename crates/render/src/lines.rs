//! Lines of a given width: columns counted as a terminal shows them, long texts broken where a
//! reader would break them.

use crate::unicode::BARE;

/// The number of columns a text takes: combining marks take none, every other character one.
pub(crate) fn width(text: &str) -> usize {
    text.chars().filter(|&c| !is_mark(c)).count()
}

fn is_mark(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36F}' | '\u{20D0}'..='\u{20FF}')
}

/// The text with blanks behind it, up to `columns`.
pub(crate) fn padded(text: &str, columns: usize) -> String {
    text.to_owned() + &" ".repeat(columns.saturating_sub(width(text)))
}

/// A place where a line may end: the next one starts at `at`, a byte of a text or a piece.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Gap {
    pub(crate) at: usize,
    /// The column of `at` in the unbroken text.
    pub(crate) column: usize,
    /// The smaller, the better: [`cost`].
    pub(crate) cost: usize,
}

/// The text in lines of at most `first` columns, then `rest` columns, without their indentation.
///
/// Lines end before `+` and `−`, outside brackets if possible, else between factors, and in a
/// denominator only where there is no other place. What has no such place is not broken.
pub(crate) fn wrap(text: &str, first: usize, rest: usize) -> Vec<String> {
    let gaps = gaps(text);
    let end = width(text);
    let (mut lines, mut start, mut column, mut room) = (Vec::new(), 0, 0, first);
    while end - column > room {
        let Some(gap) = best(&gaps, column, room) else { break };
        lines.push(text[start..gap.at].trim_end().to_owned());
        (start, column, room) = (gap.at, gap.column, rest);
    }
    lines.push(text[start..].to_owned());
    lines
}

/// What a line break costs: the depth of its brackets, where a sum one pair deeper is better than a
/// product, and a denominator is worse than everything outside of it.
pub(crate) fn cost(depth: usize, product: bool, denominator: bool) -> usize {
    2 * depth + if product { 3 } else { 0 } + if denominator { 1000 } else { 0 }
}

/// The cheapest gap in the line except its first third, the last of these; else the last gap in
/// the first third, else the first one beyond the line.
pub(crate) fn best(gaps: &[Gap], start: usize, room: usize) -> Option<Gap> {
    let from = gaps.partition_point(|g| g.column <= start);
    let third = from + gaps[from..].partition_point(|g| g.column < start + room / 3);
    let to = from + gaps[from..].partition_point(|g| g.column <= start + room);
    let cheapest = gaps[third..to].iter().min_by_key(|g| (g.cost, std::cmp::Reverse(g.column)));
    cheapest.or_else(|| gaps[from..third].last()).or_else(|| gaps.get(to)).copied()
}

/// All places where the text may be broken, from left to right.
fn gaps(text: &str) -> Vec<Gap> {
    let (mut gaps, mut brackets, mut column) = (Vec::new(), Vec::<bool>::new(), 0);
    for (at, c) in text.char_indices() {
        let cost = |product| cost(brackets.len(), product, brackets.contains(&true));
        match c {
            '(' | '[' => brackets.push(text[..at].ends_with('/')),
            ')' | ']' => drop(brackets.pop()),
            ' ' => {
                let next = &text[at + 1..];
                if ["+ ", "- ", "− "].iter().any(|sign| next.starts_with(sign)) {
                    gaps.push(Gap { at: at + 1, column: column + 1, cost: cost(false) });
                } else if !follows_a_sign_or_function(&text[..at]) {
                    gaps.push(Gap { at: at + 1, column: column + 1, cost: cost(true) });
                }
            }
            '*' => gaps.push(Gap { at, column, cost: cost(true) }),
            '/' if text[at + 1..].starts_with('(') => {
                gaps.push(Gap { at, column, cost: cost(true) });
            }
            _ => {}
        }
        column += usize::from(!is_mark(c));
    }
    gaps
}

/// `sin φ` and `+ x` stay together.
fn follows_a_sign_or_function(before: &str) -> bool {
    let word = before.rsplit([' ', '(', '/', '−', '|']).next().unwrap_or_default();
    let name = word.trim_end_matches(char::is_numeric);
    matches!(name, "+" | "-" | "") || BARE.iter().any(|f| f.row().name == name)
}

#[cfg(test)]
mod tests {
    use super::{width, wrap};

    #[test]
    fn dots_take_no_column() {
        assert_eq!(width("θ\u{307}² = ẋ"), 6);
        assert_eq!(width("x\u{20DB}"), 1);
    }

    #[test]
    fn sums_are_broken_before_their_signs_and_outside_brackets() {
        assert_eq!(wrap("a + b (c + d) − e", 14, 14), ["a + b (c + d)", "− e"]);
        assert_eq!(wrap("a + b (c + d) − e", 12, 12), ["a + b (c", "+ d) − e"]);
        assert_eq!(wrap("aa*bb*cc + dd", 6, 9), ["aa*bb", "*cc + dd"]);
    }

    #[test]
    fn a_denominator_is_broken_only_where_nothing_else_is_left() {
        assert_eq!(wrap("a b (c + d)/(e + f)", 17, 17), ["a b (c", "+ d)/(e + f)"]);
        assert_eq!(wrap("a b c d e/(f + g)", 14, 14), ["a b c d e", "/(f + g)"]);
        assert_eq!(wrap("a*b/(c + d + e)", 8, 8), ["a*b", "/(c + d", "+ e)"]);
    }

    #[test]
    fn a_function_keeps_its_argument() {
        assert_eq!(wrap("a b sin φ cos²θ", 7, 9), ["a b", "sin φ", "cos²θ"]);
    }

    #[test]
    fn what_cannot_be_broken_is_not() {
        assert_eq!(wrap("abcdefgh", 3, 3), ["abcdefgh"]);
        assert_eq!(wrap("abcdefgh + i", 3, 3), ["abcdefgh", "+ i"]);
        assert_eq!(wrap("", 0, 0), [""]);
    }
}
