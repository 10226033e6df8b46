//! Reasoning that a model writes into its text, `<think>…</think>`, taken out. Pure.
//!
//! Three forms are met: whole blocks, a block that never closes (the model ran out of tokens), and only the closing tag
//! (the opening one stood in the model's template).

const OPENING: &[&str] = &["<think>", "<thinking>", "<thought>"];
const CLOSING: &[&str] = &["</think>", "</thinking>", "</thought>"];

/// Where a tag stands in a text.
struct Tag {
    start: usize,
    end: usize,
}

fn find(text: &str, from: usize, tags: &[&str], quoted_too: bool) -> Option<Tag> {
    let bytes = text.as_bytes();
    text.get(from..)?.match_indices('<').map(|(at, _)| from + at).find_map(|start| {
        let is_here =
            |tag: &&&str| bytes[start..].get(..tag.len()).is_some_and(|here| here.eq_ignore_ascii_case(tag.as_bytes()));
        let end = start + tags.iter().find(is_here)?.len();
        // Somebody who writes about the tag puts it into quotes or backticks.
        let mark = start.checked_sub(1).map(|before| bytes[before]).filter(|mark| b"`\"'".contains(mark));
        let quoted = mark.is_some() && bytes.get(end).copied() == mark;
        (quoted_too || !quoted).then_some(Tag { start, end })
    })
}

/// The text without its reasoning, and whether a closing tag stood there alone.
pub(super) fn visible(text: &str) -> (String, bool) {
    let mut filter = ThinkFilter::default();
    let mut shown = filter.push(text);
    shown.push_str(&filter.finish());
    (shown, filter.lone_closing)
}

/// Whether a text begins with reasoning that says where it begins.
pub(super) fn opens_block(text: &str) -> bool {
    let start = text.trim_start().as_bytes();
    OPENING.iter().any(|tag| start.get(..tag.len()).is_some_and(|here| here.eq_ignore_ascii_case(tag.as_bytes())))
}

/// Takes reasoning out of a text that comes in pieces. Of a lone closing tag it only knows when it comes:
/// what was shown by then is for the caller to have held back.
#[derive(Debug, Default)]
pub(super) struct ThinkFilter {
    hidden: bool,
    /// What may still become a tag, or the end of a quote around one; with one character of context before it.
    pending: String,
    /// Bytes of `pending` that were shown already and are only context.
    shown: usize,
    pub lone_closing: bool,
}

/// Bytes of the longest tag, with a character of context on both sides.
const LONGEST: usize = 16;

impl ThinkFilter {
    /// What may be shown now.
    pub fn push(&mut self, piece: &str) -> String {
        self.pending.push_str(piece);
        self.advance(false)
    }

    /// What was held back and turned out to be no tag.
    pub fn finish(&mut self) -> String {
        self.advance(true)
    }

    fn advance(&mut self, at_end: bool) -> String {
        let mut out = String::new();
        loop {
            let moved = if self.hidden { self.leave_block() } else { self.next_tag(&mut out, at_end) };
            if !moved {
                break;
            }
        }
        if self.hidden {
            let keep = self.pending.len().saturating_sub(LONGEST);
            self.drop_front(self.pending.ceil_char_boundary(keep));
            return out;
        }
        let safe = if at_end { self.pending.len() } else { self.safe_end() };
        out.push_str(self.pending.get(self.shown..safe).unwrap_or_default());
        self.shown = self.shown.max(safe);
        // One character stays as context for a quote before the next tag.
        let context = self.pending[..self.shown].char_indices().next_back().map_or(0, |(at, _)| at);
        self.drop_front(context);
        out
    }

    fn drop_front(&mut self, end: usize) {
        self.pending.drain(..end);
        self.shown = self.shown.saturating_sub(end);
    }

    fn leave_block(&mut self) -> bool {
        let Some(tag) = find(&self.pending, 0, CLOSING, true) else { return false };
        self.drop_front(tag.end);
        self.shown = 0;
        self.hidden = false;
        true
    }

    /// Handles the first tag outside of a block, if there is one whose surroundings are known.
    fn next_tag(&mut self, out: &mut String, at_end: bool) -> bool {
        let known = |tag: &Tag| at_end || tag.end < self.pending.len();
        let opening = find(&self.pending, self.shown, OPENING, false).filter(known);
        let closing = find(&self.pending, self.shown, CLOSING, false).filter(known);
        match (opening, closing) {
            (Some(open), close) if close.as_ref().is_none_or(|close| open.start < close.start) => {
                out.push_str(&self.pending[self.shown..open.start]);
                self.drop_front(open.end);
                self.hidden = true;
            }
            (_, Some(close)) => {
                // All before was reasoning.
                out.clear();
                self.drop_front(close.end);
                self.lone_closing = true;
            }
            (_, None) => return false,
        }
        self.shown = 0;
        true
    }

    /// Up to where nothing can become a tag any more: the last `<` whose tag (and what follows it) may not be all there.
    fn safe_end(&self) -> usize {
        let from = self.pending.ceil_char_boundary(self.pending.len().saturating_sub(LONGEST));
        let start = self.pending[from..].find('<').map_or(self.pending.len(), |at| from + at);
        let may_be = |start: usize| {
            let rest = self.pending[start..].to_ascii_lowercase();
            let longest = |tag: &&str| tag.starts_with(rest.as_str()) || rest == **tag;
            OPENING.iter().chain(CLOSING).any(longest)
        };
        let starts = self.pending[start..].match_indices('<').map(|(at, _)| start + at);
        starts.into_iter().find(|start| may_be(*start)).unwrap_or(self.pending.len())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn shown(text: &str) -> String {
        visible(text).0
    }

    #[test]
    fn reasoning_is_taken_out_in_each_form() {
        assert_eq!(shown("<think>hm</think>Yes."), "Yes.");
        assert_eq!(shown("One <THINK>hm\nhm</Think> two <thinking>x</thinking>three"), "One  two three");
        assert_eq!(shown("<think>never ends `</thin"), "");
        assert_eq!(visible("hm, well `code`</think>\nYes."), ("\nYes.".into(), true));
        assert_eq!(shown("<think></think>"), "");
        assert_eq!(shown("a < b and <b>bold</b> <thin ice>"), "a < b and <b>bold</b> <thin ice>");
    }

    #[test]
    fn a_tag_that_is_talked_about_stays() {
        let about = "Models write `<think>` before and `</think>` after it.";
        assert_eq!(visible(about), (about.to_owned(), false));
        assert_eq!(shown("\"<think>\" and '</think>'"), "\"<think>\" and '</think>'");
    }

    proptest! {
        #[test]
        fn pieces_show_what_the_whole_shows(
            parts in prop::collection::vec(
                prop_oneof![Just("<think>"), Just("</think>"), Just("`"), Just("<"), Just("é"), Just("word "), Just("\n"), Just("<thinking>"), Just("</thinking>")], 0..14),
            cuts in prop::collection::vec(0usize..80, 0..8),
        ) {
            let text = parts.concat();
            let mut cuts: Vec<usize> = cuts.into_iter().map(|at| text.floor_char_boundary(at)).collect();
            cuts.sort_unstable();
            let mut filter = ThinkFilter::default();
            let (mut said, mut from) = (String::new(), 0);
            for at in cuts.into_iter().chain([text.len()]) {
                said.push_str(&filter.push(&text[from..at]));
                from = at;
            }
            said.push_str(&filter.finish());
            let (whole, lone) = visible(&text);
            prop_assert_eq!(filter.lone_closing, lone);
            // After a lone closing tag, what was shown before it cannot be taken back.
            prop_assert!(if lone { said.ends_with(&whole) } else { said == whole }, "{:?} {:?}", said, whole);
        }

        #[test]
        fn text_without_tags_stays(text in "[^<]{0,80}") {
            prop_assert_eq!(visible(&text), (text, false));
        }
    }
}
