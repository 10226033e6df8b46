//! From text to pieces and pages. A piece ends where the structure of the text does, as far as its length allows. Pure.

use text_splitter::{Characters, ChunkConfig, CodeSplitter, MarkdownSplitter, TextSplitter};

use super::headings::Headings;
use super::lines::bounded;
use super::{Kind, Piece, table};

/// Characters that a piece has at most.
pub(super) const CHUNK: usize = 1_200;
/// Characters that a page has at most where the file itself has no pages: about 3,000, as pieces are seldom full.
const PAGE: usize = 3 * CHUNK;
/// From so many characters on, a heading begins a new page.
const NEARLY_A_PAGE: usize = 2_000;
/// A line of more characters is broken into some that are a piece each, with the line's end.
const LONG_LINE: usize = 2_000;

/// The pieces of a text without pages of its own, and how many pages they make.
pub(super) fn pieces(kind: Kind, text: &str) -> (Vec<Piece>, u32) {
    if kind.is_table() {
        let pieces = table::pieces(kind, text).into_iter().map(|text| (text, String::new(), false));
        return paged(pieces);
    }
    let text = &*bounded(text, LONG_LINE, CHUNK - 1);
    let headings = if kind.is_markdown() { Headings::of(text) } else { Headings::none() };
    let pieces = split(kind, text).into_iter().map(|(start, piece)| {
        let first_word = start + piece.len() - piece.trim_start().len();
        (piece.to_owned(), headings.above(text, start, start + piece.len()), headings.begins_at(first_word))
    });
    paged(pieces)
}

/// The pieces of a page.
pub(super) fn pieces_of_page(page: u32, text: &str) -> Vec<Piece> {
    let piece = |(_, text): (usize, &str)| Piece { page, headings: String::new(), text: text.to_owned() };
    split(Kind::Text, &bounded(text, LONG_LINE, CHUNK - 1)).into_iter().map(piece).collect()
}

/// A line in parts of at most `length` characters.
pub(super) fn by_length(text: &str, length: usize) -> Vec<String> {
    bounded(text, length, length).lines().map(str::to_owned).collect()
}

/// Puts pieces (text, headings, whether they begin with a heading) on pages.
fn paged(pieces: impl Iterator<Item = (String, String, bool)>) -> (Vec<Piece>, u32) {
    let (mut page, mut length) = (1, 0);
    let mut paged = Vec::new();
    for (text, headings, begins_section) in pieces {
        let more = text.chars().count();
        if length > 0 && (length + more > PAGE || (begins_section && length >= NEARLY_A_PAGE)) {
            page += 1;
            length = 0;
        }
        length += more;
        paged.push(Piece { page, headings, text });
    }
    (paged, page)
}

/// The parts of `text` with where they begin, in bytes. Put together they are the text.
fn split(kind: Kind, text: &str) -> Vec<(usize, &str)> {
    let parts: Vec<(usize, &str)> = match by_grammar(kind) {
        Some(splitter) => splitter.chunk_indices(text).collect(),
        None if kind.is_markdown() => MarkdownSplitter::new(config()).chunk_indices(text).collect(),
        None => TextSplitter::new(config()).chunk_indices(text).collect(),
    };
    without_blanks(text, &parts)
}

/// Adds parts that are nothing but white space to the part before them.
fn without_blanks<'a>(text: &'a str, parts: &[(usize, &'a str)]) -> Vec<(usize, &'a str)> {
    let mut kept: Vec<(usize, &str)> = Vec::with_capacity(parts.len());
    for (start, part) in parts {
        match kept.last_mut() {
            Some((from, before)) if part.trim().is_empty() => *before = &text[*from..start + part.len()],
            Some((from, before)) if before.trim().is_empty() => *before = &text[*from..start + part.len()],
            _ => kept.push((*start, part)),
        }
    }
    kept.retain(|(_, part)| !part.trim().is_empty());
    kept
}

/// What splits source code in a language whose grammar is here.
fn by_grammar(kind: Kind) -> Option<CodeSplitter<Characters>> {
    let language = match kind {
        Kind::Rust => tree_sitter_rust::LANGUAGE,
        Kind::Python => tree_sitter_python::LANGUAGE,
        Kind::JavaScript => tree_sitter_javascript::LANGUAGE,
        Kind::TypeScript => tree_sitter_typescript::LANGUAGE_TYPESCRIPT,
        Kind::Tsx => tree_sitter_typescript::LANGUAGE_TSX,
        Kind::Go => tree_sitter_go::LANGUAGE,
        Kind::Java => tree_sitter_java::LANGUAGE,
        Kind::C => tree_sitter_c::LANGUAGE,
        Kind::Pdf | Kind::Html | Kind::Markdown | Kind::Csv | Kind::Tsv | Kind::Text => return None,
    };
    CodeSplitter::new(language, config()).ok()
}

fn config() -> ChunkConfig<Characters> {
    ChunkConfig::new(CHUNK).with_trim(false)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn joined(pieces: &[Piece]) -> String {
        pieces.iter().map(|piece| piece.text.as_str()).collect()
    }

    #[test]
    fn a_manual_in_markdown() {
        let section = |name: &str| format!("## {name}\n\n{}\n\n", "A sentence of some length stands here. ".repeat(29));
        let text = format!("# Manual\n\n{}{}{}", section("One"), section("Two"), section("Three"));
        let (pieces, pages) = pieces(Kind::Markdown, &text);
        let shape: Vec<(u32, &str)> = pieces.iter().map(|piece| (piece.page, piece.headings.as_str())).collect();
        assert_eq!(shape, [(1, "Manual > One"), (1, "Manual > Two"), (2, "Manual > Three")]);
        assert_eq!((pages, joined(&pieces)), (2, text));
    }

    #[test]
    fn code_ends_between_functions() {
        let function =
            |n: usize| format!("fn number_{n}() -> usize {{\n{}    {n}\n}}\n\n", "    let _ = 1;\n".repeat(40));
        let text: String = (0..6).map(function).collect();
        let (pieces, _) = pieces(Kind::Rust, &text);
        assert!(pieces.iter().all(|piece| piece.text.trim_start().starts_with("fn number_")), "{pieces:#?}");
        assert_eq!(joined(&pieces), text);
    }

    #[test]
    fn endless_lines_are_broken_before_they_are_split() {
        let prose = "Some words of a line without an end. ".repeat(2_000);
        let words = |text: &str| text.split_whitespace().collect::<String>();
        let base64 = "QmFzZTY0IG9mIGEgcGljdHVyZQ".repeat(2_000);
        for (kind, text) in [
            (Kind::Text, prose.clone()),
            (Kind::Text, base64.clone()),
            (Kind::Markdown, format!("# Title\n\n{prose}\n\n![]({base64})\n")),
            (Kind::Python, format!("text = \"{prose}\"\nblob = \"{base64}\"\n")),
            (Kind::Csv, format!("name\n{prose}\n{base64}\n")),
        ] {
            let (pieces, _) = pieces(kind, &text);
            let read = joined(&pieces).replace("\nname\n", "\n");
            assert_eq!(words(&read), words(&text), "{kind}");
            let bounded = |piece: &Piece| piece.text.lines().all(|line| line.chars().count() <= LONG_LINE);
            assert!(pieces.iter().all(bounded) && read.lines().count() > 30, "{kind}");
        }
        let of_a_pdf = joined(&pieces_of_page(1, &base64));
        assert!(of_a_pdf.lines().all(|line| line.chars().count() < CHUNK) && words(&of_a_pdf) == base64);
    }

    #[test]
    fn every_grammar_is_of_a_version_that_can_be_used() {
        let code =
            [Kind::Rust, Kind::Python, Kind::JavaScript, Kind::TypeScript, Kind::Tsx, Kind::Go, Kind::Java, Kind::C];
        for kind in code {
            assert!(by_grammar(kind).is_some(), "{kind}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn nothing_is_lost_or_too_long(words in proptest::collection::vec("[a-zé#*` \n.-]{0,80}", 0..60), markdown: bool) {
            let text = words.concat();
            let kind = if markdown { Kind::Markdown } else { Kind::Text };
            let (pieces, pages) = pieces(kind, &text);
            if text.trim().is_empty() {
                prop_assert!(pieces.is_empty());
            } else {
                prop_assert_eq!(joined(&pieces), text);
                prop_assert_eq!(pieces.last().map(|piece| piece.page), Some(pages));
            }
            prop_assert!(pieces.iter().all(|piece| piece.text.trim().chars().count() <= CHUNK));
        }
    }
}
