//! Why a file is not read. Its sentences are English, for the model and the operator; who speaks to people has their own.

use serde::{Deserialize, Serialize};

use super::kind::READABLE;
use crate::output::counted;

/// Why a file is not read. In its sentence, which is whole, "it" is the file. Those of fetching one name Discord, where
/// files come from.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Refusal {
    /// By its name it is none of those that can be read.
    #[error("Only {} can be read.", READABLE)]
    Kind,
    #[error("It is a binary file, and only {} can be read.", READABLE)]
    Binary,
    #[error("It is empty.")]
    Empty,
    #[error("It is named as a PDF but is none.")]
    NoPdf,
    #[error("There is no text in it.")]
    NoText,
    #[error("This PDF has no text in it, only pictures (a scan?): send one with text.")]
    Scan,
    #[error("It is protected by a password: send it without one.")]
    Locked,
    #[error("It is damaged: no program can read this PDF.")]
    DamagedPdf,
    #[error("It is damaged: none of its pages can be read.")]
    DamagedPages,
    #[error("Its HTML cannot be read ({why}).")]
    Html { why: String },
    #[error("It is damaged, or made in a way that takes too much memory to read.")]
    Memory,
    #[error("It took more than {} to read, and was given up.", counted(*seconds, "second", "seconds"))]
    Slow { seconds: u64 },
    #[error("It cannot be read at the moment: whoever runs me finds the cause in the log.")]
    OutOfOrder,
    #[error("It has {bytes} bytes, and {most} are the limit (KEEPSAKE_DOC_MAX_BYTES).")]
    Bytes { bytes: u64, most: u64 },
    #[error("It has {pages} pages, and {most} are the limit (KEEPSAKE_DOC_MAX_PAGES).")]
    Pages { pages: u64, most: u64 },
    #[error(
        "It has more than {most} characters, the limit for {} (KEEPSAKE_DOC_MAX_PAGES).", counted(*pages, "page", "pages")
    )]
    Chars { most: u64, pages: u64 },
    #[error(
        "As many documents as can be kept here ({most}) are here already (KEEPSAKE_DOC_MAX_PER_AGENT): remove one first."
    )]
    Full { most: u64 },
    /// More than is fetched.
    #[error("It has more than {most} bytes, the limit.")]
    TooLarge { most: u64 },
    #[error("It is no longer in Discord: send it again.")]
    Gone,
    #[error("It could not be fetched from Discord: send it again in a moment.")]
    NotFetched,
    #[error("It does not come from Discord.")]
    Foreign,
    #[error("Files cannot be fetched here.")]
    NoFiles,
    /// A sentence that was written down as such, as earlier versions did.
    #[error("{0}")]
    #[serde(untagged)]
    Said(String),
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::memory::Reading;

    #[test]
    fn what_earlier_versions_wrote_down_is_read() {
        let old: Reading = serde_json::from_value(json!({"refused": "It is empty."})).expect("a reading");
        assert_eq!(old, Reading::Refused(Refusal::Said("It is empty.".into())));
        for refusal in [Refusal::Empty, Refusal::Pages { pages: 21, most: 20 }, Refusal::Said("No.".into())] {
            let reading = Reading::Refused(refusal);
            let written = serde_json::to_value(&reading).expect("JSON");
            assert_eq!(serde_json::from_value::<Reading>(written).expect("a reading"), reading);
        }
    }
}
