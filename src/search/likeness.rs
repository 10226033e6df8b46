//! Whether two passages say the same. Owns what counts as the same statement and what only as near it. Pure.

use std::collections::HashSet;

use crate::index::terms::{Purpose, Term, terms};

/// How two texts stand to each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Likeness {
    /// One statement in, at most, other little words.
    Same,
    /// They speak of the same; one may correct the other.
    Near,
    Other,
}

/// The least cosine of two texts that speak of the same …
const NEAR_MEANING: f32 = 0.6;
/// … and the least share of words that they have in common, where their meanings are not compared.
const NEAR_WORDS: f32 = 0.5;
/// Words that turn a statement around, and so are never little.
const TURNS: [&str; 9] = ["not", "no", "never", "none", "nor", "without", "neither", "cannot", "n't"];

/// How `one` stands to `other`, with the cosine of their meanings.
///
/// The same are only texts whose telling words stand in the same order: "Anna knows Tom" is not "Tom knows Anna", and a
/// statement in which one name or number is another is a correction, however long it is.
pub fn likeness(one: &str, other: &str, cosine: f32) -> Likeness {
    let (one, other) = (telling(one), telling(other));
    if one == other && !one.is_empty() {
        return Likeness::Same;
    }
    let common = share(&one, &other);
    if cosine >= NEAR_MEANING || common >= NEAR_WORDS { Likeness::Near } else { Likeness::Other }
}

/// The share of telling words that two texts have in common, from 0 to 1.
pub fn common_words(one: &str, other: &str) -> f32 {
    share(&telling(one), &telling(other))
}

/// Jaccard's index.
fn share(one: &[String], other: &[String]) -> f32 {
    let (ours, theirs): (HashSet<&String>, HashSet<&String>) = (one.iter().collect(), other.iter().collect());
    let all = ours.union(&theirs).count().max(1) as f32;
    ours.intersection(&theirs).count() as f32 / all
}

/// The order in which of passages that say nearly the same in other words the newer comes first, and all others stay where
/// they are. `passages` are (text, age: larger is newer), best first; answers their places.
pub fn newer_first(passages: &[(&str, i64)]) -> Vec<usize> {
    let words: Vec<Vec<String>> = passages.iter().map(|(text, _)| telling(text)).collect();
    let mut order: Vec<usize> = Vec::with_capacity(passages.len());
    for (at, (_, age)) in passages.iter().enumerate() {
        let older_alike = |other: &usize| passages[*other].1 < *age && share(&words[*other], &words[at]) >= NEAR_WORDS;
        let place = order.iter().position(older_alike).unwrap_or(order.len());
        order.insert(place, at);
    }
    order
}

/// The words that tell something, in their stems and in order. All words, where there are only little ones.
fn telling(text: &str) -> Vec<String> {
    let all: Vec<Term> = terms(text, Purpose::Document).into_iter().filter(|term| !term.again).collect();
    let turns = |text: &str| TURNS.contains(&text) || text.ends_with("n't");
    let telling: Vec<String> =
        all.iter().filter(|term| !term.stop || turns(&term.text)).map(|term| term.text.clone()).collect();
    if telling.is_empty() { all.into_iter().map(|term| term.text).collect() } else { telling }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_two_that_say_nearly_the_same_the_newer_comes_first() {
        let old = ("Nora and Eliza collaborated on a charity event", 1);
        let new = ("Joren and Eliza collaborated on a charity event", 2);
        let other = ("Eliza writes historical novels", 3);
        assert_eq!(newer_first(&[old, other, new]), [2, 0, 1]);
        assert_eq!(newer_first(&[new, other, old]), [0, 1, 2]);
        assert_eq!(newer_first(&[]), [0; 0]);
    }

    #[test]
    fn little_words_do_not_count() {
        for (one, other) in [
            ("Anna likes green tea.", "anna LIKES the green tea"),
            ("Her birthday is on May 3rd", "Her birthday: May 3rd!"),
            ("the who", "The Who"),
        ] {
            assert_eq!(likeness(one, other, 0.99), Likeness::Same, "{one} | {other}");
        }
    }

    #[test]
    fn what_differs_in_a_name_a_number_an_order_or_a_no_is_not_the_same() {
        for (one, other) in [
            ("Anna knows Tom", "Tom knows Anna"),
            ("Her birthday is on May 3rd", "Her birthday is on May 4th"),
            ("Anna likes tea", "Anna does not like tea"),
            ("Nora and Eliza collaborated on a charity event", "Joren and Eliza collaborated on a charity event"),
        ] {
            assert_eq!(likeness(one, other, 0.95), Likeness::Near, "{one} | {other}");
        }
        assert_eq!(likeness("Anna likes tea", "The train leaves at ten", 0.1), Likeness::Other);
        assert_eq!(likeness("Anna drinks tea all day", "all day Anna drinks coffee", 0.2), Likeness::Near);
    }
}
