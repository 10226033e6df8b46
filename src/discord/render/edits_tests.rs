use chrono::DateTime;
use proptest::prelude::*;

use super::*;
use crate::memory::PersonId;

fn card(title: &str, before: &str, after: &str, reason: Option<&str>) -> EditCard {
    let at = DateTime::from_timestamp(1_767_323_045, 0).expect("a moment");
    let edit = Edit {
        before: before.into(),
        after: after.into(),
        reason: reason.map(str::to_owned),
        expected_version: 1,
        ..Edit::new(EditTarget::Block(Label::Human(PersonId(7))), EditKind::Replace, Actor::Model, at)
    };
    EditCard { title: title.into(), used: after.chars().count(), limit: 2_000, edit }
}

fn json(cards: &[Card]) -> serde_json::Value {
    cards.iter().map(Card::to_json).collect()
}

#[test]
fn one_edit() {
    let card = card("human · Mara", "Name: Mara\nHas a cat", "Name: Mara\nHas two cats", Some("She said *so*."));
    insta::assert_json_snapshot!("one_edit", json(&edit_cards(&[card], Lang::English)));
}

#[test]
fn a_passage_is_all_new() {
    let mut card = card("archive", "", "Mara's cat is called Miso.", None);
    (card.edit.kind, card.limit) = (EditKind::Create, 8_000);
    insta::assert_json_snapshot!("a_passage", json(&edit_cards(&[card], Lang::English)));
}

#[test]
fn what_has_no_room_is_named_in_one_line() {
    let many: Vec<EditCard> = (0..14).map(|n| card(&format!("human · P{n}"), "", &format!("line {n}"), None)).collect();
    let cards = edit_cards(&many, Lang::English);
    assert_eq!(cards.len(), 10);
    insta::assert_snapshot!("rest", cards[9].description);
}

#[test]
fn f21_long_values_are_cut_with_a_mark() {
    let long = card("persona", &"a".repeat(20_000), &"b".repeat(20_000), Some(&"why ".repeat(600)));
    let cards = edit_cards(&[long], Lang::English);
    assert!(cards[0].description.ends_with("…\n```") && cards[0].fields[0].1.ends_with('…'), "{cards:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn any_edits_fit_into_one_message(
        texts in prop::collection::vec(("[a-z`]{0,40}", "(\\PC|\n){0,200}", "(\\PC|`{3}|\n){0,200}", prop::option::of("\\PC{0,900}")), 1..18),
        factor in 1usize..20,
    ) {
        let cards: Vec<EditCard> = texts
            .iter()
            .map(|(title, before, after, reason)| card(&title.repeat(factor), before, &after.repeat(factor), reason.as_deref()))
            .collect();
        let shown = edit_cards(&cards, Lang::English);
        prop_assert!(shown.len() <= CARDS);
        prop_assert!(shown.iter().map(Card::units).sum::<usize>() <= TOTAL);
        for card in &shown {
            prop_assert!(units(&card.title) <= TITLE && units(&card.description) <= 4_096);
            prop_assert!(card.fields.iter().all(|(_, value)| units(value) <= FIELD && !value.trim().is_empty()));
        }
    }
}
