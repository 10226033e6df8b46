//! By what it is seen that a text speaks of a person, or repeats what was said: ids, names and words. Pure.

/// Characters of a text by which it is known, and how many it must have to be known at all: "yes" says nothing.
const KNOWN_BY: usize = 100;
const LEAST: usize = 12;
/// A name of one letter stands in every text.
const LEAST_NAME: usize = 2;

/// What is looked for.
#[derive(Debug, Clone, Default)]
pub struct Traces {
    names: Vec<String>,
    texts: Vec<String>,
}

impl Traces {
    /// A name, an id or the like, which must stand for itself and not inside another word.
    pub fn name(&mut self, name: &str) {
        let name = name.trim().to_lowercase();
        if name.chars().count() >= LEAST_NAME && !self.names.contains(&name) {
            self.names.push(name);
        }
    }

    /// Something that was said, or an address.
    pub fn text(&mut self, text: &str) {
        let text: String = text.trim().to_lowercase().chars().take(KNOWN_BY).collect();
        if text.chars().count() >= LEAST {
            self.texts.push(text);
        }
    }

    /// Whether `text` holds any of it.
    pub fn are_in(&self, text: &str) -> bool {
        if text.is_empty() {
            return false;
        }
        let text = text.to_lowercase();
        self.texts.iter().any(|said| text.contains(said)) || self.names.iter().any(|name| stands_in(name, &text))
    }
}

fn stands_in(name: &str, text: &str) -> bool {
    text.match_indices(name).any(|(at, _)| {
        let free = |beside: Option<char>| beside.is_none_or(|c| !c.is_alphanumeric());
        free(text[..at].chars().next_back()) && free(text[at + name.len()..].chars().next())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stand_for_themselves_and_texts_anywhere() {
        let mut traces = Traces::default();
        traces.name("Jo");
        traces.name("I");
        traces.text("My pin is Tangerine-77");
        traces.text("yes");
        for (text, there) in [
            ("Jo likes tea", true),
            ("(human:Jo) said", true),
            ("Jonas likes tea", false),
            ("banjo", false),
            ("they said: my PIN is tangerine-77.", true),
            ("yes, I do", false),
            ("", false),
        ] {
            assert_eq!(traces.are_in(text), there, "{text}");
        }
    }
}
