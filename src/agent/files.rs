//! Files that come along with messages: fetched, read and stored as documents before the model is asked. Owns which ones
//! are, that each is stored once whatever happens in between, and what there is to tell people and the model of it. Must not
//! know in which words people are told.

use std::sync::Arc;

use async_trait::async_trait;

use super::Inner;
use super::memory_step::Conversation;
use crate::documents::{Added, Kind, LibraryError, NewFile, Refusal, page_text, shown_name};
use crate::memory::{Actor, Attachment, Body, FileNews, Message, OutboxId, Outgoing, Person, Reading};
use crate::store::{NewOutbox, StepCommit, StoreError};
use crate::transcribe::{NotHeard, Recording};

/// Files that are fetched and read at once, over all agents, pictures among them.
pub(super) const AT_ONCE: usize = 4;
/// From so many bytes on, whoever sent a file is told that reading it takes a while.
const LONG: u64 = 1 << 20;

/// Characters of a file that stands in the message as a whole, and of all such files of a message.
const SHORT: usize = 4_000;
const SHORT_TOGETHER: usize = 8_000;

/// Fetches what came along with a message.
#[async_trait]
pub trait Files: Send + Sync {
    /// What stands at that address, if it has at most so many bytes.
    ///
    /// # Errors
    /// Why it cannot be had.
    async fn fetch(&self, url: &str, most: u64) -> Result<Vec<u8>, Refusal>;
}

/// A fetcher that many hold.
pub type SharedFiles = Arc<dyn Files>;

/// Fetches nothing: where messages bring no files.
#[derive(Debug, Clone, Copy)]
pub struct NoFiles;

#[async_trait]
impl Files for NoFiles {
    async fn fetch(&self, _: &str, _: u64) -> Result<Vec<u8>, Refusal> {
        Err(Refusal::NoFiles)
    }
}

impl Inner {
    /// Reads the files of this turn's messages that have not been read yet.
    pub(super) async fn read_files(&self, conversation: &mut Conversation) -> Result<(), StoreError> {
        let hears = self.parts.transcriber.is_some();
        for message in conversation.unread(hears) {
            let Body::Person { person, mut attachments, .. } = message.body.clone() else { continue };
            for at in 0..attachments.len() {
                if hears && is_unheard(&attachments[at]) {
                    attachments[at].reading = Some(self.hear(&attachments[at]).await);
                    self.parts.ledger.set_attachments(&conversation.scope, message.id, &attachments).await?;
                }
                if !is_unread(&attachments[at]) {
                    continue;
                }
                if attachments[at].reading.is_none() && self.takes_long(&attachments[at]) {
                    attachments[at].reading = Some(Reading::Begun);
                    self.parts.ledger.set_attachments(&conversation.scope, message.id, &attachments).await?;
                    self.say_that_it_takes_long(conversation, &attachments[at]).await?;
                }
                let reading = self.read_file(conversation, &message, &person, at, &attachments[at]).await?;
                let reading = self.with_text(conversation, &attachments, reading).await?;
                attachments[at].reading = Some(reading);
                self.parts.ledger.set_attachments(&conversation.scope, message.id, &attachments).await?;
            }
            conversation.now_read(&self.parts, message.id, attachments).await?;
        }
        Ok(())
    }

    async fn read_file(
        &self,
        conversation: &Conversation,
        message: &Message,
        person: &Person,
        at: usize,
        file: &Attachment,
    ) -> Result<Reading, StoreError> {
        let (library, scope) = (&self.parts.library, &conversation.scope);
        let origin = origin(message, at);
        if let Some(document) = library.of_origin(scope, &origin).await? {
            return Ok(Reading::Read { number: document.number, pages: document.pages, text: None });
        }
        let _slot = self.files.acquire().await;
        let bytes = match self.check(file) {
            Ok(()) => self.parts.files.fetch(file.url.as_deref().unwrap_or_default(), library.limits().bytes).await,
            Err(refusal) => Err(refusal),
        };
        let bytes = match bytes {
            Ok(bytes) => bytes,
            Err(why) => return Ok(Reading::Refused(why)),
        };
        let (name, media_type) = (file.name.clone(), Some(file.kind.clone()));
        let new = NewFile { name, media_type, bytes, by: Actor::Person(person.id), origin: Some(origin) };
        match library.add(scope, new).await {
            Ok(Added { document, known }) => {
                tracing::info!(number = document.number, pages = document.pages, known, "read a document");
                Ok(Reading::Read { number: document.number, pages: document.pages, text: None })
            }
            Err(LibraryError::Refused(why)) => Ok(Reading::Refused(why)),
            Err(LibraryError::Store(error)) => Err(error),
        }
    }

    /// The same with all of the text, where that is short and the message does not hold much already.
    async fn with_text(
        &self,
        conversation: &Conversation,
        others: &[Attachment],
        reading: Reading,
    ) -> Result<Reading, StoreError> {
        let Reading::Read { number, pages: 1, .. } = reading else { return Ok(reading) };
        let (ledger, scope) = (&self.parts.ledger, &conversation.scope);
        let Some(document) = ledger.document(scope, number).await? else { return Ok(reading) };
        let chunks = ledger.document_page(scope, document.id, 1).await?;
        let whole = page_text(document.kind, chunks.iter().map(|chunk| chunk.text.as_str()));
        let whole = whole.trim_end();
        let held: usize = others.iter().filter_map(text_of).map(|text| text.chars().count()).sum();
        let length = whole.chars().count();
        let fits = length > 0 && length <= SHORT && held + length <= SHORT_TOGETHER;
        Ok(Reading::Read { number, pages: 1, text: fits.then(|| whole.to_owned()) })
    }

    /// What is said in a recording. Whatever comes of it stays so: it is sent once.
    async fn hear(&self, file: &Attachment) -> Reading {
        let Some(transcriber) = &self.parts.transcriber else { return Reading::Unheard("Nothing hears here.".into()) };
        let most = transcriber.limit();
        if file.bytes.is_some_and(|bytes| bytes > most) {
            return Reading::Unheard(format!("It has more than {most} bytes, the limit (TRANSCRIBE_MAX_BYTES)."));
        }
        let _slot = self.files.acquire().await;
        let bytes = match self.parts.files.fetch(file.url.as_deref().unwrap_or_default(), most).await {
            Ok(bytes) => bytes,
            Err(why) => return Reading::Unheard(why.to_string()),
        };
        let recording = Recording { name: shown_name(&file.name), media_type: file.kind.clone(), bytes };
        match transcriber.transcribe(&recording).await {
            Ok(text) => Reading::Heard(text),
            Err(NotHeard(why)) => Reading::Unheard(why),
        }
    }

    /// Whether a file is worth fetching, as far as can be told before.
    fn check(&self, file: &Attachment) -> Result<(), Refusal> {
        if kind_of(file).is_none() {
            return Err(Refusal::Kind);
        }
        self.parts.library.limits().check_bytes(file.bytes.unwrap_or(0))
    }

    fn takes_long(&self, file: &Attachment) -> bool {
        file.bytes.is_some_and(|bytes| bytes > LONG) && self.check(file).is_ok()
    }

    async fn say_that_it_takes_long(
        &self,
        conversation: &mut Conversation,
        file: &Attachment,
    ) -> Result<(), StoreError> {
        let at = self.parts.clock.now();
        let text = conversation.told(&[FileNews::Begun { name: shown_name(&file.name) }]);
        let outgoing = Outgoing::Reply { text, cards: Vec::new() };
        let notice = NewOutbox { id: OutboxId::at(at), outgoing, to: conversation.turn.answers, at };
        let commit = StepCommit { outbox: vec![notice], at, ..StepCommit::default() };
        conversation.commit(&self.parts, Vec::new(), commit).await?;
        self.deliver(&conversation.agent).await
    }
}

/// What brought a file: the message, and its place among the files of the message.
fn origin(message: &Message, at: usize) -> String {
    match message.source.filter(|source| source.message > 0) {
        Some(source) => format!("discord:{}/{at}", source.message),
        None => format!("message:{}/{at}", message.id),
    }
}

fn kind_of(file: &Attachment) -> Option<Kind> {
    Kind::of_name(&file.name).or_else(|| Kind::of_media_type(&file.kind))
}

/// Whether it is a file that has yet to be read. Pictures, sounds and films are no documents, and nobody takes them for
/// one.
pub(super) fn is_unread(file: &Attachment) -> bool {
    let is_shown = ["image/", "audio/", "video/"].iter().any(|kind| file.kind.starts_with(kind));
    file.url.is_some() && matches!(file.reading, None | Some(Reading::Begun)) && (!is_shown || kind_of(file).is_some())
}

/// Whether it is a recording that has yet to be heard.
pub(super) fn is_unheard(file: &Attachment) -> bool {
    file.url.is_some() && file.kind.starts_with("audio/") && file.reading.is_none()
}

fn text_of(file: &Attachment) -> Option<&str> {
    if let Some(Reading::Read { text, .. }) = &file.reading { text.as_deref() } else { None }
}

/// What there is to tell people of each file that was read or refused.
pub(super) fn news<'a>(files: impl IntoIterator<Item = &'a Attachment>) -> Vec<FileNews> {
    let of = |file: &Attachment| {
        let name = shown_name(&file.name);
        match file.reading.as_ref()? {
            Reading::Begun | Reading::Heard(_) | Reading::Unheard(_) => None,
            Reading::Read { number, pages, .. } => Some(FileNews::Read { name, number: *number, pages: *pages }),
            Reading::Refused(why) => Some(FileNews::Refused { name, why: why.clone() }),
        }
    };
    files.into_iter().filter_map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(name: &str, kind: &str) -> Attachment {
        let url = Some("https://cdn.discordapp.com/x".to_owned());
        Attachment { name: name.into(), kind: kind.into(), bytes: None, description: None, url, reading: None }
    }

    #[test]
    fn pictures_are_left_alone() {
        assert!(is_unread(&file("a.pdf", "application/pdf")) && is_unread(&file("a.zip", "application/zip")));
        assert!(!is_unread(&file("a.png", "image/png")) && !is_unread(&file("a.mp3", "audio/mpeg")));
        assert!(!is_unread(&Attachment { url: None, ..file("poll", "poll") }));
        let read = Some(Reading::Read { number: 1, pages: 1, text: None });
        assert!(!is_unread(&Attachment { reading: read, ..file("a.pdf", "application/pdf") }));
    }

    #[test]
    fn people_are_told_of_what_was_read_and_refused() {
        let with = |name: &str, reading| Attachment { reading: Some(reading), ..file(name, "file") };
        let files = [
            with("book.pdf", Reading::Read { number: 3, pages: 12, text: None }),
            with("note\n.txt", Reading::Read { number: 4, pages: 1, text: None }),
            with("x.zip", Reading::Refused(Refusal::Kind)),
            with("slow.pdf", Reading::Begun),
            file("y.png", "image/png"),
        ];
        let told: Vec<String> = news(&files).iter().map(ToString::to_string).collect();
        insta::assert_snapshot!(told.join("\n"), @r"
        Read book.pdf: 12 pages, document 3.
        Read note .txt: 1 page, document 4.
        Did not read x.zip. Only PDF, text, Markdown, HTML, CSV, TSV and source code can be read.
        ");
    }
}
