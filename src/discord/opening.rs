//! What a thread or a post of a forum is about, for an agent that hears of it for the first time. Pure.

use crate::memory::{Heading, PersonId, Quote};

/// What a thread is called, and who named it so.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Title {
    pub text: String,
    pub by: Option<PersonId>,
}

/// The quote with which the first message of somebody in a thread comes: what it answers, if it answers something, else
/// how the thread began; and in any case what it is called.
pub fn introduced(title: Option<Title>, opening: Option<Quote>, answers: Option<Quote>) -> Option<Quote> {
    let called = |title: &Title| format!("“{}”", title.text.trim());
    match (answers, opening, title) {
        (Some(quote), _, Some(title)) => Some(headed(quote, format!("[in the thread {}] ", called(&title)), title.by)),
        (Some(quote), _, None) => Some(quote),
        (None, Some(first), title) => {
            let thread = title.as_ref().map(|title| format!(" {}", called(title))).unwrap_or_default();
            let by = title.and_then(|title| title.by);
            Some(headed(first, format!("[first message of the thread{thread}] "), by))
        }
        (None, None, Some(title)) => {
            let text = called(&title);
            Some(Quote { author: "the thread's title".into(), text, by: title.by, ..Quote::default() })
        }
        (None, None, None) => None,
    }
}

fn headed(quote: Quote, heading: String, by: Option<PersonId>) -> Quote {
    let text = format!("{heading}{}", quote.text).trim_end().to_owned();
    Quote { text, heading: Some(Heading { text: heading.trim_end().to_owned(), by }), ..quote }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thread_is_introduced_by_its_title_and_first_message() {
        let first =
            || Quote { author: "Mara".into(), text: "It tastes of soap.".into(), of: Some(7), ..Quote::default() };
        let soup = |text: &str| Some(Title { text: text.into(), by: Some(PersonId(9)) });
        let read = |quote: Option<Quote>| quote.map(|quote| (quote.author, quote.text, quote.of));
        let whole = ("Mara".into(), "[first message of the thread “Soup”] It tastes of soap.".into(), Some(7));
        assert_eq!(read(introduced(soup("Soup"), Some(first()), None)), Some(whole));
        assert_eq!(
            read(introduced(soup(" Soup "), None, None)),
            Some(("the thread's title".into(), "“Soup”".into(), None))
        );
        let answered = Quote { author: "you".into(), text: "hm".into(), of: Some(3), ..Quote::default() };
        let told = introduced(soup("Soup"), Some(first()), Some(answered.clone()));
        assert_eq!(read(told), Some(("you".into(), "[in the thread “Soup”] hm".into(), Some(3))));
        let heading = introduced(soup("Soup"), None, Some(answered.clone())).and_then(|quote| quote.heading);
        assert_eq!(heading, Some(Heading { text: "[in the thread “Soup”]".into(), by: Some(PersonId(9)) }));
        assert_eq!(introduced(soup("Soup"), None, None).and_then(|quote| quote.by), Some(PersonId(9)));
        assert_eq!(introduced(None, Some(first()), Some(answered.clone())), Some(answered));
        assert_eq!(introduced(None, None, None), None);
    }
}
