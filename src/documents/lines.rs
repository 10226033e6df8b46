//! Lines of a bounded length. What splits text into pieces takes quadratic time for what stands on one line, and a file may
//! be nothing but one line. Pure.

use std::borrow::Cow;

/// `text` without lines of more than `longest` characters: such a line is broken into some of at most `part`, which
/// must not be more. Where it is broken, white space becomes the line's end: behind a sentence, else behind a word, if
/// one ends in the second half of a part. Otherwise it is broken between two characters.
pub(super) fn bounded(text: &str, longest: usize, part: usize) -> Cow<'_, str> {
    let is_longer = |line: &str, limit: usize| line.len() > limit && line.chars().nth(limit).is_some();
    if !text.split('\n').any(|line| is_longer(line, longest)) {
        return Cow::Borrowed(text);
    }
    let mut lines: Vec<&str> = Vec::new();
    for mut line in text.split('\n') {
        let limit = if is_longer(line, longest) { part } else { longest };
        while is_longer(line, limit) {
            let (first, rest) = first_part(line, part);
            lines.push(first);
            line = rest;
        }
        lines.push(line);
    }
    Cow::Owned(lines.join("\n"))
}

/// The beginning of a long line, at most `length` characters, and what is left of it.
fn first_part(line: &str, length: usize) -> (&str, &str) {
    let window: Vec<(usize, char)> = line.char_indices().take(length + 1).collect();
    let spaces = (length / 2..window.len()).rev().filter(|at| window[*at].1.is_whitespace());
    let ends_sentence = |at: &usize| *at > 0 && matches!(window[at - 1].1, '.' | '!' | '?');
    match spaces.clone().find(ends_sentence).or_else(|| spaces.clone().next()) {
        Some(at) => (&line[..window[at].0], &line[window[at].0 + window[at].1.len_utf8()..]),
        None => line.split_at(window.last().map_or(line.len(), |(at, _)| *at)),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn long_lines_end_at_white_space() {
        assert_eq!(bounded("one two three\nfour", 7, 7), "one two\nthree\nfour");
        assert_eq!(bounded("Of one. Of two. Of", 16, 12), "Of one.\nOf two. Of");
        assert_eq!(bounded("éééééééééé\nééééé\n", 5, 4), "éééé\néééé\néé\nééééé\n");
        assert!(matches!(bounded("short\nlines\n", 5, 2), Cow::Borrowed(_)));
    }

    proptest! {
        #[test]
        fn no_line_is_longer_and_no_word_is_lost(text in "[a-é#.\t \n]{0,300}", part in 1usize..40, more in 0usize..20) {
            let broken = bounded(&text, part + more, part);
            let words = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
            prop_assert!(broken.lines().all(|line| line.chars().count() <= part + more), "{broken:?}");
            prop_assert_eq!(words(&broken), words(&text));
        }
    }
}
