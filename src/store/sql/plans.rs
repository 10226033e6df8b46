//! Test only: how SQLite would find the rows of every statement that the ledger runs. Cost must not grow with history, so
//! each statement goes through an index that leads to just the rows it wants.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use sqlx::{AssertSqlSafe, Row as _, SqlitePool};

use super::super::*;
use crate::documents::{Kind, Piece};
use crate::memory::reminder::Days;
use crate::memory::{
    Actor, Afterwards, Document, DocumentId, Edit, EditKind, EditTarget, Incoming, Label, MessageChange, Parked,
    Person, PersonId, Repeat,
};
use crate::settings::{Change, Site};

static SEEN: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());

/// Remembers a statement that is run.
pub(super) fn note(statement: &str) {
    SEEN.lock().unwrap_or_else(PoisonError::into_inner).insert(statement.to_owned());
}

fn at(seconds: i64) -> Moment {
    chrono::DateTime::from_timestamp(1_790_000_000 + seconds, 0).expect("a moment")
}

fn seed() -> AgentSeed {
    AgentSeed { persona: "p".into(), human: "h".into(), block_limit: 10 }
}

fn edit(target: EditTarget, expected_version: i64) -> Edit {
    let (before, after) = ("p".to_owned(), "q".to_owned());
    Edit { before, after, expected_version, ..Edit::new(target, EditKind::Rewrite, Actor::Model, at(0)) }
}

fn incoming(event: &str) -> Incoming {
    Incoming {
        event: event.into(),
        key: AgentKey::Dm(PersonId(1)),
        person: Person { id: PersonId(1), name: event.into() },
        text: "hello".into(),
        attachments: Vec::new(),
        quote: None,
        source: Source::default(),
        at: at(0),
    }
}

fn full_step() -> StepCommit {
    let passage = Passage::new("p".into(), vec!["a".into(), "b".into()], Actor::Model, at(0));
    let stored = edit(EditTarget::Passage(passage.id), 0);
    let body = Body::Agent { text: "a".into(), calls: Vec::new() };
    StepCommit {
        messages: vec![NewMessage { id: MessageId::at(at(0)), body, source: None, at: at(0) }],
        edits: vec![edit(EditTarget::Block(Label::Persona), 1)],
        passages: vec![(passage, stored)],
        summary: Some(Summary { text: "s".into(), through_seq: 1, at: at(0) }),
        outbox: vec![NewOutbox {
            id: OutboxId::at(at(0)),
            outgoing: Outgoing::Reaction { emoji: "x".into() },
            to: Source::default(),
            at: at(0),
        }],
        once: Some(once(OnceWhat::Notice)),
        charges: vec![Charge { person: PersonId(1), guild: None, tokens: 3 }],
        reminders: Vec::new(),
        cancelled: vec![9],
        end: None,
        at: at(0),
    }
}

/// A turn that waits for the model, and one that failed and is tried again.
async fn wait_for_the_model(ledger: &dyn Ledger, begun: &BegunTurn) -> Result<(), StoreError> {
    let (scope, turn) = (begun.agent.scope(), begun.turn.id);
    let parked = Parked { since: at(0), tried: at(0), until: at(1), tries: 1 };
    let say = NewOutbox { id: begun.turn.reply, outgoing: Outgoing::Withdrawn, to: Source::default(), at: at(0) };
    ledger.park_turn(&scope, turn, &parked, Some(&say)).await?;
    ledger.newest_turn(&scope).await?;
    ledger.try_parked(&scope, turn, OutboxId::at(at(1))).await?;
    ledger.try_parked(&scope, turn, OutboxId::at(at(1))).await?;
    let failed = StepCommit { end: Some(TurnEnd::Failed("x".into())), at: at(1), ..StepCommit::default() };
    ledger.commit_step(&scope, turn, &failed).await?;
    ledger.retry_failed(&scope, begun, OutboxId::at(at(2)), at(2)).await
}

fn once(what: OnceWhat) -> Once {
    let say = NewOutbox { id: OutboxId::at(at(0)), outgoing: Outgoing::Notice, to: Source::default(), at: at(0) };
    Once { what, people: vec![PersonId(1)], say, otherwise: None }
}

/// Asks for everything that the ledger can be asked for, but for a rewind, which is meant to go through all.
async fn use_everything(ledger: &dyn Ledger) -> Result<(), StoreError> {
    let agent = ledger.open_agent(&AgentKey::Dm(PersonId(1)), &seed(), at(0)).await?;
    let scope = agent.scope();
    answer_again(ledger).await?;
    ledger.accept(&incoming("a"), at(0)).await?;
    let begun =
        ledger.begin_turn(&agent, &seed(), at(0)).await?.ok_or_else(|| StoreError::NotFound("a turn".into()))?;
    ledger.accept(&incoming("b"), at(0)).await?;
    ledger.is_full(&incoming("c"), 9, 99).await?;
    ledger.is_waiting(&scope).await?;
    ledger.join_turn(&agent, begun.turn.id, &seed(), at(0)).await?;
    wait_for_the_model(ledger, &begun).await?;
    let step = full_step();
    ledger.commit_step(&scope, begun.turn.id, &step).await?;
    let refused = edit(EditTarget::Block(Label::Persona), 1);
    assert!(ledger.write_edit(&scope, &refused).await.is_err());
    ledger.set_attachments(&scope, begun.messages[0].id, &[]).await?;
    record_everything(ledger, &scope, begun.turn.id).await?;
    let document = document();
    let piece = Piece { page: 1, headings: String::new(), text: "t".into() };
    ledger.add_document(&scope, &document, &[piece], 9).await?;
    read_everything(ledger, &scope, begun.turn.id).await?;
    for waiting in ledger.unindexed(9).await? {
        ledger.mark_indexed(&[(waiting.item.id(), waiting.revision)], at(0)).await?;
        ledger.mark_lost(&[waiting.item.id().point()]).await?;
        ledger.mark_indexed(&[(waiting.item.id(), waiting.revision)], at(0)).await?;
    }
    let passage = step.passages[0].0.id;
    for (version, kind) in
        (1..).zip([EditKind::Rewrite, EditKind::Supersede, EditKind::Revive, EditKind::Remove, EditKind::Return])
    {
        ledger.write_edit(&scope, &Edit { kind, ..edit(EditTarget::Passage(passage), version) }).await?;
    }
    change_everything(ledger, &scope).await?;
    tend_everything(ledger, &scope).await?;
    ledger.remove_document(&scope, 1, at(0)).await?;
    ledger.mark_unsent(step.outbox[0].id, &[7], "e", false, at(0)).await?;
    ledger.mark_sent(step.outbox[0].id, &[7, 8], at(0)).await?;
    ledger.posted(7).await?;
    set_everything(ledger, &scope).await?;
    remind_everything(ledger, &agent).await?;
    ledger.put_summary(&scope, &Summary { text: "s".into(), through_seq: 2, at: at(0) }).await?;
    let told = StepCommit { once: Some(once(OnceWhat::Limit { last_before: at(0) })), ..StepCommit::default() };
    ledger.commit_step(&scope, begun.turn.id, &told).await?;
    ledger.note_program(PersonId(9), at(0)).await?;
    forget_everything(ledger).await?;
    for what in [ResetWhat::Core, ResetWhat::Archival, ResetWhat::History, ResetWhat::All] {
        ledger.reset(&scope, what, &seed(), Actor::System, at(0)).await?;
    }
    let dead = ledger.tombstones(9).await?;
    ledger.clear_tombstones(&dead.iter().map(|(point, _)| *point).collect::<Vec<_>>()).await
}

/// People's rights, in an agent of their own and in a shared one, which hold something of everything.
async fn forget_everything(ledger: &dyn Ledger) -> Result<(), StoreError> {
    let person = PersonId(2);
    ledger.set_opted_out(person, true, at(0)).await?;
    ledger.set_opted_out(person, false, at(0)).await?;
    for key in [AgentKey::Channel(1), AgentKey::Dm(person)] {
        let agent = ledger.open_agent(&key, &seed(), at(0)).await?;
        let scope = agent.scope();
        let said = |event: &str| Incoming {
            person: Person { id: person, name: "Mara".into() },
            key: key.clone(),
            source: Source { guild: Some(5), channel: 1, message: 9 },
            ..incoming(event)
        };
        ledger.accept(&said(&format!("{key}1")), at(0)).await?;
        let begun = ledger.begin_turn(&agent, &seed(), at(0)).await?;
        let begun = begun.ok_or_else(|| StoreError::NotFound("a turn".into()))?;
        let cause = Some(begun.messages[0].id);
        let (mut step, persona) = (full_step(), edit(EditTarget::Block(Label::Persona), 1));
        let kept = Passage::new("k".into(), Vec::new(), Actor::Model, at(0));
        let stored = Edit { kind: EditKind::Create, ..edit(EditTarget::Passage(kept.id), 0) };
        step.edits = vec![Edit { cause, ..persona }];
        step.passages[0].0.cause = cause;
        step.passages.push((kept.clone(), stored));
        step.end = Some(TurnEnd::Done);
        ledger.commit_step(&scope, begun.turn.id, &step).await?;
        for (version, kind) in (1..).zip([EditKind::Rewrite, EditKind::Supersede, EditKind::Remove]) {
            let caused = Edit { kind, cause, ..edit(EditTarget::Passage(kept.id), version) };
            ledger.write_edit(&scope, &caused).await?;
        }
        let facts = Edit { kind: EditKind::Create, cause, ..edit(EditTarget::Facts(begun.messages[0].id), 0) };
        ledger.write_edit(&scope, &facts).await?;
        ledger.accept(&said(&format!("{key}2")), at(0)).await?;
        ledger.held_of(&scope, person).await?;
        ledger.own_data(&scope, person).await?;
        ledger.homes(None, 9).await?;
    }
    for agent in ledger.agents_of_person(person).await? {
        ledger.forget_person_in(&agent, person, at(0)).await?;
        ledger.forget_before(&agent.scope(), at(9), 9).await.ok();
    }
    ledger.ask_to_forget(person, at(0)).await?;
    ledger.closed_people().await?;
    ledger.opted_out(person).await?;
    ledger.to_forget().await?;
    ledger.forget_person_elsewhere(person).await?;
    ledger.forgotten(person).await?;
    for guild in [None, Some(5)] {
        ledger.spent(person, guild, 0).await?;
    }
    ledger.spent_in_guild(5, 0).await?;
    ledger.top_of_guild(5, 0, 9).await?;
    for site in [Site::Guild(5), Site::Channel(1)] {
        ledger.note_departure(site, at(0)).await?;
        ledger.note_return(site).await?;
        ledger.departed(at(0)).await?;
        ledger.remove_site(site).await?;
    }
    ledger.guilds().await?;
    ledger.channels_of_guild(5).await?;
    let gone = ledger.open_agent(&AgentKey::Dm(person), &seed(), at(0)).await?;
    ledger.remove_agent(&gone, at(0)).await?;
    Ok(())
}

/// Answers a message to another agent, and opens that turn again.
async fn answer_again(ledger: &dyn Ledger) -> Result<(), StoreError> {
    let key = AgentKey::Dm(PersonId(2));
    let agent = ledger.open_agent(&key, &seed(), at(0)).await?;
    let scope = agent.scope();
    ledger.accept(&Incoming { key, ..incoming("z") }, at(0)).await?;
    let begun =
        ledger.begin_turn(&agent, &seed(), at(0)).await?.ok_or_else(|| StoreError::NotFound("a turn".into()))?;
    let turn = begun.turn.id;
    ledger.set_shown(&scope, turn, &Shown { channel: 1, messages: vec![2] }).await?;
    let words = Body::Agent { text: "b".into(), calls: Vec::new() };
    let step = StepCommit {
        messages: vec![NewMessage { id: MessageId::at(at(0)), body: words, source: None, at: at(0) }],
        end: Some(TurnEnd::Done),
        at: at(0),
        ..StepCommit::default()
    };
    ledger.commit_step(&scope, turn, &step).await?;
    let id = begun.messages[0].id;
    let changed = ChangedMessage { id, turn: Some(turn), source: Source::default(), by: None, anew: true };
    assert!(ledger.reopen_turn(&scope, &changed, at(0), at(0)).await?);
    ledger.commit_step(&scope, turn, &StepCommit { end: Some(TurnEnd::Done), at: at(0), ..StepCommit::default() }).await
}

async fn change_everything(ledger: &dyn Ledger, scope: &Scope) -> Result<(), StoreError> {
    let edited = |text: &str| Afterwards::Edited { text: text.into(), attachments: Vec::new() };
    for (waits, now) in [
        (true, edited("other")),
        (true, Afterwards::Deleted),
        (false, edited("other")),
        (false, edited(" ")),
        (false, edited("again")),
        (false, Afterwards::Deleted),
    ] {
        let event = if waits { "c" } else { "a" };
        let change = MessageChange { event: event.into(), channel: 0, message: 0, now };
        ledger.accept(&incoming("c"), at(0)).await?;
        ledger.note_change(&change).await?;
        for waiting in ledger.changes(scope).await? {
            let message = ledger.apply_change(scope, &waiting.change, at(0)).await?;
            ledger.unsummarized(scope).await?;
            ledger.edits_caused_by(scope, MessageId::at(at(0))).await?;
            ledger.finish_change(scope, waiting.number, message.as_ref(), &[]).await?;
        }
    }
    ledger.recently_said(0, 9).await?;
    ledger.changed_places().await?;
    Ok(())
}

async fn tend_everything(ledger: &dyn Ledger, scope: &Scope) -> Result<(), StoreError> {
    ledger.idle(at(9), 1, 1, 9).await?;
    let (messages, newest_seq) = ledger.untended(scope, 9).await?;
    let words = messages.iter().rfind(|message| message.body.is_searchable());
    let words = words.ok_or_else(|| StoreError::NotFound("a message".into()))?;
    let facts = Edit { kind: EditKind::Create, ..edit(EditTarget::Facts(words.id), 0) };
    let (passages, outbox) = (Vec::new(), Vec::new());
    ledger.tend(scope, &Tended { through_seq: newest_seq, newest_seq, edits: vec![facts], passages, outbox }).await?;
    ledger.spend(scope, 1, 1).await?;
    ledger.facts(scope, words.id).await?;
    Ok(())
}

async fn remind_everything(ledger: &dyn Ledger, agent: &Agent) -> Result<(), StoreError> {
    let (scope, person) = (agent.scope(), PersonId(1));
    let repeat = Some(Repeat { days: Days::Every, time: chrono::NaiveTime::MIN });
    let (source, text, zone, paused) = (Source::default(), "t".to_owned(), chrono_tz::Tz::UTC, None);
    let new = Reminder { number: 0, person, text, source, due: at(0), repeat, zone, paused };
    let number = ledger.add_reminder(&scope, &new, at(0)).await?;
    ledger.reminders(&scope).await?;
    ledger.reminder_room(&scope, person).await?;
    ledger.hold_reminder(&scope, number, at(1)).await?;
    let waiting = ledger.waiting_reminders(None, 9).await?;
    ledger.waiting_reminders(Some((waiting[0].looks_at, waiting[0].order)), 9).await?;
    let part = || "p".to_owned();
    let note = NewNote { person: PersonId(1), subject: part(), part: part(), text: part(), tail: part(), at: at(0) };
    let outgoing = Outgoing::Reaction { emoji: "x".into() };
    let outbox = NewOutbox { id: OutboxId::at(at(0)), outgoing, to: source, at: at(0) };
    ledger.put_note(&scope, &note).await?;
    ledger.drop_notes(&scope, "p", "").await?;
    ledger.send_reminder(&scope, &SentReminder { number, due: at(0), next: None, outbox, note }).await?;
    ledger.reminder_delivered(&scope, number).await?;
    ledger.pause_reminder(&scope, number, "r").await?;
    ledger.cancel_reminder(&scope, number).await?;
    ledger.accept(&incoming("n"), at(0)).await?;
    let begun = ledger.begin_turn(agent, &seed(), at(0)).await?.ok_or_else(|| StoreError::NotFound("a turn".into()))?;
    ledger.words_of_turn(&scope, begun.turn.id).await?;
    Ok(())
}

async fn record_everything(ledger: &dyn Ledger, scope: &Scope, turn: TurnId) -> Result<(), StoreError> {
    ledger.turn(scope, turn).await?;
    ledger.message_at(scope, 0, 0).await?;
    let mut old = Passage::new("o".into(), Vec::new(), Actor::System, at(0));
    old.superseded = Some(crate::memory::passage::Superseded { at: at(0), by: None });
    let created = Edit { kind: EditKind::Create, ..edit(EditTarget::Passage(old.id), 0) };
    ledger.add_passages(scope, &[(old.clone(), created)], Some(PersonId(1))).await?;
    let again = Passage { id: crate::memory::PassageId::at(at(0)), ..old };
    let created = Edit { id: EditId::at(at(0)), kind: EditKind::Create, ..edit(EditTarget::Passage(again.id), 0) };
    let body = Body::Agent { text: "long ago".into(), calls: Vec::new() };
    let source = Some(Source { guild: None, channel: 3, message: 4 });
    let record = Record {
        people: vec![(PersonId(1), None), (PersonId(2), None)],
        edits: Vec::new(),
        passages: vec![(again, created)],
        messages: vec![NewMessage { id: MessageId::at(at(0)), body, source, at: at(0) }],
        summary: Some("s".into()),
    };
    ledger.take_in(scope, &record, &seed(), at(0)).await
}

async fn set_everything(ledger: &dyn Ledger, scope: &Scope) -> Result<(), StoreError> {
    ledger.note_guild(scope, 5).await?;
    ledger.agents_of_guild(5).await?;
    ledger.branch_agent(&Branch { from: scope, to: &AgentKey::Thread(1), by: Actor::Model }, at(0)).await?;
    for (site, guild) in [(Site::Guild(5), Some(5)), (Site::Channel(6), None)] {
        ledger.change_setting(&site, guild, Change::Bots(Some(true)), PersonId(1), at(0)).await?;
        ledger.settings(&site).await?;
        ledger.audit(&site, guild, 0, 9).await?;
    }
    Ok(())
}

fn document() -> Document {
    Document {
        id: DocumentId::at(at(0)),
        number: 0,
        name: "d".into(),
        kind: Kind::Text,
        digest: "d".into(),
        pages: 1,
        by: Actor::System,
        origin: Some("o".into()),
        created_at: at(0),
    }
}

/// How many rows are asked for at once.
const MANY: [usize; 3] = [1, 4, 50];

/// Asks for rows of which the caller knows ids or numbers, few and many of them.
async fn ask_for_many(ledger: &dyn Ledger, scope: &Scope, id: uuid::Uuid) -> Result<(), StoreError> {
    for many in MANY {
        ledger.messages(scope, &vec![MessageId(id); many]).await?;
        ledger.places(scope, &vec![MessageId(id); many]).await?;
        ledger.passages(scope, &vec![PassageId(id); many]).await?;
        ledger.superseded(scope, &vec![PassageId(id); many]).await?;
        ledger.chunks(scope, &vec![crate::memory::ids::ChunkId(id); many]).await?;
        ledger.said_at(scope, &(0_i64..).take(many).collect::<Vec<_>>()).await?;
    }
    Ok(())
}

async fn read_everything(ledger: &dyn Ledger, scope: &Scope, turn: TurnId) -> Result<(), StoreError> {
    let queue = ledger.queue(scope).await?;
    ask_for_many(ledger, scope, queue[0].id.0).await?;
    let (after, before) = (Some(at(-9)), Some(at(9)));
    for author in [None, Some("1".to_owned())] {
        ledger.list_messages(scope, &MessageFilter { author, after, before }, 0, 9).await?;
    }
    ledger.list_messages(scope, &MessageFilter::default(), 0, 9).await?;
    for tags in [Vec::new(), vec!["a".to_owned(), "b".to_owned()]] {
        ledger.list_passages(scope, &PassageFilter { tags, after, before }, 0, 9).await?;
    }
    ledger.passage_by_number(scope, 1).await?;
    ledger.undoing(scope, EditId::at(at(0))).await?;
    for target in [None, Some(&EditTarget::Block(Label::Persona))] {
        let page = ledger.list_edits(scope, target, 0, 9).await?;
        ledger.edit(scope, page.items[0].id).await?;
    }
    ledger.turn_edits(scope, turn).await?;
    ledger.core(scope).await?;
    ledger.summary(scope).await?;
    ledger.count_messages(scope).await?;
    ledger.count_passages(scope).await?;
    let documents = ledger.list_documents(scope, 0, 9).await?.items;
    ledger.document(scope, 1).await?;
    ledger.document_of_origin(scope, "o").await?;
    ledger.document_page(scope, documents[0].id, 1).await?;
    let words = ["a".to_owned(), "b".to_owned()];
    ledger.messages_with(scope, &words, &MessageFilter::default(), 9).await?;
    ledger.passages_with(scope, &words, &PassageFilter::default(), 9).await?;
    for document in [None, Some(documents[0].id)] {
        ledger.chunks_with(scope, &words, document, 9).await?;
    }
    ledger.count_agents().await?;
    ledger.unfinished_turns().await?;
    ledger.unfinished_turns_of(scope).await?;
    ledger.seen_through(&[(1, 1)]).await?;
    ledger.last_said().await?;
    ledger.restored().await?;
    ledger.describe().await?;
    ledger.waiting().await?;
    ledger.unsent(scope).await?;
    ledger.unsent_agents().await?;
    ledger.backlog().await?;
    Ok(())
}

/// Steps of plans that do not lead to just the rows wanted, and why each is right.
const ALLOWED: &[&str] = &[
    // Indexes that hold nothing but what waits.
    "SCAN messages USING INDEX messages_told",
    "SCAN messages USING INDEX messages_unindexed",
    "SCAN messages USING COVERING INDEX messages_unindexed",
    "SCAN passages USING INDEX passages_unindexed",
    "SCAN passages USING COVERING INDEX passages_unindexed",
    "SCAN c USING INDEX chunks_unindexed",
    "SCAN chunks USING INDEX chunks_unindexed",
    "SCAN inbox USING INDEX inbox_waiting",
    "SCAN outbox USING COVERING INDEX outbox_waiting",
    "SCAN t USING INDEX turns_running",
    "SCAN people USING INDEX people_closed",
    "SCAN message_changes USING COVERING INDEX message_changes_by_place",
    "SCAN tombstones",
    "SCAN tombstones USING COVERING INDEX sqlite_autoindex_tombstones_1",
    // Agents, and not their past: for the operator, and now and then.
    "SCAN agents USING COVERING INDEX sqlite_autoindex_agents_2",
    "SCAN agents",
    "SCAN a USING COVERING INDEX sqlite_autoindex_agents_1",
    "SCAN a",
    // Rows that were just made.
    "SCAN w",
    "SCAN channels",
    // A row for each time that a backup was taken back, of which the newest is read.
    "SCAN restored",
];

/// Statements that sort a handful (blocks of one agent, one turn of each agent, agents of what waits, people of a guild) or
/// what they take away; and finding by words, which goes through all that an agent has, for when there is no index.
const MAY_SORT: &[&str] = &[
    BY_WORDS,
    "FROM blocks",
    "WHERE t.message <> 0 ORDER BY t.n",
    "ORDER BY w.oldest",
    "INSERT INTO tombstones",
    "SELECT DISTINCT channel FROM turns",
    "SELECT DISTINCT author, person_name FROM messages",
    "FROM usage WHERE guild = $1 AND day >= $2 GROUP BY person",
];

/// Stands in each statement that finds by words.
const BY_WORDS: &str = "AS found WHERE hits > 0";

fn may_sort(statement: &str) -> bool {
    MAY_SORT.iter().any(|part| statement.contains(part))
}

async fn plan(pool: &SqlitePool, statement: &str) -> Vec<String> {
    let rows = sqlx::query(AssertSqlSafe(format!("EXPLAIN QUERY PLAN {statement}"))).fetch_all(pool).await;
    let rows = rows.unwrap_or_else(|error| panic!("{statement}: {error}"));
    rows.iter().map(|row| row.get::<String, _>("detail")).collect()
}

fn is_bounded(statement: &str, step: &str) -> bool {
    let scan = step.starts_with("SCAN")
        && !step.ends_with("VALUES CLAUSE")
        && step != "SCAN CONSTANT ROW"
        && !ALLOWED.contains(&step);
    let sort = step.contains("TEMP B-TREE") && !may_sort(statement);
    let automatic = step.contains("AUTOMATIC");
    !(scan || sort || automatic)
}

/// Statements for which an index that leads to an agent's whole past would also do, with the one that must be taken.
const NARROW: &[(&str, &str)] = &[
    ("UPDATE inbox SET turn_id", "inbox_by_place (place=? AND turn_id=?)"),
    ("SELECT 1 AS value FROM inbox", "inbox_by_place (place=? AND turn_id=?)"),
    ("o.attempts, o.sent, t.shown FROM outbox o", "(agent_id=? AND state=?)"),
    ("WHERE t.state = 'running' ORDER BY", "turns_running"),
    ("WHERE t.state = 'running' AND t.agent_id", "turns_running_by_agent (agent_id=?)"),
    ("AND seq > (SELECT evicted_seq", "(agent_id=? AND seq>?)"),
    ("AND seq >= $2 AND turn_id = $3", "(agent_id=? AND seq>?)"),
    ("FROM messages WHERE messages.agent_id || '' = ", "sqlite_autoindex_messages_1 (id=?)"),
    ("FROM passages WHERE removed_at IS NULL AND passages.agent_id || '' = ", "sqlite_autoindex_passages_1 (id=?)"),
    ("FROM passages WHERE passages.agent_id || '' = ", "sqlite_autoindex_passages_1 (id=?)"),
    ("WHERE c.agent_id || '' = ", "sqlite_autoindex_chunks_1 (id=?)"),
    ("FROM messages WHERE agent_id = $1 AND id = $2", "(id=?)"),
    ("AND c.document_id = $2 AND c.page = $3", "chunks_by_page (document_id=? AND page=?)"),
    ("FROM document_origins WHERE agent_id = $1 AND origin", "document_origins_by_origin (agent_id=? AND origin"),
    ("AND said IS NOT NULL AND said IN", "messages_by_said (agent_id=? AND said=?)"),
    ("FROM edits WHERE agent_id = $1 AND turn_id", "(agent_id=? AND turn_id=?)"),
    ("FROM messages WHERE searchable = 1 AND agent_id", "messages_by_time"),
    ("AND message IS NOT NULL AND channel = $2", "messages_by_source (channel=? AND message=?)"),
    ("WHERE message IS NOT NULL AND channel", "messages_by_source (channel=?"),
    ("FROM edits WHERE agent_id = $1 AND cause IS NOT NULL AND", "edits_by_cause (agent_id=? AND cause=?)"),
    ("AND seq > $2 AND (role = 'tool' OR", "(agent_id=? AND seq>?)"),
    ("AND seq >= $2 AND seq < $3", "(agent_id=? AND seq>? AND seq<?)"),
    ("WHERE r.state = 'waiting' AND", "reminders_waiting ("),
    ("FROM audit WHERE guild = ", "audit_by_guild (guild=?)"),
    ("FROM audit WHERE site = ", "audit_by_site (site=?)"),
    ("FROM agents WHERE guild IS NOT NULL", "agents_by_guild (guild=?)"),
    ("AND m.quotes = $1", "messages_by_quote (quotes=?)"),
    ("AND seq > $2 AND seq <= $3", "(agent_id=? AND seq>? AND seq<?)"),
    ("AND seq > $2 ORDER BY seq DESC LIMIT 2", "(agent_id=? AND seq>?)"),
];

/// The statements of [`NARROW`] that take another way.
fn too_wide<'a>(statement: &'a str, steps: &'a [String]) -> impl Iterator<Item = &'a str> {
    let is_held = !statement.starts_with("INSERT") && !statement.contains(BY_WORDS);
    let meant = NARROW.iter().filter(move |(part, _)| is_held && statement.contains(part));
    let wide = meant.filter(|(_, wanted)| !steps.iter().any(|step| step.contains(wanted)));
    wide.map(|(part, _)| *part)
}

#[tokio::test]
async fn no_statement_looks_through_history() {
    let folder = tempfile::tempdir().expect("a folder");
    let url = format!("sqlite://{}", folder.path().join("ledger.db").display());
    let ledger = open(&url).await.expect("it opens");
    use_everything(ledger.as_ref()).await.expect("everything works");
    ledger.close().await;
    let pool = SqlitePool::connect(&url).await.expect("it opens");
    let seen = SEEN.lock().unwrap_or_else(PoisonError::into_inner).clone();
    for (part, _) in NARROW {
        assert!(seen.iter().any(|statement| statement.contains(part)), "{part} is not asked any more");
    }
    let mut unbounded = Vec::new();
    for statement in &seen {
        let steps = plan(&pool, statement).await;
        let bad = steps.iter().any(|step| !is_bounded(statement, step)) || too_wide(statement, &steps).next().is_some();
        unbounded.extend(bad.then_some((statement, steps)));
    }
    assert!(unbounded.is_empty(), "{unbounded:#?}");
}
