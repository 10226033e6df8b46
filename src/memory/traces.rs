//! What tells of a person in a text, and what such a text is without it: their number, their name, their words. Owns that a
//! name, which anybody may choose, never takes away what is others': it is only replaced, and only where it can hardly be
//! anything but a name. Pure.

/// Stands for a person of whom nothing is told any more, and for their words.
pub const SOMEONE: &str = "someone";
pub const DELETED_WORDS: &str = "(deleted)";
/// How a note tells of reactions, several of them with commas between.
pub const REACTED: &str = " reacted with ";
pub const TO_A_MESSAGE: &str = " to your message";
/// Characters of a text by which it is known, and how many it must have to be known at all: "yes" says nothing.
const KNOWN_BY: usize = 100;
const LEAST: usize = 12;
/// Digits of a number that can be nothing but Discord's for somebody.
const SNOWFLAKE: usize = 15;
/// Letters of a name of one word that is hardly anything else, and of one with figures in it or of several words.
const LONG_NAME: usize = 8;
const ODD_NAME: usize = 3;
const FULL_NAME: usize = 4;

/// What is looked for.
#[derive(Debug, Clone, Default)]
pub struct Traces {
    id: Option<String>,
    /// The longest first, so that none is replaced as a part of another one.
    names: Vec<String>,
    /// Names of other people, which stay.
    others: Vec<String>,
    /// What was said, folded.
    texts: Vec<String>,
}

impl Traces {
    /// Their number.
    pub fn id(&mut self, id: impl ToString) {
        self.id = Some(id.to_string());
    }

    /// Something that they are called.
    pub fn name(&mut self, name: &str) {
        let name = name.trim();
        if !name.is_empty() && !self.names.iter().any(|known| known == name) {
            self.names.push(name.to_owned());
            self.names.sort_by_key(|name| std::cmp::Reverse(name.len()));
        }
    }

    /// Something that another person is called.
    pub fn other(&mut self, name: &str) {
        let name = name.trim();
        if !name.is_empty() && !self.others.iter().any(|known| known == name) {
            self.others.push(name.to_owned());
        }
    }

    /// Something that was said, or an address.
    pub fn text(&mut self, text: &str) {
        let text = folded(text.trim());
        if text.chars().count() >= LEAST && !self.texts.contains(&text) {
            self.texts.push(text);
        }
    }

    /// Whether `text` repeats anything that was said.
    pub fn are_said_in(&self, text: &str) -> bool {
        if text.is_empty() || self.texts.is_empty() {
            return false;
        }
        let text = folded(text);
        self.texts.iter().any(|said| text.contains(start(said)))
    }

    /// Whether `text` names them by their number, as notes name people.
    pub fn are_named_in(&self, text: &str) -> bool {
        let alone = |id: &String| id.len() >= SNOWFLAKE && self.replaced(text, "", id, "") != text;
        self.id.as_ref().is_some_and(|id| text.contains(&format!("({id})")) || alone(id))
    }

    /// What a note of the program is without them; empty where it tells of nobody else. None where nothing of them is in it.
    pub fn without_in_note(&self, note: &str) -> Option<String> {
        // What is quoted behind the telling is somebody's words, in which anything may stand.
        let (told, quoted) = note.split_at(note.find('“').unwrap_or(note.len()));
        if !self.are_named_in(told) {
            return self.without_all(note);
        }
        let (did, rest) = told.split_at(told.find(TO_A_MESSAGE).unwrap_or(told.len()));
        let others = self.of_others(did);
        if others.is_empty() {
            return Some(String::new());
        }
        let left = format!("{}{rest}{quoted}", others.join(", "));
        Some(self.without_all(&left).unwrap_or(left))
    }

    /// Reactions of others in a list of them.
    fn of_others(&self, did: &str) -> Vec<String> {
        let (mut parts, mut part) = (Vec::new(), Vec::new());
        for piece in did.split(", ") {
            part.push(piece);
            if piece.contains(REACTED) {
                parts.push(std::mem::take(&mut part).join(", "));
            }
        }
        parts.retain(|part| !self.are_named_in(part));
        parts
    }

    /// A text of somebody else without their number, and without their name where it stands as that of a person: behind
    /// `@`, or before the number. None where nothing of it is in there.
    pub fn without_mentions(&self, text: &str) -> Option<String> {
        let without = self.mentions(text.to_owned());
        (without != text).then_some(without)
    }

    /// A text of an agent: without mentions of them, and without their name where it is like no other word.
    pub fn without_names(&self, text: &str) -> Option<String> {
        let mut without = self.mentions(text.to_owned());
        for name in self.names.iter().filter(|name| is_distinctive(name)) {
            without = self.replaced(&without, "", name, SOMEONE);
        }
        (without != text).then_some(without)
    }

    /// The same, and without what repeats their words.
    pub fn without_all(&self, text: &str) -> Option<String> {
        let named = self.without_names(text);
        let mut without = named.clone().unwrap_or_else(|| text.to_owned());
        for said in &self.texts {
            without = cut_out(&without, said);
        }
        (without != text).then_some(without)
    }

    fn mentions(&self, mut text: String) -> String {
        if let Some(id) = &self.id {
            for name in &self.names {
                text = text.replace(&format!("{name} ({id})"), SOMEONE);
            }
            for form in [format!("<@{id}>"), format!("<@!{id}>")] {
                text = text.replace(&form, &format!("@{SOMEONE}"));
            }
            if id.len() >= SNOWFLAKE {
                text = self.replaced(&text, "", id, SOMEONE);
            }
        }
        for name in &self.names {
            text = self.replaced(&text, "@", name, SOMEONE);
        }
        text
    }

    /// The text with `instead` wherever `name` stands for itself behind `before`, and is no part of another person's name.
    fn replaced(&self, text: &str, before: &str, name: &str, instead: &str) -> String {
        let (mut without, mut rest) = (String::with_capacity(text.len()), 0);
        for (at, found) in text.match_indices(&format!("{before}{name}")) {
            let (start, end) = (at + before.len(), at + found.len());
            let free = |beside: Option<char>| beside.is_none_or(|c| !c.is_alphanumeric());
            let alone = free(text[..at].chars().next_back()) && free(text[end..].chars().next());
            if at >= rest && alone && !self.is_of_another(text, start, name) {
                without.push_str(&text[rest..start]);
                without.push_str(instead);
                rest = end;
            }
        }
        without.push_str(&text[rest..]);
        without
    }

    /// Whether what stands there is somebody else's name, or a part of it.
    fn is_of_another(&self, text: &str, at: usize, name: &str) -> bool {
        let stands = |other: &String, within: usize| {
            let whole = at.checked_sub(within).and_then(|start| text.get(start..));
            whole.is_some_and(|text| text.starts_with(other.as_str()))
        };
        self.others.iter().any(|other| other.match_indices(name).any(|(within, _)| stands(other, within)))
    }
}

/// In small letters, each of them one character as before.
fn folded(text: &str) -> String {
    let small = |c: char| {
        let mut small = c.to_lowercase();
        small.next().filter(|_| small.next().is_none()).unwrap_or(c)
    };
    text.chars().map(small).collect()
}

/// The beginning by which a text is known.
fn start(said: &str) -> &str {
    said.char_indices().nth(KNOWN_BY).map_or(said, |(end, _)| &said[..end])
}

/// The text with a mark wherever it repeats `said`, as far as it does.
fn cut_out(text: &str, said: &str) -> String {
    let (small, known) = (folded(text), start(said));
    let (mut without, mut rest) = (String::new(), 0);
    let chars: Vec<char> = text.chars().collect();
    for (at, _) in small.match_indices(known) {
        let from = small[..at].chars().count();
        if from < rest {
            continue;
        }
        let same = small[at..].chars().zip(said.chars()).take_while(|(one, other)| one == other).count();
        without.extend(&chars[rest..from]);
        without.push_str(DELETED_WORDS);
        rest = from + same;
    }
    without.extend(&chars[rest..]);
    without
}

/// Whether a name is hardly a word of a language: several words that begin and end large, a long word that begins large, or
/// one with figures in it.
fn is_distinctive(name: &str) -> bool {
    let letters = name.chars().filter(|c| c.is_alphabetic()).count();
    let is_large = |word: &str| word.chars().next().is_some_and(|c| !c.is_lowercase());
    let is_odd = name.chars().any(|c| c.is_numeric() || c == '_');
    let mut words = name.split_whitespace();
    match (words.next(), words.next_back()) {
        (Some(first), Some(last)) => letters >= FULL_NAME && is_large(first) && is_large(last),
        (Some(one), None) => (letters >= ODD_NAME && is_odd) || (letters >= LONG_NAME && is_large(one)),
        (None, _) => false,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const ID: u64 = 777_000_111_222_333_444;

    fn of(name: &str) -> Traces {
        let mut traces = Traces::default();
        traces.id(ID);
        traces.name(name);
        traces
    }

    #[test]
    fn common_words_stay_where_they_name_nobody() {
        let text = "It will leave with the boat at nine. Will the 3rd, something and I go In the end? It is tomorrow.";
        for name in ["Will", "will", "the", "with", "I", "It", "something", "in the", "3rd", "In the", "a", "nine.", ""]
        {
            let traces = of(name);
            assert_eq!(traces.without_all(text), None, "{name}");
            let told = format!("@{name}, {name} ({ID}) and <@{ID}>, {ID}: {text}");
            let without = traces.without_names(&told).expect("it names them");
            assert!(without.ends_with(&format!("@someone: {text}")) || !without.contains(&ID.to_string()), "{without}");
            assert!(without.ends_with(text), "{without}");
        }
    }

    #[test]
    fn names_like_no_other_word_go() {
        for (name, text, wanted) in [
            ("Ada Quill", "Ask Ada Quill, not Ada Quills.", "Ask someone, not Ada Quills."),
            ("Queen Bee 77", "Queen Bee 77 and Queen Bee", "someone and Queen Bee"),
            ("Elisabeth", "Elisabeth's tea, elisabeth", "someone's tea, elisabeth"),
            ("xX_ada_Xx", "so says xX_ada_Xx.", "so says someone."),
        ] {
            assert_eq!(of(name).without_names(text).as_deref(), Some(wanted));
            assert_eq!(of(name).without_mentions(text), None, "{name}: what others say of them is others'");
        }
    }

    #[test]
    fn mentions_go_from_what_others_say() {
        let mut traces = of("Will");
        traces.other("Will Smith");
        let text = "Will @Will and @Will Smith will see <@!777000111222333444>, x@Will and @Willow";
        let wanted = "Will @someone and @Will Smith will see @someone, x@Will and @Willow";
        assert_eq!(traces.without_mentions(text).as_deref(), Some(wanted));
        traces.other("Will");
        assert_eq!(traces.without_mentions("@Will"), None, "it may be the other one");
        let mut lady = of("Ada Quill");
        lady.other("Lady Ada Quill");
        assert_eq!(lady.without_names("Lady Ada Quill, Ada Quill").as_deref(), Some("Lady Ada Quill, someone"));
        lady.other("Ada Quill");
        assert_eq!(lady.without_names("Ada Quill"), None, "nobody loses a name to whoever takes it on");
    }

    #[test]
    fn words_are_known_anywhere_and_cut_out_whole() {
        let mut traces = of("Jo");
        traces.text("My pin is Tangerine-77");
        traces.text("yes");
        assert!(traces.are_said_in("they said: my PIN is tangerine-77.") && !traces.are_said_in("yes, I do"));
        let cut = traces.without_all("they said: my PIN is tangerine-77.");
        assert_eq!(cut.as_deref(), Some("they said: (deleted)."));
        let long = "word ".repeat(60);
        traces.text(&long);
        assert_eq!(traces.without_all(&format!("“{} more”", long.trim())).as_deref(), Some("“(deleted) more”"));
    }

    #[test]
    fn notes_keep_what_they_tell_of_others() {
        let mut traces = of("Jo");
        traces.text("My pin is Tangerine-77");
        for (note, left) in [
            ("Jo (777000111222333444) reacted with ❤ to your message: “hi”. This asks nothing.", Some("")),
            (
                "Jo (777000111222333444) reacted with ❤, Al, the (2) reacted with ❤ to your message.",
                Some("Al, the (2) reacted with ❤ to your message."),
            ),
            (
                "Al (2) reacted with 👎 to your message: “my pin is tangerine-77”.",
                Some("Al (2) reacted with 👎 to your message: “(deleted)”."),
            ),
            ("Al (2) reacted with 👎 to your message: “Jo knows”.", None),
            ("Reminder 1 was delivered to 777000111222333444 at ten: “call (2)”", Some("")),
            (
                "Reminder 1 was delivered to Al (2) at ten: “call Jo (777000111222333444)”",
                Some("Reminder 1 was delivered to Al (2) at ten: “call someone”"),
            ),
        ] {
            assert_eq!(traces.without_in_note(note).as_deref(), left);
        }
    }

    proptest! {
        #[test]
        fn a_word_never_takes_text_away(name in "[a-z]{1,12}( [a-z]{1,9})?", text in "([A-Za-z]{1,9}[ ,.]){0,30}") {
            prop_assert_eq!(of(&name).without_all(&text), None);
        }

        #[test]
        fn nothing_of_a_number_is_left(text in "\\PC{0,60}", rest in "\\PC{0,60}") {
            let told = format!("{text} <@{ID}> ({ID}) {rest}");
            let without = of("Ada Quill").without_names(&told).expect("it names them");
            prop_assert!(!without.contains(&format!("({ID})")) && !without.contains(&format!("<@{ID}>")), "{}", without);
        }
    }
}
