//! What is printed for whoever ran the program. Owns that a reader who has gone away is no reason to crash.

use std::fmt::Display;
use std::io::Write;

/// Prints a line on standard output. A pipe that was closed or a full disk is not this program's trouble.
pub fn print_line(text: impl Display) {
    let _ = writeln!(std::io::stdout(), "{text}");
}

/// `1 message`, `3 messages`.
pub fn counted(count: u64, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// A text without what could move the cursor, colour the screen or turn the reading direction round.
pub fn plain(text: &str) -> String {
    text.chars().filter(|c| matches!(c, '\n' | '\t') || !(c.is_control() || turns_direction(*c))).collect()
}

/// A name on one line, with nothing in it that is not seen.
pub fn plain_line(name: &str) -> String {
    let is_unseen = |c: char| turns_direction(c) || matches!(c, '\u{200B}'..='\u{200D}' | '\u{FEFF}');
    name.chars().filter(|c| !is_unseen(*c)).map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// A text in a list of what was said: its lines behind the first stand in, so that none is taken for another entry.
pub fn indented(text: &str) -> String {
    text.replace(['\n', '\r', '\u{2028}', '\u{2029}'], "\n  ")
}

fn turns_direction(c: char) -> bool {
    matches!(c, '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

/// An error and its causes, outermost first, without those that say what was said already.
pub fn causes(error: &anyhow::Error) -> String {
    let mut said = String::new();
    for cause in error.chain().map(ToString::to_string) {
        if said.is_empty() {
            said = cause;
        } else if !said.contains(&cause) {
            said = format!("{}: {cause}", said.trim_end_matches('.'));
        }
    }
    said
}

#[cfg(test)]
mod tests {
    use anyhow::anyhow;

    use super::*;

    #[test]
    fn nothing_printed_moves_the_cursor_or_turns_the_line() {
        let text = "a\u{1b}[31m\tb\nc\u{202E}txt\u{2066}.\u{200F}exe\r 👩\u{200D}🚀";
        assert_eq!(plain(text), "a[31m\tb\nctxt.exe 👩\u{200D}🚀");
        assert_eq!(plain_line("a\u{1b}[31m\nb\u{202E}t\u{200B}x\u{FEFF}t"), "a [31m btxt");
    }

    #[test]
    fn no_cause_is_told_twice() {
        let inner = anyhow!("the disk is full");
        let error = inner.context("writing failed: the disk is full").context("the database cannot be opened");
        assert_eq!(causes(&error), "the database cannot be opened: writing failed: the disk is full");
        assert_eq!(causes(&anyhow!("alone")), "alone");
    }
}
