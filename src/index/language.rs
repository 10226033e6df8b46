//! Languages other than English, of which the words are brought to their stems. Owns the list of them, their stems and
//! their little words. Pure; must not know how the language of a text is found out.

use std::collections::HashMap;
use std::sync::LazyLock;

use rust_stemmers::{Algorithm, Stemmer};
use whatlang::Lang;

use super::fold::{bare, fold};

/// A language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Language {
    /// Its code of two letters (ISO 639-1).
    pub code: &'static str,
    /// What the detector calls it.
    pub lang: Lang,
    algorithm: Option<Algorithm>,
}

const fn language(code: &'static str, lang: Lang, algorithm: Algorithm) -> Language {
    Language { code, lang, algorithm: Some(algorithm) }
}

/// All of them. English is the first; those in Latin script come before all others.
const ALL: [Language; 19] = [
    language("en", Lang::Eng, Algorithm::English),
    language("da", Lang::Dan, Algorithm::Danish),
    language("de", Lang::Deu, Algorithm::German),
    language("es", Lang::Spa, Algorithm::Spanish),
    language("fi", Lang::Fin, Algorithm::Finnish),
    language("fr", Lang::Fra, Algorithm::French),
    language("hu", Lang::Hun, Algorithm::Hungarian),
    language("it", Lang::Ita, Algorithm::Italian),
    language("nl", Lang::Nld, Algorithm::Dutch),
    language("no", Lang::Nob, Algorithm::Norwegian),
    language("pt", Lang::Por, Algorithm::Portuguese),
    language("ro", Lang::Ron, Algorithm::Romanian),
    language("sv", Lang::Swe, Algorithm::Swedish),
    language("tr", Lang::Tur, Algorithm::Turkish),
    language("ar", Lang::Ara, Algorithm::Arabic),
    language("el", Lang::Ell, Algorithm::Greek),
    language("ru", Lang::Rus, Algorithm::Russian),
    language("ta", Lang::Tam, Algorithm::Tamil),
    Language { code: "zh", lang: Lang::Cmn, algorithm: None },
];

/// How many of them are in Latin script.
const LATIN: usize = 14;

/// Some of the languages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Languages(u32);

impl Languages {
    pub const NONE: Self = Self(0);
    pub const ENGLISH: Self = Self(1);
    /// Those in Latin script, but for English.
    pub const LATIN: Self = Self((1 << LATIN) - 1 - Self::ENGLISH.0);
    /// How many there are in Latin script, English among them. Their places come first.
    pub const LATIN_COUNT: usize = LATIN;
    pub const CHINESE: Self = Self(1 << 18);
    const EVERY: Self = Self((1 << ALL.len()) - 1);

    /// The one at that place.
    pub fn at(place: usize) -> Self {
        Self(1 << place)
    }

    pub fn iter(self) -> impl Iterator<Item = Language> {
        ALL.into_iter().enumerate().filter(move |(at, _)| self.0 & (1 << at) != 0).map(|(_, language)| language)
    }

    /// Those of which the detector speaks; none, where it is not known.
    pub fn of(lang: Lang) -> Self {
        ALL.iter().position(|language| language.lang == lang).map_or(Self::NONE, Self::at)
    }

    pub fn has(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl Language {
    /// The stem of a folded word that still has its accents, without them. Nothing where nothing would be left.
    pub fn stem(&self, word: &str) -> Option<String> {
        let stem = Stemmer::create(self.algorithm?).stem(self.core(word)).into_owned();
        Some(bare(&stem).into_owned()).filter(|stem| !stem.is_empty())
    }

    /// The word without what an apostrophe ties to it: `l'acqua`, `Ankara'da`.
    fn core<'a>(&self, word: &'a str) -> &'a str {
        let tied = word.split_once('\'').filter(|(before, after)| !before.is_empty() && !after.is_empty());
        match (self.code, tied) {
            ("fr" | "it", Some((_, after))) => after,
            ("tr", Some((before, _))) => before,
            _ => word,
        }
    }
}

/// The language whose rules a word in another script than Latin follows. The script decides: what one text and another
/// write alike is always treated alike, and the endings of a script's languages are related.
pub fn by_script(word: &str) -> Languages {
    match word.chars().find(|c| c.is_alphabetic()) {
        Some('\u{400}'..='\u{52f}') => Languages::of(Lang::Rus),
        Some('\u{370}'..='\u{3ff}' | '\u{1f00}'..='\u{1fff}') => Languages::of(Lang::Ell),
        Some('\u{600}'..='\u{6ff}' | '\u{750}'..='\u{77f}') => Languages::of(Lang::Ara),
        Some('\u{b80}'..='\u{bff}') => Languages::of(Lang::Tam),
        _ => Languages::NONE,
    }
}

/// What the protocol part of an address leaves behind.
const ADDRESS_WORDS: [&str; 3] = ["http", "https", "www"];

/// Words that ask, which the lists of stop words often leave out.
const QUESTIONS: [(&str, &str); 17] = [
    ("da", "hvornår hvor hvem hvorfor hvordan hvad hvilken hvilke"),
    ("de", "wann wo wer wen wem warum wieso wie was welche welcher welches woher wohin"),
    ("es", "cuándo dónde quién quiénes cómo cuál cuáles cuánto cuántos qué"),
    ("fi", "milloin missä mistä mihin kuka miksi miten mikä mitä"),
    ("fr", "quand où qui comment pourquoi combien quel quelle quels quelles que quoi"),
    ("hu", "mikor hol hova honnan ki miért hogyan melyik mi mit"),
    ("it", "quando dove chi come perché quale quali quanto quanti cosa"),
    ("nl", "wanneer waar wie waarom hoe welke welk wat"),
    ("no", "når hvor hvem hvorfor hvordan hva hvilken hvilke"),
    ("pt", "quando onde quem como porquê qual quais quanto quantos que"),
    ("ro", "când unde cine cum ce care cât câte"),
    ("sv", "när var vart vem varför hur vad vilken vilka"),
    ("tr", "nerede nereye nereden ne kim neden niçin nasıl hangi kaç"),
    ("ar", "متى أين من لماذا كيف ماذا ما هل"),
    ("el", "πότε πού ποιος ποια ποιο γιατί πώς τι"),
    ("ru", "когда где куда откуда кто что почему зачем как какой какая какие сколько"),
    ("zh", "什么 谁 哪里 哪儿 在哪里 为什么 怎么 什么时候"),
];

/// A word this short without its accents may be quite another word in another language (`cât`, `cat`).
const SHORT: usize = 4;

static LITTLE: LazyLock<HashMap<String, Languages>> = LazyLock::new(|| {
    let mut little: HashMap<String, Languages> = HashMap::new();
    for (at, language) in ALL.iter().enumerate() {
        let mut put = |word: &str| {
            let of = little.entry(word.to_owned()).or_default();
            *of = of.and(Languages::at(at));
        };
        let questions = QUESTIONS.iter().filter(|(code, _)| *code == language.code);
        let asking = questions.flat_map(|(_, words)| words.split(' '));
        for word in stop_words::lookup(language.code).unwrap_or_default().iter().copied().chain(asking) {
            let (word, bare) = (fold(word), bare(&fold(word)).into_owned());
            if bare.chars().count() >= SHORT || !by_script(&bare).is_empty() {
                put(&bare);
            }
            put(&word);
        }
    }
    little.extend(ADDRESS_WORDS.map(|word| (word.to_owned(), Languages::EVERY)));
    little
});

/// The languages in which a folded word is so common that it tells nothing.
pub fn little_in(word: &str) -> Languages {
    LITTLE.get(word).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn every_language_has_its_place_and_little_words() {
        assert!(Languages::ENGLISH.iter().eq([ALL[0]]));
        assert!(Languages::CHINESE.iter().eq([ALL[18]]));
        assert_eq!(Languages::LATIN.iter().count(), LATIN - 1);
        for language in ALL {
            let has_one = LITTLE.values().any(|of| of.has(Languages::of(language.lang)) && *of != Languages::EVERY);
            assert!(has_one, "{}", language.code);
        }
    }

    #[test]
    fn forms_of_a_word_have_one_stem() {
        for (lang, one, other) in [
            (Lang::Deu, "häuser", "haus"),
            (Lang::Fra, "l'histoire", "histoires"),
            (Lang::Ita, "dell'isola", "isole"),
            (Lang::Por, "crianças", "criança"),
            (Lang::Rus, "новый", "нового"),
            (Lang::Tur, "kedilerimiz", "kedi"),
            (Lang::Tur, "ankara'da", "ankara"),
            (Lang::Ara, "المدرسة", "مدرسة"),
            (Lang::Ell, "σπίτια", "σπίτι"),
        ] {
            let language = Languages::of(lang).iter().next().unwrap();
            assert_eq!(language.stem(one), language.stem(other), "{one}, {other}");
        }
    }

    proptest! {
        #[test]
        fn stemming_never_fails_and_leaves_something(
            word in "\\PC{1,12}|[a-zäöüßéèçñãõåæøşğı']{1,12}|[\\p{Arabic}\\p{Greek}\\p{Cyrillic}\\p{Tamil}]{1,12}",
        ) {
            for language in ALL {
                prop_assert_ne!(language.stem(&word), Some(String::new()));
            }
        }
    }
}
