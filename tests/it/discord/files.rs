//! Fetching attachments: bounded, and from Discord only.

use keepsake::agent::Files;
use keepsake::discord::DiscordFiles;

use super::bot::config;
use crate::support::discord::{FakeDiscord, Trouble};

crate::trials![
    files_are_fetched_whole,
    what_is_too_large_gone_or_elsewhere_is_refused,
    no_other_host_is_ever_asked,
    the_bot_hears_of_attachments,
];

async fn files_are_fetched_whole() {
    let fake = FakeDiscord::start().await;
    let files = DiscordFiles::new(&config(&fake)).expect("a client");
    let attached = fake.attach("notes.txt", "text/plain", &[b'x'; 100_000]);
    let url = attached["url"].as_str().expect("an address");
    assert_eq!(files.fetch(url, 100_000).await.expect("it is fetched").len(), 100_000);
}

async fn what_is_too_large_gone_or_elsewhere_is_refused() {
    let fake = FakeDiscord::start().await;
    let files = DiscordFiles::new(&config(&fake)).expect("a client");
    let attached = fake.attach("notes.txt", "text/plain", b"hello");
    let url = attached["url"].as_str().expect("an address").to_owned();
    let refused = async |url: &str, most: u64| files.fetch(url, most).await.expect_err("it is refused").to_string();
    assert!(refused(&url, 4).await.contains("more than 4 bytes"));
    assert!(refused(&url.replace("notes", "other"), 9).await.contains("no longer in Discord"));
    let elsewhere = FakeDiscord::start().await;
    let foreign = elsewhere.attach("notes.txt", "text/plain", b"hello");
    assert!(refused(foreign["url"].as_str().expect("an address"), 9).await.contains("does not come from Discord"));
    assert!(refused("not an address", 9).await.contains("does not come from Discord"));
    // A redirect leads nowhere.
    let moved = fake.attach_redirect(foreign["url"].as_str().expect("an address"));
    assert!(refused(&moved, 9).await.contains("could not be fetched"));
    fake.trouble("GET", "/attachments/", 1, Trouble::Status(500));
    assert!(refused(&url, 9).await.contains("could not be fetched"));
}

/// However an address is written, a server that is not Discord hears nothing.
async fn no_other_host_is_ever_asked() {
    let (fake, stranger) = (FakeDiscord::start().await, FakeDiscord::start().await);
    let files = DiscordFiles::new(&config(&fake)).expect("a client");
    let foreign = stranger.attach("notes.txt", "text/plain", b"hello")["url"].as_str().expect("an address").to_owned();
    let port = foreign.split(':').nth(2).and_then(|rest| rest.split('/').next()).expect("a port").to_owned();
    let tricks = [
        foreign.clone(),
        foreign.replace("127.0.0.1", "localhost"),
        foreign.replace("127.0.0.1", "2130706433"),
        foreign.replace("127.0.0.1", "0x7f.1"),
        foreign.replace("127.0.0.1", "[::1]"),
        foreign.replace("127.0.0.1", "cdn.discordapp.com@127.0.0.1"),
        foreign.replace("127.0.0.1", "cdn.discordapp.com:443@127.0.0.1"),
        foreign.replace("http://127.0.0.1", "https://cdn.discordapp.com"),
        foreign.replace("http:", "ftp:"),
        format!("http://127.0.0.1\\@cdn.discordapp.com:{port}/x"),
        format!("//127.0.0.1:{port}/x"),
    ];
    for trick in tricks {
        let refused = files.fetch(&trick, 100).await.expect_err("it is refused").to_string();
        assert!(refused.contains("does not come from Discord"), "{trick}: {refused}");
    }
    let moved = fake.attach_redirect(&foreign);
    assert!(files.fetch(&moved, 100).await.is_err());
    assert_eq!(stranger.requests("GET", "/attachments/"), 0);
}

async fn the_bot_hears_of_attachments() {
    let bot = super::bot::Bot::start().await;
    let fake = &bot.fake;
    let attached = fake.attach("notes.txt", "text/plain", b"hello");
    let dm = fake.dm_channel(fake.mara());
    fake.post(fake.mara(), dm, serde_json::json!({"content": "", "attachments": [attached]}));
    let came = bot.intake.next().await;
    let file = &came.attachments[0];
    assert_eq!((file.name.as_str(), file.kind.as_str(), file.bytes), ("notes.txt", "text/plain", Some(5)));
    assert_eq!((file.url.as_deref(), &file.reading), (attached["url"].as_str(), &None));
    bot.stop().await;
}
