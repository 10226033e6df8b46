//! What leaves: pieces in order, once, whatever happens in between.

use chrono::Utc;
use keepsake::agent::ReplySink;
use keepsake::memory::block::Label;
use keepsake::memory::outgoing::{OutboxRow, Outgoing};
use keepsake::memory::{Actor, AgentKey, Edit, EditCard, EditId, EditKind, EditTarget, OutboxId, Shown, Source};
use std::time::Duration;

use super::bot::sink;
use crate::support::discord::{FakeDiscord, Id, Trouble};

crate::trials![
    a_reply_answers_the_message,
    a_long_reply_comes_in_pieces,
    f17_nobody_is_pinged,
    edits_stand_below_the_last_piece,
    edits_alone_are_a_message,
    f11_delivering_again_shows_nothing_twice,
    f11_a_lost_answer_is_not_sent_twice,
    f12_each_row_has_nonces_of_its_own,
    f22_a_rate_limit_in_the_middle_is_waited_out,
    a_server_error_in_the_middle_is_tried_again,
    what_was_sent_is_told_when_it_fails,
    lasting_errors_are_told_from_passing_ones,
    the_message_answered_may_be_gone,
    without_history_the_reply_is_a_message,
    reactions_are_put,
    a_reaction_that_is_no_emoji_fails_for_good,
    f30_nothing_to_say_posts_nothing,
    a_failure_shows_its_trace,
    typing_is_kept_alive_until_it_is_dropped,
    typing_fails_quietly,
    f23_what_stands_for_an_answer_becomes_it_once,
    an_archived_thread_is_woken_by_a_new_message,
    what_was_shown_of_nothing_goes_away,
];

fn row(fake: &FakeDiscord, to: Id, outgoing: Outgoing) -> OutboxRow {
    let source = Source { guild: Some(fake.guild()), channel: fake.general(), message: to };
    OutboxRow {
        id: OutboxId::at(Utc::now()),
        outgoing,
        to: source,
        created_at: Utc::now(),
        attempts: 0,
        sent: Vec::new(),
        shown: None,
    }
}

fn text(text: &str) -> Outgoing {
    Outgoing::Reply { text: text.into(), cards: Vec::new() }
}

fn key(fake: &FakeDiscord) -> AgentKey {
    AgentKey::Channel(fake.general())
}

fn card(before: &str, after: &str) -> EditCard {
    let edit = Edit {
        id: EditId::at(Utc::now()),
        target: EditTarget::Block(Label::Persona),
        kind: EditKind::Rewrite,
        actor: Actor::Model,
        before: before.into(),
        after: after.into(),
        reason: Some("it was asked for".into()),
        cause: None,
        turn: None,
        expected_version: 1,
        undoes: None,
        related: None,
        at: Utc::now(),
    };
    EditCard { title: "persona".into(), edit, used: after.chars().count(), limit: 2_000 }
}

/// A fake and a message in it that waits for an answer.
async fn asked() -> (FakeDiscord, Id) {
    let fake = FakeDiscord::start().await;
    let message = fake.mention(fake.mara(), fake.general(), "hello");
    (fake, message)
}

fn words(count: usize) -> String {
    (0..count).map(|n| format!("word{n} ")).collect()
}

fn said(fake: &FakeDiscord) -> Vec<String> {
    let mine = fake.messages(fake.general()).into_iter().filter(|message| message.author() == fake.bot());
    mine.map(|message| message.text().to_owned()).collect()
}

async fn a_reply_answers_the_message() {
    let (fake, message) = asked().await;
    let sent = sink(&fake).deliver(&key(&fake), &row(&fake, message, text("hi"))).await.expect("sent");
    let shown = fake.next_message(fake.general(), |shown| shown.text() == "hi").await;
    assert!(shown.answers(message));
    assert_eq!(sent, [shown.id()]);
}

async fn a_long_reply_comes_in_pieces() {
    let (fake, message) = asked().await;
    let sent = sink(&fake).deliver(&key(&fake), &row(&fake, message, text(&words(700)))).await.expect("sent");
    let shown: Vec<_> = fake.messages(fake.general()).into_iter().filter(|one| one.author() == fake.bot()).collect();
    assert_eq!(shown.iter().map(|one| one.id()).collect::<Vec<_>>(), sent);
    assert!(sent.len() > 2 && shown[0].answers(message) && !shown[1].answers(message));
    assert_eq!(said(&fake).join(" "), words(700).trim());
}

async fn f17_nobody_is_pinged() {
    let (fake, message) = asked().await;
    let shout = format!("@everyone @here <@{}>", fake.mara());
    sink(&fake).deliver(&key(&fake), &row(&fake, message, text(&shout))).await.expect("sent");
    let shown = fake.next_message(fake.general(), |_| true).await;
    assert_eq!(shown.0["mentions"], serde_json::json!([]));
}

async fn edits_stand_below_the_last_piece() {
    let (fake, message) = asked().await;
    let outgoing = Outgoing::Reply { text: words(400), cards: vec![card("I am shy.", "I am bold."), card("", "x")] };
    sink(&fake).deliver(&key(&fake), &row(&fake, message, outgoing)).await.expect("sent");
    let first = fake.next_message(fake.general(), |_| true).await;
    let last = fake.next_message(fake.general(), |shown| !shown.embeds().is_empty()).await;
    assert!(first.embeds().is_empty() && last.embeds().len() == 2);
    assert!(last.embed_text().contains("- I am shy.\n+ I am bold."), "{}", last.embed_text());
}

async fn edits_alone_are_a_message() {
    let (fake, message) = asked().await;
    let cards = (0..20).map(|n| card(&"a".repeat(3_000), &format!("{n}{}", "```\n@everyone".repeat(200)))).collect();
    sink(&fake)
        .deliver(&key(&fake), &row(&fake, message, Outgoing::Reply { text: String::new(), cards }))
        .await
        .expect("sent");
    let shown = fake.next_message(fake.general(), |_| true).await;
    assert!(shown.text().is_empty() && shown.answers(message));
    assert!(shown.embed_text().contains("more changes"), "{}", shown.embed_text());
}

async fn f11_delivering_again_shows_nothing_twice() {
    let (fake, message) = asked().await;
    let sink = sink(&fake);
    let mut row = row(&fake, message, text(&words(700)));
    let first = sink.deliver(&key(&fake), &row).await.expect("sent");
    assert_eq!(sink.deliver(&key(&fake), &row).await.expect("sent again"), first);
    row.sent = first[..1].to_vec();
    let requests = fake.requests("POST", "/messages");
    assert_eq!(sink.deliver(&key(&fake), &row).await.expect("and again"), first);
    assert_eq!(
        fake.requests("POST", "/messages"),
        requests + first.len() - 1,
        "what is known as sent is not sent again"
    );
    assert_eq!(said(&fake).len(), first.len());
}

async fn f11_a_lost_answer_is_not_sent_twice() {
    let (fake, message) = asked().await;
    fake.trouble("POST", "/messages", 1, Trouble::Swallow);
    sink(&fake).deliver(&key(&fake), &row(&fake, message, text("once"))).await.expect("sent");
    assert_eq!(said(&fake), ["once"]);
    assert_eq!(fake.requests("POST", "/messages"), 2);
}

async fn f12_each_row_has_nonces_of_its_own() {
    let (fake, message) = asked().await;
    let sink = sink(&fake);
    let failure =
        Outgoing::Failure { cause: keepsake::memory::Trouble::Said("It failed.".into()), trace: "ab12cd34".into() };
    for outgoing in [failure, text("the answer"), text("the answer")] {
        sink.deliver(&key(&fake), &row(&fake, message, outgoing)).await.expect("sent");
    }
    assert_eq!(said(&fake), ["It failed. (trace ab12cd34)", "the answer", "the answer"]);
}

async fn f22_a_rate_limit_in_the_middle_is_waited_out() {
    let (fake, message) = asked().await;
    fake.trouble_after("POST", "/messages", 1, 2, Trouble::Limit(Duration::from_millis(30)));
    let sent = sink(&fake).deliver(&key(&fake), &row(&fake, message, text(&words(700)))).await.expect("sent");
    assert_eq!(said(&fake).join(" "), words(700).trim());
    assert_eq!(fake.requests("POST", "/messages"), sent.len() + 2);
}

async fn a_server_error_in_the_middle_is_tried_again() {
    let (fake, message) = asked().await;
    fake.trouble_after("POST", "/messages", 1, 2, Trouble::Status(503));
    sink(&fake).deliver(&key(&fake), &row(&fake, message, text(&words(700)))).await.expect("sent");
    assert_eq!(said(&fake).join(" "), words(700).trim());
}

async fn what_was_sent_is_told_when_it_fails() {
    let (fake, message) = asked().await;
    fake.trouble_after("POST", "/messages", 1, 3, Trouble::Status(500));
    let sink = sink(&fake);
    let mut row = row(&fake, message, text(&words(700)));
    let error = sink.deliver(&key(&fake), &row).await.expect_err("the second piece fails");
    assert_eq!((error.sent.len(), error.permanent), (1, false));
    row.sent = error.sent;
    sink.deliver(&key(&fake), &row).await.expect("the rest is sent later");
    assert_eq!(said(&fake).join(" "), words(700).trim());
}

async fn lasting_errors_are_told_from_passing_ones() {
    let (fake, message) = asked().await;
    fake.trouble("POST", "/messages", 1, Trouble::Limit(Duration::from_secs(3_600)));
    let limited = sink(&fake);
    for _ in 0..2 {
        let error = limited.deliver(&key(&fake), &row(&fake, message, text("a"))).await.expect_err("too long to wait");
        assert!(!error.permanent, "{}", error.cause);
    }
    assert_eq!(fake.requests("POST", "/messages"), 1, "what will be refused is not asked again");
    let sink = sink(&fake);
    fake.deny(fake.general(), 1 << 11);
    let barred = sink.deliver(&key(&fake), &row(&fake, message, text("b"))).await.expect_err("not allowed");
    assert!(barred.permanent && barred.cause.contains("50013"), "{}", barred.cause);
    let mut gone = row(&fake, message, text("c"));
    gone.to.channel = 12345;
    assert!(sink.deliver(&key(&fake), &gone).await.expect_err("no such channel").permanent);
    gone.to = Source::default();
    assert!(sink.deliver(&key(&fake), &gone).await.expect_err("not in Discord").permanent);
}

async fn the_message_answered_may_be_gone() {
    let (fake, message) = asked().await;
    fake.delete(message);
    sink(&fake).deliver(&key(&fake), &row(&fake, message, text("hi"))).await.expect("sent");
    assert_eq!(said(&fake), ["hi"]);
}

async fn without_history_the_reply_is_a_message() {
    let (fake, message) = asked().await;
    fake.deny(fake.general(), 1 << 16);
    sink(&fake).deliver(&key(&fake), &row(&fake, message, text("hi"))).await.expect("sent");
    assert_eq!(said(&fake), ["hi"]);
}

async fn reactions_are_put() {
    let (fake, message) = asked().await;
    let sink = sink(&fake);
    for emoji in ["👍", ":heart:"] {
        let outgoing = Outgoing::Reaction { emoji: emoji.into() };
        sink.deliver(&key(&fake), &row(&fake, message, outgoing)).await.expect("put");
    }
    let emoji: Vec<String> = fake.reactions(message).into_iter().map(|(emoji, _)| emoji).collect();
    assert_eq!(emoji, ["👍", "❤️"]);
}

async fn a_reaction_that_is_no_emoji_fails_for_good() {
    let (fake, message) = asked().await;
    let outgoing = Outgoing::Reaction { emoji: "../../bans/1".into() };
    let error = sink(&fake).deliver(&key(&fake), &row(&fake, message, outgoing)).await.expect_err("no emoji");
    assert!(error.permanent);
    assert_eq!(fake.requests("PUT", "/"), 0);
}

async fn f30_nothing_to_say_posts_nothing() {
    let (fake, message) = asked().await;
    let error = sink(&fake).deliver(&key(&fake), &row(&fake, message, text(" \n"))).await.expect_err("nothing to say");
    assert!(error.permanent && said(&fake).is_empty());
}

async fn a_failure_shows_its_trace() {
    let (fake, message) = asked().await;
    let outgoing = Outgoing::Failure {
        cause: keepsake::memory::Trouble::Said("The model did not answer".into()),
        trace: "ab12cd34".into(),
    };
    sink(&fake).deliver(&key(&fake), &row(&fake, message, outgoing)).await.expect("sent");
    assert_eq!(said(&fake), ["The model did not answer. (trace ab12cd34)"]);
}

async fn typing_is_kept_alive_until_it_is_dropped() {
    let (fake, message) = asked().await;
    let source = Source { guild: Some(fake.guild()), channel: fake.general(), message };
    let busy = sink(&fake).busy(&key(&fake), &source);
    fake.requests_reach("POST", "/typing", 3).await;
    drop(busy);
    tokio::time::sleep(Duration::from_millis(200)).await;
    let count = fake.requests("POST", "/typing");
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(fake.requests("POST", "/typing"), count, "typing went on after it was dropped");
}

async fn typing_fails_quietly() {
    let (fake, message) = asked().await;
    fake.trouble("POST", "/typing", 2, Trouble::Status(500));
    let source = Source { guild: Some(fake.guild()), channel: fake.general(), message };
    let busy = sink(&fake).busy(&key(&fake), &source);
    fake.requests_reach("POST", "/typing", 4).await;
    drop(busy);
}

/// A row for which `count` messages of the bot stand already, and their numbers.
fn shown_row(fake: &FakeDiscord, to: Id, outgoing: Outgoing, count: usize) -> (OutboxRow, Vec<Id>) {
    let messages: Vec<Id> = (0..count).map(|_| fake.bot_said(fake.general(), "so far")).collect();
    let shown = Some(Shown { channel: fake.general(), messages: messages.clone() });
    (OutboxRow { shown, ..row(fake, to, outgoing) }, messages)
}

async fn f23_what_stands_for_an_answer_becomes_it_once() {
    let (fake, message) = asked().await;
    let (row, there) = shown_row(&fake, message, text("the answer"), 3);
    let sink = sink(&fake);
    assert_eq!(sink.deliver(&key(&fake), &row).await.expect("shown"), there[..1]);
    assert_eq!(said(&fake), ["the answer"]);
    sink.deliver(&key(&fake), &row).await.expect("shown again");
    assert_eq!(fake.requests("PATCH", "/messages"), 1, "it shows that already");
    assert_eq!(fake.requests("POST", "/messages"), 0);
}

async fn an_archived_thread_is_woken_by_a_new_message() {
    let (fake, message) = asked().await;
    let (row, there) = shown_row(&fake, message, text("the answer"), 1);
    fake.trouble("PATCH", "/messages", 1, Trouble::Code(400, 50_083));
    let sent = sink(&fake).deliver(&key(&fake), &row).await.expect("sent");
    assert!(sent != there && said(&fake) == ["the answer"]);
}

async fn what_was_shown_of_nothing_goes_away() {
    let (fake, message) = asked().await;
    let (row, there) = shown_row(&fake, message, Outgoing::Withdrawn, 2);
    fake.delete(there[0]);
    assert!(sink(&fake).deliver(&key(&fake), &row).await.expect("deleted").is_empty());
    assert!(said(&fake).is_empty());
}
