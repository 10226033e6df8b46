//! Adding files and folders of this machine to an agent. Owns which files of a folder are taken, and what is told of each.

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::{Added, Library, LibraryError, NewFile, Refusal};
use crate::memory::{Actor, Scope};
use crate::output::{counted, plain_line};
use crate::store::StoreError;

/// From so many bytes on, a file is announced before it is read.
const LONG: u64 = 1 << 20;

/// What has become of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Told {
    /// It is long, and is being read.
    Reading {
        name: String,
    },
    Added {
        name: String,
        number: i64,
        pages: u32,
        known: bool,
    },
    Skipped {
        name: String,
        why: String,
    },
}

/// How many files became what.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Ingested {
    pub added: u64,
    /// The agent had them before.
    pub known: u64,
    pub skipped: u64,
    /// Paths that were named and are not in the agent's documents now.
    pub failed: u64,
}

impl fmt::Display for Told {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Reading { name } => write!(f, "Reading {} …", plain_line(name)),
            Self::Added { name, number, pages, known } => {
                let (name, pages) = (plain_line(name), counted((*pages).into(), "page", "pages"));
                let known = if *known { ", which was there already" } else { "" };
                write!(f, "Read {name}: {pages}, document {number}{known}.")
            }
            Self::Skipped { name, why } => write!(f, "Skipped {}. {why}", plain_line(name)),
        }
    }
}

impl fmt::Display for Ingested {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} added, {} there already, {} skipped.", self.added, self.known, self.skipped)
    }
}

/// A file to be read; one that was named by itself, or one that was found in a folder.
#[derive(Debug, PartialEq, Eq)]
struct Candidate {
    path: PathBuf,
    /// What the document is called: within a folder, the path from there.
    name: String,
    named: bool,
}

/// Adds the files at `paths`, and those in the folders there, to the agent's documents. `tell` hears of each.
///
/// # Errors
/// [`StoreError`] when the ledger fails; a file that cannot be read is told of and passed over.
pub async fn ingest(
    library: &Library,
    scope: &Scope,
    paths: &[PathBuf],
    by: Actor,
    tell: &(dyn Fn(&Told) + Send + Sync),
) -> Result<Ingested, StoreError> {
    let mut outcome = Ingested::default();
    for path in paths {
        let mut found = Vec::new();
        find(path, &mut found);
        for candidate in found {
            let told = match candidate {
                Ok(candidate) => match add(library, scope, &candidate, by, tell).await {
                    Ok(Added { document, known }) => {
                        let (number, pages) = (document.number, document.pages);
                        Told::Added { name: candidate.name, number, pages, known }
                    }
                    Err(LibraryError::Store(error)) => return Err(error),
                    Err(LibraryError::Refused(why)) => {
                        outcome.failed += u64::from(candidate.named);
                        Told::Skipped { name: candidate.name, why: why.to_string() }
                    }
                },
                Err(Skip { name, why, named }) => {
                    outcome.failed += u64::from(named);
                    Told::Skipped { name, why }
                }
            };
            match &told {
                Told::Added { known: false, .. } => outcome.added += 1,
                Told::Added { known: true, .. } => outcome.known += 1,
                Told::Skipped { .. } => outcome.skipped += 1,
                Told::Reading { .. } => {}
            }
            tell(&told);
        }
    }
    Ok(outcome)
}

/// What is told of `paths` where none of them can be opened. Nothing else need be looked at then.
pub fn all_missing(paths: &[PathBuf]) -> Option<Vec<Told>> {
    let missing = |path: &PathBuf| match fs::metadata(path) {
        Ok(_) => None,
        Err(error) => Some(Told::Skipped { name: path.display().to_string(), why: unopened(&error) }),
    };
    paths.iter().map(missing).collect()
}

fn unopened(error: &io::Error) -> String {
    format!("It cannot be opened ({error}).")
}

async fn add(
    library: &Library,
    scope: &Scope,
    candidate: &Candidate,
    by: Actor,
    tell: &(dyn Fn(&Told) + Send + Sync),
) -> Result<Added, LibraryError> {
    let unreadable = |error: io::Error| Refusal::Said(unopened(&error));
    let length = fs::metadata(&candidate.path).map_err(unreadable)?.len();
    library.limits().check_bytes(length)?;
    if length > LONG {
        tell(&Told::Reading { name: candidate.name.clone() });
    }
    let bytes = tokio::fs::read(&candidate.path).await.map_err(unreadable)?;
    library.add(scope, NewFile { name: candidate.name.clone(), media_type: None, bytes, by, origin: None }).await
}

/// Something that is not taken.
#[derive(Debug, PartialEq, Eq)]
struct Skip {
    name: String,
    why: String,
    named: bool,
}

fn skip(name: &str, why: impl Into<String>, named: bool) -> Result<Candidate, Skip> {
    Err(Skip { name: name.to_owned(), why: why.into(), named })
}

/// The files at a path that a person named.
fn find(path: &Path, found: &mut Vec<Result<Candidate, Skip>>) {
    let shown = path.display().to_string();
    match fs::metadata(path) {
        Err(error) => found.push(skip(&shown, unopened(&error), true)),
        Ok(there) if there.is_dir() => walk(path, &last_part(path), found),
        Ok(there) if there.is_file() => {
            found.push(Ok(Candidate { path: path.to_owned(), name: last_part(path), named: true }));
        }
        Ok(_) => found.push(skip(&shown, "It is neither a file nor a folder.", true)),
    }
}

fn last_part(path: &Path) -> String {
    let whole = path.canonicalize();
    let path = whole.as_deref().unwrap_or(path);
    path.file_name().map_or_else(|| "folder".to_owned(), |name| name.to_string_lossy().into_owned())
}

/// The files of a folder, by name, and of the folders in it. Links are not followed, since they may lead anywhere.
fn walk(folder: &Path, name: &str, found: &mut Vec<Result<Candidate, Skip>>) {
    let mut entries: Vec<fs::DirEntry> = match fs::read_dir(folder) {
        Ok(entries) => entries.filter_map(Result::ok).collect(),
        Err(error) => return found.push(skip(name, unopened(&error), false)),
    };
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let own = entry.file_name().to_string_lossy().into_owned();
        let name = format!("{name}/{own}");
        let kind = entry.file_type();
        match kind {
            _ if own.starts_with('.') => found.push(skip(&name, "It is hidden.", false)),
            Ok(kind) if kind.is_dir() => walk(&entry.path(), &name, found),
            Ok(kind) if kind.is_file() => found.push(Ok(Candidate { path: entry.path(), name, named: false })),
            Ok(kind) if kind.is_symlink() => found.push(skip(&name, "It is a link.", false)),
            Ok(_) => found.push(skip(&name, "It is neither a file nor a folder.", false)),
            Err(error) => found.push(skip(&name, unopened(&error), false)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_told_on_one_line_and_as_they_are() {
        let name = || "a\u{1b}[31m\nb\u{202E}fdp.txt".to_owned();
        let told = [
            Told::Reading { name: name() },
            Told::Added { name: name(), number: 3, pages: 1, known: false },
            Told::Skipped { name: name(), why: "It is a link.".into() },
        ];
        let told = told.map(|told| told.to_string());
        let expected = [
            "Reading a [31m bfdp.txt …",
            "Read a [31m bfdp.txt: 1 page, document 3.",
            "Skipped a [31m bfdp.txt. It is a link.",
        ];
        assert_eq!(told, expected);
    }

    #[test]
    fn folders_are_walked_by_name_and_without_what_is_hidden() {
        let folder = tempfile::tempdir().expect("a folder");
        let root = folder.path().join("docs");
        fs::create_dir_all(root.join("b/.git")).expect("folders");
        for file in ["z.md", "b/a.txt", ".env"] {
            fs::write(root.join(file), "text").expect("a file");
        }
        let mut found = Vec::new();
        find(&root, &mut found);
        find(&root.join("z.md"), &mut found);
        find(&root.join("nowhere"), &mut found);
        let told: Vec<String> = found
            .iter()
            .map(|one| match one {
                Ok(Candidate { name, named, .. }) => format!("{name} {named}"),
                Err(Skip { name, why, named }) => {
                    format!("{}: {} {named}", name.replace(&root.display().to_string(), "…"), &why[..12])
                }
            })
            .collect();
        let expected = [
            "docs/.env: It is hidden false",
            "docs/b/.git: It is hidden false",
            "docs/b/a.txt false",
            "docs/z.md false",
            "z.md true",
            "…/nowhere: It cannot be true",
        ];
        assert_eq!(told, expected);
    }
}
