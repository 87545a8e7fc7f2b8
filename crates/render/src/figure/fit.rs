//! Texts that fit into their room: in a smaller font, in several lines, or shortened in the middle.
//!
//! What stands in brackets at the end, a unit or a principle, is kept when a text is shortened.

use super::font;

/// A text as it fits: its lines, and the size of the font.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Fitted {
    pub(super) lines: Vec<String>,
    pub(super) size: f64,
}

/// The room of a text.
#[derive(Debug, Clone, Copy)]
pub(super) struct Room {
    /// How long a line may be.
    pub(super) width: f64,
    /// How many lines there may be.
    pub(super) lines: usize,
    /// The size of the font as it should be, and the least that can be read.
    pub(super) sizes: (f64, f64),
    /// Is the font bold?
    pub(super) bold: bool,
}

impl Room {
    /// The text in this room: as it is, smaller, in lines, and at last shortened.
    pub(super) fn fit(&self, text: &str) -> Fitted {
        let (size, least) = self.sizes;
        let fits = |size: f64| font::width(text, size, self.bold) <= self.width;
        let steps = [size, (size + least) / 2.0, least];
        if let Some(size) = steps.into_iter().find(|&size| fits(size)) {
            return Fitted { lines: vec![text.to_owned()], size };
        }
        let mut lines = self.broken(text, least);
        let rest = lines.split_off(lines.len().min(self.lines.max(1)));
        if let Some(last) = lines.last_mut().filter(|_| !rest.is_empty()) {
            *last = format!("{last} {}", rest.join(" "));
        }
        let shortened = |line: String| shortened(&line, self.width, least, self.bold);
        Fitted { lines: lines.into_iter().map(shortened).collect(), size: least }
    }

    /// The text, broken at spaces where the next word has no room.
    fn broken(&self, text: &str, size: f64) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        for word in text.split(' ') {
            let longer = lines.last().map(|line| format!("{line} {word}"));
            match longer.filter(|line| font::width(line, size, self.bold) <= self.width) {
                Some(line) => *lines.last_mut().expect("it is longer than one") = line,
                None => lines.push(word.to_owned()),
            }
        }
        lines
    }
}

/// A text that is no wider than this: letters in its middle give way to `…`.
pub(super) fn shortened(text: &str, width: f64, size: f64, bold: bool) -> String {
    let fits = |text: &str| font::width(text, size, bold) <= width;
    if fits(text) {
        return text.to_owned();
    }
    let (head, tail) = text.split_at(tail(text));
    let letters: Vec<char> = head.chars().collect();
    let cut = |kept: usize| {
        let kept: String = letters[..kept].iter().collect();
        format!("{}…{tail}", kept.trim_end())
    };
    let with_tail = (1..letters.len()).rev().map(cut).find(|text| fits(text));
    let letters: Vec<char> = text.chars().collect();
    let without = |kept: usize| letters[..kept].iter().collect::<String>() + "…";
    with_tail
        .or_else(|| (0..letters.len()).rev().map(without).find(|t| fits(t)))
        .unwrap_or_default()
}

/// Where the end of a text begins that is kept: brackets that close it, or nothing.
fn tail(text: &str) -> usize {
    let opening = match text.chars().next_back() {
        Some(']') => " [",
        Some(')') => " (",
        _ => return text.len(),
    };
    text.rfind(opening).filter(|&at| at > 0).unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROOM: Room = Room { width: 100.0, lines: 2, sizes: (11.0, 9.0), bold: false };

    fn fits(fitted: &Fitted) -> bool {
        fitted.lines.iter().all(|line| font::width(line, fitted.size, false) <= ROOM.width)
    }

    #[test]
    fn a_short_text_stays_as_it_is() {
        assert_eq!(ROOM.fit("x [m]"), Fitted { lines: vec!["x [m]".to_owned()], size: 11.0 });
    }

    #[test]
    fn a_longer_one_is_broken_at_spaces_without_losing_a_word() {
        let fitted = ROOM.fit("height, distance, speed [m]");
        assert!(fits(&fitted) && fitted.lines.len() == 2, "{fitted:?}");
        assert_eq!(fitted.lines.join(" "), "height, distance, speed [m]");
    }

    #[test]
    fn the_longest_are_shortened_and_keep_their_unit() {
        for text in [
            "a_very_long_name_without_any_space_at_all [rad/s²]",
            "one two three four five six seven eight nine ten [rad/s²]",
        ] {
            let fitted = ROOM.fit(text);
            assert!(fits(&fitted) && fitted.lines.len() <= 2, "{fitted:?}");
            assert!(
                fitted.lines.concat().contains('…') && fitted.lines.concat().ends_with("[rad/s²]")
            );
        }
        let unit = "[a unit that is longer than all of the room there is]";
        assert!(fits(&ROOM.fit(&format!("x {unit}"))));
    }
}
