//! People's rights, through the whole app: what is kept of them is shown and handed out to them alone, and forgotten.

use chrono::TimeDelta;
use keepsake::clock::Clock;
use keepsake::index::IndexFilter;
use keepsake::memory::{Actor, AgentKey, Attachment, Incoming, Label, Person, PersonId, Quote, Reading};
use keepsake::settings::{Change, Site};
use keepsake::store::{Accepted, ResetWhat};
use secrecy::ExposeSecret;
use serde_json::{Value, json};

use crate::support::app::{Database, TestApp, dm, person};
use crate::support::dump::dump;
use crate::support::model::{Asked, Script, ScriptedModel};

crate::trials_on_both![
    f06_forgetting_leaves_nothing_anywhere,
    forgetting_goes_on_after_a_restart,
    f01_f02_f03_people_see_and_get_only_what_is_theirs,
    a_notice_comes_with_the_first_answer_and_never_again,
    nothing_is_taken_in_of_somebody_who_opted_out,
    what_is_too_old_is_forgotten,
    a_guild_that_was_left_is_forgotten_after_a_while,
];

const ADA: u64 = 777_000_111_222_333_444;
const SECRET: &str = "tangerine seventy-seven";

async fn start(database: Database) -> TestApp {
    let test = TestApp::on(database, ScriptedModel::start().await).await;
    test.model.on(mind);
    test
}

/// Writes down what it is told to, everywhere, and repeats it.
fn mind(asked: &Asked) -> Script {
    let said = asked.newest();
    if asked.after_tool() {
        return Script::reply("Noted.");
    }
    let Some((_, fact)) = said.split_once("remember: ") else { return Script::reply("Noted.") };
    let fact = fact.split("</message>").next().unwrap_or_default().trim();
    Script::calls(vec![
        ("core_memory_append", json!({"label": "human", "content": fact, "reason": "asked to"})),
        ("core_memory_append", json!({"label": "persona", "content": fact, "reason": "asked to"})),
        ("archival_memory_insert", json!({"content": fact, "tags": ["told"]})),
    ])
    .saying(&format!("I keep {fact}."))
}

fn ada() -> Person {
    person(ADA, "Ada Quill")
}

async fn say(test: &TestApp, key: &AgentKey, who: &Person, text: &str) -> Incoming {
    say_quoting(test, key, who, text, None).await
}

async fn say_quoting(test: &TestApp, key: &AgentKey, who: &Person, text: &str, quote: Option<Quote>) -> Incoming {
    let mut incoming = test.incoming(key, who, text);
    incoming.source.guild = Some(5).filter(|_| !matches!(key, AgentKey::Dm(_)));
    incoming.quote = quote;
    let accepted = test.app().agents.accept(&incoming).await.expect("it is taken in");
    assert_eq!(accepted, Accepted::New);
    test.app().agents.idle().await;
    incoming
}

const CHANNEL: AgentKey = AgentKey::Channel(20);

/// A recording in which the secret is heard.
fn heard() -> Attachment {
    Attachment {
        name: "voice-message.ogg".into(),
        kind: "audio/ogg".into(),
        bytes: Some(9),
        description: None,
        url: None,
        reading: Some(Reading::Heard(format!("once more: {SECRET}"))),
    }
}

/// Ada has said her secret in a channel, in her direct messages, and as a member of a guild; Jo has quoted it.
async fn tell(test: &TestApp) {
    let jo = person(2, "Jo");
    say(test, &CHANNEL, &jo, "remember: Jo bakes bread").await;
    let said = say(test, &CHANNEL, &ada(), &format!("remember: my secret is {SECRET}")).await;
    let of = Some(said.source.message);
    let quote = Quote {
        author: "Ada Quill".into(),
        text: SECRET.into(),
        of,
        by: Some(PersonId(ADA)),
        attachments: vec![heard()],
        heading: None,
    };
    say_quoting(test, &CHANNEL, &jo, "what does that mean?", Some(quote)).await;
    say(test, &dm(ADA), &ada(), &format!("remember: in private, {SECRET}")).await;
    let member = AgentKey::Member { guild: 5, person: PersonId(ADA) };
    say(test, &member, &ada(), &format!("remember: as a member, {SECRET}")).await;
    test.app().stores.sync.catch_up().await.expect("the index follows");
}

async fn assert_forgotten(test: &TestApp) {
    let all = dump(test.config.store.database_url.expose_secret()).await;
    for trace in [SECRET, "tangerine", "Ada Quill", &ADA.to_string()] {
        let lines: Vec<&str> = all.lines().filter(|line| line.contains(trace)).collect();
        assert!(lines.is_empty(), "{trace} is left: {lines:#?}");
    }
    assert!(all.contains("Jo bakes bread"), "what others said stays");
    let stores = &test.app().stores;
    let scope = test.scope(&CHANNEL).await;
    for author in [ADA.to_string(), "Ada Quill".to_owned()] {
        let theirs = IndexFilter { author: Some(author), ..IndexFilter::default() };
        assert_eq!(stores.index.count(&scope, &theirs).await.expect("a count"), 0);
    }
    let (held, meant) = (stores.index.total().await.expect("a count"), stores.ledger.indexed().await.expect("a count"));
    assert_eq!(held, meant, "the index holds what the ledger does, and no more");
    for query in [SECRET, "tangerine"] {
        let found = test.app().desk.search(&CHANNEL, query, 1).await.expect("a search");
        assert!(found.items.iter().all(|hit| !hit.text.contains("tangerine")), "{found:?}");
    }
}

async fn f06_forgetting_leaves_nothing_anywhere(database: Database) {
    let test = start(database).await;
    tell(&test).await;
    assert!(dump(test.config.store.database_url.expose_secret()).await.contains(SECRET));
    let done = test.app().desk.forget_person(PersonId(ADA)).await.expect("she is forgotten");
    let receipt = done.receipt;
    assert!(done.verified, "{receipt:?}");
    assert!(receipt.agents == 2 && receipt.blocks == 1 && receipt.quotes == 1 && receipt.records > 0, "{receipt:?}");
    assert_forgotten(&test).await;
    let core = test.app().desk.overview(&CHANNEL).await.expect("an overview").core;
    assert!(core.get(Label::Human(PersonId(ADA))).is_none());
    let held = test.app().desk.held(PersonId(ADA)).await.expect("what is held");
    assert!(held.places.is_empty() && held.spent.messages == 0, "{held:?}");
    say(&test, &CHANNEL, &person(2, "Jo"), "are you still there?").await;
    let asked = test.model.requests().pop().expect("a request").prompt();
    assert!(!asked.contains("tangerine") && !asked.contains("Ada") && asked.contains("bakes bread"), "{asked}");
    say(&test, &dm(ADA), &ada(), "hello, I am new").await;
    assert_eq!(test.app().desk.overview(&dm(ADA)).await.expect("an overview").messages, 2);
    test.end().await;
}

async fn forgetting_goes_on_after_a_restart(database: Database) {
    let mut test = start(database).await;
    tell(&test).await;
    let (ledger, now) = (test.app().stores.ledger.clone(), test.clock.now());
    ledger.ask_to_forget(PersonId(ADA), now).await.expect("it is asked");
    let agents = ledger.agents_of_person(PersonId(ADA)).await.expect("agents");
    ledger.forget_person_in(&agents[0], PersonId(ADA), now).await.expect("half of it is done");
    let waits = test.incoming(&CHANNEL, &ada(), "meanwhile");
    assert_eq!(test.app().agents.accept(&waits).await.expect("an answer"), Accepted::Refused);
    test.restart().await;
    assert_forgotten(&test).await;
    assert!(test.app().stores.ledger.to_forget().await.expect("people").is_empty());
    assert_eq!(test.app().agents.accept(&waits).await.expect("an answer"), Accepted::New);
    test.app().agents.idle().await;
    test.end().await;
}

async fn f01_f02_f03_people_see_and_get_only_what_is_theirs(database: Database) {
    let test = start(database).await;
    tell(&test).await;
    say(&test, &dm(2), &person(2, "Jo"), "remember: Jo's private plum").await;
    let desk = &test.app().desk;
    let held = desk.held(PersonId(ADA)).await.expect("what is held");
    let places: Vec<String> = held.places.iter().map(|place| place.key.to_string()).collect();
    let wanted = ["channel:20".to_owned(), format!("dm:{ADA}"), format!("member:5:{ADA}")];
    assert!(wanted.iter().all(|key| places.contains(key)) && places.len() == 3, "{places:?}");
    assert_eq!((held.keeping.model.as_str(), held.spent.messages), ("127.0.0.1", 3));
    let files = desk.export_person(PersonId(ADA)).await.expect("an export");
    assert!(files.len() == 1 && files[0].matches(SECRET).count() >= 9, "{}", files[0]);
    assert!(!files[0].contains("bread") && !files[0].contains("plum") && !files[0].contains("what does that mean"));
    let export: Value = serde_json::from_str(&files[0]).expect("JSON");
    let kinds: Vec<&str> =
        export["items"].as_array().expect("items").iter().filter_map(|item| item["kind"].as_str()).collect();
    for (kind, least) in [("message", 3), ("block", 3), ("block_edit", 6), ("edit", 6), ("passage", 3)] {
        assert!(kinds.iter().filter(|one| **one == kind).count() >= least, "{kind}: {kinds:?}");
    }
    let others = desk.export_person(PersonId(2)).await.expect("an export").concat();
    assert!(!others.contains("tangerine") && !others.contains("Ada") && others.contains("plum"), "{others}");
    let stranger = desk.export_person(PersonId(3)).await.expect("an export").concat();
    assert!(!stranger.contains("tangerine") && !stranger.contains("bread"), "{stranger}");
    assert!(desk.held(PersonId(3)).await.expect("what is held").places.is_empty());
    test.end().await;
}

async fn a_notice_comes_with_the_first_answer_and_never_again(database: Database) {
    let mut test = start(database).await;
    let (mara, jo) = (person(1, "Mara"), person(2, "Jo"));
    say(&test, &CHANNEL, &mara, "hello").await;
    say(&test, &CHANNEL, &mara, "hello again").await;
    say(&test, &dm(1), &mara, "in private").await;
    assert_eq!(test.sink.notices(), [CHANNEL]);
    test.restart().await;
    say(&test, &dm(1), &mara, "after a restart").await;
    say(&test, &CHANNEL, &jo, "and me?").await;
    assert_eq!(test.sink.notices(), [CHANNEL, CHANNEL]);
    test.end().await;
}

async fn nothing_is_taken_in_of_somebody_who_opted_out(database: Database) {
    let test = start(database).await;
    assert!(test.app().desk.opt_out(PersonId(ADA), true).await.expect("they opt out"));
    assert!(test.app().agents.closed_people().await.expect("people").contains(&ADA));
    let said = test.incoming(&CHANNEL, &ada(), SECRET);
    assert_eq!(test.app().agents.accept(&said).await.expect("an answer"), Accepted::Refused);
    test.app().agents.idle().await;
    assert!(test.model.requests().is_empty());
    assert!(!dump(test.config.store.database_url.expose_secret()).await.contains("tangerine"));
    assert!(test.app().desk.opt_out(PersonId(ADA), false).await.expect("they opt in"));
    assert!(test.app().agents.closed_people().await.expect("people").is_empty());
    say(&test, &CHANNEL, &ada(), "hello").await;
    test.end().await;
}

async fn what_is_too_old_is_forgotten(database: Database) {
    let mut test = start(database).await;
    let settings = test.app().stores.settings.clone();
    let month = settings.change(Site::Guild(5), Some(5), Change::Retention(Some(30)), PersonId(1));
    month.await.expect("it is set");
    say(&test, &CHANNEL, &person(2, "Jo"), "the old plum is ripe").await;
    say(&test, &CHANNEL, &person(2, "Jo"), "remember: Jo bakes bread").await;
    say(&test, &dm(2), &person(2, "Jo"), "a private plum").await;
    test.clock.advance(TimeDelta::days(31));
    say(&test, &CHANNEL, &person(2, "Jo"), "what is new?").await;
    let swept = test.app().agents.sweep().await.expect("a round");
    assert!(swept.messages >= 6 && swept.agents == 0, "{swept:?}");
    test.app().stores.sync.catch_up().await.expect("the index follows");
    let url = test.config.store.database_url.expose_secret().to_owned();
    assert!(!dump(&url).await.contains("old plum"));
    let found = test.app().desk.search(&CHANNEL, "old plum", 1).await.expect("a search");
    assert!(found.items.iter().all(|hit| !hit.text.contains("plum")), "{found:?}");
    let core = test.app().desk.overview(&CHANNEL).await.expect("an overview").core;
    assert!(core.blocks.iter().any(|block| block.value.contains("Jo bakes bread")), "blocks stay");
    assert!(dump(&url).await.contains("a private plum"), "direct messages have a setting of their own");
    say(&test, &CHANNEL, &person(2, "Jo"), "and it goes on").await;
    test.config.agent.rights.retention_days = 10;
    test.restart().await;
    test.app().agents.sweep().await.expect("a round");
    assert!(!dump(&url).await.contains("a private plum"), "the operator's own setting stands below all others");
    test.end().await;
}

async fn a_guild_that_was_left_is_forgotten_after_a_while(database: Database) {
    let test = start(database).await;
    tell(&test).await;
    let (app, url) = (test.app(), test.config.store.database_url.expose_secret().to_owned());
    let not = |_| true;
    app.agents.present(&[], &not).await.expect("it is noted");
    test.clock.advance(TimeDelta::days(8));
    app.agents.came_back(Site::Guild(5)).await.expect("it is noted");
    assert_eq!(app.agents.sweep().await.expect("a round").agents, 0, "it came back");
    app.agents.left(Site::Guild(5)).await.expect("it is noted");
    assert_eq!(app.agents.sweep().await.expect("a round").agents, 0, "not yet");
    test.clock.advance(TimeDelta::days(7));
    assert_eq!(app.agents.sweep().await.expect("a round").agents, 2);
    assert!(app.stores.ledger.find_agent(&CHANNEL).await.expect("the ledger answers").is_none());
    let left = dump(&url).await;
    assert!(!left.contains("Jo bakes bread") && left.contains("in private"), "direct messages are no guild's");
    app.agents.left(Site::Channel(20)).await.expect("it is noted");
    say(&test, &CHANNEL, &person(2, "Jo"), "remember: a new beginning").await;
    test.clock.advance(TimeDelta::days(8));
    assert_eq!(app.agents.sweep().await.expect("a round").agents, 1);
    assert!(!dump(&url).await.contains("a new beginning"));
    let nobody = app.desk.reset(&CHANNEL, ResetWhat::All, Actor::System).await;
    assert!(nobody.is_err(), "there is no agent");
    test.end().await;
}
