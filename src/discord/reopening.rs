//! What a text that is cut must begin with so that it is read as what it was: an entry of a list as an entry, at its depth
//! and with its number, a quote as a quote. Pure. Must not know where a text is cut.

/// Says that an entry began before.
const GOES_ON: &str = "…";
/// Empty lines that a list may have between two entries.
const MOST_BLANK: usize = 1;

/// What must stand before `text[at..]`, of which nothing is inside a code block. Discord takes blanks off the start of a
/// message, so that depth alone would be lost.
pub fn reopening(text: &str, at: usize) -> String {
    let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let end = text[at..].find('\n').map_or(text.len(), |length| at + length);
    let line = Line::read(&text[start..end]);
    let mut opening = String::new();
    for parent in parents(&text[..start], line.depth) {
        opening.push_str(&format!("{parent} {GOES_ON}\n"));
    }
    if !text[start..at].trim().is_empty() {
        match line.marker {
            Some(QUOTE) => opening.push_str("> "),
            Some(marker) => opening.push_str(&format!("{}{marker} {GOES_ON} ", " ".repeat(line.depth))),
            None => {}
        }
    }
    opening
}

const QUOTE: &str = ">";

/// One line: how far it is indented, and the sign of a list or a quote that it begins with.
struct Line<'a> {
    depth: usize,
    marker: Option<&'a str>,
    blank: bool,
}

impl<'a> Line<'a> {
    fn read(line: &'a str) -> Self {
        let words = line.trim_start_matches([' ', '\t']);
        let depth = line[..line.len() - words.len()].chars().map(|c| if c == '\t' { 4 } else { 1 }).sum();
        Self { depth, marker: marker(words), blank: words.trim().is_empty() }
    }
}

/// `-`, `*`, `+`, `>` or a number with a dot or bracket behind it, with a blank behind that.
fn marker(words: &str) -> Option<&str> {
    let digits = words.len() - words.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let length = match words[digits..].chars().next()? {
        '-' | '*' | '+' | '>' if digits == 0 => 1,
        '.' | ')' if (1..=9).contains(&digits) => digits + 1,
        _ => return None,
    };
    words[length..].starts_with(' ').then_some(&words[..length])
}

/// The entries that one of that depth is part of, from the outermost, as they begin.
fn parents(before: &str, depth: usize) -> Vec<String> {
    let mut parents = Vec::new();
    let (mut below, mut blank) = (depth, 0);
    for line in before.lines().rev().map(Line::read) {
        if below == 0 || blank > MOST_BLANK {
            break;
        }
        blank = if line.blank { blank + 1 } else { 0 };
        if line.blank || line.depth >= below {
            continue;
        }
        let Some(marker) = line.marker.filter(|marker| *marker != QUOTE) else { break };
        parents.push(format!("{}{marker}", " ".repeat(line.depth)));
        below = line.depth;
    }
    parents.reverse();
    parents
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str, words: &str) -> String {
        reopening(text, text.find(words).expect("the words"))
    }

    #[test]
    fn plain_words_need_nothing() {
        assert_eq!(at("One two.\nThree four.", "Three"), "");
        assert_eq!(at("One two.\nThree four.", "four"), "");
        assert_eq!(at("- one\n- two", "- two"), "");
        assert_eq!(at("1. one\n2. two", "2. two"), "");
    }

    #[test]
    fn an_entry_goes_on_with_its_number() {
        assert_eq!(at("1. one\n2. two three", "three"), "2. … ");
        assert_eq!(at("- one two", "two"), "- … ");
        assert_eq!(at("**bold** words", "words"), "");
    }

    #[test]
    fn a_nested_entry_keeps_its_depth() {
        let text = "3. top\n   - inner\n     - deep one\n   - next";
        assert_eq!(at(text, "     - deep"), "3. …\n   - …\n");
        assert_eq!(at(text, "one"), "3. …\n   - …\n     - … ");
        assert_eq!(at(text, "   - next"), "3. …\n");
        assert_eq!(at("Words.\n\n  - inner", "  - inner"), "");
    }

    #[test]
    fn a_quote_goes_on_as_a_quote() {
        assert_eq!(at("> one two\n> three", "two"), "> ");
        assert_eq!(at("> one two\n> three", "> three"), "");
    }
}
