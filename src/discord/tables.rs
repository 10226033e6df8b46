//! Markdown tables, which Discord does not show, as it can show them: in columns inside a code block, or, where they are
//! too wide for one, as lines. Pure. Must not know how long a message may be.

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
            Event::Start(Tag::Table(aligned)) if depth == 0 => table = Some(Table { aligned, rows: Vec::new() }),
            Event::End(TagEnd::Table) => found.extend(table.take().map(|table| (range, table))),
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
            Event::Text(words) | Event::Code(words) | Event::Html(words) | Event::InlineHtml(words) => self.say(&words),
            Event::SoftBreak | Event::HardBreak => self.say(" "),
            _ => {}
        }
    }

    fn say(&mut self, words: &str) {
        if let Some(cell) = self.rows.last_mut().and_then(|row| row.last_mut()) {
            cell.push_str(words);
        }
    }

    fn shown(&self) -> String {
        let widths = self.widths();
        let width = widths.iter().sum::<usize>() + GAP.len() * widths.len().saturating_sub(1);
        let breaks = self.rows.iter().flatten().any(|cell| cell.contains("```"));
        if width > WIDEST || breaks { self.lines() } else { self.columns(&widths) }
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
        let entry = |row: &Vec<String>| {
            let filled = head.iter().zip(row).filter(|(_, cell)| !cell.trim().is_empty());
            let lines: Vec<String> = filled.map(|(name, cell)| format!("{name}: {cell}")).collect();
            format!("- {}", lines.join("\n  "))
        };
        rows.iter().map(entry).collect::<Vec<_>>().join("\n")
    }
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
    fn what_is_no_table_stays() {
        for text in
            ["a | b", "```\n| a | b |\n|---|---|\n| c | d |\n```", "> | a | b |\n> |---|---|\n> | c | d |", "x || y"]
        {
            assert_eq!(without_tables(text), text);
        }
    }

    proptest! {
        #[test]
        fn no_text_is_too_odd(text in "(\\||-|:|\n|`{1,3}|> |- |[a-c ]{1,5}|日|👩‍👩‍👧‍👦){0,60}") {
            let shown = without_tables(&text);
            if tables(&text).is_empty() {
                prop_assert_eq!(shown, text);
            }
        }
    }
}
