//! The commands of a terminal chat.

use std::path::PathBuf;

use super::render;
use crate::agent::desk::{Desk, DeskError};
use crate::documents::Told;
use crate::memory::{Actor, AgentKey, EditCard, PersonId};
use crate::output::{plain, print_line};
use crate::store::ResetWhat;

const HELP: &str = "\
/memory                                what I remember
/history                               what was changed (/history 2: page 2)
/undo, /undo N, /redo                  take back the last change, or number N of /history; put it in place again
/restore N                             back to how it was after number N of /history
/search WORDS                          search everything said and stored (/search 2 WORDS: page 2)
/docs list, /docs add PATH             the documents I can read (/docs list 2: page 2); add a file or a folder
/docs remove N                         take document N away for good
/reset core|archival|history|all yes   take that away for good
/quit                                  end";

/// A line that a person typed.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Line {
    Nothing,
    Quit,
    Command(Command),
    /// Something to say to the agent.
    Words(String),
}

/// A command with its arguments.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Command {
    Help,
    Memory,
    Search {
        text: String,
        page: u64,
    },
    /// A page of the changes.
    History(u64),
    /// The last change, or the one of that number in the list of changes.
    Undo(Option<u64>),
    Redo,
    Restore(u64),
    Reset(ResetWhat),
    /// A page of the documents.
    Documents(u64),
    AddDocuments(PathBuf),
    RemoveDocument(i64),
    /// A command that cannot be done, and why.
    Wrong(String),
}

/// What a line means.
pub(super) fn parse(line: &str) -> Line {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).map_or((line, ""), |(word, rest)| (word, rest.trim()));
    match word {
        "" => Line::Nothing,
        "/quit" | "/exit" => Line::Quit,
        "/help" => Line::Command(Command::Help),
        "/memory" => Line::Command(Command::Memory),
        "/search" => Line::Command(search(rest)),
        "/history" => Line::Command(numbered(rest, |page| Command::History(page.unwrap_or(1)))),
        "/undo" => Line::Command(numbered(rest, Command::Undo)),
        "/redo" => Line::Command(Command::Redo),
        "/restore" => Line::Command(numbered(rest, |number| {
            number
                .map_or_else(|| Command::Wrong("Say which: /restore N, a number of /history.".into()), Command::Restore)
        })),
        "/docs" => Line::Command(docs(rest)),
        "/reset" => Line::Command(reset(rest)),
        _ if word.starts_with('/') => Line::Command(Command::Wrong(format!("There is no command {word}.\n{HELP}"))),
        _ => Line::Words(line.to_owned()),
    }
}

fn search(rest: &str) -> Command {
    let paged = rest.split_once(' ').and_then(|(page, text)| {
        Some((page.parse::<u64>().ok().filter(|page| (1..=1_000).contains(page))?, text.trim()))
    });
    match paged {
        Some((page, text)) => Command::Search { text: text.to_owned(), page },
        None if rest.is_empty() => Command::Wrong("Say what to look for: /search WORDS".into()),
        None => Command::Search { text: rest.to_owned(), page: 1 },
    }
}

fn numbered(rest: &str, command: impl FnOnce(Option<u64>) -> Command) -> Command {
    match rest.parse::<u64>() {
        _ if rest.is_empty() => command(None),
        Ok(number) if (1..=100_000).contains(&number) => command(Some(number)),
        _ => Command::Wrong(format!("`{rest}` is not a number of the list.")),
    }
}

fn docs(rest: &str) -> Command {
    let (what, rest) = rest.split_once(char::is_whitespace).map_or((rest, ""), |(what, rest)| (what, rest.trim()));
    match what {
        "" | "list" => numbered(rest, |page| Command::Documents(page.unwrap_or(1))),
        "add" if !rest.is_empty() => Command::AddDocuments(rest.into()),
        "add" => Command::Wrong("Say which file or folder: /docs add PATH".into()),
        "remove" => numbered(rest, |number| match number.and_then(|number| i64::try_from(number).ok()) {
            Some(number) => Command::RemoveDocument(number),
            None => Command::Wrong("Say which: /docs remove N, a number of /docs list.".into()),
        }),
        _ => Command::Wrong("Say what to do: /docs list, /docs add PATH or /docs remove N.".into()),
    }
}

fn reset(rest: &str) -> Command {
    let (what, sure) = rest.split_once(' ').map_or((rest, ""), |(what, sure)| (what, sure.trim()));
    let what = match what {
        "core" => ResetWhat::Core,
        "archival" => ResetWhat::Archival,
        "history" => ResetWhat::History,
        "all" => ResetWhat::All,
        _ => return Command::Wrong("Say what to reset: /reset core, archival, history or all.".into()),
    };
    match sure {
        "yes" => Command::Reset(what),
        _ => Command::Wrong(format!("That cannot be undone. If you are sure: /reset {rest} yes")),
    }
}

/// Who changes memory by a command of this terminal.
const ME: Actor = Actor::Person(PersonId::TERMINAL);

async fn undo(desk: &Desk, key: &AgentKey, number: u64) -> Result<EditCard, DeskError> {
    let id = desk.change_number(key, number).await?;
    desk.undo(key, Some(id), ME).await
}

async fn restore(desk: &Desk, key: &AgentKey, number: u64) -> Result<EditCard, DeskError> {
    let id = desk.change_number(key, number).await?;
    desk.restore(key, id, ME).await
}

async fn add_documents(desk: &Desk, key: &AgentKey, path: PathBuf) -> Result<String, DeskError> {
    let tell = |told: &Told| print_line(told);
    let ingested = desk.add_documents(key, &[path], ME, &tell).await?;
    Ok(ingested.to_string())
}

/// Does a command; the answer is what to print.
pub(super) async fn run(desk: &Desk, key: &AgentKey, command: Command) -> String {
    let done = match command {
        Command::Help => return HELP.to_owned(),
        Command::Wrong(why) => return why,
        Command::Memory => desk.overview(key).await.map(|overview| render::overview(&overview)),
        Command::Search { text, page } => desk.search(key, &text, page).await.map(|hits| render::hits(&hits)),
        Command::History(page) => desk.changes(key, None, page).await.map(|changes| render::changes(&changes)),
        Command::Undo(None) => desk.undo(key, None, ME).await.map(|card| render::card(&card)),
        Command::Undo(Some(number)) => undo(desk, key, number).await.map(|card| render::card(&card)),
        Command::Redo => desk.redo(key, ME).await.map(|card| render::card(&card)),
        Command::Restore(number) => restore(desk, key, number).await.map(|card| render::card(&card)),
        Command::Documents(page) => desk.documents(key, page).await.map(|documents| render::documents(&documents)),
        Command::AddDocuments(path) => add_documents(desk, key, path).await,
        Command::RemoveDocument(number) => {
            let removed = desk.remove_document(key, number, ME).await;
            removed.map(|document| format!("Removed document {number}, {}.", plain(&document.name)))
        }
        Command::Reset(what) => {
            let actor = ME;
            desk.reset(key, what, actor).await.map(|receipt| render::receipt(what, &receipt))
        }
    };
    done.unwrap_or_else(|error| format!("That did not work: {error}."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_understood() {
        assert_eq!(parse("  hello there "), Line::Words("hello there".into()));
        assert_eq!(parse("/search 2 red shoes"), Line::Command(Command::Search { text: "red shoes".into(), page: 2 }));
        assert_eq!(parse("/search red shoes"), Line::Command(Command::Search { text: "red shoes".into(), page: 1 }));
        assert_eq!(parse("/reset all yes"), Line::Command(Command::Reset(ResetWhat::All)));
        assert!(matches!(parse("/reset all"), Line::Command(Command::Wrong(_))));
        assert!(matches!(parse("/reste all"), Line::Command(Command::Wrong(_))));
        assert_eq!(parse("  "), Line::Nothing);
        assert_eq!(parse("/docs"), Line::Command(Command::Documents(1)));
        assert_eq!(parse("/docs list 2"), Line::Command(Command::Documents(2)));
        assert_eq!(parse("/docs add my notes.md"), Line::Command(Command::AddDocuments("my notes.md".into())));
        assert_eq!(parse("/docs remove 3"), Line::Command(Command::RemoveDocument(3)));
        assert!(matches!(parse("/docs remove"), Line::Command(Command::Wrong(_))));
        assert!(matches!(parse("/docs burn 3"), Line::Command(Command::Wrong(_))));
    }
}
