//! Which language a text in Latin script is in. Owns what counts as evidence. Pure; must not know what is made of the
//! answer.
//!
//! The little words of a text tell its language cheaply, and most texts are English, where nothing else is asked. Where
//! they leave several languages, or there are hardly any, a detector (trigrams of letters) chooses among those that are
//! left.

use whatlang::{Detector, Lang};

use super::fold::is_latin;
use super::language::{Languages, little_in};

/// So many little words of one language make a text surely be in it, if the detector agrees; with more it need not be
/// asked.
const SURE: u16 = 2;
/// In a text of fewer words a single little word tells nothing.
const ENOUGH_WORDS: u16 = 3;
/// A text of so many words is worth the detector's time when its little words tell nothing, even if all its letters are
/// English ones.
const MANY_WORDS: u16 = 6;
/// The detector's certainty from which on it is believed when one little word says the same …
const CLEARLY: f64 = 0.2;
/// … and when none does.
const CERTAIN: f64 = 0.9;
/// Longer words are no little ones.
const LONGEST_LITTLE: usize = 16;

/// All languages in Latin script.
const EVERY: Languages = Languages::LATIN.and(Languages::ENGLISH);

/// What a text seems to be in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Guess {
    English,
    Other {
        /// One language.
        likeliest: Languages,
        /// That one, and those which the little words speak for nearly as much.
        plausible: Languages,
        /// Whether there is enough of it to leave out what is a little word in all that are plausible.
        sure: bool,
    },
    /// It says too little.
    Open,
}

/// How much of a text speaks for each language in Latin script.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Evidence {
    /// How many different little words there are in each.
    little: [u16; Languages::LATIN_COUNT],
    /// How many words there are in all.
    words: u16,
    /// Whether there are letters that English has not.
    foreign: bool,
}

impl Evidence {
    /// That in a folded text, of its words in Latin script. Single letters are little words nearly everywhere, and tell
    /// nothing.
    pub fn of(folded: &str) -> Self {
        let (mut evidence, mut seen) = (Self::default(), Vec::new());
        let pieces = folded.split_whitespace().filter(|piece| !is_of_machines(piece));
        let words = pieces.flat_map(|piece| piece.split(|c: char| !c.is_alphabetic() && c != '\''));
        for word in words.filter(|word| word.len() > 1 && word.starts_with(is_latin)) {
            evidence.words = evidence.words.saturating_add(1);
            evidence.foreign |= word.chars().any(|c| matches!(c, '\u{c0}'..='\u{24f}' | '\u{1e00}'..='\u{1eff}'));
            let little = if word.len() <= LONGEST_LITTLE { little_in(word) } else { Languages::NONE };
            if !little.is_empty() && !seen.contains(&word) {
                seen.push(word);
                evidence.count(little);
            }
        }
        evidence
    }

    fn count(&mut self, of: Languages) {
        for (at, count) in self.little.iter_mut().enumerate() {
            *count = count.saturating_add(u16::from(of.has(Languages::at(at))));
        }
    }

    /// That in both of two texts.
    pub fn and(mut self, other: &Self) -> Self {
        for (ours, theirs) in self.little.iter_mut().zip(other.little) {
            *ours = ours.saturating_add(theirs);
        }
        self.words = self.words.saturating_add(other.words);
        self.foreign |= other.foreign;
        self
    }

    /// How many words in Latin script there are.
    pub fn words(&self) -> u16 {
        self.words
    }

    fn english(&self) -> u16 {
        self.little[0]
    }

    /// The most little words that another language than English has.
    fn most(&self) -> u16 {
        self.little[1..].iter().copied().max().unwrap_or(0)
    }

    /// The languages other than English with at least so many little words.
    fn with(&self, least: u16) -> Languages {
        let enough = (1..self.little.len()).filter(|at| self.little[*at] >= least);
        enough.fold(Languages::NONE, |all, at| all.and(Languages::at(at)))
    }
}

/// Whether a piece of text is an address, a path or an id, whose parts are in no language.
fn is_of_machines(piece: &str) -> bool {
    let core = piece.trim_matches(|c: char| !c.is_alphanumeric());
    core.contains(|c: char| c.is_ascii_digit() || matches!(c, '/' | '\\' | '_' | '@' | ':' | '=' | '.'))
}

/// What `folded`, with that evidence in it, is in.
pub fn guess(folded: &str, evidence: &Evidence) -> Guess {
    let (english, most) = (evidence.english(), evidence.most());
    if english > most {
        return Guess::English;
    }
    if english == most {
        return by_letters(folded, evidence);
    }
    if most < SURE && evidence.words < ENOUGH_WORDS {
        return Guess::Open;
    }
    // What has two thirds of the most is not told from it: Danish and Norwegian, Spanish and Portuguese.
    let plausible = evidence.with((most * 2).div_ceil(3).max(english));
    if most > SURE && most > 2 * english && plausible.iter().count() == 1 {
        return Guess::Other { likeliest: plausible, plausible, sure: true };
    }
    // Few little words may be there by chance. It is sure when the letters, too, speak for one of these languages and
    // for none else, and likely still when they speak for one of these rather than for English.
    let agreed = if most > SURE { None } else { detected(folded, EVERY) };
    let enough = |certainty: f64| most >= SURE || certainty >= CLEARLY;
    if let Some((likeliest, _)) = agreed.filter(|(found, certainty)| plausible.has(*found) && enough(*certainty)) {
        return Guess::Other { likeliest, plausible, sure: most == SURE };
    }
    match detected(folded, plausible.and(Languages::ENGLISH)) {
        Some((likeliest, _)) if most >= SURE && plausible.has(likeliest) => {
            Guess::Other { likeliest, plausible, sure: most > SURE }
        }
        _ => Guess::Open,
    }
}

/// What a text is in of which the little words tell nothing: what the detector is certain of, or where both say the same.
fn by_letters(folded: &str, evidence: &Evidence) -> Guess {
    if !evidence.foreign && evidence.words < MANY_WORDS {
        return Guess::Open;
    }
    let told = evidence.with(evidence.most().max(1));
    match detected(folded, EVERY) {
        Some((likeliest, certainty))
            if likeliest != Languages::ENGLISH
                && (certainty > CERTAIN || (told.has(likeliest) && certainty >= CLEARLY)) =>
        {
            Guess::Other { likeliest, plausible: likeliest, sure: false }
        }
        _ => Guess::Open,
    }
}

/// The likeliest of some languages, and how far it is ahead of the next, from 0 to 1.
fn detected(folded: &str, among: Languages) -> Option<(Languages, f64)> {
    let allowed: Vec<Lang> = among.iter().map(|language| language.lang).collect();
    let found = Detector::with_allowlist(allowed).detect(folded)?;
    let language = Languages::of(found.lang());
    (!language.is_empty()).then(|| (language, found.confidence()))
}

#[cfg(test)]
mod tests {
    use super::super::fold::fold;
    use super::*;

    fn of(text: &str) -> Guess {
        let folded = fold(text);
        guess(&folded, &Evidence::of(&folded))
    }

    fn likeliest(text: &str) -> Option<&'static str> {
        match of(text) {
            Guess::Other { likeliest, .. } => likeliest.iter().map(|language| language.code).next(),
            Guess::English => Some("en"),
            Guess::Open => None,
        }
    }

    #[test]
    fn sentences_are_told_apart() {
        for (text, code) in [
            ("Gestern haben wir über die alten Häuser gesprochen.", "de"),
            ("ik heb twee katten", "nl"),
            ("jag har två katter", "sv"),
            ("J'ai mangé une pomme dans le train", "fr"),
            ("Ayer hablamos con nuestros amigos", "es"),
            ("Ela não gosta das canções que você canta", "pt"),
            ("Ho visto un gatto sul tetto della casa", "it"),
            ("minulla on kaksi kissaa", "fi"),
            ("Kediler bütün gün uyuyor ve hiç oynamıyor", "tr"),
            ("We talked about the old houses at the harbour.", "en"),
            ("Is de kat in de tuin?", "nl"),
            ("What is in Lissabon", "en"),
        ] {
            assert_eq!(likeliest(text), Some(code), "{text}");
        }
    }

    #[test]
    fn what_says_too_little_stays_open() {
        for text in ["", "ok", "lol nice", "Katzen", "Anna Tom", "Katzen Katzen", "see src/index/mod.rs.", "2023-05-07"]
        {
            assert_eq!(of(text), Guess::Open, "{text}");
        }
    }

    #[test]
    fn one_little_word_makes_nothing_sure() {
        for text in ["old man", "Meine Katzen schlafen", "red hat", "die hard", "die hard men", "haha jo"] {
            assert!(!matches!(of(text), Guess::Other { sure: true, .. }), "{text}");
        }
    }

    #[test]
    fn neighbours_that_are_not_told_apart_are_all_plausible() {
        let Guess::Other { plausible, .. } = of("jeg har to katter og en hund") else { panic!("open") };
        assert!(plausible.has(Languages::of(Lang::Nob).and(Languages::of(Lang::Dan))));
    }
}
