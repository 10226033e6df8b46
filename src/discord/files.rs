//! Fetching what people attach. Owns which addresses are fetched from: Discord's own hosts and no others, since the
//! address comes with a message.

use std::time::Duration;

use async_trait::async_trait;
use futures::StreamExt;
use reqwest::redirect::Policy;
use reqwest::{Client, Response, StatusCode, Url};

use crate::agent::Files;
use crate::config::DiscordConfig;
use crate::documents::Refusal;

/// Where Discord keeps attachments.
const HOSTS: [&str; 2] = ["cdn.discordapp.com", "media.discordapp.net"];
/// How long the connection and the whole of a file may take.
const CONNECT: Duration = Duration::from_secs(10);
const WHOLE: Duration = Duration::from_secs(120);

/// Fetches attachments from Discord.
#[derive(Debug)]
pub struct DiscordFiles {
    client: Client,
    /// The server that is talked to instead of Discord.
    instead: Option<Url>,
}

impl DiscordFiles {
    /// A fetcher for the Discord that `config` names.
    ///
    /// # Errors
    /// When no connection could ever be made.
    pub fn new(config: &DiscordConfig) -> Result<Self, reqwest::Error> {
        let client = Client::builder().redirect(Policy::none()).connect_timeout(CONNECT).timeout(WHOLE).build()?;
        let instead = config.api_base.as_deref().and_then(|base| Url::parse(base).ok());
        Ok(Self { client, instead })
    }

    fn is_discord(&self, url: &Url) -> bool {
        let own = url.scheme() == "https"
            && url.port().is_none()
            && url.host_str().is_some_and(|host| HOSTS.contains(&host))
            && url.username().is_empty();
        own || self.instead.as_ref().is_some_and(|instead| instead.origin() == url.origin())
    }
}

#[async_trait]
impl Files for DiscordFiles {
    async fn fetch(&self, url: &str, most: u64) -> Result<Vec<u8>, Refusal> {
        let url = Url::parse(url).ok().filter(|url| self.is_discord(url));
        let url = url.ok_or(Refusal::Foreign)?;
        let answer = self.client.get(url).send().await.map_err(|error| failed(&error.without_url()))?;
        match answer.status() {
            StatusCode::OK => whole(answer, most).await,
            StatusCode::NOT_FOUND | StatusCode::FORBIDDEN | StatusCode::GONE => Err(Refusal::Gone),
            other => Err(failed(&format!("status {other}"))),
        }
    }
}

async fn whole(answer: Response, most: u64) -> Result<Vec<u8>, Refusal> {
    let too_large = || Refusal::TooLarge { most };
    if answer.content_length().is_some_and(|length| length > most) {
        return Err(too_large());
    }
    let mut bytes = Vec::new();
    let mut pieces = answer.bytes_stream();
    while let Some(piece) = pieces.next().await {
        bytes.extend_from_slice(&piece.map_err(|error| failed(&error.without_url()))?);
        if bytes.len() as u64 > most {
            return Err(too_large());
        }
    }
    Ok(bytes)
}

fn failed(cause: &dyn std::fmt::Display) -> Refusal {
    tracing::warn!(%cause, "an attachment was not fetched");
    Refusal::NotFetched
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(api_base: Option<&str>) -> DiscordFiles {
        let config = DiscordConfig {
            token: "t".to_owned().into(),
            api_base: api_base.map(str::to_owned),
            dev_guilds: vec![],
            catch_up: crate::config::CatchUp { messages: 1, age: chrono::TimeDelta::hours(1) },
        };
        DiscordFiles::new(&config).expect("a client")
    }

    #[test]
    fn only_discord_is_fetched_from() {
        let allowed = |files: &DiscordFiles, url: &str| files.is_discord(&Url::parse(url).expect("a URL"));
        let real = files(None);
        assert!(allowed(&real, "https://cdn.discordapp.com/attachments/1/2/a.pdf?ex=1&hm=2"));
        assert!(allowed(&real, "https://media.discordapp.net/attachments/1/2/a.pdf"));
        for foreign in [
            "http://cdn.discordapp.com/a.pdf",
            "https://cdn.discordapp.com.example.com/a.pdf",
            "https://cdn.discordapp.com@example.com/a.pdf",
            "https://someone@cdn.discordapp.com/a.pdf",
            "https://cdn.discordapp.com:8443/a.pdf",
            "https://example.com/cdn.discordapp.com/a.pdf",
            "http://127.0.0.1:9/a.pdf",
            "file:///etc/passwd",
        ] {
            assert!(!allowed(&real, foreign), "{foreign}");
        }
        let fake = files(Some("http://127.0.0.1:9"));
        assert!(allowed(&fake, "http://127.0.0.1:9/attachments/1/2/a.pdf"));
        assert!(!allowed(&fake, "http://127.0.0.1:8/a.pdf"));
    }
}
