//! Taking in what was written out. Everything is compared with what is there before anything is written.

use std::collections::{HashMap, HashSet};

use super::Carrier;
use super::format::{Archive, BlockItem, MessageItem, PassageItem, Unreadable, person_of};
use crate::agent::desk::DeskError;
use crate::clock::Moment;
use crate::memory::passage::Superseded;
use crate::memory::{
    Actor, Agent, AgentKey, Body, CoreMemory, Edit, EditKind, EditTarget, Label, MessageId, Passage, PassageId,
    PersonId, Scope, Source,
};
use crate::store::{AddedDocument, NewMessage, PassageFilter, Record};

/// Rows that are read at once.
const AT_ONCE: u64 = 500;

/// What taking files in changes, by number; or has changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Import {
    /// Blocks that are rewritten.
    pub blocks: u64,
    pub passages: u64,
    pub messages: u64,
    pub documents: u64,
    /// Blocks, passages, messages and documents that are there already.
    pub known: u64,
}

impl Import {
    /// Whether nothing is new.
    pub fn is_nothing(&self) -> bool {
        self.blocks + self.passages + self.messages + self.documents == 0
    }
}

impl Carrier<'_> {
    /// What taking these files into the memory of that place would change.
    ///
    /// # Errors
    /// [`DeskError::Import`] when they cannot be taken in there.
    pub async fn plan(&self, key: &AgentKey, archive: &Archive) -> Result<Import, DeskError> {
        let agent = self.ledger.find_agent(key).await?;
        let (_, import) = self.record(key, agent.as_ref(), archive, Actor::System).await?;
        let known = match &agent {
            Some(agent) => self.documents_known(&agent.scope(), archive).await?,
            None => HashSet::new(),
        };
        Ok(counted_documents(import, archive, &known))
    }

    /// Takes them in. The agent is made if there is none.
    ///
    /// # Errors
    /// [`DeskError::Import`]; nothing is written then.
    pub async fn import(&self, key: &AgentKey, archive: &Archive, actor: Actor) -> Result<Import, DeskError> {
        // Whatever is wrong is found before an agent is made for it.
        self.plan(key, archive).await?;
        let now = self.clock.now();
        let agent = self.ledger.open_agent(key, self.seed, now).await?;
        let (record, import) = self.record(key, Some(&agent), archive, actor).await?;
        let known = self.documents_known(&agent.scope(), archive).await?;
        self.ledger.take_in(&agent.scope(), &record, self.seed, now).await?;
        let same_place = archive.agent == key.to_string();
        for (document, pieces) in archive.documents.iter().filter(|(document, _)| !known.contains(&document.digest)) {
            let mut document = document.clone();
            document.origin = document.origin.filter(|_| same_place);
            let most = self.most_documents.into();
            if self.ledger.add_document(&agent.scope(), &document, pieces, most).await? == AddedDocument::Full {
                tracing::warn!(%key, name = document.name, "there was no room for a document of an import");
            }
        }
        let import = counted_documents(import, archive, &known);
        tracing::info!(%key, ?actor, ?import, "memory was imported");
        Ok(import)
    }

    /// What is to be written, but for documents.
    async fn record(
        &self,
        key: &AgentKey,
        agent: Option<&Agent>,
        archive: &Archive,
        actor: Actor,
    ) -> Result<(Record, Import), DeskError> {
        let now = self.clock.now();
        let mut import = Import::default();
        let (core, passages, messages) = match agent {
            Some(agent) => {
                let scope = agent.scope();
                (self.ledger.core(&scope).await?, self.texts(&scope).await?, self.said(&scope).await?)
            }
            None => (CoreMemory::default(), HashSet::new(), HashSet::new()),
        };
        self.room_for_documents(agent, archive).await?;
        let closed = self.ledger.closed_people().await?;
        let mut record = Record::default();
        let open = |block: &BlockItem| person_of(block.label).is_none_or(|person| !closed.contains(&person));
        for block in owned(key, &archive.blocks)?.into_iter().filter(open) {
            let edit = self.block_edit(&core, &block, actor, now)?;
            count(edit.is_some(), &mut import.blocks, &mut import.known);
            record.people.extend(person_of(block.label).map(|person| (person, block.name)));
            record.edits.extend(edit);
        }
        record.passages = new_passages(&archive.passages, &passages, actor, now);
        import.passages = record.passages.len() as u64;
        import.known += archive.passages.len() as u64 - import.passages;
        let same_place = archive.agent == key.to_string();
        for message in &archive.messages {
            let body = body(message);
            // Nothing of them is taken in, from wherever it comes.
            if matches!(&body, Body::Person { person, .. } if closed.contains(&person.id)) {
                continue;
            }
            let new = !messages.contains(&mark(&message.at, &body));
            record.messages.extend(new.then(|| new_message(message, same_place)));
            count(new, &mut import.messages, &mut import.known);
        }
        record.summary = archive.summary.clone();
        Ok((record, import))
    }

    /// The edit that makes a block what it was, unless it is that.
    fn block_edit(
        &self,
        core: &CoreMemory,
        block: &BlockItem,
        actor: Actor,
        now: Moment,
    ) -> Result<Option<Edit>, DeskError> {
        let seed = self.seed;
        let known = core.get(block.label);
        let fresh = if block.label == Label::Persona { &seed.persona } else { &seed.human };
        let (before, version, limit) = match known {
            Some(known) => (&known.value, known.version, known.limit),
            None => (fresh, 1, seed.block_limit),
        };
        let used = block.value.chars().count();
        if used > limit {
            return Err(Unreadable(format!(
                "the block {} has {used} characters, and a block holds {limit} here (KEEPSAKE_BLOCK_LIMIT)",
                block.label
            ))
            .into());
        }
        let edit = Edit {
            before: before.clone(),
            after: block.value.clone(),
            expected_version: version,
            ..Edit::new(EditTarget::Block(block.label), EditKind::Rewrite, actor, now)
        };
        Ok((*before != block.value).then_some(edit))
    }

    async fn texts(&self, scope: &Scope) -> Result<HashSet<String>, DeskError> {
        let mut texts = HashSet::new();
        for offset in (0..).step_by(AT_ONCE as usize) {
            let page = self.ledger.list_passages(scope, &PassageFilter::default(), offset, AT_ONCE).await?;
            if page.items.is_empty() {
                break;
            }
            texts.extend(page.items.into_iter().map(|passage| passage.text));
        }
        Ok(texts)
    }

    async fn said(&self, scope: &Scope) -> Result<HashSet<Mark>, DeskError> {
        let (mut said, mut behind) = (HashSet::new(), i64::MIN);
        loop {
            let messages = self.ledger.messages_after(scope, behind, AT_ONCE).await?;
            let Some(last) = messages.last() else { return Ok(said) };
            behind = last.seq;
            said.extend(messages.iter().map(|message| mark(&message.at, &message.body)));
        }
    }

    async fn documents_known(&self, scope: &Scope, archive: &Archive) -> Result<HashSet<String>, DeskError> {
        let mut known = HashSet::new();
        if archive.documents.is_empty() {
            return Ok(known);
        }
        for offset in (0..).step_by(AT_ONCE as usize) {
            let page = self.ledger.list_documents(scope, offset, AT_ONCE).await?;
            if page.items.is_empty() {
                break;
            }
            known.extend(page.items.into_iter().map(|document| document.digest));
        }
        Ok(known)
    }

    /// # Errors
    /// When there would be more documents than an agent may have.
    async fn room_for_documents(&self, agent: Option<&Agent>, archive: &Archive) -> Result<(), DeskError> {
        let (mut there, mut known) = (0, HashSet::new());
        if let Some(agent) = agent {
            there = self.ledger.count_documents(&agent.scope()).await?;
            known = self.documents_known(&agent.scope(), archive).await?;
        }
        let new = archive.documents.iter().filter(|(document, _)| !known.contains(&document.digest)).count() as u64;
        if there + new > u64::from(self.most_documents) {
            return Err(Unreadable(format!(
                "there would be {} documents, and {} are the limit (KEEPSAKE_DOC_MAX_PER_AGENT)",
                there + new,
                self.most_documents
            ))
            .into());
        }
        Ok(())
    }
}

fn count(new: bool, counted: &mut u64, known: &mut u64) {
    *(if new { counted } else { known }) += 1;
}

fn counted_documents(mut import: Import, archive: &Archive, known: &HashSet<String>) -> Import {
    for (document, _) in &archive.documents {
        count(!known.contains(&document.digest), &mut import.documents, &mut import.known);
    }
    import
}

/// The blocks as blocks of that place: where one person speaks, the block about a person is about them.
fn owned(key: &AgentKey, blocks: &[BlockItem]) -> Result<Vec<BlockItem>, DeskError> {
    let owner = match key {
        AgentKey::Dm(person) | AgentKey::Member { person, .. } => *person,
        AgentKey::Terminal(_) => PersonId::TERMINAL,
        AgentKey::Channel(_) | AgentKey::Thread(_) => return Ok(blocks.to_vec()),
    };
    let people = blocks.iter().filter(|block| block.label != Label::Persona).count();
    if people > 1 {
        return Err(Unreadable(format!(
            "it holds blocks about {people} people, and this place belongs to one: import it into a channel"
        ))
        .into());
    }
    let ours = |block: &BlockItem| match block.label {
        Label::Persona => block.clone(),
        Label::Human(_) => BlockItem { label: Label::Human(owner), ..block.clone() },
    };
    Ok(blocks.iter().map(ours).collect())
}

/// By what a message is known again.
type Mark = (i64, &'static str, String);

fn mark(at: &Moment, body: &Body) -> Mark {
    (at.timestamp_micros(), body.role(), body.text().to_owned())
}

fn body(message: &MessageItem) -> Body {
    message.body.clone().into()
}

/// Where it stands in Discord is only believed of what was said in this very place.
fn new_message(message: &MessageItem, same_place: bool) -> NewMessage {
    let source: Option<Source> = message.source.filter(|_| same_place);
    NewMessage { id: MessageId::at(message.at), body: body(message), source, at: message.at }
}

/// The passages that are not there, oldest first, each with the edit that records it.
fn new_passages(all: &[PassageItem], known: &HashSet<String>, actor: Actor, now: Moment) -> Vec<(Passage, Edit)> {
    let mut new: Vec<&PassageItem> = all.iter().filter(|passage| !known.contains(&passage.text)).collect();
    new.sort_by_key(|passage| passage.number);
    let ids: HashMap<i64, PassageId> =
        new.iter().map(|passage| (passage.number, PassageId::at(passage.created_at))).collect();
    let made = |item: &&PassageItem| {
        let gone = item.superseded.map(|gone| {
            let by = gone.by.and_then(|by| Some((*ids.get(&by)?, by)));
            Superseded { at: gone.at, by }
        });
        let id = ids.get(&item.number).copied().unwrap_or_else(|| PassageId::at(item.created_at));
        let passage = Passage {
            id,
            valid_from: item.valid_from,
            superseded: gone,
            ..Passage::new(item.text.clone(), item.tags.clone(), item.by, item.created_at)
        };
        let edit =
            Edit { after: item.text.clone(), ..Edit::new(EditTarget::Passage(id), EditKind::Create, actor, now) };
        (passage, edit)
    };
    new.iter().map(made).collect()
}
