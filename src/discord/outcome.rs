//! Why Discord did not take something, told apart by its codes. Owns what each means for what is to be said: whether it
//! may go later, in another form, or never, and what people are told of it. Pure. Must not know who sends.
//!
//! The codes are those of Discord's reference, "Opcodes and Status Codes", section "JSON Error Codes".

use super::rest::RestError;
use super::words::Lang;

/// What stands in the way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// 10003: the channel is gone.
    ChannelGone,
    /// 10008: the message to change, or to react to, is gone.
    MessageGone,
    /// 50001: the channel cannot be seen.
    NoAccess,
    /// 50013: a permission is missing; which one, Discord does not say.
    NoPermission,
    /// 160002: an answer refers to a message, and the channel's history must not be read.
    NoHistory,
    /// 50007: the person takes no direct messages from the bot.
    DmsClosed,
    /// 50083, 160005 and 160006: the thread is archived for good or locked, or no more threads can be woken.
    ThreadClosed,
    /// 20016: slow mode.
    SlowMode,
    /// 200000 and 200001: the guild's AutoMod.
    AutoMod,
    /// 40005, or HTTP 413: too many bytes.
    TooLarge,
    /// 50035 and 50006: a body that breaks a rule, or says nothing.
    BadBody,
    /// 90001 and 10014: the emoji cannot be used, or the person has blocked the bot.
    NoReaction,
    /// HTTP 429.
    RateLimited,
    /// HTTP 401.
    Token,
    /// HTTP 3xx or 5xx, or no answer at all.
    Away,
    /// Anything else.
    Other,
}

impl Outcome {
    /// What an error is.
    pub fn of(error: &RestError) -> Self {
        match error.code {
            10_003 => Self::ChannelGone,
            10_008 => Self::MessageGone,
            50_001 => Self::NoAccess,
            50_013 => Self::NoPermission,
            160_002 => Self::NoHistory,
            50_007 => Self::DmsClosed,
            50_083 | 160_005 | 160_006 => Self::ThreadClosed,
            20_016 => Self::SlowMode,
            200_000 | 200_001 => Self::AutoMod,
            40_005 => Self::TooLarge,
            50_035 | 50_006 => Self::BadBody,
            90_001 | 10_014 => Self::NoReaction,
            _ => Self::of_status(error.status),
        }
    }

    fn of_status(status: Option<u16>) -> Self {
        match status {
            Some(401) => Self::Token,
            Some(413) => Self::TooLarge,
            Some(429) => Self::RateLimited,
            // Discord sends nowhere else: whoever does is not Discord, but something that stands before it for now.
            None | Some(300..=399 | 408 | 500..=599) => Self::Away,
            Some(_) => Self::Other,
        }
    }

    /// Whether the same may go later. A refused token can be mended by a restart, so it counts too.
    pub fn is_passing(self) -> bool {
        matches!(self, Self::SlowMode | Self::RateLimited | Self::Token | Self::Away)
    }

    /// What it means, for the log and for whoever runs the bot: a sentence without a full stop.
    pub fn meaning(self) -> &'static str {
        match self {
            Self::ChannelGone => "the channel was deleted",
            Self::MessageGone => "the message was deleted",
            Self::NoAccess => "the bot cannot see the channel: give it View Channels there",
            Self::NoPermission => {
                "the bot lacks a permission in that channel (Send Messages, Embed Links, Attach Files or Add Reactions)"
            }
            Self::NoHistory => "the bot lacks Read Message History in that channel",
            Self::DmsClosed => "the person takes no direct messages from the bot",
            Self::ThreadClosed => "the thread is locked or cannot be woken",
            Self::SlowMode => "slow mode",
            Self::AutoMod => "the server's AutoMod blocked it",
            Self::TooLarge => "it is larger than Discord takes",
            Self::BadBody => "Discord does not take it in that form",
            Self::NoReaction => "that reaction cannot be put there",
            Self::RateLimited => "Discord asks to wait",
            Self::Token => "Discord does not accept the token",
            Self::Away => "Discord did not answer, or is in trouble",
            Self::Other => "Discord refused it",
        }
    }

    /// What people are told in place of words that cannot be shown there, where something else still can.
    pub fn instead(self, lang: Lang) -> Option<String> {
        match self {
            Self::AutoMod => Some(lang.automod()),
            Self::TooLarge | Self::BadBody => Some(lang.not_showable()),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(status: Option<u16>, code: i64) -> Outcome {
        Outcome::of(&RestError { status, code, message: String::new(), retry_after: None })
    }

    #[test]
    fn codes_are_told_before_statuses() {
        assert_eq!(of(Some(404), 10_003), Outcome::ChannelGone);
        assert_eq!(of(Some(403), 50_013), Outcome::NoPermission);
        assert_eq!(of(Some(400), 160_005), Outcome::ThreadClosed);
        assert_eq!(of(Some(400), 200_000), Outcome::AutoMod);
        assert_eq!([of(Some(429), 0), of(Some(429), 20_016)], [Outcome::RateLimited, Outcome::SlowMode]);
        assert_eq!([of(Some(413), 0), of(Some(400), 40_005)], [Outcome::TooLarge; 2]);
        assert_eq!([of(None, 0), of(Some(503), 0), of(Some(408), 0)], [Outcome::Away; 3]);
        assert_eq!([of(Some(403), 0), of(Some(404), 77)], [Outcome::Other; 2]);
    }

    #[test]
    fn what_passes_is_not_given_up() {
        let passing = [of(None, 0), of(Some(500), 0), of(Some(429), 0), of(Some(429), 20_016), of(Some(401), 0)];
        assert!(passing.iter().all(|outcome| outcome.is_passing()));
        for code in [10_003, 10_008, 50_001, 50_007, 50_013, 50_035, 50_083, 160_002, 160_005, 200_000, 40_005] {
            assert!(!of(Some(400), code).is_passing(), "{code}");
        }
    }

    #[test]
    fn where_something_can_be_said_people_are_told() {
        assert!(
            of(Some(400), 200_000).instead(Lang::English).is_some()
                && of(Some(403), 50_007).instead(Lang::English).is_none()
        );
    }
}
