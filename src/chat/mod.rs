//! Talking in a terminal: the same agent, without Discord. Owns the line editor, the commands and what is printed.

mod commands;
mod render;
mod terminal;
mod warm;

use std::process::ExitCode;
use std::sync::Arc;

use anyhow::bail;
use rustyline::error::ReadlineError;
use uuid::Uuid;

use crate::agent::NoFiles;
use crate::app::{App, Stores};
use crate::config::{AgentConfig, Config, LlmConfig};
use crate::llm::Models;
use crate::memory::agent::is_terminal_name;
use crate::memory::{AgentKey, Incoming, Person, PersonId, Source};
use crate::output::print_line;
use terminal::TerminalSink;
pub use warm::warm_up;

/// What a person is called whose name the system does not tell. Not "you": so the agent is called when it reads what
/// was said.
const NAMELESS: &str = "somebody";

/// What was asked on the command line.
#[derive(Debug, Clone)]
pub struct ChatOptions {
    /// One message to answer, instead of a conversation.
    pub once: Option<String>,
    /// Which conversation.
    pub name: String,
}

/// Whether a conversation may have that name.
///
/// # Errors
/// A sentence that says what is accepted.
pub fn check_name(name: &str) -> anyhow::Result<()> {
    if !is_terminal_name(name) {
        bail!("--name must be 1 to 64 letters, digits, - or _, not `{name}`.");
    }
    Ok(())
}

/// Talks until the person has enough, or answers once.
///
/// # Errors
/// When the stores or the settings cannot be used.
pub async fn run(
    config: &Config,
    llm_config: &LlmConfig,
    stores: Stores,
    models: Models,
    options: ChatOptions,
) -> anyhow::Result<ExitCode> {
    let key = AgentKey::Terminal(options.name);
    let sink = Arc::new(TerminalSink::new(key.clone()));
    // Nobody types two lines within a debounce here.
    let agent_config = AgentConfig { debounce: std::time::Duration::ZERO, ..config.agent.clone() };
    let model = models.usual().describe();
    let app = App::build(&agent_config, llm_config, stores, models, sink.clone(), Arc::new(NoFiles))?;
    if let Some(news) = app.stores.news_of_index().await {
        eprintln!("Note: {news}.");
    }
    let session = Session { key, app, sink };
    session.tell_of_unanswered().await?;
    session.app.agents.resume().await?;
    session.app.agents.idle().await;
    let code = match options.once {
        Some(text) => session.once(&text).await,
        None => session.converse(&model).await,
    };
    session.app.stop().await;
    code
}

struct Session {
    key: AgentKey,
    app: App,
    sink: Arc<TerminalSink>,
}

impl Session {
    /// Says what the next words are an answer to, when the last conversation ended in the middle of one.
    async fn tell_of_unanswered(&self) -> anyhow::Result<()> {
        let ledger = &self.app.stores.ledger;
        let begun = ledger.unfinished_turns().await?.into_iter().any(|begun| begun.agent.key == self.key);
        if begun || ledger.waiting().await?.contains(&self.key) {
            eprintln!("Answering what you said last time, which was interrupted …");
        }
        Ok(())
    }

    async fn once(&self, text: &str) -> anyhow::Result<ExitCode> {
        if text.trim().is_empty() {
            bail!("--once needs a message.");
        }
        // What was left of the last time counts for itself.
        self.sink.failed();
        self.say(text).await?;
        Ok(if self.sink.failed() { ExitCode::FAILURE } else { ExitCode::SUCCESS })
    }

    async fn converse(&self, model: &str) -> anyhow::Result<ExitCode> {
        print_line(format_args!("Keepsake, with {model}. /help lists the commands, /quit ends."));
        let mut editor = Some(rustyline::DefaultEditor::new()?);
        loop {
            let Some(line) = read_line(&mut editor).await? else { return Ok(ExitCode::SUCCESS) };
            match commands::parse(&line) {
                commands::Line::Nothing => {}
                commands::Line::Quit => return Ok(ExitCode::SUCCESS),
                commands::Line::Command(command) => print_line(commands::run(&self.app.desk, &self.key, command).await),
                commands::Line::Words(text) => self.say(&text).await?,
            }
        }
    }

    /// Says something and waits for all that comes back.
    async fn say(&self, text: &str) -> anyhow::Result<()> {
        let now = self.app.stores.clock.now();
        let name = std::env::var("USER").ok().filter(|name| !name.trim().is_empty()).unwrap_or_else(|| NAMELESS.into());
        let incoming = Incoming {
            event: format!("terminal:{}", Uuid::now_v7()),
            key: self.key.clone(),
            person: Person { id: PersonId::TERMINAL, name },
            text: text.to_owned(),
            attachments: Vec::new(),
            quote: None,
            source: Source::default(),
            at: now,
        };
        self.app.agents.accept(&incoming).await?;
        self.app.agents.idle().await;
        Ok(())
    }
}

/// The next line, read on a thread of its own so that nothing else has to wait; none at the end of input.
async fn read_line(editor: &mut Option<rustyline::DefaultEditor>) -> anyhow::Result<Option<String>> {
    let Some(mut taken) = editor.take() else { return Ok(None) };
    let (line, taken) = tokio::task::spawn_blocking(move || (taken.readline("you> "), taken)).await?;
    *editor = Some(taken);
    match line {
        Ok(line) => {
            if let Some(editor) = editor {
                editor.add_history_entry(line.as_str())?;
            }
            Ok(Some(line))
        }
        Err(ReadlineError::Eof | ReadlineError::Interrupted) => Ok(None),
        Err(ReadlineError::Io(error)) if error.kind() == std::io::ErrorKind::InvalidData => {
            eprintln!("That line is not UTF-8; it was passed over.");
            Ok(Some(String::new()))
        }
        Err(error) => Err(error.into()),
    }
}
