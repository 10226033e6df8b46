//! What a thread or a post of a forum is about, for an agent that hears of it for the first time. Pure.

use crate::memory::Quote;

/// The quote with which the first message of somebody in a thread comes: what it answers, if it answers something, else
/// how the thread began; and in any case what it is called.
pub fn introduced(title: Option<&str>, opening: Option<Quote>, answers: Option<Quote>) -> Option<Quote> {
    let called = |title: &str| format!("“{}”", title.trim());
    match (answers, opening, title) {
        (Some(quote), _, Some(title)) => {
            Some(Quote { text: format!("[in the thread {}] {}", called(title), quote.text), ..quote })
        }
        (Some(quote), _, None) => Some(quote),
        (None, Some(first), title) => {
            let thread = title.map(|title| format!(" {}", called(title))).unwrap_or_default();
            let text = format!("[first message of the thread{thread}] {}", first.text).trim_end().to_owned();
            Some(Quote { text, ..first })
        }
        (None, None, Some(title)) => {
            Some(Quote { author: "the thread's title".into(), text: called(title), ..Quote::default() })
        }
        (None, None, None) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thread_is_introduced_by_its_title_and_first_message() {
        let first =
            || Quote { author: "Mara".into(), text: "It tastes of soap.".into(), of: Some(7), ..Quote::default() };
        let read = |quote: Option<Quote>| quote.map(|quote| (quote.author, quote.text, quote.of));
        let whole = ("Mara".into(), "[first message of the thread “Soup”] It tastes of soap.".into(), Some(7));
        assert_eq!(read(introduced(Some("Soup"), Some(first()), None)), Some(whole));
        assert_eq!(
            read(introduced(Some(" Soup "), None, None)),
            Some(("the thread's title".into(), "“Soup”".into(), None))
        );
        let answered = Quote { author: "you".into(), text: "hm".into(), of: Some(3), ..Quote::default() };
        let told = introduced(Some("Soup"), Some(first()), Some(answered.clone()));
        assert_eq!(read(told), Some(("you".into(), "[in the thread “Soup”] hm".into(), Some(3))));
        assert_eq!(introduced(None, Some(first()), Some(answered.clone())), Some(answered));
        assert_eq!(introduced(None, None, None), None);
    }
}
