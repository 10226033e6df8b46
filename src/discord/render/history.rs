//! What `/memory history` shows. Pure.

use super::card::{Card, DESCRIPTION, cut, fenced, plain};
use super::edits::{done_by, target_title};
use super::memory::date;
use crate::agent::desk::Changes;
use crate::discord::split::units;
use crate::discord::words::Lang;
use crate::memory::EditCard;
use crate::memory::diff::diff_text;

const COLOUR: u32 = 0x58_65_f2;
/// Units of what a change is called, of its reason, and of its difference in the list.
const NAME: usize = 60;
const REASON: usize = 80;
const DIFF: usize = 190;

/// One page of changes, newest first: what, by whom, when, why, and the beginning of the difference.
pub fn history(changes: &Changes, lang: Lang) -> Card {
    let title = lang.history_title();
    if changes.items.is_empty() {
        let none = match changes.total {
            0 => lang.no_changes(),
            total => lang.no_page(changes.page, changes.pages, total),
        };
        return Card { title, description: none, colour: COLOUR, ..Card::default() };
    }
    let mut description = String::new();
    for (number, card) in (changes.first..).zip(&changes.items) {
        let entry = entry(number, card, lang);
        if units(&description) + units(&entry) > DESCRIPTION {
            break;
        }
        description.push_str(&entry);
    }
    let footer = lang.page_of_all(changes.page, changes.pages, changes.total);
    Card { title, description: description.trim_end().to_owned(), colour: COLOUR, footer, ..Card::default() }
}

fn entry(number: u64, card: &EditCard, lang: Lang) -> String {
    let edit = &card.edit;
    let name = cut(&plain(&target_title(&edit.target, &card.title, lang)), NAME);
    let why = edit.reason.as_deref().map(str::trim).filter(|reason| !reason.is_empty());
    let why = why.map(|why| format!(" · *{}*", cut(&plain(why), REASON))).unwrap_or_default();
    let diff = diff_text(&edit.before, &edit.after);
    let diff = if diff.is_empty() { "\n".to_owned() } else { fenced("diff", &diff, DIFF) };
    format!("**{number}** · {name} · {} · {}{why}\n{diff}\n", done_by(edit, lang), date(edit.at))
}

/// A change in a few words, for a menu.
pub fn change_line(number: u64, card: &EditCard, lang: Lang) -> String {
    let edit = &card.edit;
    let name = target_title(&edit.target, &card.title, lang);
    format!("{number} · {} · {} · {}", cut(&name, NAME / 2), done_by(edit, lang), edit.at.format("%Y-%m-%d %H:%M UTC"))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::clock::Moment;
    use crate::memory::{Actor, Edit, EditKind, EditTarget, Label, PersonId};

    fn card(title: &str, before: &str, after: &str, reason: &str) -> EditCard {
        let at = Moment::from_timestamp(1_767_323_045, 0).expect("a moment");
        let edit = Edit {
            before: before.into(),
            after: after.into(),
            reason: Some(reason.into()),
            expected_version: 1,
            ..Edit::new(EditTarget::Block(Label::Human(PersonId(7))), EditKind::Replace, Actor::Model, at)
        };
        EditCard { title: title.into(), used: 1, limit: 2, edit }
    }

    #[test]
    fn a_page_of_changes() {
        let items = vec![
            card("human · Mara", "Name: Mara\nHas a cat", "Name: Mara\nHas two cats", "She *said* so."),
            card("human · Jo", "", "Likes tea", ""),
        ];
        let page = Changes { items, first: 11, page: 2, pages: 3, total: 25 };
        let shown = history(&page, Lang::English);
        let line = change_line(11, &page.items[0], Lang::English);
        insta::assert_snapshot!(
            "history",
            format!("{}\n{}\n---\n{}\n{line}", shown.title, shown.description, shown.footer)
        );
        let none = Changes { items: Vec::new(), first: 1, page: 1, pages: 1, total: 0 };
        assert_eq!(history(&none, Lang::English).description, Lang::English.no_changes());
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]

        #[test]
        fn all_of_a_page_is_listed_whatever_it_says(title in "\\PC{0,90}", before in "(\\PC|`|\n){0,300}", after in "(\\PC|`|\n){0,300}", reason in "\\PC{0,200}") {
            let items = vec![card(&title, &before, &after, &reason); 10];
            let shown = history(&Changes { items, first: 99_991, page: 9, pages: 10, total: 100 }, Lang::English);
            prop_assert!(units(&shown.description) <= DESCRIPTION);
            for number in 99_991..=100_000 {
                let there = shown.description.contains(&format!("**{number}**"));
                prop_assert!(there);
            }
        }
    }
}
