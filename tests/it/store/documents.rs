use keepsake::documents::{Kind, Piece, Refusal};
use keepsake::memory::{Actor, Agent, Attachment, Body, Chunk, Document, DocumentId, PersonId, Reading};
use keepsake::store::{AddedDocument, IndexItem, ResetReceipt, ResetWhat};

use super::plant::{at, dm, incoming, person, seed};
use super::{Home, contract};

contract![
    a_document_reads_back_whole,
    the_same_content_is_one_document,
    an_agent_has_so_many_documents_and_no_more,
    a_removed_document_leaves_tombstones_and_its_number,
    a_reset_of_the_archive_takes_documents,
    chunks_wait_for_the_index_once,
    no_document_crosses_its_scope,
    a_message_keeps_what_became_of_its_files,
];

const ADMIN: Actor = Actor::Person(PersonId(99));

pub fn document(name: &str, seconds: i64) -> Document {
    Document {
        id: DocumentId::at(at(seconds)),
        number: 0,
        name: name.into(),
        kind: Kind::Markdown,
        digest: format!("digest of {name}"),
        pages: 2,
        by: ADMIN,
        origin: Some(format!("discord:{name}/0")),
        created_at: at(seconds),
    }
}

fn pieces(text: &str) -> Vec<Piece> {
    let piece =
        |page, headings: &str, nth: &str| Piece { page, headings: headings.into(), text: format!("{text} {nth}\n") };
    vec![piece(1, "", "one"), piece(1, "A > B", "two"), piece(2, "A > C", "three")]
}

pub async fn added(home: &Home, agent: &Agent, name: &str, seconds: i64) -> Document {
    let new = document(name, seconds);
    let added = home.ledger.add_document(&agent.scope(), &new, &pieces(name), 100).await.expect("it is added");
    let AddedDocument::New(document) = added else { panic!("{added:?}") };
    assert_eq!(document, Document { number: document.number, ..new });
    document
}

async fn page(home: &Home, agent: &Agent, document: &Document, page: u32) -> Vec<Chunk> {
    home.ledger.document_page(&agent.scope(), document.id, page).await.expect("a page")
}

fn texts(chunks: &[Chunk]) -> Vec<&str> {
    chunks.iter().map(|chunk| chunk.text.as_str()).collect()
}

async fn a_document_reads_back_whole(home: Home) {
    let agent = home.agent(&dm(1)).await;
    let scope = agent.scope();
    let (one, two) = (added(&home, &agent, "one\0.md", 10).await, added(&home, &agent, "two.md", 11).await);
    assert_eq!((one.number, two.number), (1, 2));
    let stored = home.ledger.document(&scope, 1).await.expect("a look").expect("it is there");
    assert_eq!(stored.name, "one\u{FFFD}.md", "no text holds NUL");
    assert_eq!(home.ledger.document(&scope, 2).await.expect("a look"), Some(two.clone()));
    assert_eq!(home.ledger.document(&scope, 3).await.expect("a look"), None);
    assert_eq!(home.ledger.document_of_origin(&scope, "discord:two.md/0").await.expect("a look"), Some(two.clone()));
    let chunks = page(&home, &agent, &two, 1).await;
    assert_eq!(texts(&chunks), ["two.md one\n", "two.md two\n"]);
    let second = &chunks[1];
    assert_eq!((second.number, second.name.as_str(), second.headings.as_str(), second.page), (2, "two.md", "A > B", 1));
    assert_eq!(second.place(), "two.md, document 2, page 1: A > B");
    assert_eq!(texts(&page(&home, &agent, &one, 1).await), ["one\u{FFFD}.md one\n", "one\u{FFFD}.md two\n"]);
    assert_eq!(page(&home, &agent, &two, 3).await, []);
    let wanted = [second.id, chunks[0].id];
    assert_eq!(home.ledger.chunks(&scope, &wanted).await.expect("chunks"), [second.clone(), chunks[0].clone()]);
    let listed = home.ledger.list_documents(&scope, 1, 5).await.expect("a page");
    assert_eq!((listed.items, listed.total), (vec![two], 2));
}

async fn the_same_content_is_one_document(home: Home) {
    let agent = home.agent(&dm(1)).await;
    let first = added(&home, &agent, "one.md", 10).await;
    let again = Document { name: "copy.md".into(), digest: first.digest.clone(), ..document("x", 12) };
    let known = home.ledger.add_document(&agent.scope(), &again, &pieces("x"), 1).await.expect("it is known");
    assert_eq!(known, AddedDocument::Known(first), "also where no more may come");
    assert_eq!(home.ledger.count_documents(&agent.scope()).await.expect("a count"), 1);
    let elsewhere = home.agent(&dm(2)).await;
    assert_eq!(added(&home, &elsewhere, "one.md", 13).await.number, 1, "another agent knows nothing of it");
}

async fn an_agent_has_so_many_documents_and_no_more(home: Home) {
    let agent = home.agent(&dm(1)).await;
    added(&home, &agent, "one.md", 10).await;
    let refused = home.ledger.add_document(&agent.scope(), &document("two.md", 11), &pieces("two"), 1).await;
    assert_eq!(refused.expect("an answer"), AddedDocument::Full);
    assert_eq!(home.ledger.unindexed(99).await.expect("items").len(), 3);
}

async fn a_removed_document_leaves_tombstones_and_its_number(home: Home) {
    let agent = home.agent(&dm(1)).await;
    let scope = agent.scope();
    let (one, two) = (added(&home, &agent, "one.md", 10).await, added(&home, &agent, "two.md", 11).await);
    let mut chunks = page(&home, &agent, &one, 1).await;
    chunks.extend(page(&home, &agent, &one, 2).await);
    assert_eq!(home.ledger.remove_document(&scope, 1, at(20)).await.expect("it goes"), Some(one.clone()));
    assert_eq!(home.ledger.remove_document(&scope, 1, at(21)).await.expect("it is gone"), None);
    let dead: Vec<_> = home.ledger.tombstones(9).await.expect("tombstones").into_iter().map(|(id, _)| id).collect();
    assert_eq!(dead, chunks.iter().map(|chunk| chunk.id.0).collect::<Vec<_>>());
    assert_eq!(page(&home, &agent, &one, 1).await, []);
    let ids: Vec<_> = chunks.iter().map(|chunk| chunk.id).collect();
    assert_eq!(home.ledger.chunks(&scope, &ids).await.expect("none"), []);
    let listed = home.ledger.list_documents(&scope, 0, 5).await.expect("a page");
    assert_eq!((listed.items, listed.total), (vec![two], 1));
    assert_eq!(added(&home, &agent, "one.md", 22).await.number, 3, "numbers are never used again");
}

async fn a_reset_of_the_archive_takes_documents(home: Home) {
    let (agent, other) = (home.agent(&dm(1)).await, home.agent(&dm(2)).await);
    for what in [ResetWhat::Archival, ResetWhat::All] {
        let gone = added(&home, &agent, "one.md", 10).await;
        home.ledger.reset(&agent.scope(), ResetWhat::Core, &seed(), ADMIN, at(20)).await.expect("a reset");
        home.ledger.reset(&agent.scope(), ResetWhat::History, &seed(), ADMIN, at(20)).await.expect("a reset");
        assert_eq!(home.ledger.count_documents(&agent.scope()).await.expect("a count"), 1);
        let receipt = home.ledger.reset(&agent.scope(), what, &seed(), ADMIN, at(21)).await.expect("a reset");
        assert_eq!(ResetReceipt { edits: 0, ..receipt }, ResetReceipt { documents: 1, ..ResetReceipt::default() });
        assert_eq!(home.ledger.count_documents(&agent.scope()).await.expect("a count"), 0);
        assert_eq!(page(&home, &agent, &gone, 1).await, []);
    }
    assert_eq!(home.ledger.tombstones(99).await.expect("tombstones").len(), 6);
    let stays = added(&home, &other, "two.md", 12).await;
    home.ledger.reset(&agent.scope(), ResetWhat::All, &seed(), ADMIN, at(22)).await.expect("a reset");
    assert_eq!(page(&home, &other, &stays, 1).await.len(), 2);
}

async fn chunks_wait_for_the_index_once(home: Home) {
    let agent = home.agent(&dm(1)).await;
    let document = added(&home, &agent, "one.md", 10).await;
    let waiting = home.ledger.unindexed(9).await.expect("items");
    let told: Vec<&str> = waiting
        .iter()
        .map(|waiting| match &waiting.item {
            IndexItem::Chunk(chunk) => {
                assert_eq!((waiting.agent, chunk.document), (agent.id, document.id));
                chunk.text.as_str()
            }
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(told, ["one.md one\n", "one.md two\n", "one.md three\n"]);
    let done: Vec<_> = waiting.iter().map(|waiting| (waiting.item.id(), waiting.revision)).collect();
    home.ledger.mark_indexed(&done[..2], at(20)).await.expect("they are marked");
    assert_eq!(
        (home.ledger.indexed().await.expect("a count"), home.ledger.unindexed(9).await.expect("one").len()),
        (2, 1)
    );
    assert_eq!(home.ledger.rewind().await.expect("a rewind"), 3);
    assert_eq!(home.ledger.backlog().await.expect("a backlog"), (3, 0));
}

async fn no_document_crosses_its_scope(home: Home) {
    let (here, there) = (home.agent(&dm(1)).await, home.agent(&dm(2)).await);
    let secret = added(&home, &there, "secret.md", 10).await;
    let chunk = page(&home, &there, &secret, 1).await.remove(0);
    let (ledger, scope) = (&home.ledger, here.scope());
    assert_eq!(ledger.document(&scope, secret.number).await.expect("none"), None);
    assert_eq!(ledger.document_of_origin(&scope, "discord:secret.md/0").await.expect("none"), None);
    assert_eq!(ledger.list_documents(&scope, 0, 9).await.expect("none").items, []);
    assert_eq!(ledger.chunks(&scope, &[chunk.id]).await.expect("none"), []);
    assert_eq!(page(&home, &here, &secret, 1).await, []);
    assert_eq!(ledger.remove_document(&scope, secret.number, at(20)).await.expect("none"), None);
    assert_eq!(page(&home, &there, &secret, 1).await.len(), 2);
}

async fn a_message_keeps_what_became_of_its_files(home: Home) {
    let (agent, other) = (home.agent(&dm(1)).await, home.agent(&dm(2)).await);
    let mut said = incoming(&dm(1), 9, &person(7), "read this");
    let file = |reading| Attachment {
        name: "a.md".into(),
        kind: "text/markdown".into(),
        bytes: Some(3),
        description: None,
        url: Some("https://cdn.discordapp.com/a.md".into()),
        reading,
    };
    said.attachments = vec![file(None)];
    home.accept(&said).await;
    let id = home.begin(&agent).await.expect("a turn").messages[0].id;
    for reading in [Reading::Begun, Reading::Read { number: 4, pages: 2, text: None }, Reading::Refused(Refusal::Empty)]
    {
        let came = [file(Some(reading))];
        home.ledger.set_attachments(&agent.scope(), id, &came).await.expect("it is written");
        home.ledger.set_attachments(&other.scope(), id, &[]).await.expect("it is passed over");
        let Body::Person { attachments, text, .. } = home.queue(&agent).await.remove(0).body else {
            panic!("a person")
        };
        assert_eq!((attachments.as_slice(), text.as_str()), (came.as_slice(), "read this"));
    }
}
