//! What kind of file it is, by its name and by what it holds. Owns the list of what can be read. Pure.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::Refusal;

/// What can be read, in words.
pub(super) const READABLE: &str = "PDF, text, Markdown, HTML, CSV, TSV and source code";

/// How a file is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    Pdf,
    Html,
    Markdown,
    Csv,
    Tsv,
    /// Everything that is text and nothing else, also source code in languages without a grammar here.
    Text,
    Rust,
    Python,
    JavaScript,
    TypeScript,
    Tsx,
    Go,
    Java,
    C,
}

/// Each kind with its name and the endings of its files.
const KINDS: &[(Kind, &str, &[&str])] = &[
    (Kind::Pdf, "pdf", &["pdf"]),
    (Kind::Html, "html", &["html", "htm", "xhtml"]),
    (Kind::Markdown, "markdown", &["md", "markdown", "mdx"]),
    (Kind::Csv, "csv", &["csv"]),
    (Kind::Tsv, "tsv", &["tsv", "tab"]),
    (Kind::Text, "text", TEXT),
    (Kind::Rust, "rust", &["rs"]),
    (Kind::Python, "python", &["py", "pyi"]),
    (Kind::JavaScript, "javascript", &["js", "mjs", "cjs", "jsx"]),
    (Kind::TypeScript, "typescript", &["ts", "mts", "cts"]),
    (Kind::Tsx, "tsx", &["tsx"]),
    (Kind::Go, "go", &["go"]),
    (Kind::Java, "java", &["java"]),
    (Kind::C, "c", &["c", "h"]),
];

const TEXT: &[&str] = &[
    "txt",
    "text",
    "log",
    "rst",
    "adoc",
    "org",
    "tex",
    "bib",
    "srt",
    "vtt",
    "json",
    "jsonl",
    "ndjson",
    "yaml",
    "yml",
    "toml",
    "ini",
    "cfg",
    "conf",
    "properties",
    "xml",
    "svg",
    "sql",
    "sh",
    "bash",
    "zsh",
    "fish",
    "ps1",
    "bat",
    "cpp",
    "cc",
    "cxx",
    "hpp",
    "hh",
    "cs",
    "kt",
    "kts",
    "swift",
    "rb",
    "php",
    "pl",
    "lua",
    "r",
    "jl",
    "scala",
    "clj",
    "ex",
    "exs",
    "erl",
    "hs",
    "ml",
    "dart",
    "zig",
    "nim",
    "vue",
    "svelte",
    "css",
    "scss",
    "less",
    "diff",
    "patch",
    "gradle",
    "cmake",
    "mk",
    "proto",
    "graphql",
    "tf",
    "nix",
];

/// Files that are text though their names have no ending.
const TEXT_NAMES: &[&str] =
    &["readme", "license", "copying", "changelog", "authors", "makefile", "dockerfile", "notice"];

/// Bytes in which a PDF must begin: some have something else in front.
const PDF_HEAD: usize = 1_024;

impl Kind {
    /// What a file of that name is, as far as the name tells.
    pub fn of_name(name: &str) -> Option<Self> {
        let name = name.rsplit(['/', '\\']).next().unwrap_or(name).to_lowercase();
        let Some((_, ending)) = name.rsplit_once('.') else {
            return TEXT_NAMES.contains(&name.as_str()).then_some(Self::Text);
        };
        KINDS.iter().find(|(.., endings)| endings.contains(&ending)).map(|(kind, ..)| *kind)
    }

    /// What a file of that media type is, as far as it tells.
    pub fn of_media_type(media_type: &str) -> Option<Self> {
        let plain = media_type.split(';').next().unwrap_or_default().trim().to_lowercase();
        match plain.as_str() {
            "application/pdf" => Some(Self::Pdf),
            "text/html" | "application/xhtml+xml" => Some(Self::Html),
            "text/markdown" => Some(Self::Markdown),
            "text/csv" => Some(Self::Csv),
            "text/tab-separated-values" => Some(Self::Tsv),
            "application/json" | "application/xml" | "application/yaml" | "application/toml" | "application/x-sh" => {
                Some(Self::Text)
            }
            other => other.starts_with("text/").then_some(Self::Text),
        }
    }

    /// What `bytes` are, of which a name said `named`.
    ///
    /// # Errors
    /// A sentence, when they cannot be read.
    pub fn of_content(named: Option<Self>, bytes: &[u8]) -> Result<Self, Refusal> {
        if bytes.trim_ascii().is_empty() {
            return Err(Refusal::Empty);
        }
        let head = &bytes[..bytes.len().min(PDF_HEAD)];
        if head.windows(5).any(|part| part == b"%PDF-") && (named == Some(Self::Pdf) || head.starts_with(b"%PDF-")) {
            return Ok(Self::Pdf);
        }
        if named == Some(Self::Pdf) {
            return Err(Refusal::NoPdf);
        }
        if bytes.contains(&0) && !has_wide_mark(bytes) {
            return Err(Refusal::Binary);
        }
        let looks_like_html = || {
            let start: Vec<u8> = head.trim_ascii_start().iter().take(15).map(u8::to_ascii_lowercase).collect();
            start.starts_with(b"<!doctype html") || start.starts_with(b"<html")
        };
        Ok(named.unwrap_or_else(|| if looks_like_html() { Self::Html } else { Self::Text }))
    }

    /// Whether it is rows below a header.
    pub fn is_table(self) -> bool {
        matches!(self, Self::Csv | Self::Tsv)
    }

    /// Whether headings stand in it as in Markdown.
    pub(super) fn is_markdown(self) -> bool {
        matches!(self, Self::Markdown | Self::Html)
    }

    /// Its name.
    pub fn as_str(self) -> &'static str {
        KINDS.iter().find(|(kind, ..)| *kind == self).map_or("text", |(_, name, _)| name)
    }
}

/// Whether the text says by its first bytes that each of its characters takes two of them.
fn has_wide_mark(bytes: &[u8]) -> bool {
    bytes.starts_with(&[0xFF, 0xFE]) || bytes.starts_with(&[0xFE, 0xFF])
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Kind {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let known = KINDS.iter().find(|(_, name, _)| *name == text).map(|(kind, ..)| *kind);
        known.ok_or_else(|| format!("`{text}` is no kind of document"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_media_types_tell() {
        let named = |name| Kind::of_name(name);
        assert_eq!(
            [named("a/B.PDF"), named("x.tar.md"), named("notes")],
            [Some(Kind::Pdf), Some(Kind::Markdown), None]
        );
        assert_eq!([named("README"), named("cat.png"), named("lib.rs")], [Some(Kind::Text), None, Some(Kind::Rust)]);
        let typed = |kind| Kind::of_media_type(kind);
        assert_eq!([typed("text/CSV; charset=utf-8"), typed("image/png")], [Some(Kind::Csv), None]);
        assert_eq!(typed("text/x-python"), Some(Kind::Text));
    }

    #[test]
    fn what_a_file_holds_counts_for_more_than_its_name() {
        let of = |named, bytes: &[u8]| Kind::of_content(named, bytes);
        assert_eq!(of(None, b"%PDF-1.7 x"), Ok(Kind::Pdf));
        assert_eq!(of(Some(Kind::Text), b"%PDF-1.7 x"), Ok(Kind::Pdf));
        assert_eq!(of(Some(Kind::Text), b"a text about %PDF- files"), Ok(Kind::Text));
        assert!(of(Some(Kind::Pdf), b"hello").is_err_and(|why| why == Refusal::NoPdf));
        assert!(of(Some(Kind::Text), b"a\0b").is_err_and(|why| why == Refusal::Binary));
        assert!(of(None, b" \n").is_err_and(|why| why == Refusal::Empty));
        assert_eq!(of(None, b"\xFF\xFEa\0b\0"), Ok(Kind::Text));
        assert_eq!(of(None, b"\n<!DOCTYPE html><p>x"), Ok(Kind::Html));
    }

    #[test]
    fn names_of_kinds_read_back() {
        for (kind, name, _) in KINDS {
            assert_eq!(name.parse(), Ok(*kind));
            assert_eq!(serde_json::to_value(kind).expect("JSON"), *name);
        }
    }
}
