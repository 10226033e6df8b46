//! What people write, as the model reads it: Discord's ids become names. Pure. Words are kept as they are otherwise.

use std::borrow::Cow;

use chrono::DateTime;

use crate::output::plain_line;
use crate::tools::clip;

/// Characters of a name; Discord's own are shorter ("Usernames and Nicknames" allows 32, channels and roles 100).
const NAME: usize = 100;

/// Names of what a message may mention. `None` leaves the mention as it stands.
pub trait Names: Sync {
    fn user(&self, id: u64) -> Option<String>;
    fn channel(&self, id: u64) -> Option<String>;
    fn role(&self, id: u64) -> Option<String>;
}

/// A name as it may stand in a text: one line, not endless.
pub fn shown(name: &str) -> String {
    clip(plain_line(name).trim(), NAME)
}

/// `text` with mentions of people, channels, roles, commands, custom emoji, moments and the pages of a guild written as
/// names. Code stays as it is, since nothing is a mention there.
pub fn readable(text: &str, names: &dyn Names) -> String {
    let mut out = String::with_capacity(text.len());
    for (piece, is_code) in code_spans(text) {
        if is_code { out.push_str(piece) } else { replace_mentions(piece, names, &mut out) }
    }
    out
}

/// `text` without the mention of `bot` that it starts with, if it does.
pub fn without_address(text: &str, bot: u64) -> &str {
    let trimmed = text.trim_start();
    let rest = [format!("<@{bot}>"), format!("<@!{bot}>")].iter().find_map(|mention| trimmed.strip_prefix(mention));
    rest.map_or(text, |rest| rest.trim_start_matches([',', ':']).trim_start())
}

/// The text in pieces that are code and such that are not.
fn code_spans(text: &str) -> Vec<(&str, bool)> {
    let mut spans = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find('`') {
        let ticks = rest[start..].len() - rest[start..].trim_start_matches('`').len();
        let mark = &rest[start..start + ticks];
        let Some(length) = rest[start + ticks..].find(mark) else { break };
        let end = start + ticks + length + ticks;
        spans.push((&rest[..start], false));
        spans.push((&rest[start..end], true));
        rest = &rest[end..];
    }
    spans.push((rest, false));
    spans
}

fn replace_mentions(text: &str, names: &dyn Names, out: &mut String) {
    let mut rest = text;
    while let Some(start) = rest.find('<') {
        out.push_str(&rest[..start]);
        rest = &rest[start..];
        let named = rest.find('>').and_then(|end| Some((name_of(&rest[1..end], names)?, end + 1)));
        match named {
            Some((name, length)) => {
                out.push_str(&name);
                rest = &rest[length..];
            }
            None => {
                out.push('<');
                rest = &rest[1..];
            }
        }
    }
    out.push_str(rest);
}

/// What stands between `<` and `>`, by name. The forms are those of Discord's reference, "Message Formatting".
fn name_of<'a>(inner: &'a str, names: &dyn Names) -> Option<Cow<'a, str>> {
    let number = |digits: &str| digits.parse::<u64>().ok();
    if let Some(role) = inner.strip_prefix("@&") {
        return names.role(number(role)?).map(|name| format!("@{}", shown(&name)).into());
    }
    if let Some(user) = inner.strip_prefix("@!").or_else(|| inner.strip_prefix('@')) {
        return names.user(number(user)?).map(|name| format!("@{}", shown(&name)).into());
    }
    if let Some(channel) = inner.strip_prefix('#') {
        return names.channel(number(channel)?).map(|name| format!("#{}", shown(&name)).into());
    }
    if let Some(command) = inner.strip_prefix('/') {
        let (name, id) = command.rsplit_once(':')?;
        return number(id).map(|_| format!("/{name}").into());
    }
    if let Some(moment) = inner.strip_prefix("t:") {
        return readable_moment(moment).map(Cow::from);
    }
    if let Some(page) = inner.strip_prefix("id:") {
        return guild_page(page).map(Cow::from);
    }
    let emoji = inner.strip_prefix("a:").or_else(|| inner.strip_prefix(':'))?;
    let (name, id) = emoji.split_once(':')?;
    number(id).map(|_| format!(":{name}:").into())
}

/// A moment in seconds since 1970, with or without one of the styles in which Discord shows it.
fn readable_moment(inner: &str) -> Option<String> {
    let (seconds, style) = inner.split_once(':').unwrap_or((inner, "f"));
    let known = matches!(style, "t" | "T" | "d" | "D" | "f" | "F" | "s" | "S" | "R");
    let at = DateTime::from_timestamp(seconds.parse().ok()?, 0).filter(|_| known)?;
    Some(at.format("%Y-%m-%d %H:%M UTC").to_string())
}

/// A page that every guild has, as Discord's clients call it ("Guild Navigation Types").
fn guild_page(inner: &str) -> Option<&'static str> {
    match inner.split(':').next()? {
        "customize" => Some("#Channels & Roles"),
        "browse" => Some("#Browse Channels"),
        "guide" => Some("#Server Guide"),
        "linked-roles" => Some("#Linked Roles"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    struct Known;

    impl Names for Known {
        fn user(&self, id: u64) -> Option<String> {
            (id == 7).then(|| "Mara".to_owned())
        }
        fn channel(&self, id: u64) -> Option<String> {
            (id == 8).then(|| "general".to_owned())
        }
        fn role(&self, id: u64) -> Option<String> {
            (id == 9).then(|| "Crew".to_owned())
        }
    }

    #[test]
    fn ids_become_names() {
        let text = "<@7> and <@!7>, see <#8> with <@&9> <:party:11> <a:wave:12> via </memory show:13>";
        let read = "@Mara and @Mara, see #general with @Crew :party: :wave: via /memory show";
        assert_eq!(readable(text, &Known), read);
    }

    #[test]
    fn what_has_no_name_and_what_is_code_stays() {
        for text in [
            "<@1> <#2> <@&3>",
            "a < b > c <",
            "`<@7>` ```\n<#8>\n```",
            "<https://example.com>",
            "<t:1700000000:Q>",
            "<t:x>",
            "<t:99999999999999999:R>",
            "<id:x>",
        ] {
            assert_eq!(readable(text, &Known), text);
        }
    }

    #[test]
    fn moments_and_pages_of_a_guild_are_readable() {
        for style in ["", ":t", ":T", ":d", ":D", ":f", ":F", ":s", ":S", ":R"] {
            assert_eq!(readable(&format!("at <t:1700000000{style}>!"), &Known), "at 2023-11-14 22:13 UTC!");
        }
        assert_eq!(readable("<t:-60:R>", &Known), "1969-12-31 23:59 UTC");
        let pages = "<id:customize> <id:browse> <id:guide> <id:linked-roles> <id:linked-roles:5>";
        let named = "#Channels & Roles #Browse Channels #Server Guide #Linked Roles #Linked Roles";
        assert_eq!(readable(pages, &Known), named);
    }

    #[test]
    fn a_name_is_one_line_and_not_endless() {
        struct Odd;
        impl Names for Odd {
            fn user(&self, _: u64) -> Option<String> {
                Some(format!("a\nb{}", "x".repeat(100_000)))
            }
            fn channel(&self, _: u64) -> Option<String> {
                None
            }
            fn role(&self, _: u64) -> Option<String> {
                None
            }
        }
        let text = readable("<@7>", &Odd);
        assert!(text.starts_with("@a b") && text.chars().count() < 110, "{text}");
    }

    #[test]
    fn the_address_is_taken_off_the_front_only() {
        assert_eq!(without_address("<@5> hello <@5>", 5), "hello <@5>");
        assert_eq!(without_address(" <@!5>, hello", 5), "hello");
        assert_eq!(without_address("hello <@5>", 5), "hello <@5>");
    }

    proptest! {
        #[test]
        fn text_without_brackets_is_kept(text in "[^<]{0,60}") {
            prop_assert_eq!(readable(&text, &Known), text);
        }

        #[test]
        fn never_panics(text in "[<>@#:&!/`0-9a]{0,40}") {
            readable(&text, &Known);
        }
    }
}
