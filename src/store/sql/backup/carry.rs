//! Carrying rows from one database into the other. The tables and columns are read off the SQLite file, which has the same
//! ones as Postgres at the same version; all that is stored is whole numbers and texts.

use std::collections::BTreeSet;

use futures::TryStreamExt;
use sqlx::postgres::PgRow;
use sqlx::sqlite::SqliteRow;
use sqlx::{AssertSqlSafe, PgConnection, Postgres, QueryBuilder, Row as _, Sqlite, SqliteConnection};

use super::super::super::StoreError;
use super::super::statement::Arg;

/// Rows that are written at once.
const BATCH: usize = 200;

/// A table, as both databases have it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Table {
    pub name: String,
    columns: Vec<Column>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Column {
    name: String,
    is_text: bool,
}

impl Table {
    fn columns(&self) -> String {
        self.columns.iter().map(|column| column.name.as_str()).collect::<Vec<_>>().join(", ")
    }

    /// Whether the database itself numbers the rows.
    fn is_numbered(&self) -> bool {
        self.columns.iter().any(|column| column.name == "n")
    }

    fn all_rows(&self) -> String {
        format!("SELECT {} FROM {}", self.columns(), self.name)
    }

    /// On Postgres the numbers of rows are its own to give unless it is told otherwise.
    fn insertion(&self, overriding: &str) -> String {
        format!("INSERT INTO {} ({}) {overriding}", self.name, self.columns())
    }
}

/// The tables of the ledger, each behind those that it refers to.
pub(super) async fn tables(connection: &mut SqliteConnection) -> Result<Vec<Table>, StoreError> {
    let names = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' \
                 AND name <> '_sqlx_migrations' ORDER BY name";
    let mut left: Vec<String> = sqlx::query_scalar(names).fetch_all(&mut *connection).await?;
    let (mut found, mut known): (Vec<Table>, BTreeSet<String>) = (Vec::new(), BTreeSet::new());
    while !left.is_empty() {
        let mut later = Vec::new();
        for name in left {
            let refers: Vec<String> = sqlx::query_scalar("SELECT \"table\" FROM pragma_foreign_key_list($1)")
                .bind(&name)
                .fetch_all(&mut *connection)
                .await?;
            // A circle could be put into no order; such a table goes as it comes.
            if refers.iter().all(|other| *other == name || known.contains(other)) {
                found.push(table(connection, &name).await?);
                known.insert(name);
            } else {
                later.push(name);
            }
        }
        left = later;
    }
    Ok(found)
}

async fn table(connection: &mut SqliteConnection, name: &str) -> Result<Table, StoreError> {
    let rows = sqlx::query("SELECT name, type FROM pragma_table_info($1) ORDER BY cid");
    let mut columns = Vec::new();
    for row in rows.bind(name).fetch_all(connection).await? {
        let kind: String = row.try_get("type")?;
        columns.push(Column { name: row.try_get("name")?, is_text: kind == "TEXT" });
    }
    Ok(Table { name: name.to_owned(), columns })
}

macro_rules! values {
    ($name:ident, $row:ty) => {
        fn $name(row: &$row, table: &Table) -> Result<Vec<Arg>, sqlx::Error> {
            let value = |(place, column): (usize, &Column)| match column.is_text {
                true => row.try_get(place).map(Arg::Text),
                false => row.try_get(place).map(Arg::Int),
            };
            table.columns.iter().enumerate().map(value).collect()
        }
    };
}

values!(values_of_sqlite, SqliteRow);
values!(values_of_postgres, PgRow);

macro_rules! insert {
    ($name:ident, $database:ty, $connection:ty, $overriding:literal) => {
        async fn $name(to: &mut $connection, table: &Table, rows: &mut Vec<Vec<Arg>>) -> Result<(), sqlx::Error> {
            if rows.is_empty() {
                return Ok(());
            }
            let mut statement = QueryBuilder::<$database>::new(table.insertion($overriding));
            statement.push_values(rows.drain(..), |mut place, row| {
                for value in row {
                    match value {
                        Arg::Int(number) => place.push_bind(number),
                        Arg::Text(text) => place.push_bind(text),
                    };
                }
            });
            statement.build().persistent(false).execute(to).await.map(drop)
        }
    };
}

insert!(into_sqlite, Sqlite, SqliteConnection, "");
insert!(into_postgres, Postgres, PgConnection, "OVERRIDING SYSTEM VALUE ");

/// Copies all rows of a table out of Postgres.
pub(super) async fn out_of_postgres(
    from: &mut PgConnection,
    to: &mut SqliteConnection,
    table: &Table,
) -> Result<(), StoreError> {
    let mut rows = sqlx::query(AssertSqlSafe(table.all_rows())).fetch(from);
    let mut batch = Vec::with_capacity(BATCH);
    while let Some(row) = rows.try_next().await? {
        batch.push(values_of_postgres(&row, table)?);
        if batch.len() == BATCH {
            into_sqlite(to, table, &mut batch).await?;
        }
    }
    Ok(into_sqlite(to, table, &mut batch).await?)
}

/// Copies all rows of a table into Postgres, whose own numbering then goes on behind them.
pub(super) async fn to_postgres(
    from: &mut SqliteConnection,
    to: &mut PgConnection,
    table: &Table,
) -> Result<(), StoreError> {
    let mut rows = sqlx::query(AssertSqlSafe(table.all_rows())).fetch(from);
    let mut batch = Vec::with_capacity(BATCH);
    while let Some(row) = rows.try_next().await? {
        batch.push(values_of_sqlite(&row, table)?);
        if batch.len() == BATCH {
            into_postgres(to, table, &mut batch).await?;
        }
    }
    into_postgres(to, table, &mut batch).await?;
    if table.is_numbered() {
        let name = &table.name;
        let behind = format!(
            "SELECT setval(pg_get_serial_sequence('{name}', 'n'), MAX(n)) FROM {name} HAVING MAX(n) IS NOT NULL"
        );
        sqlx::query(AssertSqlSafe(behind)).execute(to).await?;
    }
    Ok(())
}
