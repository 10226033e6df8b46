//! Texts as they are compared: what of a letter's form counts and what does not. Pure.

use std::borrow::Cow;

use unicode_normalization::UnicodeNormalization;

/// A text in lower case and with compatibility forms made plain (`Ｆｕｌｌ` is `full`). Accents stay: stemmers need them.
pub fn fold(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    let plain: String = text.to_lowercase().nfkc().filter(|c| *c != '\u{ad}').collect();
    // The dot that a capital İ keeps in lower case is no accent, and Turkish would not know the word by it.
    let plain = plain.to_lowercase().replace('’', "'").replace("i\u{307}", "i");
    // Compatibility takes the vowel AM of Thai and Lao apart, which every dictionary has in one piece.
    if plain.contains(['\u{e4d}', '\u{ecd}']) {
        return plain.replace("\u{e4d}\u{e32}", "\u{e33}").replace("\u{ecd}\u{eb2}", "\u{eb3}");
    }
    plain
}

/// A folded text without accents: `café` is `cafe`. What people leave out when they write in a hurry is left out
/// everywhere.
pub fn bare(folded: &str) -> Cow<'_, str> {
    let untouched = |c: char| c.is_ascii() || matches!(c, 'а'..='и' | 'к'..='я' | 'α'..='ω' | 'ء'..='ي');
    if folded.chars().all(untouched) {
        return Cow::Borrowed(folded);
    }
    let letters = folded.nfd().filter(|c| !matches!(c, '\u{300}'..='\u{36f}')).nfc();
    let mut bare = String::with_capacity(folded.len());
    for letter in letters {
        match letter {
            'ß' => bare.push_str("ss"),
            'æ' => bare.push_str("ae"),
            'œ' => bare.push_str("oe"),
            'ø' => bare.push('o'),
            'ł' => bare.push('l'),
            'đ' | 'ð' => bare.push('d'),
            'ı' => bare.push('i'),
            other => bare.push(other),
        }
    }
    Cow::Owned(bare)
}

/// Whether `c` is a letter in Latin script.
pub fn is_latin(c: char) -> bool {
    c.is_alphabetic() && matches!(c, '\0'..='\u{24f}' | '\u{1e00}'..='\u{1eff}')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn forms_of_letters_do_not_count() {
        assert_eq!(fold("Ｆｕｌｌ CAFÉ it’s"), "full café it's");
        assert_eq!(fold("İstanbul’da"), "istanbul'da");
        assert_eq!(fold("น้ำ"), "น้ำ");
        for (text, expected) in [("café", "cafe"), ("größe", "grosse"), ("ışık", "isik"), ("smørrebrød", "smorrebrod")]
        {
            assert_eq!(bare(text), expected);
        }
        assert_eq!(bare("ガ한й"), "ガ한и");
    }

    proptest! {
        #[test]
        fn folding_twice_changes_nothing(text in any::<String>()) {
            let once = fold(&text);
            let again = bare(&once).into_owned();
            prop_assert_eq!(bare(&again), again.as_str());
        }
    }
}
