//! Whether one of some words stands in a text. Pure.

use unicode_segmentation::UnicodeSegmentation;

/// Whether `text` has one of `keywords` in it as whole words, however they are capitalised.
pub fn has_keyword(text: &str, keywords: &[String]) -> bool {
    if keywords.is_empty() {
        return false;
    }
    let said = words(text);
    keywords
        .iter()
        .map(|keyword| words(keyword))
        .any(|wanted| !wanted.is_empty() && said.windows(wanted.len()).any(|window| window == wanted.as_slice()))
}

fn words(text: &str) -> Vec<String> {
    text.unicode_words().map(str::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_words_in_any_case() {
        let keywords = ["miso".to_owned(), "good morning".to_owned(), "猫".to_owned(), "?!".to_owned()];
        for text in ["Where is MISO?", "so, good  Morning all", "うちの猫です"] {
            assert!(has_keyword(text, &keywords), "{text}");
        }
        for text in ["misopaste", "good evening, morning", "what?!", ""] {
            assert!(!has_keyword(text, &keywords), "{text}");
        }
    }
}
