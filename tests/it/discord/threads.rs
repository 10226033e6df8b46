//! Threads and posts of forums, and `/thread`.

use keepsake::memory::{Actor, AgentKey, Heading, PersonId, Quote};
use keepsake::settings::{AgentsBy, Change, Site};
use serde_json::json;

use super::bot::Bot;
use super::desk::Call;

crate::trials![
    a_post_of_a_forum_is_known_by_its_title_and_first_message,
    a_thread_of_a_message_is_known_by_that_message,
    a_reply_in_a_thread_says_which_thread,
    a_locked_thread_is_not_answered_and_one_that_is_open_again_is,
    a_thread_that_is_gone_is_forgotten,
    a_thread_is_opened_with_a_copy_or_with_nothing,
    a_thread_is_opened_only_where_and_by_whom_it_can_be,
    one_persons_memory_is_not_copied,
];

fn quote(author: &str, by: Option<u64>, text: &str, of: Option<u64>) -> Option<Quote> {
    let by = by.map(PersonId);
    Some(Quote { author: author.into(), by, text: text.into(), of, ..Quote::default() })
}

/// The same, with a heading that tells the title which `by` gave.
fn headed(quote: Option<Quote>, heading: &str, by: u64) -> Option<Quote> {
    quote.map(|quote| Quote { heading: Some(Heading { text: heading.into(), by: Some(PersonId(by)) }), ..quote })
}

async fn a_post_of_a_forum_is_known_by_its_title_and_first_message() {
    let bot = Bot::start().await;
    let (fake, mara) = (&bot.fake, bot.fake.mara());
    let forum = fake.new_forum(fake.guild(), "help");
    let post = fake.new_forum_post(forum, fake.jo(), "Soup", "It tastes of soap.");
    fake.mention(mara, post, "what now?");
    let incoming = bot.intake.next().await;
    assert_eq!((incoming.key, incoming.source.channel), (AgentKey::Channel(forum), post));
    let begun = "[first message of the thread “Soup”] It tastes of soap.";
    let told = quote("Jo", Some(fake.jo()), begun, Some(post));
    assert_eq!(incoming.quote, headed(told, "[first message of the thread “Soup”]", fake.jo()));
    fake.say(fake.jo(), post, "please");
    assert_eq!(bot.intake.next().await.quote, None, "it is told once");
    let asked = format!("<@{}> how long do eggs keep?", fake.bot());
    let own = fake.new_forum_post(forum, mara, "Eggs", &asked);
    let incoming = bot.intake.next().await;
    assert_eq!((incoming.source.message, incoming.text.as_str()), (own, "how long do eggs keep?"));
    assert_eq!(incoming.quote, quote("the thread's title", Some(mara), "“Eggs”", None));
    bot.stop().await;
}

async fn a_thread_of_a_message_is_known_by_that_message() {
    let bot = Bot::start().await;
    let fake = &bot.fake;
    let said = fake.mention(fake.mara(), fake.general(), "plan the trip");
    assert_eq!(bot.intake.next().await.source.channel, fake.general());
    let thread = fake.new_thread_of(said, fake.mara(), "trip");
    fake.mention(fake.jo(), thread, "by train");
    let incoming = bot.intake.next().await;
    let text = "[first message of the thread “trip”] plan the trip";
    let quoted = incoming.quote.expect("a quote");
    assert!(quoted.author == "Mara" && quoted.of == Some(said) && quoted.text.starts_with(&text[..36]), "{quoted:?}");
    bot.intake.set_recently_said(vec![1]);
    let known = fake.new_thread(fake.general(), fake.mara(), "known");
    fake.mention(fake.mara(), known, "again");
    assert_eq!(bot.intake.next().await.quote, None, "the agent was there before");
    bot.stop().await;
}

async fn a_reply_in_a_thread_says_which_thread() {
    let bot = Bot::start().await;
    let fake = &bot.fake;
    let thread = fake.new_thread(fake.general(), fake.mara(), "plans");
    let said = fake.say(fake.jo(), thread, "by train");
    fake.reply(fake.mara(), said, &format!("<@{}> is that wise?", fake.bot()));
    let incoming = bot.intake.next().await;
    let told = quote("Jo", Some(fake.jo()), "[in the thread “plans”] by train", Some(said));
    assert_eq!(incoming.quote, headed(told, "[in the thread “plans”]", fake.mara()));
    bot.stop().await;
}

async fn a_locked_thread_is_not_answered_and_one_that_is_open_again_is() {
    let bot = Bot::start().await;
    let fake = &bot.fake;
    let locked = fake.new_thread(fake.general(), fake.mara(), "locked");
    let sleeping = fake.new_thread(fake.general(), fake.mara(), "sleeping");
    fake.archive(locked, true);
    fake.archive(sleeping, false);
    fake.mention(fake.mara(), locked, "nobody can answer here");
    fake.mention(fake.mara(), sleeping, "wake up");
    assert_eq!(bot.intake.next().await.text, "wake up");
    fake.archive(locked, false);
    fake.mention(fake.mara(), locked, "now you can");
    assert_eq!(bot.intake.next().await.text, "now you can");
    bot.stop().await;
}

async fn a_thread_that_is_gone_is_forgotten() {
    let bot = Bot::start().await;
    let fake = &bot.fake;
    let thread = fake.new_thread(fake.general(), fake.mara(), "short");
    fake.mention(fake.mara(), thread, "one");
    bot.intake.next().await;
    fake.delete_channel(thread);
    fake.mention(fake.mara(), fake.general(), "two");
    let incoming = bot.intake.next().await;
    assert_eq!((incoming.text.as_str(), incoming.quote), ("two", None));
    bot.stop().await;
}

async fn a_thread_is_opened_with_a_copy_or_with_nothing() {
    let bot = Bot::with_commands().await;
    let (fake, mara) = (&bot.fake, bot.fake.mara());
    for (memory, told) in
        [(Some("with"), "It begins with a copy"), (Some("without"), "which is empty"), (None, "which is empty")]
    {
        let mut options = json!({"name": "  Trip  "});
        if let Some(memory) = memory {
            options["memory"] = json!(memory);
        }
        let pressed = fake.slash(mara, fake.general(), "thread", "", options);
        let answer = fake.answer(&pressed).await;
        let thread: u64 = answer.text().trim_matches(|c: char| !c.is_ascii_digit()).parse().expect("a thread");
        let said = fake.next_message(thread, |message| message.text().contains(told)).await;
        assert!(answer.is_ephemeral() && said.text().contains("What is said here stays here."));
        let rules = bot.settings.rules(Some(fake.guild()), thread).await.expect("rules");
        assert!(rules.apart);
        fake.say(fake.jo(), thread, "hello");
        assert_eq!(bot.intake.next().await.key, AgentKey::Thread(thread));
        let (from, to) = (AgentKey::Channel(fake.general()), AgentKey::Thread(thread));
        let copied = bot.desk.calls().contains(&Call::Branch(from, to, Actor::Person(PersonId(mara))));
        assert_eq!(copied, memory == Some("with"));
    }
    bot.stop().await;
}

async fn a_thread_is_opened_only_where_and_by_whom_it_can_be() {
    let bot = Bot::with_commands().await;
    let (fake, mara) = (&bot.fake, bot.fake.mara());
    let thread = fake.new_thread(fake.general(), mara, "inside");
    let told = async |channel: u64| {
        let pressed = fake.slash(mara, channel, "thread", "", json!({"name": "x"}));
        bot.fake.answer(&pressed).await.text().to_owned()
    };
    for channel in [thread, fake.dm_channel(mara)] {
        assert!(told(channel).await.contains("works in a channel of a server"), "{}", told(channel).await);
    }
    let silent = fake.new_channel(fake.guild(), "silent");
    fake.deny(silent, 1 << 38);
    assert!(told(silent).await.contains("I lack the permission Send Messages in Threads"), "{}", told(silent).await);
    let closed = fake.new_channel(fake.guild(), "closed");
    fake.deny(closed, 1 << 35);
    assert!(told(closed).await.contains("**Create Public Threads**, which you do not have"), "{}", told(closed).await);
    assert_eq!(fake.requests("POST", "/threads"), 0);
    bot.stop().await;
}

async fn one_persons_memory_is_not_copied() {
    let bot = Bot::with_commands().await;
    let (fake, mara) = (&bot.fake, bot.fake.mara());
    bot.set(Site::Guild(fake.guild()), Change::Agents(Some(AgentsBy::Member))).await;
    let pressed = fake.slash(mara, fake.general(), "thread", "", json!({"name": "x", "memory": "with"}));
    let told = fake.answer(&pressed).await;
    assert!(told.text().contains("is yours alone"), "{}", told.text());
    let pressed = fake.slash(mara, fake.general(), "thread", "", json!({"name": "x", "memory": "without"}));
    assert!(fake.answer(&pressed).await.text().starts_with("Go on in <#"));
    bot.stop().await;
}
