//! Tables that a terminal and Markdown both show well.

use std::fmt;

/// A table; the first column is text, the others numbers.
pub(super) struct Table {
    rows: Vec<Vec<String>>,
}

impl Table {
    pub(super) fn new(head: &[&str]) -> Self {
        Self { rows: vec![head.iter().map(|name| (*name).to_owned()).collect()] }
    }

    pub(super) fn row(&mut self, cells: Vec<String>) {
        self.rows.push(cells);
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let widest =
            |column: usize| self.rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max();
        let widths: Vec<usize> = (0..columns).map(|column| widest(column).unwrap_or(0)).collect();
        for (number, row) in self.rows.iter().enumerate() {
            let cell = |(column, text): (usize, &String)| match column {
                0 => format!("{text:<width$}", width = widths[column]),
                _ => format!("{text:>width$}", width = widths[column]),
            };
            writeln!(f, "| {} |", row.iter().enumerate().map(cell).collect::<Vec<_>>().join(" | "))?;
            if number == 0 {
                let rule = |(column, width): (usize, &usize)| match column {
                    0 => "-".repeat(width + 2),
                    _ => format!("{}:", "-".repeat(width + 1)),
                };
                writeln!(f, "|{}|", widths.iter().enumerate().map(rule).collect::<Vec<_>>().join("|"))?;
            }
        }
        Ok(())
    }
}

/// A share from 0 to 1 in percent, with one digit behind the point.
pub(super) fn percent(share: f64) -> String {
    format!("{:.1}", share * 100.0)
}
