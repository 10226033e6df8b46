//! Character cards: how people share characters. Owns reading one, as JSON or inside a PNG picture, and making a persona of
//! it. Fields are those of the Character Card specifications V1, V2 (`chara_card_v2`) and V3 (`chara_card_v3`).

use base64::Engine;
use base64::alphabet;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use serde::Deserialize;
use serde_json::Value;

use super::png_text;

/// Under which keywords pictures carry cards: V3, and before it V2.
const KEYWORDS: [&str; 2] = ["ccv3", "chara"];
/// Bytes of the JSON of a card.
const LARGEST: usize = 4 << 20;
/// Characters of a name.
const NAME: usize = 80;

/// As writers of cards write it: with padding or without.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &alphabet::STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// Why a file is no card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BadCard {
    #[error("it is neither a PNG picture nor JSON")]
    Neither,
    #[error("the picture is damaged")]
    Picture,
    #[error("the picture holds no character")]
    NoCharacter,
    #[error("what it holds is no character card")]
    Unreadable,
    #[error("the card has no name, or nothing that describes the character")]
    Empty,
    #[error("the card is too large")]
    TooLarge,
}

/// A character, as far as a persona has room for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CharacterCard {
    pub name: String,
    description: String,
    personality: String,
    scenario: String,
    examples: String,
    /// Whether it brings instructions of its own for the model. They are never taken over.
    pub instructions: bool,
    /// How many entries its book of lore has. They are not taken over.
    pub lore: usize,
}

/// A persona made of a card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Composed {
    pub text: String,
    /// Whether something did not fit.
    pub cut: bool,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Fields {
    name: Option<String>,
    nickname: Option<String>,
    description: Option<String>,
    personality: Option<String>,
    scenario: Option<String>,
    mes_example: Option<String>,
    system_prompt: Option<String>,
    post_history_instructions: Option<String>,
    character_book: Option<Book>,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Book {
    entries: Vec<Value>,
}

impl CharacterCard {
    /// Reads a file.
    ///
    /// # Errors
    /// [`BadCard`].
    pub fn read(bytes: &[u8]) -> Result<Self, BadCard> {
        if png_text::is_png(bytes) {
            return Self::of_json(&inside(bytes)?);
        }
        let begins = bytes.iter().find(|byte| !byte.is_ascii_whitespace() && **byte < 0x80);
        if begins != Some(&b'{') { Err(BadCard::Neither) } else { Self::of_json(bytes) }
    }

    fn of_json(bytes: &[u8]) -> Result<Self, BadCard> {
        if bytes.len() > LARGEST {
            return Err(BadCard::TooLarge);
        }
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        let mut whole: Value = serde_json::from_slice(bytes).map_err(|_| BadCard::Unreadable)?;
        // From V2 on the fields stand one step deeper.
        let fields = if whole["data"].is_object() { whole["data"].take() } else { whole };
        let fields: Fields = serde_json::from_value(fields).map_err(|_| BadCard::Unreadable)?;
        Self::of_fields(fields)
    }

    fn of_fields(fields: Fields) -> Result<Self, BadCard> {
        let name = [fields.nickname, fields.name].into_iter().map(tidy).find(|name| !name.is_empty());
        let name: String =
            name.ok_or(BadCard::Empty)?.lines().collect::<Vec<_>>().join(" ").chars().take(NAME).collect();
        let text = |field: Option<String>| named(&tidy(field), &name);
        let card = Self {
            description: text(fields.description),
            personality: text(fields.personality),
            scenario: text(fields.scenario),
            examples: text(fields.mes_example),
            instructions: !tidy(fields.system_prompt).is_empty() || !tidy(fields.post_history_instructions).is_empty(),
            lore: fields.character_book.map_or(0, |book| book.entries.len()),
            name,
        };
        let described = [&card.description, &card.personality, &card.scenario].iter().any(|text| !text.is_empty());
        if described { Ok(card) } else { Err(BadCard::Empty) }
    }

    /// A persona of at most `limit` characters. What matters less is cut first.
    pub fn persona(&self, limit: usize) -> Composed {
        let mut text: String = format!("I am {}.", self.name).chars().take(limit).collect();
        let mut cut = false;
        let parts = [
            ("", &self.description),
            ("Personality: ", &self.personality),
            ("Scenario: ", &self.scenario),
            ("How I talk:\n", &self.examples),
        ];
        for (heading, part) in parts.into_iter().filter(|(_, part)| !part.is_empty()) {
            let room = limit.saturating_sub(text.chars().count() + 2 + heading.chars().count());
            let length = part.chars().count();
            let fits = length <= room;
            cut |= !fits;
            if fits {
                text.push_str(&format!("\n\n{heading}{part}"));
            } else if room > 40 {
                let kept: String = part.chars().take(room - 1).collect();
                text.push_str(&format!("\n\n{heading}{}…", kept.trim_end()));
            }
        }
        Composed { text, cut }
    }
}

/// The JSON that a picture carries.
fn inside(bytes: &[u8]) -> Result<Vec<u8>, BadCard> {
    for keyword in KEYWORDS {
        let text = png_text::text(bytes, keyword).map_err(|_| BadCard::Picture)?;
        if let Some(text) = text {
            let packed: String = text.chars().filter(|c| !c.is_whitespace()).collect();
            return BASE64.decode(packed).map_err(|_| BadCard::Unreadable);
        }
    }
    Err(BadCard::NoCharacter)
}

fn tidy(field: Option<String>) -> String {
    field.unwrap_or_default().replace("\r\n", "\n").trim().to_owned()
}

/// `text` with the placeholders of cards filled in, however they are capitalised.
fn named(text: &str, name: &str) -> String {
    let places =
        [("{{char}}", name), ("<bot>", name), ("<char>", name), ("{{user}}", "the user"), ("<user>", "the user")];
    let mut filled = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find(['{', '<']) {
        filled.push_str(&rest[..start]);
        rest = &rest[start..];
        let starts = |place: &str| rest.get(..place.len()).is_some_and(|head| head.eq_ignore_ascii_case(place));
        match places.iter().find(|(place, _)| starts(place)) {
            Some((place, value)) => {
                filled.push_str(value);
                rest = &rest[place.len()..];
            }
            None => {
                filled.push_str(&rest[..1]);
                rest = &rest[1..];
            }
        }
    }
    filled.push_str(rest);
    filled
}

#[cfg(test)]
#[path = "card_tests.rs"]
mod tests;
