//! Reading files: the real child process, on good files and on such as are made to break it.

use std::path::PathBuf;
use std::time::Duration;

use keepsake::documents::{Contents, DocumentReader, Kind, Limits, page_text};

use crate::support::files::{endless_pdf, pdf, pdf_bomb};

crate::trials![
    a_pdf_is_read_page_by_page,
    a_scan_is_refused,
    a_damaged_pdf_is_refused,
    a_pdf_that_takes_for_ever_is_given_up,
    a_pdf_that_draws_itself_breaks_nothing,
    too_much_memory_breaks_nothing,
    encodings_are_understood,
    limits_hold,
    a_missing_program_is_told,
    code_tables_and_html_are_read,
];

const LIMITS: Limits = Limits { bytes: 2_000_000, pages: 20, per_agent: 10 };

fn reader() -> DocumentReader {
    DocumentReader::new(PathBuf::from(env!("CARGO_BIN_EXE_keepsake")), LIMITS)
}

fn page(contents: &Contents, page: u32) -> String {
    let pieces = contents.pieces.iter().filter(|piece| piece.page == page);
    page_text(contents.kind, pieces.map(|piece| piece.text.as_str()))
}

async fn refused(name: &str, bytes: &[u8]) -> String {
    reader().read(name, None, bytes).await.expect_err("it cannot be read").to_string()
}

async fn a_pdf_is_read_page_by_page() {
    let file = pdf(&["The harbour opens at six.\nBoats wait outside.", "", "Pilots are paid on Fridays."]);
    let contents = reader().read("book.pdf", None, &file).await.expect("it is read");
    assert_eq!((contents.kind, contents.pages), (Kind::Pdf, 3));
    assert!(page(&contents, 1).contains("The harbour opens at six."), "{contents:?}");
    assert!(page(&contents, 1).contains("Boats wait outside."), "{contents:?}");
    assert_eq!((page(&contents, 2).as_str(), page(&contents, 3).as_str()), ("", "Pilots are paid on Fridays."));
    let unnamed = reader().read("download", None, &file).await.expect("it is read");
    assert_eq!(unnamed, contents, "what it holds tells what it is");
}

async fn a_scan_is_refused() {
    let sentence = refused("scan.pdf", &pdf(&["", ""])).await;
    assert_eq!(sentence, "This PDF has no text in it, only pictures (a scan?): send one with text.");
}

async fn a_damaged_pdf_is_refused() {
    let whole = pdf(&["text"]);
    for damaged in [&whole[..40], b"%PDF-1.7\n%%EOF".as_slice(), &whole[..whole.len() / 2]] {
        let sentence = refused("x.pdf", damaged).await;
        assert!(sentence.contains("damaged") || sentence.contains("no text"), "{sentence}");
    }
    assert!(refused("x.pdf", b"GIF89a").await.contains("is none"));
}

async fn a_pdf_that_takes_for_ever_is_given_up() {
    let reader = reader().with_time(Duration::from_secs(3));
    let sentence = reader.read("bomb.pdf", None, &pdf_bomb()).await.expect_err("it takes for ever").to_string();
    assert_eq!(sentence, "It took more than 3 seconds to read, and was given up.");
    reader.read("a.txt", None, b"still at work").await.expect("the next file is read");
}

async fn a_pdf_that_draws_itself_breaks_nothing() {
    let sentence = refused("endless.pdf", &endless_pdf()).await;
    assert!(sentence.contains("damaged") || sentence.contains("takes too"), "{sentence}");
}

async fn too_much_memory_breaks_nothing() {
    let reader = reader().with_memory(1 << 20);
    let sentence = reader.read("a.txt", None, &b"word ".repeat(20_000)).await.expect_err("no room").to_string();
    assert_eq!(sentence, "It is damaged, or made in a way that takes too much memory to read.");
}

async fn encodings_are_understood() {
    let russian = "Все счастливые семьи похожи друг на друга, каждая несчастливая семья несчастлива по-своему.";
    let (bytes, ..) = encoding_rs::WINDOWS_1251.encode(russian);
    let contents = reader().read("tolstoy.txt", None, &bytes).await.expect("it is read");
    assert_eq!(page(&contents, 1), russian);
    let wide: Vec<u8> = [0xFEFF].into_iter().chain(russian.encode_utf16()).flat_map(u16::to_be_bytes).collect();
    let contents = reader().read("tolstoy.txt", None, &wide).await.expect("it is read");
    assert_eq!(page(&contents, 1), russian);
    assert!(refused("a.txt", b"MZ\x90\0\x03\0\0\0").await.contains("binary file"));
}

async fn limits_hold() {
    let sentence = refused("a.txt", &vec![b'a'; 2_000_001]).await;
    assert_eq!(sentence, "It has 2000001 bytes, and 2000000 are the limit (KEEPSAKE_DOC_MAX_BYTES).");
    let sentence = refused("a.pdf", &pdf(&["x"; 21])).await;
    assert_eq!(sentence, "It has 21 pages, and 20 are the limit (KEEPSAKE_DOC_MAX_PAGES).");
    let sentence = refused("a.txt", &b"word ".repeat(30_000)).await;
    assert!(sentence.contains("120000 characters"), "{sentence}");
}

async fn a_missing_program_is_told() {
    let reader = DocumentReader::new(PathBuf::from("/nowhere/keepsake"), LIMITS);
    let sentence = reader.read("a.txt", None, b"text").await.expect_err("nobody reads it").to_string();
    assert!(sentence.contains("in the log"), "{sentence}");
}

async fn code_tables_and_html_are_read() {
    let rust = "/// Adds.\nfn add(a: i32, b: i32) -> i32 {\n    a + b\n}\n";
    let contents = reader().read("lib.rs", None, rust.as_bytes()).await.expect("it is read");
    assert_eq!((contents.kind, page(&contents, 1).as_str()), (Kind::Rust, rust));
    let rows: String = (0..400).map(|n| format!("{n},town {n}\n")).collect();
    let contents = reader().read("towns.csv", None, format!("id,name\n{rows}").as_bytes()).await.expect("it is read");
    assert!(contents.pages > 1 && contents.pieces.iter().all(|piece| piece.text.starts_with("id,name\n")));
    assert_eq!(page(&contents, 2).matches("id,name").count(), 1);
    let html = "<h1>Tea</h1><p>Wait four minutes.</p>";
    let contents = reader().read("x", Some("text/html; charset=utf-8"), html.as_bytes()).await.expect("it is read");
    assert_eq!((contents.kind, contents.pieces[0].headings.as_str()), (Kind::Html, "Tea"));
}
