//! The headings of a Markdown text, and which of them stand above a place in it. Pure.

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

/// Characters of one heading in a path.
const HEADING: usize = 80;
/// Between the headings of a path.
const BELOW: &str = " > ";

/// The headings of a text.
pub(super) struct Headings(Vec<Heading>);

struct Heading {
    /// Where it begins and ends, in bytes.
    start: usize,
    end: usize,
    /// 1 is the outermost.
    level: u8,
    title: String,
}

impl Headings {
    /// None at all.
    pub(super) fn none() -> Self {
        Self(Vec::new())
    }

    /// Those of a Markdown text.
    pub(super) fn of(text: &str) -> Self {
        let mut found: Vec<Heading> = Vec::new();
        let mut inside = false;
        for (event, range) in Parser::new_ext(text, Options::ENABLE_TABLES).into_offset_iter() {
            match event {
                Event::Start(Tag::Heading { level, .. }) => {
                    inside = true;
                    found.push(Heading {
                        start: range.start,
                        end: range.end,
                        level: level as u8,
                        title: String::new(),
                    });
                }
                Event::End(TagEnd::Heading(_)) => inside = false,
                Event::Text(words) | Event::Code(words) if inside => {
                    if let Some(heading) = found.last_mut() {
                        heading.title.push_str(&words);
                    }
                }
                _ => {}
            }
        }
        found.retain(|heading| !heading.title.trim().is_empty());
        Self(found)
    }

    /// The headings that stand above the first words of `text` from `start` to `end`: `Installation > Linux`. A heading
    /// that is followed by the next one has no words of its own.
    pub(super) fn above(&self, text: &str, start: usize, end: usize) -> String {
        let mut place = start;
        let blank = |from: usize| text[from..end].len() - text[from..end].trim_start().len();
        place += blank(place);
        while let Some(heading) = self.at(place).filter(|heading| heading.end < end) {
            let next = heading.end + blank(heading.end);
            if next >= end || self.at(next).is_none() {
                break;
            }
            place = next;
        }
        let before = self.0.partition_point(|heading| heading.start <= place);
        let mut path: Vec<&Heading> = Vec::new();
        for heading in self.0[..before].iter().rev() {
            if path.last().is_none_or(|inner| heading.level < inner.level) {
                path.push(heading);
            }
            if heading.level == 1 {
                break;
            }
        }
        let titles: Vec<String> = path.iter().rev().map(|heading| short(&heading.title)).collect();
        titles.join(BELOW)
    }

    /// Whether a heading begins there.
    pub(super) fn begins_at(&self, place: usize) -> bool {
        self.at(place).is_some()
    }

    fn at(&self, place: usize) -> Option<&Heading> {
        let found = self.0.binary_search_by_key(&place, |heading| heading.start).ok()?;
        self.0.get(found)
    }
}

fn short(title: &str) -> String {
    let line = title.split_whitespace().collect::<Vec<_>>().join(" ");
    crate::tools::clip(&line, HEADING)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\
Intro
# Installation
text
## Linux `apt`
more
### Arch
deep
## Windows
other
```
# no heading
```
Usage
=====
end";

    #[test]
    fn paths_follow_the_levels() {
        let headings = Headings::of(TEXT);
        let above = |word: &str| headings.above(TEXT, TEXT.find(word).expect("it is there"), TEXT.len());
        assert_eq!(above("Intro"), "");
        assert_eq!(above("# Installation"), "Installation");
        assert_eq!(above("more"), "Installation > Linux apt");
        assert_eq!(above("deep"), "Installation > Linux apt > Arch");
        assert_eq!(above("# no heading"), "Installation > Windows");
        assert_eq!(above("end"), "Usage");
        assert_eq!(above("# Installation"), "Installation");
        let nested = "# Book\n\n## Chapter\n\n### Part\nwords\n";
        let headings = Headings::of(nested);
        assert_eq!(headings.above(nested, 0, nested.len()), "Book > Chapter > Part");
        assert_eq!(headings.above(nested, 0, 8), "Book");
    }
}
