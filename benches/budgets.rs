//! What the budgets are measured with: `cargo bench`. One run prints a table; figures are only ever compared within it.
//!
//! The model is instant and lives in a process of its own, so that its time is not counted. CPU is that of this process,
//! from `/proc`, so the table is for Linux.

#![allow(clippy::expect_used, reason = "a measurement that cannot go on has failed")]

use std::process::Stdio;
use std::sync::Arc;
use std::time::{Duration, Instant};

use async_trait::async_trait;
use keepsake::agent::{Busy, DeliveryError, NoFiles, ReplySink};
use keepsake::app::{App, Stores};
use keepsake::clock::{Clock, SystemClock};
use keepsake::config::{Config, Env, LlmConfig};
use keepsake::llm::Models;
use keepsake::memory::outgoing::OutboxRow;
use keepsake::memory::{AgentKey, Incoming, Person, PersonId, Source};
use keepsake::search::RecallQuery;
use serde_json::{Value, json};

/// Turns of one measurement.
const TURNS: u64 = 200;
/// Messages of an agent of usual size.
const SCOPE: u64 = 2_000;
/// Points in the index, of all agents together.
const ALL: u64 = 100_000;
/// Messages of a long history.
const HISTORY: u64 = 20_000;
/// Agents that talk at once.
const CROWD: u64 = 32;

/// Takes everything and shows nothing.
struct Nowhere;

#[async_trait]
impl ReplySink for Nowhere {
    fn serves(&self, _: &AgentKey) -> bool {
        true
    }

    async fn deliver(&self, _: &AgentKey, _: &OutboxRow) -> Result<Vec<u64>, DeliveryError> {
        Ok(vec![1])
    }

    fn busy(&self, _: &AgentKey, _: &Source) -> Busy {
        Box::new(())
    }
}

fn main() {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("a runtime");
    if std::env::args().any(|argument| argument == "--model") {
        return runtime.block_on(model());
    }
    runtime.block_on(measure());
}

/// The instant model: the first step edits memory, the second answers.
async fn model() {
    use std::sync::atomic::{AtomicU64, Ordering};
    static EDITS: AtomicU64 = AtomicU64::new(0);
    let answer = async |axum::Json(request): axum::Json<Value>| {
        let after_tool =
            request["messages"].as_array().and_then(|all| all.last()).is_some_and(|last| last["role"] == "tool");
        let message = if after_tool {
            json!({ "role": "assistant", "content": "Noted." })
        } else {
            let value = format!("Fact number {}", EDITS.fetch_add(1, Ordering::Relaxed));
            let arguments = json!({ "label": "human", "value": value }).to_string();
            json!({ "role": "assistant", "content": null, "tool_calls": [
                { "index": 0, "id": "a", "type": "function", "function": { "name": "core_memory_rewrite", "arguments": arguments } },
            ] })
        };
        axum::Json(json!({ "choices": [{ "message": message, "finish_reason": "stop" }] }))
    };
    let routes = axum::Router::new().route("/v1/chat/completions", axum::routing::post(answer));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    println!("http://{}/v1", listener.local_addr().expect("an address"));
    axum::serve(listener, routes).await.expect("it serves");
}

/// Processor time of this process so far (`proc_pid_stat(5)`, fields 14 and 15, in ticks of 10 ms).
fn cpu() -> Duration {
    let stat = std::fs::read_to_string("/proc/self/stat").expect("Linux");
    let fields: Vec<&str> = stat.rsplit(") ").next().expect("a name").split(' ').collect();
    let ticks = |at: usize| fields[at].parse::<u64>().expect("a number");
    Duration::from_millis((ticks(11) + ticks(12)) * 10)
}

/// Memory of this process that is its own (`RssAnon`), and all that is resident, in MB.
fn resident() -> (f64, f64) {
    let status = std::fs::read_to_string("/proc/self/status").expect("Linux");
    let read = |name: &str| {
        let line = status.lines().find(|line| line.starts_with(name)).expect("a field");
        line.split_whitespace().nth(1).and_then(|kilobytes| kilobytes.parse::<f64>().ok()).expect("a number") / 1024.0
    };
    (read("RssAnon:"), read("VmRSS:"))
}

fn row(what: &str, figure: String) {
    println!("{what:<64} {figure:>16}");
}

async fn measure() {
    let this = std::env::current_exe().expect("a path");
    let mut server = tokio::process::Command::new(this)
        .arg("--model")
        .stdout(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .expect("the model starts");
    let mut output = tokio::io::BufReader::new(server.stdout.take().expect("an output"));
    let mut url = String::new();
    tokio::io::AsyncBufReadExt::read_line(&mut output, &mut url).await.expect("an address");
    let folder = tempfile::tempdir().expect("a folder");
    let env = Env::of([
        ("KEEPSAKE_DATA_DIR", folder.path().display().to_string().as_str()),
        ("KEEPSAKE_DEBOUNCE_MS", "0"),
        ("LLM_BASE_URL", url.trim()),
        ("LLM_MODEL", "instant"),
        ("LLM_PROTOCOL", "tools"),
        ("LLM_STREAM", "false"),
    ]);
    let (config, llm_config) =
        (Config::from_env(&env).expect("settings"), LlmConfig::from_env(&env).expect("settings"));
    let begun = Instant::now();
    let app = start(&config, &llm_config).await;
    row("start on empty stores", format!("{:.2} s", begun.elapsed().as_secs_f64()));
    let (own, all) = resident();
    row("resident, idle, embedder loaded (own / all)", format!("{own:.0} / {all:.0} MB"));
    turns(&app).await;
    fill(&app).await;
    search(&app, 2, HISTORY).await;
    others(&app).await;
    search(&app, 3, SCOPE).await;
    app.stop().await;
    let begun = Instant::now();
    let app = start(&config, &llm_config).await;
    row(&format!("start on {HISTORY} stored messages"), format!("{:.2} s", begun.elapsed().as_secs_f64()));
    let (own, all) = resident();
    row("resident after all of it (own / all)", format!("{own:.0} / {all:.0} MB"));
    app.stop().await;
}

async fn start(config: &Config, llm_config: &LlmConfig) -> App {
    let stores = Stores::open(config, Arc::new(SystemClock)).await.expect("the stores open");
    let models = Models::open(llm_config).expect("clients");
    let app = App::build(&config.agent, llm_config, stores, models, Arc::new(Nowhere), Arc::new(NoFiles))
        .expect("it is built");
    app.agents.resume().await.expect("it resumes");
    app
}

fn incoming(agent: u64, message: u64, text: String) -> Incoming {
    Incoming {
        event: format!("discord:{agent}-{message}"),
        key: AgentKey::Dm(PersonId(agent)),
        person: Person { id: PersonId(agent), name: "Mara".into() },
        text,
        attachments: Vec::new(),
        quote: None,
        source: Source { guild: None, channel: agent, message },
        at: SystemClock.now(),
    }
}

/// One turn with an edit for that agent.
async fn turn(app: &App, agent: u64, message: u64) {
    let said = incoming(agent, message, format!("This is what I say in message number {message}."));
    app.agents.accept(&said).await.expect("it is taken in");
    app.agents.idle().await;
}

async fn turns(app: &App) {
    for message in 1..=20 {
        turn(app, 1, message).await;
    }
    let (before, begun) = (cpu(), Instant::now());
    for message in 21..21 + TURNS {
        turn(app, 1, message).await;
    }
    let per_turn = |spent: Duration| spent.as_secs_f64() * 1_000.0 / TURNS as f64;
    row("CPU of a turn with an edit (2 model calls)", format!("{:.2} ms", per_turn(cpu() - before)));
    row("the same, wall time, one after the other", format!("{:.2} ms", per_turn(begun.elapsed())));
    let begun = Instant::now();
    for round in 1..=10 {
        for agent in 100..100 + CROWD {
            app.agents.accept(&incoming(agent, round, format!("Round {round}"))).await.expect("it is taken in");
        }
        app.agents.idle().await;
    }
    let rate = (CROWD * 10) as f64 / begun.elapsed().as_secs_f64();
    row(&format!("turns a second, {CROWD} agents, SQLite FULL"), format!("{rate:.0}"));
}

const TOPICS: [&str; 8] =
    ["sailing", "bread", "the observatory", "a cello", "ferns", "chess", "the night train", "tea"];

fn note(number: u64) -> String {
    let topic = TOPICS[(number % 8) as usize];
    format!("Note {number}: we talked about {topic} and plan {} for it", number % 97)
}

/// Many messages taken in before a single turn.
async fn say(app: &App, agent: &keepsake::memory::Agent, person: u64, numbers: std::ops::Range<u64>) {
    for number in numbers {
        let said = incoming(person, number + 1, note(number));
        app.stores.ledger.accept(&said, SystemClock.now()).await.expect("it is taken in");
    }
    let begun = app.stores.ledger.begin_turn(agent, &seed(), SystemClock.now()).await;
    let begun = begun.expect("a turn").expect("it begins");
    let through_seq = begun.messages.last().map_or(0, |message| message.seq);
    let summary = keepsake::store::Summary { text: "Much was said.".into(), through_seq, at: SystemClock.now() };
    let end = keepsake::store::StepCommit {
        summary: Some(summary),
        end: Some(keepsake::store::TurnEnd::Done),
        at: SystemClock.now(),
        ..Default::default()
    };
    app.stores.ledger.commit_step(&agent.scope(), begun.turn.id, &end).await.expect("it is written");
}

/// A long history for one agent.
async fn fill(app: &App) {
    let agent =
        app.stores.ledger.open_agent(&AgentKey::Dm(PersonId(2)), &seed(), SystemClock.now()).await.expect("an agent");
    for chunk in 0..HISTORY / 500 {
        say(app, &agent, 2, chunk * 500..(chunk + 1) * 500).await;
    }
    let begun = Instant::now();
    app.stores.sync.catch_up().await.expect("the index catches up");
    row(&format!("indexing {HISTORY} messages"), format!("{:.1} s", begun.elapsed().as_secs_f64()));
    let (before, rounds) = (cpu(), 50);
    for message in 0..rounds {
        turn(app, 2, HISTORY + 10 + message).await;
    }
    let spent = (cpu() - before).as_secs_f64() * 1_000.0 / rounds as f64;
    row(&format!("CPU of a turn behind {HISTORY} messages"), format!("{spent:.2} ms"));
}

fn seed() -> keepsake::store::AgentSeed {
    keepsake::store::AgentSeed { persona: "I remember.".into(), human: "Nothing yet.".into(), block_limit: 2_000 }
}

/// The index among which one agent of usual size is searched: its own messages, and points of many others.
async fn others(app: &App) {
    let agent = app.stores.ledger.open_agent(&AgentKey::Dm(PersonId(3)), &seed(), SystemClock.now()).await;
    let agent = agent.expect("an agent");
    say(app, &agent, 3, 0..SCOPE).await;
    app.stores.sync.catch_up().await.expect("the index catches up");
    let strangers: Vec<keepsake::memory::Scope> = futures::future::join_all((1_000..1_040).map(async |id| {
        let opened = app.stores.ledger.open_agent(&AgentKey::Dm(PersonId(id)), &seed(), SystemClock.now()).await;
        opened.expect("an agent").scope()
    }))
    .await;
    let there = app.stores.index.total().await.expect("a number");
    for first in (there..ALL).step_by(500) {
        let numbers: Vec<u64> = (first..ALL.min(first + 500)).collect();
        let texts: Vec<String> = numbers.iter().map(|number| note(*number)).collect();
        let vectors = app.stores.embedder.embed(&texts).await.expect("vectors");
        let point = |((number, text), dense): ((&u64, &String), Vec<f32>)| keepsake::index::Point {
            id: uuid::Uuid::from_u64_pair(7, *number),
            scope: strangers[(number % 40) as usize],
            kind: keepsake::index::PointKind::Message,
            author: Some("5".into()),
            author_name: Some("mara".into()),
            tags: Vec::new(),
            at: SystemClock.now(),
            dense,
            sparse: keepsake::index::lexical::document_vector(text),
        };
        let points = numbers.iter().zip(&texts).zip(vectors).map(point).collect();
        app.stores.index.upsert(points).await.expect("they are taken in");
    }
}

async fn search(app: &App, person: u64, messages: u64) {
    let agent = app.stores.ledger.find_agent(&AgentKey::Dm(PersonId(person))).await;
    let agent = agent.expect("the ledger answers").expect("an agent");
    let all = app.stores.index.total().await.expect("a number");
    let search = app.stores.search();
    let mut times: Vec<Duration> = Vec::new();
    for number in 0..200 {
        let query = RecallQuery {
            text: format!("What did we plan with the cello, plan {}?", number % 97),
            page: 1,
            ..RecallQuery::default()
        };
        let begun = Instant::now();
        search.recall(&agent.scope(), &query).await.expect("it finds");
        times.push(begun.elapsed());
    }
    times.sort();
    let at = |share: f64| times[(times.len() as f64 * share) as usize].as_secs_f64() * 1_000.0;
    let what = format!("search among {messages} messages of {all} points, p50 / p95");
    row(&what, format!("{:.1} / {:.1} ms", at(0.5), at(0.95)));
}
