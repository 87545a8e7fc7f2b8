//! Prose in lines of a given width.

use alembert::language::width;

/// The text with lines that are too long broken at spaces. Lines that begin with a space are
/// formulas or models and stay as they are.
pub(crate) fn wrapped(text: &str, columns: usize) -> String {
    let mut page = String::new();
    for line in text.lines() {
        if line.starts_with(' ') || width(line, 0) <= columns {
            page.push_str(line);
        } else {
            fill(&mut page, line, columns);
        }
        page.push('\n');
    }
    page
}

fn fill(page: &mut String, line: &str, columns: usize) {
    let mut used = 0;
    for word in line.split(' ').filter(|word| !word.is_empty()) {
        let wide = width(word, 0);
        if used > 0 && used + 1 + wide > columns {
            page.push('\n');
            used = 0;
        } else if used > 0 {
            page.push(' ');
            used += 1;
        }
        page.push_str(word);
        used += wide;
    }
}

/// Every line of a text moved to the right; empty lines stay empty.
pub(crate) fn indented(text: &str) -> String {
    let shift = |line: &str| match line {
        "" => "\n".to_owned(),
        line => format!("    {line}\n"),
    };
    text.lines().map(shift).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prose_is_broken_at_spaces_and_formulas_are_not() {
        let text = "one two three\n    a + b + c + d\nfour";
        assert_eq!(wrapped(text, 8), "one two\nthree\n    a + b + c + d\nfour\n");
    }

    #[test]
    fn a_word_longer_than_the_line_stands_alone() {
        assert_eq!(wrapped("a incompressible b", 6), "a\nincompressible\nb\n");
    }

    #[test]
    fn empty_lines_get_no_indentation() {
        assert_eq!(indented("a\n\nb\n"), "    a\n\n    b\n");
    }
}
