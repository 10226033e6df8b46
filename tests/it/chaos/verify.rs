//! Whether anything was lost, doubled, half done or left behind.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use keepsake::app::Stores;
use keepsake::clock::SystemClock;
use keepsake::config::{Config, Env};

use super::ledger::{lines, number};
use super::mind::Mind;
use super::report::Report;
use super::town::{AWAY, NOT_TAKEN_IN, Said, Town, answered, refused};
use crate::journey::Home;
use crate::support::discord::FakeDiscord;
use crate::support::model::KEY;

/// Looks at everything, once the program has ended and nothing more can come.
pub async fn verify(home: &Home, fake: &FakeDiscord, town: &Town, mind: &Mind, report: &mut Report) {
    let url = home.database_url();
    answers(&url, fake, town, report).await;
    nothing_waits(&url, report).await;
    posts(&url, fake, report).await;
    memory(&url, fake, town, report).await;
    changes(&url, fake, town, report).await;
    index(home, &url, report).await;
    let log = std::fs::read_to_string(home.folder.path().join("bot.log")).expect("a log");
    if [fake.token().as_str(), KEY, "qdrant-secret"].into_iter().any(|secret| log.contains(secret)) {
        report.wrong("the log holds a secret".into());
    }
    for token in mind.asked_again() {
        report.wrong(format!("the model was asked again for {token} though its answer was in the ledger"));
    }
}

/// Messages of which people were told that they cannot be answered: by the very sentence of the turn that failed, which
/// bears its trace. The rows of what was delivered no longer say what it was; the channel does.
async fn told_of_failure(url: &str, fake: &FakeDiscord) -> BTreeSet<u64> {
    let failed = "SELECT CAST(m.message AS TEXT) || '|' || t.trace || '|' || o.sent FROM messages m \
                  JOIN turns t ON t.id = m.turn_id JOIN outbox o ON o.turn_id = t.id \
                  WHERE m.role = 'person' AND t.state = 'failed' AND o.state = 'sent'";
    let mut told = refused(fake);
    for line in lines(url, failed).await {
        let parts: Vec<&str> = line.split('|').collect();
        let sent: Vec<u64> = serde_json::from_str(parts[2]).expect("ids");
        let sentence = format!("(trace {})", parts[1]);
        let says_so = fake.read(|state| {
            let posted = sent.iter().filter_map(|id| state.messages.get(id)).filter(|stored| !stored.deleted);
            posted.map(|stored| stored.value.to_string()).any(|shown| shown.contains(&sentence))
        });
        if says_so {
            told.insert(parts[0].parse().expect("a message id"));
        }
    }
    told
}

/// Messages that no turn took, since it was known before that they were deleted. Their row has the turn that is none.
async fn known_to_be_deleted(url: &str) -> BTreeSet<u64> {
    let none = "SELECT event FROM inbox WHERE payload = '' AND turn_id = '00000000-0000-0000-0000-000000000000'";
    let number = |event: &String| event.rsplit(':').next().and_then(|id| id.parse().ok());
    lines(url, none).await.iter().map(|event| number(event).expect("a message id")).collect()
}

/// Each message is answered once, or its turn failed and said so. What was deleted before is not answered if that was known,
/// and otherwise once at most.
async fn answers(url: &str, fake: &FakeDiscord, town: &Town, report: &mut Report) {
    let (told, known) = (told_of_failure(url, fake).await, known_to_be_deleted(url).await);
    let answered = answered(fake);
    for said in &town.said {
        report.messages += 1;
        match answered.get(&said.token).map_or(0, Vec::len) {
            0 if said.withdrawn => report.withdrawn += 1,
            0 if told.contains(&said.id) => report.told += 1,
            0 => report.lost(format!("{} in {} was not answered", said.token, said.place)),
            1 if known.contains(&said.id) => {
                report.wrong(format!("{} was answered though it was known to be deleted", said.token));
            }
            1 => report.answered += 1,
            many => report.doubled(format!("{} in {} was answered {many} times", said.token, said.place)),
        }
    }
}

async fn nothing_waits(url: &str, report: &mut Report) {
    for (what, query) in [
        ("messages wait in the inbox", "SELECT CAST(COUNT(*) AS TEXT) FROM inbox WHERE turn_id IS NULL"),
        ("rows wait in the outbox", "SELECT CAST(COUNT(*) AS TEXT) FROM outbox WHERE state = 'waiting'"),
        ("rows of the outbox were given up", "SELECT CAST(COUNT(*) AS TEXT) FROM outbox WHERE state = 'given_up'"),
        ("turns still run", "SELECT CAST(COUNT(*) AS TEXT) FROM turns WHERE state NOT IN ('done', 'failed')"),
    ] {
        let count = number(url, query).await;
        if count > 0 {
            report.lost(format!("{count} {what}"));
        }
    }
}

/// Each message of the bot is one that the ledger knows of, and the other way round.
async fn posts(url: &str, fake: &FakeDiscord, report: &mut Report) {
    let mut known = BTreeSet::new();
    for line in lines(url, "SELECT sent FROM outbox WHERE state = 'sent'").await {
        for id in serde_json::from_str::<Vec<u64>>(&line).expect("ids") {
            if !known.insert(id) {
                report.doubled(format!("two rows of the outbox became the message {id}"));
            }
        }
    }
    let there: BTreeMap<u64, String> = fake.read(|state| {
        let ours = state.messages.iter().filter(|(_, stored)| stored.author == state.bot.id && !stored.deleted);
        ours.map(|(id, stored)| (*id, stored.value.to_string())).collect()
    });
    for (id, value) in &there {
        // That something could not be taken in, or cannot yet, is said outside the outbox.
        if !known.contains(id) && ![NOT_TAKEN_IN, AWAY].iter().any(|said| value.contains(said)) {
            report.doubled(format!("a message that no row stands for: {value}"));
        }
    }
    for id in known.iter().filter(|id| !there.contains_key(id)) {
        report.lost(format!("the message {id} is in the ledger and not in Discord"));
    }
}

/// How often each token stands in each place's memory.
async fn count_in(url: &str, query: &str) -> BTreeMap<(String, String), usize> {
    let mut found = BTreeMap::new();
    for line in lines(url, query).await {
        let (place, text) = line.split_once('|').expect("a place and a text");
        for word in text.split(|c: char| !c.is_ascii_alphanumeric()) {
            *found.entry((place.to_owned(), word.to_owned())).or_default() += 1;
        }
    }
    found
}

/// What was written into memory was written once, and where it was said.
async fn memory(url: &str, fake: &FakeDiscord, town: &Town, report: &mut Report) {
    // What could not be taken in was perhaps read back later, and perhaps not.
    let (answered, refused) = (answered(fake), refused(fake));
    let certain = |said: &Said| answered.contains_key(&said.token) || !(said.withdrawn || refused.contains(&said.id));
    let blocks = "SELECT a.place || '|' || b.value FROM blocks b JOIN agents a ON a.id = b.agent_id";
    let passages = "SELECT a.place || '|' || p.text FROM passages p JOIN agents a ON a.id = p.agent_id";
    let edits = "SELECT a.place || '|' || SUBSTR(e.after_text, LENGTH(e.before_text) + 1) \
                 FROM edits e JOIN agents a ON a.id = e.agent_id WHERE e.target = 'persona'";
    for (what, query) in [("the block", blocks), ("the archive", passages), ("the edits", edits)] {
        let found = count_in(url, query).await;
        for said in &town.said {
            let of_token: Vec<(&String, usize)> =
                found.iter().filter(|((_, word), _)| *word == said.token).map(|((place, _), n)| (place, *n)).collect();
            match of_token.as_slice() {
                [(place, 1)] if **place == said.place => report.edits += 1,
                [] if !certain(said) => {}
                [] => report.wrong(format!("{} is not in {what}", said.token)),
                more => report.wrong(format!("{} of {} is in {what} of {more:?}", said.token, said.place)),
            }
        }
    }
}

/// Messages that were changed or deleted stand so in memory.
async fn changes(url: &str, fake: &FakeDiscord, town: &Town, report: &mut Report) {
    let refused = refused(fake);
    let all = "SELECT CAST(COALESCE(message, 0) AS TEXT) || '|' || text FROM messages";
    let texts: BTreeMap<u64, String> = lines(url, all)
        .await
        .iter()
        .filter_map(|line| line.split_once('|'))
        .map(|(id, text)| (id.parse().expect("an id"), text.to_owned()))
        .collect();
    let rest = lines(
        url,
        "SELECT payload FROM inbox UNION ALL SELECT text FROM passages UNION ALL SELECT text FROM summaries \
                           UNION ALL SELECT after_text FROM edits UNION ALL SELECT payload FROM outbox",
    )
    .await;
    for said in town.said.iter().filter(|said| said.deleted || said.edited.is_some()) {
        let Said { id, secret, token, .. } = said;
        let holds = |text: &String| text.split(|c: char| !c.is_ascii_alphanumeric()).any(|word| word == secret);
        if texts.values().chain(&rest).any(holds) {
            report.wrong(format!("{token} was changed or deleted, and its old words are still there"));
        }
        match &said.edited {
            Some(now)
                if !said.deleted
                    && (texts.contains_key(id) || !refused.contains(id))
                    && !texts.get(id).is_some_and(|text| now.ends_with(text.as_str()) && !text.is_empty()) =>
            {
                report.wrong(format!("{token} was changed, and memory has {:?}", texts.get(id)));
            }
            _ => report.changes += 1,
        }
    }
}

/// After catching up the index holds what the ledger holds.
async fn index(home: &Home, url: &str, report: &mut Report) {
    let mut settings = home.settings().to_vec();
    settings.push(("KEEPSAKE_DATA_DIR".to_owned(), home.folder.path().join("data").display().to_string()));
    let config = Config::from_env(&Env::of(settings)).expect("settings");
    let stores = Stores::open(&config, Arc::new(SystemClock)).await.expect("the stores open");
    stores.sync.catch_up().await.expect("the index catches up");
    let held = stores.index.total().await.expect("the index can be asked");
    stores.close().await;
    let meant = number(
        url,
        "SELECT CAST((SELECT COUNT(*) FROM messages WHERE searchable = 1) + (SELECT COUNT(*) FROM passages) AS TEXT)",
    )
    .await;
    let left = number(url, "SELECT CAST(COUNT(*) AS TEXT) FROM tombstones").await;
    if held != meant || left > 0 {
        report.wrong(format!("the index holds {held} of {meant}, and {left} points are to go"));
    }
}
