//! The Discord side of `keepsake check`.

use keepsake::check::Finding;
use keepsake::discord::check::check;

use super::bot::config;
use crate::support::discord::{FakeDiscord, Trouble};

crate::trials![all_is_well, each_fault_has_its_mend];

fn of<'a>(findings: &'a [Finding], what: &str) -> &'a Finding {
    findings.iter().find(|finding| finding.what == what).unwrap_or_else(|| panic!("no {what} in {findings:?}"))
}

async fn all_is_well() {
    let fake = FakeDiscord::start().await;
    let findings = check(&config(&fake)).await;
    assert!(findings.iter().all(|finding| finding.ok && finding.mend.is_none()), "{findings:?}");
    assert!(of(&findings, "invite").detail.contains(&format!("client_id={}", fake.bot())));
    assert!(of(&findings, "guild").detail.contains("Workshop"));
}

async fn each_fault_has_its_mend() {
    let fake = FakeDiscord::start().await;
    fake.disallow_message_content();
    fake.wait("a guild", |state| state.guilds.values_mut().next().map(|guild| guild.permissions &= !(1 << 14))).await;
    let findings = check(&config(&fake)).await;
    assert!(of(&findings, "intents").mend.as_deref().is_some_and(|mend| mend.contains("Message Content Intent")));
    assert!(of(&findings, "guild").detail.contains("missing Embed Links"));
    fake.trouble("GET", "/users/@me", 1, Trouble::Status(401));
    let findings = check(&config(&fake)).await;
    assert!(
        !findings[0].ok && findings[0].mend.as_deref().is_some_and(|mend| mend.contains("DISCORD_TOKEN")),
        "{findings:?}"
    );
}
