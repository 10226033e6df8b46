//! Whether the ledger is sound. Owns what must hold between rows beyond what the tables themselves demand.

use std::collections::HashSet;

use async_trait::async_trait;

use super::super::{CareStore, Examination, Findable, StoreError, trouble};
use super::SqlLedger;
use super::db::Db;
use super::statement::sql;
use crate::memory::Scope;
use crate::output::counted;

/// Faults of one kind that are told of.
const TOLD: usize = 5;

/// What must hold, as the number of rows for which it does not.
struct Rule {
    /// What is wrong with such a row: one, and many.
    said: (&'static str, &'static str),
    broken: &'static str,
}

const fn rule(one: &'static str, many: &'static str, broken: &'static str) -> Rule {
    Rule { said: (one, many), broken }
}

const RULES: &[Rule] = &[
    rule(
        "agent has another number of messages than it counts",
        "agents have another number of messages than they count",
        "SELECT COUNT(*) AS value FROM agents WHERE next_seq - first_seq <> \
         (SELECT COUNT(*) FROM messages WHERE messages.agent_id = agents.id)",
    ),
    rule(
        "agent has another number of passages than it counts",
        "agents have another number of passages than they count",
        "SELECT COUNT(*) AS value FROM agents WHERE passages <> \
         (SELECT COUNT(*) FROM passages p WHERE p.agent_id = agents.id AND p.removed_at IS NULL)",
    ),
    rule(
        "agent has another number of documents than it counts",
        "agents have another number of documents than they count",
        "SELECT COUNT(*) AS value FROM agents WHERE documents <> \
         (SELECT COUNT(*) FROM documents d WHERE d.agent_id = agents.id)",
    ),
    rule(
        "agent would give a number again that a message, passage or document has",
        "agents would give a number again that a message, passage or document has",
        "SELECT COUNT(*) AS value FROM agents WHERE \
         next_seq <= (SELECT COALESCE(MAX(seq), 0) FROM messages WHERE messages.agent_id = agents.id) OR \
         next_said <= (SELECT COALESCE(MAX(said), 0) FROM messages m WHERE m.agent_id = agents.id) OR \
         next_passage <= (SELECT COALESCE(MAX(number), 0) FROM passages p WHERE p.agent_id = agents.id) OR \
         next_document <= (SELECT COALESCE(MAX(number), 0) FROM documents d WHERE d.agent_id = agents.id)",
    ),
    rule(
        "searchable message has no place among what was said, or the other way round",
        "searchable messages have no place among what was said, or the other way round",
        "SELECT COUNT(*) AS value FROM messages WHERE (searchable = 1) <> (said IS NOT NULL)",
    ),
    rule(
        "block is older than its own history",
        "blocks are older than their own history",
        "SELECT COUNT(*) AS value FROM blocks b WHERE b.version <= (SELECT COALESCE(MAX(e.expected_version), 0) \
         FROM edits e WHERE e.agent_id = b.agent_id AND e.target = b.label)",
    ),
    rule(
        "version of a block or passage was made twice",
        "versions of blocks or passages were made twice",
        "SELECT COUNT(*) AS value FROM (SELECT 1 FROM edits GROUP BY agent_id, target, expected_version \
         HAVING COUNT(*) > 1) AS twice",
    ),
    rule(
        "block does not say what its newest change made of it",
        "blocks do not say what their newest changes made of them",
        "SELECT COUNT(*) AS value FROM blocks b JOIN edits e ON e.agent_id = b.agent_id AND e.target = b.label \
         AND e.expected_version = b.version - 1 WHERE e.after_text <> b.value",
    ),
    rule(
        "answer waits for a turn that is not there",
        "answers wait for turns that are not there",
        "SELECT COUNT(*) AS value FROM outbox o WHERE o.state = 'waiting' AND o.payload <> '' \
         AND NOT EXISTS (SELECT 1 FROM turns t WHERE t.id = o.turn_id) \
         AND EXISTS (SELECT 1 FROM messages m WHERE m.turn_id = o.turn_id)",
    ),
    rule(
        "piece of a document belongs to another agent than the document",
        "pieces of documents belong to other agents than the documents",
        "SELECT COUNT(*) AS value FROM chunks c JOIN documents d ON d.id = c.document_id WHERE c.agent_id <> d.agent_id",
    ),
    rule(
        "tag belongs to another agent than its passage",
        "tags belong to other agents than their passages",
        "SELECT COUNT(*) AS value FROM passage_tags t JOIN passages p ON p.id = t.passage_id \
         WHERE t.agent_id <> p.agent_id",
    ),
    rule(
        "passage was superseded by one that is not there",
        "passages were superseded by ones that are not there",
        "SELECT COUNT(*) AS value FROM passages p WHERE p.superseded_by IS NOT NULL AND NOT EXISTS \
         (SELECT 1 FROM passages q WHERE q.id = p.superseded_by AND q.agent_id = p.agent_id)",
    ),
    rule(
        "thing that is there is to be taken out of the index",
        "things that are there are to be taken out of the index",
        "SELECT COUNT(*) AS value FROM tombstones t WHERE EXISTS \
         (SELECT 1 FROM messages m WHERE m.id = t.point AND m.searchable = 1) OR EXISTS \
         (SELECT 1 FROM passages p WHERE p.id = t.point AND p.removed_at IS NULL) OR EXISTS \
         (SELECT 1 FROM chunks c WHERE c.id = t.point)",
    ),
];

impl SqlLedger {
    /// What SQLite says; its errors are findings too, since a broken page is one.
    async fn pragma(&self, question: &'static str) -> Result<Vec<String>, StoreError> {
        let Db::Sqlite { reader, .. } = &self.db else { return Ok(Vec::new()) };
        match sqlx::query_as::<_, (String,)>(question).fetch_all(reader).await {
            Ok(told) => Ok(told.iter().flat_map(|(told,)| trouble::damages(told)).map(str::to_owned).collect()),
            Err(error) if is_damage(&error) => Ok(vec![error.to_string()]),
            Err(error) => Err(error.into()),
        }
    }

    /// Rows that refer to rows that are not there.
    async fn dangling(&self) -> Result<Vec<String>, StoreError> {
        let question = "SELECT \"table\" || ': ' || COUNT(*) || ' rows refer to rows of ' || parent || ' that are not there' \
                        FROM pragma_foreign_key_check GROUP BY \"table\", parent";
        self.pragma(question).await
    }

    /// Indexes of Postgres: those that it gave up while making them, and, where the extension amcheck is installed, those
    /// that are not in order.
    async fn postgres_indexes(&self) -> Result<Vec<String>, StoreError> {
        let Db::Postgres(pool) = &self.db else { return Ok(Vec::new()) };
        let ours = "FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_class t ON t.oid = i.indrelid \
                    JOIN pg_am a ON a.oid = c.relam WHERE t.relnamespace = current_schema()::regnamespace AND t.relkind = 'r'";
        let invalid = format!("SELECT c.relname::text {ours} AND NOT i.indisvalid");
        let invalid: Vec<String> = sqlx::query_scalar(sqlx::AssertSqlSafe(invalid)).fetch_all(pool).await?;
        let mut found: Vec<String> = invalid.into_iter().map(|name| format!("the index {name} is not valid")).collect();
        let installed = "SELECT EXISTS (SELECT 1 FROM pg_extension WHERE extname = 'amcheck')";
        if sqlx::query_scalar(installed).fetch_one(pool).await? {
            let checked = format!("SELECT c.relname::text, c.oid::int8 {ours} AND a.amname = 'btree' AND i.indisvalid");
            let indexes: Vec<(String, i64)> = sqlx::query_as(sqlx::AssertSqlSafe(checked)).fetch_all(pool).await?;
            for (name, oid) in indexes {
                let look = sqlx::query("SELECT bt_index_check($1::int8::oid::regclass, true)").bind(oid);
                if let Err(error) = look.execute(pool).await {
                    found.push(format!("the index {name}: {error}"));
                }
            }
        }
        Ok(found)
    }

    async fn contradictions(&self) -> Result<Vec<String>, StoreError> {
        let mut found = Vec::new();
        for Rule { said: (one, many), broken } in RULES {
            match self.db.number(sql(broken)).await {
                Ok(0) => (),
                Ok(count) => found.push(counted(count, one, many)),
                Err(StoreError::Sql(error)) if is_damage(&error) => (),
                Err(error) => return Err(error),
            }
        }
        Ok(found)
    }
}

fn is_damage(error: &sqlx::Error) -> bool {
    matches!(trouble::sqlite_code_of(error), Some(trouble::CORRUPT | trouble::NOTADB))
}

#[async_trait]
impl CareStore for SqlLedger {
    fn ended_badly(&self) -> bool {
        self.ended_badly
    }

    async fn look_over(&self) -> Result<Vec<String>, StoreError> {
        self.pragma("PRAGMA quick_check(5)").await
    }

    async fn examine(&self) -> Result<Examination, StoreError> {
        let mut damage = self.pragma("PRAGMA integrity_check(100)").await?;
        damage.extend(self.dangling().await?);
        damage.extend(self.postgres_indexes().await?);
        // A page that cannot be read is met by each of them.
        let mut told = HashSet::new();
        damage.retain(|line| told.insert(line.clone()));
        let more = damage.len().saturating_sub(TOLD);
        damage.truncate(TOLD);
        if more > 0 {
            damage.push(format!("and {more} more"));
        }
        let contradictions = self.contradictions().await?;
        let looked_at = match &self.db {
            Db::Sqlite { .. } => format!("all pages and references, {} rules", RULES.len()),
            Db::Postgres(_) => format!("all indexes, {} rules", RULES.len()),
        };
        Ok(Examination { damage, contradictions, looked_at })
    }

    async fn findable(&self, scope: &Scope) -> Result<Vec<Findable>, StoreError> {
        let mut found = Vec::new();
        for statement in [
            "SELECT id, indexed_at FROM messages WHERE agent_id = $1 AND searchable = 1",
            "SELECT id, indexed_at FROM passages WHERE agent_id = $1 AND removed_at IS NULL",
            "SELECT c.id AS id, c.indexed_at AS indexed_at FROM documents d JOIN chunks c ON c.document_id = d.id \
             WHERE d.agent_id = $1",
        ] {
            for row in self.db.rows(sql(statement).bind(scope)).await? {
                let indexed = row.int_or_null("indexed_at")?.is_some();
                found.push(Findable { point: row.parsed("id")?, indexed });
            }
        }
        Ok(found)
    }
}
