//! Finding by words. Goes through what an agent has, within its scope: this is for when there is no index, and so may cost
//! what an index saves.

use async_trait::async_trait;

use super::super::{MessageFilter, PassageFilter, StoreError, WordStore};
use super::SqlLedger;
use super::documents::{CHUNK_COLUMNS, chunk_of};
use super::messages::{self, message_of};
use super::passages::{self, passage_of};
use super::statement::{Statement, count, sql};
use crate::memory::{Chunk, DocumentId, Message, Passage, Scope};

/// What of a row is looked at. Both databases make only ASCII small for sure, so patterns leave other letters open.
const OF_MESSAGES: &str =
    "lower(text || ' ' || COALESCE(facts, '') || ' ' || COALESCE(extra, '') || ' ' || COALESCE(person_name, ''))";
const OF_PASSAGES: &str = "lower(text || ' ' || tags)";
const OF_CHUNKS: &str = "lower(c.text || ' ' || c.headings || ' ' || d.name)";

/// The pattern of `LIKE` for a word.
fn pattern(word: &str) -> String {
    let mut pattern = String::with_capacity(word.len() + 2);
    pattern.push('%');
    for letter in word.to_lowercase().chars() {
        match letter {
            '%' | '_' | '\\' => pattern.extend(['\\', letter]),
            // A letter that may be written large, with an accent or without.
            _ if !letter.is_ascii() && letter.to_uppercase().ne([letter]) => pattern.push('_'),
            _ => pattern.push(letter),
        }
    }
    pattern.push('%');
    pattern
}

/// Adds `CASE WHEN … THEN 1 ELSE 0 END + …`: how many of the words are there.
fn push_count(mut statement: Statement, text: &'static str, words: &[String]) -> Statement {
    for (place, word) in words.iter().enumerate() {
        statement = statement.push(if place == 0 { "CASE WHEN " } else { " + CASE WHEN " }).push(text);
        statement = statement.push(" LIKE ").push_bind(pattern(word)).push(" ESCAPE '\\' THEN 1 ELSE 0 END");
    }
    statement
}

/// `found` with the number of words in `hits`, cut to what has any.
fn best(start: Statement, order: &'static str, limit: u64) -> Statement {
    start.push(") AS found WHERE hits > 0 ORDER BY hits DESC, ").push(order).push(" LIMIT ").push_bind(count(limit))
}

#[async_trait]
impl WordStore for SqlLedger {
    async fn messages_with(
        &self,
        scope: &Scope,
        words: &[String],
        filter: &MessageFilter,
        limit: u64,
    ) -> Result<Vec<(Message, String)>, StoreError> {
        if words.is_empty() {
            return Ok(Vec::new());
        }
        let start = sql("SELECT * FROM (SELECT ").push(messages::COLUMNS).push(", COALESCE(facts, '') AS facts, ");
        let counted = push_count(start, OF_MESSAGES, words).push(" AS hits");
        let statement = best(messages::filtered(counted, scope, filter), "at DESC, seq DESC", limit);
        let read = |row| Ok((message_of(row)?, row.text("facts")?));
        self.db.rows(statement).await?.iter().map(read).collect()
    }

    async fn passages_with(
        &self,
        scope: &Scope,
        words: &[String],
        filter: &PassageFilter,
        limit: u64,
    ) -> Result<Vec<Passage>, StoreError> {
        if words.is_empty() {
            return Ok(Vec::new());
        }
        let start = sql("SELECT * FROM (SELECT n, ").push(passages::COLUMNS).push(", ");
        let counted = push_count(start, OF_PASSAGES, words).push(" AS hits");
        let statement = best(passages::filtered(counted, scope, filter), "created_at DESC, n DESC", limit);
        self.db.rows(statement).await?.iter().map(passage_of).collect()
    }

    async fn chunks_with(
        &self,
        scope: &Scope,
        words: &[String],
        document: Option<DocumentId>,
        limit: u64,
    ) -> Result<Vec<Chunk>, StoreError> {
        if words.is_empty() {
            return Ok(Vec::new());
        }
        let start = sql("SELECT * FROM (SELECT c.n AS place, ").push(CHUNK_COLUMNS).push(", ");
        let counted = push_count(start, OF_CHUNKS, words)
            .push(" AS hits FROM documents d JOIN chunks c ON c.document_id = d.id WHERE d.agent_id = ")
            .push_bind(scope);
        let meant = match document {
            Some(document) => counted.push(" AND d.id = ").push_bind(document),
            None => counted,
        };
        let rows = self.db.rows(best(meant, "place DESC", limit)).await?;
        rows.iter().map(chunk_of).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_of_patterns_are_taken_as_they_stand_and_letters_of_two_forms_are_open() {
        assert_eq!(pattern("50%_\\"), "%50\\%\\_\\\\%");
        assert_eq!(pattern("Café"), "%caf_%");
        assert_eq!(pattern("誕生日"), "%誕生日%");
    }
}
