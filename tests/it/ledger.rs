//! The contract of the ledger: every method, on SQLite and on PostgreSQL.

use std::sync::atomic::{AtomicU64, Ordering};

use chrono::{TimeDelta, TimeZone, Utc};
use keepsake::clock::Moment;
use keepsake::memory::{
    Actor, Agent, AgentKey, Attachment, Body, Edit, EditId, EditKind, EditTarget, Incoming, Label, Message, MessageId,
    OutboxId, Outgoing, Passage, PassageId, Person, PersonId, Quote, Source, ToolCall,
};
use keepsake::store::{
    Accepted, AgentSeed, BegunTurn, IndexItem, MessageFilter, NewMessage, NewOutbox, PassageFilter, ResetWhat,
    SharedLedger, StepCommit, StoreError, Summary, TurnEnd, TurnState, open,
};
use serde_json::json;

use crate::support::app::{Database, dm, person};
use crate::support::postgres;

crate::trials_on_both![
    f46_two_callers_get_one_agent,
    f09_an_event_is_taken_in_once_also_when_raced,
    a_turn_takes_what_waits_in_order_and_once,
    what_comes_later_joins_the_turn,
    a_step_is_written_whole_or_not_at_all,
    any_text_comes_back_as_it_was,
    the_outbox_keeps_what_is_not_delivered,
    summaries_move_the_queue,
    messages_are_listed_by_author_and_time,
    passages_are_listed_by_tag_and_time,
    history_keeps_every_edit,
    the_feed_tells_what_the_index_lacks,
    unfinished_turns_are_found_again,
    no_scope_sees_another,
    resets_leave_tombstones,
    everything_is_there_after_reopening,
    a_newer_database_is_refused,
];

struct Rig {
    url: String,
    ledger: SharedLedger,
    _folder: tempfile::TempDir,
}

async fn rig(database: Database) -> Rig {
    let folder = tempfile::tempdir().expect("a folder");
    let url = match database {
        Database::Sqlite => format!("sqlite://{}", folder.path().join("deep/ledger.db").display()),
        Database::Postgres => postgres::database().await,
    };
    Rig { ledger: open(&url).await.expect("it opens"), url, _folder: folder }
}

fn now() -> Moment {
    Utc.with_ymd_and_hms(2026, 5, 4, 9, 0, 0).single().expect("a moment")
}

fn later(seconds: i64) -> Moment {
    now() + TimeDelta::seconds(seconds)
}

fn seed() -> AgentSeed {
    AgentSeed { persona: "I am kind.".into(), human: "Nothing known.".into(), block_limit: 100 }
}

fn incoming(key: &AgentKey, who: &Person, message: u64, text: &str) -> Incoming {
    Incoming {
        event: format!("discord:{message}"),
        key: key.clone(),
        person: who.clone(),
        text: text.into(),
        attachments: vec![],
        quote: None,
        source: Source { guild: Some(5), channel: 6, message },
        at: later((message % 1_000) as i64),
    }
}

impl Rig {
    async fn agent(&self, key: &AgentKey) -> Agent {
        self.ledger.open_agent(key, &seed(), now()).await.expect("an agent")
    }

    async fn say(&self, key: &AgentKey, message: u64, text: &str) {
        let accepted = self.ledger.accept(&incoming(key, &person(1, "Mara"), message, text), now()).await;
        assert_eq!(accepted.expect("taken in"), Accepted::New);
    }

    async fn begin(&self, agent: &Agent) -> BegunTurn {
        self.ledger.begin_turn(agent, &seed(), now()).await.expect("a turn").expect("something waits")
    }

    async fn commit(&self, begun: &BegunTurn, commit: StepCommit) -> Result<(), StoreError> {
        self.ledger.commit_step(&begun.agent.scope(), begun.turn.id, &commit).await
    }

    /// An agent with one turn under way, for one message of Mara's.
    async fn under_way(&self, key: &AgentKey) -> BegunTurn {
        let agent = self.agent(key).await;
        static MESSAGES: AtomicU64 = AtomicU64::new(1_000);
        self.say(key, MESSAGES.fetch_add(1_000, Ordering::Relaxed), "Hello").await;
        self.begin(&agent).await
    }
}

fn step() -> StepCommit {
    StepCommit { at: later(50), ..StepCommit::default() }
}

fn said(text: &str) -> NewMessage {
    NewMessage {
        id: MessageId::at(later(40)),
        body: Body::Agent { text: text.into(), calls: vec![] },
        source: None,
        at: later(40),
    }
}

fn edit(label: Label, version: i64, before: &str, after: &str) -> Edit {
    Edit {
        id: EditId::at(later(30)),
        target: EditTarget::Block(label),
        kind: EditKind::Append,
        actor: Actor::Model,
        before: before.into(),
        after: after.into(),
        reason: Some("because".into()),
        cause: Some(MessageId::at(now())),
        turn: None,
        expected_version: version,
        at: later(30),
    }
}

fn passage(text: &str, tags: &[&str], at: Moment) -> (Passage, Edit) {
    let id = PassageId::at(at);
    let tags = tags.iter().map(|tag| (*tag).to_owned()).collect();
    let passage = Passage { id, text: text.into(), tags, by: Actor::Model, cause: None, turn: None, created_at: at };
    let edit = Edit { target: EditTarget::Passage(id), kind: EditKind::Create, ..edit(Label::Persona, 0, "", text) };
    (passage, edit)
}

async fn f46_two_callers_get_one_agent(database: Database) {
    let rig = rig(database).await;
    let key = dm(1);
    assert_eq!(rig.ledger.find_agent(&key).await.expect("an answer"), None);
    let opened = futures::future::join_all((0..20).map(|_| rig.agent(&key))).await;
    assert!(opened.iter().all(|agent| *agent == opened[0]));
    assert_eq!(rig.ledger.count_agents().await.expect("a count"), 1);
    let core = rig.ledger.core(&opened[0].scope()).await.expect("blocks");
    assert_eq!(core.blocks.len(), 1);
    assert_eq!(
        (core.blocks[0].label, core.blocks[0].value.as_str(), core.blocks[0].version),
        (Label::Persona, "I am kind.", 1)
    );
}

async fn f09_an_event_is_taken_in_once_also_when_raced(database: Database) {
    let rig = rig(database).await;
    let message = incoming(&dm(1), &person(1, "Mara"), 10, "Hello");
    let accepted = futures::future::join_all((0..20).map(|_| rig.ledger.accept(&message, now()))).await;
    let new = accepted.into_iter().filter(|accepted| matches!(accepted, Ok(Accepted::New))).count();
    assert_eq!(new, 1);
    assert_eq!(rig.ledger.waiting().await.expect("keys"), [dm(1)]);
}

async fn a_turn_takes_what_waits_in_order_and_once(database: Database) {
    let rig = rig(database).await;
    let agent = rig.agent(&dm(1)).await;
    for message in [12, 10, 11] {
        rig.say(&dm(1), message, &format!("number {message}")).await;
    }
    let begun = futures::future::join_all((0..8).map(|_| rig.ledger.begin_turn(&agent, seed_ref(), now()))).await;
    let begun: Vec<BegunTurn> = begun.into_iter().filter_map(|begun| begun.expect("an answer")).collect();
    assert_eq!(begun.len(), 1);
    let texts: Vec<&str> = begun[0].messages.iter().map(|message| message.body.text()).collect();
    assert_eq!(texts, ["number 10", "number 11", "number 12"]);
    let seqs: Vec<i64> = begun[0].messages.iter().map(|message| message.seq).collect();
    assert_eq!(seqs, [1, 2, 3]);
    assert_eq!(begun[0].turn.answers.message, 12);
    assert_eq!(begun[0].turn.trace.len(), 8);
    assert!(rig.ledger.waiting().await.expect("keys").is_empty());
    let core = rig.ledger.core(&agent.scope()).await.expect("blocks");
    let human = core.get(Label::Human(PersonId(1))).expect("a block for whom it met");
    assert_eq!((human.name.as_deref(), human.value.as_str()), (Some("Mara"), "Nothing known."));
    rig.ledger.accept(&incoming(&dm(1), &person(1, "Mara II"), 13, "renamed"), now()).await.expect("taken in");
    rig.begin(&agent).await;
    let core = rig.ledger.core(&agent.scope()).await.expect("blocks");
    assert_eq!(core.get(Label::Human(PersonId(1))).and_then(|block| block.name.clone()).as_deref(), Some("Mara II"));
}

fn seed_ref() -> &'static AgentSeed {
    static SEED: std::sync::LazyLock<AgentSeed> = std::sync::LazyLock::new(seed);
    &SEED
}

async fn what_comes_later_joins_the_turn(database: Database) {
    let rig = rig(database).await;
    let begun = rig.under_way(&dm(1)).await;
    assert!(rig.ledger.join_turn(&begun.agent, begun.turn.id, &seed(), now()).await.expect("an answer").is_empty());
    rig.say(&dm(1), u64::MAX >> 1, "and this").await;
    let joined = rig.ledger.join_turn(&begun.agent, begun.turn.id, &seed(), now()).await.expect("an answer");
    assert_eq!((joined.len(), joined[0].body.text(), joined[0].seq), (1, "and this", 2));
    let found = rig.ledger.unfinished_turns().await.expect("turns");
    assert_eq!((found[0].messages.len(), found[0].turn.answers.message), (2, u64::MAX >> 1));
}

async fn a_step_is_written_whole_or_not_at_all(database: Database) {
    let rig = rig(database).await;
    let begun = rig.under_way(&dm(1)).await;
    let scope = begun.agent.scope();
    let human = Label::Human(PersonId(1));
    let good = StepCommit {
        messages: vec![said("one"), said("two")],
        edits: vec![edit(human, 1, "Nothing known.", "A"), edit(human, 2, "A", "A\nB")],
        passages: vec![passage("kept", &["t"], later(20))],
        ..step()
    };
    rig.commit(&begun, good).await.expect("written");
    let core = rig.ledger.core(&scope).await.expect("blocks");
    assert_eq!(core.get(human).map(|block| (block.value.as_str(), block.version)), Some(("A\nB", 3)));
    let bad = StepCommit {
        messages: vec![said("three")],
        edits: vec![edit(human, 2, "A", "C")],
        passages: vec![passage("lost", &[], later(21))],
        ..step()
    };
    assert!(matches!(rig.commit(&begun, bad).await, Err(StoreError::Conflict(_))));
    assert_eq!(rig.ledger.core(&scope).await.expect("blocks"), core);
    assert_eq!(rig.ledger.queue(&scope).await.expect("a queue").len(), 3);
    assert_eq!(rig.ledger.count_passages(&scope).await.expect("a count"), 1);
    assert_eq!(
        rig.ledger.turn_edits(&scope, begun.turn.id).await.expect("edits").len(),
        0,
        "these edits named no turn"
    );
    let end = StepCommit { messages: vec![said("four")], end: Some(TurnEnd::Done), ..step() };
    rig.commit(&begun, end.clone()).await.expect("written");
    assert!(
        matches!(rig.commit(&begun, end).await, Err(StoreError::NotFound(_))),
        "a turn that is over takes no more steps"
    );
    let seqs: Vec<i64> = rig.ledger.queue(&scope).await.expect("a queue").iter().map(|message| message.seq).collect();
    assert_eq!(seqs, [1, 2, 3, 4], "what failed took no number");
}

async fn any_text_comes_back_as_it_was(database: Database) {
    let rig = rig(database).await;
    let agent = rig.agent(&dm(1)).await;
    let text = format!("emoji 👩‍👩‍👧, right to left שלום, control \u{1b}[31m, quote ' \" \\, {}", "x".repeat(100_000));
    let mut message = incoming(&dm(1), &person(1, "Zalgo z̸͕̈́"), u64::MAX >> 1, &text);
    message.attachments = vec![Attachment {
        name: "a\"b.png".into(),
        kind: "image/png".into(),
        bytes: Some(7),
        description: Some("日本".into()),
    }];
    message.quote = Some(Quote { author: "Olek".into(), text: "before".into() });
    rig.ledger.accept(&message, now()).await.expect("taken in");
    let begun = rig.begin(&agent).await;
    let calls =
        vec![ToolCall { id: "abc".into(), name: "react".into(), arguments: json!({ "emoji": "👍", "nul": "\0" }) }];
    let bodies = [
        Body::Agent { text: String::new(), calls },
        Body::ToolResult { call_id: "abc".into(), name: "react".into(), text: "done".into(), ok: false },
        Body::Note { text: "a note".into() },
        Body::Agent { text: "nul \0 here".into(), calls: vec![] },
    ];
    let messages = bodies.iter().map(|body| NewMessage { body: body.clone(), ..said("") }).collect();
    rig.commit(&begun, StepCommit { messages, ..step() }).await.expect("written");
    let queue = rig.ledger.queue(&agent.scope()).await.expect("a queue");
    let expected =
        Body::Person { person: message.person, text, attachments: message.attachments, quote: message.quote };
    assert_eq!(queue[0].body, expected);
    assert_eq!(queue[0].source, Some(message.source));
    let Body::Agent { calls, .. } = &queue[1].body else { panic!("no call: {:?}", queue[1].body) };
    assert_eq!(calls[0].arguments, json!({ "emoji": "👍", "nul": "\u{fffd}" }), "nor in JSON");
    assert_eq!(queue[2].body, bodies[1]);
    assert_eq!(queue[3].body, bodies[2]);
    assert_eq!(queue[4].body.text(), "nul \u{fffd} here", "PostgreSQL has no room for U+0000");
}

async fn the_outbox_keeps_what_is_not_delivered(database: Database) {
    let rig = rig(database).await;
    let begun = rig.under_way(&dm(1)).await;
    let scope = begun.agent.scope();
    let new = |text: &str| NewOutbox {
        id: OutboxId::at(now()),
        outgoing: Outgoing::Reply { text: text.into(), cards: vec![] },
        to: begun.turn.answers,
        at: later(9),
    };
    let outbox = vec![new("first"), new("second"), new("third")];
    rig.commit(&begun, StepCommit { outbox: outbox.clone(), end: Some(TurnEnd::Failed("why".into())), ..step() })
        .await
        .expect("written");
    let rows = rig.ledger.unsent(&scope).await.expect("rows");
    assert_eq!(rows.iter().map(|row| row.id).collect::<Vec<_>>(), outbox.iter().map(|new| new.id).collect::<Vec<_>>());
    assert_eq!(rows[0].outgoing, outbox[0].outgoing);
    rig.ledger.mark_unsent(rows[0].id, &[7], "no luck", false, now()).await.expect("written");
    rig.ledger.mark_sent(rows[1].id, &[8, u64::MAX >> 1], now()).await.expect("written");
    rig.ledger.mark_unsent(rows[2].id, &[], "never", true, now()).await.expect("written");
    let rows = rig.ledger.unsent(&scope).await.expect("rows");
    assert_eq!((rows.len(), rows[0].attempts, rows[0].sent.as_slice()), (1, 1, [7].as_slice()));
    assert_eq!(rig.ledger.unsent_agents().await.expect("agents"), [begun.agent]);
}

async fn summaries_move_the_queue(database: Database) {
    let rig = rig(database).await;
    let begun = rig.under_way(&dm(1)).await;
    let scope = begun.agent.scope();
    rig.commit(&begun, StepCommit { messages: vec![said("a"), said("b"), said("c")], ..step() })
        .await
        .expect("written");
    assert_eq!(rig.ledger.summary(&scope).await.expect("an answer"), None);
    let summary = |text: &str, through_seq| Summary { text: text.into(), through_seq, at: later(1) };
    rig.ledger.put_summary(&scope, &summary("early", 2)).await.expect("written");
    rig.commit(&begun, StepCommit { summary: Some(summary("late", 3)), ..step() }).await.expect("written");
    rig.ledger.put_summary(&scope, &summary("stale", 1)).await.expect("written");
    assert_eq!(rig.ledger.summary(&scope).await.expect("an answer"), Some(summary("late", 3)));
    let queue = rig.ledger.queue(&scope).await.expect("a queue");
    assert_eq!(queue.iter().map(|message| message.seq).collect::<Vec<_>>(), [4]);
    assert_eq!(rig.ledger.count_messages(&scope).await.expect("a count"), 4, "nothing is lost");
}

async fn messages_are_listed_by_author_and_time(database: Database) {
    let rig = rig(database).await;
    let agent = rig.agent(&AgentKey::Channel(6)).await;
    for (message, who) in [(10, person(1, "Mara")), (20, person(2, "Ólek")), (30, person(1, "Mara"))] {
        rig.ledger
            .accept(&incoming(&agent.key, &who, message, &format!("at {message}")), now())
            .await
            .expect("taken in");
    }
    let begun = rig.begin(&agent).await;
    let tool = NewMessage {
        body: Body::ToolResult { call_id: "1".into(), name: "x".into(), text: "hidden".into(), ok: true },
        ..said("")
    };
    rig.commit(&begun, StepCommit { messages: vec![said("from me"), tool], ..step() }).await.expect("written");
    let list = async |filter: MessageFilter, offset, limit| {
        let page = rig.ledger.list_messages(&agent.scope(), &filter, offset, limit).await.expect("a page");
        (page.items.iter().map(|message: &Message| message.body.text().to_owned()).collect::<Vec<_>>(), page.total)
    };
    let by = |author: &str| MessageFilter { author: Some(author.into()), ..MessageFilter::default() };
    assert_eq!(list(MessageFilter::default(), 0, 2).await, (vec!["from me".into(), "at 30".into()], 4));
    assert_eq!(list(by("MARA"), 1, 5).await, (vec!["at 10".into()], 2));
    assert_eq!(list(by("ólek"), 0, 5).await, (vec!["at 20".into()], 1));
    assert_eq!(list(by("2"), 0, 5).await.1, 1);
    assert_eq!(list(by("agent"), 0, 5).await, (vec!["from me".into()], 1));
    let between = MessageFilter { after: Some(later(20)), before: Some(later(30)), ..MessageFilter::default() };
    assert_eq!(list(between, 0, 5).await, (vec!["at 20".into()], 1));
    let ids: Vec<MessageId> = begun.messages.iter().rev().map(|message| message.id).collect();
    let found = rig.ledger.messages(&agent.scope(), &ids).await.expect("messages");
    assert_eq!(found.iter().map(|message| message.id).collect::<Vec<_>>(), ids);
}

async fn passages_are_listed_by_tag_and_time(database: Database) {
    let rig = rig(database).await;
    let begun = rig.under_way(&dm(1)).await;
    let scope = begun.agent.scope();
    let passages = vec![
        passage("one", &["home", "a_b"], later(1)),
        passage("two", &["home"], later(2)),
        passage("three", &["a%b", "axb"], later(3)),
    ];
    rig.commit(&begun, StepCommit { passages: passages.clone(), ..step() }).await.expect("written");
    let list = async |tags: &[&str], after, before| {
        let filter = PassageFilter { tags: tags.iter().map(|tag| (*tag).to_owned()).collect(), after, before };
        let page = rig.ledger.list_passages(&scope, &filter, 0, 2).await.expect("a page");
        (page.items.into_iter().map(|passage| passage.text).collect::<Vec<_>>(), page.total)
    };
    assert_eq!(list(&[], None, None).await, (vec!["three".into(), "two".into()], 3));
    assert_eq!(list(&["home"], None, None).await.1, 2);
    assert_eq!(list(&["home", "a_b"], None, None).await, (vec!["one".into()], 1));
    assert_eq!(list(&["ome"], None, None).await.1, 0);
    assert_eq!(list(&["a%b"], None, None).await.1, 1, "no tag is taken for a pattern");
    assert_eq!(list(&[], Some(later(2)), Some(later(3))).await, (vec!["two".into()], 1));
    let found = rig
        .ledger
        .passages(&scope, &[passages[1].0.id, passages[0].0.id, PassageId::at(now())])
        .await
        .expect("passages");
    assert_eq!(found, [passages[1].0.clone(), passages[0].0.clone()]);
}

async fn history_keeps_every_edit(database: Database) {
    let rig = rig(database).await;
    let begun = rig.under_way(&dm(1)).await;
    let scope = begun.agent.scope();
    let of_turn = Edit { turn: Some(begun.turn.id), ..edit(Label::Persona, 1, "I am kind.", "I am very kind.") };
    rig.commit(&begun, StepCommit { edits: vec![of_turn.clone()], ..step() }).await.expect("written");
    let by_hand = Edit {
        actor: Actor::Person(PersonId(1)),
        kind: EditKind::Rewrite,
        at: later(60),
        ..edit(Label::Persona, 2, "I am very kind.", "I am calm.")
    };
    rig.ledger.edit_block(&scope, &by_hand).await.expect("written");
    assert!(matches!(
        rig.ledger.edit_block(&scope, &Edit { id: EditId::at(now()), ..by_hand.clone() }).await,
        Err(StoreError::Conflict(_))
    ));
    assert_eq!(rig.ledger.turn_edits(&scope, begun.turn.id).await.expect("edits"), std::slice::from_ref(&of_turn));
    assert_eq!(rig.ledger.edit(&scope, of_turn.id).await.expect("an edit"), Some(of_turn.clone()));
    let target = EditTarget::Block(Label::Persona);
    let page = rig.ledger.list_edits(&scope, Some(&target), 0, 2).await.expect("a page");
    assert_eq!((page.items, page.total), (vec![by_hand, of_turn], 3));
    assert_eq!(
        rig.ledger.list_edits(&scope, None, 0, 1).await.expect("a page").total,
        4,
        "and the block of whom it met"
    );
}

async fn the_feed_tells_what_the_index_lacks(database: Database) {
    let rig = rig(database).await;
    let begun = rig.under_way(&dm(1)).await;
    let silent = NewMessage { body: Body::Agent { text: " ".into(), calls: vec![] }, ..said("") };
    let kept = passage("kept", &[], later(1));
    rig.commit(&begun, StepCommit { messages: vec![silent, said("answer")], passages: vec![kept.clone()], ..step() })
        .await
        .expect("written");
    let items = rig.ledger.unindexed(10).await.expect("items");
    assert_eq!(items.len(), 3);
    let IndexItem::Message { message, previous } = &items[2].1 else { panic!("no message: {items:?}") };
    assert_eq!(
        (message.body.text(), previous.as_ref().map(|message| message.body.text().to_owned())),
        ("answer", Some("Hello".into()))
    );
    assert!(items.iter().all(|(agent, _)| *agent == begun.agent.id));
    assert_eq!(rig.ledger.unindexed(2).await.expect("items").len(), 2);
    assert_eq!(rig.ledger.backlog().await.expect("a backlog"), (3, 0));
    rig.ledger.mark_indexed(&[begun.messages[0].id, message.id], &[kept.0.id], now()).await.expect("written");
    assert!(rig.ledger.unindexed(10).await.expect("items").is_empty());
    assert_eq!(rig.ledger.rewind().await.expect("a count"), 3);
    assert_eq!(rig.ledger.unindexed(10).await.expect("items").len(), 3);
}

async fn unfinished_turns_are_found_again(database: Database) {
    let rig = rig(database).await;
    let one = rig.under_way(&dm(1)).await;
    let two = rig.under_way(&dm(2)).await;
    rig.commit(&one, StepCommit { messages: vec![said("half way")], ..step() }).await.expect("written");
    rig.commit(&two, StepCommit { end: Some(TurnEnd::Done), ..step() }).await.expect("written");
    let found = rig.ledger.unfinished_turns().await.expect("turns");
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].turn.id, found[0].turn.steps, found[0].turn.state), (one.turn.id, 1, TurnState::Running));
    assert_eq!(found[0].messages, one.messages);
    assert_eq!(rig.ledger.unfinished_turns_of(&one.agent.scope()).await.expect("turns"), found);
    assert!(rig.ledger.unfinished_turns_of(&two.agent.scope()).await.expect("turns").is_empty());
}

async fn no_scope_sees_another(database: Database) {
    let rig = rig(database).await;
    let (mine, other) = (rig.under_way(&dm(1)).await, rig.under_way(&dm(2)).await);
    let secret = passage("the secret", &["secret"], later(1));
    let outbox = vec![NewOutbox {
        id: OutboxId::at(now()),
        outgoing: Outgoing::Reaction { emoji: "🤫".into() },
        to: Source::default(),
        at: now(),
    }];
    let full = StepCommit {
        messages: vec![said("the secret")],
        edits: vec![Edit { turn: Some(mine.turn.id), ..edit(Label::Persona, 1, "I am kind.", "the secret") }],
        passages: vec![secret.clone()],
        summary: Some(Summary { text: "the secret".into(), through_seq: 1, at: now() }),
        outbox,
        ..step()
    };
    rig.commit(&mine, full).await.expect("written");
    let (ledger, scope) = (&rig.ledger, other.agent.scope());
    let ids: Vec<MessageId> =
        ledger.queue(&mine.agent.scope()).await.expect("a queue").iter().map(|message| message.id).collect();
    assert!(ledger.messages(&scope, &ids).await.expect("messages").is_empty());
    assert!(ledger.passages(&scope, &[secret.0.id]).await.expect("passages").is_empty());
    assert_eq!(ledger.list_passages(&scope, &PassageFilter::default(), 0, 9).await.expect("a page").total, 0);
    assert_eq!(ledger.count_passages(&scope).await.expect("a count"), 0);
    assert_eq!(ledger.list_messages(&scope, &MessageFilter::default(), 0, 9).await.expect("a page").total, 1);
    assert_eq!(ledger.count_messages(&scope).await.expect("a count"), 1);
    assert_eq!(ledger.queue(&scope).await.expect("a queue").len(), 1);
    assert_eq!(ledger.summary(&scope).await.expect("an answer"), None);
    assert_eq!(ledger.edit(&scope, secret.1.id).await.expect("an answer"), None);
    assert!(ledger.turn_edits(&scope, mine.turn.id).await.expect("edits").is_empty());
    assert!(
        ledger
            .list_edits(&scope, None, 0, 9)
            .await
            .expect("a page")
            .items
            .iter()
            .all(|edit| !edit.after.contains("secret"))
    );
    assert!(ledger.core(&scope).await.expect("blocks").blocks.iter().all(|block| !block.value.contains("secret")));
    assert!(ledger.unsent(&scope).await.expect("rows").is_empty());
    let foreign =
        ledger.commit_step(&scope, mine.turn.id, &StepCommit { messages: vec![said("intruder")], ..step() }).await;
    assert!(matches!(foreign, Err(StoreError::NotFound(_))), "another's turn cannot be written to");
    assert_eq!(ledger.queue(&scope).await.expect("a queue").len(), 1);
}

async fn resets_leave_tombstones(database: Database) {
    let rig = rig(database).await;
    let begun = rig.under_way(&dm(1)).await;
    let bystander = rig.under_way(&dm(2)).await;
    let scope = begun.agent.scope();
    let kept = passage("kept", &[], later(1));
    rig.commit(&begun, StepCommit { messages: vec![said("answer")], passages: vec![kept.clone()], ..step() })
        .await
        .expect("written");
    rig.say(&dm(1), 77, "still waiting").await;
    let reset = async |what| {
        rig.ledger.reset(&scope, what, &seed(), Actor::Person(PersonId(1)), later(99)).await.expect("a reset")
    };
    assert_eq!(reset(ResetWhat::Archival).await.passages, 1);
    let graves = rig.ledger.tombstones(10).await.expect("tombstones");
    assert_eq!(graves, [(kept.0.id.0, begun.agent.id)]);
    assert_eq!(reset(ResetWhat::History).await.messages, 2);
    assert_eq!(rig.ledger.tombstones(10).await.expect("tombstones").len(), 3);
    assert!(rig.ledger.waiting().await.expect("keys").is_empty(), "what waited is history too");
    assert_eq!(rig.ledger.unfinished_turns().await.expect("turns").len(), 1, "only the bystander's");
    rig.ledger.mark_indexed(&[begun.messages[0].id], &[kept.0.id], now()).await.expect("nothing to mark");
    let ids: Vec<uuid::Uuid> = rig.ledger.tombstones(10).await.expect("tombstones").iter().map(|(id, _)| *id).collect();
    rig.ledger.clear_tombstones(&ids).await.expect("cleared");
    assert_eq!(rig.ledger.backlog().await.expect("a backlog"), (1, 0));
    reset(ResetWhat::All).await;
    let core = rig.ledger.core(&scope).await.expect("blocks");
    assert_eq!(core.blocks.len(), 1, "people's blocks are gone");
    rig.say(&dm(1), 78, "anew").await;
    let anew = rig.begin(&begun.agent).await;
    assert!(anew.messages[0].seq > 2, "numbers are never used again");
    assert_eq!(rig.ledger.count_messages(&bystander.agent.scope()).await.expect("a count"), 1);
}

async fn everything_is_there_after_reopening(database: Database) {
    let rig = rig(database).await;
    let begun = rig.under_way(&dm(1)).await;
    assert!(rig.ledger.describe().await.expect("a description").contains("1 agents, 1 messages"));
    rig.ledger.close().await;
    let again = open(&rig.url).await.expect("it opens again");
    assert_eq!(again.queue(&begun.agent.scope()).await.expect("a queue"), begun.messages);
    #[cfg(unix)]
    if let Some(path) = rig.url.strip_prefix("sqlite://") {
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::metadata(path).expect("the file").permissions().mode();
        assert_eq!(mode & 0o077, 0, "only its owner may read it");
    }
}

async fn a_newer_database_is_refused(database: Database) {
    let rig = rig(database).await;
    rig.ledger.close().await;
    let newer = "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) VALUES (999, 'newer', true, ";
    match database {
        Database::Sqlite => {
            let pool = sqlx::SqlitePool::connect(&rig.url).await.expect("a connection");
            sqlx::query(sqlx::AssertSqlSafe(format!("{newer} x'00', 0)"))).execute(&pool).await.expect("written");
            pool.close().await;
        }
        Database::Postgres => {
            let pool = sqlx::PgPool::connect(&rig.url).await.expect("a connection");
            sqlx::query(sqlx::AssertSqlSafe(format!("{newer} '\\x00', 0)"))).execute(&pool).await.expect("written");
            pool.close().await;
        }
    }
    let refused = open(&rig.url).await.err().expect("it is refused").to_string();
    assert!(refused.contains("newer version of Keepsake"), "{refused}");
    assert!(matches!(open("mysql://x").await, Err(StoreError::Url(_))));
    let secret = open("postgres://user:hunter2@127.0.0.1:1/x").await.err().expect("nobody is there").to_string();
    assert!(secret.contains("DATABASE_URL") && !secret.contains("hunter2"), "{secret}");
}
