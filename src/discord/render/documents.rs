//! What `/docs` shows. Pure.

use super::card::{Card, DESCRIPTION, cut, plain};
use super::next_page;
use crate::agent::desk::Documents;
use crate::discord::split::units;
use crate::discord::words::Lang;
use crate::memory::Document;

const COLOUR: u32 = 0x58_65_f2;
/// Units of a document's name.
const NAME: usize = 120;

/// The embed of `/docs list`.
pub fn documents(documents: &Documents, lang: Lang) -> Card {
    let title = lang.docs_title();
    if documents.items.is_empty() {
        let none = match documents.total {
            0 => lang.no_documents(),
            total => lang.no_page(documents.page, documents.pages, total),
        };
        return Card { title, description: none, colour: COLOUR, ..Card::default() };
    }
    let mut description = String::new();
    for document in &documents.items {
        let line = line(document, lang);
        if units(&description) + units(&line) + 1 > DESCRIPTION {
            break;
        }
        description.push_str(&line);
        description.push('\n');
    }
    let footer = lang.page_of_all(documents.page, documents.pages, documents.total);
    let footer = footer + &next_page(documents.page, documents.pages, lang);
    Card { title, description: description.trim_end().to_owned(), colour: COLOUR, footer, ..Card::default() }
}

fn line(document: &Document, lang: Lang) -> String {
    let pages = lang.pages(document.pages.into());
    format!("**{}** · {} · {pages} · <t:{}:d>", document.number, name(document), document.created_at.timestamp())
}

fn name(document: &Document) -> String {
    cut(&plain(&document.name), NAME)
}

/// What `/docs remove` asks before it does anything.
pub fn removal(document: &Document, lang: Lang) -> String {
    lang.removal(document.number, &name(document), &lang.pages(document.pages.into()))
}

/// What `/docs remove` took away.
pub fn removed(document: &Document, lang: Lang) -> String {
    lang.removed(document.number, &name(document))
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;

    use super::*;
    use crate::documents::Kind;
    use crate::memory::{Actor, DocumentId};

    fn document(number: i64, name: &str) -> Document {
        let created_at = DateTime::from_timestamp(1_767_323_045, 0).expect("a moment");
        Document {
            id: DocumentId::at(created_at),
            number,
            name: name.into(),
            kind: Kind::Pdf,
            digest: "d".into(),
            pages: u32::try_from(number).expect("a small number"),
            by: Actor::System,
            origin: None,
            created_at,
        }
    }

    #[test]
    fn documents_are_listed_and_asked_about() {
        let items = vec![document(1, "a*b*.txt"), document(2, "book.pdf")];
        let card = documents(&Documents { items, page: 1, pages: 3, total: 42 }, Lang::English);
        let none = documents(&Documents { items: Vec::new(), page: 1, pages: 1, total: 0 }, Lang::English);
        let beyond = documents(&Documents { items: Vec::new(), page: 9, pages: 3, total: 42 }, Lang::English);
        assert_eq!(beyond.description, "There is no page 9: page 3/3, 42 found.");
        let book = document(2, "book.pdf");
        let shown = [
            card.description,
            card.footer,
            none.description,
            removal(&book, Lang::English),
            removed(&book, Lang::English),
        ];
        insta::assert_snapshot!("documents", shown.join("\n---\n"));
    }

    #[test]
    fn endless_names_fit() {
        let items = (1..=20).map(|number| document(number, &"é*_`".repeat(100))).collect();
        let card = documents(&Documents { items, page: 1, pages: 1, total: 20 }, Lang::English);
        assert!(units(&card.description) <= DESCRIPTION);
    }
}
