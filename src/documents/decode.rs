//! From bytes to text, whatever encoding they are in. Pure.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::Encoding;

use super::Refusal;

/// Bytes of an HTML file in which its encoding is looked for, as browsers do.
const META: usize = 1_024;

/// The text of `bytes`, with line ends as `\n` and without control characters. What a mark in front or (with `is_html`) the
/// file itself says of its encoding is believed; otherwise it is guessed.
///
/// # Errors
/// A sentence, when it is no text in any encoding.
pub(super) fn decode(bytes: &[u8], is_html: bool) -> Result<String, Refusal> {
    let text = match (Encoding::for_bom(bytes), std::str::from_utf8(bytes)) {
        (Some((encoding, _)), _) => encoding.decode(bytes).0.into_owned(),
        (None, Ok(text)) => text.to_owned(),
        (None, Err(_)) => {
            let told = if is_html { told_in_html(bytes) } else { None };
            told.unwrap_or_else(|| guess(bytes)).decode_without_bom_handling(bytes).0.into_owned()
        }
    };
    let strange = text.chars().filter(|c| is_strange(*c)).count();
    if strange * 20 > text.chars().count() {
        return Err(Refusal::Binary);
    }
    Ok(tidy(&text))
}

fn guess(bytes: &[u8]) -> &'static Encoding {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
    detector.feed(bytes, true);
    detector.guess(None, Utf8Detection::Allow)
}

/// The encoding that a `<meta>` of the file names.
fn told_in_html(bytes: &[u8]) -> Option<&'static Encoding> {
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(META)]).to_ascii_lowercase();
    let (_, behind) = head.split_once("charset=")?;
    let label = behind.trim_start_matches(['"', '\'', ' ']);
    let end = label.find(['"', '\'', ' ', '>', ';', '/']).unwrap_or(label.len());
    Encoding::for_label(&label.as_bytes()[..end])
}

fn is_strange(c: char) -> bool {
    c == '\u{FFFD}' || (c.is_control() && !matches!(c, '\n' | '\r' | '\t' | '\u{0C}' | '\u{1B}'))
}

pub(super) fn tidy(text: &str) -> String {
    let lines = text.replace("\r\n", "\n").replace(['\r', '\u{0C}'], "\n");
    lines.chars().filter(|c| !c.is_control() || matches!(c, '\n' | '\t')).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const GERMAN: &str = "Die Straßenbahn fährt über die Brücke, schön gemächlich, und hält am Märchenbrunnen.\n";

    #[test]
    fn encodings_are_told_apart() {
        let (latin, ..) = encoding_rs::WINDOWS_1252.encode(GERMAN);
        assert_eq!(decode(&latin, false).expect("text"), GERMAN);
        let japanese = "吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。".repeat(3);
        let (shift_jis, ..) = encoding_rs::SHIFT_JIS.encode(&japanese);
        assert_eq!(decode(&shift_jis, false).expect("text"), japanese);
        let russian = "Все счастливые семьи похожи друг на друга, каждая несчастливая семья несчастлива по-своему.";
        let (koi8, ..) = encoding_rs::KOI8_R.encode(russian);
        assert_eq!(decode(&koi8, false).expect("text"), russian);
    }

    #[test]
    fn marks_are_honoured_and_taken_off() {
        let utf16: Vec<u8> = [0xFEFF].into_iter().chain("schön".encode_utf16()).flat_map(u16::to_le_bytes).collect();
        assert_eq!(decode(&utf16, false).expect("text"), "schön");
        assert_eq!(decode(b"\xEF\xBB\xBFplain", false).expect("text"), "plain");
    }

    #[test]
    fn html_says_what_it_is_in() {
        let page = "<html><meta charset=\"iso-8859-5\"><p>Привет</p>";
        let (bytes, ..) = encoding_rs::ISO_8859_5.encode(page);
        assert_eq!(decode(&bytes, true).expect("text"), page);
    }

    #[test]
    fn what_is_no_text_is_refused_and_stray_controls_go() {
        let noise: Vec<u8> =
            (1..=255u8).cycle().map(|n| n.wrapping_mul(37) | 0x01).map(|n| n & 0x1F).take(400).collect();
        assert!(decode(&noise, false).is_err());
        assert_eq!(
            decode(b"one\r\ntwo\rthree\x0Cfour\x07 five six seven eight", false).expect("text"),
            "one\ntwo\nthree\nfour five six seven eight"
        );
    }
}
