//! What a button, menu or form is about, as the custom id says it. An id needs no memory of its own, so what bears it works
//! after a restart too. Pure.

use uuid::Uuid;

use crate::memory::{EditTarget, MessageId, PassageId};

const PASSAGE: &str = "passage-";
const FACTS: &str = "facts-";

/// The target as a piece of an id, without any `/`.
pub fn written(target: &EditTarget) -> String {
    match target {
        EditTarget::Block(label) => label.to_string(),
        EditTarget::Passage(id) => format!("{PASSAGE}{}", id.0.simple()),
        EditTarget::Facts(id) => format!("{FACTS}{}", id.0.simple()),
    }
}

/// The target that such a piece names.
pub fn read(piece: &str) -> Option<EditTarget> {
    let id = |text: &str| Uuid::parse_str(text).ok();
    if let Some(passage) = piece.strip_prefix(PASSAGE) {
        return Some(EditTarget::Passage(PassageId(id(passage)?)));
    }
    match piece.strip_prefix(FACTS) {
        Some(message) => Some(EditTarget::Facts(MessageId(id(message)?))),
        None => piece.parse().ok().map(EditTarget::Block),
    }
}

#[cfg(test)]
mod tests {
    use chrono::Utc;

    use super::*;
    use crate::memory::{Label, PersonId};

    #[test]
    fn what_is_written_is_read() {
        let all = [
            EditTarget::Block(Label::Persona),
            EditTarget::Block(Label::Human(PersonId(u64::MAX))),
            EditTarget::Passage(PassageId::at(Utc::now())),
            EditTarget::Facts(MessageId::at(Utc::now())),
        ];
        for target in all {
            let piece = written(&target);
            assert!(piece.len() <= 40 && !piece.contains('/'), "{piece}");
            assert_eq!(read(&piece), Some(target));
        }
        assert_eq!([read("passage-x"), read("nonsense"), read("")], [None, None, None]);
    }
}
