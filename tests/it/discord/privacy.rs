//! `/privacy` and `/usage`, people who opted out, and places that are gone.

use keepsake::memory::PersonId;
use serde_json::json;

use super::bot::{Bot, Recorder, config, pace};
use super::desk::Call;
use crate::support::app::until;
use crate::support::discord::FakeDiscord;

crate::trials![
    what_is_kept_is_shown_to_the_caller_only,
    an_export_comes_as_files,
    forgetting_is_asked_first_and_told_by_numbers,
    opting_out_offers_to_forget,
    nothing_of_somebody_who_opted_out_is_heard_or_quoted,
    usage_shows_the_server_to_those_who_manage_it,
    guilds_and_channels_that_are_gone_are_told,
];

async fn what_is_kept_is_shown_to_the_caller_only() {
    let bot = Bot::with_commands().await;
    let fake = &bot.fake;
    let shown = fake.answer(&fake.slash(fake.jo(), fake.general(), "privacy", "show", json!({}))).await;
    let told = shown.embed_text();
    assert!(
        shown.is_ephemeral() && told.contains("**direct messages**: 12 messages · messages kept: 30 days"),
        "{told}"
    );
    assert_eq!(bot.desk.calls(), [Call::Held(PersonId(fake.jo()))]);
    bot.stop().await;
}

async fn an_export_comes_as_files() {
    let bot = Bot::with_commands().await;
    let fake = &bot.fake;
    let pressed = fake.slash(fake.jo(), fake.dm_channel(fake.jo()), "privacy", "export", json!({}));
    let shown = fake.answer(&pressed).await;
    assert!(shown.is_ephemeral() && shown.text().contains("part 1"), "{shown:?} {:?}", fake.take_violations());
    let second = fake.follow_up(&pressed).await;
    assert!(second.is_ephemeral() && second.text().contains("part 2"), "{second:?} {:?}", fake.take_violations());
    assert_eq!(bot.desk.calls(), [Call::ExportPerson(PersonId(fake.jo()))]);
    bot.stop().await;
}

async fn forgetting_is_asked_first_and_told_by_numbers() {
    let bot = Bot::with_commands().await;
    let fake = &bot.fake;
    let asked = fake.answer(&fake.slash(fake.jo(), fake.general(), "privacy", "forget-me", json!({}))).await;
    assert!(asked.is_ephemeral() && asked.text().contains("in **all** places"), "{asked:?}");
    assert!(bot.desk.calls().is_empty(), "nothing happens before it is confirmed");
    let clicked = fake.click(fake.jo(), &asked, &asked.button("Take it away"));
    let done = fake.answer_where(&clicked, |shown| shown.text().contains("Forgotten")).await;
    assert!(done.text().starts_with("Forgotten: 12 messages.\nI have looked again"), "{}", done.text());
    assert_eq!(bot.desk.calls(), [Call::Forget(PersonId(fake.jo()))]);
    bot.stop().await;
}

async fn opting_out_offers_to_forget() {
    let bot = Bot::with_commands().await;
    let (fake, jo) = (&bot.fake, PersonId(bot.fake.jo()));
    let asked = fake.answer(&fake.slash(jo.0, fake.general(), "privacy", "opt-out", json!({}))).await;
    assert!(asked.text().starts_with("Done: from now on I take in nothing"), "{asked:?}");
    assert!(asked.text().contains("forget you in **all** places"));
    let clicked = fake.click(jo.0, &asked, &asked.button("Keep it"));
    fake.answer(&clicked).await;
    let back = fake.answer(&fake.slash(jo.0, fake.general(), "privacy", "opt-in", json!({}))).await;
    assert_eq!(back.text(), "Done: I listen to you again.");
    assert_eq!(bot.desk.calls(), [Call::OptOut(jo, true), Call::Held(jo), Call::OptOut(jo, false)]);
    bot.stop().await;
}

async fn nothing_of_somebody_who_opted_out_is_heard_or_quoted() {
    let bot = Bot::with_commands().await;
    let fake = &bot.fake;
    bot.intake.close(fake.jo());
    let secret = fake.mention(fake.jo(), fake.general(), "my secret");
    fake.dm(fake.jo(), "and another");
    fake.edit(secret, "my other secret");
    fake.reply(fake.mara(), secret, &format!("<@{}> what does <@{}> mean?", fake.bot(), fake.jo()));
    let heard = bot.intake.next().await;
    assert_eq!((heard.person.id.0, heard.text.as_str()), (fake.mara(), "what does @a person who opted out mean?"));
    let quote = heard.quote.expect("a quote");
    assert_eq!((quote.text.as_str(), quote.by), ("[a person who opted out]", None));
    assert!(bot.intake.changes().is_empty(), "not even a change");
    let shown = fake.answer(&fake.slash(fake.jo(), fake.general(), "help", "", json!({}))).await;
    assert!(shown.text().contains("/privacy show"), "commands work still");
    bot.stop().await;
}

async fn usage_shows_the_server_to_those_who_manage_it() {
    let bot = Bot::with_commands().await;
    let fake = &bot.fake;
    let shown = fake.answer(&fake.slash(fake.jo(), fake.general(), "usage", "", json!({}))).await;
    assert!(shown.is_ephemeral() && !shown.embed_text().contains("Who used most"), "{}", shown.embed_text());
    fake.make_manager(fake.guild(), fake.mara());
    let shown = fake.answer(&fake.slash(fake.mara(), fake.general(), "usage", "", json!({}))).await;
    assert!(shown.embed_text().contains(&format!("1. <@{}>: 3 messages, 900 tokens", fake.mara())), "{shown:?}");
    let guild = Some(fake.guild());
    let calls = [Call::Usage(PersonId(fake.jo()), guild, false), Call::Usage(PersonId(fake.mara()), guild, true)];
    assert_eq!(bot.desk.calls(), calls);
    bot.stop().await;
}

async fn guilds_and_channels_that_are_gone_are_told() {
    let fake = FakeDiscord::start().await;
    let (guild, other) = (fake.guild(), fake.new_guild("Library"));
    let intake = std::sync::Arc::new(Recorder::default());
    let config = config(&fake);
    let bot = Bot::begin_as(fake, config, pace(), intake).await;
    bot.fake.connected().await;
    let seen = async |told: String| until(&told, async || bot.intake.places().contains(&told)).await;
    seen(format!("present {:?} of (0, 1)", [guild, other])).await;
    seen(format!("came {guild}")).await;
    bot.fake.send_event("GUILD_DELETE", json!({"id": guild.to_string(), "unavailable": true}));
    bot.fake.delete_channel(bot.fake.general());
    bot.fake.send_event("GUILD_DELETE", json!({"id": other.to_string()}));
    seen(format!("left guild:{other}")).await;
    assert!(bot.intake.places().contains(&format!("left channel:{}", bot.fake.general())));
    assert!(!bot.intake.places().contains(&format!("left guild:{guild}")), "out of reach is not gone");
    bot.stop().await;
}
