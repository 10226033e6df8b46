//! The ledger's contract: every test runs on SQLite and on a real Postgres, as `store::sqlite::NAME` and
//! `store::postgres::NAME`. What only one of them has (files, servers) is in `only_sqlite` and `only_postgres`.

mod agents;
mod answers;
mod backup;
mod blocks;
mod care;
mod changes;
mod documents;
mod feed;
mod forgetting;
mod hurt;
mod messages;
mod only_postgres;
mod only_sqlite;
mod outbox;
mod passages;
mod people;
mod plant;
mod queue;
mod races;
mod records;
mod reminders;
mod reset;
mod scope;
mod settings;
mod text;
mod words;

use keepsake::store::{self, SharedLedger};
use libtest_mimic::Trial;
use tempfile::TempDir;

use crate::support;

/// A database.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Backend {
    Sqlite,
    Postgres,
}

/// A new ledger for one test.
pub struct Home {
    pub ledger: SharedLedger,
    pub url: String,
    /// Of the SQLite file.
    folder: Option<TempDir>,
}

impl Home {
    pub async fn new(backend: Backend) -> Self {
        let (url, folder) = match backend {
            Backend::Sqlite => {
                let folder = tempfile::tempdir().expect("a temporary folder");
                (format!("sqlite://{}", folder.path().join("ledger.db").display()), Some(folder))
            }
            Backend::Postgres => (support::postgres::database().await, None),
        };
        let ledger = store::open(&url).await.expect("the ledger opens");
        Self { ledger, url, folder }
    }

    /// The same database, opened anew.
    pub async fn reopened(self) -> Self {
        self.ledger.close().await;
        let ledger = store::open(&self.url).await.expect("the ledger opens again");
        Self { ledger, ..self }
    }
}

/// A test once for each database.
fn both<F, Test>(name: &str, test: F) -> [Trial; 2]
where
    F: Fn(Home) -> Test + Copy + Send + 'static,
    Test: Future<Output = ()>,
{
    let on = |backend| move || async move { test(Home::new(backend).await).await };
    [
        support::trial(&format!("store::sqlite::{name}"), on(Backend::Sqlite)),
        support::trial(&format!("store::postgres::{name}"), on(Backend::Postgres))
            .with_ignored_flag(!support::postgres::is_here()),
    ]
}

/// `contract![one, two]` lists the tests of a file, as `trials!` does, but for both databases.
macro_rules! contract {
    ($($name:ident),+ $(,)?) => {
        pub fn trials() -> Vec<libtest_mimic::Trial> {
            [$(super::both(stringify!($name), $name)),+].into_iter().flatten().collect()
        }
    };
}
use contract;

pub fn trials() -> Vec<Trial> {
    let contract = [
        agents::trials(),
        answers::trials(),
        backup::trials(),
        backup::more(),
        blocks::trials(),
        care::trials(),
        care::more(),
        changes::trials(),
        documents::trials(),
        feed::trials(),
        forgetting::trials(),
        messages::trials(),
        outbox::trials(),
        passages::trials(),
        people::trials(),
        queue::trials(),
        races::trials(),
        records::trials(),
        reminders::trials(),
        reset::trials(),
        scope::trials(),
        settings::trials(),
        text::trials(),
        words::trials(),
    ];
    let mut trials: Vec<Trial> = contract.into_iter().flatten().collect();
    trials.extend(only_sqlite::trials());
    trials.extend(hurt::trials());
    let ignored = !support::postgres::is_here();
    trials.extend(only_postgres::trials().into_iter().map(|trial| trial.with_ignored_flag(ignored)));
    trials
}
