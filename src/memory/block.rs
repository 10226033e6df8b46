//! Core memory: the blocks that are always in the prompt, and the only place where they are changed.
//! Every change is tried on a copy; nothing is altered when it fails.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};

use super::diff::nearest_line;
use super::edit::EditKind;
use super::ids::PersonId;
use super::message::Person;
use crate::clock::Moment;

/// Blocks that an error names.
const KNOWN_SHOWN: usize = 20;

/// Which block.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Label {
    /// Who the agent is.
    Persona,
    /// What it knows of one person.
    Human(PersonId),
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Persona => f.write_str("persona"),
            Self::Human(person) => write!(f, "human:{person}"),
        }
    }
}

/// A text that names no block.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a block label: use persona or human:USER")]
pub struct BadLabel(pub String);

impl FromStr for Label {
    type Err = BadLabel;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let person = text.strip_prefix("human:").and_then(|id| id.parse().ok());
        match (text, person) {
            ("persona", _) => Ok(Self::Persona),
            (_, Some(id)) => Ok(Self::Human(PersonId(id))),
            _ => Err(BadLabel(text.to_owned())),
        }
    }
}

impl Serialize for Label {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Label {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        String::deserialize(input)?.parse().map_err(D::Error::custom)
    }
}

/// One block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    pub label: Label,
    /// What the person of a `human` block is called now.
    pub name: Option<String>,
    pub value: String,
    /// Characters (Unicode scalar values) that it may hold.
    pub limit: usize,
    /// Counts up by one with each edit; 1 when made.
    pub version: i64,
    pub updated_at: Moment,
}

impl Block {
    /// Characters in it.
    pub fn used(&self) -> usize {
        self.value.chars().count()
    }

    /// What people call it: `persona`, `human · Mara`.
    pub fn title(&self) -> String {
        match (&self.label, &self.name) {
            (Label::Persona, _) => "persona".to_owned(),
            (Label::Human(_), Some(name)) => format!("human · {name}"),
            (Label::Human(id), None) => format!("human · {id}"),
        }
    }
}

/// A change of a block that has been made on the copy and waits to be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BlockChange {
    pub label: Label,
    pub kind: EditKind,
    pub before: String,
    pub after: String,
    /// The version the block had before.
    pub expected_version: i64,
}

/// Why a block was not changed. Each text says how to do better.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BlockError {
    #[error("there is no block `{given}`. Blocks: {known}")]
    UnknownLabel { given: String, known: String },
    #[error("`human` is not clear here, several people talk. Say which: {known}")]
    WhichHuman { known: String },
    #[error(
        "the block `{label}` holds at most {limit} characters and this would make {would}. Free at least {over} characters first: shorten it with core_memory_rewrite, or move details to archival memory"
    )]
    TooLong { label: Label, limit: usize, would: usize, over: usize },
    #[error("`old` does not stand in the block `{label}`{}. The block now reads:\n{block}", nearest.as_ref().map(|line| format!("; the nearest line is: {line}")).unwrap_or_default())]
    NotFound { label: Label, nearest: Option<String>, block: String },
    #[error("`old` stands {count} times in the block `{label}`. Give a longer piece that stands there once")]
    Ambiguous { label: Label, count: usize },
    #[error("`{0}` must not be empty")]
    Empty(&'static str),
    #[error("the block `{0}` says that already; nothing was changed")]
    Unchanged(Label),
}

/// All blocks of one agent: `persona` first, then people in the order they were met.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CoreMemory {
    pub blocks: Vec<Block>,
}

impl CoreMemory {
    /// The block of that label.
    pub fn get(&self, label: Label) -> Option<&Block> {
        self.blocks.iter().find(|block| block.label == label)
    }

    /// The block a model means by `name`: `persona`, `human:ID`, or plain `human` for the only person here, else for
    /// the only one who is `speaking`.
    ///
    /// # Errors
    /// [`BlockError::UnknownLabel`] and [`BlockError::WhichHuman`], both with the labels there are.
    pub fn resolve(&self, name: &str, speaking: &[Person]) -> Result<Label, BlockError> {
        let name = name.trim().trim_matches(['<', '>', '`', '"']);
        if name.eq_ignore_ascii_case("human") || name.eq_ignore_ascii_case("user") {
            return self.only_human(speaking);
        }
        let by_text = name.to_ascii_lowercase().parse::<Label>().ok();
        by_text
            .filter(|label| self.get(*label).is_some())
            .ok_or_else(|| BlockError::UnknownLabel { given: name.to_owned(), known: self.known() })
    }

    fn only_human(&self, speaking: &[Person]) -> Result<Label, BlockError> {
        let humans: Vec<Label> =
            self.blocks.iter().map(|block| block.label).filter(|label| *label != Label::Persona).collect();
        match (humans.as_slice(), speaking) {
            ([one], _) => Ok(*one),
            (_, [person]) if self.get(Label::Human(person.id)).is_some() => Ok(Label::Human(person.id)),
            _ => Err(BlockError::WhichHuman { known: self.known() }),
        }
    }

    /// The blocks of the people whom a model means by `person`: by id, by label, else by name, in whole or in part.
    /// Names never tell people apart, so all who bear one are found.
    pub fn people_called(&self, person: &str) -> Vec<&Block> {
        let person = person.trim().trim_matches(['<', '>', '`', '"', '@', '(', ')']);
        let id = person.strip_prefix("human:").unwrap_or(person).parse().ok().map(PersonId);
        if let Some(block) = id.and_then(|id| self.get(Label::Human(id))) {
            return vec![block];
        }
        let person = person.to_lowercase();
        let named = |fits: &dyn Fn(&str) -> bool| -> Vec<&Block> {
            let fits = |block: &&Block| block.name.as_ref().is_some_and(|name| fits(&name.to_lowercase()));
            self.people().filter(fits).collect()
        };
        let exact = named(&|name| name == person);
        if exact.is_empty() && !person.is_empty() { named(&|name| name.contains(&person)) } else { exact }
    }

    /// The blocks of people, in the order they were met.
    pub fn people(&self) -> impl Iterator<Item = &Block> {
        self.blocks.iter().filter(|block| block.label != Label::Persona)
    }

    fn known(&self) -> String {
        let named = |block: &Block| match &block.name {
            Some(name) => format!("{} ({name})", block.label),
            None => block.label.to_string(),
        };
        let more = self.blocks.len().saturating_sub(KNOWN_SHOWN);
        let mut known: Vec<String> = self.blocks.iter().take(KNOWN_SHOWN).map(named).collect();
        known.extend((more > 0).then(|| format!("and {more} more, which core_memory_read finds by name")));
        known.join(", ")
    }

    /// Adds `content` as a new line at the end of the block.
    ///
    /// # Errors
    /// [`BlockError`]; nothing is changed then.
    pub fn append(&mut self, label: Label, content: &str, now: Moment) -> Result<BlockChange, BlockError> {
        let content = content.trim();
        if content.is_empty() {
            return Err(BlockError::Empty("content"));
        }
        let block = self.known_block(label)?;
        if block.value.lines().any(|line| line.trim() == content) {
            return Err(BlockError::Unchanged(label));
        }
        let after =
            if block.value.is_empty() { content.to_owned() } else { format!("{}\n{content}", block.value.trim_end()) };
        self.put(label, EditKind::Append, after, now)
    }

    /// Replaces the one place where `old` stands by `new`; an empty `new` removes it.
    ///
    /// # Errors
    /// [`BlockError`]; nothing is changed then.
    pub fn replace(&mut self, label: Label, old: &str, new: &str, now: Moment) -> Result<BlockChange, BlockError> {
        if old.is_empty() {
            return Err(BlockError::Empty("old"));
        }
        let value = &self.known_block(label)?.value;
        let after = match value.matches(old).count() {
            1 => value.replacen(old, new, 1),
            0 => return Err(BlockError::NotFound { label, nearest: nearest_line(value, old), block: value.clone() }),
            count => return Err(BlockError::Ambiguous { label, count }),
        };
        self.put(label, EditKind::Replace, after, now)
    }

    /// Replaces the whole block.
    ///
    /// # Errors
    /// [`BlockError`]; nothing is changed then.
    pub fn rewrite(&mut self, label: Label, value: &str, now: Moment) -> Result<BlockChange, BlockError> {
        self.put(label, EditKind::Rewrite, value.trim().to_owned(), now)
    }

    fn known_block(&self, label: Label) -> Result<&Block, BlockError> {
        self.get(label).ok_or_else(|| BlockError::UnknownLabel { given: label.to_string(), known: self.known() })
    }

    fn put(&mut self, label: Label, kind: EditKind, after: String, now: Moment) -> Result<BlockChange, BlockError> {
        let known = self.known();
        let block = self
            .blocks
            .iter_mut()
            .find(|block| block.label == label)
            .ok_or(BlockError::UnknownLabel { given: label.to_string(), known })?;
        let would = after.chars().count();
        if would > block.limit {
            return Err(BlockError::TooLong { label, limit: block.limit, would, over: would - block.limit });
        }
        if after == block.value {
            return Err(BlockError::Unchanged(label));
        }
        let before = std::mem::replace(&mut block.value, after.clone());
        let expected_version = block.version;
        block.version += 1;
        block.updated_at = now;
        Ok(BlockChange { label, kind, before, after, expected_version })
    }
}
