//! Every sentence that the Discord side says of its own accord, in the language of who reads it. The sentences stand in
//! `words/*.ftl`, in Project Fluent's form; `messages` names them for the compiler, so that a wrong name or variable does
//! not build and a message that nobody says is reported. What the operator reads ([`start`]) is English.

mod bundle;
mod commands;
mod lang;
mod languages;
mod messages;

pub use commands::{localize, localize_menus};
pub use lang::Lang;
pub use languages::Languages;

use crate::documents::Refusal;
use crate::memory::{FileNews, Trouble};

impl Lang {
    /// Which languages there are, English first.
    pub const ALL: [Self; 7] =
        [Self::English, Self::Spanish, Self::Japanese, Self::Hindi, Self::German, Self::French, Self::Portuguese];

    /// `sentence` with the id to find the cause in the log by.
    pub fn traced(self, sentence: &str, trace: &str) -> String {
        let sentence = sentence.trim_end();
        if sentence.ends_with(['.', '!', '?', '。', '！', '？', '।']) {
            self.with_trace(sentence, trace)
        } else {
            self.with_trace(&format!("{sentence}."), trace)
        }
    }

    /// Why a turn failed.
    pub fn trouble(self, trouble: &Trouble) -> String {
        match trouble {
            Trouble::Empty => self.model_silent(),
            Trouble::NoEnd => self.lost_in_memory(),
            Trouble::Busy => self.model_busy(),
            Trouble::TooMuch => self.too_much_to_read(),
            Trouble::Refused => self.model_refuses(),
            Trouble::Away => self.model_away(),
            Trouble::Slow => self.model_slow(),
            Trouble::Unclear => self.model_unclear(),
            Trouble::Internal => self.broken_inside(),
            Trouble::Said(sentence) => sentence.clone(),
        }
    }

    /// Why an answer waits, and that it will come.
    pub fn waits(self, trouble: &Trouble) -> String {
        match trouble {
            Trouble::Busy => self.waits_busy(),
            Trouble::Slow => self.waits_slow(),
            _ => self.waits_away(),
        }
    }

    /// What has become of a file.
    pub fn file_news(self, news: &FileNews) -> String {
        match news {
            FileNews::Begun { name } => self.file_begun(name),
            FileNews::Read { name, number, pages } => self.file_read(name, &self.pages((*pages).into()), *number),
            FileNews::Refused { name, why } => self.file_not_read(name, &self.refusal(why)),
        }
    }

    /// Why a file is not read.
    pub fn refusal(self, refusal: &Refusal) -> String {
        match refusal {
            Refusal::Kind => self.refused_kind(),
            Refusal::Binary => self.refused_binary(),
            Refusal::Empty => self.refused_empty(),
            Refusal::NoPdf => self.refused_no_pdf(),
            Refusal::NoText => self.refused_no_text(),
            Refusal::Scan => self.refused_scan(),
            Refusal::Locked => self.refused_locked(),
            Refusal::DamagedPdf => self.refused_damaged_pdf(),
            Refusal::DamagedPages => self.refused_damaged_pages(),
            Refusal::Html { why } => self.refused_html(why),
            Refusal::Memory => self.refused_memory(),
            Refusal::Slow { seconds } => self.refused_slow(&self.seconds(*seconds)),
            Refusal::OutOfOrder => self.refused_out_of_order(),
            Refusal::Bytes { bytes, most } => self.refused_bytes(*bytes, *most),
            Refusal::Pages { pages, most } => self.refused_pages(*pages, *most),
            Refusal::Chars { most, pages } => self.refused_chars(*most, &self.pages(*pages)),
            Refusal::Full { most } => self.refused_full(*most),
            Refusal::TooLarge { most } => self.refused_too_large(*most),
            Refusal::Gone => self.refused_gone(),
            Refusal::NotFetched => self.refused_not_fetched(),
            Refusal::Foreign => self.refused_foreign(),
            Refusal::NoFiles => self.refused_no_files(),
            Refusal::Said(sentence) => sentence.clone(),
        }
    }

    /// The parts in one line.
    pub fn all_of(self, parts: Vec<String>) -> String {
        parts.into_iter().reduce(|one, other| self.both(&one, &other)).unwrap_or_default()
    }
}

/// Why the bot cannot start.
pub mod start {
    pub const TOKEN: &str = "Discord does not accept DISCORD_TOKEN: copy the bot's token anew from https://discord.com/developers/applications (Bot, Reset Token) and put it into .env.";
    pub const INTENTS: &str = "Discord refuses the bot's intents: open https://discord.com/developers/applications, choose the bot, and under Bot switch on \"Message Content Intent\"; then start again.";
    pub const INTENTS_MEND: &str = "Open https://discord.com/developers/applications, choose the bot, and under Bot switch on \"Message Content Intent\".";
    pub const WITHOUT_CONTENT: &str = "Discord does not let the bot read messages that do not address it; going on without: mentions, replies that ping it, direct messages and commands are answered, always-on channels, keywords and threads are not";
    /// What to do about a message that arrives without its words.
    pub const CONTENT_HINT: &str = "a message came without words: is \"Message Content Intent\" switched on for the bot at https://discord.com/developers/applications (Bot)?";
}

#[cfg(test)]
#[path = "words/tests.rs"]
mod tests;
