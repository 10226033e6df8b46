//! People, wherever they speak: what is known of them, and what agents hold of them. Forgetting them is [`super::forget`]'s.

use std::collections::BTreeMap;

use async_trait::async_trait;

use super::super::{
    ForgetReceipt, HeldOfPerson, NewOutbox, Once, OnceWhat, OwnData, OwnMessage, PeopleStore, StoreError,
};
use super::SqlLedger;
use super::agents::agent_of;
use super::db::{Db, Tx, past_deadlocks};
use super::messages::{self, message_of};
use super::rows::{Row, actor_text};
use super::statement::{CHUNK, Statement, args, sql};
use super::{causes, edits, forget, reminders, waits};
use crate::clock::Moment;
use crate::memory::{
    Actor, Agent, AgentId, AgentKey, EditTarget, Label, Message, MessageId, PassageId, PersonId, Scope,
};

/// What stands in front of the keys of members' agents, and sorts behind them all.
const MEMBER: &str = "member:";
const BEHIND_MEMBERS: &str = "member;";

/// Numbers from here on are Discord's and stand for nothing else in a text.
const SNOWFLAKES: u64 = 100_000_000_000_000;

/// The conditions of the indexes over people's acts.
pub(super) const BY_PEOPLE: &str = " AND actor <> 'model' AND actor <> 'system' AND actor <> 'background'";

/// What of it is to be said: the people to whom it was not said yet are marked in the same breath.
pub(super) async fn say_once(tx: &mut Tx, once: &Once, now: Moment) -> Result<Option<NewOutbox>, StoreError> {
    let mut people = once.people.clone();
    people.sort_unstable();
    people.dedup();
    let mut due = false;
    for people in people.chunks(CHUNK) {
        let rows: Vec<_> = people.iter().map(|person| args![*person, now]).collect();
        let statement = match once.what {
            OnceWhat::Notice => sql("INSERT INTO people (person, noticed_at) VALUES ").push_rows(rows).push(
                " ON CONFLICT (person) DO UPDATE SET noticed_at = excluded.noticed_at WHERE people.noticed_at IS NULL",
            ),
            OnceWhat::Limit { last_before } => sql("INSERT INTO people (person, limited_at) VALUES ")
                .push_rows(rows)
                .push(" ON CONFLICT (person) DO UPDATE SET limited_at = excluded.limited_at WHERE people.limited_at IS NULL")
                .push(" OR people.limited_at < ")
                .push_bind(last_before),
        };
        due |= !tx.rows(statement.push(" RETURNING person")).await?.is_empty();
    }
    Ok(if due { Some(once.say.clone()) } else { once.otherwise.clone() })
}

/// The agent that exists for that person alone, if it is one.
pub(super) fn owner(key: &AgentKey) -> Option<PersonId> {
    match key {
        AgentKey::Dm(person) | AgentKey::Member { person, .. } => Some(*person),
        AgentKey::Channel(_) | AgentKey::Thread(_) | AgentKey::Terminal(_) => None,
    }
}

async fn agents_of(db: &Db, person: PersonId) -> Result<Vec<Agent>, StoreError> {
    let said =
        sql("SELECT DISTINCT agent_id FROM messages WHERE author IS NOT NULL AND author <> 'agent' AND author = $1")
            .bind(person);
    let quoted = sql("SELECT DISTINCT agent_id FROM messages WHERE quoted IS NOT NULL AND quoted = $1").bind(person);
    let titled = sql("SELECT DISTINCT agent_id FROM messages WHERE titled IS NOT NULL AND titled = $1").bind(person);
    let about = sql("SELECT agent_id FROM blocks WHERE label <> 'persona' AND label = $1").bind(Label::Human(person));
    let mut all = vec![said, quoted, titled, about];
    for table in ["SELECT DISTINCT agent_id FROM edits", "SELECT DISTINCT agent_id FROM passages"] {
        all.push(sql(table).push(" WHERE caused_by IS NOT NULL AND caused_by = $1").bind(person));
        all.push(sql(table).push(" WHERE actor = $1").push(BY_PEOPLE).bind(actor_text(Actor::Person(person))));
    }
    all.push(
        sql("SELECT DISTINCT agent_id FROM documents WHERE actor = $1")
            .push(BY_PEOPLE)
            .bind(actor_text(Actor::Person(person))),
    );
    all.push(sql("SELECT DISTINCT agent_id FROM reminders WHERE person = $1").bind(person));
    all.push(sql("SELECT DISTINCT agent_id FROM notes WHERE person IS NOT NULL AND person = $1").bind(person));
    // Whom a note names may never have said anything.
    let told = sql("SELECT DISTINCT agent_id FROM messages WHERE role = 'note' AND text <> '' AND text LIKE $1");
    all.push(told.bind(if person.0 < SNOWFLAKES { format!("%({person})%") } else { format!("%{person}%") }));
    let mut agents: BTreeMap<AgentId, Agent> = BTreeMap::new();
    for statement in all {
        for row in db.rows(statement).await? {
            let id: AgentId = row.parsed("agent_id")?;
            if let std::collections::btree_map::Entry::Vacant(free) = agents.entry(id) {
                let whole = sql("SELECT id AS agent_id, place, created_at AS agent_since FROM agents WHERE id = $1");
                if let Some(row) = db.row(whole.bind(id)).await? {
                    free.insert(agent_of(&row)?);
                }
            }
        }
    }
    let theirs = sql("SELECT id AS agent_id, place, created_at AS agent_since FROM agents WHERE place = $1 \
         OR (place >= $2 AND place < $3)")
    .bind(&AgentKey::Dm(person))
    .bind(MEMBER)
    .bind(BEHIND_MEMBERS);
    for row in db.rows(theirs).await? {
        let agent = agent_of(&row)?;
        if owner(&agent.key) == Some(person) {
            agents.insert(agent.id, agent);
        }
    }
    Ok(agents.into_values().collect())
}

/// What the person said to that agent, oldest first, also what is no more than a mark of something deleted; with the place of
/// each among what can be searched.
pub(super) async fn said_by(
    tx: &mut Tx,
    scope: &Scope,
    person: PersonId,
) -> Result<Vec<(Message, Option<i64>)>, StoreError> {
    let statement = sql("SELECT said, ").push(messages::COLUMNS).push(
        " FROM messages WHERE author IS NOT NULL AND author <> 'agent' AND author = $1 AND agent_id = $2 ORDER BY seq",
    );
    let rows = tx.rows(statement.bind(person).bind(scope)).await?;
    rows.iter().map(|row| Ok((message_of(row)?, row.int_or_null("said")?))).collect()
}

async fn block_of(tx: &mut Tx, scope: &Scope, person: PersonId) -> Result<Option<String>, StoreError> {
    let statement = sql("SELECT value FROM blocks WHERE agent_id = $1 AND label = $2");
    let row = tx.row(statement.bind(scope).bind(Label::Human(person))).await?;
    row.map(|row| row.text("value")).transpose()
}

async fn own_data(db: &Db, scope: &Scope, person: PersonId) -> Result<OwnData, StoreError> {
    let mut tx = db.begin().await?;
    let said = said_by(&mut tx, scope, person).await?;
    let ids: Vec<MessageId> = said.iter().map(|(message, _)| message.id).collect();
    let about = EditTarget::Block(Label::Human(person));
    let mut edits = causes::edits_of(&mut tx, scope, person, &ids).await?;
    for edit in causes::edits_by(&mut tx, scope, person).await? {
        if edits.iter().all(|known| known.id != edit.id) {
            edits.push(edit);
        }
    }
    edits.retain(|edit| edit.target != about);
    edits.sort_by_key(|edit| (edit.at, edit.id));
    let mut passages = causes::passages_of(&mut tx, scope, person, &ids).await?;
    let removed = removed(&mut tx, scope).await?;
    passages.retain(|passage| !removed.contains(&passage.id));
    let documents = sql("SELECT name FROM documents WHERE agent_id = $1 AND actor = $2")
        .push(BY_PEOPLE)
        .push(" ORDER BY number")
        .bind(scope)
        .bind(actor_text(Actor::Person(person)));
    let documents = tx.rows(documents).await?.iter().map(|row| row.text("name")).collect::<Result<_, _>>()?;
    let own = |(message, _): (Message, _)| OwnMessage { body: message.body, source: message.source, at: message.at };
    Ok(OwnData {
        messages: said.into_iter().map(own).collect(),
        block: block_of(&mut tx, scope, person).await?,
        block_edits: edits::history(&mut tx, scope, &about).await?,
        edits,
        passages,
        documents,
        reminders: reminders::list(&mut tx, scope, person).await?,
    })
}

async fn removed(tx: &mut Tx, scope: &Scope) -> Result<Vec<PassageId>, StoreError> {
    let statement = sql("SELECT id FROM passages WHERE agent_id = $1 AND removed_at IS NOT NULL").bind(scope);
    tx.rows(statement).await?.iter().map(|row| row.parsed("id")).collect()
}

async fn held_of(db: &Db, scope: &Scope, person: PersonId) -> Result<HeldOfPerson, StoreError> {
    let OwnData { messages, block, edits, block_edits, passages, documents, reminders } =
        own_data(db, scope, person).await?;
    let size = |length: usize| length as u64;
    Ok(HeldOfPerson {
        messages: size(messages.iter().filter(|message| message.body.is_searchable()).count()),
        block: block.map_or(0, |block| size(block.chars().count())),
        edits: size(edits.len() + block_edits.len()),
        passages: size(passages.len()),
        documents: size(documents.len()),
        reminders: size(reminders.len()),
        at: messages.last().and_then(|message| message.source),
    })
}

/// Writes down that they opted out or in. With an opt-out goes what waits of them.
async fn set_closed(db: &Db, statement: Statement, person: PersonId, out: bool) -> Result<bool, StoreError> {
    let mut tx = db.begin().await?;
    let changed = tx.execute(statement).await? == 1;
    if out {
        for row in tx.rows(sql("SELECT n, payload FROM inbox WHERE turn_id IS NULL ORDER BY at, n")).await? {
            waits::take_out_of_inbox(&mut tx, &row, person, None).await?;
        }
    }
    tx.commit().await?;
    Ok(changed)
}

fn person_of(row: &Row) -> Result<PersonId, StoreError> {
    Ok(PersonId(row.parsed("person")?))
}

#[async_trait]
impl PeopleStore for SqlLedger {
    async fn closed_people(&self) -> Result<Vec<PersonId>, StoreError> {
        let statement = sql("SELECT person FROM people WHERE opted_out_at IS NOT NULL OR forget_at IS NOT NULL");
        self.db.rows(statement).await?.iter().map(person_of).collect()
    }

    async fn opted_out(&self, person: PersonId) -> Result<bool, StoreError> {
        let statement = sql("SELECT 1 AS value FROM people WHERE person = $1 AND opted_out_at IS NOT NULL");
        Ok(self.db.row(statement.bind(person)).await?.is_some())
    }

    async fn note_program(&self, program: PersonId, now: Moment) -> Result<(), StoreError> {
        let statement = sql("INSERT INTO people (person, noticed_at) VALUES ($1, $2) ON CONFLICT (person) DO UPDATE \
             SET noticed_at = excluded.noticed_at WHERE people.noticed_at IS NULL");
        self.db.execute(statement.bind(program).bind(now)).await.map(drop)
    }

    async fn set_opted_out(&self, person: PersonId, out: bool, now: Moment) -> Result<bool, StoreError> {
        let statement = if out {
            sql("INSERT INTO people (person, opted_out_at) VALUES ($1, $2) ON CONFLICT (person) DO UPDATE \
                 SET opted_out_at = excluded.opted_out_at WHERE people.opted_out_at IS NULL")
            .bind(person)
            .bind(now)
        } else {
            sql("UPDATE people SET opted_out_at = NULL WHERE person = $1 AND opted_out_at IS NOT NULL").bind(person)
        };
        let changed = past_deadlocks(|| set_closed(&self.db, statement.clone(), person, out)).await?;
        if out {
            self.db.forget().await?;
        }
        Ok(changed)
    }

    async fn agents_of_person(&self, person: PersonId) -> Result<Vec<Agent>, StoreError> {
        agents_of(&self.db, person).await
    }

    async fn held_of(&self, scope: &Scope, person: PersonId) -> Result<HeldOfPerson, StoreError> {
        held_of(&self.db, scope, person).await
    }

    async fn own_data(&self, scope: &Scope, person: PersonId) -> Result<OwnData, StoreError> {
        own_data(&self.db, scope, person).await
    }

    async fn ask_to_forget(&self, person: PersonId, now: Moment) -> Result<(), StoreError> {
        let statement = sql("INSERT INTO people (person, forget_at) VALUES ($1, $2) ON CONFLICT (person) DO UPDATE \
             SET forget_at = excluded.forget_at WHERE people.forget_at IS NULL");
        self.db.execute(statement.bind(person).bind(now)).await?;
        Ok(())
    }

    async fn to_forget(&self) -> Result<Vec<PersonId>, StoreError> {
        let statement = sql("SELECT person FROM people WHERE forget_at IS NOT NULL ORDER BY forget_at, person");
        self.db.rows(statement).await?.iter().map(person_of).collect()
    }

    async fn forget_person_in(
        &self,
        agent: &Agent,
        person: PersonId,
        now: Moment,
    ) -> Result<ForgetReceipt, StoreError> {
        let receipt = past_deadlocks(|| forget::in_agent(&self.db, agent, person, now)).await?;
        self.db.forget().await?;
        Ok(receipt)
    }

    async fn forget_person_elsewhere(&self, person: PersonId) -> Result<ForgetReceipt, StoreError> {
        let receipt = past_deadlocks(|| forget::elsewhere(&self.db, person)).await?;
        self.db.forget().await?;
        Ok(receipt)
    }

    async fn forgotten(&self, person: PersonId) -> Result<(), StoreError> {
        let mut tx = self.db.begin().await?;
        tx.execute(sql("UPDATE people SET forget_at = NULL WHERE person = $1").bind(person)).await?;
        let nothing = sql("DELETE FROM people WHERE person = $1 AND opted_out_at IS NULL AND noticed_at IS NULL \
             AND limited_at IS NULL");
        tx.execute(nothing.bind(person)).await?;
        tx.commit().await?;
        self.db.forget().await
    }
}
