//! `/docs`: what is listed, and that a document goes only when the right person has confirmed.

use keepsake::memory::{Actor, AgentKey, PersonId};
use serde_json::json;

use super::bot::Bot;
use super::desk::{Call, Mood};

crate::trials![
    documents_are_listed_to_their_caller,
    a_document_goes_when_that_is_confirmed,
    in_a_channel_removing_needs_a_permission,
    in_direct_messages_documents_are_the_persons_own,
    a_document_that_is_not_there_is_said,
];

async fn documents_are_listed_to_their_caller() {
    let bot = Bot::with_commands().await;
    let fake = &bot.fake;
    let pressed = fake.slash(fake.mara(), fake.general(), "docs", "list", json!({"page": 2}));
    let shown = fake.answer(&pressed).await;
    let embed = shown.embeds()[0]["description"].as_str().expect("a description").to_owned();
    assert!(shown.is_ephemeral() && embed.starts_with("**3** · book.pdf · 12 pages"), "{embed}");
    assert_eq!(bot.desk.calls(), [Call::Documents(AgentKey::Channel(fake.general()), 2)]);
    bot.stop().await;
}

async fn a_document_goes_when_that_is_confirmed() {
    let bot = Bot::with_commands().await;
    let fake = &bot.fake;
    fake.make_manager(fake.guild(), fake.mara());
    let pressed = fake.slash(fake.mara(), fake.general(), "docs", "remove", json!({"number": 3}));
    let asked = fake.answer(&pressed).await;
    assert!(asked.is_ephemeral() && asked.text().starts_with("This takes away document 3, book.pdf (12 pages)."));
    assert!(!bot.desk.calls().iter().any(|call| matches!(call, Call::Remove(..))));
    let yes = asked.button("Take it away");
    let refused = fake.answer(&fake.click_unseen(fake.jo(), &asked, &yes)).await;
    assert_eq!(refused.text(), "Only the person who asked can answer this.");
    let clicked = fake.click(fake.mara(), &asked, &yes);
    let done = fake.answer_where(&clicked, |shown| shown.text().starts_with("Taken away")).await;
    assert_eq!((done.text(), done.buttons().len()), ("Taken away: document 3, book.pdf.", 0));
    let (key, actor) = (AgentKey::Channel(fake.general()), Actor::Person(PersonId(fake.mara())));
    assert_eq!(bot.desk.calls().last(), Some(&Call::Remove(key, 3, actor)));
    bot.stop().await;
}

async fn in_a_channel_removing_needs_a_permission() {
    let bot = Bot::with_commands().await;
    let fake = &bot.fake;
    let pressed = fake.slash(fake.jo(), fake.general(), "docs", "remove", json!({"number": 3}));
    let refused = fake.answer(&pressed).await;
    assert!(refused.text().contains("**Manage Channels**") && refused.buttons().is_empty(), "{}", refused.text());
    assert_eq!(bot.desk.calls(), []);
    bot.stop().await;
}

async fn in_direct_messages_documents_are_the_persons_own() {
    let bot = Bot::with_commands().await;
    let fake = &bot.fake;
    let pressed = fake.slash(fake.jo(), fake.dm_channel(fake.jo()), "docs", "remove", json!({"number": 3}));
    let asked = fake.answer(&pressed).await;
    let clicked = fake.click(fake.jo(), &asked, &asked.button("Keep it"));
    assert_eq!(fake.answer(&clicked).await.text(), "Nothing was taken away.");
    assert_eq!(bot.desk.calls(), [Call::Document(AgentKey::Dm(PersonId(fake.jo())), 3)]);
    bot.stop().await;
}

async fn a_document_that_is_not_there_is_said() {
    let bot = Bot::with_commands().await;
    let fake = &bot.fake;
    let dm = fake.dm_channel(fake.jo());
    let refused = fake.answer(&fake.slash(fake.jo(), dm, "docs", "remove", json!({"number": 8}))).await;
    assert_eq!(refused.text(), "There is no document 8 here. `/docs list` shows which there are.");
    bot.desk.set_mood(Mood::Empty);
    let empty = fake.answer(&fake.slash(fake.jo(), dm, "docs", "list", json!({}))).await;
    assert!(empty.text().contains("There is no memory here yet"), "{}", empty.text());
    bot.stop().await;
}
