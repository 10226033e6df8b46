//! Reading columns. Owns how a column becomes a value of memory; one that cannot is [`StoreError::Corrupt`].
//! Must not know any table.

use std::fmt::Display;
use std::str::FromStr;

use chrono::DateTime;
use serde::de::DeserializeOwned;
use sqlx::Row as _;
use sqlx::postgres::PgRow;
use sqlx::sqlite::SqliteRow;

use super::super::StoreError;
use super::statement::from_json;
use crate::clock::Moment;
use crate::memory::{Actor, PersonId, Source};

/// One row of either database.
pub(super) enum Row {
    Sqlite(SqliteRow),
    Postgres(PgRow),
}

fn unreadable(column: &str, error: impl Display) -> StoreError {
    StoreError::Corrupt(format!("column {column} ({error})"))
}

macro_rules! column {
    ($row:expr, $column:expr) => {
        match $row {
            Row::Sqlite(row) => row.try_get($column),
            Row::Postgres(row) => row.try_get($column),
        }
        .map_err(|error| unreadable($column, error))
    };
}

impl Row {
    pub(super) fn int(&self, column: &'static str) -> Result<i64, StoreError> {
        column!(self, column)
    }

    pub(super) fn int_or_null(&self, column: &'static str) -> Result<Option<i64>, StoreError> {
        column!(self, column)
    }

    pub(super) fn text(&self, column: &'static str) -> Result<String, StoreError> {
        column!(self, column)
    }

    pub(super) fn text_or_null(&self, column: &'static str) -> Result<Option<String>, StoreError> {
        column!(self, column)
    }

    /// A number that cannot be negative.
    pub(super) fn size<T: TryFrom<i64>>(&self, column: &'static str) -> Result<T, StoreError> {
        let number = self.int(column)?;
        T::try_from(number).map_err(|_| unreadable(column, format!("{number} is out of range")))
    }

    /// An id, key or label.
    pub(super) fn parsed<T: FromStr<Err: Display>>(&self, column: &'static str) -> Result<T, StoreError> {
        self.text(column)?.parse().map_err(|error| unreadable(column, error))
    }

    pub(super) fn parsed_or_null<T: FromStr<Err: Display>>(
        &self,
        column: &'static str,
    ) -> Result<Option<T>, StoreError> {
        let text = self.text_or_null(column)?;
        text.map(|text| text.parse().map_err(|error| unreadable(column, error))).transpose()
    }

    pub(super) fn moment(&self, column: &'static str) -> Result<Moment, StoreError> {
        let micros = self.int(column)?;
        DateTime::from_timestamp_micros(micros).ok_or_else(|| unreadable(column, format!("{micros} is no moment")))
    }

    pub(super) fn moment_or_null(&self, column: &'static str) -> Result<Option<Moment>, StoreError> {
        match self.int_or_null(column)? {
            Some(_) => self.moment(column).map(Some),
            None => Ok(None),
        }
    }

    pub(super) fn json<T: DeserializeOwned>(&self, column: &'static str) -> Result<T, StoreError> {
        from_json(&self.text(column)?, column)
    }

    /// The columns guild, channel and message; none when there is no channel.
    pub(super) fn source_or_null(&self) -> Result<Option<Source>, StoreError> {
        let Some(channel) = self.int_or_null("channel")? else { return Ok(None) };
        let guild = self.int_or_null("guild")?.map(i64::cast_unsigned);
        let message = self.int_or_null("message")?.unwrap_or(0).cast_unsigned();
        Ok(Some(Source { guild, channel: channel.cast_unsigned(), message }))
    }

    /// The same where there always is one.
    pub(super) fn source(&self) -> Result<Source, StoreError> {
        self.source_or_null()?.ok_or_else(|| unreadable("channel", "it is empty"))
    }

    /// Who did something.
    pub(super) fn actor(&self) -> Result<Actor, StoreError> {
        let text = self.text("actor")?;
        let person = text.strip_prefix("person:").and_then(|id| id.parse().ok());
        match (text.as_str(), person) {
            ("model", _) => Ok(Actor::Model),
            ("background", _) => Ok(Actor::Background),
            ("system", _) => Ok(Actor::System),
            (_, Some(id)) => Ok(Actor::Person(PersonId(id))),
            _ => Err(unreadable("actor", format!("`{text}` is nobody"))),
        }
    }
}

/// The text that [`Row::actor`] reads.
pub(super) fn actor_text(actor: Actor) -> String {
    match actor {
        Actor::Model => "model".to_owned(),
        Actor::Background => "background".to_owned(),
        Actor::System => "system".to_owned(),
        Actor::Person(id) => format!("person:{id}"),
    }
}
