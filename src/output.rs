//! What is printed for whoever ran the program. Owns that a reader who has gone away is no reason to crash.

use std::fmt::Display;
use std::io::Write;

/// Prints a line on standard output. A pipe that was closed or a full disk is not this program's trouble.
pub fn print_line(text: impl Display) {
    let _ = writeln!(std::io::stdout(), "{text}");
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
    fn no_cause_is_told_twice() {
        let inner = anyhow!("the disk is full");
        let error = inner.context("writing failed: the disk is full").context("the database cannot be opened");
        assert_eq!(causes(&error), "the database cannot be opened: writing failed: the disk is full");
        assert_eq!(causes(&anyhow!("alone")), "alone");
    }
}
