//! An embed as plain data, and Discord's bounds on it. Pure. The bounds are those of Discord's reference, "Embed Limits";
//! lengths are counted as [`units`] counts them.

use serde_json::{Value, json};
use serenity::builder::{CreateEmbed, CreateEmbedFooter};

use crate::discord::split::units;

pub const TITLE: usize = 256;
pub const DESCRIPTION: usize = 4_096;
pub const FIELD: usize = 1_024;
/// All embeds of one message together.
pub const TOTAL: usize = 6_000;
/// Embeds in one message.
pub const CARDS: usize = 10;

/// One embed.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Card {
    pub title: String,
    pub description: String,
    pub colour: u32,
    /// Name and value, side by side where there is room.
    pub fields: Vec<(String, String)>,
    pub footer: String,
    /// The address of a picture.
    pub image: String,
}

impl Card {
    /// What counts towards [`TOTAL`].
    pub fn units(&self) -> usize {
        let fields: usize = self.fields.iter().map(|(name, value)| units(name) + units(value)).sum();
        units(&self.title) + units(&self.description) + units(&self.footer) + fields
    }

    /// As Discord's API takes it.
    pub fn to_json(&self) -> Value {
        let fields: Vec<Value> =
            self.fields.iter().map(|(name, value)| json!({"name": name, "value": value, "inline": true})).collect();
        let mut embed = json!({"type": "rich", "color": self.colour});
        let mut put = |name: &str, value: Value, there: bool| {
            if there {
                embed[name] = value;
            }
        };
        put("title", json!(self.title), !self.title.is_empty());
        put("description", json!(self.description), !self.description.is_empty());
        put("fields", json!(fields), !fields.is_empty());
        put("footer", json!({"text": self.footer}), !self.footer.is_empty());
        put("image", json!({"url": self.image}), !self.image.is_empty());
        embed
    }

    /// As the command framework takes it.
    pub fn to_embed(&self) -> CreateEmbed {
        let mut embed = CreateEmbed::new().colour(self.colour);
        if !self.title.is_empty() {
            embed = embed.title(&self.title);
        }
        if !self.description.is_empty() {
            embed = embed.description(&self.description);
        }
        if !self.footer.is_empty() {
            embed = embed.footer(CreateEmbedFooter::new(&self.footer));
        }
        if !self.image.is_empty() {
            embed = embed.image(&self.image);
        }
        embed.fields(self.fields.iter().map(|(name, value)| (name, value, true)))
    }
}

/// `cards` in groups that one message each may hold.
pub fn pages(cards: Vec<Card>) -> Vec<Vec<Card>> {
    let mut pages: Vec<Vec<Card>> = Vec::new();
    let mut used = 0;
    for card in cards {
        let size = card.units();
        match pages.last_mut() {
            Some(page) if page.len() < CARDS && used + size <= TOTAL => {
                page.push(card);
                used += size;
            }
            _ => {
                pages.push(vec![card]);
                used = size;
            }
        }
    }
    pages
}

/// `text` in at most `limit` units; what is cut off ends in `…`.
pub fn cut(text: &str, limit: usize) -> String {
    if units(text) <= limit {
        return text.to_owned();
    }
    let mut kept = String::new();
    let mut used = 1;
    for c in text.chars() {
        used += c.len_utf16();
        if used > limit {
            break;
        }
        kept.push(c);
    }
    kept + "…"
}

/// `text` so that Discord's markdown shows it as it is.
pub fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '\\' | '*' | '_' | '~' | '|' | '`' | '>' | '#' | '[' | '<') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

/// `text` with no two backticks side by side: a zero-width space parts them, so that no code block can end in it.
pub fn inert(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut last = ' ';
    for c in text.chars() {
        if last == '`' && c == '`' {
            out.push('\u{200b}');
        }
        out.push(c);
        last = c;
    }
    out
}

/// `text` in a code block of at most `limit` units, which nothing in it can end.
pub fn fenced(language: &str, text: &str, limit: usize) -> String {
    let around = units(language) + 8;
    format!("```{language}\n{}\n```", cut(&inert(text), limit.saturating_sub(around)))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_fenced_text_cannot_end_its_block(text in "(`|a|\n){0,60}", limit in 20usize..60) {
            let block = fenced("diff", &text, limit);
            prop_assert_eq!(block.matches("```").count(), 2);
            prop_assert!(units(&block) <= limit);
        }

        #[test]
        fn cuts_keep_the_bound(text in "\\PC{0,60}", limit in 1usize..40) {
            prop_assert!(units(&cut(&text, limit)) <= limit);
        }

        #[test]
        fn pages_keep_the_bounds_and_every_card(sizes in prop::collection::vec(0usize..4_096, 0..40)) {
            let cards: Vec<Card> = sizes.iter().map(|size| Card { description: "x".repeat(*size), ..Card::default() }).collect();
            let pages = pages(cards.clone());
            for page in &pages {
                prop_assert!(page.len() <= CARDS && page.iter().map(Card::units).sum::<usize>() <= TOTAL);
            }
            prop_assert_eq!(pages.concat(), cards);
        }
    }

    #[test]
    fn markdown_is_shown_as_it_is() {
        assert_eq!(plain("**a** [b](c) <@1> `d`"), "\\*\\*a\\*\\* \\[b](c) \\<@1\\> \\`d\\`");
    }
}
