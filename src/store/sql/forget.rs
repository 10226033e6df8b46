//! Forgetting a person: in one agent, and in what no agent holds. Owns what of an agent is theirs, and that it is taken out
//! in one transaction, with a tombstone for every point that the index may hold.

use std::collections::{BTreeSet, HashSet};

use super::super::{ForgetReceipt, StoreError};
use super::agents::{LockedAgent, lock_agent};
use super::body::quote_in;
use super::changes::NO_TURN;
use super::db::{Db, Tx};
use super::people::{BY_PEOPLE, owner, said_by};
use super::rows::actor_text;
use super::statement::{CHUNK, Statement, json_text, sql};
use super::waits::{NOBODY, take_out_of_inbox, without_in_outgoing};
use super::withdraw::{Gone, empty, withdraw};
use super::{blocks, causes, documents, edits, house, notes, passages, reminders};
use crate::clock::Moment;
use crate::memory::taint::without;
use crate::memory::traces::Traces;
use crate::memory::{
    Actor, Afterwards, Agent, AgentKey, Attachment, Body, Edit, EditId, EditKind, EditTarget, Label, Message,
    MessageChange, MessageId, Outgoing, PassageId, PersonId, Scope, Source, TurnId,
};

/// Forgets the person in that agent.
pub(super) async fn in_agent(
    db: &Db,
    agent: &Agent,
    person: PersonId,
    now: Moment,
) -> Result<ForgetReceipt, StoreError> {
    let (mut tx, scope) = (db.begin().await?, agent.scope());
    if owner(&agent.key) == Some(person) {
        let receipt = whole(&mut tx, agent, now).await?;
        tx.commit().await?;
        return Ok(receipt);
    }
    let locked = lock_agent(&mut tx, &scope).await?;
    let said = said_by(&mut tx, &scope, person).await?;
    let ids: Vec<MessageId> = said.iter().map(|(message, _)| message.id).collect();
    let mut caused = causes::edits_of(&mut tx, &scope, person, &ids).await?;
    let by_commands = causes::edits_by(&mut tx, &scope, person).await?;
    let own_words = by_commands.into_iter().filter(causes::are_own_words);
    let own_words = own_words.filter(|edit| caused.iter().all(|known| known.id != edit.id)).collect::<Vec<_>>();
    caused.extend(own_words);
    let mut traces = traces(&mut tx, &scope, person, &said).await?;
    learned_words(&mut tx, &scope, person, (&ids, &caused), &mut traces).await?;
    let wished = reminders::list(&mut tx, &scope, person).await?;
    wished.iter().for_each(|reminder| traces.text(&reminder.text));
    let receipt = ForgetReceipt::default();
    let mut forgetting = Forgetting { tx, scope, agent: locked, person, now, said, traces, receipt };
    forgetting.learned(&ids, &caused).await?;
    forgetting.conversation().await?;
    forgetting.waiting().await?;
    forgetting.acts().await?;
    forgetting.tx.commit().await?;
    Ok(forgetting.receipt)
}

/// The whole agent, counted.
async fn whole(tx: &mut Tx, agent: &Agent, now: Moment) -> Result<ForgetReceipt, StoreError> {
    let scope = agent.scope();
    let mut counts = [0_u64; 6];
    let counted = [
        sql("SELECT count(*) AS value FROM messages WHERE agent_id = $1"),
        sql("SELECT count(*) AS value FROM edits WHERE agent_id = $1"),
        sql("SELECT count(*) AS value FROM passages WHERE agent_id = $1"),
        sql("SELECT count(*) AS value FROM documents WHERE agent_id = $1"),
        sql("SELECT count(*) AS value FROM summaries WHERE agent_id = $1"),
        sql("SELECT count(*) AS value FROM reminders WHERE agent_id = $1"),
    ];
    for (count, statement) in counts.iter_mut().zip(counted) {
        let row = tx.row(statement.bind(&scope)).await?;
        *count = row.map_or(Ok(0), |row| row.size("value"))?;
    }
    house::remove_agent(tx, agent, now).await?;
    let [messages, edits, passages, documents, summaries, reminders] = counts;
    let agents = 1;
    Ok(ForgetReceipt { agents, messages, edits, passages, documents, summaries, reminders, ..ForgetReceipt::default() })
}

/// By what it is seen that something speaks of the person: their number, what they are called and others are not, and what
/// they said.
async fn traces(
    tx: &mut Tx,
    scope: &Scope,
    person: PersonId,
    said: &[(Message, Option<i64>)],
) -> Result<Traces, StoreError> {
    let mut traces = Traces::default();
    traces.id(person);
    for block in blocks::core_in(tx, scope).await?.into_iter().filter(|block| block.label != Label::Persona) {
        let Some(name) = &block.name else { continue };
        if block.label == Label::Human(person) { traces.name(name) } else { traces.other(name) }
    }
    let named = sql("SELECT DISTINCT author, person_name FROM messages WHERE agent_id = $1 AND role = 'person'");
    for row in tx.rows(named.bind(scope)).await? {
        let name = row.text("person_name")?;
        if row.text("author")? == person.to_string() { traces.name(&name) } else { traces.other(&name) }
    }
    let quoted = sql("SELECT extra FROM messages WHERE agent_id = $1 AND quoted IS NOT NULL AND quoted = $2");
    for row in tx.rows(quoted.bind(scope).bind(person)).await? {
        if let Some(quote) = row.text_or_null("extra")?.map(|extra| quote_in(&extra)).transpose()?.flatten() {
            traces.name(&quote.author);
            let heading = quote.heading.as_ref().map(|heading| heading.text.as_str()).unwrap_or_default();
            traces.text(quote.text.strip_prefix(heading).unwrap_or(&quote.text));
        }
    }
    for (message, _) in said {
        if let Body::Person { text, .. } = &message.body {
            traces.text(text);
            message.body.attachments().iter().filter_map(Attachment::words).for_each(|words| traces.text(words));
        }
        if let Some(link) = message.source.and_then(|source| source.jump_link()) {
            traces.text(&link);
        }
    }
    Ok(traces)
}

/// What was written down of the person: it may be shown or repeated where others asked.
async fn learned_words(
    tx: &mut Tx,
    scope: &Scope,
    person: PersonId,
    (said, caused): (&[MessageId], &[Edit]),
    traces: &mut Traces,
) -> Result<(), StoreError> {
    for passage in causes::passages_of(tx, scope, person, said).await? {
        traces.text(&passage.text);
    }
    let about = edits::history(tx, scope, &EditTarget::Block(Label::Human(person))).await?;
    // A block begins with words that stand in everybody's.
    let written = caused.iter().chain(&about).filter(|edit| edit.kind != EditKind::Create);
    for edit in written {
        let before: HashSet<&str> = edit.before.lines().collect();
        edit.after.lines().filter(|line| !before.contains(line)).for_each(|line| traces.text(line));
    }
    Ok(())
}

/// Forgetting under way.
struct Forgetting {
    tx: Tx,
    scope: Scope,
    agent: LockedAgent,
    person: PersonId,
    now: Moment,
    /// What they said, with its places among what can be searched.
    said: Vec<(Message, Option<i64>)>,
    traces: Traces,
    receipt: ForgetReceipt,
}

impl Forgetting {
    /// The block about them, and what was learned from them and still stands.
    async fn learned(&mut self, ids: &[MessageId], caused: &[Edit]) -> Result<(), StoreError> {
        let about = EditTarget::Block(Label::Human(self.person));
        let block = sql("DELETE FROM blocks WHERE agent_id = $1 AND label = $2");
        let block = block.bind(&self.scope).bind(Label::Human(self.person));
        self.receipt.blocks += self.tx.execute(block).await?;
        self.receipt.edits += edits::remove_history(&mut self.tx, &self.scope, &about).await?;
        let mut gone: Vec<PassageId> = causes::passages_of(&mut self.tx, &self.scope, self.person, ids)
            .await?
            .iter()
            .map(|passage| passage.id)
            .collect();
        let unwanted: HashSet<EditId> = caused.iter().map(|edit| edit.id).collect();
        let mut targets: Vec<&EditTarget> = Vec::new();
        for edit in caused.iter().filter(|edit| edit.target != about) {
            match edit.target {
                EditTarget::Passage(id) if gone.contains(&id) => {}
                EditTarget::Passage(id) if edit.kind == EditKind::Create => gone.push(id),
                _ if targets.contains(&&edit.target) => {}
                _ => targets.push(&edit.target),
            }
        }
        self.receipt.passages += gone.len() as u64;
        self.receipt.edits += passages::remove(&mut self.tx, &self.scope, &gone, self.now).await?;
        for target in targets {
            match target {
                EditTarget::Block(label) => self.clean_block(*label, &unwanted).await?,
                EditTarget::Passage(id) if gone.contains(id) => {}
                EditTarget::Passage(id) => self.clean_passage(*id, &unwanted).await?,
                EditTarget::Facts(id) => self.clean_facts(*id).await?,
            }
        }
        Ok(())
    }

    /// A block without what their messages wrote into it. Its version goes on, and no edit tells of it.
    async fn clean_block(&mut self, label: Label, unwanted: &HashSet<EditId>) -> Result<(), StoreError> {
        let core = blocks::core_in(&mut self.tx, &self.scope).await?;
        let Some(block) = core.into_iter().find(|block| block.label == label) else { return Ok(()) };
        let value = self.clean_history(&EditTarget::Block(label), unwanted, &block.value).await?;
        if value != block.value {
            let statement = sql("UPDATE blocks SET value = $3, version = version + 1, updated_at = $4 \
                 WHERE agent_id = $1 AND label = $2");
            self.tx.execute(statement.bind(&self.scope).bind(label).bind(value).bind(self.now)).await?;
        }
        Ok(())
    }

    async fn clean_passage(&mut self, id: PassageId, unwanted: &HashSet<EditId>) -> Result<(), StoreError> {
        let statement = sql("SELECT text, valid_until, removed_at FROM passages WHERE agent_id = $1 AND id = $2");
        let Some(row) = self.tx.row(statement.bind(&self.scope).bind(id)).await? else { return Ok(()) };
        let target = EditTarget::Passage(id);
        let last = edits::history(&mut self.tx, &self.scope, &target).await?.pop();
        let last = last.filter(|edit| unwanted.contains(&edit.id)).map(|edit| edit.kind);
        let value = self.clean_history(&target, unwanted, &row.text("text")?).await?;
        if value.trim().is_empty() {
            self.receipt.passages += 1;
            self.receipt.edits += passages::remove(&mut self.tx, &self.scope, &[id], self.now).await?;
            return Ok(());
        }
        let statement = sql("UPDATE passages SET text = $3, version = version + 1, revision = revision + 1, \
             indexed_at = CASE WHEN removed_at IS NULL THEN NULL ELSE indexed_at END WHERE agent_id = $1 AND id = $2");
        self.tx.execute(statement.bind(&self.scope).bind(id).bind(value)).await?;
        if last == Some(EditKind::Supersede) {
            let holds =
                sql("UPDATE passages SET valid_until = NULL, superseded_by = NULL WHERE agent_id = $1 AND id = $2");
            self.tx.execute(holds.bind(&self.scope).bind(id)).await?;
        }
        if last == Some(EditKind::Remove) && row.int_or_null("removed_at")?.is_some() {
            let back = sql("UPDATE passages SET removed_at = NULL, indexed_at = NULL WHERE agent_id = $1 AND id = $2");
            self.tx.execute(back.bind(&self.scope).bind(id)).await?;
            passages::come_back(&mut self.tx, &self.scope, id).await?;
        }
        Ok(())
    }

    /// Facts that their messages put to somebody else's.
    async fn clean_facts(&mut self, id: MessageId) -> Result<(), StoreError> {
        self.receipt.edits += edits::remove_history(&mut self.tx, &self.scope, &EditTarget::Facts(id)).await?;
        let statement = sql("UPDATE messages SET facts = NULL, revision = revision + 1, indexed_at = NULL \
             WHERE agent_id = $1 AND id = $2 AND facts IS NOT NULL");
        self.tx.execute(statement.bind(&self.scope).bind(id)).await?;
        Ok(())
    }

    async fn clean_history(
        &mut self,
        target: &EditTarget,
        unwanted: &HashSet<EditId>,
        value: &str,
    ) -> Result<String, StoreError> {
        let history = edits::history(&mut self.tx, &self.scope, target).await?;
        let cleaned = without(&history, unwanted, value);
        self.receipt.edits += edits::remove(&mut self.tx, &self.scope, &cleaned.gone).await?;
        for (id, before, after) in &cleaned.changed {
            edits::reword(&mut self.tx, &self.scope, *id, before, after).await?;
        }
        Ok(cleaned.value)
    }

    /// What they said, what the agent said to them or of them, and what others quoted.
    async fn conversation(&mut self) -> Result<(), StoreError> {
        let events: Vec<(String, bool)> = self
            .said
            .iter()
            .filter_map(|(message, _)| Some((message.source?.event(), !message.body.attachments().is_empty())))
            .collect();
        for (event, _) in events.iter().filter(|(_, files)| *files) {
            let before = self.documents().await?;
            documents::take_what_came_with(&mut self.tx, &self.scope, event, None, self.now).await?;
            self.receipt.documents += before.saturating_sub(self.documents().await?);
        }
        let turns: HashSet<TurnId> = self.said.iter().filter_map(|(message, _)| message.turn).collect();
        let quoted = self.said.iter().filter_map(|(message, _)| message.source).map(|source| source.message);
        let quoted: HashSet<u64> = quoted.filter(|message| *message > 0).collect();
        let own: Vec<(MessageId, Option<i64>)> = self.said.iter().map(|(message, said)| (message.id, *said)).collect();
        empty(&mut self.tx, &self.scope, &own, self.now).await?;
        self.receipt.messages += own.len() as u64;
        let gone =
            Gone { traces: &self.traces, turns: &turns, quoted: &quoted, person: Some(self.person), words: true };
        let withdrawn = withdraw(&mut self.tx, &self.scope, &gone, self.now).await?;
        self.receipt.answers += withdrawn.answers;
        self.receipt.quotes += withdrawn.quotes;
        self.copied_summaries().await?;
        let first = self.said.first().map(|(message, _)| message.seq).into_iter().chain(withdrawn.first_seq).min();
        if let Some(first) = first.filter(|first| *first <= self.agent.evicted_seq) {
            let statement = sql("DELETE FROM summaries WHERE agent_id = $1 AND through_seq >= $2");
            self.receipt.summaries += self.tx.execute(statement.bind(&self.scope).bind(first)).await?;
        }
        let quoted = withdrawn.quoted.iter().map(|message| Source { message: *message, ..Source::default() }.event());
        let quoted: HashSet<String> = quoted.collect();
        let events: Vec<String> = events.into_iter().map(|(event, _)| event).collect();
        self.inbox(&events, &quoted).await?;
        self.turns(&turns).await
    }

    /// What an agent that began with another one's memory was told of the conversation there cannot be made again without
    /// them, and everything that was summed up since holds some of it.
    async fn copied_summaries(&mut self) -> Result<(), StoreError> {
        let copied = sql("SELECT n, text FROM summaries WHERE agent_id = $1 AND through_seq = 0").bind(&self.scope);
        let rows = self.tx.rows(copied).await?;
        let mut repeated = !rows.is_empty() && self.receipt.blocks > 0;
        for row in &rows {
            let text = row.text("text")?;
            repeated |= self.traces.are_said_in(&text);
            if let Some(left) = self.traces.without_names(&text) {
                let update = sql("UPDATE summaries SET text = $2 WHERE n = $1").bind(row.int("n")?).bind(left);
                self.tx.execute(update).await?;
            }
        }
        if repeated {
            let statement = sql("DELETE FROM summaries WHERE agent_id = $1").bind(&self.scope);
            self.receipt.summaries += self.tx.execute(statement).await?;
        }
        Ok(())
    }

    async fn documents(&mut self) -> Result<u64, StoreError> {
        let statement = sql("SELECT documents AS value FROM agents WHERE id = $1").bind(&self.scope);
        self.tx.row(statement).await?.map_or(Ok(0), |row| row.size("value"))
    }

    /// Events stay, so that what comes once more is known; nothing tells whose they were.
    async fn inbox(&mut self, events: &[String], quoted: &HashSet<String>) -> Result<(), StoreError> {
        for events in events.chunks(CHUNK) {
            let statement =
                sql("UPDATE inbox SET place = '', payload = '', turn_id = COALESCE(turn_id, $1) WHERE event IN ");
            self.tx.execute(statement.bind(NO_TURN).push_list(events.iter().map(String::as_str))).await?;
        }
        let changes = sql("SELECT n, event, payload FROM message_changes WHERE place = $1").bind(&self.agent.key);
        for row in self.tx.rows(changes).await? {
            let event = row.text("event")?;
            if events.contains(&event) || quoted.contains(&event) {
                self.tx.execute(sql("DELETE FROM message_changes WHERE n = $1").bind(row.int("n")?)).await?;
                continue;
            }
            let mut change: MessageChange = row.json("payload")?;
            if let Afterwards::Edited { text, .. } = &mut change.now
                && let Some(left) = self.traces.without_mentions(text)
            {
                *text = left;
                let update = sql("UPDATE message_changes SET payload = $2 WHERE n = $1").bind(row.int("n")?);
                self.tx.execute(update.bind(json_text(&change)?)).await?;
            }
        }
        Ok(())
    }

    /// Their turns: those that still run end, and nothing waits or tells of what was answered.
    async fn turns(&mut self, turns: &HashSet<TurnId>) -> Result<(), StoreError> {
        let turns: Vec<TurnId> = turns.iter().copied().collect();
        for turns in turns.chunks(CHUNK) {
            let of = |statement: Statement| statement.bind(&self.scope).push_list(turns.iter().copied());
            let waiting = of(sql("DELETE FROM outbox WHERE agent_id = $1 AND turn_id IN "));
            let posted = of(sql("DELETE FROM posted WHERE agent_id = $1 AND turn_id IN "));
            let errors = of(sql("UPDATE turns SET error = NULL, shown = NULL WHERE agent_id = $1 AND id IN "));
            for statement in [waiting, posted, errors] {
                self.tx.execute(statement).await?;
            }
        }
        let running =
            sql("SELECT id, first_seq FROM turns WHERE state = 'running' AND agent_id = $1").bind(&self.scope);
        for row in self.tx.rows(running).await? {
            let (turn, first): (TurnId, i64) = (row.parsed("id")?, row.int("first_seq")?);
            let left = sql("SELECT 1 AS value FROM messages WHERE agent_id = $1 AND seq >= $2 AND turn_id = $3 \
                 AND role = 'person' LIMIT 1");
            if self.tx.row(left.bind(&self.scope).bind(first).bind(turn)).await?.is_none() {
                let ended = sql("UPDATE turns SET state = 'done', ended_at = $3 WHERE id = $1 AND agent_id = $2");
                self.tx.execute(ended.bind(turn).bind(&self.scope).bind(self.now)).await?;
            }
        }
        Ok(())
    }

    /// Messages that wait for an answer, answers that wait to be sent or never will be, and what waits for its time.
    async fn waiting(&mut self) -> Result<(), StoreError> {
        let reminders = sql("DELETE FROM reminders WHERE person = $1 AND agent_id = $2");
        self.receipt.reminders += self.tx.execute(reminders.bind(self.person).bind(&self.scope)).await?;
        notes::drop_of(&mut self.tx, &self.scope, self.person, &self.traces).await?;
        let inbox = sql("SELECT n, payload FROM inbox WHERE place = $1 AND turn_id IS NULL").bind(&self.agent.key);
        for row in self.tx.rows(inbox).await? {
            let theirs = take_out_of_inbox(&mut self.tx, &row, self.person, Some(&self.traces)).await?;
            self.receipt.waiting += u64::from(theirs);
        }
        self.outbox().await
    }

    /// What waits to be said to others is said, but not to them and nothing of them.
    async fn outbox(&mut self) -> Result<(), StoreError> {
        for state in ["waiting", "given_up"] {
            let outbox = sql("SELECT n, payload FROM outbox WHERE agent_id = $1 AND state = $2");
            for row in self.tx.rows(outbox.bind(&self.scope).bind(state)).await? {
                let waits: Outgoing = row.json("payload")?;
                match without_in_outgoing(&waits, self.person, &self.traces) {
                    None => {
                        self.receipt.waiting += 1;
                        self.tx.execute(sql("DELETE FROM outbox WHERE n = $1").bind(row.int("n")?)).await?;
                    }
                    Some(left) if left != waits => {
                        let update = sql("UPDATE outbox SET payload = $2 WHERE n = $1").bind(row.int("n")?);
                        self.tx.execute(update.bind(json_text(&left)?)).await?;
                    }
                    Some(_) => {}
                }
            }
        }
        Ok(())
    }

    /// What else they did by commands stays, but not that it was them. Whoever is going through the conversation at this moment
    /// in a quiet hour may have read them, and writes nothing.
    async fn acts(&mut self) -> Result<(), StoreError> {
        let read = sql("UPDATE agents SET tended_seq = next_seq - 1 WHERE id = $1").bind(&self.scope);
        self.tx.execute(read).await?;
        for table in [
            "UPDATE edits SET actor = $1 WHERE agent_id = $2 AND actor = $3",
            "UPDATE passages SET actor = $1 WHERE agent_id = $2 AND actor = $3",
            "UPDATE documents SET actor = $1 WHERE agent_id = $2 AND actor = $3",
        ] {
            let statement = sql(table).push(BY_PEOPLE).bind(actor_text(NOBODY)).bind(&self.scope);
            self.tx.execute(statement.bind(actor_text(Actor::Person(self.person)))).await?;
        }
        Ok(())
    }
}

/// Forgets what no agent holds.
pub(super) async fn elsewhere(db: &Db, person: PersonId) -> Result<ForgetReceipt, StoreError> {
    let mut tx = db.begin().await?;
    let mut receipt = ForgetReceipt::default();
    let mut places: BTreeSet<String> = BTreeSet::from([AgentKey::Dm(person).to_string()]);
    for row in tx.rows(sql("SELECT n, place, payload FROM inbox WHERE turn_id IS NULL ORDER BY at, n")).await? {
        if let Ok(key @ AgentKey::Member { .. }) = row.parsed("place")
            && owner(&key) == Some(person)
        {
            places.insert(key.to_string());
        }
        receipt.waiting += u64::from(take_out_of_inbox(&mut tx, &row, person, None).await?);
    }
    for place in places {
        tx.execute(sql("DELETE FROM inbox WHERE place = $1").bind(place)).await?;
    }
    receipt.records += tx.execute(sql("DELETE FROM usage WHERE person = $1").bind(person)).await?;
    let audit = sql("UPDATE audit SET person = $2 WHERE person = $1").bind(person).bind(PersonId(0));
    receipt.records += tx.execute(audit).await?;
    tx.execute(sql("UPDATE people SET noticed_at = NULL, limited_at = NULL WHERE person = $1").bind(person)).await?;
    tx.commit().await?;
    Ok(receipt)
}
