//! From the bytes of a file to its contents. Only ever run in the child process: the libraries that read PDF, HTML and
//! source code are large, and a file may be made to break them. Pure.

use std::panic::{AssertUnwindSafe, catch_unwind};

use pdf_extract::{Document, PlainTextOutput, output_doc_page};

use super::chunk::{pieces, pieces_of_page};
use super::decode::{decode, tidy};
use super::{Contents, Kind, Limits, Piece, Refusal};

/// Stands in place of a page that breaks the library.
const UNREADABLE_PAGE: &str = "(This page could not be read.)";
/// What of an HTML file is not for readers.
const NOT_FOR_READERS: [&str; 6] = ["script", "style", "noscript", "template", "iframe", "svg"];

/// What a file holds, of which a name said that it is `named`.
///
/// # Errors
/// A sentence that says why it is not read.
pub(super) fn contents(named: Option<Kind>, bytes: &[u8], limits: &Limits) -> Result<Contents, Refusal> {
    let kind = Kind::of_content(named, bytes)?;
    let (pieces, pages) = match kind {
        Kind::Pdf => pdf(bytes, limits)?,
        Kind::Html => {
            let text = markdown_of(&decode(bytes, true)?)?;
            check_chars(text.chars().count(), limits)?;
            pieces(kind, &text)
        }
        _ => {
            let text = decode(bytes, false)?;
            check_chars(text.chars().count(), limits)?;
            pieces(kind, &text)
        }
    };
    check_pages(pages as usize, limits)?;
    if pieces.is_empty() {
        return Err(Refusal::NoText);
    }
    Ok(Contents { kind, pages, pieces })
}

fn markdown_of(html: &str) -> Result<String, Refusal> {
    let converter = htmd::HtmlToMarkdown::builder().skip_tags(NOT_FOR_READERS.to_vec()).build();
    converter.convert(html).map_err(|error| Refusal::Html { why: error.to_string() })
}

fn pdf(bytes: &[u8], limits: &Limits) -> Result<(Vec<Piece>, u32), Refusal> {
    let mut document = Document::load_mem(bytes).map_err(|_| Refusal::DamagedPdf)?;
    if document.is_encrypted() && document.decrypt("").is_err() {
        return Err(Refusal::Locked);
    }
    let numbers: Vec<u32> = document.get_pages().into_keys().collect();
    check_pages(numbers.len(), limits)?;
    let (mut pieces, mut chars) = (Vec::new(), 0);
    let (mut broken, mut read) = (0, 0);
    for (page, number) in (1..).zip(&numbers) {
        match page_of(&document, *number) {
            Some(text) if text.trim().is_empty() => {}
            Some(text) => {
                read += 1;
                chars += text.chars().count();
                check_chars(chars, limits)?;
                pieces.extend(pieces_of_page(page, &text));
            }
            None => {
                broken += 1;
                pieces.extend(pieces_of_page(page, UNREADABLE_PAGE));
            }
        }
    }
    match (read, broken) {
        (0, 0) => Err(Refusal::Scan),
        (0, _) => Err(Refusal::DamagedPages),
        _ => Ok((pieces, u32::try_from(numbers.len()).unwrap_or(u32::MAX))),
    }
}

/// The text of a page; none when the library breaks on it, as it does on many a font.
fn page_of(document: &Document, number: u32) -> Option<String> {
    let mut text = String::new();
    let read = catch_unwind(AssertUnwindSafe(|| {
        let mut output = PlainTextOutput::new(&mut text);
        output_doc_page(document, &mut output, number)
    }));
    read.ok()?.ok()?;
    Some(without_gaps(&tidy(&text)))
}

/// At most one empty line after the other, and none in front or behind.
fn without_gaps(text: &str) -> String {
    let mut lines: Vec<&str> = Vec::new();
    for line in text.lines().map(str::trim_end) {
        if !line.is_empty() || lines.last().is_some_and(|before| !before.is_empty()) {
            lines.push(line);
        }
    }
    lines.join("\n").trim().to_owned()
}

fn check_pages(pages: usize, limits: &Limits) -> Result<(), Refusal> {
    if pages <= limits.pages as usize {
        return Ok(());
    }
    Err(Refusal::Pages { pages: pages as u64, most: limits.pages.into() })
}

fn check_chars(chars: usize, limits: &Limits) -> Result<(), Refusal> {
    if chars <= limits.chars() {
        return Ok(());
    }
    Err(Refusal::Chars { most: limits.chars() as u64, pages: limits.pages.into() })
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: Limits = Limits { bytes: 1_000_000, pages: 10, per_agent: 5 };

    #[test]
    fn html_becomes_markdown_with_its_headings() {
        let html = "<html><head><title>T</title><script>bad()</script></head><body><h1>Guide</h1><p>Use <b>tea</b>.</p>\
                    <h2>Brewing</h2><ul><li>Wait</li></ul></body></html>";
        let contents = contents(None, html.as_bytes(), &LIMITS).expect("it is read");
        assert_eq!((contents.kind, contents.pages), (Kind::Html, 1));
        let text = super::super::page_text(contents.kind, contents.pieces.iter().map(|piece| piece.text.as_str()));
        assert!(text.contains("# Guide") && text.contains("Use **tea**.") && text.contains("Wait"), "{text}");
        assert!(!text.contains("bad()"));
    }

    #[test]
    fn limits_are_named() {
        let refused = |bytes: &[u8]| contents(Some(Kind::Text), bytes, &LIMITS).expect_err("too much").to_string();
        assert_eq!(
            refused("word ".repeat(20_000).as_bytes()),
            "It has more than 60000 characters, the limit for 10 pages (KEEPSAKE_DOC_MAX_PAGES)."
        );
        assert_eq!(
            refused("word ".repeat(10_000).as_bytes()),
            "It has 14 pages, and 10 are the limit (KEEPSAKE_DOC_MAX_PAGES)."
        );
    }

    #[test]
    fn a_broken_pdf_is_refused() {
        let refused = contents(None, b"%PDF-1.4 and then nothing", &LIMITS).expect_err("broken").to_string();
        assert!(refused.contains("damaged"), "{refused}");
    }

    #[test]
    fn gaps_close() {
        assert_eq!(without_gaps("\n\n a \n\n\n\nb  \n"), "a\n\nb");
    }
}
