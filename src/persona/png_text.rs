//! The texts that a PNG file carries beside its picture (PNG specification, third edition, "Textual information"). Pure.

use std::io::Cursor;

/// Memory that reading one file may take; the picture itself is not kept.
const MEMORY: usize = 32 << 20;

/// Whether the bytes begin as those of a PNG file.
pub fn is_png(bytes: &[u8]) -> bool {
    bytes.starts_with(b"\x89PNG\r\n\x1a\n")
}

/// The text under `keyword`, if the file has one. Texts may stand before and behind the picture.
///
/// # Errors
/// When the file is damaged.
pub fn text(bytes: &[u8], keyword: &str) -> Result<Option<String>, png::DecodingError> {
    let limits = png::Limits { bytes: MEMORY };
    let mut reader = png::Decoder::new_with_limits(Cursor::new(bytes), limits).read_info()?;
    reader.finish()?;
    let info = reader.info();
    let plain = info.uncompressed_latin1_text.iter().find(|chunk| chunk.keyword.eq_ignore_ascii_case(keyword));
    if let Some(chunk) = plain {
        return Ok(Some(chunk.text.clone()));
    }
    let packed = info.compressed_latin1_text.iter().find(|chunk| chunk.keyword.eq_ignore_ascii_case(keyword));
    if let Some(chunk) = packed {
        return chunk.get_text().map(Some);
    }
    let wide = info.utf8_text.iter().find(|chunk| chunk.keyword.eq_ignore_ascii_case(keyword));
    wide.map(|chunk| chunk.get_text()).transpose()
}
