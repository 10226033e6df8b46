//! `keepsake check --full`: everything is gone through, row by row and point by point.

use super::Finding;
use crate::app::Stores;
use crate::index::compare::{Difference, compare};
use crate::output::counted;
use crate::store::SharedLedger;

/// How a sound copy comes back.
const RESTORE: &str = "Stop the bot, keep a copy of the database, and put a backup in its place: `keepsake restore FILE` \
                       (the README says how). Without one, `sqlite3 FILE .recover` saves what can be read of a SQLite file.";

/// Goes through the ledger and compares the index with it.
pub(super) async fn findings(stores: &Stores) -> Vec<Finding> {
    let mut findings = ledger_findings(&stores.ledger).await;
    findings.push(index_finding(stores).await);
    findings
}

/// Goes through the ledger alone.
pub(super) async fn ledger_findings(ledger: &SharedLedger) -> Vec<Finding> {
    let found = match ledger.examine().await {
        Ok(found) => found,
        Err(error) => {
            return vec![Finding::refused("integrity", error.to_string())];
        }
    };
    if found.damage.is_empty() && found.contradictions.is_empty() {
        return vec![Finding::good("integrity", format!("the database is sound ({})", found.looked_at))];
    }
    let damage = (!found.damage.is_empty())
        .then(|| Finding::bad("integrity", format!("the database is damaged: {}", found.damage.join("; ")), RESTORE));
    let contradictions = (!found.contradictions.is_empty()).then(|| {
        let told = format!("the database contradicts itself: {}", found.contradictions.join("; "));
        Finding::bad(
            "integrity",
            told,
            "Please report this with the log. Nothing has to stop; a backup from before is sound.",
        )
    });
    damage.into_iter().chain(contradictions).collect()
}

async fn index_finding(stores: &Stores) -> Finding {
    let mend = "Look at the index above, and check again.";
    if let Err(error) = stores.sync.catch_up().await {
        return Finding::bad("index", format!("it cannot be compared with the database: {error}"), mend);
    }
    match compare(stores.ledger.as_ref(), stores.index.as_ref()).await {
        Ok(difference) => compared(&difference),
        Err(error) => Finding::bad("index", format!("it cannot be compared with the database: {error}"), mend),
    }
}

fn compared(difference: &Difference) -> Finding {
    let Difference { meant, missing, strays, foreign } = difference;
    let (meant, missing, strays, foreign) = (*meant, missing.len(), *strays, *foreign);
    let things = counted(meant, "thing", "things");
    if missing > 0 || strays > 0 {
        let told = format!("of {things} in the database it lacks {missing}, and it has {strays} that are not there");
        return Finding::bad("index", told, "Run `keepsake reindex`; nothing is lost.");
    }
    if foreign > 0 {
        let points = counted(foreign, "point", "points");
        return Finding::warning(
            "index",
            format!("it has all {things} of the database, and {points} of agents that are not there"),
            "If no other Keepsake uses this index, `keepsake reindex` takes them out.",
        );
    }
    Finding::good("index", format!("it has all {things} of the database, and nothing else"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_differs_is_told_with_its_mend() {
        let whole = Difference { meant: 12, ..Difference::default() };
        let all = [
            whole.clone(),
            Difference { missing: vec![uuid::Uuid::nil(); 2], ..whole.clone() },
            Difference { strays: 1, foreign: 3, ..whole.clone() },
            Difference { foreign: 3, ..whole },
        ];
        let lines: Vec<String> = all.iter().map(|one| compared(one).to_line()).collect();
        insta::assert_snapshot!(lines.join("\n"));
    }
}
