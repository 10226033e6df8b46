//! How changes of memory are shown, as it was set for the guild: what the bot says and which signs it leaves.

use keepsake::settings::{Change, Display};
use serde_json::json;

use super::house::House;
use crate::support::discord::Id;

crate::trials![
    in_full_a_change_is_an_embed,
    compact_is_one_line,
    as_a_reaction_it_is_a_sign_on_what_was_said,
    off_shows_nothing,
    a_change_without_words_leaves_no_empty_message,
];

/// The sign of a change on the message that caused it.
const SIGN: &str = "📝";

async fn with(display: Display) -> House {
    let house = House::open().await;
    house.set(Change::HowShown(Some(display))).await;
    house
}

/// Mara says that she has a cat, and the bot writes it down; answers her message.
async fn learns(house: &House, reply: &str) -> Id {
    let fact = json!({"label": "human", "content": "Has a cat."});
    house.model.calls(vec![("core_memory_append", fact)]);
    match reply {
        "" => house.model.calls(vec![("no_reply", json!({"reason": "nothing to say"}))]),
        words => house.model.reply(words),
    }
    let asked = house.ask("I have a cat.");
    house.model.wait_for_requests(2).await;
    house.idle().await;
    asked
}

async fn in_full_a_change_is_an_embed() {
    let house = with(Display::Full).await;
    let asked = learns(&house, "Noted.").await;
    let [shown] = house.says(&["Noted."]).await.try_into().expect("one");
    assert!(shown.embed_text().contains("+ Has a cat."), "{}", shown.embed_text());
    assert!(!shown.buttons().is_empty() && house.fake.reactions(asked).is_empty());
    house.close().await;
}

async fn compact_is_one_line() {
    let house = with(Display::Compact).await;
    let asked = learns(&house, "Noted.").await;
    let [shown] = house.says(&["Noted.\n-# 📝 human · Mara (extended)"]).await.try_into().expect("one");
    assert!(shown.embeds().is_empty() && shown.buttons().is_empty() && house.fake.reactions(asked).is_empty());
    house.close().await;
}

async fn as_a_reaction_it_is_a_sign_on_what_was_said() {
    let house = with(Display::Reaction).await;
    let asked = learns(&house, "Noted.").await;
    let [shown] = house.says(&["Noted."]).await.try_into().expect("one");
    assert!(shown.embeds().is_empty() && shown.buttons().is_empty());
    assert_eq!(house.fake.reactions(asked), [(SIGN.to_owned(), house.fake.bot())]);
    // A turn that changes nothing leaves none.
    house.model.reply("Hello.");
    let other = house.ask("Hello");
    house.says(&["Noted.", "Hello."]).await;
    house.idle().await;
    assert!(house.fake.reactions(other).is_empty() && house.fake.reactions(shown.id()).is_empty());
    house.close().await;
}

async fn off_shows_nothing() {
    let house = with(Display::Off).await;
    let asked = learns(&house, "Noted.").await;
    let [shown] = house.says(&["Noted."]).await.try_into().expect("one");
    assert!(shown.embeds().is_empty() && shown.buttons().is_empty() && house.fake.reactions(asked).is_empty());
    // It stands in the history all the same.
    let pressed = house.fake.slash(house.fake.mara(), house.fake.general(), "memory", "history", json!({}));
    let history = house.fake.answer(&pressed).await;
    assert!(history.embed_text().contains("+ Has a cat."), "{}", history.embed_text());
    house.close().await;
}

async fn a_change_without_words_leaves_no_empty_message() {
    for (display, said, marks) in [
        (Display::Compact, vec!["-# 📝 human · Mara (extended)"], 0),
        (Display::Reaction, vec![], 1),
        (Display::Off, vec![], 0),
    ] {
        let house = with(display).await;
        let asked = learns(&house, "").await;
        assert_eq!(house.texts(), said, "{display:?}");
        assert_eq!(house.fake.reactions(asked).len(), marks, "{display:?}");
        house.close().await;
    }
}
