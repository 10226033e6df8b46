//! A bot's memory to measure: real stores in a folder that is thrown away, and conversations put into them the way they
//! come in.

use std::sync::Arc;

use anyhow::Context;
use chrono::TimeDelta;
use serde_json::Value;
use tempfile::TempDir;

use crate::app::Stores;
use crate::clock::{Clock, ManualClock, Moment};
use crate::config::{Config, Env};
use crate::memory::{Actor, Agent, AgentKey, Attachment, Incoming, Person, PersonId, Source};
use crate::search::MemorySearch;
use crate::store::{AgentSeed, StepCommit, TurnEnd};
use crate::tools::{Effects, ToolContext, Toolbox, registry};

/// One message of a conversation that is replayed.
#[derive(Debug, Clone)]
pub struct Said {
    pub person: Person,
    pub text: String,
    /// What a picture that came with it shows.
    pub caption: Option<String>,
    pub at: Moment,
}

/// Where the memory that is measured is kept.
#[derive(Default)]
pub enum Home {
    /// SQLite, the index and the embedder inside the program, in a folder that is thrown away.
    #[default]
    ThrownAway,
    /// The stores that a configuration names. They must be empty, since what is measured is put there and stays.
    Named(Box<Config>),
}

/// The stores, and the clock that they live by.
pub struct World {
    pub stores: Stores,
    pub clock: Arc<ManualClock>,
    pub seed: AgentSeed,
    search: MemorySearch,
    tools: Toolbox,
    _folder: Option<TempDir>,
}

impl World {
    /// Opens the stores of that home.
    pub async fn open(home: &Home) -> anyhow::Result<Self> {
        let clock = Arc::new(ManualClock::new(Moment::UNIX_EPOCH));
        let (stores, folder) = match home {
            Home::Named(config) => (Stores::open(config, clock.clone()).await?, None),
            Home::ThrownAway => {
                let folder = tempfile::tempdir().context("no folder for temporary files")?;
                let data_dir = folder.path().join("data");
                std::fs::create_dir(&data_dir)?;
                let env = Env::of([("KEEPSAKE_DATA_DIR", data_dir.display().to_string())]);
                (Stores::open(&Config::from_env(&env)?, clock.clone()).await?, Some(folder))
            }
        };
        let seed =
            AgentSeed { persona: "I am helpful.".into(), human: "Nothing known yet.".into(), block_limit: 2_000 };
        let (search, tools) = (stores.search(), Toolbox::new(registry()));
        Ok(Self { stores, clock, seed, search, tools, _folder: folder })
    }

    /// The agent of that channel.
    pub async fn agent(&self, channel: u64, now: Moment) -> anyhow::Result<Agent> {
        self.clock.set(now);
        Ok(self.stores.ledger.open_agent(&AgentKey::Channel(channel), &self.seed, now).await?)
    }

    /// People say that there, one after the other; the agent says nothing.
    pub async fn say(&self, agent: &Agent, said: &[Said]) -> anyhow::Result<Vec<crate::memory::Message>> {
        let Some(last) = said.last() else { return Ok(Vec::new()) };
        self.take_in(agent, said).await?;
        let begun = self.stores.ledger.begin_turn(agent, &self.seed, last.at).await?;
        let begun = begun.context("what was said did not come in")?;
        let end = StepCommit { end: Some(TurnEnd::Done), at: last.at, ..StepCommit::default() };
        self.stores.ledger.commit_step(&agent.scope(), begun.turn.id, &end).await?;
        Ok(begun.messages)
    }

    /// Takes messages in, at the moment of the last one. Nobody answers them yet.
    pub async fn take_in(&self, agent: &Agent, said: &[Said]) -> anyhow::Result<()> {
        let Some(last) = said.last() else { return Ok(()) };
        self.clock.set(last.at);
        for (place, said) in said.iter().enumerate() {
            let event = format!("replay:{}:{}:{place}", agent.key, said.at.timestamp_micros());
            self.stores.ledger.accept(&incoming(agent, event, said), last.at).await?;
        }
        Ok(())
    }

    /// One call of a tool, in a turn of its own. Answers what the model would read, and what was changed.
    pub async fn call(&self, agent: &Agent, tool: &str, arguments: Value) -> anyhow::Result<(String, Effects)> {
        let scope = agent.scope();
        self.clock.advance(TimeDelta::seconds(1));
        let now = self.clock.now();
        let someone = Person { id: PersonId(1), name: "Someone".into() };
        let said = Said { person: someone, text: String::new(), caption: None, at: now };
        let event = format!("call:{}:{}", agent.key, now.timestamp_micros());
        self.stores.ledger.accept(&incoming(agent, event, &said), now).await?;
        let begun = self.stores.ledger.begin_turn(agent, &self.seed, now).await?.context("the call has no turn")?;
        let mut core = self.stores.ledger.core(&scope).await?;
        let mut effects = Effects::default();
        let mut context = ToolContext {
            scope: &scope,
            core: &mut core,
            effects: &mut effects,
            search: &self.search,
            actor: Actor::Model,
            turn: Some(begun.turn.id),
            reading: &[],
            cause: None,
            speaking: &[],
            reminding: None,
            now,
        };
        let (_, tool) = self.tools.find(tool).context("there is no such tool")?;
        let answer = tool.call(&mut context, arguments).await?;
        let commit = StepCommit {
            edits: effects.edits.clone(),
            passages: effects.passages.clone(),
            end: Some(TurnEnd::Done),
            at: now,
            ..StepCommit::default()
        };
        self.stores.ledger.commit_step(&scope, begun.turn.id, &commit).await?;
        Ok((answer, effects))
    }

    /// Ends it all.
    pub async fn close(self) {
        self.stores.close().await;
    }
}

fn incoming(agent: &Agent, event: String, said: &Said) -> Incoming {
    let picture = |caption: &String| Attachment {
        name: "photo.jpg".into(),
        kind: "image/jpeg".into(),
        bytes: None,
        description: Some(caption.clone()),
        url: None,
        reading: None,
    };
    Incoming {
        event,
        key: agent.key.clone(),
        person: said.person.clone(),
        text: said.text.clone(),
        attachments: said.caption.iter().map(picture).collect(),
        quote: None,
        source: Source::default(),
        at: said.at,
    }
}
