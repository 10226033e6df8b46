//! Taking edits back. Owns what undoing an edit means when others have come since: its own lines change back wherever they
//! stand now, and what later edits wrote stays. Pure.

use similar::{ChangeTag, TextDiff};

use super::edit::{Edit, EditKind, EditTarget};
use super::ids::PassageId;

/// How the block, passage or facts stand now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Now {
    pub text: String,
    pub version: i64,
    /// Whether it is there; a block always is.
    pub there: bool,
    /// Whether it holds; a block always does.
    pub holds: bool,
}

/// The change that takes an edit back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Inverse {
    pub kind: EditKind,
    /// The whole text afterwards.
    pub after: String,
    pub related: Option<PassageId>,
}

/// Why an edit cannot be taken back.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotUndone {
    /// Memory began with it.
    #[error("there is nothing before it: it is how this block began")]
    Beginning,
    /// What it wrote is no longer there, and what it removed is there again.
    #[error("nothing is left of it to take back")]
    Already,
    /// Later edits changed the very lines.
    #[error("later changes stand in the way: {}", listed(.0))]
    Conflict(Vec<String>),
}

fn listed(lines: &[String]) -> String {
    lines.iter().map(|line| format!("“{line}” is not there any more")).collect::<Vec<_>>().join("; ")
}

/// What takes `edit` back from how things stand `now`.
///
/// # Errors
/// [`NotUndone`], in words that a person may read.
pub fn inverse(edit: &Edit, now: &Now) -> Result<Inverse, NotUndone> {
    let as_it_is = |kind, related| Inverse { kind, after: now.text.clone(), related };
    let passage = !matches!(edit.target, EditTarget::Block(_));
    match edit.kind {
        EditKind::Create if !passage => Err(NotUndone::Beginning),
        EditKind::Create | EditKind::Return if now.there => {
            Ok(Inverse { kind: EditKind::Remove, after: String::new(), related: None })
        }
        EditKind::Remove if !now.there => {
            Ok(Inverse { kind: EditKind::Return, after: edit.before.clone(), related: None })
        }
        EditKind::Supersede if now.there && !now.holds => Ok(as_it_is(EditKind::Revive, edit.related)),
        EditKind::Revive if now.there && now.holds => Ok(as_it_is(EditKind::Supersede, edit.related)),
        EditKind::Append
        | EditKind::Replace
        | EditKind::Rewrite
        | EditKind::Reset
        | EditKind::Undo
        | EditKind::Restore
            if now.there =>
        {
            let after = change_back(&edit.before, &edit.after, &now.text)?;
            Ok(Inverse { kind: EditKind::Undo, after, related: None })
        }
        _ => Err(NotUndone::Already),
    }
}

/// Some lines that an edit put in place of others.
struct Hunk<'a> {
    /// The lines before the edit.
    before: Vec<&'a str>,
    /// The lines after it; they stand at `at`.
    after: Vec<&'a str>,
    at: usize,
}

/// `now` with what was done from `before` to `after` undone.
fn change_back(before: &str, after: &str, now: &str) -> Result<String, NotUndone> {
    if now == after {
        return if before == after { Err(NotUndone::Already) } else { Ok(before.to_owned()) };
    }
    let (before, after): (Vec<&str>, Vec<&str>) = (before.lines().collect(), after.lines().collect());
    let mut lines: Vec<&str> = now.lines().collect();
    let (mut moved, mut conflicts, mut changed) = (0_isize, Vec::new(), false);
    for hunk in hunks(&before, &after) {
        let expected = hunk.at.saturating_add_signed(moved);
        match place(&hunk, &lines, &after, expected) {
            Some(at) => {
                lines.splice(at..at + hunk.after.len(), hunk.before.iter().copied());
                moved += hunk.before.len() as isize - hunk.after.len() as isize;
                changed = true;
            }
            None if hunk.after.is_empty() => {
                let beside = hunk.at.checked_sub(1).unwrap_or(hunk.at);
                conflicts.extend(after.get(beside).map(|line| (*line).to_owned()));
            }
            None => conflicts.extend(hunk.after.iter().map(|line| (*line).to_owned())),
        }
    }
    match (conflicts.is_empty(), changed) {
        (false, _) => Err(NotUndone::Conflict(conflicts)),
        (true, false) => Err(NotUndone::Already),
        (true, true) => Ok(lines.join("\n")),
    }
}

fn hunks<'a>(before: &[&'a str], after: &[&'a str]) -> Vec<Hunk<'a>> {
    let diff = TextDiff::from_slices(before, after);
    let mut hunks: Vec<Hunk<'a>> = Vec::new();
    let (mut at, mut open) = (0, false);
    for change in diff.iter_all_changes() {
        if change.tag() == ChangeTag::Equal {
            (at, open) = (at + 1, false);
            continue;
        }
        if !open {
            hunks.push(Hunk { before: Vec::new(), after: Vec::new(), at });
            open = true;
        }
        let Some(hunk) = hunks.last_mut() else { continue };
        match change.old_index().and_then(|old| before.get(old)).filter(|_| change.tag() == ChangeTag::Delete) {
            Some(line) => hunk.before.push(line),
            None => {
                hunk.after.extend(change.new_index().and_then(|new| after.get(new)));
                at += 1;
            }
        }
    }
    hunks
}

/// Where the hunk's lines stand now, the nearest place to where they are expected. Lines that the edit only removed go back
/// behind the line that stood before them, or in front of the one that followed.
fn place(hunk: &Hunk<'_>, lines: &[&str], after: &[&str], expected: usize) -> Option<usize> {
    let nearest = |places: &mut dyn Iterator<Item = usize>| places.min_by_key(|at| at.abs_diff(expected));
    if !hunk.after.is_empty() {
        let width = hunk.after.len();
        return nearest(
            &mut (0..(lines.len() + 1).saturating_sub(width)).filter(|at| lines[*at..at + width] == hunk.after),
        );
    }
    let behind = hunk.at.checked_sub(1).and_then(|before| after.get(before));
    let in_front = after.get(hunk.at);
    let at_line = |wanted: Option<&&str>, shift: usize| {
        let wanted = *wanted?;
        nearest(&mut (0..lines.len()).filter(|at| lines[*at] == wanted).map(|at| at + shift))
    };
    match (behind, in_front) {
        (None, None) => Some(lines.len()),
        (None, _) if expected == 0 => Some(0),
        _ => at_line(behind, 1).or_else(|| at_line(in_front, 0)),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn back(before: &str, after: &str, now: &str) -> Result<String, NotUndone> {
        change_back(before, after, now)
    }

    #[test]
    fn what_came_later_stays() {
        let conflict = |line: &str| Err(NotUndone::Conflict(vec![line.into()]));
        for (before, after, now, expected) in [
            // An appended line goes, the one appended behind it stays.
            ("a", "a\nb", "a\nb\nc", Ok("a\nc".to_owned())),
            // A removed line comes back where it was.
            ("a\nb\nc", "a\nc", "a\nc\nd", Ok("a\nb\nc\nd".to_owned())),
            ("a\nb", "b", "b\nc", Ok("a\nb\nc".to_owned())),
            // A changed line changes back, though lines were put in front.
            ("likes tea", "likes coffee", "is Anna\nlikes coffee", Ok("is Anna\nlikes tea".to_owned())),
            // The very line was changed again.
            ("likes tea", "likes coffee", "likes milk", conflict("likes coffee")),
            // The place of a removed line is gone too.
            ("a\nb\nc", "a\nc", "x", conflict("a")),
            // Of equal lines the nearest is meant.
            ("x\na\nx", "x\na\nx\nx", "x\na\nx\nx\nend", Ok("x\na\nx\nend".to_owned())),
        ] {
            assert_eq!(back(before, after, now), expected, "{before:?} → {after:?}, now {now:?}");
        }
    }

    proptest! {
        #[test]
        fn an_edit_that_nothing_followed_is_undone_exactly(before in "([a-d]{0,3}\n){0,5}", after in "([a-d]{0,3}\n){0,5}") {
            prop_assume!(before != after);
            prop_assert_eq!(back(&before, &after, &after), Ok(before));
        }

        #[test]
        fn lines_of_others_are_never_lost(
            before in proptest::collection::vec("[a-d]{1,3}", 0..5),
            after in proptest::collection::vec("[a-d]{1,3}", 0..5),
            later in proptest::collection::vec("[x-z]{1,3}", 1..4),
            front: bool,
        ) {
            let now = if front { [later.clone(), after.clone()].concat() } else { [after.clone(), later.clone()].concat() };
            if let Ok(undone) = back(&before.join("\n"), &after.join("\n"), &now.join("\n")) {
                let left: Vec<&str> = undone.lines().collect();
                prop_assert!(later.iter().all(|line| left.contains(&line.as_str())));
                prop_assert_eq!(left.len(), before.len() + later.len());
            }
        }

        #[test]
        fn never_panics(before in "\\PC{0,40}", after in "\\PC{0,40}", now in "\\PC{0,40}") {
            let _ = back(&before, &after, &now);
        }
    }
}
