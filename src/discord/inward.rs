//! What people write, as the model reads it: Discord's ids become names. Pure. Words are kept as they are otherwise.

use std::borrow::Cow;

/// Names of what a message may mention. `None` leaves the mention as it stands.
pub trait Names: Sync {
    fn user(&self, id: u64) -> Option<String>;
    fn channel(&self, id: u64) -> Option<String>;
    fn role(&self, id: u64) -> Option<String>;
}

/// `text` with mentions of people, channels, roles, commands and custom emoji written as names. Code stays as it is,
/// since nothing is a mention there.
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
        return names.role(number(role)?).map(|name| format!("@{name}").into());
    }
    if let Some(user) = inner.strip_prefix("@!").or_else(|| inner.strip_prefix('@')) {
        return names.user(number(user)?).map(|name| format!("@{name}").into());
    }
    if let Some(channel) = inner.strip_prefix('#') {
        return names.channel(number(channel)?).map(|name| format!("#{name}").into());
    }
    if let Some(command) = inner.strip_prefix('/') {
        let (name, id) = command.rsplit_once(':')?;
        return number(id).map(|_| format!("/{name}").into());
    }
    let emoji = inner.strip_prefix("a:").or_else(|| inner.strip_prefix(':'))?;
    let (name, id) = emoji.split_once(':')?;
    number(id).map(|_| format!(":{name}:").into())
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
        for text in
            ["<@1> <#2> <@&3>", "a < b > c <", "`<@7>` ```\n<#8>\n```", "<https://example.com>", "<t:1700000000:R>"]
        {
            assert_eq!(readable(text, &Known), text);
        }
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
