//! The tables' versions. Owns the list of migrations: one line each, for both databases under the same number. They are
//! part of the program, and one that has landed is never changed.

use sqlx::SqlSafeStr;
use sqlx::migrate::{MigrateError, Migration, MigrationType, Migrator};

use super::super::StoreError;

/// Number, name, and the text for each database.
struct Step {
    number: i64,
    name: &'static str,
    sqlite: &'static str,
    postgres: &'static str,
}

macro_rules! steps {
    ($($number:literal $file:literal),+ $(,)?) => {
        &[$(Step {
            number: $number,
            name: $file,
            sqlite: include_str!(concat!("../../../migrations/sqlite/", $file, ".sql")),
            postgres: include_str!(concat!("../../../migrations/postgres/", $file, ".sql")),
        }),+]
    };
}

const STEPS: &[Step] = steps![
    1 "0001_ledger",
    2 "0002_said",
    3 "0003_versions",
    4 "0004_changes",
    5 "0005_documents",
    6 "0006_settings",
    8 "0008_reminders",
    9 "0009_answers",
    10 "0010_rights",
    12 "0012_seen",
    13 "0013_parked",
    14 "0014_restored",
];

fn migrator(text: impl Fn(&Step) -> &'static str) -> Migrator {
    let migration = |step: &Step| {
        let sql = text(step).into_sql_str();
        Migration::new(step.number, step.name.into(), MigrationType::Simple, sql, false)
    };
    Migrator::with_migrations(STEPS.iter().map(migration).collect())
}

/// Those for SQLite.
pub(super) fn sqlite() -> Migrator {
    migrator(|step| step.sqlite)
}

/// Those for Postgres.
pub(super) fn postgres() -> Migrator {
    migrator(|step| step.postgres)
}

/// The number of the last one.
pub(super) fn newest() -> i64 {
    STEPS.last().map_or(0, |step| step.number)
}

/// What a failed migration means.
pub(super) fn failure(error: MigrateError) -> StoreError {
    match error {
        MigrateError::VersionMissing(version) => StoreError::Newer(version),
        other => StoreError::Migrate(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_rise_and_begin_the_file_names() {
        assert!(STEPS.is_sorted_by(|one, next| one.number < next.number));
        for step in STEPS {
            assert!(step.name.starts_with(&format!("{:04}_", step.number)), "{}", step.name);
        }
    }

    /// The tables, indexes and columns that a text makes, without their types.
    fn outline(text: &str) -> Vec<String> {
        let lines = text.lines().filter(|line| !line.trim_start().starts_with("--"));
        lines.filter_map(|line| line.split(" -- ").next()?.split_whitespace().next().map(str::to_owned)).collect()
    }

    #[test]
    fn both_databases_have_the_same_columns() {
        for step in STEPS {
            assert_eq!(outline(&step.sqlite.replace(") STRICT;", ");")), outline(step.postgres), "{}", step.name);
        }
    }
}
