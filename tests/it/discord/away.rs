//! What was said while the bot was away, or faster than it could be dealt with: it is read back, once, within bounds.

use std::sync::Arc;
use std::time::Duration;

use chrono::TimeDelta;
use keepsake::config::CatchUp;
use keepsake::discord::{LastSeen, Pace};
use keepsake::memory::{Afterwards, MessageChange};

use super::bot::{Bot, Recorder, config, pace};
use super::whole::Whole;
use crate::support::app::until;
use crate::support::discord::{FakeDiscord, Id, Trouble};

crate::trials![
    the_newest_messages_are_read_back,
    what_is_too_old_is_not_read_back,
    what_is_read_back_and_told_at_once_comes_in_once,
    a_channel_that_cannot_be_read_stops_no_other,
    a_channel_in_trouble_is_read_later,
    threads_are_read_back_too,
    what_was_ignored_is_not_read_again,
    what_could_not_be_dealt_with_is_read_again,
    what_was_deleted_or_changed_while_it_was_read_back_comes_as_it_is,
    while_memory_is_away_everything_waits_in_its_order,
    who_is_refused_in_one_place_holds_up_nobody_elsewhere,
    what_comes_too_fast_is_read_back,
    a_burst_that_is_cut_off_is_answered_once,
    what_was_missed_is_found_however_much_is_said_since,
    a_deletion_that_could_not_be_taken_in_is_followed_later,
    a_deletion_before_all_that_is_read_back_is_followed,
    edits_that_come_too_fast_are_passed_over_and_the_last_is_followed,
];

fn texts(bot: &Bot) -> Vec<String> {
    bot.intake.all().into_iter().map(|incoming| incoming.text).collect()
}

/// A bot that begins where everything up to those numbers was dealt with.
async fn begin(fake: FakeDiscord, seen: &[(Option<Id>, Id, Id)], catch_up: Option<CatchUp>, pace: Pace) -> Bot {
    let intake: Arc<Recorder> = Arc::default();
    let places = seen.iter().map(|&(guild, channel, message)| LastSeen { guild, channel, message });
    intake.set_last_seen(places.collect());
    let mut config = config(&fake);
    config.catch_up = catch_up.unwrap_or(config.catch_up);
    let bot = Bot::begin_as(fake, config, pace, intake).await;
    bot.fake.identified(1).await;
    bot
}

async fn the_newest_messages_are_read_back() {
    let fake = FakeDiscord::start().await;
    let dm = fake.dm_channel(fake.mara());
    for n in 0..430 {
        fake.post_unheard(fake.mara(), dm, &format!("{n}"));
    }
    let bounds = CatchUp { messages: 250, age: TimeDelta::hours(1) };
    let bot = begin(fake, &[(None, dm, dm)], Some(bounds), pace()).await;
    for n in 180..430 {
        assert_eq!(bot.intake.next().await.text, n.to_string());
    }
    assert_eq!(texts(&bot).len(), 250);
    bot.stop().await;
}

async fn what_is_too_old_is_not_read_back() {
    let fake = FakeDiscord::start().await;
    let dm = fake.dm_channel(fake.mara());
    fake.post_unheard(fake.mara(), dm, "long ago");
    tokio::time::sleep(Duration::from_millis(2_500)).await;
    fake.post_unheard(fake.mara(), dm, "just now");
    let bounds = CatchUp { messages: 250, age: TimeDelta::seconds(2) };
    let bot = begin(fake, &[(None, dm, dm)], Some(bounds), pace()).await;
    assert_eq!(bot.intake.next().await.text, "just now");
    bot.stop().await;
}

async fn what_is_read_back_and_told_at_once_comes_in_once() {
    let fake = FakeDiscord::start().await;
    let dm = fake.dm_channel(fake.mara());
    let said: Vec<Id> = (0..60).map(|n| fake.post_unheard(fake.mara(), dm, &format!("{n}"))).collect();
    let bot = begin(fake, &[(None, dm, dm)], None, pace()).await;
    said.iter().for_each(|message| bot.fake.repeat(*message));
    bot.fake.dm(bot.fake.mara(), "last");
    until("all came", async || texts(&bot).len() > 60).await;
    let mut all = texts(&bot);
    all.sort();
    all.dedup();
    assert_eq!((all.len(), texts(&bot).len()), (61, 61));
    bot.stop().await;
}

async fn a_channel_that_cannot_be_read_stops_no_other() {
    let fake = FakeDiscord::start().await;
    let guild = Some(fake.guild());
    let hidden = fake.new_channel(fake.guild(), "hidden");
    let gone = fake.new_channel(fake.guild(), "gone");
    let dm = fake.dm_channel(fake.mara());
    fake.deny(hidden, 1 << 10);
    fake.delete_channel(gone);
    fake.post_unheard(fake.mara(), dm, "hello");
    let bot = begin(fake, &[(guild, hidden, hidden), (guild, gone, gone), (None, dm, dm)], None, pace()).await;
    assert_eq!(bot.intake.next().await.text, "hello");
    until("it is written down", async || bot.intake.through().contains_key(&dm)).await;
    bot.stop().await;
}

async fn a_channel_in_trouble_is_read_later() {
    let fake = FakeDiscord::start().await;
    let dm = fake.dm_channel(fake.mara());
    fake.post_unheard(fake.mara(), dm, "hello");
    fake.trouble("GET", "/messages", 7, Trouble::Status(500));
    let bot = begin(fake, &[(None, dm, dm)], None, pace()).await;
    assert_eq!(bot.intake.next().await.text, "hello");
    bot.stop().await;
}

async fn threads_are_read_back_too() {
    let fake = FakeDiscord::start().await;
    let thread = fake.new_thread(fake.general(), fake.mara(), "aside");
    fake.add_bot_to_thread(thread);
    fake.post_unheard(fake.mara(), thread, "in here");
    let bot = begin(fake, &[], None, pace()).await;
    let guild = Some(bot.fake.guild());
    bot.intake.set_last_seen(vec![LastSeen { guild, channel: thread, message: thread }]);
    bot.fake.drop_connections();
    assert_eq!(bot.intake.next().await.text, "in here");
    bot.stop().await;
}

async fn what_was_ignored_is_not_read_again() {
    let whole = Whole::start().await;
    let (fake, general) = (&whole.fake, whole.fake.general());
    let asked = fake.mention(fake.mara(), general, "hello");
    fake.next_message(general, |message| message.answers(asked)).await;
    whole.app.agents.idle().await;
    let ignored = fake.say(fake.jo(), general, "not for the bot");
    // Whatever was said before is dealt with when what is said in private is.
    let dm = fake.dm(fake.jo(), "and this is");
    fake.next_message(fake.dm_channel(fake.jo()), |message| message.answers(dm)).await;
    let (fake, model, folder) = whole.leave().await;
    let asked_for = fake.requests("GET", "/messages");
    let whole = Whole::start_on(fake, model, folder).await;
    let seen = whole.app.agents.last_said().await.expect("the ledger answers");
    let seen = seen.iter().find(|seen| seen.channel == general).expect("the channel is known");
    assert!(seen.message >= ignored, "{} is dealt with, {} is noted", ignored, seen.message);
    whole.fake.identified(2).await;
    whole.fake.requests_reach("GET", "/messages", asked_for + 1).await;
    whole.stop().await;
}

async fn what_could_not_be_dealt_with_is_read_again() {
    let fake = FakeDiscord::start().await;
    let dm = fake.dm_channel(fake.mara());
    let bot = begin(fake, &[(None, dm, dm)], None, pace()).await;
    let first = bot.fake.dm(bot.fake.mara(), "first");
    until("it is noted", async || bot.intake.through().get(&dm) == Some(&first)).await;
    // It can be neither taken in nor answered.
    bot.intake.fail();
    bot.fake.trouble("POST", "/messages", 9, Trouble::Status(500));
    let second = bot.fake.dm(bot.fake.mara(), "second");
    // Refused, and that could not be said: it is tried again until it is.
    bot.fake.next_message(dm, |shown| shown.answers(second)).await;
    assert!(bot.fake.requests("POST", "/messages") > 9);
    until("it is noted", async || bot.intake.through().get(&dm).is_some_and(|through| *through >= second)).await;
    bot.stop().await;
}

async fn what_was_deleted_or_changed_while_it_was_read_back_comes_as_it_is() {
    let fake = FakeDiscord::start().await;
    let dm = fake.dm_channel(fake.mara());
    let (gone, changed) = (fake.post_unheard(fake.mara(), dm, "gone"), fake.post_unheard(fake.mara(), dm, "old"));
    // What is read back is as old as the request for it.
    fake.trouble("GET", "/messages", 1, Trouble::Trickle(Duration::from_millis(500)));
    let bot = begin(fake, &[(None, dm, dm)], None, pace()).await;
    bot.fake.requests_reach("GET", "/messages", 1).await;
    bot.fake.delete(gone);
    bot.fake.edit(changed, "new");
    until("both are known", async || bot.intake.changes().len() == 2).await;
    assert!(texts(&bot).is_empty(), "they came before");
    assert_eq!(bot.intake.next().await.text, "new");
    bot.fake.dm(bot.fake.mara(), "last");
    assert_eq!(bot.intake.next().await.text, "last");
    bot.stop().await;
}

async fn while_memory_is_away_everything_waits_in_its_order() {
    let bot = Bot::start().await;
    let (fake, other) = (&bot.fake, bot.fake.new_channel(bot.fake.guild(), "other"));
    bot.intake.away(true);
    fake.say(fake.jo(), other, "not for the bot");
    let first = fake.mention(fake.mara(), fake.general(), "first");
    fake.mention(fake.jo(), fake.general(), "second");
    fake.edit(first, &format!("<@{}> first of all", fake.bot()));
    let told = fake.next_message(fake.general(), |shown| shown.text().starts_with("My memory cannot be reached")).await;
    assert!(told.answers(first));
    let (third, me) = (fake.dm(fake.mara(), "third"), fake.bot());
    let told = fake.next_message(fake.dm_channel(fake.mara()), |shown| shown.author() == me).await;
    assert!(told.answers(third) && texts(&bot).is_empty());
    bot.intake.away(false);
    for text in ["first", "second", "third"] {
        assert_eq!(bot.intake.next().await.text, text);
    }
    until("the edit is known", async || bot.intake.changes().len() == 1).await;
    let said = |channel| fake.messages(channel).into_iter().filter(|shown| shown.author() == fake.bot()).count();
    assert_eq!([fake.general(), other, fake.dm_channel(fake.mara())].map(said), [1, 0, 1]);
    bot.stop().await;
}

async fn who_is_refused_in_one_place_holds_up_nobody_elsewhere() {
    let bot = Bot::start().await;
    let fake = &bot.fake;
    bot.intake.fill(&format!("channel:{}", fake.general()));
    fake.trouble("POST", &format!("/channels/{}/messages", fake.general()), 1, Trouble::Hang);
    fake.mention(fake.jo(), fake.general(), "no room");
    fake.requests_reach("POST", "/messages", 1).await;
    fake.dm(fake.mara(), "room");
    assert_eq!(bot.intake.next().await.text, "room");
    bot.stop().await;
}

async fn what_comes_too_fast_is_read_back() {
    let fake = FakeDiscord::start().await;
    let bot = begin(fake, &[], None, Pace { queue: 8, ..pace() }).await;
    let fake = &bot.fake;
    // It surely listens by then.
    fake.commands_registered().await;
    let held = bot.intake.gate.lock().await;
    let mut expected = Vec::new();
    for n in 0..150 {
        let text = format!("{n}");
        if n % 2 == 0 {
            fake.dm(fake.mara(), &text)
        } else {
            fake.mention(fake.jo(), fake.general(), &text)
        };
        expected.push(text);
    }
    // The last of them has arrived, and there was no room for it.
    fake.drop_connections();
    fake.reconnected(2).await;
    drop(held);
    until("all came", async || texts(&bot).len() >= 150).await;
    let (mut all, mut of_jo) = (texts(&bot), texts(&bot));
    of_jo.retain(|text| text.parse::<u32>().is_ok_and(|n| n % 2 == 1));
    assert!(of_jo.is_sorted_by_key(|text| text.parse::<u32>().expect("a number")), "{of_jo:?}");
    all.sort();
    expected.sort();
    assert_eq!(all, expected);
    assert!(fake.requests("GET", "/messages") > 0);
    bot.stop().await;
}

async fn what_was_missed_is_found_however_much_is_said_since() {
    let whole = Whole::start().await;
    let general = whole.fake.general();
    let first = whole.fake.mention(whole.fake.mara(), general, "first");
    whole.fake.next_message(general, |message| message.answers(first)).await;
    let (fake, model, folder) = whole.leave().await;
    let missed = fake.post_unheard(fake.mara(), general, &format!("<@{}> missed", fake.bot()));
    // What was missed cannot be read, and people talk on.
    fake.trouble("GET", "/messages", 100_000, Trouble::HtmlLimit(900));
    let whole = Whole::start_on(fake, model, folder).await;
    whole.fake.identified(2).await;
    let live = whole.fake.mention(whole.fake.mara(), general, "live");
    whole.fake.next_message(general, |message| message.answers(live)).await;
    let (fake, model, folder) = whole.leave().await;
    fake.change(|state| state.faults.clear());
    let whole = Whole::start_on(fake, model, folder).await;
    whole.fake.next_message(general, |message| message.answers(missed)).await;
    whole.app.agents.idle().await;
    for message in [first, missed, live] {
        let answers = whole.fake.messages(general).into_iter().filter(|shown| shown.answers(message)).count();
        assert_eq!(answers, 1, "{message}");
    }
    whole.stop().await;
}

async fn a_burst_that_is_cut_off_is_answered_once() {
    let whole = Whole::start().await;
    let fake = &whole.fake;
    let channels: Vec<Id> = (0..12).map(|n| fake.new_channel(fake.guild(), &format!("room {n}"))).collect();
    for channel in &channels {
        let asked = fake.mention(fake.mara(), *channel, "first");
        fake.next_message(*channel, |message| message.answers(asked)).await;
    }
    whole.app.agents.idle().await;
    let mut asked: Vec<(Id, Id)> =
        channels.iter().map(|channel| (*channel, fake.mention(fake.mara(), *channel, "second"))).collect();
    let (channel, first) = asked[0];
    fake.next_message(channel, |message| message.answers(first)).await;
    let (fake, model, folder) = whole.leave().await;
    asked.push((channels[0], fake.post_unheard(fake.mara(), channels[0], &format!("<@{}> third", fake.bot()))));
    let whole = Whole::start_on(fake, model, folder).await;
    for (channel, message) in asked.iter().skip(1) {
        whole.fake.next_message(*channel, |shown| shown.answers(*message)).await;
    }
    whole.app.agents.idle().await;
    for (channel, message) in &asked {
        let answers = whole.fake.messages(*channel).into_iter().filter(|shown| shown.answers(*message)).count();
        assert_eq!(answers, 1, "{message}");
    }
    whole.stop().await;
}

async fn a_deletion_that_could_not_be_taken_in_is_followed_later() {
    let fake = FakeDiscord::start().await;
    let dm = fake.dm_channel(fake.mara());
    let said = [fake.post_unheard(fake.mara(), dm, "one"), fake.post_unheard(fake.mara(), dm, "two")];
    let bot = begin(fake, &[(None, dm, said[1])], None, pace()).await;
    bot.fake.dm(bot.fake.mara(), "three");
    bot.intake.next().await;
    bot.intake.set_recently_said(said.to_vec());
    bot.intake.fail_changes(3);
    bot.fake.delete(said[0]);
    until("it is followed", async || bot.intake.changes().iter().any(|change| change.message == said[0])).await;
    bot.stop().await;
}

/// Up to where messages were dealt with is written now and then, so that some behind it are known all the same.
async fn a_deletion_before_all_that_is_read_back_is_followed() {
    let fake = FakeDiscord::start().await;
    let dm = fake.dm_channel(fake.mara());
    let said = fake.post_unheard(fake.mara(), dm, "one");
    fake.post_unheard(fake.mara(), dm, "two");
    fake.delete(said);
    let intake: Arc<Recorder> = Arc::default();
    intake.set_last_seen(vec![LastSeen { guild: None, channel: dm, message: dm }]);
    intake.set_recently_said(vec![said]);
    let config = config(&fake);
    let bot = Bot::begin_as(fake, config, pace(), intake).await;
    until("it is followed", async || bot.intake.changes().iter().any(|change| change.message == said)).await;
    bot.stop().await;
}

async fn edits_that_come_too_fast_are_passed_over_and_the_last_is_followed() {
    let fake = FakeDiscord::start().await;
    let dm = fake.dm_channel(fake.mara());
    let said = fake.post_unheard(fake.mara(), dm, "one");
    let bot = begin(fake, &[(None, dm, said)], None, Pace { queue: 4, ..pace() }).await;
    bot.intake.set_recently_said(vec![said]);
    let held = bot.intake.gate.lock().await;
    bot.fake.dm(bot.fake.mara(), "two");
    for n in 0..60 {
        bot.fake.edit(said, &format!("edited {n}"));
    }
    // The last of them has arrived.
    bot.fake.drop_connections();
    bot.fake.reconnected(2).await;
    drop(held);
    let last = |changes: &[MessageChange]| {
        let now = changes.iter().rev().find(|change| change.message == said).map(|change| change.now.clone());
        matches!(now, Some(Afterwards::Edited { text, .. }) if text == "edited 59")
    };
    until("the last is followed", async || last(&bot.intake.changes())).await;
    assert!(bot.intake.changes().len() < 40, "most were passed over: {}", bot.intake.changes().len());
    bot.stop().await;
}
