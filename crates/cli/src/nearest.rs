//! The nearest of some names, for "did you mean".

/// The name that is most like a word, or none when all are far off. Of equally near names the
/// first is taken; capitals do not count.
pub(crate) fn nearest<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase();
    let letters = word.chars().count();
    names
        .into_iter()
        .map(|name| (distance(&word, &name.to_lowercase()), name))
        .filter(|&(distance, _)| distance <= letters.div_ceil(3))
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, name)| name)
}

/// Letters to change; a word that begins a name, ends it, or goes on after it is one step away.
fn distance(word: &str, name: &str) -> usize {
    let letters = word.chars().count();
    let begins = name.starts_with(word) || name.ends_with(word);
    let goes_on = name.chars().count() > 3 && word.starts_with(name);
    if letters > 2 && word != name && (begins || goes_on) {
        return 1;
    }
    strsim::damerau_levenshtein(word, name)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    const NAMES: [&str; 3] = ["knife-edge", "rolling-penny", "rolling-sphere"];

    #[test]
    fn a_slip_of_the_pen_is_understood() {
        assert_eq!(nearest("knive-edge", NAMES), Some("knife-edge"));
        assert_eq!(nearest("Knife-Egde", NAMES), Some("knife-edge"));
        assert_eq!(nearest("sphere", NAMES), Some("rolling-sphere"));
        assert_eq!(nearest("rolling", NAMES), Some("rolling-penny"));
    }

    #[test]
    fn a_word_that_is_like_none_has_no_nearest_name() {
        assert_eq!(nearest("bicycle", NAMES), None);
        assert_eq!(nearest("", NAMES), None);
    }
}
