//! `/persona edit`: a form, and what becomes of what was written into it.

use keepsake::memory::{Actor, AgentKey, PersonId};
use serde_json::json;

use super::bot::Bot;
use super::desk::{Call, Mood, PERSONA};
use crate::support::discord::{Pressed, Shown};

crate::trials![
    the_form_holds_the_persona_and_changes_it,
    changing_it_for_a_channel_needs_a_permission,
    what_was_written_is_never_lost,
    the_same_text_changes_nothing,
    a_persona_too_long_for_a_form_is_refused,
    the_form_can_be_sent_after_a_restart_of_the_gateway,
];

async fn open(bot: &Bot) -> Pressed {
    let fake = &bot.fake;
    let pressed = fake.slash(fake.mara(), fake.dm_channel(fake.mara()), "persona", "edit", json!({}));
    fake.form(&pressed).await;
    pressed
}

async fn send(bot: &Bot, form: &Pressed, text: &str) -> Shown {
    let sent = bot.fake.submit_form(form, &[("persona", text)]);
    bot.fake.answer(&sent).await
}

async fn the_form_holds_the_persona_and_changes_it() {
    let bot = Bot::with_commands().await;
    let pressed = open(&bot).await;
    let form = bot.fake.form(&pressed).await;
    assert_eq!(form["components"][0]["components"][0]["value"], PERSONA);
    let shown = send(&bot, &pressed, "I am **bold**.\n```\nfence").await;
    assert!(
        shown.is_ephemeral() && shown.embed_text().contains("- I am Keepsake.\n+ I am **bold**."),
        "{}",
        shown.embed_text()
    );
    let mara = PersonId(bot.fake.mara());
    let rewrite = Call::Rewrite(AgentKey::Dm(mara), 5, "I am **bold**.\n```\nfence".into(), Actor::Person(mara));
    assert_eq!(bot.desk.calls().last(), Some(&rewrite));
    bot.stop().await;
}

async fn changing_it_for_a_channel_needs_a_permission() {
    let bot = Bot::with_commands().await;
    let fake = &bot.fake;
    let pressed = fake.slash(fake.jo(), fake.general(), "persona", "edit", json!({}));
    let refused = fake.answer(&pressed).await;
    assert!(refused.is_ephemeral() && refused.text().contains("Manage Channels"), "{}", refused.text());
    fake.make_manager(fake.guild(), fake.jo());
    let pressed = fake.slash(fake.jo(), fake.general(), "persona", "edit", json!({}));
    fake.form(&pressed).await;
    assert!(send(&bot, &pressed, "I am everybody's.").await.embed_text().contains("+ I am everybody's."));
    bot.stop().await;
}

async fn what_was_written_is_never_lost() {
    let bot = Bot::with_commands().await;
    for (mood, sentence) in [(Mood::Contested, "Somebody changed the persona"), (Mood::Broken, "(trace ")] {
        bot.desk.set_mood(Mood::Well);
        let pressed = open(&bot).await;
        bot.desk.set_mood(mood);
        let shown = send(&bot, &pressed, "Hours of work.").await;
        assert!(shown.text().contains(sentence) && shown.is_ephemeral(), "{}", shown.text());
        assert!(shown.embed_text().contains("Hours of work."), "{}", shown.embed_text());
    }
    bot.stop().await;
}

async fn the_same_text_changes_nothing() {
    let bot = Bot::with_commands().await;
    let pressed = open(&bot).await;
    assert!(send(&bot, &pressed, PERSONA).await.text().contains("Nothing was changed"));
    let pressed = open(&bot).await;
    assert!(send(&bot, &pressed, "  \n ").await.text().contains("cannot be empty"));
    bot.stop().await;
}

async fn a_persona_too_long_for_a_form_is_refused() {
    let bot = Bot::with_commands().await;
    bot.desk.set_persona(&"x".repeat(4_001));
    let fake = &bot.fake;
    let pressed = fake.slash(fake.mara(), fake.dm_channel(fake.mara()), "persona", "edit", json!({}));
    assert!(fake.answer(&pressed).await.text().contains("4000 characters"));
    bot.desk.set_persona(&"x".repeat(4_000));
    let pressed = open(&bot).await;
    assert!(send(&bot, &pressed, &"y".repeat(4_000)).await.embed_text().contains("persona"));
    bot.stop().await;
}

async fn the_form_can_be_sent_after_a_restart_of_the_gateway() {
    let bot = Bot::with_commands().await;
    let pressed = open(&bot).await;
    bot.fake.invalidate_sessions();
    bot.fake.connected().await;
    assert!(send(&bot, &pressed, "I am patient.").await.embed_text().contains("+ I am patient."));
    bot.stop().await;
}
