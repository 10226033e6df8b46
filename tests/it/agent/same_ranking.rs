//! The same memory answers the same, word for word, whatever it is kept in: SQLite with the index in the process, or
//! PostgreSQL with a Qdrant server over gRPC.

use keepsake::clock::Clock;
use keepsake::memory::{Actor, Afterwards, AgentKey, Incoming, MessageChange};
use keepsake::search::{ArchivalQuery, DocumentQuery, MemorySearch, RecallQuery};
use keepsake::tools::{Effects, ToolContext, ToolError, Toolbox, registry};
use libtest_mimic::Trial;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::index::texts::{Seed, sentence};
use crate::index::world::{config, real_url, remove_collections};
use crate::support::app::{Database, TestApp, person};
use crate::support::model::{Script, ScriptedModel};
use crate::support::{postgres, qdrant, trial};

const MESSAGES: &str = "conversation_search";
const PASSAGES: &str = "archival_memory_search";
const DOCUMENTS: &str = "document_search";
/// Where all of it is said.
const PLACE: AgentKey = AgentKey::Channel(9);
/// Tokens that the model has room for: nothing is evicted here.
const ROOM: u32 = 400_000;
/// Messages that are taken in together.
const TOGETHER: usize = 25;
/// Engines add up in different orders. Scores that are nearer than this are the same, and what has them may change places.
const TOLERANCE: f32 = 1e-5;
/// Of so many answers one may differ by that.
const TIES: usize = 100;
/// Passages stored in one step.
const STORED_TOGETHER: usize = 10;

pub fn trials() -> Vec<Trial> {
    let here = postgres::is_here() && cfg!(feature = "embedded-index");
    let name = |what: &str| format!("it::agent::same_ranking::postgres::{what}");
    let mut trials = vec![
        trial(&name("a_made_up_talk_with_a_server_of_our_own"), || ours(made_up())).with_ignored_flag(!here),
        trial(&name("a_long_talk_with_a_server_of_our_own"), || async {
            if let Some(talk) = long_talk() {
                ours(talk).await;
            }
        })
        .with_ignored_flag(!here),
    ];
    if real_url().is_some() {
        trials.push(trial(&name("a_made_up_talk_with_a_real_server"), || real(made_up())).with_ignored_flag(!here));
    }
    trials
}

async fn ours(talk: Talk) {
    let server = qdrant::start().await;
    same_answers(&talk, vec![("QDRANT_URL".into(), server.url())]).await;
    assert_eq!(server.take_violations(), Vec::<String>::new());
}

async fn real(talk: Talk) {
    let mut config = config(real_url().expect("an address"));
    config.api_key = std::env::var("QDRANT_API_KEY").ok().map(Into::into);
    config.collection = format!("keepsake-test-{}", Uuid::now_v7());
    let mut settings = vec![
        ("QDRANT_URL".to_owned(), config.url.clone()),
        ("QDRANT_COLLECTION".to_owned(), config.collection.clone()),
    ];
    settings.extend(std::env::var("QDRANT_API_KEY").ok().map(|key| ("QDRANT_API_KEY".to_owned(), key)));
    same_answers(&talk, settings).await;
    remove_collections(&config).await;
}

/// What is said, and what is asked about it.
struct Talk {
    /// Who says what, the first speaker with the number 1.
    said: Vec<(u64, String)>,
    questions: Vec<String>,
}

fn made_up() -> Talk {
    let mut seed = Seed(5);
    let mut long = |least: u64, more: u64| {
        let words = least + seed.below(more);
        sentence(&mut seed, words)
    };
    let said = (0..160).map(|at| (1 + at % 3, format!("{}.", long(2, 14)))).collect();
    Talk { said, questions: (0..9).map(|_| long(1, 6)).collect() }
}

/// The beginning of the first conversation of the public data, if that is at hand.
fn long_talk() -> Option<Talk> {
    let text = std::fs::read_to_string(crate::eval::data("locomo-dev.json")?).expect("it can be read");
    let sample: Value = serde_json::from_str::<Value>(&text).expect("it is JSON")[0].take();
    let talk = &sample["conversation"];
    let turns = (1..).map_while(|number| talk[format!("session_{number}")].as_array()).flatten();
    let said = turns.map(|turn| {
        let first = turn["speaker"] == talk["speaker_a"];
        (if first { 1 } else { 2 }, turn["text"].as_str().unwrap_or_default().to_owned())
    });
    let questions = sample["qa"].as_array().into_iter().flatten().filter_map(|asked| asked["question"].as_str());
    Some(Talk { said: said.take(300).collect(), questions: questions.take(9).map(str::to_owned).collect() })
}

/// One home, with everything said in it.
struct Told {
    test: TestApp,
    incoming: Vec<Incoming>,
    tools: Toolbox,
    /// One for all calls, as the program has, so that pages continue each other.
    search: MemorySearch,
}

impl Told {
    async fn all_of(talk: &Talk, mut test: TestApp) -> Self {
        test.restart_with_budget(ROOM).await;
        let search = test.app().stores.search();
        let mut told = Self { test, incoming: Vec::new(), tools: Toolbox::new(registry()), search };
        for (round, said) in talk.said.chunks(TOGETHER).enumerate() {
            told.say(said).await;
            told.test.clock.advance(chrono::TimeDelta::hours(5 + 9 * (round as i64 % 2)));
        }
        told.store(talk).await;
        told.attach(talk).await;
        told.test.app().stores.sync.catch_up().await.expect("the index follows");
        told
    }

    async fn say(&mut self, said: &[(u64, String)]) {
        for (who, text) in said {
            let incoming = self.test.incoming(&PLACE, &person(*who, ["Ida", "Jon", "Mara"][*who as usize - 1]), text);
            self.test.app().stores.ledger.accept(&incoming, incoming.at).await.expect("it is taken in");
            self.incoming.push(incoming);
        }
        self.test.app().agents.resume().await.expect("it is answered");
        self.test.app().agents.idle().await;
    }

    /// Passages out of what was said: every seventh message, tagged, each third of them in place of an earlier one.
    async fn store(&self, talk: &Talk) {
        let texts: Vec<&str> = talk.said.iter().step_by(7).map(|(_, text)| text.as_str()).collect();
        for (round, texts) in texts.chunks(STORED_TOGETHER).enumerate() {
            let first = round * STORED_TOGETHER;
            let insert = |(at, text): (usize, &&str)| {
                let tags = [["home", "work"][at % 2], ["old", "new", "odd"][at % 3]];
                let superseded: Vec<usize> = if at % 3 == 2 && round > 0 { vec![at + 1] } else { Vec::new() };
                let content = format!("{text} ({})", first + at);
                let call = json!({ "content": content, "tags": tags, "supersedes": superseded });
                ("archival_memory_insert", call)
            };
            // The numbers 1 to 10 are superseded in the second round; later rounds name what is gone, and are told so.
            self.test.model.then(Script::calls(texts.iter().enumerate().map(insert).collect()));
            self.test.say(&PLACE, &person(1, "Ida"), "Keep that.").await;
            self.test.clock.advance(chrono::TimeDelta::days(3));
        }
    }

    /// Two documents: every other thing that was said, a paragraph each.
    async fn attach(&self, talk: &Talk) {
        for (from, name) in ["even.md", "odd.md"].into_iter().enumerate() {
            let text: Vec<&str> = talk.said.iter().skip(from).step_by(2).map(|(_, text)| text.as_str()).collect();
            let mut incoming = self.test.incoming(&PLACE, &person(1, "Ida"), "Read that.");
            incoming.attachments = vec![self.test.files.attach(name, "text/markdown", text.join("\n\n").as_bytes())];
            self.test.app().agents.accept(&incoming).await.expect("it is taken in");
            self.test.app().agents.idle().await;
        }
    }

    async fn change(&self, incoming: &Incoming, now: Afterwards) {
        let (event, source) = (incoming.event.clone(), incoming.source);
        let change = MessageChange { event, channel: source.channel, message: source.message, now };
        self.test.app().agents.changed(&change).await.expect("it is noted");
        self.test.app().agents.idle().await;
    }

    /// The scores of what a call finds on its page.
    async fn scores(&self, tool: &str, call: &Value) -> Vec<f32> {
        let scope = self.test.scope(&PLACE).await;
        let text = |name: &str| call[name].as_str().map(str::to_owned);
        let moment = |name: &str| text(name).map(|day| format!("{day}T00:00:00Z").parse().expect("a day"));
        let (after, before, page) = (moment("after"), moment("before"), call["page"].as_u64().expect("a page"));
        let query = text("query").unwrap_or_default();
        if tool == PASSAGES {
            let tags = call["tags"].as_array().into_iter().flatten().filter_map(Value::as_str);
            let tags = tags.map(str::to_owned).collect();
            let query = ArchivalQuery { text: query, tags, after, before, page };
            let found = self.search.archival(&scope, &query).await.expect("a search");
            return found.items.iter().map(|found| found.score).collect();
        }
        if tool == DOCUMENTS {
            let document = match call["document"].as_i64() {
                Some(number) => self.search.document(&scope, number).await.expect("an answer").map(|found| found.id),
                None => None,
            };
            let found = self.search.documents(&scope, &DocumentQuery { text: query, document, page }).await;
            return found.expect("a search").items.iter().map(|found| found.score).collect();
        }
        let query = RecallQuery { text: query, author: text("author"), after, before, page };
        let found = self.search.recall(&scope, &query).await.expect("a search");
        found.items.iter().map(|found| found.score).collect()
    }

    /// What a model reads when it calls that tool.
    async fn ask(&self, tool: &str, arguments: Value) -> String {
        let stores = &self.test.app().stores;
        let scope = self.test.scope(&PLACE).await;
        let mut core = stores.ledger.core(&scope).await.expect("the blocks");
        let mut context = ToolContext {
            scope: &scope,
            core: &mut core,
            effects: &mut Effects::default(),
            search: &self.search,
            actor: Actor::Model,
            turn: None,
            reading: &[],
            cause: None,
            speaking: &[],
            reminding: None,
            now: self.test.clock.now(),
        };
        let (_, tool) = self.tools.find(tool).expect("there is such a tool");
        match tool.call(&mut context, arguments).await {
            Ok(text) | Err(ToolError::Model(text)) => text,
            Err(ToolError::Internal(error)) => panic!("the tool failed: {error}"),
        }
    }
}

/// Calls of the search tools: the questions as they are, inside bounds of author and time, as phrases, and listings.
fn calls(talk: &Talk) -> Vec<(&'static str, Value)> {
    let mut calls = vec![
        (MESSAGES, json!({})),
        (MESSAGES, json!({ "author": "jon" })),
        (MESSAGES, json!({ "when": "2026-05-06" })),
        (PASSAGES, json!({})),
        (PASSAGES, json!({ "tags": ["home"] })),
        (PASSAGES, json!({ "query": "nothing of the kind, zyxwv" })),
    ];
    for (at, question) in talk.questions.iter().enumerate() {
        calls.push((MESSAGES, json!({ "query": question })));
        calls.push((PASSAGES, json!({ "query": question })));
        calls.push((DOCUMENTS, json!({ "query": question })));
        calls.push((DOCUMENTS, json!({ "query": question, "document": 1 + at % 2 })));
        match at % 5 {
            0 => calls.push((MESSAGES, json!({ "query": question, "author": "Ida" }))),
            1 => calls.push((MESSAGES, json!({ "query": question, "after": "2026-05-08" }))),
            2 => calls.push((MESSAGES, json!({ "query": question, "after": "2026-05-04", "before": "2026-05-12" }))),
            3 => calls.push((PASSAGES, json!({ "query": question, "tags": ["work"] }))),
            _ => calls.push((MESSAGES, json!({ "query": question, "author": "agent" }))),
        }
    }
    for (_, text) in talk.said.iter().step_by(talk.said.len() / 5) {
        let words: Vec<&str> = text.split_whitespace().take(3).collect();
        calls.push((MESSAGES, json!({ "query": format!("\"{}\"", words.join(" ")) })));
        calls.push((PASSAGES, json!({ "query": format!("“{}” {text}", words.join(" ")) })));
    }
    calls
}

/// Asks both homes every so manieth of the calls, every page, and compares what the models would read. Answers how many
/// answers that were.
async fn compare(talk: &Talk, one: &Told, other: &Told, every: usize, when: &str) -> usize {
    let (mut answers, mut ties) = (0, 0);
    for (tool, call) in calls(talk).into_iter().step_by(every) {
        for page in 1.. {
            let mut call = call.clone();
            call["page"] = json!(page);
            let (here, there) = (one.ask(tool, call.clone()).await, other.ask(tool, call.clone()).await);
            answers += 1;
            if here != there {
                ties += 1;
                let tied = same_scores(&one.scores(tool, &call).await, &other.scores(tool, &call).await);
                assert!(tied, "{when}: {tool} {call}\n{}", first_difference(&here, &there));
            }
            if page_of(&here).is_none_or(|(page, pages)| page >= pages) {
                break;
            }
        }
    }
    assert!(ties <= answers / TIES, "{when}: {ties} of {answers} answers differ, though all scores are the same");
    answers
}

fn same_scores(one: &[f32], other: &[f32]) -> bool {
    let near = |(one, other): (&f32, &f32)| (one - other).abs() < TOLERANCE;
    one.iter().any(|score| *score > 0.0) && one.len() == other.len() && one.iter().zip(other).all(near)
}

fn first_difference(here: &str, there: &str) -> String {
    let lines = here.lines().zip(there.lines()).find(|(here, there)| here != there);
    lines.map_or_else(|| "one is longer".into(), |(here, there)| format!("  {here}\n  {there}"))
}

/// The numbers in `page 2/7, …`.
fn page_of(answer: &str) -> Option<(u64, u64)> {
    let (page, rest) = answer.strip_prefix("page ")?.split_once('/')?;
    let pages = rest.split(',').next()?;
    Some((page.parse().ok()?, pages.parse().ok()?))
}

async fn same_answers(talk: &Talk, qdrant: Vec<(String, String)>) {
    let one = TestApp::on(Database::Sqlite, ScriptedModel::start().await).await;
    let other = TestApp::on_servers(ScriptedModel::start().await, qdrant).await;
    let homes = [Told::all_of(talk, one).await, Told::all_of(talk, other).await];
    let asked = compare(talk, &homes[0], &homes[1], 1, "as it was said").await;
    assert!(asked > 100, "only {asked} answers");
    for home in &homes {
        for (at, incoming) in home.incoming.iter().enumerate().step_by(11) {
            let text = format!("{} (I mean the one of {at})", talk.said[(at + 1) % talk.said.len()].1);
            let edited = Afterwards::Edited { text, attachments: Vec::new() };
            home.change(incoming, if at % 2 == 0 { Afterwards::Deleted } else { edited }).await;
        }
    }
    compare(talk, &homes[0], &homes[1], 5, "after changes and deletions").await;
    for home in &homes {
        for _ in 0..3 {
            home.test.app().desk.undo(&PLACE, None, Actor::Model).await.expect("it is taken back");
        }
    }
    compare(talk, &homes[0], &homes[1], 5, "after three passages were taken back").await;
    for home in &homes {
        home.test.app().stores.sync.reindex(&|_, _| ()).await.expect("it is indexed anew");
    }
    compare(talk, &homes[0], &homes[1], 5, "after both were indexed anew").await;
}
