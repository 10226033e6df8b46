//! The Discord side of `keepsake check`: is the token good, are messages readable, is the bot where it should be and
//! allowed what it needs. Asks only, changes nothing.

use serde_json::Value;
use serenity::http::{LightMethod, Route};
use serenity::model::permissions::Permissions;

use super::pace::Pace;
use super::permissions::{invite_url, missing};
use super::rest::{Rest, RestError};
use super::words::start;
use crate::check::Finding;
use crate::config::DiscordConfig;

/// "Gateway Message Content", for verified bots and for small ones (Discord's reference, "Application Flags").
const MESSAGE_CONTENT: u64 = 1 << 18 | 1 << 19;

/// Looks at everything that Discord can tell.
pub async fn check(config: &DiscordConfig) -> Vec<Finding> {
    let http = match super::http(config) {
        Ok(http) => http,
        Err(error) => return vec![Finding::bad("token", error.to_string(), "See DISCORD_TOKEN in .env.")],
    };
    let rest = Rest::new(http, Pace::default());
    let user = match rest.call(LightMethod::Get, Route::UserMe, None).await {
        Ok(user) => user,
        Err(error) => return vec![unreachable(&error)],
    };
    let name = user["username"].as_str().unwrap_or("?");
    let mut findings = vec![Finding::good("token", format!("the bot is {name}"))];
    match rest.call(LightMethod::Get, Route::Oauth2ApplicationCurrent, None).await {
        Ok(application) => findings.extend(application_findings(&application)),
        Err(error) => findings.push(Finding::bad("application", error.to_string(), "Try again.")),
    }
    match rest.call(LightMethod::Get, Route::UserMeGuilds, None).await {
        Ok(guilds) => findings.extend(guild_findings(&guilds)),
        Err(error) => findings.push(Finding::bad("guilds", error.to_string(), "Try again.")),
    }
    findings
}

fn unreachable(error: &RestError) -> Finding {
    match error.status {
        Some(401) => Finding::bad("token", "Discord does not accept it", start::TOKEN),
        _ => Finding::bad(
            "discord",
            error.to_string(),
            "See whether this machine reaches the internet, and DISCORD_API_BASE if it is set.",
        ),
    }
}

fn application_findings(application: &Value) -> Vec<Finding> {
    let flags = application["flags"].as_u64().unwrap_or(0);
    let content = if flags & MESSAGE_CONTENT == 0 {
        Finding::bad("intents", "Message Content Intent is off", start::INTENTS_MEND)
    } else {
        Finding::good("intents", "Message Content Intent is on")
    };
    let id = application["id"].as_str().and_then(|id| id.parse().ok());
    let invite = id.map(|id| Finding::good("invite", invite_url(id)));
    std::iter::once(content).chain(invite).collect()
}

fn guild_findings(guilds: &Value) -> Vec<Finding> {
    let guilds = guilds.as_array().map(Vec::as_slice).unwrap_or_default();
    if guilds.is_empty() {
        return vec![Finding::bad(
            "guilds",
            "the bot is in no guild",
            "Open the invite address above. Direct messages work only with people who share a guild with it.",
        )];
    }
    guilds.iter().map(guild_finding).collect()
}

fn guild_finding(guild: &Value) -> Finding {
    let name = guild["name"].as_str().unwrap_or("?");
    let Some(bits) = guild["permissions"].as_str().and_then(|bits| bits.parse().ok()) else {
        return Finding::good("guild", format!("{name}: which permissions the bot has is not told"));
    };
    let held = Permissions::from_bits_truncate(bits);
    let missing = missing(held);
    if missing.is_empty() {
        return Finding::good("guild", format!("{name}: all permissions are there"));
    }
    Finding::bad(
        "guild",
        format!("{name}: missing {}", missing.join(", ")),
        "Invite the bot anew with the address above, or give its role these permissions.",
    )
}
