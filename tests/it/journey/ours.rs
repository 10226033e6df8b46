//! Our own Discord as the world of the story.

use serde_json::{Value, json};

use super::story::{Seen, World};
use crate::support::discord::{FakeDiscord, Shown};

pub struct Ours {
    fake: FakeDiscord,
}

impl Ours {
    pub async fn start() -> Self {
        Self { fake: FakeDiscord::start().await }
    }
}

/// All that people read in embeds.
pub fn embed_text(embeds: &[Value]) -> String {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let fields = |embed: &Value| {
        embed["fields"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|field| format!("{}\n{}\n", text(&field["name"]), text(&field["value"])))
            .collect::<String>()
    };
    embeds
        .iter()
        .map(|embed| {
            format!(
                "{}\n{}\n{}{}\n",
                text(&embed["title"]),
                text(&embed["description"]),
                fields(embed),
                text(&embed["footer"]["text"])
            )
        })
        .collect()
}

fn shown_text(shown: &Shown) -> String {
    format!("{}\n{}", shown.text(), embed_text(shown.embeds()))
}

impl World for Ours {
    fn api_base(&self) -> String {
        self.fake.url()
    }

    fn token(&self) -> String {
        self.fake.token()
    }

    fn guild(&self) -> u64 {
        self.fake.guild()
    }

    fn people(&self) -> (u64, u64) {
        (self.fake.mara(), self.fake.jo())
    }

    fn channel(&self) -> u64 {
        self.fake.general()
    }

    async fn wait_for_bot(&mut self, commands: bool) {
        self.fake.connected().await;
        if commands {
            self.fake.commands_registered().await;
        }
    }

    async fn dm(&mut self, user: u64, text: &str) -> u64 {
        self.fake.dm(user, text);
        self.fake.dm_channel(user)
    }

    async fn mention(&mut self, user: u64, text: &str) {
        self.fake.mention(user, self.fake.general(), text);
    }

    async fn next(&mut self, channel: u64) -> Seen {
        let shown = self.fake.next_message(channel, |shown| !shown.text().starts_with("-# ")).await;
        Seen { text: shown.text().to_owned(), embeds: embed_text(shown.embeds()) }
    }

    async fn reset(&mut self, user: u64, channel: u64, what: &str) -> String {
        let pressed = self.fake.slash(user, channel, "memory", "reset", json!({ "what": what }));
        let asked = self.fake.answer_where(&pressed, |shown| !shown.buttons().is_empty()).await;
        assert!(asked.is_ephemeral());
        let (_, confirm, _) = asked.buttons()[0].clone();
        self.fake.click(user, &asked, &confirm);
        let done = self.fake.answer_where(&pressed, |shown| shown.text().starts_with("Taken away: ")).await;
        shown_text(&done)
    }

    async fn show(&mut self, user: u64, channel: u64) -> String {
        let pressed = self.fake.slash(user, channel, "memory", "show", json!({}));
        let shown = self.fake.answer(&pressed).await;
        assert!(shown.is_ephemeral());
        shown_text(&shown)
    }

    async fn finish(&mut self) {
        self.fake.assert_clean();
    }
}
