//! What somebody searches for: words in any order, and between quotation marks phrases that must stand as they are. Pure.

/// Phrases that are looked at, at most.
const MOST: usize = 5;

/// A text to search for, taken apart.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Wanted {
    /// The whole text without quotation marks.
    pub text: String,
    /// What stood between quotation marks, folded.
    pub phrases: Vec<String>,
}

/// Takes a search text apart. A mark without its partner is a sign like any other.
pub fn wanted(text: &str) -> Wanted {
    let mut phrases = Vec::new();
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((at, open)) = rest.char_indices().find(|(_, c)| closing(*c).is_some()) {
        let (before, from) = rest.split_at(at);
        let inside = &from[open.len_utf8()..];
        plain.push_str(before);
        let Some(end) = closing(open).and_then(|close| inside.find(close)) else {
            plain.push(open);
            rest = inside;
            continue;
        };
        let phrase = &inside[..end];
        plain.push_str(phrase);
        let folded = folded(phrase);
        if !folded.is_empty() && phrases.len() < MOST {
            phrases.push(folded);
        }
        rest = &inside[end + inside[end..].chars().next().map_or(0, char::len_utf8)..];
    }
    plain.push_str(rest);
    Wanted { text: plain, phrases }
}

/// The marks that end what `open` begins: what opens in English closes in German. An apostrophe begins nothing.
fn closing(open: char) -> Option<&'static [char]> {
    match open {
        '"' => Some(&['"']),
        '“' => Some(&['”']),
        '„' => Some(&['“', '”']),
        '«' => Some(&['»']),
        '「' => Some(&['」']),
        _ => None,
    }
}

/// A text in which case, accents' forms and the width of spaces do not count.
fn folded(text: &str) -> String {
    use unicode_normalization::UnicodeNormalization;
    let plain: String = text.nfkc().collect::<String>().to_lowercase();
    plain.replace('’', "'").split_whitespace().collect::<Vec<_>>().join(" ")
}

impl Wanted {
    /// Whether `text` has all the phrases in it.
    pub fn is_in(&self, text: &str) -> bool {
        let text = folded(text);
        self.phrases.iter().all(|phrase| text.contains(phrase.as_str()))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_stands_between_marks_is_a_phrase() {
        let asked = wanted("who said “See  you” or \"never mind\", and it's \"");
        assert_eq!(asked.phrases, ["see you", "never mind"]);
        assert_eq!(asked.text, "who said See  you or never mind, and it's \"");
        assert_eq!(wanted("\"\" plain").phrases, [""; 0]);
        let german = wanted("nach „31 days“ oder „so weit” und “nie”");
        assert_eq!(german.phrases, ["31 days", "so weit", "nie"]);
        assert_eq!(german.text, "nach 31 days oder so weit und nie");
    }

    #[test]
    fn case_and_width_do_not_count() {
        let asked = wanted("\"Ｓee YOU\"");
        assert!(asked.is_in("well, see\n you later"));
        assert!(!asked.is_in("you see"));
        assert!(wanted("no marks").is_in("anything"));
    }

    proptest! {
        #[test]
        fn nothing_but_marks_is_lost(text in any::<String>()) {
            let asked = wanted(&text);
            let is_mark = |c: &char| matches!(c, '"' | '“' | '”' | '„' | '«' | '»' | '「' | '」');
            let kept = |text: &str| text.chars().filter(|c| !is_mark(c)).collect::<String>();
            prop_assert_eq!(kept(&asked.text), kept(&text));
        }
    }
}
