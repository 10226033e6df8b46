//! Settings and their audit.

use async_trait::async_trait;

use super::super::{AuditLine, Page, SettingsStore, StoreError};
use super::SqlLedger;
use super::db::{Db, past_deadlocks};
use super::rows::Row;
use super::statement::{Arg, count, json_text, sql};
use crate::clock::Moment;
use crate::memory::PersonId;
use crate::settings::{Change, Changed, Settings, Site};

/// Makes the change while the site's row is held, so that two people who change different settings of one site at the
/// same time both succeed.
async fn change(
    db: &Db,
    site: &Site,
    guild: Option<u64>,
    change: Change,
    by: PersonId,
    now: Moment,
) -> Result<Option<Changed>, StoreError> {
    let mut tx = db.begin().await?;
    let hold = sql("INSERT INTO settings (site, guild, payload, changed_at) VALUES ($1, $2, '{}', $3) \
         ON CONFLICT (site) DO UPDATE SET guild = excluded.guild RETURNING payload");
    let held = tx.row(hold.bind(site.to_string()).bind(guild).bind(now)).await?.ok_or(sqlx::Error::RowNotFound)?;
    let mut settings: Settings = held.json("payload")?;
    let Some(changed) = change.apply(&mut settings) else { return Ok(None) };
    let write = sql("UPDATE settings SET payload = $2, changed_at = $3 WHERE site = $1");
    tx.execute(write.bind(site.to_string()).bind(json_text(&settings)?).bind(now)).await?;
    let line = sql("INSERT INTO audit (guild, site, person, setting, before_value, after_value, at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7)")
    .bind(guild)
    .bind(site.to_string())
    .bind(by)
    .bind(changed.setting)
    .bind(&changed.before)
    .bind(&changed.after)
    .bind(now);
    tx.execute(line).await?;
    tx.commit().await?;
    Ok(Some(changed))
}

fn line_of(row: &Row) -> Result<AuditLine, StoreError> {
    Ok(AuditLine {
        site: row.parsed("site")?,
        by: PersonId(row.parsed("person")?),
        setting: row.text("setting")?,
        before: row.text("before_value")?,
        after: row.text("after_value")?,
        at: row.moment("at")?,
    })
}

#[async_trait]
impl SettingsStore for SqlLedger {
    async fn settings(&self, site: &Site) -> Result<Settings, StoreError> {
        let statement = sql("SELECT payload FROM settings WHERE site = $1").bind(site.to_string());
        self.db.row(statement).await?.map_or_else(|| Ok(Settings::default()), |row| row.json("payload"))
    }

    async fn change_setting(
        &self,
        site: &Site,
        guild: Option<u64>,
        new: Change,
        by: PersonId,
        now: Moment,
    ) -> Result<Option<Changed>, StoreError> {
        past_deadlocks(|| change(&self.db, site, guild, new.clone(), by, now)).await
    }

    async fn audit(
        &self,
        site: &Site,
        guild: Option<u64>,
        offset: u64,
        limit: u64,
    ) -> Result<Page<AuditLine>, StoreError> {
        let (of, total) = match guild {
            Some(_) => ("guild = ", sql("SELECT count(*) AS value FROM audit WHERE guild = ")),
            None => ("site = ", sql("SELECT count(*) AS value FROM audit WHERE site = ")),
        };
        let whose = || guild.map_or_else(|| Arg::from(site.to_string()), Into::into);
        let total = self.db.number(total.push_bind(whose())).await?;
        let rows = sql("SELECT site, person, setting, before_value, after_value, at FROM audit WHERE ")
            .push(of)
            .push_bind(whose())
            .push(" ORDER BY n DESC LIMIT ")
            .push_bind(count(limit))
            .push(" OFFSET ")
            .push_bind(count(offset));
        let items = self.db.rows(rows).await?.iter().map(line_of).collect::<Result<_, _>>()?;
        Ok(Page { items, total })
    }
}
