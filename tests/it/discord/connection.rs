//! The gateway in trouble: whatever becomes of the connection, each message comes in once.

use std::sync::Arc;
use std::time::Duration;

use keepsake::discord::{LastSeen, Pace, health};

use super::bot::{Bot, Recorder, config, pace};
use crate::support::app::until;
use crate::support::discord::{Closed, FakeDiscord, Trouble};

crate::trials![
    a_connection_that_is_closed_is_resumed,
    a_session_that_is_over_is_begun_anew,
    a_connection_closed_without_a_code_is_noticed,
    a_connection_that_breaks_in_the_middle_is_resumed,
    a_connection_that_went_mute_is_noticed,
    a_resume_that_is_not_answered_is_given_up,
    an_identify_that_is_not_answered_is_given_up,
    what_is_no_event_is_passed_over,
    events_in_any_order_and_twice_come_in_once,
    events_that_nobody_told_of_are_read_back,
    no_session_is_begun_beyond_the_limit,
    sessions_that_end_again_and_again_are_not_begun_without_end,
    a_slow_gateway_is_waited_for,
];

/// A bot that reads Mara's direct messages back, from before anything was said there.
async fn begin(fake: FakeDiscord, pace: Pace) -> (Bot, u64) {
    let dm = fake.dm_channel(fake.mara());
    let intake: Arc<Recorder> = Arc::default();
    intake.set_last_seen(vec![LastSeen { guild: None, channel: dm, message: dm }]);
    let config = config(&fake);
    let bot = Bot::begin_as(fake, config, pace, intake).await;
    bot.fake.identified(1).await;
    (bot, dm)
}

/// The same where connections are given up soon, since heartbeats are answered sooner.
async fn begin_impatient(change: impl FnOnce(&FakeDiscord)) -> (Bot, u64) {
    let fake = FakeDiscord::start().await;
    fake.wire(|wire| wire.heartbeat = Duration::from_millis(300));
    change(&fake);
    begin(fake, Pace { stall: Duration::from_secs(3), ..pace() }).await
}

/// Waits until just these came in, in whatever order, and nothing twice.
async fn came(bot: &Bot, mut expected: Vec<String>) {
    expected.sort();
    until("all came in", async || bot.intake.all().len() >= expected.len()).await;
    let mut texts: Vec<String> = bot.intake.all().into_iter().map(|incoming| incoming.text).collect();
    texts.sort();
    assert_eq!(texts, expected);
}

async fn a_connection_that_is_closed_is_resumed() {
    let (bot, _) = begin(FakeDiscord::start().await, pace()).await;
    let (fake, mut expected) = (&bot.fake, Vec::new());
    // Discord's reference, "Gateway Close Event Codes": those behind which a session goes on.
    for (at, code) in [1000, 1001, 4000, 4001, 4002, 4005, 4008].into_iter().enumerate() {
        fake.dm(fake.mara(), &format!("before {code}"));
        fake.close_connections(Closed::Code(code));
        fake.dm(fake.mara(), &format!("after {code}"));
        expected.extend([format!("before {code}"), format!("after {code}")]);
        fake.resumed(at + 1).await;
    }
    fake.suspend_sessions();
    fake.resumed(8).await;
    came(&bot, expected).await;
    assert_eq!(fake.read(|state| state.sessions.len()), 1, "no session was begun");
    bot.stop().await;
}

async fn a_session_that_is_over_is_begun_anew() {
    let (bot, dm) = begin(FakeDiscord::start().await, pace()).await;
    let (fake, mut expected) = (&bot.fake, Vec::new());
    for (at, code) in [4007, 4009].into_iter().enumerate() {
        fake.close_connections(Closed::Code(code));
        fake.post_unheard(fake.mara(), dm, &format!("after {code}"));
        expected.push(format!("after {code}"));
        fake.identified(at + 2).await;
    }
    came(&bot, expected).await;
    bot.stop().await;
}

async fn a_connection_closed_without_a_code_is_noticed() {
    let (bot, _) = begin(FakeDiscord::start().await, pace()).await;
    let fake = &bot.fake;
    fake.close_connections(Closed::WithoutCode);
    fake.dm(fake.mara(), "is anybody there?");
    // The library would notice with the next heartbeat, which is later than this waits.
    fake.identified(2).await;
    came(&bot, vec!["is anybody there?".to_owned()]).await;
    fake.dm(fake.mara(), "and on it goes");
    came(&bot, vec!["is anybody there?".to_owned(), "and on it goes".to_owned()]).await;
    bot.stop().await;
}

async fn a_connection_that_breaks_in_the_middle_is_resumed() {
    let (bot, _) = begin(FakeDiscord::start().await, pace()).await;
    let fake = &bot.fake;
    fake.dm(fake.mara(), "before");
    fake.break_connections();
    fake.dm(fake.mara(), "after");
    fake.resumed(1).await;
    came(&bot, vec!["before".to_owned(), "after".to_owned()]).await;
    bot.stop().await;
}

async fn a_connection_that_went_mute_is_noticed() {
    let fake = FakeDiscord::start().await;
    fake.wire(|wire| wire.heartbeat = Duration::from_millis(500));
    let (bot, _) = begin(fake, pace()).await;
    let fake = &bot.fake;
    fake.mute_connections();
    fake.dm(fake.mara(), "into the void");
    fake.identified(2).await;
    came(&bot, vec!["into the void".to_owned()]).await;
    bot.stop().await;
}

async fn a_resume_that_is_not_answered_is_given_up() {
    let (bot, _) = begin_impatient(|fake| fake.wire(|wire| wire.ignored_resumes = 1)).await;
    let fake = &bot.fake;
    fake.drop_connections();
    fake.wait("the resume is ignored", |state| (state.wire.ignored_resumes == 0).then_some(())).await;
    fake.dm(fake.mara(), "hello?");
    fake.identified(2).await;
    until("it came", async || bot.intake.all().iter().any(|one| one.text == "hello?")).await;
    assert_eq!(health::stalls(&fake.url()), 1);
    bot.stop().await;
}

async fn an_identify_that_is_not_answered_is_given_up() {
    let (bot, _) = begin_impatient(|fake| fake.wire(|wire| wire.ignored_identifies = 1)).await;
    bot.fake.dm(bot.fake.mara(), "hello?");
    came(&bot, vec!["hello?".to_owned()]).await;
    bot.stop().await;
}

async fn what_is_no_event_is_passed_over() {
    let (bot, _) = begin(FakeDiscord::start().await, pace()).await;
    let fake = &bot.fake;
    fake.dm(fake.mara(), "before");
    fake.send_garbage();
    fake.dm(fake.mara(), "after");
    came(&bot, vec!["before".to_owned(), "after".to_owned()]).await;
    assert_eq!(fake.read(|state| state.sessions.len()), 1);
    bot.stop().await;
}

async fn events_in_any_order_and_twice_come_in_once() {
    let (bot, _) = begin(FakeDiscord::start().await, pace()).await;
    let (fake, mut expected) = (&bot.fake, Vec::new());
    for seed in 1..=4 {
        fake.hold_events();
        for at in 0..20 {
            fake.dm(fake.mara(), &format!("{seed}/{at}"));
            expected.push(format!("{seed}/{at}"));
        }
        fake.release_shuffled(seed);
        if seed % 2 == 0 {
            // In the middle of it what was said is read back, too.
            fake.drop_connections();
        }
    }
    came(&bot, expected).await;
    bot.stop().await;
}

async fn events_that_nobody_told_of_are_read_back() {
    let (bot, dm) = begin(FakeDiscord::start().await, pace()).await;
    let fake = &bot.fake;
    // What is read back at the start has been read when that is noted.
    let first = fake.dm(fake.mara(), "told");
    until("it is noted", async || bot.intake.through().get(&dm) == Some(&first)).await;
    fake.wire(|wire| wire.losing = true);
    fake.dm(fake.mara(), "lost");
    fake.wire(|wire| wire.losing = false);
    fake.drop_connections();
    fake.resumed(1).await;
    came(&bot, vec!["told".to_owned(), "lost".to_owned()]).await;
    bot.stop().await;
}

async fn no_session_is_begun_beyond_the_limit() {
    let fake = FakeDiscord::start().await;
    fake.wire(|wire| (wire.remaining, wire.reset_after) = (0, Duration::from_millis(300)));
    let bot = Bot::begin(fake, pace()).await;
    bot.fake.requests_reach("GET", "/gateway/bot", 2).await;
    bot.fake.wire(|wire| wire.remaining = 3);
    bot.fake.identified(1).await;
    bot.stop().await;
}

async fn sessions_that_end_again_and_again_are_not_begun_without_end() {
    let pace = Pace { sessions: 1, ..pace() };
    let (bot, _) = begin(FakeDiscord::start().await, pace).await;
    let fake = &bot.fake;
    // Two more than one of the shard are one too many, and Discord has no more to give.
    fake.wire(|wire| (wire.remaining, wire.reset_after) = (2, Duration::from_millis(300)));
    for at in 2..=3 {
        fake.close_connections(Closed::Code(4009));
        fake.identified(at).await;
    }
    fake.requests_reach("GET", "/gateway/bot", 3).await;
    fake.wire(|wire| wire.remaining = 5);
    fake.identified(4).await;
    fake.dm(fake.mara(), "hello");
    came(&bot, vec!["hello".to_owned()]).await;
    bot.stop().await;
}

async fn a_slow_gateway_is_waited_for() {
    let fake = FakeDiscord::start().await;
    fake.trouble("GET", "/gateway", 2, Trouble::Status(502));
    fake.trouble("GET", "/gateway", 2, Trouble::Delay(Duration::from_millis(300)));
    fake.wire(|wire| wire.hello_after = Duration::from_secs(1));
    let (bot, _) = begin(fake, pace()).await;
    bot.fake.dm(bot.fake.mara(), "hello");
    came(&bot, vec!["hello".to_owned()]).await;
    bot.stop().await;
}
