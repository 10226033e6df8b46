//! What the tests stand on.

pub mod app;
pub mod dice;
pub mod discord;
pub mod dump;
pub mod files;
pub mod model;
pub mod notes;
pub mod postgres;
pub mod qdrant;
pub mod transcriber;

use libtest_mimic::Trial;

/// A test that runs on a runtime of its own.
pub fn trial<F, Test>(name: &str, test: F) -> Trial
where
    F: FnOnce() -> Test + Send + 'static,
    Test: Future<Output = ()>,
{
    let name = name.trim_start_matches("it::").to_owned();
    Trial::test(name, move || {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
        runtime.block_on(test());
        runtime.shutdown_timeout(std::time::Duration::from_secs(5));
        Ok(())
    })
}

/// `trials![one, two]` makes `pub fn trials()` out of the async functions of those names. One that is forgotten is dead
/// code, which the compiler reports.
#[macro_export]
macro_rules! trials {
    ($($name:ident),+ $(,)?) => {
        pub fn trials() -> Vec<libtest_mimic::Trial> {
            vec![$($crate::support::trial(concat!(module_path!(), "::", stringify!($name)), $name)),+]
        }
    };
}

/// The same for tests that take the database to run on: each on SQLite, and on PostgreSQL where there is one.
#[macro_export]
macro_rules! trials_on_both {
    ($($name:ident),+ $(,)?) => {
        pub fn trials() -> Vec<libtest_mimic::Trial> {
            use $crate::support::app::Database;
            let postgres = $crate::support::postgres::is_here();
            vec![$(
                $crate::support::trial(concat!(module_path!(), "::sqlite::", stringify!($name)), || $name(Database::Sqlite)),
                $crate::support::trial(concat!(module_path!(), "::postgres::", stringify!($name)), || $name(Database::Postgres)).with_ignored_flag(!postgres),
            )+]
        }
    };
}
