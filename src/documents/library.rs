//! Adding documents to an agent: read, and stored with their pieces, from where the index takes them. Owns that the same
//! file is one document, however often it comes.

use std::sync::Arc;

use sha2::{Digest, Sha256};

use super::{Contents, DocumentReader, Limits, Refusal};
use crate::clock::Clock;
use crate::memory::{Actor, Document, DocumentId, Scope};
use crate::output::plain_line;
use crate::store::{AddedDocument, SharedLedger, StoreError};

/// Characters of a document's name.
const NAME: usize = 200;

/// A file that is to become a document.
#[derive(Debug, Clone)]
pub struct NewFile {
    pub name: String,
    pub media_type: Option<String>,
    pub bytes: Vec<u8>,
    pub by: Actor,
    /// See [`Document::origin`].
    pub origin: Option<String>,
}

/// What came of adding a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Added {
    pub document: Document,
    /// Whether the agent had it before.
    pub known: bool,
}

/// Why a file has not become a document.
#[derive(Debug, thiserror::Error)]
pub enum LibraryError {
    #[error(transparent)]
    Refused(#[from] Refusal),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Where documents are added. Cheap to clone.
#[derive(Clone)]
pub struct Library {
    ledger: SharedLedger,
    reader: Arc<DocumentReader>,
    clock: Arc<dyn Clock>,
}

impl Library {
    /// A library in that ledger.
    pub fn new(ledger: SharedLedger, reader: DocumentReader, clock: Arc<dyn Clock>) -> Self {
        Self { ledger, reader: Arc::new(reader), clock }
    }

    /// How much is read.
    pub fn limits(&self) -> &Limits {
        self.reader.limits()
    }

    /// Reads a file and stores it. When this returns it is whole in the ledger; the index follows.
    ///
    /// # Errors
    /// [`LibraryError::Refused`] with a sentence, when it cannot or must not be read.
    pub async fn add(&self, scope: &Scope, file: NewFile) -> Result<Added, LibraryError> {
        let Contents { kind, pages, pieces } =
            self.reader.read(&file.name, file.media_type.as_deref(), &file.bytes).await?;
        let now = self.clock.now();
        let document = Document {
            id: DocumentId::at(now),
            number: 0,
            name: shown_name(&file.name),
            kind,
            digest: digest(&file.bytes),
            pages,
            by: file.by,
            origin: file.origin,
            created_at: now,
        };
        let most = self.limits().per_agent;
        match self.ledger.add_document(scope, &document, &pieces, most.into()).await? {
            AddedDocument::New(document) => Ok(Added { document, known: false }),
            AddedDocument::Known(document) => Ok(Added { document, known: true }),
            AddedDocument::Full => Err(LibraryError::Refused(Refusal::Full { most: most.into() })),
        }
    }

    /// The document that came from there, if one has.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn of_origin(&self, scope: &Scope, origin: &str) -> Result<Option<Document>, StoreError> {
        self.ledger.document_of_origin(scope, origin).await
    }
}

/// The name of a file on one line, not endless.
pub fn shown_name(name: &str) -> String {
    let line = crate::tools::clip(plain_line(name).trim(), NAME);
    if line.is_empty() { "document".to_owned() } else { line }
}

/// What tells contents apart: SHA-256, since nobody may be able to make a file that is taken for another's.
fn digest(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stay_on_one_line_and_digests_tell_apart() {
        assert_eq!(shown_name(" a\nb.txt "), "a b.txt");
        assert_eq!(shown_name("\n"), "document");
        assert_ne!(digest(b"one"), digest(b"two"));
        assert_eq!(digest(b"one"), digest(b"one"));
    }
}
