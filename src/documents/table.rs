//! Tables as text: rows below a header, in pieces that each begin with the header. Pure.

use csv::{ReaderBuilder, StringRecord, WriterBuilder};

use super::Kind;
use super::chunk::{CHUNK, by_length};

/// Characters of the header that each piece repeats.
const HEADER: usize = 400;

/// The pieces of a table: the header, then rows up to about [`CHUNK`] characters.
pub(super) fn pieces(kind: Kind, text: &str) -> Vec<String> {
    let delimiter = delimiter(kind, text);
    let mut reader =
        ReaderBuilder::new().delimiter(delimiter).has_headers(false).flexible(true).from_reader(text.as_bytes());
    let mut rows = reader.records().filter_map(Result::ok).map(|record| line(&record, delimiter));
    let Some(header) = rows.next() else { return Vec::new() };
    let header = crate::tools::clip(&header, HEADER);
    let mut pieces: Vec<String> = vec![header.clone()];
    let mut length = header.chars().count();
    let mut empty = true;
    for row in rows.flat_map(|row| by_length(&row, CHUNK - HEADER - 2)) {
        let more = row.chars().count() + 1;
        if !empty && length + more > CHUNK {
            pieces.push(header.clone());
            length = header.chars().count();
        }
        if let Some(piece) = pieces.last_mut() {
            piece.push('\n');
            piece.push_str(&row);
        }
        length += more;
        empty = false;
    }
    pieces.into_iter().map(|piece| piece + "\n").collect()
}

/// Pieces of one page put together, with the header once.
pub(super) fn joined<'a>(pieces: impl IntoIterator<Item = &'a str>) -> String {
    let mut page = String::new();
    for piece in pieces {
        let rows = if page.is_empty() { piece } else { piece.split_once('\n').map_or("", |(_, rows)| rows) };
        page.push_str(rows);
    }
    page
}

/// What parts the cells. In some countries a CSV file has semicolons, since there the comma stands in numbers.
fn delimiter(kind: Kind, text: &str) -> u8 {
    let first = text.lines().next().unwrap_or_default();
    let count = |c: char| first.matches(c).count();
    match kind {
        Kind::Tsv => b'\t',
        _ if count(';') > count(',') => b';',
        _ if count('\t') > count(',') => b'\t',
        _ => b',',
    }
}

/// A row on one line.
fn line(record: &StringRecord, delimiter: u8) -> String {
    let mut writer = WriterBuilder::new().delimiter(delimiter).from_writer(Vec::new());
    let cells = record.iter().map(|cell| cell.split_whitespace().collect::<Vec<_>>().join(" "));
    // Into memory, where nothing can fail.
    let written = writer.write_record(cells).is_ok();
    let bytes = if written { writer.into_inner().unwrap_or_default() } else { Vec::new() };
    String::from_utf8_lossy(&bytes).trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_piece_begins_with_the_header_and_no_row_is_lost() {
        let rows: Vec<String> = (0..200).map(|n| format!("{n},\"name, {n}\",\"two\nlines\"")).collect();
        let text = format!("id,name,note\n{}\n", rows.join("\n"));
        let pieces = pieces(Kind::Csv, &text);
        assert!(pieces.len() > 3);
        assert!(pieces.iter().all(|piece| piece.starts_with("id,name,note\n") && piece.chars().count() <= CHUNK + 1));
        let all = joined(pieces.iter().map(String::as_str));
        assert_eq!(all.lines().count(), 201);
        assert!(all.contains("\n7,\"name, 7\",two lines\n"), "{}", &all[..200]);
    }

    #[test]
    fn a_row_longer_than_a_piece_is_cut() {
        let text = format!("a;b\n1;{}\n2;end", "word ".repeat(2_000));
        let pieces = pieces(Kind::Csv, &text);
        assert!(pieces.len() >= 9 && pieces.iter().all(|piece| piece.chars().count() <= CHUNK + 1));
        assert!(pieces.last().is_some_and(|piece| piece.ends_with("2;end\n")));
    }

    #[test]
    fn what_parts_the_cells_is_found_out() {
        assert_eq!(pieces(Kind::Csv, "a;b\n1,5;2\n"), ["a;b\n1,5;2\n"]);
        assert_eq!(pieces(Kind::Tsv, "a\tb\n1\t2,3\n"), ["a\tb\n1\t2,3\n"]);
        assert_eq!(pieces(Kind::Csv, "alone"), ["alone\n"]);
    }
}
