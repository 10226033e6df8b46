//! Messages that were changed or deleted after they were said: noted first, then done in one transaction.

use async_trait::async_trait;
use uuid::Uuid;

use super::super::{ChangeStore, NewOutbox, StoreError, Unsummarized, WaitingChange};
use super::SqlLedger;
use super::agents::{LockedAgent, lock_agent, number_messages};
use super::body::BodyColumns;
use super::db::{Db, Tx};
use super::messages::{self, key_again, message_of};
use super::rows::Row;
use super::statement::{count, json_text, sql};
use super::{documents, edits, outbox, summaries};
use crate::clock::Moment;
use crate::memory::{
    Afterwards, AgentKey, Attachment, Body, ChangedMessage, Edit, EditTarget, Incoming, Message, MessageChange,
    MessageId, PersonId, Quote, Reading, Scope, Source, TurnId,
};
use crate::output::indented;
use crate::prompts;

/// What a quote of a deleted message says.
pub(super) const DELETED_QUOTE: &str = "(deleted)";
/// Characters of a message by which a search result that showed it is known.
const SHOWN_CHARS: usize = 100;

/// Stands for the turn of what belongs to none: a message that was deleted before one could take it, a word of a quiet
/// hour.
pub(super) const NO_TURN: TurnId = TurnId(Uuid::nil());

/// The places where something is left to do: where it was said, and where it is quoted.
async fn note(db: &Db, change: &MessageChange) -> Result<Vec<AgentKey>, StoreError> {
    // What was forgotten has no place any more, and what becomes of it is nothing to us.
    let known =
        sql("SELECT n, place, turn_id, payload FROM inbox WHERE event = $1 AND place <> ''").bind(&change.event);
    let quoted = sql("SELECT a.place FROM messages m JOIN agents a ON a.id = m.agent_id \
         WHERE m.quotes IS NOT NULL AND m.quotes = $1")
    .bind(change.message);
    // A look without a lock: most of what is changed in a guild was never said to the bot.
    if db.row(known.clone()).await?.is_none() && db.row(quoted.clone()).await?.is_none() {
        return Ok(Vec::new());
    }
    let mut tx = db.begin().await?;
    let mut places: Vec<AgentKey> = Vec::new();
    if let Some(row) = tx.row(known).await? {
        let waits = row.text_or_null("turn_id")?.is_none();
        let place: AgentKey = row.parsed("place")?;
        let is_new = !is_followed(&mut tx, &place, change).await?;
        if is_new && (!waits || !change_waiting(&mut tx, &row, change).await?) {
            places.push(place);
        }
    }
    for row in tx.rows(quoted).await? {
        let place = row.parsed("place")?;
        if !places.contains(&place) {
            places.push(place);
        }
    }
    for place in &places {
        let statement = sql("INSERT INTO message_changes (event, place, payload) VALUES ($1, $2, $3)");
        tx.execute(statement.bind(&change.event).bind(place).bind(json_text(change)?)).await?;
    }
    tx.commit().await?;
    Ok(places)
}

/// Whether that deletion is known: events come more than once, and what is read back tells of all that is not there. What was
/// learned from the message would be told again each time.
async fn is_followed(tx: &mut Tx, place: &AgentKey, change: &MessageChange) -> Result<bool, StoreError> {
    if change.now != Afterwards::Deleted {
        return Ok(false);
    }
    let waits = sql("SELECT n FROM message_changes WHERE place = $1 AND event = $2 AND payload = $3");
    let waits = tx.row(waits.bind(place).bind(&change.event).bind(json_text(change)?)).await?.is_some();
    let done = sql("SELECT id FROM messages WHERE message IS NOT NULL AND channel = $1 AND message = $2 AND role = $3");
    let note = Body::Note { text: String::new() }.role();
    Ok(waits || tx.row(done.bind(change.channel).bind(change.message).bind(note)).await?.is_some())
}

/// Changes a message that still waits; whether it did.
async fn change_waiting(tx: &mut Tx, row: &Row, change: &MessageChange) -> Result<bool, StoreError> {
    let statement = match &change.now {
        Afterwards::Deleted => sql("UPDATE inbox SET payload = '', turn_id = $2 WHERE n = $1 AND turn_id IS NULL")
            .bind(row.int("n")?)
            .bind(NO_TURN),
        Afterwards::Edited { text, attachments } => {
            let waiting: Incoming = row.json("payload")?;
            let edited = Incoming { text: text.clone(), attachments: attachments.clone(), ..waiting };
            sql("UPDATE inbox SET payload = $2 WHERE n = $1 AND turn_id IS NULL")
                .bind(row.int("n")?)
                .bind(json_text(&edited)?)
        }
    };
    Ok(tx.execute(statement).await? == 1)
}

/// The newest message of each channel. The channels are stepped through by the index, since there are few of them and
/// many messages.
const LAST_SAID: &str = "WITH RECURSIVE channels (channel) AS ( \
     SELECT MIN(channel) FROM messages WHERE message IS NOT NULL AND channel > 0 UNION ALL \
     SELECT (SELECT MIN(further.channel) FROM messages further \
         WHERE further.message IS NOT NULL AND further.channel > channels.channel) \
     FROM channels WHERE channels.channel IS NOT NULL) \
     SELECT m.guild, m.channel, COALESCE(s.message, m.message) AS message FROM channels JOIN messages m ON m.channel = channels.channel \
     AND m.message = (SELECT MAX(newest.message) FROM messages newest \
         WHERE newest.message IS NOT NULL AND newest.channel = channels.channel) \
     LEFT JOIN seen_through s ON s.channel = channels.channel \
     WHERE channels.channel IS NOT NULL AND m.message IS NOT NULL";

struct Found {
    message: Message,
    /// Its place among what can be searched.
    said: Option<i64>,
    by: Option<PersonId>,
}

/// The message in the conversation.
async fn find(tx: &mut Tx, scope: &Scope, change: &MessageChange) -> Result<Option<Found>, StoreError> {
    let statement = sql("SELECT said, ")
        .push(messages::COLUMNS)
        .push(" FROM messages WHERE agent_id = $1 AND message IS NOT NULL AND channel = $2 AND message = $3")
        .bind(scope)
        .bind(change.channel)
        .bind(change.message);
    let Some(row) = tx.row(statement).await? else { return Ok(None) };
    Ok(Some(Found {
        message: message_of(&row)?,
        said: row.int_or_null("said")?,
        by: row.parsed_or_null("author")?.map(PersonId),
    }))
}

async fn apply(
    db: &Db,
    scope: &Scope,
    change: &MessageChange,
    now: Moment,
) -> Result<Option<ChangedMessage>, StoreError> {
    let mut tx = db.begin().await?;
    let agent = lock_agent(&mut tx, scope).await?;
    let Some(Found { message, said, by }) = find(&mut tx, scope, change).await? else {
        // Never said to the agent, but perhaps quoted.
        change_later(&mut tx, scope, i64::MIN, change.message, |later| requoted(later, change)).await?;
        tx.commit().await?;
        return Ok(None);
    };
    let Some(source) = message.source else { return Ok(None) };
    let changed = ChangedMessage { id: message.id, turn: message.turn, source, by, anew: false };
    let Some(body) = body_after(&message.body, &change.now) else { return Ok(Some(changed)) };
    rewrite(&mut tx, scope, &message, said, &body, now).await?;
    let gone = match &change.now {
        Afterwards::Deleted => None,
        Afterwards::Edited { .. } => Some(documents_gone(&message.body, &body)),
    };
    documents::take_what_came_with(&mut tx, scope, &change.event, gone.as_deref(), now).await?;
    follow(&mut tx, scope, &message, change).await?;
    drop_summaries(&mut tx, scope, &agent, message.seq).await?;
    tx.commit().await?;
    Ok(Some(ChangedMessage { anew: true, ..changed }))
}

/// What a message is after a change; none when that changes nothing of what people put there.
fn body_after(body: &Body, now: &Afterwards) -> Option<Body> {
    let Body::Person { person, quote, attachments: before, text: said } = body else { return None };
    let after = match now {
        Afterwards::Deleted => Body::Note { text: prompts::DELETED.trim().to_owned() },
        Afterwards::Edited { text, attachments } => {
            // What has become of a file is known of those that were there before.
            let known = |file: &Attachment| before.iter().find(|known| known.is_same_as(file)).unwrap_or(file).clone();
            let attachments: Vec<Attachment> = attachments.iter().map(known).collect();
            if text == said && Attachment::put_there(before).eq(Attachment::put_there(&attachments)) {
                return None;
            }
            Body::Person { person: person.clone(), text: text.clone(), attachments, quote: quote.clone() }
        }
    };
    (after != *body).then_some(after)
}

/// The numbers of the documents that files became which the message no longer has.
fn documents_gone(before: &Body, after: &Body) -> Vec<i64> {
    let (before, after) = (before.attachments(), after.attachments());
    let gone = before.iter().filter(|file| !after.iter().any(|kept| kept.is_same_as(file)));
    let number = |file: &Attachment| match file.reading {
        Some(Reading::Read { number, .. }) => Some(number),
        _ => None,
    };
    gone.filter_map(number).collect()
}

/// Writes the message anew. Who said it stays known by their number, so that they may take back what was learned from
/// it. It keeps its place in the conversation, and among what was said while it can be searched.
pub(super) async fn rewrite(
    tx: &mut Tx,
    scope: &Scope,
    message: &Message,
    said: Option<i64>,
    body: &Body,
    now: Moment,
) -> Result<(), StoreError> {
    let columns = BodyColumns::of(body)?;
    let searchable = body.is_searchable();
    let back = searchable && said.is_none();
    let said = if back { Some(free_place(tx, scope, message.seq).await?) } else { said };
    let statement = sql(
        "UPDATE messages SET role = $3, author = COALESCE($4, author), author_key = $5, person_name = $6, text = $7, \
         extra = $8, searchable = $9, said = $10, facts = NULL WHERE agent_id = $1 AND id = $2",
    )
    .bind(scope)
    .bind(message.id)
    .bind(columns.role)
    .bind(columns.author)
    .bind(columns.author_key)
    .bind(columns.person_name)
    .bind(columns.text)
    .bind(columns.extra)
    .bind(i64::from(searchable))
    .bind(said.filter(|_| searchable));
    tx.execute(statement).await?;
    let facts = sql("DELETE FROM edits WHERE agent_id = $1 AND target = $2").bind(scope);
    tx.execute(facts.bind(edits::target_text(&EditTarget::Facts(message.id)))).await?;
    let Some(said) = said else { return Ok(()) };
    let mut again = neighbours(tx, scope, said).await?;
    if searchable {
        again.push(said);
        if back {
            tx.execute(sql("DELETE FROM tombstones WHERE point = $1").bind(message.id)).await?;
        }
    } else {
        let tombstone =
            sql("INSERT INTO tombstones (point, agent_id, at) VALUES ($1, $2, $3) ON CONFLICT (point) DO NOTHING");
        tx.execute(tombstone.bind(message.id).bind(scope).bind(now)).await?;
    }
    key_again(tx, scope, &again).await
}

/// A place among what was said for a message that has words again: the one that it gave up when it had none, between those
/// said before and after it. Behind all others where there is none between them.
async fn free_place(tx: &mut Tx, scope: &Scope, seq: i64) -> Result<i64, StoreError> {
    // Whether they were said is seen on the rows, so that SQLite takes them in the order of the conversation.
    let before = sql("SELECT said FROM messages WHERE agent_id = $1 AND seq < $2 AND COALESCE(said, 0) > 0 \
         ORDER BY seq DESC LIMIT 1");
    let after = sql("SELECT said FROM messages WHERE agent_id = $1 AND seq > $2 AND COALESCE(said, 0) > 0 \
         ORDER BY seq LIMIT 1");
    let mut near = Vec::new();
    for statement in [before, after] {
        let row = tx.row(statement.bind(scope).bind(seq)).await?;
        near.push(row.map(|row| row.int("said")).transpose()?);
    }
    let behind = match near.pop().flatten() {
        Some(after) => after,
        None => number_messages(tx, scope, 0, 0).await?.said,
    };
    if behind - 1 > near.pop().flatten().unwrap_or(0) {
        return Ok(behind - 1);
    }
    Ok(number_messages(tx, scope, 0, 1).await?.said)
}

/// The places of what was said right before and after: it is found by the words between, too.
pub(super) async fn neighbours(tx: &mut Tx, scope: &Scope, said: i64) -> Result<Vec<i64>, StoreError> {
    let before = sql(
        "SELECT said FROM messages WHERE agent_id = $1 AND said IS NOT NULL AND said < $2 ORDER BY said DESC LIMIT 1",
    );
    let after =
        sql("SELECT said FROM messages WHERE agent_id = $1 AND said IS NOT NULL AND said > $2 ORDER BY said LIMIT 1");
    let mut found = Vec::new();
    for statement in [before, after] {
        let row = tx.row(statement.bind(scope).bind(said)).await?;
        found.extend(row.map(|row| row.int("said")).transpose()?);
    }
    Ok(found)
}

/// Changes later messages that hold the words of this one: answers to it, and what searches showed of it.
async fn follow(tx: &mut Tx, scope: &Scope, message: &Message, change: &MessageChange) -> Result<(), StoreError> {
    change_later(tx, scope, message.seq, change.message, |later| without_the_words(later, message, change)).await
}

/// Changes what `change` changes of the tools' results, and of the answers to the Discord message `quoted`, that came
/// after `seq`.
pub(super) async fn change_later(
    tx: &mut Tx,
    scope: &Scope,
    seq: i64,
    quoted: u64,
    change: impl Fn(Body) -> Option<Body>,
) -> Result<(), StoreError> {
    let statement = sql("SELECT said, ")
        .push(messages::COLUMNS)
        .push(" FROM messages WHERE agent_id = $1 AND seq > $2 AND (role = 'tool' OR quotes = $3) ORDER BY seq")
        .bind(scope)
        .bind(seq)
        .bind(quoted);
    let rows = tx.rows(statement).await?;
    let mut again = Vec::new();
    for row in &rows {
        let later = message_of(row)?;
        let Some(body) = change(later.body) else { continue };
        let columns = BodyColumns::of(&body)?;
        let update = sql("UPDATE messages SET text = $3, extra = $4 WHERE agent_id = $1 AND id = $2");
        tx.execute(update.bind(scope).bind(later.id).bind(columns.text).bind(columns.extra)).await?;
        again.extend(row.int_or_null("said")?);
    }
    key_again(tx, scope, &again).await
}

/// A later message without the words that are gone; none when it never had them.
fn without_the_words(later: Body, message: &Message, change: &MessageChange) -> Option<Body> {
    match later {
        Body::ToolResult { ref text, .. } if shows(text, message) => withdrawn(later),
        other => requoted(other, change),
    }
}

/// An answer to the message with the quote as it is now; none for any other message.
fn requoted(later: Body, change: &MessageChange) -> Option<Body> {
    let Body::Person { person, text, attachments, quote: Some(quote) } = later else { return None };
    let (words, came) = match &change.now {
        Afterwards::Deleted => (DELETED_QUOTE, Vec::new()),
        Afterwards::Edited { text, attachments } => (text.as_str(), attachments.clone()),
    };
    let is_answer = quote.of == Some(change.message);
    let quote = Some(Quote { text: words.to_owned(), attachments: came, heading: None, ..quote });
    is_answer.then_some(Body::Person { person, text, attachments, quote })
}

/// A tool's result without what it said, which still answers its call.
pub(super) fn withdrawn(result: Body) -> Option<Body> {
    let Body::ToolResult { call_id, name, ok, .. } = result else { return None };
    Some(Body::ToolResult { call_id, name, text: prompts::WITHDRAWN.trim().to_owned(), ok })
}

/// Whether a search result shows that message: its address, or the start of a line that says it.
fn shows(result: &str, message: &Message) -> bool {
    let link = message.source.and_then(|source| source.jump_link());
    let words: String = message.body.text().chars().take(SHOWN_CHARS).collect();
    let said = !words.trim().is_empty() && result.contains(&format!(": {}", indented(words.trim_end())));
    said || link.is_some_and(|link| result.contains(&link))
}

/// Summaries that hold the message; what they summed up is to be summarised again.
async fn drop_summaries(tx: &mut Tx, scope: &Scope, agent: &LockedAgent, seq: i64) -> Result<(), StoreError> {
    if seq <= agent.evicted_seq {
        let statement = sql("DELETE FROM summaries WHERE agent_id = $1 AND through_seq >= $2");
        tx.execute(statement.bind(scope).bind(seq)).await?;
    }
    Ok(())
}

async fn finish(
    db: &Db,
    scope: &Scope,
    number: i64,
    message: Option<&ChangedMessage>,
    say: &[NewOutbox],
) -> Result<(), StoreError> {
    let mut tx = db.begin().await?;
    let done = tx.execute(sql("DELETE FROM message_changes WHERE n = $1").bind(number)).await? == 1;
    if done && let Some(message) = message {
        outbox::insert(&mut tx, scope, message.turn.unwrap_or(NO_TURN), say).await?;
    }
    tx.commit().await
}

async fn unsummarized(db: &Db, scope: &Scope) -> Result<Option<Unsummarized>, StoreError> {
    let base = summaries::newest(db, scope).await?;
    let from = base.as_ref().map_or(0, |base| base.through_seq);
    let gap = sql("SELECT evicted_seq FROM agents WHERE id = $1 AND evicted_seq > $2 AND evicted_seq >= first_seq");
    let Some(row) = db.row(gap.bind(scope).bind(from)).await? else { return Ok(None) };
    let through_seq = row.int("evicted_seq")?;
    let statement = sql("SELECT ")
        .push(messages::COLUMNS)
        .push(" FROM messages WHERE agent_id = $1 AND seq > $2 AND seq <= $3 ORDER BY seq");
    let rows = db.rows(statement.bind(scope).bind(from).bind(through_seq)).await?;
    let messages = rows.iter().map(message_of).collect::<Result<_, _>>()?;
    Ok(Some(Unsummarized { base, through_seq, messages }))
}

#[async_trait]
impl ChangeStore for SqlLedger {
    async fn note_change(&self, change: &MessageChange) -> Result<Vec<AgentKey>, StoreError> {
        note(&self.db, change).await
    }

    async fn seen_through(&self, through: &[(u64, u64)]) -> Result<(), StoreError> {
        let mut tx = self.db.begin().await?;
        for (channel, message) in through {
            let statement = sql(
                "INSERT INTO seen_through (channel, message) SELECT CAST($1 AS BIGINT), CAST($2 AS BIGINT) \
                 WHERE EXISTS (SELECT 1 FROM messages WHERE channel = $1 AND message IS NOT NULL) \
                 ON CONFLICT (channel) DO UPDATE SET message = excluded.message WHERE seen_through.message < excluded.message",
            );
            tx.execute(statement.bind(*channel).bind(*message)).await?;
            // Of a channel of which nothing is kept any more nothing stays.
            let forget = sql("DELETE FROM seen_through WHERE channel = $1 AND NOT EXISTS (SELECT 1 FROM messages \
                 WHERE channel = $1 AND message IS NOT NULL)");
            tx.execute(forget.bind(*channel)).await?;
        }
        tx.commit().await
    }

    async fn restored(&self) -> Result<Option<u64>, StoreError> {
        let newest = sql("SELECT message FROM restored ORDER BY message DESC LIMIT 1");
        let row = self.db.row(newest).await?;
        row.map(|row| row.int("message").map(i64::cast_unsigned)).transpose()
    }

    async fn last_said(&self) -> Result<Vec<Source>, StoreError> {
        let rows = self.db.rows(sql(LAST_SAID)).await?;
        rows.iter().map(Row::source).collect()
    }

    async fn recently_said(&self, channel: u64, limit: u64) -> Result<Vec<u64>, StoreError> {
        let statement = sql("SELECT message FROM messages WHERE message IS NOT NULL AND channel = $1 \
             ORDER BY message DESC LIMIT $2");
        let rows = self.db.rows(statement.bind(channel).bind(count(limit))).await?;
        rows.iter().map(|row| row.int("message").map(i64::cast_unsigned)).collect()
    }

    async fn changed_places(&self) -> Result<Vec<AgentKey>, StoreError> {
        let rows = self.db.rows(sql("SELECT DISTINCT place FROM message_changes")).await?;
        rows.iter().map(|row| row.parsed("place")).collect()
    }

    async fn changes(&self, scope: &Scope) -> Result<Vec<WaitingChange>, StoreError> {
        let statement = sql("SELECT n, payload FROM message_changes \
             WHERE place = (SELECT place FROM agents WHERE id = $1) ORDER BY n");
        let read = |row: &Row| Ok(WaitingChange { number: row.int("n")?, change: row.json("payload")? });
        self.db.rows(statement.bind(scope)).await?.iter().map(read).collect()
    }

    async fn apply_change(
        &self,
        scope: &Scope,
        change: &MessageChange,
        now: Moment,
    ) -> Result<Option<ChangedMessage>, StoreError> {
        let changed = super::db::past_deadlocks(|| apply(&self.db, scope, change, now)).await?;
        self.db.forget().await?;
        Ok(changed)
    }

    async fn finish_change(
        &self,
        scope: &Scope,
        number: i64,
        message: Option<&ChangedMessage>,
        say: &[NewOutbox],
    ) -> Result<(), StoreError> {
        finish(&self.db, scope, number, message, say).await
    }

    async fn unsummarized(&self, scope: &Scope) -> Result<Option<Unsummarized>, StoreError> {
        unsummarized(&self.db, scope).await
    }

    async fn edits_caused_by(&self, scope: &Scope, message: MessageId) -> Result<Vec<Edit>, StoreError> {
        edits::caused_by(&self.db, scope, message).await
    }
}
