//! The languages, and what Discord calls them (its reference, "Locales"). Pure.

use unic_langid::{LanguageIdentifier, langid};

/// A language in which the Discord side can speak.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Lang {
    #[default]
    English,
    Spanish,
    Japanese,
    Hindi,
    German,
    French,
    /// As in Brazil.
    Portuguese,
}

impl Lang {
    /// The language of a locale of Discord's; English where we do not speak it.
    pub fn of(locale: &str) -> Self {
        Self::ALL.into_iter().find(|lang| lang.locales().contains(&locale)).unwrap_or_default()
    }

    /// Discord's codes of it.
    pub fn locales(self) -> &'static [&'static str] {
        match self {
            Self::English => &["en-US", "en-GB"],
            Self::Spanish => &["es-ES", "es-419"],
            Self::Japanese => &["ja"],
            Self::Hindi => &["hi"],
            Self::German => &["de"],
            Self::French => &["fr"],
            Self::Portuguese => &["pt-BR"],
        }
    }

    /// By what its plurals and numbers go.
    pub(super) fn id(self) -> LanguageIdentifier {
        match self {
            Self::English => langid!("en"),
            Self::Spanish => langid!("es"),
            Self::Japanese => langid!("ja"),
            Self::Hindi => langid!("hi"),
            Self::German => langid!("de"),
            Self::French => langid!("fr"),
            Self::Portuguese => langid!("pt-BR"),
        }
    }

    /// Its messages, as they stand in the file.
    pub(super) fn source(self) -> &'static str {
        match self {
            Self::English => include_str!("en.ftl"),
            Self::Spanish => include_str!("es.ftl"),
            Self::Japanese => include_str!("ja.ftl"),
            Self::Hindi => include_str!("hi.ftl"),
            Self::German => include_str!("de.ftl"),
            Self::French => include_str!("fr.ftl"),
            Self::Portuguese => include_str!("pt.ftl"),
        }
    }
}
