use chrono::DateTime;

use super::*;
use crate::agent::desk::{Hit, HitOf, Whence};
use crate::clock::Moment;
use crate::memory::block::Label;
use crate::memory::{Edit, EditKind, EditTarget};

fn moment() -> Moment {
    DateTime::from_timestamp(1_767_323_045, 0).expect("a moment")
}

fn edited(before: &str, after: &str) -> EditCard {
    let edit = Edit {
        before: before.into(),
        after: after.into(),
        expected_version: 1,
        ..Edit::new(EditTarget::Block(Label::Persona), EditKind::Replace, Actor::Model, moment())
    };
    EditCard { title: "persona".into(), edit, used: after.len(), limit: 2_000 }
}

fn found(items: Vec<Hit>, page: u64, total: u64, inexact: bool) -> String {
    hits(&Hits { items, page, pages: 3, total, inexact, words_only: false })
}

fn history(items: Vec<EditCard>, page: u64, total: u64) -> String {
    changes(&Changes { items, first: 1, page, pages: 3, total })
}

fn listed(page: u64, total: u64) -> String {
    documents(&Documents { items: Vec::new(), page, pages: 3, total })
}

#[test]
fn a_page_beyond_the_end_is_not_an_empty_memory() {
    let beyond = "There is no page 9: page 3/3, 26 found.";
    assert_eq!([found(Vec::new(), 9, 26, false), history(Vec::new(), 9, 26), listed(9, 26)], [beyond; 3]);
    let nothing = ["Nothing found.", "Nothing was changed yet.", "There are no documents: /docs add PATH adds some."];
    assert_eq!([found(Vec::new(), 1, 0, true), history(Vec::new(), 1, 0), listed(1, 0)], nothing);
}

#[test]
fn a_phrase_that_stands_nowhere_is_told() {
    let (of, whence, text) = (HitOf::Passage(1), Whence::Archive, "tea".into());
    let hit = Hit { whence, text, at: moment(), jump_link: None, tags: Vec::new(), of, score: 0.5 };
    assert_eq!(
        found(vec![hit.clone()], 1, 1, true),
        "page 1/3, 1 found; the exact words stand nowhere, these come nearest\n[2026-01-02 03:04] archive: tea"
    );
    assert!(found(vec![hit], 1, 1, false).starts_with("page 1/3, 1 found\n"));
}

#[test]
fn history_shows_what_changed() {
    let items = vec![
        edited("Has a cat\nPlays chess", "Has two cats\nPlays chess"),
        edited("Has a cat\nPlays chess", "Plays chess"),
        edited("", "Likes tea"),
        edited("Likes tea", "Likes tea"),
    ];
    let shown = history(items, 1, 4);
    let ends: Vec<&str> =
        shown.lines().skip(1).filter_map(|line| line.split_once("by the agent: ")).map(|(_, end)| end).collect();
    assert_eq!(ends, ["+ Has two cats", "- Has a cat", "+ Likes tea", "Likes tea"]);
}

#[test]
fn one_is_told_as_one() {
    let tended = |facts| outgoing(&Outgoing::Tended { cards: Vec::new(), facts });
    assert!(tended(1).contains("; 1 message is found by more than its own words now."), "{}", tended(1));
    assert!(tended(2).contains("; 2 messages are found by more than their own words now."), "{}", tended(2));
    let taken = ResetReceipt { blocks: 1, passages: 2, documents: 1, messages: 0, edits: 1 };
    assert_eq!(
        receipt(ResetWhat::All, &taken),
        "Reset everything: 1 block, 2 passages, 1 document, 0 messages, 1 edit."
    );
}
