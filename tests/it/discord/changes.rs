//! Messages that people change or delete, and the button that takes back what was learned from them.

use std::sync::Arc;

use keepsake::agent::ReplySink;
use keepsake::discord::LastSeen;
use keepsake::memory::outgoing::OutboxRow;
use keepsake::memory::{
    Actor, Afterwards, AgentKey, EditCard, EditTarget, Label, MessageChange, OutboxId, Outgoing, PersonId, Source,
};

use super::bot::{Bot, Recorder, config, pace, sink};
use super::desk::{Call, Mood, persona_card};
use crate::support::app::until;
use crate::support::discord::{FakeDiscord, Id, Shown};

crate::trials![
    changes_come_in_behind_what_they_change,
    previews_are_no_changes,
    the_button_takes_it_back_for_whom_it_may,
    many_changes_have_a_button_each,
    a_quiet_hour_is_told_quietly,
    what_was_done_meanwhile_is_seen,
    an_empty_channel_proves_nothing,
];

async fn changes_come_in_behind_what_they_change() {
    let bot = Bot::start().await;
    let fake = &bot.fake;
    let one = fake.mention(fake.mara(), fake.general(), "my number is 5");
    fake.edit(one, &format!("<@{}> my number is in <#{}>", fake.bot(), fake.general()));
    let two = fake.dm(fake.jo(), "hello");
    fake.delete(two);
    until("both came", async || bot.intake.changes().len() == 2).await;
    assert_eq!(bot.intake.all().len(), 2, "what was said came before");
    let change =
        |channel: Id, message: Id, now| MessageChange { event: format!("discord:{message}"), channel, message, now };
    let edited = Afterwards::Edited { text: "my number is in #general".into(), attachments: Vec::new() };
    assert_eq!(
        bot.intake.changes(),
        [change(fake.general(), one, edited), change(fake.dm_channel(fake.jo()), two, Afterwards::Deleted)]
    );
    let ids = [fake.say(fake.jo(), fake.general(), "a"), fake.say(fake.jo(), fake.general(), "b")];
    let (guild, channel) = (fake.guild().to_string(), fake.general().to_string());
    let many = serde_json::json!({"guild_id": guild, "channel_id": channel, "ids": ids.map(|id| id.to_string())});
    fake.send_event("MESSAGE_DELETE_BULK", many);
    until("they are gone", async || bot.intake.changes().len() == 4).await;
    bot.stop().await;
}

async fn previews_are_no_changes() {
    let bot = Bot::start().await;
    let fake = &bot.fake;
    let said = fake.dm(fake.mara(), "see https://example.com");
    bot.intake.next().await;
    fake.preview(said);
    fake.edit(said, "");
    fake.edit(said, "see there");
    until("the change came", async || !bot.intake.changes().is_empty()).await;
    let edited = Afterwards::Edited { text: "see there".into(), attachments: Vec::new() };
    assert_eq!(bot.intake.changes().iter().map(|change| &change.now).collect::<Vec<_>>(), [&edited]);
    bot.stop().await;
}

/// The message that offers those changes, for `by`.
async fn offer(bot: &Bot, cards: Vec<EditCard>, by: Id) -> Shown {
    let said = bot.fake.say(by, bot.fake.general(), "x");
    show(bot, Outgoing::Learned { cards, by: Some(PersonId(by)) }, said).await
}

/// The message with buttons that this becomes, in answer to `message`.
async fn show(bot: &Bot, outgoing: Outgoing, message: Id) -> Shown {
    let (guild, channel) = (Some(bot.fake.guild()), bot.fake.general());
    let row = OutboxRow {
        id: OutboxId::at(chrono::Utc::now()),
        outgoing,
        to: Source { guild, channel, message },
        created_at: chrono::Utc::now(),
        attempts: 0,
        sent: Vec::new(),
        shown: None,
    };
    sink(&bot.fake).deliver(&AgentKey::Channel(channel), &row).await.expect("it is delivered");
    bot.fake.next_message(channel, |shown| !shown.buttons().is_empty()).await
}

async fn the_button_takes_it_back_for_whom_it_may() {
    let bot = Bot::with_commands().await;
    let (fake, card) = (&bot.fake, persona_card("a", "b", 1, Actor::Model));
    let (edit, key) = (card.edit.id, AgentKey::Channel(fake.general()));
    let shown = offer(&bot, vec![card], fake.mara()).await;
    assert!(shown.text().contains("This is what I had learned from it"), "{}", shown.text());
    assert!(
        shown.embed_text().contains("not shown again") && !shown.embed_text().contains("+ b"),
        "{}",
        shown.embed_text()
    );
    let button = shown.button("Undo: persona");
    let refused = fake.answer(&fake.click(fake.jo(), &shown, &button)).await;
    assert!(
        refused.is_ephemeral() && refused.text().contains("Only the person whose message it was"),
        "{}",
        refused.text()
    );
    assert!(bot.desk.calls().is_empty());
    let done = fake.answer(&fake.click(fake.mara(), &shown, &button)).await;
    assert!(done.is_ephemeral() && done.embed_text().contains("+ as it was"), "{}", done.embed_text());
    fake.make_manager(fake.guild(), fake.jo());
    fake.answer(&fake.click(fake.jo(), &shown, &button)).await;
    let call = |person: Id| Call::Undo(key.clone(), Some(edit), Actor::Person(PersonId(person)));
    assert_eq!(bot.desk.calls(), [call(fake.mara()), call(fake.jo())]);
    bot.desk.set_mood(Mood::Contested);
    let told = fake.answer(&fake.click(fake.mara(), &shown, &button)).await;
    assert_eq!(
        told.text(),
        "I cannot take that back: later changes stand in the way: “as it is” is not there any more."
    );
    assert!(told.embed_text().contains("stands there now:\n```\nI am Keepsake."), "{}", told.embed_text());
    bot.stop().await;
}

async fn many_changes_have_a_button_each() {
    let bot = Bot::with_commands().await;
    let cards: Vec<EditCard> = (1..=7).map(|version| persona_card("a", "b", version, Actor::Model)).collect();
    let first = offer(&bot, cards, bot.fake.mara()).await;
    let second = bot.fake.next_message(bot.fake.general(), |shown| shown.buttons().len() == 2).await;
    assert_eq!((first.buttons().len(), first.buttons()[4].0.as_str()), (5, "Undo 5: persona"));
    assert!(second.text().is_empty());
    bot.stop().await;
}

async fn a_quiet_hour_is_told_quietly() {
    let bot = Bot::with_commands().await;
    let fake = &bot.fake;
    let mut card = persona_card("a", "b", 1, Actor::Background);
    card.edit.target = EditTarget::Block(Label::Human(PersonId(fake.jo())));
    card.title = "human · Jo".into();
    let shown = show(&bot, Outgoing::Tended { cards: vec![card], facts: 2 }, 0).await;
    assert_eq!(shown.0["flags"], 4096, "nobody is notified");
    assert!(
        shown.0["message_reference"].is_null() && shown.text().contains("2 messages are found by more"),
        "{}",
        shown.text()
    );
    let button = shown.button("Undo: human · Jo");
    let refused = fake.answer(&fake.click(fake.mara(), &shown, &button)).await;
    assert!(refused.text().contains("Manage Channels"), "{}", refused.text());
    fake.answer(&fake.click(fake.jo(), &shown, &button)).await;
    assert_eq!(bot.desk.calls().len(), 1, "it is their own block");
    bot.stop().await;
}

/// A bot that begins where those messages had been taken in, the last one as the newest.
async fn begin_behind(fake: FakeDiscord, said: &[Id]) -> Bot {
    let intake = Arc::new(Recorder::default());
    intake.set_recently_said(said.iter().rev().copied().collect());
    let (guild, channel, message) = (Some(fake.guild()), fake.general(), said[said.len() - 1]);
    intake.set_last_seen(vec![LastSeen { guild, channel, message }]);
    let config = config(&fake);
    let bot = Bot::begin_as(fake, config, pace(), intake).await;
    bot.fake.connected().await;
    bot
}

async fn what_was_done_meanwhile_is_seen() {
    let fake = FakeDiscord::start().await;
    let said = ["one", "two", "three", "four"].map(|text| fake.mention(fake.mara(), fake.general(), text));
    fake.delete(said[1]);
    fake.edit(said[2], "trois");
    fake.mention(fake.mara(), fake.general(), "five");
    let bot = begin_behind(fake, &said).await;
    until("both are seen", async || bot.intake.changes().len() == 2).await;
    let changes: Vec<_> = bot.intake.changes().into_iter().map(|change| (change.message, change.now)).collect();
    let edited = Afterwards::Edited { text: "trois".into(), attachments: Vec::new() };
    assert_eq!(changes, [(said[1], Afterwards::Deleted), (said[2], edited)]);
    assert_eq!(bot.intake.next().await.text, "five");
    bot.stop().await;
}

async fn an_empty_channel_proves_nothing() {
    let fake = FakeDiscord::start().await;
    let said = ["one", "two"].map(|text| fake.mention(fake.mara(), fake.general(), text));
    said.iter().for_each(|message| fake.delete(*message));
    let bot = begin_behind(fake, &said).await;
    bot.fake.requests_reach("GET", "/messages", 2).await;
    bot.fake.mention(bot.fake.mara(), bot.fake.general(), "three");
    assert_eq!(bot.intake.next().await.text, "three");
    assert!(bot.intake.changes().is_empty());
    bot.stop().await;
}
