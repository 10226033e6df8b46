use chrono::DateTime;
use insta::{assert_json_snapshot, assert_snapshot};
use proptest::prelude::*;

use super::super::card::{TOTAL, pages};
use super::*;
use crate::memory::block::Label;
use crate::memory::{CoreMemory, PersonId, Spot};

fn moment() -> Moment {
    DateTime::from_timestamp(1_767_323_045, 0).expect("a moment")
}

fn block(label: Label, name: Option<&str>, value: &str) -> Block {
    Block { label, name: name.map(str::to_owned), value: value.into(), limit: 20_000, version: 3, updated_at: moment() }
}

fn there(persona: &str) -> Overview {
    let human = block(Label::Human(PersonId(7)), Some("Mara"), "Name: Mara\nHas *two* cats");
    let blocks = vec![block(Label::Persona, None, persona), human, block(Label::Human(PersonId(8)), Some("Jo"), "")];
    Overview { core: CoreMemory { blocks }, messages: 40, passages: 1, documents: 2, since: moment() }
}

fn hit(who: &str, text: &str) -> Hit {
    let jump_link = (who != "archive").then(|| "https://discord.com/channels/1/2/3".to_owned());
    let tags = if who == "archive" { vec!["cats".to_owned(), "home".to_owned()] } else { Vec::new() };
    let of = if who == "archive" { HitOf::Passage(3) } else { HitOf::Message { by: Some(PersonId(7)), source: None } };
    let whence = if who == "archive" { Whence::Archive } else { Whence::Person(who.into()) };
    Hit { whence, text: text.into(), at: moment(), jump_link, tags, of, score: 0.874 }
}

#[test]
fn memory_show() {
    let cards = overview(&there("I am Keepsake.\n```\nfences too\n```"), Lang::English);
    assert_json_snapshot!("memory_show", cards.iter().map(Card::to_json).collect::<Vec<_>>());
}

#[test]
fn a_long_block_is_shown_whole_over_several_messages() {
    let line = "All of this is remembered, word for word.\n";
    let cards = overview(&there(&line.repeat(460)), Lang::English);
    let pages = pages(cards);
    assert!(pages.len() > 3, "{}", pages.len());
    let shown: String = pages.iter().flatten().map(|card| card.description.as_str()).collect();
    assert_eq!(shown.matches(line.trim()).count(), 460);
}

#[test]
fn memory_search() {
    let items = vec![hit("Mara", "My cat is called **Miso**.\nShe is two."), hit("archive", "Mara has a cat.")];
    let card = results(
        "cat",
        &Hits { items: items.clone(), page: 1, pages: 3, total: 20, inexact: false, words_only: false },
        Lang::English,
    );
    assert_json_snapshot!("memory_search", card.to_json());
    let none = results(
        "dog",
        &Hits { items: Vec::new(), page: 1, pages: 1, total: 0, inexact: true, words_only: false },
        Lang::English,
    );
    assert_eq!(none.description, "Nothing found.");
    let beyond = results(
        "cat",
        &Hits { items: Vec::new(), page: 9, pages: 3, total: 26, inexact: false, words_only: false },
        Lang::English,
    );
    assert_eq!(beyond.description, "There is no page 9: page 3/3, 26 found.");
    let near = results(
        "\"my cat Miso\"",
        &Hits { items, page: 1, pages: 1, total: 2, inexact: true, words_only: false },
        Lang::English,
    );
    assert!(near.description.starts_with("*The exact words stand nowhere; these come nearest.*\n\n**Mara**"));
}

#[test]
fn reset_dialogue() {
    let there = there("I am Keepsake.");
    let asked: Vec<String> = [ResetWhat::Core, ResetWhat::Archival, ResetWhat::History, ResetWhat::All]
        .map(|what| question(what, &there, Lang::English))
        .to_vec();
    let taken = receipt(&ResetReceipt { blocks: 3, passages: 1, documents: 2, messages: 40, edits: 5 }, Lang::English);
    assert_snapshot!(
        "reset_dialogue",
        format!("{}\n\n{taken}\n{}", asked.join("\n\n"), receipt(&ResetReceipt::default(), Lang::English))
    );
}

#[test]
fn what_people_read() {
    let lang = Lang::English;
    assert_snapshot!("help", Lang::English.help());
    assert_snapshot!(
        "failures",
        [
            lang.traced(&lang.failed(), "ab12cd34"),
            lang.traced(&lang.not_taken_in(), "ab12cd34"),
            lang.traced("The model did not answer", "ab12cd34"),
            lang.block_too_long(2_000, 2_150, 150)
        ]
        .join("\n")
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(80))]

    #[test]
    fn any_search_page_fits(who in "\\PC{0,60}", text in "(\\PC|\n){0,500}", query in "\\PC{0,300}", count in 1usize..20) {
        let items = vec![hit(&who, &text); count];
        let card = results(&query, &Hits { items, page: 1, pages: 1, total: 20, inexact: true, words_only: false }, Lang::English);
        prop_assert!(card.units() <= TOTAL && units(&card.description) <= DESCRIPTION && units(&card.title) <= TITLE);
    }

    #[test]
    fn any_block_fits(value in "(\\PC|`{3}|\n|a{400}){0,300}") {
        for card in text_cards("persona", &value, "1 / 2", "version 1", Lang::English) {
            prop_assert!(units(&card.description) <= DESCRIPTION && !card.description.is_empty());
            prop_assert!(card.description.matches("```").count() != 1);
        }
    }
}

/// What people read most, in each language.
#[test]
fn typical_answers_in_every_language() {
    let spot = Spot { name: "book.pdf".into(), number: 3, page: 12, headings: "Cats > Miso".into() };
    let found = [Whence::Person("Mara".into()), Whence::Own, Whence::Archive, Whence::Document(spot)];
    for lang in Lang::ALL {
        let items = found.iter().map(|whence| Hit { whence: whence.clone(), ..hit("Mara", "A cat.") }).collect();
        let hits = Hits { items, page: 1, pages: 3, total: 20, inexact: true, words_only: false };
        let said = [
            lang.help(),
            overview(&there("I am Keepsake."), lang).iter().map(shown).collect::<Vec<_>>().join("\n"),
            shown(&results("cat", &hits, lang)),
            question(ResetWhat::All, &there(""), lang),
            receipt(&ResetReceipt { blocks: 1, passages: 3, documents: 1, messages: 40, edits: 2 }, lang),
            format!("[{}] [{}] [{}]", lang.confirm(), lang.cancel(), lang.undo()),
            [0, 1, 2].map(|facts| lang.tended(facts)).join("\n"),
            lang.more_changes(2, &lang.both(&lang.archive(), &lang.human_block("Mara"))),
            lang.reset_needs(),
            lang.undo_conflict(&lang.line_gone("Has a cat")),
            lang.block_too_long(2_000, 2_150, 150),
            lang.no_page(9, 3, 26),
            lang.traced(&lang.failed(), "ab12cd34"),
        ];
        assert_snapshot!(format!("typical_{}", lang.locales()[0]), said.join("\n---\n"));
    }
}

fn shown(card: &Card) -> String {
    let fields: Vec<String> = card.fields.iter().map(|(name, value)| format!("{name}: {value}")).collect();
    format!("{}\n{}\n{}\n{}", card.title, card.description, fields.join("\n"), card.footer)
}
