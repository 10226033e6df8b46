//! Discord in trouble: whatever happens to a request, what was to be said is said once, or it is told that it was not.

use std::time::Duration;

use chrono::{TimeDelta, Utc};
use futures::future::join_all;
use keepsake::agent::ReplySink;
use keepsake::discord::{self, DiscordSink, Languages, Pace};
use keepsake::memory::outgoing::{OutboxRow, Outgoing};
use keepsake::memory::{AgentKey, OutboxId, Source};
use serde_json::json;

use super::bot::{Bot, config, pace, sink};
use crate::support::discord::{FakeDiscord, Id, Trouble};

crate::trials![
    what_was_sent_long_ago_is_found_and_not_sent_again,
    what_said_something_else_before_says_what_is_wanted,
    each_part_is_found_for_itself,
    a_draft_of_long_ago_becomes_the_answer,
    what_others_said_is_not_taken_for_it,
    as_long_as_nobody_knows_nothing_is_sent,
    what_was_not_taken_in_is_said_once,
    whatever_happens_to_a_new_message_it_is_there_once,
    whatever_happens_to_a_change_it_is_made,
    a_limit_on_all_of_the_bot_is_waited_out,
    a_limit_that_is_known_is_not_run_into,
    a_request_that_is_never_answered_is_made_again,
    signs_fail_quietly,
    an_interaction_in_trouble_stops_nothing,
];

/// A row that was made so long ago, in answer to that message.
fn row(fake: &FakeDiscord, to: Id, age: TimeDelta, text: &str) -> OutboxRow {
    let made = Utc::now() - age;
    OutboxRow {
        id: OutboxId::at(made),
        outgoing: Outgoing::Reply { text: text.into(), cards: Vec::new() },
        to: Source { guild: Some(fake.guild()), channel: fake.general(), message: to },
        created_at: made,
        attempts: 0,
        sent: Vec::new(),
        shown: None,
    }
}

fn key(fake: &FakeDiscord) -> AgentKey {
    AgentKey::Channel(fake.general())
}

async fn asked() -> (FakeDiscord, Id) {
    let fake = FakeDiscord::start().await;
    let message = fake.mention(fake.mara(), fake.general(), "hello");
    (fake, message)
}

fn said(fake: &FakeDiscord) -> Vec<String> {
    let mine = fake.messages(fake.general()).into_iter().filter(|message| message.author() == fake.bot());
    mine.map(|message| message.text().to_owned()).collect()
}

const LONG_AGO: TimeDelta = TimeDelta::minutes(4);

async fn what_was_sent_long_ago_is_found_and_not_sent_again() {
    let (fake, message) = asked().await;
    let row = row(&fake, message, LONG_AGO, "the answer");
    let first = sink(&fake).deliver(&key(&fake), &row).await.expect("sent");
    fake.forget_nonces();
    fake.say(fake.jo(), fake.general(), "in between");
    // The program was killed before it could write that down.
    assert_eq!(sink(&fake).deliver(&key(&fake), &row).await.expect("sent again"), first);
    assert_eq!(said(&fake), ["the answer"]);
}

async fn what_said_something_else_before_says_what_is_wanted() {
    let (fake, message) = asked().await;
    // The first message of a long answer that was being shown; the program was killed, and another answer was made.
    let shown = row(&fake, message, TimeDelta::zero(), "one answer");
    let first = sink(&fake).deliver(&key(&fake), &shown).await.expect("sent");
    let outgoing = Outgoing::Reply { text: "another answer".into(), cards: Vec::new() };
    let wanted = OutboxRow { outgoing, ..shown };
    assert_eq!(sink(&fake).deliver(&key(&fake), &wanted).await.expect("sent again"), first);
    assert_eq!(said(&fake), ["another answer"]);
}

async fn each_part_is_found_for_itself() {
    let (fake, message) = asked().await;
    // Pieces that look alike: each stands behind the one before.
    let text = "word ".repeat(1_200);
    let mut row = row(&fake, message, LONG_AGO, &text);
    fake.trouble_after("POST", "/messages", 2, 9, Trouble::Status(500));
    let error = sink(&fake).deliver(&key(&fake), &row).await.expect_err("two of them go out");
    assert_eq!(error.sent.len(), 2);
    fake.change(|state| state.faults.clear());
    fake.forget_nonces();
    row.sent = error.sent[..1].to_vec();
    let sent = sink(&fake).deliver(&key(&fake), &row).await.expect("the rest");
    assert_eq!(sent[..2], error.sent[..]);
    assert_eq!((said(&fake).len(), said(&fake).join(" ")), (sent.len(), text.trim().to_owned()));
}

async fn a_draft_of_long_ago_becomes_the_answer() {
    let (fake, message) = asked().await;
    let row = row(&fake, message, LONG_AGO, "the whole answer");
    let draft = sink(&fake).draft(&key(&fake), &row.to, row.id, None);
    draft.expect("drafts are shown").show("the whole").await.expect("it is shown");
    fake.forget_nonces();
    let sent = sink(&fake).deliver(&key(&fake), &row).await.expect("sent");
    assert_eq!((sent.len(), said(&fake)), (1, vec!["the whole answer".to_owned()]));
}

async fn what_others_said_is_not_taken_for_it() {
    let (fake, message) = asked().await;
    let other = fake.mention(fake.jo(), fake.general(), "hello too");
    sink(&fake).deliver(&key(&fake), &row(&fake, other, LONG_AGO, "Hello.")).await.expect("sent");
    fake.say(fake.jo(), fake.general(), "Hello.");
    fake.forget_nonces();
    sink(&fake).deliver(&key(&fake), &row(&fake, message, LONG_AGO, "Hello.")).await.expect("sent");
    assert_eq!(said(&fake), ["Hello.", "Hello."], "each was answered");
}

async fn as_long_as_nobody_knows_nothing_is_sent() {
    let (fake, message) = asked().await;
    let row = row(&fake, message, LONG_AGO, "the answer");
    fake.trouble("GET", "/messages", 3, Trouble::Status(503));
    let error = sink(&fake).deliver(&key(&fake), &row).await.expect_err("it cannot be looked up");
    assert!(!error.permanent && said(&fake).is_empty());
    sink(&fake).deliver(&key(&fake), &row).await.expect("sent");
    assert_eq!(said(&fake), ["the answer"]);
}

async fn what_was_not_taken_in_is_said_once() {
    let bot = Bot::start().await;
    bot.intake.fail();
    let asked = bot.fake.mention(bot.fake.mara(), bot.fake.general(), "hello");
    bot.fake.next_message(bot.fake.general(), |message| message.answers(asked)).await;
    // Whoever does not remember that it came meets it anew.
    let bot = Bot::begin(bot.leave().await, pace()).await;
    bot.intake.fail();
    bot.fake.identified(2).await;
    bot.fake.repeat(asked);
    bot.fake.requests_reach("POST", "/messages", 2).await;
    assert_eq!(said(&bot.fake).len(), 1, "{:?}", said(&bot.fake));
    bot.stop().await;
}

/// What may happen to a request that is made again.
const TROUBLES: [Trouble; 11] = [
    Trouble::ResetBefore,
    Trouble::ResetAfter,
    Trouble::Truncate,
    Trouble::Swallow,
    Trouble::Delay(Duration::from_millis(50)),
    Trouble::Trickle(Duration::from_millis(100)),
    Trouble::Status(500),
    Trouble::Status(502),
    Trouble::Limit(Duration::from_millis(20)),
    Trouble::HtmlLimit(1),
    Trouble::Redirect,
];

async fn whatever_happens_to_a_new_message_it_is_there_once() {
    for trouble in TROUBLES {
        let (fake, message) = asked().await;
        fake.trouble("POST", "/messages", 1, trouble);
        let sent = sink(&fake).deliver(&key(&fake), &row(&fake, message, TimeDelta::zero(), "once")).await;
        assert_eq!((sent.map(|sent| sent.len()).ok(), said(&fake)), (Some(1), vec!["once".to_owned()]), "{trouble:?}");
    }
}

async fn whatever_happens_to_a_change_it_is_made() {
    for trouble in TROUBLES {
        let (fake, message) = asked().await;
        let mut draft = sink(&fake).draft(
            &key(&fake),
            &row(&fake, message, TimeDelta::zero(), "").to,
            OutboxId::at(Utc::now()),
            None,
        );
        let shown = draft.as_mut().expect("drafts are shown").show("the").await;
        fake.trouble("PATCH", "/messages", 1, trouble);
        let row = OutboxRow { shown, ..row(&fake, message, TimeDelta::zero(), "the answer") };
        let sent = sink(&fake).deliver(&key(&fake), &row).await;
        assert_eq!(
            (sent.map(|sent| sent.len()).ok(), said(&fake)),
            (Some(1), vec!["the answer".to_owned()]),
            "{trouble:?}"
        );
    }
}

async fn a_limit_on_all_of_the_bot_is_waited_out() {
    let (fake, message) = asked().await;
    fake.trouble("POST", "/messages", 1, Trouble::GlobalLimit(Duration::from_millis(200)));
    let (sink, key) = (sink(&fake), key(&fake));
    let (one, two) = (row(&fake, message, TimeDelta::zero(), "one"), row(&fake, message, TimeDelta::zero(), "two"));
    let (first, second) = tokio::join!(sink.deliver(&key, &one), sink.deliver(&key, &two));
    assert!(first.is_ok() && second.is_ok());
    let mut all = said(&fake);
    all.sort();
    assert_eq!(all, ["one", "two"]);
}

async fn a_limit_that_is_known_is_not_run_into() {
    let (fake, message) = asked().await;
    fake.limit("POST", "/messages", 3, Duration::from_secs(1));
    let pace = Pace { patience: Duration::from_secs(30), ..pace() };
    let sink = DiscordSink::with_pace(discord::http(&config(&fake)).expect("a client"), Languages::default(), pace);
    let key = key(&fake);
    let rows: Vec<OutboxRow> = (0..8).map(|at| row(&fake, message, TimeDelta::zero(), &format!("{at}"))).collect();
    // The first learns of the limit; the others have no need to.
    sink.deliver(&key, &rows[0]).await.expect("sent");
    let sent = join_all(rows[1..].iter().map(|row| sink.deliver(&key, row))).await;
    assert!(sent.iter().all(Result::is_ok), "{sent:?}");
    let refused = fake.change(|state| state.buckets[0].refused);
    assert_eq!((said(&fake).len(), refused), (8, 0), "{}", fake.change(|state| state.dump()));
}

async fn a_request_that_is_never_answered_is_made_again() {
    let (fake, message) = asked().await;
    fake.trouble("POST", "/messages", 1, Trouble::Hang);
    let pace = Pace { timeout: Duration::from_secs(1), ..pace() };
    let sink = DiscordSink::with_pace(discord::http(&config(&fake)).expect("a client"), Languages::default(), pace);
    let (key, row) = (key(&fake), row(&fake, message, TimeDelta::zero(), "once"));
    let sent = tokio::time::timeout(Duration::from_secs(20), sink.deliver(&key, &row)).await;
    assert_eq!(sent.expect("it does not wait for ever").expect("sent").len(), 1);
    assert_eq!((said(&fake), fake.requests("POST", "/messages")), (vec!["once".to_owned()], 2));
}

async fn signs_fail_quietly() {
    for trouble in TROUBLES {
        let (fake, message) = asked().await;
        fake.trouble("POST", "/typing", 2, trouble);
        fake.trouble("PUT", "/reactions", 1, trouble);
        let sink = sink(&fake);
        let to = Source { guild: Some(fake.guild()), channel: fake.general(), message };
        let busy = sink.busy(&key(&fake), &to);
        fake.requests_reach("POST", "/typing", 1).await;
        drop(busy);
        let reaction = OutboxRow {
            outgoing: Outgoing::Reaction { emoji: "👍".into() },
            ..row(&fake, message, TimeDelta::zero(), "")
        };
        sink.deliver(&key(&fake), &reaction).await.expect("it is put");
        assert_eq!(fake.reactions(message), [("👍".to_owned(), fake.bot())], "{trouble:?}");
    }
}

async fn an_interaction_in_trouble_stops_nothing() {
    let bot = Bot::with_commands().await;
    let fake = &bot.fake;
    for trouble in TROUBLES {
        fake.trouble("POST", "/callback", 1, trouble);
        fake.slash(fake.mara(), fake.general(), "help", "", json!({}));
        fake.wait("the trouble is met", |state| state.faults.iter().all(|fault| fault.left == 0).then_some(())).await;
    }
    fake.dm(fake.mara(), "still there?");
    assert_eq!(bot.intake.next().await.text, "still there?");
    let pressed = fake.slash(fake.mara(), fake.general(), "help", "", json!({}));
    fake.answer(&pressed).await;
    bot.stop().await;
}
