//! Documents in a conversation: what is attached becomes searchable, once, and only where it was said.

use keepsake::documents::NewFile;
use keepsake::memory::{
    Actor, Afterwards, Agent, AgentKey, Attachment, Incoming, MessageChange, Outgoing, Person, Reading,
};
use keepsake::store::ResetWhat;
use serde_json::json;

use crate::support::app::{Database, TestApp, dm, person};
use crate::support::files::pdf;
use crate::support::model::{Script, ScriptedModel};

crate::trials_on_both![
    an_attached_book_is_read_searched_and_cited,
    what_cannot_be_read_is_told,
    the_same_file_again_is_the_same_document,
    a_crash_between_reading_and_answering_reads_nothing_twice,
    a_long_file_is_announced,
    a_crash_in_the_middle_of_a_long_file_announces_it_once,
    no_document_is_found_elsewhere,
    there_are_so_many_documents_and_no_more,
    a_reset_takes_documents_out_of_the_search,
    the_tools_say_what_they_cannot_do,
    a_document_goes_with_the_message_that_brought_it,
    a_changed_message_keeps_what_its_files_became,
    a_document_stays_while_anything_that_brought_it_is_left,
];

const KEY: u64 = 1;

async fn start(database: Database) -> TestApp {
    TestApp::on(database, ScriptedModel::start().await).await
}

fn mara() -> Person {
    person(KEY, "Mara")
}

/// Says something with files, and waits until it is answered.
async fn send(test: &TestApp, key: &AgentKey, who: &Person, text: &str, files: Vec<Attachment>) {
    let mut incoming = test.incoming(key, who, text);
    incoming.attachments = files;
    test.app().agents.accept(&incoming).await.expect("it is taken in");
    test.app().agents.idle().await;
}

fn book() -> Vec<u8> {
    pdf(&["The harbour opens at six in the morning.", "Pilots are paid on Fridays.", "The lighthouse is painted red."])
}

async fn agent(test: &TestApp, key: &AgentKey) -> Agent {
    test.app().stores.ledger.find_agent(key).await.expect("the ledger answers").expect("an agent")
}

async fn an_attached_book_is_read_searched_and_cited(database: Database) {
    let test = start(database).await;
    test.say(&dm(KEY), &mara(), "Hello").await;
    assert!(!test.model.last_request().tool_names().iter().any(|name| name.starts_with("document_")));
    assert!(!test.model.last_request().system().contains("# Documents"));
    test.model
        .then(Script::call("document_search", json!({ "query": "when are pilots paid" })))
        .then(Script::call("document_read", json!({ "document": 1, "page": 2 })))
        .then(Script::call("document_list", json!({})))
        .then(Script::reply("On Fridays (book.pdf, page 2)."));
    let file = test.files.attach("book.pdf", "application/pdf", &book());
    send(&test, &dm(KEY), &mara(), "When are pilots paid?", vec![file]).await;
    let asked = test.model.last_request();
    assert!(asked.tool_names().contains(&"document_read".to_owned()));
    assert!(asked.system().contains("# Documents"));
    assert!(asked.prompt().contains("kB\" document=\"1\" pages=\"3\"></attachment>"));
    insta::assert_snapshot!("found_read_listed", asked.tool_results().join("\n---\n"));
    let replies = test.replies(&dm(KEY));
    assert_eq!(replies[1], "Read book.pdf: 3 pages, document 1.\n\nOn Fridays (book.pdf, page 2).");
}

async fn what_cannot_be_read_is_told(database: Database) {
    let test = start(database).await;
    let files = vec![
        test.files.attach("data.bin", "application/octet-stream", b"\x01\x02"),
        test.files.attach("scan.pdf", "application/pdf", &pdf(&[""])),
        test.files.attach("cat.png", "image/png", b"picture"),
        Attachment { bytes: Some(100 << 20), ..test.files.attach("huge.txt", "text/plain", b"x") },
    ];
    send(&test, &dm(KEY), &mara(), "Look", files).await;
    insta::assert_snapshot!("told_of_unread_files", test.replies(&dm(KEY)).join("\n---\n"));
    let prompt = test.model.last_request().prompt();
    assert!(prompt.contains("> Not read. This PDF has no text"));
    assert!(prompt.contains("<attachment name=\"cat.png\" kind=\"image/png\" size=\"7 B\"></attachment>"), "{prompt}");
    assert!(prompt.contains("cat.png is not shown. Only png, jpeg, webp and gif can be shown."), "{prompt}");
    assert_eq!(test.files.fetched(), 2, "only what may be readable or seen is fetched");
}

async fn the_same_file_again_is_the_same_document(database: Database) {
    let test = start(database).await;
    for name in ["book.pdf", "copy.pdf"] {
        let file = test.files.attach(name, "application/pdf", &book());
        send(&test, &dm(KEY), &mara(), "Here", vec![file]).await;
    }
    assert_eq!(test.replies(&dm(KEY))[1], "Read copy.pdf: 3 pages, document 1.\n\nHello.");
    let scope = agent(&test, &dm(KEY)).await.scope();
    assert_eq!(test.app().stores.ledger.count_documents(&scope).await.expect("a count"), 1);
}

/// What a crash leaves behind right after the document was stored: a turn that has begun, and a message that does not know
/// yet what became of its file.
async fn left_behind(test: &TestApp) {
    let mut incoming = test.incoming(&dm(KEY), &mara(), "When are pilots paid?");
    incoming.attachments = vec![test.files.attach("book.pdf", "application/pdf", &book())];
    let (stores, now) = (&test.app().stores, incoming.at);
    let seed = keepsake::app::seed(&test.config.agent).expect("a seed");
    let agent = stores.ledger.open_agent(&dm(KEY), &seed, now).await.expect("an agent");
    stores.ledger.accept(&incoming, now).await.expect("it is taken in");
    stores.ledger.begin_turn(&agent, &seed, now).await.expect("it begins").expect("a turn");
    let origin = Some(format!("discord:{}/0", incoming.source.message));
    let (name, by) = ("book.pdf".to_owned(), Actor::Person(mara().id));
    let file = NewFile { name, media_type: None, bytes: book(), by, origin };
    stores.library.add(&agent.scope(), file).await.expect("it is stored");
    test.files.clear();
}

async fn a_crash_between_reading_and_answering_reads_nothing_twice(database: Database) {
    let mut test = start(database).await;
    left_behind(&test).await;
    test.model.then(Script::reply("On Fridays."));
    test.restart().await;
    assert_eq!(test.replies(&dm(KEY)), ["Read book.pdf: 3 pages, document 1.\n\nOn Fridays."]);
    let scope = agent(&test, &dm(KEY)).await.scope();
    assert_eq!(
        (test.app().stores.ledger.count_documents(&scope).await.expect("a count"), test.files.fetched()),
        (1, 0)
    );
    test.restart().await;
    assert_eq!(test.replies(&dm(KEY)).len(), 1);
}

async fn a_long_file_is_announced(database: Database) {
    let test = start(database).await;
    let lines: String = (0..28_000).map(|n| format!("{n} lies by the sea and has a harbour.\n")).collect();
    let file = test.files.attach("towns.txt", "text/plain", lines.as_bytes());
    send(&test, &dm(KEY), &mara(), "Read this", vec![file]).await;
    let replies = test.replies(&dm(KEY));
    assert_eq!(replies[0], "Reading towns.txt; this may take a while.");
    let read = replies[1].starts_with("Read towns.txt: ") && replies[1].ends_with(" pages, document 1.\n\nHello.");
    assert!(read, "{replies:?}");
    assert_eq!(replies.len(), 2);
}

/// A crash while a long file was being read: it is read after all, and not announced again.
async fn a_crash_in_the_middle_of_a_long_file_announces_it_once(database: Database) {
    let mut test = start(database).await;
    let content = "A town by the sea, with a harbour.\n".repeat(32_000);
    let mut incoming = test.incoming(&dm(KEY), &mara(), "Read this");
    let begun = Attachment {
        reading: Some(Reading::Begun),
        ..test.files.attach("towns.txt", "text/plain", content.as_bytes())
    };
    incoming.attachments = vec![begun];
    test.app().stores.ledger.accept(&incoming, incoming.at).await.expect("it is taken in");
    test.restart().await;
    let replies = test.replies(&dm(KEY));
    assert!(replies.len() == 1 && replies[0].starts_with("Read towns.txt: "), "{replies:?}");
}

async fn no_document_is_found_elsewhere(database: Database) {
    let test = start(database).await;
    let file = test.files.attach("secret.txt", "text/plain", b"The vault opens with 7351 at noon.");
    send(&test, &dm(KEY), &mara(), "Keep this", vec![file]).await;
    let own = test.files.attach("own.txt", "text/plain", b"Nothing of note.");
    for (key, who) in [(dm(2), person(2, "Olek")), (AgentKey::Channel(9), mara())] {
        send(&test, &key, &who, "Mine", vec![own.clone()]).await;
        test.model
            .then(Script::call("document_search", json!({ "query": "vault opens noon" })))
            .then(Script::call("document_search", json!({ "query": "vault", "document": 2 })))
            .then(Script::call("document_read", json!({ "document": 2 })))
            .then(Script::call("document_list", json!({})))
            .then(Script::reply("I do not know."));
        test.say(&key, &who, "What opens the vault?").await;
        let seen: Vec<String> = test.model.requests().iter().rev().take(5).map(|asked| asked.text()).collect();
        assert!(seen.iter().all(|text| !text.contains("7351") && !text.contains("secret.txt")), "{key}: {seen:?}");
        assert!(seen[0].contains("own.txt"));
        let hits = test.app().desk.search(&key, "vault noon", 1).await.expect("a search");
        assert!(hits.items.iter().all(|hit| !hit.text.contains("7351")));
    }
    let hits = test.app().desk.search(&dm(KEY), "vault noon", 1).await.expect("a search");
    assert_eq!(hits.items[0].whence.to_string(), "secret.txt, document 1, page 1");
}

async fn there_are_so_many_documents_and_no_more(database: Database) {
    let mut test = start(database).await;
    test.config.documents.limits.per_agent = 1;
    test.restart().await;
    let files = vec![
        test.files.attach("one.txt", "text/plain", b"The first text."),
        test.files.attach("two.txt", "text/plain", b"The second one."),
    ];
    send(&test, &dm(KEY), &mara(), "Both", files).await;
    let reply = test.replies(&dm(KEY)).remove(0);
    assert!(
        reply.contains(
            "Read one.txt: 1 page, document 1.\nDid not read two.txt. As many documents as can be kept here (1) are"
        ),
        "{reply}"
    );
    assert!(reply.contains("(KEEPSAKE_DOC_MAX_PER_AGENT): remove one first."), "{reply}");
}

async fn a_reset_takes_documents_out_of_the_search(database: Database) {
    let test = start(database).await;
    let file = test.files.attach("book.pdf", "application/pdf", &book());
    send(&test, &dm(KEY), &mara(), "Here", vec![file]).await;
    let actor = Actor::Person(mara().id);
    let receipt = test.app().desk.reset(&dm(KEY), ResetWhat::Archival, actor).await.expect("a reset");
    assert_eq!(receipt.documents, 1);
    let hits = test.app().desk.search(&dm(KEY), "lighthouse painted", 1).await.expect("a search");
    assert!(hits.items.iter().all(|hit| !hit.text.contains("lighthouse")), "{hits:?}");
    test.say(&dm(KEY), &mara(), "Hello").await;
    assert!(!test.model.last_request().system().contains("# Documents"));
}

async fn the_tools_say_what_they_cannot_do(database: Database) {
    let test = start(database).await;
    let file = test.files.attach("book.pdf", "application/pdf", &book());
    test.model
        .then(Script::call("document_read", json!({ "document": 1, "page": 9 })))
        .then(Script::call("document_read", json!({ "document": 7 })))
        .then(Script::call("document_search", json!({ "query": " " })))
        .then(Script::call("document_search", json!({ "query": "\"painted red\"", "document": 1 })))
        .then(Script::call("document_search", json!({ "query": "xylophone quartet zeppelin" })))
        .then(Script::reply("ok"));
    send(&test, &dm(KEY), &mara(), "Read", vec![file]).await;
    insta::assert_snapshot!("refusals_of_document_tools", test.model.last_request().tool_results().join("\n---\n"));
    assert!(test.outgoing(&dm(KEY)).iter().all(|one| !matches!(one, Outgoing::Failure { .. })));
}

async fn change(test: &TestApp, said: &Incoming, now: Afterwards) {
    let (channel, message) = (said.source.channel, said.source.message);
    let change = MessageChange { event: said.event.clone(), channel, message, now };
    test.app().agents.changed(&change).await.expect("it is noted");
    test.app().agents.idle().await;
    test.app().stores.sync.catch_up().await.expect("the index follows");
}

/// A message with that book and a note, which was answered with a look into the book.
async fn with_a_book(test: &TestApp) -> Incoming {
    test.model.then(Script::call("document_search", json!({ "query": "pilots" }))).then(Script::reply("On Fridays."));
    let mut incoming = test.incoming(&dm(KEY), &mara(), "When are pilots paid?");
    incoming.attachments = vec![
        test.files.attach("book.pdf", "application/pdf", &book()),
        test.files.attach("note.txt", "text/plain", b"Gulls nest on the roof."),
    ];
    test.app().agents.accept(&incoming).await.expect("it is taken in");
    test.app().agents.idle().await;
    incoming
}

async fn a_document_goes_with_the_message_that_brought_it(database: Database) {
    let test = start(database).await;
    let said = with_a_book(&test).await;
    assert!(test.model.last_request().text().contains("Pilots are paid"));
    change(&test, &said, Afterwards::Deleted).await;
    let scope = agent(&test, &dm(KEY)).await.scope();
    assert_eq!(test.app().stores.ledger.count_documents(&scope).await.expect("a count"), 0);
    let hits = test.app().desk.search(&dm(KEY), "pilots paid on Fridays", 1).await.expect("a search");
    assert!(!hits.items.iter().any(|hit| hit.text.contains("Pilots are paid")), "{hits:?}");
    test.say(&dm(KEY), &mara(), "And now?").await;
    let asked = test.model.last_request().text();
    assert!(!asked.contains("Pilots are paid") && !asked.contains("document_search\",\"description"), "{asked}");
}

async fn a_changed_message_keeps_what_its_files_became(database: Database) {
    let test = start(database).await;
    let said = with_a_book(&test).await;
    let signed = |file: &Attachment| {
        let url = file.url.as_deref().map(|url| format!("{}?ex=2&hm=2", url.split('?').next().unwrap_or_default()));
        Attachment { url, ..file.clone() }
    };
    let both: Vec<Attachment> = said.attachments.iter().map(signed).collect();
    change(&test, &said, Afterwards::Edited { text: "When?".into(), attachments: both.clone() }).await;
    test.say(&dm(KEY), &mara(), "And now?").await;
    let prompt = test.model.last_request().prompt();
    assert!(prompt.contains("document=\"1\" pages=\"3\"") && prompt.contains("document=\"2\""), "{prompt}");
    let note = both[1..].to_vec();
    change(&test, &said, Afterwards::Edited { text: "When?".into(), attachments: note }).await;
    let scope = agent(&test, &dm(KEY)).await.scope();
    let left = test.app().stores.ledger.list_documents(&scope, 0, 9).await.expect("documents").items;
    assert_eq!(left.iter().map(|document| document.name.as_str()).collect::<Vec<_>>(), ["note.txt"]);
}

async fn a_document_stays_while_anything_that_brought_it_is_left(database: Database) {
    let test = start(database).await;
    let (first, second) = (with_a_book(&test).await, with_a_book(&test).await);
    let scope = agent(&test, &dm(KEY)).await.scope();
    let count = async || test.app().stores.ledger.count_documents(&scope).await.expect("a count");
    assert_eq!(count().await, 2);
    change(&test, &first, Afterwards::Deleted).await;
    assert_eq!(count().await, 2, "the second message brought them too");
    let (name, media_type, by) = ("note.txt".into(), None, Actor::System);
    let file = NewFile { name, media_type, bytes: b"Gulls nest on the roof.".to_vec(), by, origin: None };
    test.app().stores.library.add(&scope, file).await.expect("it is known");
    change(&test, &second, Afterwards::Deleted).await;
    let left = test.app().stores.ledger.list_documents(&scope, 0, 9).await.expect("documents").items;
    assert_eq!(left.iter().map(|document| document.name.as_str()).collect::<Vec<_>>(), ["note.txt"], "added by hand");
}
