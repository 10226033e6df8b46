//! The commands of a terminal chat.

use super::render;
use crate::agent::desk::Desk;
use crate::memory::{Actor, AgentKey, PersonId};
use crate::store::ResetWhat;

const HELP: &str = "\
/memory                                what I remember
/search WORDS                          search everything said and stored (/search 2 WORDS: page 2)
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
    Reset(ResetWhat),
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

/// Does a command; the answer is what to print.
pub(super) async fn run(desk: &Desk, key: &AgentKey, command: Command) -> String {
    let done = match command {
        Command::Help => return HELP.to_owned(),
        Command::Wrong(why) => return why,
        Command::Memory => desk.overview(key).await.map(|overview| render::overview(&overview)),
        Command::Search { text, page } => desk.search(key, &text, page).await.map(|hits| render::hits(&hits)),
        Command::Reset(what) => {
            let actor = Actor::Person(PersonId::TERMINAL);
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
    }
}
