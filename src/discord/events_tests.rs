use serde_json::{Value, json};

use super::*;
use crate::discord::example::{message, raw, user};
use crate::memory::Attachment;
use crate::settings::Access;

const BOT: u64 = 99;

struct Known;

impl Names for Known {
    fn user(&self, _: u64) -> Option<String> {
        None
    }
    fn channel(&self, id: u64) -> Option<String> {
        (id == 20).then(|| "general".to_owned())
    }
    fn role(&self, id: u64) -> Option<String> {
        (id == 30).then(|| "Crew".to_owned())
    }
}

fn heard(message: &Message, place: Place) -> Result<Incoming, Ignored> {
    heard_under(message, place, &Rules::default())
}

fn heard_under(message: &Message, place: Place, rules: &Rules) -> Result<Incoming, Ignored> {
    let (bot, guild, missing) = (BOT, Some(1), Vec::new());
    classify(
        message,
        &Facts { bot, place, guild, names: &Known, missing, rules, own_roles: &[31], closed: &HashSet::from([13]) },
    )
}

const CHANNEL: Place = Place::Channel;

fn bot() -> Value {
    json!([user(BOT, "Keepsake")])
}

#[test]
fn a_direct_message_is_heard_without_a_mention() {
    let incoming = heard(&message("hello", json!({})), Place::Dm).expect("heard");
    assert_eq!(incoming.key, AgentKey::Dm(PersonId(7)));
    assert_eq!((incoming.event.as_str(), incoming.text.as_str()), ("discord:1000", "hello"));
    assert_eq!(incoming.person, Person { id: PersonId(7), name: "Mara".into() });
    assert_eq!(incoming.at.to_rfc3339(), "2026-01-02T03:04:05.678+00:00");
}

#[test]
fn a_channel_message_is_heard_when_it_mentions_the_bot() {
    let message =
        message("<@99> ask <@8> in <#20>, <@&30> <:hi:5>", json!({"mentions": [user(BOT, "Keepsake"), user(8, "Jo")]}));
    let incoming = heard(&message, CHANNEL).expect("heard");
    assert_eq!(incoming.text, "ask @Jo in #general, @Crew :hi:");
    assert_eq!(incoming.key, AgentKey::Channel(20));
}

#[test]
fn a_bare_mention_is_a_call() {
    let incoming = heard(&message("<@99>", json!({"mentions": bot()})), CHANNEL).expect("heard");
    assert_eq!(incoming.text, "@Keepsake");
}

#[test]
fn the_name_in_the_guild_comes_first() {
    let member = json!({"nick": "Captain", "roles": [], "deaf": false, "mute": false, "joined_at": null});
    let incoming = heard(&message("<@99> hi", json!({"mentions": bot(), "member": member})), CHANNEL).expect("heard");
    assert_eq!(incoming.person.name, "Captain");
}

#[test]
fn a_reply_to_the_bot_is_heard_and_quotes_you() {
    let quoted = raw("I like <#20>", json!({"id": "900", "author": user(BOT, "Keepsake")}));
    let incoming =
        heard(&message("me too", json!({"type": 19, "referenced_message": quoted})), CHANNEL).expect("heard");
    assert_eq!(
        incoming.quote,
        Some(Quote { author: "you".into(), text: "I like #general".into(), of: Some(900), ..Quote::default() })
    );
}

#[test]
fn a_reply_to_another_keeps_the_true_author() {
    let quoted = raw("the plan", json!({"id": "900", "author": user(8, "Jo")}));
    let change = json!({"type": 19, "referenced_message": quoted, "mentions": bot()});
    let incoming = heard(&message("<@99> what does it mean?", change), CHANNEL).expect("heard");
    assert_eq!(
        incoming.quote,
        Some(Quote {
            author: "Jo".into(),
            text: "the plan".into(),
            by: Some(PersonId(8)),
            of: Some(900),
            ..Quote::default()
        })
    );
}

#[test]
fn a_thread_speaks_to_its_channels_agent() {
    let joined = Place::Thread { parent: 20, joined: true, private: false };
    let incoming = heard(&message("and now?", json!({"channel_id": "21"})), joined).expect("heard");
    assert_eq!((incoming.key, incoming.source.channel), (AgentKey::Channel(20), 21));
    let apart = Place::Thread { parent: 20, joined: false, private: false };
    assert_eq!(heard(&message("and now?", json!({"channel_id": "21"})), apart), Err(Ignored::NotAddressed));
}

#[test]
fn f18_f19_what_bots_webhooks_and_discord_write_is_ignored() {
    let mut other = user(8, "Other");
    other["bot"] = json!(true);
    let cases = [
        (json!({"author": user(BOT, "Keepsake")}), Ignored::Own),
        (json!({"author": other}), Ignored::Bot),
        (json!({"webhook_id": "5"}), Ignored::Webhook),
        (json!({"type": 7}), Ignored::System(7)),
    ];
    for (change, reason) in cases {
        assert_eq!(heard(&message("<@99> hi", change), Place::Dm), Err(reason));
    }
}

#[test]
fn everyone_and_roles_are_not_the_bot() {
    let change = json!({"mention_everyone": true, "mention_roles": ["30"]});
    assert_eq!(heard(&message("@everyone <@&30>", change), CHANNEL), Err(Ignored::NotAddressed));
}

#[test]
fn where_the_bot_may_not_answer_it_says_which_permission_is_missing() {
    let (rules, missing) = (Rules::default(), vec!["Send Messages"]);
    let facts = Facts {
        bot: BOT,
        place: CHANNEL,
        guild: Some(1),
        names: &Known,
        missing,
        rules: &rules,
        own_roles: &[],
        closed: &HashSet::new(),
    };
    let reason = classify(&message("<@99> hi", json!({"mentions": bot()})), &facts).expect_err("ignored");
    assert_eq!(reason.to_string(), "I may not answer there; missing: Send Messages");
}

fn shown(attachments: &[Attachment]) -> Vec<String> {
    let line = |item: &Attachment| {
        let about = item.description.as_deref().unwrap_or("-");
        format!("{}|{}|{}|{about}", item.kind, item.name, item.bytes.unwrap_or(0))
    };
    attachments.iter().map(line).collect()
}

fn picture() -> Value {
    json!({"id": "1", "filename": "cat.png", "size": 2048, "url": "https://x", "proxy_url": "https://x",
           "content_type": "image/png", "description": "a cat"})
}

fn sticker() -> Value {
    json!([{"id": "2", "name": "Wave", "format_type": 1}])
}

fn forward() -> Value {
    json!([{"message": {"content": "<@8> said <#20>", "timestamp": "2026-01-02T03:04:05+00:00",
            "mentions": [user(8, "Jo")], "attachments": [picture()], "embeds": [], "type": 0}}])
}

fn poll(results: Value) -> Value {
    json!({"question": {"text": "Tea?"}, "expiry": null, "allow_multiselect": true, "layout_type": 1, "results": results,
           "answers": [{"answer_id": 1, "poll_media": {"text": "yes", "emoji": {"name": "🍵"}}},
                       {"answer_id": 2, "poll_media": {"text": "no"}}]})
}

#[test]
fn f28_what_has_no_words_is_named() {
    let counts = json!({"is_finalized": true, "answer_counts": [{"id": 1, "count": 3, "me_voted": false}]});
    let change = json!({
        "attachments": [picture()], "sticker_items": sticker(), "poll": poll(counts), "message_snapshots": forward(),
        "embeds": [{"title": "A page", "url": "https://x", "description": "about tea", "type": "rich",
                    "author": {"name": "Ada"}, "provider": {"name": "Teahouse"}, "footer": {"text": "the end"},
                    "fields": [{"name": "Price", "value": "3 <:coin:5>", "inline": true}], "image": {"url": "https://x"}},
                   {"type": "image", "thumbnail": {"url": "https://x"}}],
        "components": [{"type": 1, "components": [
            {"type": 2, "style": 1, "label": "Buy", "custom_id": "x"},
            {"type": 3, "custom_id": "y", "placeholder": "Which?", "options": [{"label": "Green", "value": "g"}]}]},
            {"type": 17, "components": []}],
    });
    let incoming = heard(&message("", change), Place::Dm).expect("heard");
    insta::assert_snapshot!(shown(&incoming.attachments).join("\n"), @r"
    image/png|cat.png|2048|a cat
    sticker|Wave|0|-
    poll|Tea?|0|🍵 yes (3 votes) / no (0 votes) [several answers may be chosen] [the poll is over]
    forwarded message|written elsewhere on 2026-01-02 03:04 UTC, its author is not known|0|@Jo said #general
    image/png|cat.png|2048|a cat
    link preview|A page|0|from Teahouse
    by Ada
    about tea
    Price: 3 :coin:
    the end
    [with a picture]
    link preview|(no title)|0|[with a picture]
    buttons and lists|below the message|0|Buy / Which?, Green
    ");
}

#[test]
fn f28_each_of_them_alone_is_something_to_answer() {
    let voice = json!([{"id": "1", "filename": "voice-message.ogg", "size": 900, "url": "https://x", "proxy_url": "https://x",
                        "content_type": "audio/ogg", "duration_secs": 12.4, "waveform": "AAAA"}]);
    for (change, told) in [
        (json!({"sticker_items": sticker()}), "sticker|Wave|0|-"),
        (json!({"attachments": [picture()]}), "image/png|cat.png|2048|a cat"),
        (json!({"poll": poll(Value::Null)}), "poll|Tea?|0|🍵 yes / no [several answers may be chosen]"),
        (
            json!({"message_snapshots": forward()}),
            "forwarded message|written elsewhere on 2026-01-02 03:04 UTC, its author is not known|0|@Jo said #general",
        ),
        (
            json!({"attachments": voice, "flags": 8192}),
            "audio/ogg|voice-message.ogg|900|voice message, 12 seconds long",
        ),
    ] {
        let incoming = heard(&message("", change), Place::Dm).expect("heard");
        assert_eq!((incoming.text.as_str(), shown(&incoming.attachments)[0].as_str()), ("", told));
    }
}

#[test]
fn what_is_cut_and_left_out_is_counted() {
    let embeds: Vec<Value> =
        (0..30).map(|n| json!({"title": n.to_string(), "description": "x".repeat(3_000)})).collect();
    let incoming = heard(&message("", json!({"embeds": embeds})), Place::Dm).expect("heard");
    assert_eq!(incoming.attachments.len(), 26);
    let about = incoming.attachments[0].description.as_deref().unwrap_or_default();
    assert!(about.ends_with("x [… 1000 more characters]"), "{about}");
    assert_eq!(
        shown(&incoming.attachments)[25],
        "left out|5 more|0|only the first 25 things that came with a message are told"
    );
    let mut long = user(7, "Mara");
    long["global_name"] = json!("z".repeat(100_000));
    let named = heard(&message("hi", json!({"author": long})), Place::Dm).expect("heard");
    assert_eq!(named.person.name.chars().count(), 101);
}

fn answer_to(quoted: Value) -> Quote {
    let change = json!({"type": 19, "referenced_message": quoted,
                        "message_reference": {"type": 0, "channel_id": "20", "message_id": "900"}});
    heard(&message("what?", change), Place::Dm).expect("heard").quote.expect("it answers something")
}

#[test]
fn an_answer_names_whose_words_it_answers_and_what_came_with_them() {
    let mut bot = user(8, "Other");
    bot["bot"] = json!(true);
    let of = |quote: &Quote| (quote.author.clone(), quote.by, quote.text.clone());
    let quoted = |change: Value| answer_to(raw("the plan", change));
    let by_bot = quoted(json!({"id": "900", "author": bot.clone()}));
    assert_eq!(of(&by_bot), ("Other (bot)".into(), Some(PersonId(8)), "the plan".into()));
    let by_webhook = quoted(json!({"id": "900", "author": user(55, "News"), "webhook_id": "55"}));
    assert_eq!(of(&by_webhook), ("News (webhook)".into(), Some(PersonId(55)), "the plan".into()));
    // Whoever calls themselves "you" is still somebody with a number.
    let by_you = quoted(json!({"id": "900", "author": user(8, "you")}));
    assert_eq!(of(&by_you), ("you".into(), Some(PersonId(8)), "the plan".into()));
    let by_own = quoted(json!({"id": "900", "author": user(BOT, "Keepsake")}));
    assert_eq!(of(&by_own), ("you".into(), None, "the plan".into()));
    let change = json!({"id": "900", "author": user(8, "Jo"), "attachments": [picture()], "sticker_items": sticker(),
                        "embeds": [{"title": "A page"}]});
    let with = answer_to(raw("", change));
    assert_eq!(of(&with), ("Jo".into(), Some(PersonId(8)), String::new()));
    assert_eq!(
        shown(&with.attachments),
        ["image/png|cat.png|2048|a cat", "sticker|Wave|0|-", "link preview|A page|0|-"]
    );
    // What a program wrote as an embed it said; what Discord made of a link it did not.
    let embeds = json!([{"title": "Release 2", "type": "rich"}, {"title": "A page", "type": "article"}]);
    let with = answer_to(raw("", json!({"id": "900", "author": bot, "embeds": embeds})));
    assert_eq!(shown(&with.attachments), ["embed|Release 2|0|-", "link preview|A page|0|-"]);
    let nothing = answer_to(raw("", json!({"id": "900", "author": user(8, "Jo")})));
    assert_eq!(nothing.text, "(nothing in it can be read)");
}

#[test]
fn an_answer_to_what_is_not_there_says_so() {
    let quote = answer_to(Value::Null);
    assert_eq!((quote.author.as_str(), quote.by, quote.of), ("a message", None, Some(900)));
    // A forward is no answer, nor is what points into another channel.
    for reference in [
        json!({"type": 1, "channel_id": "20", "message_id": "900"}),
        json!({"type": 0, "channel_id": "21", "message_id": "900"}),
    ] {
        let change = json!({"type": 19, "message_reference": reference});
        assert_eq!(heard(&message("what?", change), Place::Dm).expect("heard").quote, None);
    }
}

#[test]
fn a_message_without_anything_is_unreadable() {
    assert_eq!(heard(&message("", json!({})), Place::Dm), Err(Ignored::Unreadable));
}

fn rules(triggers: &[Trigger]) -> Rules {
    Rules { triggers: triggers.iter().copied().collect(), ..Rules::default() }
}

#[test]
fn only_what_was_set_to_call_the_bot_does() {
    let mention = message("<@99> hi", json!({"mentions": bot()}));
    let role = message("<@&31> hi", json!({"mention_roles": ["31"]}));
    let reply =
        message("me too", json!({"type": 19, "referenced_message": raw("x", json!({"author": user(BOT, "K")}))}));
    let plain = message("where is the miso?", json!({}));
    let joined = Place::Thread { parent: 20, joined: true, private: false };
    let keywords = Rules { keywords: vec!["Miso".into()], ..rules(&[Trigger::Keyword]) };
    let cases = [
        (&mention, CHANNEL, rules(&[Trigger::Mention]), true),
        (&role, CHANNEL, rules(&[Trigger::Mention]), true),
        (&mention, CHANNEL, rules(&[Trigger::Reply]), false),
        (&reply, CHANNEL, rules(&[Trigger::Reply]), true),
        (&reply, CHANNEL, rules(&[Trigger::Mention]), false),
        (&plain, CHANNEL, rules(&[Trigger::Always]), true),
        (&plain, CHANNEL, rules(&Trigger::USUAL), false),
        (&plain, CHANNEL, keywords.clone(), true),
        (&message("nothing of it", json!({})), CHANNEL, keywords, false),
        (&plain, joined, rules(&[Trigger::Thread]), true),
        (&plain, joined, rules(&[Trigger::Mention]), false),
        (&plain, Place::Dm, rules(&[Trigger::Mention]), true),
    ];
    for (message, place, rules, heard) in cases {
        let found = heard_under(message, place, &rules);
        assert_eq!(found.is_ok(), heard, "{} under {rules:?}: {found:?}", message.content);
    }
}

#[test]
fn calling_everybody_calls_nobody_in_particular() {
    let everyone = message("@everyone miso!", json!({"mention_everyone": true}));
    assert_eq!(heard_under(&everyone, CHANNEL, &rules(&[Trigger::Always])), Err(Ignored::Everyone));
    let keywords = Rules { keywords: vec!["miso".into()], ..rules(&[Trigger::Keyword]) };
    assert_eq!(heard_under(&everyone, CHANNEL, &keywords), Err(Ignored::NotAddressed));
    let both = message("@everyone <@99>", json!({"mention_everyone": true, "mentions": bot()}));
    assert!(heard_under(&both, CHANNEL, &rules(&Trigger::USUAL)).is_ok());
}

#[test]
fn who_is_not_permitted_is_not_heard() {
    let member = json!({"roles": ["40"], "deaf": false, "mute": false, "joined_at": null});
    let hi = message("<@99> hi", json!({"mentions": bot(), "member": member}));
    let under = |access| heard_under(&hi, CHANNEL, &Rules { access, ..Rules::default() });
    assert!(under(Access { allow_roles: [40].into(), ..Access::default() }).is_ok());
    assert_eq!(under(Access { allow_roles: [41].into(), ..Access::default() }), Err(Ignored::NotPermitted));
    assert_eq!(under(Access { deny_people: [7].into(), ..Access::default() }), Err(Ignored::NotPermitted));
    let off = Rules { heard: false, ..Rules::default() };
    assert_eq!(heard_under(&hi, CHANNEL, &off), Err(Ignored::SwitchedOff));
}

#[test]
fn programs_are_heard_where_they_may_be_and_say_what_they_are() {
    let open = Rules { bots: true, ..Rules::default() };
    let mut other = user(8, "Other");
    other["bot"] = json!(true);
    let bot_said = heard_under(&message("<@99> hi", json!({"author": other, "mentions": bot()})), CHANNEL, &open);
    assert_eq!(bot_said.map(|incoming| incoming.person.name), Ok("Other (bot)".into()));
    let hook = message("<@99> hi", json!({"webhook_id": "5", "mentions": bot()}));
    assert_eq!(heard_under(&hook, CHANNEL, &open).map(|incoming| incoming.person.name), Ok("Mara (webhook)".into()));
    let own_hook = message("<@99> hi", json!({"webhook_id": "5", "application_id": "99", "mentions": bot()}));
    assert_eq!(heard_under(&own_hook, CHANNEL, &open), Err(Ignored::Own));
}

#[test]
fn f04_f05_places_and_settings_decide_whose_memory_it_is() {
    let thread = Place::Thread { parent: 20, joined: true, private: false };
    let by_member = Rules { agents: AgentsBy::Member, ..Rules::default() };
    let apart = Rules { apart: true, ..by_member.clone() };
    let member = AgentKey::Member { guild: 1, person: PersonId(7) };
    let cases = [
        (CHANNEL, Rules::default(), AgentKey::Channel(20)),
        (CHANNEL, by_member.clone(), member.clone()),
        (thread, by_member.clone(), member),
        (thread, apart, AgentKey::Thread(20)),
        (Place::Dm, by_member, AgentKey::Dm(PersonId(7))),
    ];
    for (place, rules, key) in cases {
        assert_eq!(place.key(Some(1), 20, 7, &rules), key, "{place:?}");
    }
}

#[test]
fn nothing_of_somebody_who_opted_out_is_taken_in() {
    let theirs = json!({"author": user(13, "Ada"), "mentions": bot()});
    assert_eq!(heard(&message("<@99> hello", theirs), CHANNEL), Err(Ignored::OptedOut));
    let quoted = raw("my secret", json!({"id": "900", "author": user(13, "Ada")}));
    let change =
        json!({"type": 19, "referenced_message": quoted, "mentions": [user(BOT, "Keepsake"), user(13, "Ada")]});
    let incoming = heard(&message("<@99> what does <@13> mean?", change), CHANNEL).expect("heard");
    assert_eq!(incoming.text, "what does @a person who opted out mean?");
    let quote = incoming.quote.expect("a quote");
    assert_eq!((quote.author.as_str(), quote.text.as_str()), ("a person who opted out", "[a person who opted out]"));
    assert_eq!(quote.by, None);
}
