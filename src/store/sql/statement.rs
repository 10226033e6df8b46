//! SQL with its values. Owns how values of memory become columns, and that no text holds a NUL (U+0000), which Postgres
//! cannot store: both databases get U+FFFD in its place. Must not know any table.
//!
//! SQL text is only ever put together from pieces of the program itself; what people or models wrote is always bound.

use std::borrow::Cow;
use std::io;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::ser::{CharEscape, CompactFormatter, Formatter, Serializer};

use super::super::StoreError;
use crate::clock::Moment;
use crate::memory::ids::{AgentId, ChunkId, DocumentId, EditId, MessageId, OutboxId, PassageId, PersonId, TurnId};
use crate::memory::{AgentKey, Label, Scope};

/// Values that one statement of unbounded length is cut into; far below what either database allows.
pub(super) const CHUNK: usize = 500;

/// One bound value. Everything stored is a whole number or a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Arg {
    Int(Option<i64>),
    Text(Option<String>),
}

/// `text` without NUL.
pub(super) fn storable(text: &str) -> Cow<'_, str> {
    if text.contains('\0') { Cow::Owned(text.replace('\0', "\u{FFFD}")) } else { Cow::Borrowed(text) }
}

impl From<&str> for Arg {
    fn from(text: &str) -> Self {
        Self::Text(Some(storable(text).into_owned()))
    }
}

impl From<&String> for Arg {
    fn from(text: &String) -> Self {
        Self::from(text.as_str())
    }
}

impl From<String> for Arg {
    fn from(text: String) -> Self {
        if text.contains('\0') { Self::from(text.as_str()) } else { Self::Text(Some(text)) }
    }
}

impl From<i64> for Arg {
    fn from(number: i64) -> Self {
        Self::Int(Some(number))
    }
}

/// Discord's numbers, bit by bit.
impl From<u64> for Arg {
    fn from(number: u64) -> Self {
        Self::Int(Some(number.cast_signed()))
    }
}

impl From<Moment> for Arg {
    fn from(at: Moment) -> Self {
        Self::Int(Some(at.timestamp_micros()))
    }
}

impl From<&Scope> for Arg {
    fn from(scope: &Scope) -> Self {
        Self::from(scope.agent())
    }
}

macro_rules! by_text {
    ($($kind:ty),+ $(,)?) => {$(
        impl From<$kind> for Arg {
            fn from(value: $kind) -> Self {
                Self::Text(Some(value.to_string()))
            }
        }
    )+};
}

by_text!(
    AgentId,
    ChunkId,
    DocumentId,
    EditId,
    MessageId,
    OutboxId,
    PassageId,
    PersonId,
    TurnId,
    uuid::Uuid,
    Label,
    &AgentKey
);

macro_rules! nullable {
    ($null:expr => $($kind:ty),+ $(,)?) => {$(
        impl From<Option<$kind>> for Arg {
            fn from(value: Option<$kind>) -> Self {
                value.map_or($null, Self::from)
            }
        }
    )+};
}

nullable!(Self::Int(None) => i64, u64, Moment);
nullable!(Self::Text(None) => &str, String, MessageId, TurnId, EditId, PassageId);

/// A row to insert.
macro_rules! args {
    ($($value:expr),+ $(,)?) => { vec![$($crate::store::sql::statement::Arg::from($value)),+] };
}
pub(super) use args;

/// A statement that one and the same text makes for both databases.
#[derive(Debug, Clone)]
pub(super) struct Statement {
    sql: Cow<'static, str>,
    args: Vec<Arg>,
}

/// From so many values on it is worth while to take the names of places away.
const MANY: usize = 12;

/// The text with `?` for `$1`, `$2` …, if they come in order and each once.
fn unnamed(sql: &str, count: usize) -> Option<String> {
    let mut plain = String::with_capacity(sql.len());
    let mut pieces = sql.split('$');
    plain.push_str(pieces.next()?);
    let mut places = 0;
    for piece in pieces {
        let digits = piece.len() - piece.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        places += 1;
        if piece[..digits].parse() != Ok(places) {
            return None;
        }
        plain.push('?');
        plain.push_str(&piece[digits..]);
    }
    (places == count).then_some(plain)
}

/// Starts a statement.
pub(super) fn sql(text: &'static str) -> Statement {
    Statement { sql: Cow::Borrowed(text), args: Vec::new() }
}

impl Statement {
    /// Binds the next of `$1`, `$2` …
    pub(super) fn bind(mut self, value: impl Into<Arg>) -> Self {
        self.args.push(value.into());
        self
    }

    /// Adds a piece of SQL.
    pub(super) fn push(mut self, piece: &'static str) -> Self {
        self.sql.to_mut().push_str(piece);
        self
    }

    /// Adds a value where the text now ends.
    pub(super) fn push_bind(mut self, value: impl Into<Arg>) -> Self {
        self.args.push(value.into());
        let place = format!("${}", self.args.len());
        self.sql.to_mut().push_str(&place);
        self
    }

    /// Adds `(value, value …)` for an `IN`. The last value is repeated up to a power of two, so that lists of all
    /// lengths share a few texts, which the databases need not read again.
    pub(super) fn push_list(self, values: impl IntoIterator<Item = impl Into<Arg>>) -> Self {
        let mut values: Vec<Arg> = values.into_iter().map(Into::into).collect();
        if let Some(last) = values.last().cloned() {
            values.resize(values.len().next_power_of_two(), last);
        }
        self.push_values(values)
    }

    /// Adds that the row of `table` is one of those and of that scope. The scope is named in a way that leads through no
    /// index: from a few ids on, SQLite would go through all that an agent has rather than look each of them up.
    pub(super) fn push_ids(
        self,
        table: &'static str,
        scope: &Scope,
        ids: impl IntoIterator<Item = impl Into<Arg>>,
    ) -> Self {
        let of_scope = self.push(table).push(".agent_id || '' = ").push_bind(scope);
        of_scope.push(" AND ").push(table).push(".id IN ").push_list(ids)
    }

    fn push_values(self, values: Vec<Arg>) -> Self {
        let mut listed = self.push("(");
        for (place, value) in values.into_iter().enumerate() {
            listed = if place == 0 { listed } else { listed.push(", ") };
            listed = listed.push_bind(value);
        }
        listed.push(")")
    }

    /// Adds `(…), (…)` for an insert of several rows.
    pub(super) fn push_rows(mut self, rows: impl IntoIterator<Item = Vec<Arg>>) -> Self {
        for (place, row) in rows.into_iter().enumerate() {
            self = if place == 0 { self } else { self.push(", ") };
            self = self.push_values(row);
        }
        self
    }

    /// The same with at least as many rows as the next power of two, by repeating the last one. For an `IN (VALUES …)`.
    pub(super) fn push_row_list(self, mut rows: Vec<Vec<Arg>>) -> Self {
        if let Some(last) = rows.last().cloned() {
            rows.resize(rows.len().next_power_of_two(), last);
        }
        self.push_rows(rows)
    }

    /// The same for SQLite, where a long statement names no places: for each value that is bound, the driver looks
    /// through the names of all that came before.
    pub(super) fn without_names(mut self) -> Self {
        if self.args.len() >= MANY
            && let Some(plain) = unnamed(&self.sql, self.args.len())
        {
            self.sql = Cow::Owned(plain);
        }
        self
    }

    /// The text and the values.
    pub(super) fn into_parts(self) -> (Cow<'static, str>, Vec<Arg>) {
        (self.sql, self.args)
    }
}

/// Compact JSON in which NUL has become U+FFFD.
struct WithoutNul;

impl Formatter for WithoutNul {
    fn write_char_escape<W: ?Sized + io::Write>(&mut self, out: &mut W, escape: CharEscape) -> io::Result<()> {
        match escape {
            CharEscape::AsciiControl(0) => out.write_all(b"\\ufffd"),
            other => CompactFormatter.write_char_escape(out, other),
        }
    }
}

/// `value` as the JSON text that is stored.
pub(super) fn json_text<T: Serialize>(value: &T) -> Result<String, StoreError> {
    let mut out = Vec::new();
    let written = value.serialize(&mut Serializer::with_formatter(&mut out, WithoutNul));
    written.map_err(|error| StoreError::Corrupt(format!("a value that JSON cannot hold ({error})")))?;
    String::from_utf8(out).map_err(|error| StoreError::Corrupt(format!("JSON that is no text ({error})")))
}

/// The value of a stored JSON text.
pub(super) fn from_json<T: DeserializeOwned>(text: &str, what: &str) -> Result<T, StoreError> {
    serde_json::from_str(text).map_err(|error| StoreError::Corrupt(format!("{what} ({error})")))
}

/// What a count or limit is bound as; more than the database can count means "all".
pub(super) fn count(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn placeholders_count_on() {
        let statement = sql("a = $1 AND b IN ").bind(1_i64).push_list(["x", "y"]).push(" OFFSET ").push_bind(7_u64);
        let (text, args) = statement.into_parts();
        assert_eq!(text, "a = $1 AND b IN ($2, $3) OFFSET $4");
        assert_eq!(args, args![1_i64, "x", "y", 7_u64]);
    }

    #[test]
    fn lists_share_their_texts() {
        let of = |count: i64| sql("a IN ").push_list(1..=count).into_parts();
        assert_eq!(of(3), of(3));
        assert_eq!(of(3).0, of(4).0);
        assert_eq!(of(3).1, args![1_i64, 2_i64, 3_i64, 3_i64]);
        assert_ne!(of(4).0, of(5).0);
        let rows = sql("a IN (VALUES ").push_row_list(vec![args![1_i64]; 3]).into_parts();
        assert_eq!((rows.0.as_ref(), rows.1.len()), ("a IN (VALUES ($1), ($2), ($3), ($4)", 4));
    }

    #[test]
    fn places_lose_their_names_only_when_each_stands_once_in_order() {
        assert_eq!(unnamed("a = $1 AND b IN ($2, $3) LIMIT $4", 4).as_deref(), Some("a = ? AND b IN (?, ?) LIMIT ?"));
        assert_eq!(unnamed("a = $1 OR b = $1", 1), None);
        assert_eq!(unnamed("a = $2 OR b = $1", 2), None);
        assert_eq!(unnamed("a = $1", 2), None);
        let long = sql("a IN ").push_list(1..=16_i64);
        assert!(!long.clone().without_names().into_parts().0.contains('$'));
        assert_eq!(long.without_names().into_parts().1.len(), 16);
    }

    #[test]
    fn rows_stand_side_by_side() {
        let (text, args) = sql("VALUES ").push_rows([args![1_i64, "a"], args![2_i64, "b"]]).into_parts();
        assert_eq!((text.as_ref(), args.len()), ("VALUES ($1, $2), ($3, $4)", 4));
    }

    #[test]
    fn an_escaped_backslash_is_not_taken_for_nul() {
        assert_eq!(json_text(&"\\u0000").expect("text"), "\"\\\\u0000\"");
        assert_eq!(json_text(&"a\0b").expect("text"), "\"a\\ufffdb\"");
    }

    proptest! {
        #[test]
        fn json_reads_back_but_for_nul(text in any::<String>(), key in any::<String>()) {
            let value = serde_json::json!({ key.clone(): [text.clone()] });
            let stored = json_text(&value).expect("text");
            let read: serde_json::Value = from_json(&stored, "test").expect("JSON");
            prop_assert_eq!(read, serde_json::json!({ storable(&key): [storable(&text)] }));
        }

        #[test]
        fn no_bound_text_holds_nul(text in any::<String>()) {
            let Arg::Text(Some(bound)) = Arg::from(text.clone()) else { panic!("a text") };
            prop_assert!(!bound.contains('\0'));
            prop_assert_eq!(bound.chars().count(), text.chars().count());
        }
    }
}
