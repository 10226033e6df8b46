//! Markdown tables, which Discord does not show, as it can show them: in columns inside a code block, or, where they are
//! too wide for one or hold links, as lines. Pure. Owns that no word is lost: a table of which something would be is left as
//! it was written. Must not know how long a message may be.

use pulldown_cmark::{Alignment, Event, Options, Parser, Tag, TagEnd};
use unicode_width::UnicodeWidthStr;

/// Columns of a code block that also a small screen shows without breaking lines.
const WIDEST: usize = 64;
/// Between two columns.
const GAP: &str = "  ";

/// `text` with each of its tables as Discord can show it. All else stays as it is.
pub fn without_tables(text: &str) -> String {
    if !text.contains('|') {
        return text.to_owned();
    }
    let mut shown = String::with_capacity(text.len());
    let mut done = 0;
    for (range, table) in tables(text) {
        shown.push_str(&text[done..range.start]);
        shown.push_str(&table.shown());
        if text[..range.end].ends_with('\n') {
            shown.push('\n');
        }
        done = range.end;
    }
    shown.push_str(&text[done..]);
    shown
}

/// One table. The first row is its head.
#[derive(Debug, Default)]
struct Table {
    aligned: Vec<Alignment>,
    rows: Vec<Vec<String>>,
    /// Links and pictures that have begun in the last cell: where there, and what they lead to.
    begun: Vec<(usize, String)>,
    /// Whether any cell leads somewhere: in a code block nothing does.
    leads: bool,
}

/// The tables that stand on their own, and where. Those in quotes and lists are left as they are.
fn tables(text: &str) -> Vec<(std::ops::Range<usize>, Table)> {
    let mut found = Vec::new();
    let mut table: Option<Table> = None;
    let mut depth = 0_u32;
    for (event, range) in Parser::new_ext(text, Options::ENABLE_TABLES).into_offset_iter() {
        match event {
            Event::Start(Tag::BlockQuote(_) | Tag::List(_)) => depth += 1,
            Event::End(TagEnd::BlockQuote(_) | TagEnd::List(_)) => depth = depth.saturating_sub(1),
            Event::Start(Tag::Table(aligned)) if depth == 0 => table = Some(Table { aligned, ..Table::default() }),
            Event::End(TagEnd::Table) => {
                let whole = table.take().filter(|table| table.says_all_of(&text[range.clone()]));
                found.extend(whole.map(|table| (range, table)));
            }
            other => {
                if let Some(table) = &mut table {
                    table.take(other);
                }
            }
        }
    }
    found
}

impl Table {
    fn take(&mut self, event: Event<'_>) {
        match event {
            Event::Start(Tag::TableHead | Tag::TableRow) => self.rows.push(Vec::new()),
            Event::Start(Tag::TableCell) => {
                self.rows.iter_mut().last().into_iter().for_each(|row| row.push(String::new()))
            }
            Event::InlineHtml(mark) if is_break(&mark) => self.say(" "),
            Event::Text(words) | Event::Code(words) | Event::Html(words) | Event::InlineHtml(words) => self.say(&words),
            Event::SoftBreak | Event::HardBreak => self.say(" "),
            Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                let start = self.cell().map_or(0, |cell| cell.len());
                self.begun.push((start, dest_url.into_string()));
            }
            Event::End(TagEnd::Link | TagEnd::Image) => self.lead(),
            _ => {}
        }
    }

    /// The end of a link or picture: where it leads stands behind its words, unless they say it.
    fn lead(&mut self) {
        let Some((start, to)) = self.begun.pop() else { return };
        let words = self.cell().map_or("", |cell| &cell[start.min(cell.len())..]).trim();
        let lead = match words {
            "" => to,
            words if words == to => String::new(),
            _ => format!(" ({to})"),
        };
        self.say(&lead);
        self.leads = true;
    }

    fn cell(&mut self) -> Option<&mut String> {
        self.rows.last_mut().and_then(|row| row.last_mut())
    }

    fn say(&mut self, words: &str) {
        if let Some(cell) = self.cell() {
            cell.push_str(words);
        }
    }

    /// Whether the cells say all that `source` says beside its marks: cells beyond the head are left out by who reads tables,
    /// and a bar inside code parts it.
    fn says_all_of(&self, source: &str) -> bool {
        let mut lines = source.lines();
        let head = lines.next().unwrap_or_default();
        let written: String = std::iter::once(head).chain(lines.skip(1)).map(essence).collect();
        let read: String = self.rows.iter().flatten().map(|cell| essence(cell)).collect();
        written == read
    }

    fn shown(&self) -> String {
        let widths = self.widths();
        let width = widths.iter().sum::<usize>() + GAP.len() * widths.len().saturating_sub(1);
        let breaks = self.rows.iter().flatten().any(|cell| cell.contains("```"));
        let as_lines = width > WIDEST || breaks || self.leads;
        if as_lines && self.rows.len() > 1 { self.lines() } else { self.columns(&widths) }
    }

    fn widths(&self) -> Vec<usize> {
        let width = |at: usize| self.rows.iter().filter_map(|row| row.get(at)).map(|cell| cell.width()).max();
        (0..self.aligned.len()).map(|at| width(at).unwrap_or(0)).collect()
    }

    fn columns(&self, widths: &[usize]) -> String {
        let mut lines: Vec<String> = self.rows.iter().map(|row| self.columns_of(row, widths)).collect();
        let rule: Vec<String> = widths.iter().map(|width| "─".repeat(*width)).collect();
        lines.insert(1.min(lines.len()), rule.join(GAP));
        format!("```\n{}\n```", lines.join("\n"))
    }

    fn columns_of(&self, row: &[String], widths: &[usize]) -> String {
        let cell = |at: usize| row.get(at).map(String::as_str).unwrap_or_default();
        let cells = widths.iter().enumerate().map(|(at, width)| {
            let cell = cell(at);
            let free = width.saturating_sub(cell.width());
            let before = match self.aligned.get(at) {
                Some(Alignment::Right) => free,
                Some(Alignment::Center) => free / 2,
                _ => 0,
            };
            format!("{}{cell}{}", " ".repeat(before), " ".repeat(free - before))
        });
        cells.collect::<Vec<_>>().join(GAP).trim_end().to_owned()
    }

    /// A list with an entry for each row.
    fn lines(&self) -> String {
        let Some((head, rows)) = self.rows.split_first() else { return String::new() };
        let is_empty = |row: &Vec<String>, at: usize| row.get(at).is_none_or(|cell| cell.trim().is_empty());
        let entry = |row: &Vec<String>| {
            // What is empty in every row would not be named at all.
            let named = |at: usize| !is_empty(row, at) || rows.iter().all(|row| is_empty(row, at));
            let cells = head.iter().enumerate().filter(|(at, _)| named(*at));
            let line = |(at, name): (usize, &String)| format!("{name}: {}", row.get(at).map_or("", String::as_str));
            let lines: Vec<String> = cells.map(|cell| line(cell).trim_end().to_owned()).collect();
            format!("- {}", lines.join("\n  "))
        };
        rows.iter().map(entry).collect::<Vec<_>>().join("\n")
    }
}

/// `<br>` in one of its forms.
fn is_break(mark: &str) -> bool {
    let name = mark.trim_start_matches('<').trim_end_matches('>').trim_end_matches('/').trim();
    name.eq_ignore_ascii_case("br")
}

/// What a line or cell says, without blanks, breaks, and the signs that may be marks.
fn essence(text: &str) -> String {
    let mut said = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        // In its longest form it has six signs.
        let end = || rest.char_indices().take(6).find(|(_, c)| *c == '>');
        let mark = Some(c).filter(|c| *c == '<').and_then(|_| end()).map(|(end, _)| &rest[..=end]);
        let mark = mark.filter(|mark| is_break(mark));
        rest = &rest[mark.map_or(c.len_utf8(), str::len)..];
        if mark.is_none() && !c.is_whitespace() && !"|*_`\\[]()!<>".contains(c) {
            said.push(c);
        }
    }
    said
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_table_becomes_columns() {
        let text =
            "Look:\n\n| Name | Age | Town |\n|:--|--:|:-:|\n| Mara | 31 | Ulm |\n| **Jo** | 9 | `Graz` |\n\nDone.";
        insta::assert_snapshot!(without_tables(text), @r"
        Look:

        ```
        Name  Age  Town
        ────  ───  ────
        Mara   31  Ulm
        Jo      9  Graz
        ```

        Done.
        ");
    }

    #[test]
    fn wide_characters_take_two_columns() {
        let shown = without_tables("| a | b |\n|---|---|\n| 日本 | x |\n| cd | y |");
        assert_eq!(shown, "```\na     b\n────  ─\n日本  x\ncd    y\n```");
    }

    #[test]
    fn a_table_too_wide_becomes_lines() {
        let long = "word ".repeat(12);
        let shown = without_tables(&format!("| Name | Story |\n|---|---|\n| Mara | {long} |\n| Jo | |\n"));
        assert_eq!(shown, format!("- Name: Mara\n  Story: {}\n- Name: Jo\n", long.trim_end()));
    }

    #[test]
    fn links_keep_where_they_lead() {
        let text = "| docs | [x](https://example.com/x) |\n|---|---|\n| [site](https://example.com/y) | **b** <@1> |\n\
                    | ![cat](https://example.com/i.png) | <https://example.com/z> |";
        insta::assert_snapshot!(without_tables(text), @r"
        - docs: site (https://example.com/y)
          x (https://example.com/x): b <@1>
        - docs: cat (https://example.com/i.png)
          x (https://example.com/x): https://example.com/z
        ");
    }

    #[test]
    fn breaks_are_blanks() {
        let shown = without_tables("| a |\n|---|\n| one<br>two<BR />three |");
        assert_eq!(shown, "```\na\n─────────────\none two three\n```");
    }

    #[test]
    fn a_head_and_a_column_without_cells_are_shown() {
        let long = "word ".repeat(20);
        assert!(without_tables(&format!("| {long} |\n|---|")).contains(long.trim()));
        let shown = without_tables(&format!("| Name | Note |\n|---|---|\n| {long} | |"));
        assert_eq!(shown, format!("- Name: {}\n  Note:", long.trim()));
    }

    #[test]
    fn a_bar_that_is_escaped_is_shown_as_a_bar() {
        let shown = without_tables("| op | means |\n|---|---|\n| `a \\|\\| b` | or |\n| a \\| b | c |");
        assert_eq!(shown, "```\nop      means\n──────  ─────\na || b  or\na | b   c\n```");
    }

    #[test]
    fn a_table_that_would_lose_something_stays() {
        for text in [
            "| op | means |\n|---|---|\n| `a || b` | logical or |\n| `a | b` | bitwise or |",
            "| a | b |\n|---|---|\n| one | two | THREE |",
            "| a |\n|---|\n| [x](https://example.com \"title\") |",
        ] {
            assert_eq!(without_tables(text), text);
        }
    }

    #[test]
    fn what_is_no_table_stays() {
        for text in
            ["a | b", "```\n| a | b |\n|---|---|\n| c | d |\n```", "> | a | b |\n> |---|---|\n> | c | d |", "x || y"]
        {
            assert_eq!(without_tables(text), text);
        }
    }

    proptest! {
        #[test]
        fn no_word_is_lost(cells in proptest::collection::vec(
            "(\\[?[a-z]{1,4}\\]?| |\\*\\*|`|\\||\\\\\\||<br>|\\[[a-z]{1,3}\\]\\(https://[a-z]{2}\\.de/[a-z]{1,3}\\)|日|&amp;|!|~|_){0,6}", 4..14))
        {
            let rows: Vec<String> = cells.chunks(2).map(|row| format!("| {} |", row.join(" | "))).collect();
            let text = format!("{}\n|---|---|\n{}", rows[0], rows[1..].join("\n"));
            let shown = without_tables(&text);
            for word in text.replace("<br>", " ").split(|c: char| !c.is_alphanumeric()) {
                prop_assert!(shown.contains(word), "{word} of\n{text}\nis not in\n{shown}");
            }
        }

        #[test]
        fn no_text_is_too_odd(text in "(\\||-|:|\n|`{1,3}|> |- |[a-c ]{1,5}|日|👩‍👩‍👧‍👦){0,60}") {
            let shown = without_tables(&text);
            if tables(&text).is_empty() {
                prop_assert_eq!(shown, text);
            }
        }
    }
}
