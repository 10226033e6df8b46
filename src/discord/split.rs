//! Long texts in pieces that Discord takes. Pure. Owns where a text may be cut, and how code fences, lists and quotes go on
//! behind a cut. Must not know who sends the pieces.

use unicode_segmentation::UnicodeSegmentation;

use super::reopening::reopening;

/// What one Discord message may hold. Measured in UTF-16 units, which are never fewer than Unicode characters, so that
/// the bound holds whichever of the two the other side counts.
pub const MESSAGE_LIMIT: usize = 2_000;

const FENCE: &str = "```";
/// A line break and a fence.
const CLOSING: usize = 4;
/// Characters that the language behind an opening fence may have.
const LANGUAGE_LIMIT: usize = 32;

/// The length of `text` as [`MESSAGE_LIMIT`] counts it.
pub fn units(text: &str) -> usize {
    text.encode_utf16().count()
}

/// `text` in pieces of at most `limit` units, cut at paragraphs, lines, sentences or words where that is possible, and never
/// inside a link, a mention or an emoji. A code block that is cut is closed and opened again; one that never ends is closed.
/// A list or quote that is cut goes on as one. Nothing is lost but white space at cuts.
/// A text without anything but white space gives no piece. `limit` should be at least 100.
pub fn split(text: &str, limit: usize) -> Vec<String> {
    let script = Script::read(text, limit);
    let mut pieces = Vec::new();
    let mut at = Place { atom: 0, fence: None };
    while at.atom < script.atoms.len() {
        let opening = script.opening(at, limit);
        let room = limit.saturating_sub(units(&opening) + script.reserve).max(1);
        let cut = script.cut(at, room);
        pieces.extend(script.piece(at, &opening, &cut));
        at = cut.next;
    }
    pieces
}

/// The smallest part of a text that is never cut: a fence, a line break, or a character as people see it.
#[derive(Debug, Clone, Copy)]
struct Atom<'a> {
    text: &'a str,
    start: usize,
    units: usize,
}

impl Atom<'_> {
    fn is_fence(&self) -> bool {
        self.text == FENCE
    }

    fn is_break(&self) -> bool {
        matches!(self.text, "\n" | "\r\n")
    }

    fn is_space(&self) -> bool {
        self.text.chars().all(char::is_whitespace)
    }
}

/// Where reading goes on, and the language of the code block that is open there.
#[derive(Debug, Clone, Copy)]
struct Place<'a> {
    atom: usize,
    fence: Option<&'a str>,
}

/// The end of a piece.
#[derive(Debug)]
struct Cut<'a> {
    end: usize,
    /// A code block is open at the end.
    open: bool,
    next: Place<'a>,
}

struct Script<'a> {
    text: &'a str,
    atoms: Vec<Atom<'a>>,
    /// What is open before each atom, and after the last.
    open: Vec<Option<&'a str>>,
    /// Units kept free in each piece for a fence that closes it.
    reserve: usize,
}

impl<'a> Script<'a> {
    fn read(text: &'a str, limit: usize) -> Self {
        let atoms = atoms(text, limit / 2);
        let mut open = Vec::with_capacity(atoms.len() + 1);
        let mut now = None;
        for atom in &atoms {
            open.push(now);
            if atom.is_fence() {
                now = if now.is_none() { Some(language(&text[atom.start + FENCE.len()..])) } else { None };
            }
        }
        open.push(now);
        let reserve = if atoms.iter().any(Atom::is_fence) { CLOSING } else { 0 };
        Self { text, atoms, open, reserve }
    }

    /// What a piece that begins there must begin with.
    fn opening(&self, at: Place<'a>, limit: usize) -> String {
        if let Some(language) = at.fence {
            return format!("{FENCE}{language}\n");
        }
        let opening = self.atoms.get(at.atom).map(|atom| reopening(self.text, atom.start)).unwrap_or_default();
        if at.atom == 0 || units(&opening) > limit / 4 { String::new() } else { opening }
    }

    fn slice(&self, from: usize, to: usize) -> &'a str {
        let start = |atom: usize| self.atoms.get(atom).map_or(self.text.len(), |atom| atom.start);
        &self.text[start(from)..start(to)]
    }

    fn cut(&self, from: Place<'a>, room: usize) -> Cut<'a> {
        let mut end = from.atom;
        let mut used = 0;
        while let Some(atom) = self.atoms.get(end).filter(|atom| used + atom.units <= room) {
            used += atom.units;
            end += 1;
        }
        if end == self.atoms.len() {
            return Cut { end, open: self.open[end].is_some(), next: Place { atom: end, fence: None } };
        }
        let end = self.best_end(from.atom, end.max(from.atom + 1));
        self.settle(from.atom, end)
    }

    /// The best place to cut between `from` and `widest`: the latest of the best kind that leaves no tiny piece.
    fn best_end(&self, from: usize, widest: usize) -> usize {
        let least = from + (widest - from) / 3;
        let kinds: [fn(&Self, usize) -> bool; 3] = [Self::at_paragraph, Self::at_line, Self::at_sentence];
        let good = kinds.iter().find_map(|kind| (least.max(from + 1)..=widest).rev().find(|at| kind(self, *at)));
        let word = || (from + 1..=widest).rev().find(|at| self.atoms[*at].is_space());
        good.or_else(word).unwrap_or(widest)
    }

    fn at_paragraph(&self, at: usize) -> bool {
        let next_breaks = self.atoms.get(at + 1).is_some_and(Atom::is_break);
        self.atoms[at].is_break() && next_breaks && self.open[at].is_none()
    }

    fn at_line(&self, at: usize) -> bool {
        self.atoms[at].is_break()
    }

    fn at_sentence(&self, at: usize) -> bool {
        let ends = |text: &str| text.ends_with(['.', '!', '?', '…', '。', '！', '？']);
        self.open[at].is_none() && self.atoms[at].is_space() && ends(self.atoms[at - 1].text)
    }

    /// Moves a cut that would leave an empty code block on either side, and finds where the next piece starts.
    fn settle(&self, from: usize, end: usize) -> Cut<'a> {
        let Some(language) = self.open[end] else {
            return Cut { end, open: false, next: Place { atom: self.skip_space(end), fence: None } };
        };
        if let Some(opener) = self.bare_opener(from, end) {
            return Cut { end: opener, open: false, next: Place { atom: opener, fence: None } };
        }
        let word = (end..self.atoms.len()).find(|at| !self.atoms[*at].is_space());
        if let Some(closer) = word.filter(|at| self.atoms[*at].is_fence()) {
            return Cut { end, open: true, next: Place { atom: self.skip_space(closer + 1), fence: None } };
        }
        let next = if self.atoms[end].is_break() { end + 1 } else { end };
        Cut { end, open: true, next: Place { atom: next, fence: Some(language) } }
    }

    /// The opening fence before `end` if nothing of its block stands before `end`, but something else does.
    fn bare_opener(&self, from: usize, end: usize) -> Option<usize> {
        let opener = (from..end).rev().find(|at| self.atoms[*at].is_fence())?;
        let block = self.slice(opener + 1, end);
        let language = self.open[end].unwrap_or_default();
        let bare = block.strip_prefix(language).unwrap_or(block).trim().is_empty();
        (bare && !self.slice(from, opener).trim().is_empty()).then_some(opener)
    }

    /// Behind a cut outside code: past the white space, but not past the indent of the line that comes.
    fn skip_space(&self, from: usize) -> usize {
        let word = (from..self.atoms.len()).find(|at| !self.atoms[*at].is_space()).unwrap_or(self.atoms.len());
        let last_break = (from..word).rev().find(|at| self.atoms[*at].is_break());
        last_break.map_or(word, |at| at + 1)
    }

    fn piece(&self, from: Place<'a>, opening: &str, cut: &Cut<'a>) -> Option<String> {
        let body = self.slice(from.atom, cut.end);
        if body.trim().is_empty() {
            return None;
        }
        let body = if from.fence.is_none() { body.trim_start_matches(['\n', '\r']) } else { body };
        if !cut.open {
            return Some(format!("{opening}{}", body.trim_end()));
        }
        let line = if body.ends_with('\n') { "" } else { "\n" };
        Some(format!("{opening}{body}{line}{FENCE}"))
    }
}

/// The atoms of `text`; a character of more than `widest` units is taken apart.
fn atoms(text: &str, widest: usize) -> Vec<Atom<'_>> {
    let mut atoms = Vec::new();
    let mut start = 0;
    let mut push = |piece: &'_ str| {
        atoms.push((start, piece.len()));
        start += piece.len();
    };
    let mut rest = text;
    while !rest.is_empty() {
        let whole = token(rest).map(|length| &rest[..length]).filter(|token| units(token) <= widest);
        let grapheme =
            if rest.starts_with(FENCE) { Some(FENCE) } else { whole.or_else(|| rest.graphemes(true).next()) };
        let grapheme = grapheme.unwrap_or(rest);
        if units(grapheme) > widest {
            grapheme.char_indices().for_each(|(at, c)| push(&grapheme[at..at + c.len_utf8()]));
        } else {
            push(grapheme);
        }
        rest = &rest[grapheme.len()..];
    }
    let atom = |(start, length): (usize, usize)| {
        let text = &text[start..start + length];
        Atom { text, start, units: units(text) }
    };
    atoms.into_iter().map(atom).collect()
}

/// Bytes of a token at most.
const TOKEN: usize = 1_000;

/// The length of what `rest` begins with, if that is a link, an address, a mention, a custom emoji or a time (Discord's
/// reference, "Message Formatting"), which make sense only whole.
fn token(rest: &str) -> Option<usize> {
    let first = *rest.as_bytes().first()?;
    if !b"<[h".contains(&first) {
        return None;
    }
    let near = &rest[..rest.floor_char_boundary(TOKEN)];
    let line = near.split(['\n', '\r']).next().unwrap_or_default();
    let length = match first {
        b'<' => {
            let known = ["@", "#", ":", "a:", "t:", "/", "http://", "https://"];
            let end = line.find('>').filter(|_| known.iter().any(|start| line[1..].starts_with(start)))?;
            end + 1
        }
        b'[' => {
            let middle = line.find("](").filter(|middle| !line[1..*middle].contains('['))?;
            middle + line[middle..].find(')')? + 1
        }
        b'h' if line.starts_with("http://") || line.starts_with("https://") => {
            line.find(|c: char| c.is_whitespace() || matches!(c, '<' | '>')).unwrap_or(line.len())
        }
        _ => return None,
    };
    Some(length).filter(|length| !rest[..*length].contains(FENCE))
}

/// The language that stands behind an opening fence, if it is one: a word at the end of whose line code begins.
fn language(behind: &str) -> &str {
    let line = behind.split('\n').next().unwrap_or_default().trim_end_matches('\r');
    let fits = line.chars().all(|c| c.is_ascii_alphanumeric() || "_+-.#".contains(c));
    if fits && line.len() <= LANGUAGE_LIMIT && behind.len() > line.len() { line } else { "" }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn fences(text: &str) -> usize {
        text.matches(FENCE).count()
    }

    fn bare(text: &str) -> String {
        text.chars().filter(|c| !c.is_whitespace()).collect()
    }

    /// The pieces put together again without the fences that the cuts added.
    fn joined(text: &str, pieces: &[String]) -> String {
        let mut whole = bare(&pieces.concat());
        // Without code blocks nothing was added, so the pieces must give the text as it is.
        if fences(text) > 0 {
            whole = whole.replace(FENCE, "");
        }
        whole
    }

    fn check(text: &str, limit: usize) {
        let pieces = split(text, limit);
        for piece in &pieces {
            assert!(!piece.trim().is_empty(), "a blank piece of {text:?}");
            assert!(units(piece) <= limit, "{} units: {piece:?}", units(piece));
            assert_eq!(fences(piece) % 2, 0, "fences do not close in {piece:?} of {text:?}");
        }
        // What goes on behind a cut is marked.
        let goes_on = |line: &str| line.trim_start().starts_with(|c: char| "-+*>".contains(c) || c.is_ascii_digit());
        if fences(text) == 0 && !text.lines().any(goes_on) {
            assert_eq!(joined(text, &pieces), bare(text));
        }
    }

    proptest! {
        #[test]
        fn any_text_is_cut_into_whole_pieces(text in "(\\PC|\\s){0,400}", limit in 100usize..200) {
            check(&text, limit);
        }

        #[test]
        fn fences_balance_wherever_they_stand(text in "(`{1,7}|rust\n|[a-d .]{1,30}|\n{1,3}|👩‍👩‍👧‍👦|é){0,80}", limit in 100usize..200) {
            check(&text, limit);
        }

        #[test]
        fn code_goes_on_behind_a_cut(blocks in prop::collection::vec(("[a-z]{0,6}", "[a-z0-9 ]{1,400}"), 1..4)) {
            // Languages are capitals here, so that they can be told from the code when they are repeated.
            let text: String = blocks.iter().map(|(_, code)| format!("words\n```RS\n{code}\n```\n")).collect();
            let pieces = split(&text, 120);
            let kept = |text: &str| bare(&text.replace("```RS", "").replace("```", ""));
            prop_assert_eq!(pieces.iter().map(|piece| kept(piece)).collect::<String>(), kept(&text));
            check(&text, 120);
        }
    }

    #[test]
    fn short_texts_stay_as_they_are() {
        assert_eq!(split("Hello.\n\nHow are you?", 2_000), ["Hello.\n\nHow are you?"]);
        assert_eq!(split(" \n ", 2_000), Vec::<String>::new());
        assert_eq!(split(&"x".repeat(2_000), 2_000).len(), 1);
    }

    #[test]
    fn paragraphs_are_cut_before_lines_and_sentences_before_words() {
        let paragraph = "One sentence here. Another one there.\nA line of its own.";
        let text = format!("{paragraph}\n\n{paragraph}\n\n{paragraph}");
        assert_eq!(split(&text, 120), [format!("{paragraph}\n\n{paragraph}"), paragraph.to_owned()]);
        let sentences =
            "The first sentence is rather long so that it fills the piece. The second one follows it and is long too.";
        assert_eq!(split(sentences, 100)[0], "The first sentence is rather long so that it fills the piece.");
    }

    #[test]
    fn a_list_keeps_its_indent() {
        let text = format!("{}\n  - nested item", "- item ".repeat(14).trim_end());
        assert_eq!(split(&text, 100)[1], "- …\n  - nested item");
    }

    #[test]
    fn a_list_that_is_cut_keeps_its_numbers() {
        let text: String = (1..=12).map(|n| format!("{n}. entry number {n}\n   - more of it\n")).collect();
        let pieces = split(&text, 100);
        assert!(pieces.len() > 3, "{pieces:?}");
        for piece in &pieces {
            assert!(units(piece) <= 100 && piece.starts_with(|c: char| c.is_ascii_digit()), "{piece:?}");
        }
        let long = split(&format!("7. {}", "word ".repeat(60)), 100);
        assert!(long[1..].iter().all(|piece| piece.starts_with("7. … word")), "{long:?}");
    }

    #[test]
    fn a_quote_that_is_cut_stays_one() {
        let pieces = split(&format!("> {}", "word ".repeat(60)), 100);
        assert!(pieces.len() > 2 && pieces.iter().all(|piece| piece.starts_with("> word")), "{pieces:?}");
    }

    #[test]
    fn links_mentions_and_emoji_stay_whole() {
        for whole in [
            "[a link with words](https://example.org/a/b)",
            "https://example.org/some/path?with=much",
            "<a:party_parrot:123456789012345678>",
            "<@123456789012345678>",
            "<t:1777000000:R>",
        ] {
            for before in 60..100 {
                let text = format!("{} {whole} {}", "x".repeat(before), "y ".repeat(30));
                let pieces = split(&text, 100);
                assert!(pieces.iter().any(|piece| piece.contains(whole)), "{whole} after {before}: {pieces:?}");
            }
        }
    }

    #[test]
    fn f20_a_code_block_is_closed_and_opened_again() {
        let code: String = (1..=14).map(|n| format!("let x{n} = {n};\n")).collect();
        let text = format!("Look:\n```rust\n{code}```\nDone.");
        check(&text, 100);
        let pieces = split(&text, 100);
        let told: String =
            pieces.iter().flat_map(|piece| piece.lines()).filter(|line| line.starts_with("let")).collect();
        assert_eq!(told, code.replace('\n', ""), "not a line is lost");
        assert!(pieces.len() > 2, "{pieces:?}");
        assert!(pieces[0].starts_with("Look:\n```rust\nlet x1 = 1;\n") && pieces[0].ends_with("\n```"), "{pieces:?}");
        assert!(pieces[1].starts_with("```rust\nlet"), "{pieces:?}");
        assert!(pieces[2].ends_with("```\nDone."), "{pieces:?}");
    }

    #[test]
    fn no_empty_code_block_is_left_at_a_cut() {
        let before = "w ".repeat(45);
        let pieces = split(&format!("{before}\n```py\n{}\n```", "print(1)\n".repeat(3)), 104);
        assert!(!pieces[0].contains("```"), "{pieces:?}");
        assert!(pieces.iter().all(|piece| !piece.contains("```py\n```")), "{pieces:?}");
    }

    #[test]
    fn a_code_block_that_never_ends_is_closed() {
        assert_eq!(split("```\nabc", 100), ["```\nabc\n```"]);
    }

    #[test]
    fn texts_without_any_space_are_cut_too() {
        assert_eq!(split(&"a".repeat(10_000), 2_000).len(), 5);
        check(&"`".repeat(10_000), 2_000);
        check(&"👩‍👩‍👧‍👦".repeat(1_000), 2_000);
        check(&format!("a{}", "\u{301}".repeat(9_000)), 2_000);
        for piece in split(&"👩‍👩‍👧‍👦".repeat(1_000), 2_000) {
            assert_eq!(piece.replace("👩‍👩‍👧‍👦", ""), "");
        }
    }
}
