//! What is heard, as what, in which order, and what happens when it cannot be taken in.

use keepsake::discord::LastSeen;
use keepsake::memory::{AgentKey, PersonId, Quote};
use serde_json::json;

use super::bot::{Bot, config, pace};
use crate::support::discord::{FakeDiscord, Trouble};

crate::trials![
    a_direct_message_comes_in,
    a_mention_comes_in_with_names,
    a_reply_to_the_bot_comes_in,
    a_reply_to_what_is_gone_says_so,
    what_a_reply_answers_is_looked_up_once,
    f19_own_words_bots_and_webhooks_do_not_come_in,
    a_thread_the_bot_is_in_needs_no_mention,
    f13_an_archived_thread_is_heard_when_it_wakes,
    f07_a_burst_comes_in_in_order,
    f09_a_repeated_event_comes_in_once,
    f03_places_have_keys_of_their_own,
    nothing_comes_in_where_the_bot_may_not_answer,
    f28_files_without_words_come_in,
    what_cannot_be_taken_in_is_said,
    a_thread_that_cannot_be_looked_up_is_said,
    what_was_said_meanwhile_is_read_back,
    a_lost_connection_loses_nothing,
    an_undecodable_event_is_counted,
];

async fn a_direct_message_comes_in() {
    let bot = Bot::start().await;
    let id = bot.fake.dm(bot.fake.mara(), "hello");
    let incoming = bot.intake.next().await;
    assert_eq!(incoming.key, AgentKey::Dm(PersonId(bot.fake.mara())));
    assert_eq!((incoming.text.as_str(), incoming.event), ("hello", format!("discord:{id}")));
    assert_eq!((incoming.source.guild, incoming.source.message, incoming.person.name.as_str()), (None, id, "Mara"));
    bot.stop().await;
}

async fn a_mention_comes_in_with_names() {
    let bot = Bot::start().await;
    let fake = &bot.fake;
    fake.set_nick(fake.guild(), fake.mara(), "Captain");
    fake.say(fake.mara(), fake.general(), "not for the bot");
    fake.mention(fake.mara(), fake.general(), &format!("greet <@{}> in <#{}>", fake.jo(), fake.general()));
    let incoming = bot.intake.next().await;
    assert_eq!(incoming.text, "greet @Jo in #general");
    assert_eq!(incoming.person.name, "Captain");
    assert_eq!((incoming.key, incoming.source.guild), (AgentKey::Channel(fake.general()), Some(fake.guild())));
    bot.stop().await;
}

async fn a_reply_to_the_bot_comes_in() {
    let bot = Bot::start().await;
    let fake = &bot.fake;
    let said = fake.bot_said(fake.general(), "I like tea.");
    let other = fake.say(fake.jo(), fake.general(), "I do not.");
    fake.reply(fake.mara(), other, "who asked you?");
    fake.reply(fake.mara(), said, "me too");
    let incoming = bot.intake.next().await;
    assert_eq!(incoming.text, "me too");
    assert_eq!(
        incoming.quote,
        Some(Quote { author: "you".into(), text: "I like tea.".into(), of: Some(said), ..Quote::default() })
    );
    bot.stop().await;
}

async fn a_reply_to_what_is_gone_says_so() {
    let bot = Bot::start().await;
    let (fake, dm) = (&bot.fake, bot.fake.dm_channel(bot.fake.mara()));
    let said = fake.bot_said(dm, "I like tea.");
    fake.delete(said);
    fake.reply(fake.mara(), said, "why?");
    let quote = bot.intake.next().await.quote.expect("it answers something");
    assert_eq!((quote.author.as_str(), quote.text.as_str()), ("a deleted message", "(deleted)"));
    assert_eq!((quote.by, quote.of), (None, Some(said)));
    bot.stop().await;
}

async fn what_a_reply_answers_is_looked_up_once() {
    let bot = Bot::start().await;
    let (fake, dm) = (&bot.fake, bot.fake.dm_channel(bot.fake.mara()));
    let said = fake.say(fake.mara(), dm, "the plan");
    bot.intake.next().await;
    fake.reply_not_looked_up(fake.mara(), said, "it holds");
    let quote = bot.intake.next().await.quote.expect("it answers something");
    assert_eq!((quote.author.as_str(), quote.text.as_str()), ("Mara", "the plan"));
    assert_eq!((quote.by, quote.of), (Some(PersonId(fake.mara())), Some(said)));
    let asked = format!("/channels/{dm}/messages/{said}");
    assert_eq!(fake.requests("GET", &asked), 1);
    fake.trouble("GET", &asked, 1, Trouble::Status(403));
    fake.reply_not_looked_up(fake.mara(), said, "and now?");
    let quote = bot.intake.next().await.quote.expect("it answers something");
    assert_eq!((quote.author.as_str(), quote.text.as_str()), ("a message", "(it cannot be read here)"));
    // Nothing is asked for what nobody says to the bot.
    let other = fake.say(fake.jo(), fake.general(), "a plan");
    fake.reply_not_looked_up(fake.jo(), other, "not for you");
    fake.dm(fake.mara(), "done");
    assert_eq!(bot.intake.next().await.text, "done");
    assert_eq!(fake.requests("GET", &format!("/channels/{}/messages/{other}", fake.general())), 0);
    bot.stop().await;
}

async fn f19_own_words_bots_and_webhooks_do_not_come_in() {
    let bot = Bot::start().await;
    let fake = &bot.fake;
    let other = fake.new_bot("Other");
    fake.join(fake.guild(), other);
    fake.bot_said(fake.general(), &format!("<@{}> is my name", fake.bot()));
    fake.mention(other, fake.general(), "hello bot");
    let mention = format!("<@{}> hi", fake.bot());
    fake.post(fake.jo(), fake.general(), json!({"content": mention, "webhook_id": "77"}));
    fake.post(fake.jo(), fake.general(), json!({"content": mention, "type": 7}));
    fake.say(fake.jo(), fake.general(), "@everyone hello");
    fake.mention(fake.mara(), fake.general(), "the one that counts");
    assert_eq!(bot.intake.next().await.text, "the one that counts");
    assert_eq!(bot.intake.all().len(), 1);
    bot.stop().await;
}

async fn a_thread_the_bot_is_in_needs_no_mention() {
    let bot = Bot::start().await;
    let fake = &bot.fake;
    let thread = fake.new_thread(fake.general(), fake.mara(), "plans");
    fake.say(fake.mara(), thread, "not yet for the bot");
    fake.mention(fake.mara(), thread, "join us");
    fake.say(fake.jo(), thread, "what do you think?");
    let (first, second) = (bot.intake.next().await, bot.intake.next().await);
    assert_eq!((first.text.as_str(), second.text.as_str()), ("join us", "what do you think?"));
    assert_eq!((second.key, second.source.channel), (AgentKey::Channel(fake.general()), thread));
    bot.stop().await;
}

async fn f13_an_archived_thread_is_heard_when_it_wakes() {
    let bot = Bot::start().await;
    let fake = &bot.fake;
    let with = fake.new_archived_thread(fake.general(), "old plans", &[fake.bot()]);
    let without = fake.new_archived_thread(fake.general(), "not ours", &[]);
    fake.say(fake.mara(), without, "nobody hears this");
    fake.say(fake.mara(), with, "still there?");
    let incoming = bot.intake.next().await;
    assert_eq!((incoming.text.as_str(), incoming.key), ("still there?", AgentKey::Channel(fake.general())));
    assert_eq!(fake.requests("GET", &format!("/channels/{without}")), 1);
    fake.say(fake.mara(), without, "nor this");
    fake.say(fake.mara(), with, "good");
    assert_eq!(bot.intake.next().await.text, "good");
    assert_eq!(fake.requests("GET", &format!("/channels/{without}")), 1, "it is looked up once");
    bot.stop().await;
}

async fn f07_a_burst_comes_in_in_order() {
    // Once commands are registered the bot listens; what is said for the first time before that is not this test's matter.
    let bot = Bot::with_commands().await;
    let sent: Vec<String> = (0..200).map(|n| format!("message {n}")).collect();
    for text in &sent {
        bot.fake.dm(bot.fake.mara(), text);
    }
    for text in sent {
        assert_eq!(bot.intake.next().await.text, text);
    }
    bot.stop().await;
}

async fn f09_a_repeated_event_comes_in_once() {
    let bot = Bot::start().await;
    let id = bot.fake.dm(bot.fake.mara(), "once");
    bot.fake.repeat(id);
    bot.fake.dm(bot.fake.mara(), "then");
    assert_eq!((bot.intake.next().await.text, bot.intake.next().await.text), ("once".into(), "then".into()));
    assert_eq!(bot.intake.all().len(), 2);
    bot.stop().await;
}

async fn f03_places_have_keys_of_their_own() {
    let bot = Bot::start().await;
    let fake = &bot.fake;
    let other = fake.new_channel(fake.guild(), "other");
    fake.dm(fake.mara(), "a");
    fake.dm(fake.jo(), "b");
    fake.mention(fake.mara(), fake.general(), "c");
    fake.mention(fake.mara(), other, "d");
    let mut keys = std::collections::HashSet::new();
    for _ in 0..4 {
        keys.insert(bot.intake.next().await.key);
    }
    assert_eq!(keys.len(), 4);
    bot.stop().await;
}

async fn nothing_comes_in_where_the_bot_may_not_answer() {
    let bot = Bot::start().await;
    let fake = &bot.fake;
    let silent = fake.new_channel(fake.guild(), "silent");
    fake.deny(silent, 1 << 11);
    fake.mention(fake.mara(), silent, "say something");
    fake.mention(fake.mara(), fake.general(), "and here");
    assert_eq!(bot.intake.next().await.text, "and here");
    bot.stop().await;
}

async fn f28_files_without_words_come_in() {
    let bot = Bot::start().await;
    let file = json!({"id": "1", "filename": "cat.png", "size": 2048, "url": "https://x.test", "proxy_url": "https://x.test", "content_type": "image/png"});
    let dm = bot.fake.dm_channel(bot.fake.mara());
    bot.fake.post(bot.fake.mara(), dm, json!({"content": "", "attachments": [file]}));
    let incoming = bot.intake.next().await;
    assert_eq!((incoming.text.as_str(), incoming.attachments[0].name.as_str()), ("", "cat.png"));
    bot.stop().await;
}

async fn what_cannot_be_taken_in_is_said() {
    let bot = Bot::start().await;
    bot.intake.fail();
    let id = bot.fake.mention(bot.fake.mara(), bot.fake.general(), "hello");
    let said = bot.fake.next_message(bot.fake.general(), |message| message.answers(id)).await;
    assert!(
        said.text().contains("could not take that message in") && said.text().contains("(trace "),
        "{}",
        said.text()
    );
    assert!(!said.text().contains("ledger"), "{}", said.text());
    bot.stop().await;
}

async fn a_thread_that_cannot_be_looked_up_is_said() {
    let bot = Bot::start().await;
    let fake = &bot.fake;
    let thread = fake.new_archived_thread(fake.general(), "old", &[fake.bot()]);
    fake.trouble("GET", &format!("/channels/{thread}"), 1, Trouble::Status(500));
    fake.say(fake.mara(), thread, "hello");
    assert_eq!(bot.intake.next().await.text, "hello", "it is looked up once more");
    let other = fake.new_archived_thread(fake.general(), "older", &[fake.bot()]);
    fake.trouble("GET", &format!("/channels/{other}"), 6, Trouble::Status(500));
    let (quiet, id) = (fake.say(fake.jo(), other, "not for the bot"), fake.mention(fake.mara(), other, "hello"));
    let said = fake.next_message(other, |message| message.answers(id)).await;
    assert!(said.text().contains("(trace "), "{}", said.text());
    assert!(!fake.messages(other).iter().any(|message| message.answers(quiet)), "whoever did not call hears nothing");
    bot.stop().await;
}

async fn what_was_said_meanwhile_is_read_back() {
    let fake = FakeDiscord::start().await;
    let (guild, channel) = (fake.guild(), fake.general());
    let answered = fake.mention(fake.mara(), channel, "answered before");
    let dm = fake.dm_channel(fake.jo());
    fake.post_unheard(fake.mara(), channel, &format!("<@{}> are you there?", fake.bot()));
    fake.post_unheard(fake.mara(), channel, "this was not for the bot");
    for n in 0..120 {
        fake.post_unheard(fake.jo(), dm, &format!("dm {n}"));
    }
    let intake: std::sync::Arc<super::bot::Recorder> = std::sync::Arc::default();
    let of_guild = LastSeen { guild: Some(guild), channel, message: answered };
    intake.set_last_seen(vec![of_guild, LastSeen { guild: None, channel: dm, message: answered }]);
    let config = config(&fake);
    let bot = Bot::begin_as(fake, config, pace(), intake).await;
    let first = bot.intake.next().await;
    assert_eq!((first.text.as_str(), first.source.guild), ("are you there?", Some(guild)));
    for n in 0..120 {
        assert_eq!(bot.intake.next().await.text, format!("dm {n}"));
    }
    bot.stop().await;
}

async fn a_lost_connection_loses_nothing() {
    let bot = Bot::start().await;
    let fake = &bot.fake;
    let mut expected = Vec::new();
    type Break = fn(&FakeDiscord);
    let breaks: [(&str, Break); 2] =
        [("dropped", FakeDiscord::drop_connections), ("op 7", FakeDiscord::ask_to_reconnect)];
    for (name, lose) in breaks {
        fake.dm(fake.mara(), &format!("before {name}"));
        lose(fake);
        fake.dm(fake.mara(), &format!("after {name}"));
        expected.extend([format!("before {name}"), format!("after {name}")]);
        for text in expected.drain(..) {
            assert_eq!(bot.intake.next().await.text, text);
        }
    }
    fake.invalidate_sessions();
    fake.connected().await;
    let burst: Vec<String> = (0..50).map(|n| format!("new session {n}")).collect();
    for text in &burst {
        fake.dm(fake.mara(), text);
    }
    for text in burst {
        assert_eq!(bot.intake.next().await.text, text, "order is kept in a new session too");
    }
    bot.stop().await;
}

async fn an_undecodable_event_is_counted() {
    let bot = Bot::start().await;
    bot.fake.send_event("MESSAGE_CREATE", json!({"id": "1", "channel_id": "not a number"}));
    bot.fake.dm(bot.fake.mara(), "and on it goes");
    assert_eq!(bot.intake.next().await.text, "and on it goes");
    let url = bot.fake.url();
    while keepsake::discord::health::undecodable(&url) == 0 {
        tokio::task::yield_now().await;
    }
    bot.fake.expect_undecodable(1);
    bot.stop().await;
}
