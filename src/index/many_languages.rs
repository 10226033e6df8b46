//! What is said in one form of a word is found by another, in many languages. Each text stands among others of its
//! language.

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::SparseVector;
use super::lexical::{document_vector, query_vector};
use super::terms::{Purpose, terms};

/// BM25 of each text for a search, with the inverse document frequency that the engines use.
fn scores(query: &str, texts: &[&str]) -> Vec<f32> {
    let documents: Vec<SparseVector> = texts.iter().map(|text| document_vector(text)).collect();
    let holders = |index: &u32| documents.iter().filter(|one| one.indices.contains(index)).count() as f32;
    let total = documents.len() as f32;
    let idf = |index: &u32| ((total - holders(index) + 0.5) / (holders(index) + 0.5) + 1.0).ln();
    let query = query_vector(query, &[]);
    let asked: BTreeMap<&u32, &f32> = query.indices.iter().zip(&query.values).collect();
    let score = |one: &SparseVector| {
        let hits = one.indices.iter().zip(&one.values);
        hits.filter_map(|(index, value)| asked.get(index).map(|weight| idf(index) * value * **weight)).sum()
    };
    documents.iter().map(score).collect()
}

fn best(query: &str, texts: &[&str]) -> Option<usize> {
    let scores = scores(query, texts);
    let (at, best) = scores.iter().enumerate().max_by(|(_, one), (_, other)| one.total_cmp(other))?;
    let alone = scores.iter().filter(|score| *score == best).count() == 1;
    (alone && *best > 0.0).then_some(at)
}

/// Texts of one language as they are keyed, and searches with the place of what they are to find.
type Case = (&'static str, [&'static str; 3], &'static [(&'static str, usize)]);

const CASES: &[Case] = &[
    (
        "German",
        [
            "Sunday 7 May 2023\nMara: Meine Katze schläft den ganzen Tag auf dem Sofa.",
            "Sunday 7 May 2023\nMara: Wir haben uns die alten Häuser am Hafen angesehen.",
            "Sunday 7 May 2023\nMara: Der Zug nach Berlin war wieder zu spät.",
        ],
        &[
            ("Katzen", 0),
            ("Was macht die Katzen müde?", 0),
            ("Wo steht das Haus?", 1),
            ("altes Haus", 1),
            ("Züge", 2),
            ("Wann kommen die Züge?", 2),
        ],
    ),
    (
        "French",
        [
            "Sunday 7 May 2023\nMara: J'ai acheté des chevaux pour la ferme de mon père.",
            "Sunday 7 May 2023\nMara: Nous avons mangé dans un petit restaurant près de l'église.",
            "Sunday 7 May 2023\nMara: Elle chantait toujours les mêmes chansons le soir.",
        ],
        &[
            ("Qui achète une ferme ?", 0),
            ("achats de fermes", 0),
            ("églises", 1),
            ("Où sont les restaurants ?", 1),
            ("chanter une chanson", 2),
        ],
    ),
    (
        "Spanish",
        [
            "Sunday 7 May 2023\nMara: Ayer hablamos con nuestros amigos sobre las casas viejas.",
            "Sunday 7 May 2023\nMara: Mi hermana tiene dos gatos negros en el jardín.",
            "Sunday 7 May 2023\nMara: El tren llega a la estación a las diez.",
        ],
        &[
            ("¿Con quién hablaste de la casa?", 0),
            ("hablaste amigo", 0),
            ("gata negra", 1),
            ("jardines", 1),
            ("¿Cuándo llegan los trenes?", 2),
        ],
    ),
    (
        "Italian",
        [
            "Sunday 7 May 2023\nMara: Le mie sorelle abitano in una casa vicino al mare.",
            "Sunday 7 May 2023\nMara: Abbiamo bevuto dell'acqua fresca alla fontana.",
            "Sunday 7 May 2023\nMara: Il treno per Roma è partito con molto ritardo.",
        ],
        &[
            ("Dove abita mia sorella?", 0),
            ("case", 0),
            ("acqua", 1),
            ("fontane fresche", 1),
            ("Quando partono i treni?", 2),
        ],
    ),
    (
        "Portuguese",
        [
            "Sunday 7 May 2023\nMara: As crianças estão brincando no jardim da escola.",
            "Sunday 7 May 2023\nMara: Eu comprei dois livros novos para a minha irmã.",
            "Sunday 7 May 2023\nMara: Ela não gosta das canções que você canta.",
        ],
        &[
            ("Onde brinca a criança?", 0),
            ("jardins escolas", 0),
            ("Quem comprou o livro?", 1),
            ("compras livro", 1),
            ("uma canção que ela cantou", 2),
        ],
    ),
    (
        "Dutch",
        [
            "Sunday 7 May 2023\nMara: Mijn katten slapen de hele dag op de bank.",
            "Sunday 7 May 2023\nMara: Wij hebben een groot huis met een tuin gekocht.",
            "Sunday 7 May 2023\nMara: De trein naar Utrecht was weer te laat.",
        ],
        &[("Waar is de kat?", 0), ("kat", 0), ("tuinen", 1), ("Wat voor tuinen hebben zij?", 1), ("treinen", 2)],
    ),
    (
        "Swedish",
        [
            "Sunday 7 May 2023\nMara: Mina katter sover hela dagen på soffan.",
            "Sunday 7 May 2023\nMara: Vi har köpt en gammal stuga vid sjön.",
            "Sunday 7 May 2023\nMara: Jag läste en bok om fåglar som inte kan flyga.",
        ],
        &[
            ("Var är katten?", 0),
            ("katten", 0),
            ("stugor", 1),
            ("Var är stugorna?", 1),
            ("fåglarna", 2),
            ("Vem läser boken?", 2),
        ],
    ),
    (
        "Finnish",
        [
            "Sunday 7 May 2023\nMara: Kissa nukkuu koko päivän sohvalla ja minä luen kirjaa.",
            "Sunday 7 May 2023\nMara: Me ostimme vanhan talon järven rannalta.",
            "Sunday 7 May 2023\nMara: Juna oli taas myöhässä mutta se ei haitannut.",
        ],
        &[("kissat", 0), ("Missä on minun kissani?", 0), ("talot", 1), ("junat", 2), ("Missä junat ovat?", 2)],
    ),
    (
        "Russian",
        [
            "Sunday 7 May 2023\nМара: Вчера мы говорили с друзьями о старых домах.",
            "Sunday 7 May 2023\nМара: Моя кошка спит весь день на диване.",
            "Sunday 7 May 2023\nМара: Поезд в Москву опять опоздал.",
        ],
        &[("Кто говорил о доме?", 0), ("старый дом", 0), ("кошки", 1), ("поезда", 2), ("Куда идут поезда?", 2)],
    ),
    (
        "Turkish",
        [
            "Sunday 7 May 2023\nMara: Kediler bütün gün kanepede uyuyor ve hiç oynamıyor.",
            "Sunday 7 May 2023\nMara: Deniz kenarında eski bir ev aldık, çok güzel.",
            "Sunday 7 May 2023\nMara: Ankara'ya giden tren yine çok geç kaldı.",
        ],
        &[("kedi", 0), ("Kedim nerede?", 0), ("evler", 1), ("Evimiz nerede?", 1), ("trenler", 2), ("ANKARA", 2)],
    ),
    (
        "Arabic",
        [
            "Sunday 7 May 2023\nمارا: ذهب الأولاد إلى المدرسة في الصباح.",
            "Sunday 7 May 2023\nمارا: اشتريت كتابا جديدا من السوق.",
            "Sunday 7 May 2023\nمارا: القطار وصل متأخرا إلى المحطة.",
        ],
        &[("مدرسة", 0), ("أين مدرسة الأولاد؟", 0), ("الكتاب الجديد", 1), ("محطة قطار", 2)],
    ),
    (
        "Greek",
        [
            "Sunday 7 May 2023\nΜάρα: Οι γάτες κοιμούνται όλη μέρα στον καναπέ.",
            "Sunday 7 May 2023\nΜάρα: Αγοράσαμε ένα παλιό σπίτι κοντά στη θάλασσα.",
            "Sunday 7 May 2023\nΜάρα: Το τρένο για την Αθήνα άργησε πάλι.",
        ],
        &[("γάτα", 0), ("Πού είναι η γάτα;", 0), ("ΣΠΙΤΙΑ", 1), ("Πού είναι τα σπίτια;", 1), ("τρένα", 2)],
    ),
    (
        "Hungarian",
        [
            "Sunday 7 May 2023\nMara: A macskák egész nap alszanak a kanapén, és nem csinálnak semmit.",
            "Sunday 7 May 2023\nMara: Vettünk egy régi házat a tó mellett.",
            "Sunday 7 May 2023\nMara: A vonat megint késett, de már itt vagyok.",
        ],
        &[("macskám", 0), ("Hol van a macskám?", 0), ("ház", 1)],
    ),
    (
        "Chinese",
        [
            "Mara: 我昨天在北京大学看了一只很可爱的猫",
            "Mara: 明天我们去上海的图书馆看书吧",
            "Mara: 他的电影票已经买好了",
        ],
        &[("猫", 0), ("北京大学", 0), ("可爱的猫", 0), ("图书馆", 1), ("在哪里看书", 1), ("电影", 2)],
    ),
    (
        "Japanese",
        [
            "マラ: 私は東京都に住んでいます",
            "マラ: 先週は京都の古いお寺に行きました",
            "マラ: 猫が毎日ソファーで寝ている",
        ],
        &[("東京", 0), ("京都", 1), ("お寺はどこ", 1), ("ソファー", 2), ("猫", 2)],
    ),
    (
        "Thai",
        ["มารา: ฉันชอบแมวมากเพราะน่ารัก", "มารา: พรุ่งนี้เราจะไปโรงเรียนกับเพื่อน", "มารา: เขาดื่มน้ำเย็นทุกวัน"],
        &[("แมว", 0), ("โรงเรียน", 1), ("เพื่อน", 1), ("น้ำ", 2), ("น้ำเย็น", 2)],
    ),
    (
        "Khmer, Lao and Burmese",
        ["ខ្ញុំទៅសាលារៀនរាល់ថ្ងៃ", "ຂ້ອຍມັກກິນເຂົ້າກັບໝູ່", "ကျွန်တော်မြန်မာစာဖတ်နေတယ်"],
        &[("សាលារៀន", 0), ("ເຂົ້າ", 1), ("မြန်မာ", 2)],
    ),
];

#[test]
fn one_form_of_a_word_finds_another() {
    let missed: Vec<String> = CASES
        .iter()
        .flat_map(|(language, texts, searches)| searches.iter().map(move |search| (language, texts, search)))
        .filter(|(_, texts, (query, expected))| best(query, *texts) != Some(*expected))
        .map(|(language, texts, (query, _))| format!("{language}: {query} {:?}", scores(query, texts)))
        .collect();
    assert!(missed.is_empty(), "{missed:#?}");
}

/// A single word may be one in several languages.
#[test]
fn questions_are_answered_among_all_languages_at_once_too() {
    let all: Vec<&str> = CASES.iter().flat_map(|(_, texts, _)| *texts).collect();
    let mut missed = Vec::new();
    for (place, (language, _, searches)) in CASES.iter().enumerate() {
        for (query, expected) in searches.iter().filter(|(query, _)| query.split(' ').count() > 2) {
            if best(query, &all) != Some(place * 3 + expected) {
                missed.push(format!("{language}: {query}"));
            }
        }
    }
    assert!(missed.is_empty(), "{missed:#?}");
}

#[test]
fn a_word_counts_more_than_a_character_that_two_words_share() {
    for (word, inside, by_chance) in [
        ("京都", "先週は京都に行きました", "私は東京都に住んでいます"),
        ("电影", "我们去看电影吧", "电脑坏了，没有电"),
        ("大学", "他在大学工作", "学生很大"),
        ("แมว", "ฉันชอบแมวมาก", "แม่ของฉันมาแล้ว"),
    ] {
        let found = scores(word, &[inside, by_chance]);
        assert!(found[0] > 1.5 * found[1], "{word}: {found:?}");
    }
}

#[test]
fn english_among_english_is_as_if_there_were_no_other_language() {
    let texts = [
        "Sunday 7 May 2023\nagent: What did the old man say?\nMara: Die Hard is on again, no more men in hats",
        "Sunday 7 May 2023\nMara: I was in a pottery class with Anna",
        "Sunday 7 May 2023\nMara: the note is in the red house at the corner",
    ];
    for text in texts {
        assert!(terms(text, Purpose::Document).iter().all(|term| !term.again), "{text}");
    }
    for query in ["What does Anna make in her class?", "Where is the old house", "who was in the men's choir in May"] {
        assert!(terms(query, Purpose::Query).iter().all(|term| !term.again && term.weight == 1.0), "{query}");
    }
    // A search of a few words may be in any language. Of English texts it finds the same, with the same scores.
    for query in ["pottery classes", "corner", "old man", "die hard men", "note", "Anna"] {
        let plain = |index: &u32| {
            terms(query, Purpose::Query)
                .iter()
                .any(|term| !term.again && query_vector(&term.text, &[]).indices.contains(index))
        };
        let document: SparseVector = document_vector(&texts.join("\n"));
        let asked = query_vector(query, &[]);
        let hits = asked.indices.iter().zip(&asked.values).filter(|(index, _)| document.indices.contains(index));
        assert!(hits.clone().count() > 0, "{query}");
        assert!(hits.clone().all(|(index, weight)| *weight == 1.0 && plain(index)), "{query}");
    }
}

#[test]
fn what_two_texts_share_is_never_lost() {
    let texts: Vec<&str> = CASES.iter().flat_map(|(_, texts, _)| *texts).collect();
    for text in texts {
        for word in text.split([' ', '\n', ',', '.', ':', ';']).filter(|word| !word.is_empty()) {
            let found = scores(word, &[text, "nothing"]);
            assert!(found[0] > 0.0, "{word} in {text}");
        }
    }
}

#[test]
fn ids_and_numbers_stay_whole_in_every_language() {
    for text in [
        "Der Schlüssel für das alte Haus ist 6f1c2a3b-0000-4abc-8def-0123456789ab, nicht 2023-05-07.",
        "La clave de la casa vieja es 6f1c2a3b-0000-4abc-8def-0123456789ab y no 2023-05-07.",
        "ключ: 6f1c2a3b-0000-4abc-8def-0123456789ab (2023-05-07)",
        "鍵は6f1c2a3b-0000-4abc-8def-0123456789abです 2023-05-07",
    ] {
        let found: Vec<String> = terms(text, Purpose::Document).into_iter().map(|term| term.text).collect();
        for whole in ["6f1c2a3b-0000-4abc-8def-0123456789ab", "2023-05-07"] {
            assert!(found.iter().any(|term| term == whole), "{whole} in {text}: {found:?}");
        }
    }
}

#[test]
fn little_words_of_a_sure_language_are_left_out() {
    let asked = |text: &str| -> Vec<String> {
        let kept = terms(text, Purpose::Query).into_iter().filter(|term| !term.stop && !term.again);
        kept.map(|term| term.text).collect()
    };
    assert_eq!(asked("Wo ist das alte Haus?"), ["alt", "haus"]);
    assert_eq!(asked("¿Dónde está la casa de mi hermana?"), ["casa", "hermana"]);
    assert_eq!(asked("Где мой старый дом?"), ["стар", "дом"]);
    assert_eq!(asked("old man hat"), ["old", "man", "hat"]);
}

proptest! {
    #[test]
    fn no_term_of_any_text_is_empty_and_each_text_has_always_the_same(
        text in "\\PC{0,40}|([a-zäöüßéèñãõåøşğı]{1,9} ){0,9}|[\\p{Arabic}\\p{Greek}\\p{Cyrillic}\\p{Thai}\\p{Han}\\p{Khmer} ]{0,40}",
        before in "(der |die |und |el |la |que |och |de |het |ve |bir ){0,4}",
    ) {
        let text = before + &text;
        for purpose in [Purpose::Document, Purpose::Query] {
            let found = terms(&text, purpose);
            prop_assert!(found.iter().all(|term| !term.text.is_empty() && term.weight > 0.0));
            prop_assert_eq!(found, terms(&text, purpose));
        }
    }

    #[test]
    fn a_word_of_a_text_in_any_language_finds_it(case in 0..CASES.len(), word in "[a-zäöüßéèñãõåøşğıа-яα-ω]{2,9}") {
        let text = format!("{} {word}", CASES[case].1.join("\n"));
        prop_assert!(scores(&word, &[&text, "nothing"])[0] > 0.0);
    }
}
