//! `/persona edit`: a form, and what becomes of what was written into it.

use keepsake::memory::{Actor, AgentKey, EditTarget, Label, PersonId};
use serde_json::json;

use super::bot::Bot;
use super::desk::{Call, Mood, PERSONA};
use crate::support::discord::{Pressed, Shown};

crate::trials![
    the_form_holds_the_persona_and_changes_it,
    changing_it_for_a_channel_needs_a_permission,
    what_was_written_is_never_lost,
    the_same_text_changes_nothing,
    a_persona_too_long_for_one_input_takes_several,
    what_no_form_holds_goes_as_a_file,
    the_form_can_be_sent_after_a_restart_of_the_gateway,
];

async fn open(bot: &Bot) -> Pressed {
    let fake = &bot.fake;
    let pressed = fake.slash(fake.mara(), fake.dm_channel(fake.mara()), "persona", "edit", json!({}));
    fake.form(&pressed).await;
    pressed
}

async fn send(bot: &Bot, form: &Pressed, text: &str) -> Shown {
    let sent = bot.fake.submit_form(form, &[("part-0", text)]);
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
    let rewrite = Call::Rewrite(
        AgentKey::Dm(mara),
        EditTarget::Block(Label::Persona),
        5,
        "I am **bold**.\n```\nfence".into(),
        Actor::Person(mara),
    );
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
    for (mood, sentence) in [(Mood::Contested, "Somebody changed it while you were writing"), (Mood::Broken, "(trace ")]
    {
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

async fn a_persona_too_long_for_one_input_takes_several() {
    let bot = Bot::with_commands().await;
    let text = format!("{}\n{}", "x".repeat(3_990), "y".repeat(3_000));
    bot.desk.set_persona(&text);
    let pressed = open(&bot).await;
    let form = bot.fake.form(&pressed).await;
    let values: Vec<&str> =
        (0..5).map(|row| form["components"][row]["components"][0]["value"].as_str().unwrap_or_default()).collect();
    assert_eq!(values, [&*"x".repeat(3_990), &*"y".repeat(3_000), "", "", ""]);
    let sent = bot.fake.submit_form(&pressed, &[("part-0", "first"), ("part-2", "third")]);
    bot.fake.answer(&sent).await;
    let whole = format!("first\n{}\nthird", "y".repeat(3_000));
    assert!(bot.desk.calls().iter().any(|call| matches!(call, Call::Rewrite(_, _, 5, text, _) if *text == whole)));
    bot.stop().await;
}

async fn what_no_form_holds_goes_as_a_file() {
    let bot = Bot::with_commands().await;
    let fake = &bot.fake;
    let (text, dm) = ("é".repeat(20_001), fake.dm_channel(fake.mara()));
    let before = fake.answer(&fake.slash(fake.mara(), dm, "memory", "show", json!({"block": "persona"}))).await;
    bot.desk.set_persona(&text);
    let pressed = fake.slash(fake.mara(), dm, "persona", "edit", json!({}));
    let shown = fake.answer(&pressed).await;
    let [(name, url, _)] = shown.files().try_into().expect("one file");
    assert!(shown.text().contains("`/memory edit`") && name == "block.5.txt", "{} {name}", shown.text());
    assert_eq!(fake.content(&url), text.as_bytes());
    // By a button that was there before it is the same.
    let clicked = fake.answer(&fake.click(fake.mara(), &before, &before.button("Edit"))).await;
    let [(clicked_name, url, _)] = clicked.files().try_into().expect("one file");
    assert!(clicked.is_ephemeral() && clicked_name == name && fake.content(&url) == text.as_bytes());
    let file = fake.attach(&name, "text/plain", "\u{feff}shorter\r\nnow".as_bytes());
    let pressed = fake.slash(fake.mara(), dm, "memory", "edit", json!({"block": "persona", "file": file}));
    fake.answer(&pressed).await;
    let written = |call: &Call| matches!(call, Call::Rewrite(_, _, 5, text, _) if text == "shorter\nnow");
    assert!(bot.desk.calls().iter().any(written));
    let wrong = fake.attach("block.txt", "text/plain", b"\xff\xfe");
    let pressed = fake.slash(fake.mara(), dm, "memory", "edit", json!({"block": "persona", "file": wrong}));
    assert!(fake.answer(&pressed).await.text().contains("not text in UTF-8"));
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
