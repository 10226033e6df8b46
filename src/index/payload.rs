//! What a point carries beside its vectors, and what the index is called. Owns these names, the same for every backend.
//! Pure.

use serde_json::{Value, json};
use uuid::Uuid;
use xxhash_rust::xxh32::xxh32;

use super::{Candidates, Point, key, lexical};
use crate::memory::Scope;

/// Counts up whenever the payload is written in another way: an index made with another version is made anew.
const VERSION: u32 = 2;

/// The vector of the meaning.
pub const DENSE: &str = "dense";
/// The vector of the words.
pub const SPARSE: &str = "words";

pub const SCOPE: &str = "scope";
pub const KIND: &str = "kind";
pub const AUTHOR: &str = "author";
pub const AUTHOR_NAME: &str = "author_name";
pub const TAGS: &str = "tags";
pub const AT: &str = "at";

/// Payload fields that hold words to be matched whole, besides the scope.
pub const KEYWORDS: [&str; 4] = [KIND, AUTHOR, AUTHOR_NAME, TAGS];

/// How a scope is written in the payload.
pub fn scope_text(scope: &Scope) -> String {
    scope.agent().to_string()
}

/// The payload of a point: a JSON object.
pub fn payload(point: &Point) -> Value {
    let mut fields = json!({
        SCOPE: scope_text(&point.scope),
        KIND: point.kind.as_str(),
        TAGS: point.tags.iter().map(|tag| word_key(tag)).collect::<Vec<_>>(),
        AT: point.at.to_rfc3339_opts(chrono::SecondsFormat::Micros, true),
    });
    if let Some(author) = &point.author {
        fields[AUTHOR] = json!(author);
    }
    if let Some(name) = &point.author_name {
        fields[AUTHOR_NAME] = json!(word_key(name));
    }
    fields
}

/// How a name or tag is written: people's words never are, so that what an engine leaves on the disk for a while after it
/// has deleted something tells nobody anything. Two may fall together; among 2⁶⁴ that does not happen.
pub fn word_key(text: &str) -> String {
    format!("{:08x}{:08x}", xxh32(text.as_bytes(), 0), xxh32(text.as_bytes(), 1))
}

/// What the index for one embedder is called. Another embedder, another length or other words give another name, so that
/// vectors which cannot be compared never meet. Only lower-case letters, digits, `-` and `_`.
pub fn index_name(embedder: &str, dims: usize) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
    let readable: String = embedder.chars().map(plain).take(40).collect();
    let exact = format!("{embedder}\n{dims}\n{}\n{}\n{VERSION}", lexical::VERSION, key::VERSION);
    format!("{}-{dims}-{:08x}", readable.trim_matches('-'), xxh32(exact.as_bytes(), 0))
}

/// Candidates asked of an engine beyond those that are wanted. Of items with the same score at the end of a list an engine
/// keeps whichever it comes upon; with some to spare the cut is made here, by a rule. Only when more than this many items
/// share the last score does chance still choose among them.
pub const SPARE: usize = 64;

/// Puts both lists in an order that does not depend on the engine, best first and then newest first, and cuts them to
/// `limit`.
pub fn in_order(mut candidates: Candidates, limit: usize) -> Candidates {
    for list in [&mut candidates.lexical, &mut candidates.dense] {
        list.sort_by(|(one, one_score): &(Uuid, f32), (other, other_score)| {
            other_score.total_cmp(one_score).then_with(|| other.cmp(one))
        });
        list.truncate(limit);
    }
    candidates
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_safe_and_tell_embedders_apart() {
        let name = index_name("../Potion Base/8M é", 256);
        assert!(name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-'), "{name}");
        assert!(name.starts_with("potion-base-8m"), "{name}");
        assert_ne!(index_name("a/b", 256), index_name("a-b", 256));
        assert_ne!(index_name("a", 256), index_name("a", 128));
        assert_eq!(index_name("a", 256), index_name("a", 256));
    }
}
