//! Before and after, made visible. Pure.

use similar::{ChangeTag, TextDiff};

/// One line of a difference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DiffLine {
    Kept(String),
    Removed(String),
    Added(String),
    /// Lines that are the same on both sides and were left out, by their number.
    Skipped(usize),
}

/// The difference of two texts by lines; of what is the same, `around` lines next to a change are kept.
pub fn diff_lines(before: &str, after: &str, around: usize) -> Vec<DiffLine> {
    // Without their line breaks: a last line is the same whether or not another one follows.
    let (before, after): (Vec<&str>, Vec<&str>) = (before.lines().collect(), after.lines().collect());
    let diff = TextDiff::from_slices(&before, &after);
    let all: Vec<(ChangeTag, String)> =
        diff.iter_all_changes().map(|change| (change.tag(), change.value().to_owned())).collect();
    let changed: Vec<usize> =
        all.iter().enumerate().filter(|(_, (tag, _))| *tag != ChangeTag::Equal).map(|(at, _)| at).collect();
    let near = |at: usize| changed.iter().any(|change| change.abs_diff(at) <= around);
    let mut lines = Vec::new();
    for (at, (tag, text)) in all.into_iter().enumerate() {
        match tag {
            ChangeTag::Delete => lines.push(DiffLine::Removed(text)),
            ChangeTag::Insert => lines.push(DiffLine::Added(text)),
            ChangeTag::Equal if near(at) => lines.push(DiffLine::Kept(text)),
            ChangeTag::Equal => match lines.last_mut() {
                Some(DiffLine::Skipped(count)) => *count += 1,
                _ => lines.push(DiffLine::Skipped(1)),
            },
        }
    }
    lines
}

/// The difference as text in the manner of `diff`: `- ` removed, `+ ` added, two spaces kept, `…` left out.
pub fn diff_text(before: &str, after: &str) -> String {
    let line = |line: DiffLine| match line {
        DiffLine::Kept(text) => format!("  {text}"),
        DiffLine::Removed(text) => format!("- {text}"),
        DiffLine::Added(text) => format!("+ {text}"),
        DiffLine::Skipped(_) => "  …".to_owned(),
    };
    diff_lines(before, after, 1).into_iter().map(line).collect::<Vec<_>>().join("\n")
}

/// The line of `text` that is most like `wanted`, if any is at all.
pub fn nearest_line(text: &str, wanted: &str) -> Option<String> {
    let wanted: String = wanted.chars().take(400).collect();
    let likeness = |line: &str| {
        let line: String = line.chars().take(400).collect();
        TextDiff::from_chars(wanted.as_str(), line.as_str()).ratio()
    };
    let scored = text.lines().filter(|line| !line.trim().is_empty()).map(|line| (likeness(line), line));
    scored.filter(|(ratio, _)| *ratio > 0.3).max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, line)| line.to_owned())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn side(lines: &[DiffLine], removed: bool) -> Vec<String> {
        let pick = |line: &DiffLine| match line {
            DiffLine::Kept(text) => Some(text.clone()),
            DiffLine::Removed(text) => removed.then(|| text.clone()),
            DiffLine::Added(text) => (!removed).then(|| text.clone()),
            DiffLine::Skipped(_) => None,
        };
        lines.iter().filter_map(pick).collect()
    }

    proptest! {
        #[test]
        fn both_sides_can_be_read_back(before in "([a-c ]{0,4}\n){0,6}", after in "([a-c ]{0,4}\n){0,6}") {
            // Of equal texts nothing is shown.
            prop_assume!(before != after);
            let lines = diff_lines(&before, &after, usize::MAX);
            prop_assert_eq!(side(&lines, true), before.lines().map(str::to_owned).collect::<Vec<_>>());
            prop_assert_eq!(side(&lines, false), after.lines().map(str::to_owned).collect::<Vec<_>>());
        }

        #[test]
        fn never_panics_on_any_text(before in "\\PC{0,80}", after in "\\PC{0,80}", wanted in "\\PC{0,40}") {
            diff_text(&before, &after);
            nearest_line(&before, &wanted);
        }
    }

    #[test]
    fn what_did_not_change_is_left_out() {
        let before = "Name: Mara\nLives in Oslo\nLikes tea\nHas a cat\nPlays chess";
        let after = "Name: Mara\nLives in Oslo\nLikes tea\nHas two cats\nPlays chess";
        assert_eq!(diff_text(before, after), "  …\n  Likes tea\n- Has a cat\n+ Has two cats\n  Plays chess");
    }

    #[test]
    fn the_nearest_line_is_found() {
        assert_eq!(nearest_line("Likes tea\nHas a cat", "Has a cta").as_deref(), Some("Has a cat"));
        assert_eq!(nearest_line("Likes tea", "zzzz"), None);
    }
}
