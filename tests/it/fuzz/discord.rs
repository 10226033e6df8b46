//! Events of the gateway that are nearly right.

use keepsake::discord::health;
use serde_json::Value;

use super::cases;
use crate::discord::bot::Bot;

/// The bot hears them, one of a few thousand after the other, and then answers a person as if nothing had been.
pub async fn events() {
    let bot = Bot::with_commands().await;
    let fake = &bot.fake;
    let channel = fake.general();
    let mut sent = 0;
    for input in cases("event", 2) {
        let text = String::from_utf8_lossy(&input)
            .replace("GUILD", &fake.guild().to_string())
            .replace("CHANNEL", &channel.to_string())
            .replace("BOT", &fake.bot().to_string())
            .replace("MARA", &fake.mara().to_string());
        // What is not JSON never came from Discord; broken frames are tried elsewhere.
        let Ok(event) = serde_json::from_str::<Value>(&text) else { continue };
        let Some(name) = event["t"].as_str() else { continue };
        fake.send_event(name, event["d"].clone());
        sent += 1;
        if sent % 100 == 0 {
            fake.change(|state| state.log.clear());
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
    }
    assert!(sent > 20, "some of it is JSON: {sent}");
    let elsewhere = fake.new_channel(fake.guild(), "quiet");
    let said = fake.mention(fake.jo(), elsewhere, "are you still there?");
    loop {
        // What came before it comes first.
        if bot.intake.next().await.source.message == said {
            break;
        }
    }
    // Most of them could not be read, which was on purpose; what the bot answered to forged interactions met nobody.
    fake.expect_undecodable(health::undecodable(&fake.url()));
    let wrong = fake.take_violations();
    assert!(wrong.iter().all(|what| what.contains("interaction")), "{wrong:?}");
    bot.stop().await;
}
