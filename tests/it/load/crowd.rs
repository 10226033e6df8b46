//! The program under load: a Discord with many channels, a model that takes its time, and a watch on when each answer is
//! there.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use tokio::time::Instant;

use crate::chaos::mind::{is_summary, token, tokens};
use crate::journey::{Bot, Home};
use crate::support::app::Database;
use crate::support::discord::FakeDiscord;
use crate::support::model::{Asked, Gate, Script, ScriptedModel};

/// The running program and everything around it.
pub struct Crowd {
    pub fake: FakeDiscord,
    pub bot: Bot,
    model: ScriptedModel,
    home: Home,
    settings: Vec<(&'static str, String)>,
    said: usize,
}

impl Crowd {
    /// Starts it with a model that takes so long for each answer.
    pub async fn start(takes: Duration, settings: &[(&'static str, String)]) -> Self {
        let (fake, model) = (FakeDiscord::start().await, ScriptedModel::start().await);
        model.on(move |asked| slowly(answer(asked), takes));
        let home = Home::on(Database::Sqlite).await;
        let mut settings = settings.to_vec();
        settings.push(("KEEPSAKE_LOG", "warn".to_owned()));
        let bot = Bot::start_with(&home, &model, (&fake.url(), &fake.token(), fake.guild()), &settings);
        fake.connected().await;
        Self { fake, bot, model, home, settings, said: 0 }
    }

    /// Ends the program well, and starts it again on what it keeps.
    pub async fn restart(self) -> Self {
        let Self { fake, bot, model, home, settings, said } = self;
        assert!(bot.stop().await.success(), "it ends well");
        let bot = Bot::start_with(&home, &model, (&fake.url(), &fake.token(), fake.guild()), &settings);
        fake.connected().await;
        Self { fake, bot, model, home, settings, said }
    }

    /// Somebody of the guild says something in that channel. Answers what the bot's answer will name.
    pub fn speak(&mut self, channel: u64) -> String {
        let said = token(self.said);
        self.said += 1;
        let text = format!("Please tell me about {said}, and keep in mind that I have asked.");
        self.fake.mention(self.fake.mara(), channel, &text);
        said
    }

    /// Writes a direct message.
    pub fn whisper(&mut self, user: u64) -> String {
        let said = token(self.said);
        self.said += 1;
        self.fake.dm(user, &format!("Please tell me about {said}."));
        said
    }

    /// When each of those was answered, counted from `begun`, once all are.
    pub async fn answers(&self, wanted: &[String], begun: Instant, patience: Duration) -> Vec<Duration> {
        let mut found: BTreeMap<String, Duration> = BTreeMap::new();
        while found.len() < wanted.len() {
            assert!(begun.elapsed() < patience, "{}", self.missing(wanted, &found));
            tokio::time::sleep(Duration::from_millis(10)).await;
            let now = begun.elapsed();
            for token in self.answered() {
                if wanted.contains(&token) {
                    found.entry(token).or_insert(now);
                }
            }
        }
        found.into_values().collect()
    }

    /// What was not answered, and what happened last.
    fn missing(&self, wanted: &[String], found: &BTreeMap<String, Duration>) -> String {
        let missing: Vec<&String> = wanted.iter().filter(|token| !found.contains_key(*token)).collect();
        let log = std::fs::read_to_string(self.home.folder.path().join("bot.log")).unwrap_or_default();
        let lines: Vec<&str> = log.lines().collect();
        let last = lines[lines.len().saturating_sub(40)..].join("\n");
        let about = |asked: &Asked| missing.iter().any(|token| asked.text().contains(token.as_str()));
        let shape = |asked: Asked| {
            let said = asked.said();
            let newest = said.iter().skip(said.len().saturating_sub(6));
            newest.map(|(role, text)| format!("  {role}: {text:.120}")).collect::<Vec<_>>().join("\n")
        };
        let asked: Vec<String> = self.model.requests().into_iter().filter(about).map(shape).collect();
        let asked = asked.join("\n--\n");
        format!(
            "{missing:?} were not answered\nthe model was asked:\n{asked}\n{}\n{last}",
            self.fake.read(|state| state.dump())
        )
    }

    fn answered(&self) -> Vec<String> {
        self.fake.read(|state| {
            let ours = state.messages.values().filter(|stored| stored.author == state.bot.id);
            let texts = ours.filter_map(|stored| stored.value["content"].as_str()).filter(|text| !text.contains('▌'));
            texts.flat_map(tokens).collect()
        })
    }

    /// Lets go of what nobody will ask for again, so that the watcher does not grow itself.
    pub fn forget(&self) {
        self.model.forget_requests();
        self.fake.change(|state| {
            state.log.clear();
            let (newest, bot) = (state.messages.keys().next_back().copied().unwrap_or(0), state.bot.id);
            // Ten minutes, in Discord's numbers.
            let old = newest.saturating_sub((600_000u64) << 22);
            state.messages.retain(|id, stored| *id > old || stored.author == bot && *id + (60_000 << 22) > newest);
        });
    }

    /// Ends it well.
    pub async fn end(self) {
        assert!(self.bot.stop().await.success(), "it ends well");
        self.model.assert_clean();
        self.fake.assert_clean();
    }
}

/// Writes down every tenth thing that it is told, and then answers for all that it has not answered yet.
fn answer(asked: &Asked) -> Script {
    if is_summary(asked) {
        return Script::reply("They asked about this and that.");
    }
    let (mut wanted, mut written) = (BTreeSet::new(), false);
    for (role, text) in asked.said() {
        match role {
            "user" => wanted.extend(tokens(text)),
            "tool" => written = true,
            "assistant" if !text.is_empty() => (wanted, written) = (BTreeSet::new(), false),
            _ => {}
        }
    }
    let all: Vec<&str> = wanted.iter().map(String::as_str).collect();
    if written || !all.iter().any(|token| token.ends_with('3')) {
        return Script::reply(&format!("All that I know of {} is that you asked.", all.join(" ")));
    }
    let content = format!("Asked about {}.", all.join(" "));
    Script::calls(vec![("core_memory_rewrite", serde_json::json!({"label": "human", "value": content}))])
}

fn slowly(script: Script, takes: Duration) -> Script {
    if takes.is_zero() {
        return script;
    }
    let gate = Gate::default();
    let opener = gate.clone();
    tokio::spawn(async move {
        tokio::time::sleep(takes).await;
        opener.open();
    });
    script.behind(&gate)
}

/// A share of sorted times, in seconds.
pub fn at(times: &[Duration], share: f64) -> f64 {
    let mut times = times.to_vec();
    times.sort();
    let last = times.len().saturating_sub(1);
    times.get(((last as f64) * share).round() as usize).map_or(0.0, Duration::as_secs_f64)
}
