//! Personas that somebody else has written: presets of the program's own, and character cards. Pure. Must not know whose
//! persona they become.

mod card;
mod png_text;

pub use card::{BadCard, CharacterCard, Composed};

/// A persona to choose.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Preset {
    Companion,
    Assistant,
    Tutor,
    Storyteller,
    Coach,
}

impl Preset {
    /// All there are.
    pub const ALL: [Self; 5] = [Self::Companion, Self::Assistant, Self::Tutor, Self::Storyteller, Self::Coach];

    /// Its text.
    pub fn text(self) -> &'static str {
        match self {
            Self::Companion => include_str!("../../prompts/personas/companion.md"),
            Self::Assistant => include_str!("../../prompts/personas/assistant.md"),
            Self::Tutor => include_str!("../../prompts/personas/tutor.md"),
            Self::Storyteller => include_str!("../../prompts/personas/storyteller.md"),
            Self::Coach => include_str!("../../prompts/personas/coach.md"),
        }
        .trim_end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presets_fit_the_smallest_block_that_is_usual() {
        for preset in Preset::ALL {
            let length = preset.text().chars().count();
            assert!((50..=500).contains(&length), "{preset:?} has {length} characters");
        }
        assert_eq!(Preset::Companion.text(), crate::prompts::PERSONA.trim_end());
    }
}
