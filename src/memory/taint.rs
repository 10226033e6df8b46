//! Taking edits out of a text and its history as if they had never been. Owns what that means line by line: lines that such
//! an edit wrote go, and so do lines that later edits made of them. Pure.

use std::collections::HashSet;

use super::edit::{Edit, EditKind};
use super::history::{Now, inverse};
use super::ids::{EditId, PersonId};

/// A text and its history without some edits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cleaned {
    pub value: String,
    /// Edits that are no more: those that were named, and those of which nothing is left.
    pub gone: Vec<EditId>,
    /// Edits that stay with other texts: before and after.
    pub changed: Vec<(EditId, String, String)>,
}

/// What is left of `value` and of its history (`edits`, oldest first) without the edits `unwanted`.
pub fn without(edits: &[Edit], unwanted: &HashSet<EditId>, value: &str) -> Cleaned {
    let tainted = tainted(edits, unwanted);
    let mut text = value.to_owned();
    for edit in edits.iter().rev().filter(|edit| unwanted.contains(&edit.id) && edit.kind != EditKind::Create) {
        let now = Now { text: text.clone(), version: 0, there: true, holds: true };
        if let Ok(back) = inverse(edit, &now) {
            text = back.after;
        }
    }
    let (mut gone, mut changed) = (Vec::new(), Vec::new());
    for edit in edits {
        let (before, after) = (strip(&edit.before, &tainted), strip(&edit.after, &tainted));
        let emptied = before == after && edit.before != edit.after;
        let took_back = edit.undoes.is_some_and(|id| unwanted.contains(&id));
        if emptied || took_back || unwanted.contains(&edit.id) {
            gone.push(edit.id);
        } else if before != edit.before || after != edit.after {
            changed.push((edit.id, before, after));
        }
    }
    Cleaned { value: strip(&text, &tainted), gone, changed }
}

/// A text taken apart by who brought about what in it: what is left without all of them, then each person's text before and
/// after what they brought about is in it again. Who left nothing in it is not named. `edits` are its history, oldest first.
pub fn layers(
    edits: &[Edit],
    causers: &[(EditId, PersonId)],
    value: &str,
) -> (String, Vec<(PersonId, String, String)>) {
    let mut people: Vec<PersonId> = causers.iter().map(|(_, person)| *person).collect();
    people.sort_unstable();
    people.dedup();
    let (mut left, mut text, mut found) = (edits.to_vec(), value.to_owned(), Vec::new());
    for person in people {
        let theirs = causers.iter().filter(|(_, by)| *by == person).map(|(id, _)| *id).collect();
        let Cleaned { value, gone, changed } = without(&left, &theirs, &text);
        left.retain(|edit| !gone.contains(&edit.id));
        for (id, before, after) in changed {
            if let Some(edit) = left.iter_mut().find(|edit| edit.id == id) {
                (edit.before, edit.after) = (before, after);
            }
        }
        if value != text {
            found.push((person, value.clone(), std::mem::replace(&mut text, value)));
        }
    }
    found.reverse();
    (text, found)
}

/// The lines that come of unwanted edits. A line that stood there before is nobody's of them.
fn tainted(edits: &[Edit], unwanted: &HashSet<EditId>) -> HashSet<String> {
    let (mut tainted, mut clean): (HashSet<String>, HashSet<String>) = (HashSet::new(), HashSet::new());
    for edit in edits {
        let (before, after): (HashSet<&str>, HashSet<&str>) =
            (edit.before.lines().collect(), edit.after.lines().collect());
        clean.extend(before.iter().filter(|line| !tainted.contains(**line)).map(|line| (*line).to_owned()));
        let made_of_it = before.difference(&after).any(|line| tainted.contains(*line));
        let added = after.difference(&before).filter(|line| !line.trim().is_empty());
        if unwanted.contains(&edit.id) || made_of_it {
            tainted.extend(added.filter(|line| !clean.contains(**line)).map(|line| (*line).to_owned()));
        } else {
            clean.extend(added.filter(|line| !tainted.contains(**line)).map(|line| (*line).to_owned()));
        }
    }
    tainted
}

fn strip(text: &str, tainted: &HashSet<String>) -> String {
    if !text.lines().any(|line| tainted.contains(line)) {
        return text.to_owned();
    }
    text.lines().filter(|line| !tainted.contains(*line)).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::Moment;
    use crate::memory::{Actor, EditTarget, Label};

    fn edit(before: &str, after: &str) -> Edit {
        let at = Moment::from_timestamp(1_790_000_000, 0).expect("a moment");
        Edit {
            id: EditId::at(at),
            target: EditTarget::Block(Label::Persona),
            kind: EditKind::Rewrite,
            actor: Actor::Model,
            before: before.into(),
            after: after.into(),
            reason: None,
            cause: None,
            turn: None,
            expected_version: 1,
            undoes: None,
            related: None,
            at,
        }
    }

    fn history(texts: &[&str]) -> Vec<Edit> {
        texts.windows(2).map(|pair| edit(pair[0], pair[1])).collect()
    }

    fn cleaned(texts: &[&str], unwanted: &[usize]) -> (String, usize, usize) {
        let edits = history(texts);
        let ids = unwanted.iter().map(|at| edits[*at].id).collect();
        let cleaned = without(&edits, &ids, texts.last().expect("a text"));
        let left = edits.iter().filter(|edit| !cleaned.gone.contains(&edit.id));
        let told: String = left
            .map(|edit| match cleaned.changed.iter().find(|(id, ..)| *id == edit.id) {
                Some((_, before, after)) => format!("{before}\n{after}"),
                None => format!("{}\n{}", edit.before, edit.after),
            })
            .collect();
        assert!(!told.contains("secret") && !cleaned.value.contains("secret"), "{told}\n{}", cleaned.value);
        (cleaned.value, cleaned.gone.len(), cleaned.changed.len())
    }

    #[test]
    fn what_it_wrote_goes_and_what_it_replaced_comes_back() {
        assert_eq!(cleaned(&["a", "a\nsecret"], &[0]), ("a".into(), 1, 0));
        assert_eq!(cleaned(&["likes tea", "likes tea and a secret"], &[0]), ("likes tea".into(), 1, 0));
        assert_eq!(cleaned(&["a", "a\nsecret", "a\nsecret\nb"], &[0]), ("a\nb".into(), 1, 1));
    }

    #[test]
    fn what_was_made_of_it_goes_too() {
        assert_eq!(cleaned(&["a", "a\nsecret", "a\nsecret, twice"], &[0]), ("a".into(), 2, 0));
        assert_eq!(cleaned(&["a", "secret", "a"], &[0]), ("a".into(), 1, 1));
    }

    #[test]
    fn a_text_is_taken_apart_by_who_brought_it_about() {
        let texts = ["a", "a\nof Mara", "a\nof Mara\nof Ada", "a\nof Mara\nof Ada\nb"];
        let edits = history(&texts);
        let [ada, mara] = [PersonId(2), PersonId(1)];
        let (base, people) = layers(&edits, &[(edits[0].id, mara), (edits[1].id, ada)], texts[3]);
        assert_eq!(base, "a\nb");
        let of_ada = (ada, "a\nb".to_owned(), "a\nof Ada\nb".to_owned());
        let of_mara = (mara, "a\nof Ada\nb".to_owned(), "a\nof Mara\nof Ada\nb".to_owned());
        assert_eq!(people, [of_ada, of_mara]);
        assert_eq!(layers(&edits, &[], texts[3]), (texts[3].to_owned(), Vec::new()));
    }

    #[test]
    fn what_was_there_before_stays() {
        assert_eq!(cleaned(&["a\nb", "a", "a\nb"], &[1]), ("a".into(), 1, 0));
        assert_eq!(cleaned(&["a", "b", "a"], &[1]), ("b".into(), 1, 0));
    }
}
