//! Settings, their audit, where agents are, and what answers have become.

use keepsake::memory::{OutboxId, PersonId};
use keepsake::settings::{Change, Display, Settings, Site};
use keepsake::store::{Posted, StepCommit};

use super::plant::{at, dm, person, reply, step};
use super::{Home, contract};

contract![
    a_setting_is_kept_with_who_changed_it,
    two_who_change_different_settings_at_once_both_succeed,
    the_audit_is_that_of_the_guild_and_newest_first,
    an_answer_in_discord_leads_to_its_turn,
    agents_are_found_by_their_guild,
];

const GUILD: Option<u64> = Some(u64::MAX - 1);

async fn change(home: &Home, site: Site, change: Change) -> bool {
    let changed = home.ledger.change_setting(&site, GUILD, change, PersonId(9), at(1)).await;
    changed.expect("it is changed").is_some()
}

async fn a_setting_is_kept_with_who_changed_it(home: Home) {
    let site = Site::Channel(u64::MAX);
    assert_eq!(home.ledger.settings(&site).await.expect("settings"), Settings::default());
    assert!(change(&home, site, Change::HowShown(Some(Display::Compact))).await);
    assert!(!change(&home, site, Change::HowShown(Some(Display::Compact))).await, "it is like that already");
    assert!(change(&home, site, Change::HowShown(None)).await);
    assert!(change(&home, site, Change::Bots(Some(true))).await);
    let home = home.reopened().await;
    let kept = home.ledger.settings(&site).await.expect("settings");
    assert_eq!(kept, Settings { bots: Some(true), ..Settings::default() });
    let audit = home.ledger.audit(&site, GUILD, 0, 9).await.expect("an audit");
    let told: Vec<_> =
        audit.items.iter().map(|line| (line.setting.as_str(), line.before.as_str(), line.after.as_str())).collect();
    let wanted = [("bots", "null", "true"), ("display", "\"compact\"", "null"), ("display", "null", "\"compact\"")];
    assert_eq!((told.as_slice(), audit.total, audit.items[0].by), (wanted.as_slice(), 3, PersonId(9)));
}

async fn two_who_change_different_settings_at_once_both_succeed(home: Home) {
    let site = Site::Guild(5);
    let changes = (1..=8).flat_map(|days| [Change::Retention(Some(days)), Change::Model(Some(format!("m{days}")))]);
    let all = changes.map(|new| change(&home, site, new));
    assert!(futures::future::join_all(all).await.into_iter().any(|changed| changed));
    let kept = home.ledger.settings(&site).await.expect("settings");
    assert!(kept.retention_days.is_some() && kept.model.is_some(), "{kept:?}");
}

async fn the_audit_is_that_of_the_guild_and_newest_first(home: Home) {
    let ledger = &home.ledger;
    for (guild, site) in
        [(Some(1), Site::Guild(1)), (Some(1), Site::Channel(2)), (Some(3), Site::Guild(3)), (None, Site::Channel(4))]
    {
        ledger.change_setting(&site, guild, Change::Bots(Some(true)), PersonId(9), at(1)).await.expect("it is changed");
    }
    let of = async |site, guild| ledger.audit(&site, guild, 0, 1).await.expect("an audit");
    let one = of(Site::Channel(2), Some(1)).await;
    assert_eq!((one.total, one.items.len(), one.items[0].site), (2, 1, Site::Channel(2)));
    assert_eq!(of(Site::Channel(4), None).await.total, 1);
    assert_eq!(of(Site::Guild(9), Some(9)).await.total, 0);
}

async fn an_answer_in_discord_leads_to_its_turn(home: Home) {
    let agent = home.agent(&dm(1)).await;
    let turn = home.turn(&agent, 1, &person(1), "hello").await;
    let rows = [reply("one", 1), reply("two", 2)];
    home.commit(&turn, &StepCommit { outbox: rows.to_vec(), ..step() }).await;
    home.ledger.mark_unsent(rows[0].id, &[11], "HTTP 500", false, at(9)).await.expect("it is marked");
    home.ledger.mark_sent(rows[0].id, &[11, u64::MAX], at(9)).await.expect("it is marked");
    home.ledger.mark_sent(OutboxId::at(at(0)), &[13], at(9)).await.expect("a row that was reset is passed over");
    let posted = Posted { key: dm(1), turn: Some(turn.turn.id) };
    for (message, wanted) in [(11, Some(posted.clone())), (u64::MAX, Some(posted)), (13, None), (1, None)] {
        assert_eq!(home.ledger.posted(message).await.expect("the ledger answers"), wanted, "{message}");
    }
}

async fn agents_are_found_by_their_guild(home: Home) {
    let (one, other, third) = (home.agent(&dm(1)).await, home.agent(&dm(2)).await, home.agent(&dm(3)).await);
    home.turn(&one, 1, &person(1), "said in guild 77").await;
    home.ledger.note_guild(&other.scope(), 78).await.expect("it is noted");
    let found = async |guild| {
        let agents = home.ledger.agents_of_guild(guild).await.expect("agents");
        agents.into_iter().map(|agent| agent.id).collect::<Vec<_>>()
    };
    assert_eq!((found(77).await, found(78).await, found(79).await), (vec![one.id], vec![other.id], vec![]));
    assert!(home.ledger.find_agent(&third.key).await.expect("the ledger answers").is_some());
}
