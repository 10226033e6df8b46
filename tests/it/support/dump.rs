//! Everything that a database holds, as text: what is not in there is nowhere.

use sqlx::{AssertSqlSafe, PgPool, Row, SqlitePool};

/// Each row of each table on a line; of SQLite also what the file's free space holds.
pub async fn dump(url: &str) -> String {
    if url.starts_with("sqlite:") { sqlite(url).await } else { postgres(url).await }
}

/// Does that to the database, from outside of the program.
pub async fn execute(url: &str, statement: &'static str) {
    if url.starts_with("sqlite:") {
        let pool = SqlitePool::connect(url).await.expect("it opens");
        sqlx::query(statement).execute(&pool).await.expect("it is done");
        pool.close().await;
    } else {
        let pool = PgPool::connect(url).await.expect("it opens");
        sqlx::query(statement).execute(&pool).await.expect("it is done");
        pool.close().await;
    }
}

async fn sqlite(url: &str) -> String {
    let pool = SqlitePool::connect(url).await.expect("it opens");
    let tables = sqlx::query("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '_sqlx%'")
        .fetch_all(&pool)
        .await;
    let mut all = String::new();
    for table in tables.expect("tables") {
        let table: String = table.get(0);
        let columns = sqlx::query("SELECT name FROM pragma_table_info($1)").bind(&table).fetch_all(&pool).await;
        let columns: Vec<String> = columns
            .expect("columns")
            .iter()
            .map(|column| format!("COALESCE(CAST(\"{}\" AS TEXT), '')", column.get::<String, _>(0)))
            .collect();
        let rows = format!("SELECT {} FROM \"{table}\"", columns.join(" || '|' || "));
        for row in sqlx::query(AssertSqlSafe(rows)).fetch_all(&pool).await.expect("rows") {
            all.push_str(&format!("{table}: {}\n", row.get::<String, _>(0)));
        }
    }
    pool.close().await;
    let path = url.trim_start_matches("sqlite://");
    for file in [path.to_owned(), format!("{path}-wal")] {
        all.push_str(&String::from_utf8_lossy(&std::fs::read(file).unwrap_or_default()));
    }
    all
}

async fn postgres(url: &str) -> String {
    let pool = PgPool::connect(url).await.expect("it opens");
    let tables = sqlx::query("SELECT tablename::text FROM pg_tables WHERE schemaname = current_schema()");
    let mut all = String::new();
    for table in tables.fetch_all(&pool).await.expect("tables") {
        let table: String = table.get(0);
        let rows = format!("SELECT t::text FROM \"{table}\" t");
        for row in sqlx::query(AssertSqlSafe(rows)).fetch_all(&pool).await.expect("rows") {
            all.push_str(&format!("{table}: {}\n", row.get::<String, _>(0)));
        }
    }
    pool.close().await;
    all
}
