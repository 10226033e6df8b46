//! `/reminders`, and how a reminder goes out.

use chrono::{DateTime, Utc};
use keepsake::agent::ReplySink;
use keepsake::agent::desk::Wish;
use keepsake::memory::outgoing::{OutboxRow, Outgoing};
use keepsake::memory::{AgentKey, OutboxId, PersonId, Source};
use serde_json::json;

use super::bot::{Bot, sink};
use super::desk::Call;
use crate::support::discord::{FakeDiscord, Trouble};

crate::trials![
    reminders_are_listed_for_the_caller_only,
    one_is_added_in_the_place_it_is_asked_in,
    a_time_that_is_over_is_refused_with_the_time_now,
    one_is_cancelled_by_its_number_which_is_offered,
    a_reminder_pings_one_person_and_answers_the_message,
    where_it_cannot_be_said_it_goes_to_direct_messages_once,
    where_nobody_takes_it_it_fails_for_good,
];

async fn reminders_are_listed_for_the_caller_only() {
    let bot = Bot::with_commands().await;
    let pressed = bot.fake.slash(bot.fake.mara(), bot.fake.general(), "reminders", "list", json!({}));
    let shown = bot.fake.answer(&pressed).await;
    let line = "**3** · <t:1767323045:F> · <@1> · thing 3";
    assert!(shown.is_ephemeral() && shown.embed_text().contains(line), "{}", shown.embed_text());
    bot.stop().await;
}

async fn one_is_added_in_the_place_it_is_asked_in() {
    let bot = Bot::with_commands().await;
    let (fake, mara) = (&bot.fake, bot.fake.mara());
    let options = json!({"when": "tomorrow 9:00", "text": "bins"});
    let pressed = fake.slash(mara, fake.general(), "reminders", "add", options);
    let said = fake.answer(&pressed).await;
    assert!(said.text().starts_with("Reminder 7 is set for <t:1767323045:F>: thing 7"), "{}", said.text());
    let at = Source { guild: Some(fake.guild()), channel: fake.general(), message: 0 };
    let wish = Wish { person: PersonId(mara), when: "tomorrow 9:00".into(), text: "bins".into(), at };
    assert_eq!(bot.desk.calls(), [Call::Remind(AgentKey::Channel(fake.general()), wish)]);
    bot.stop().await;
}

async fn a_time_that_is_over_is_refused_with_the_time_now() {
    let bot = Bot::with_commands().await;
    let options = json!({"when": "yesterday", "text": "bins"});
    let pressed = bot.fake.slash(bot.fake.mara(), bot.fake.general(), "reminders", "add", options);
    let said = bot.fake.answer(&pressed).await;
    let told = "That time is over. It is 2026-01-02 04:04 now (Europe/Berlin). I read times like `in 20 minutes`";
    assert!(said.is_ephemeral() && said.text().starts_with(told), "{}", said.text());
    bot.stop().await;
}

async fn one_is_cancelled_by_its_number_which_is_offered() {
    let bot = Bot::with_commands().await;
    let (fake, mara) = (&bot.fake, bot.fake.mara());
    let typed = fake.type_into(mara, fake.general(), ("reminders", "cancel"), "number", "");
    assert_eq!(fake.offered(&typed).await, [], "only one's own are offered");
    let pressed = fake.slash(mara, fake.general(), "reminders", "cancel", json!({"number": 3}));
    let said = fake.answer(&pressed).await;
    assert!(said.text().contains("somebody else's reminder"), "{}", said.text());
    fake.make_manager(fake.guild(), mara);
    let typed = fake.type_into(mara, fake.general(), ("reminders", "cancel"), "number", "");
    let choices = fake.offered(&typed).await;
    assert_eq!((choices.len(), &choices[0]), (25, &("1 · 2026-01-02 04:04 · thing 1".to_owned(), json!(1))));
    let typed = fake.type_into(mara, fake.general(), ("reminders", "cancel"), "number", "THING 39");
    assert_eq!(fake.offered(&typed).await[0].1, 39);
    let pressed = fake.slash(mara, fake.general(), "reminders", "cancel", json!({"number": 3}));
    assert_eq!(fake.answer(&pressed).await.text(), "Reminder 3 is cancelled: thing 3");
    bot.stop().await;
}

fn row(fake: &FakeDiscord, message: u64) -> OutboxRow {
    let due = DateTime::from_timestamp(1_767_323_045, 0).expect("a moment");
    let text = format!("<@{}> and @everyone: tea", fake.jo());
    OutboxRow {
        id: OutboxId::at(Utc::now()),
        outgoing: Outgoing::Reminder { number: 1, person: PersonId(fake.mara()), text, due, late: true },
        to: Source { guild: Some(fake.guild()), channel: fake.general(), message },
        created_at: Utc::now(),
        attempts: 0,
        sent: Vec::new(),
        shown: None,
    }
}

async fn a_reminder_pings_one_person_and_answers_the_message() {
    let fake = FakeDiscord::start().await;
    let asked = fake.say(fake.mara(), fake.general(), "remind me");
    let row = row(&fake, asked);
    sink(&fake).deliver(&AgentKey::Channel(fake.general()), &row).await.expect("it is delivered");
    let said = fake.next_message(fake.general(), |message| message.answers(asked)).await;
    let told = format!("⏰ <@{}> <@{}> and @everyone: tea\n-# This was due <t:1767323045:F>.", fake.mara(), fake.jo());
    assert_eq!(said.text(), told);
}

async fn where_it_cannot_be_said_it_goes_to_direct_messages_once() {
    let fake = FakeDiscord::start().await;
    let row = row(&fake, 0);
    fake.delete_channel(fake.general());
    let dm = fake.dm_channel(fake.mara());
    for _ in 0..2 {
        sink(&fake).deliver(&AgentKey::Channel(fake.general()), &row).await.expect("it is delivered");
    }
    assert_eq!(fake.messages(dm).len(), 1, "delivering again shows nothing twice");
    assert!(fake.messages(dm)[0].text().starts_with(&format!("⏰ <@{}> ", fake.mara())));
}

async fn where_nobody_takes_it_it_fails_for_good() {
    let fake = FakeDiscord::start().await;
    let row = row(&fake, 0);
    fake.delete_channel(fake.general());
    fake.trouble("POST", "/users/@me/channels", 9, Trouble::Status(403));
    let error = sink(&fake).deliver(&AgentKey::Channel(fake.general()), &row).await.expect_err("it fails");
    assert!(error.permanent && error.cause.contains("Unknown Channel"), "{error:?}");
}
