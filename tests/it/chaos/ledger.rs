//! What stands in the ledger after all of it, read past the program.

use sqlx::{AssertSqlSafe, PgPool, Row, SqlitePool};

/// The rows of a query that answers one text column.
pub async fn lines(url: &str, query: &str) -> Vec<String> {
    if url.starts_with("sqlite:") {
        let pool = SqlitePool::connect(url).await.expect("the ledger opens");
        let rows = sqlx::query(AssertSqlSafe(query.to_owned())).fetch_all(&pool).await.expect("it can be asked");
        pool.close().await;
        rows.iter().map(|row| row.get::<Option<String>, _>(0).unwrap_or_default()).collect()
    } else {
        let pool = PgPool::connect(url).await.expect("the ledger opens");
        let rows = sqlx::query(AssertSqlSafe(query.to_owned())).fetch_all(&pool).await.expect("it can be asked");
        pool.close().await;
        rows.iter().map(|row| row.get::<Option<String>, _>(0).unwrap_or_default()).collect()
    }
}

/// The number that a query answers as text.
pub async fn number(url: &str, query: &str) -> u64 {
    lines(url, query).await.first().and_then(|text| text.parse().ok()).expect("a number")
}
