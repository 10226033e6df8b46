//! Slash commands that show something.

use keepsake::memory::{AgentKey, Label, PersonId};
use serde_json::json;

use super::bot::Bot;
use super::desk::{Call, Mood};

crate::trials![
    help_is_for_the_caller_only,
    show_shows_the_memory_of_the_place,
    a_long_memory_is_shown_in_several_messages,
    search_shows_a_page,
    commands_follow_the_place_like_messages,
    where_nobody_has_talked_it_says_so,
    a_broken_memory_gives_a_sentence_and_a_trace,
    f24_a_slow_memory_is_acknowledged_at_once,
    commands_go_on_in_a_new_session,
];

async fn help_is_for_the_caller_only() {
    let bot = Bot::with_commands().await;
    let pressed = bot.fake.slash(bot.fake.mara(), bot.fake.general(), "help", "", json!({}));
    let shown = bot.fake.answer(&pressed).await;
    assert!(shown.is_ephemeral() && shown.text().contains("/memory reset"), "{}", shown.text());
    bot.stop().await;
}

async fn show_shows_the_memory_of_the_place() {
    let bot = Bot::with_commands().await;
    let pressed = bot.fake.slash(bot.fake.mara(), bot.fake.general(), "memory", "show", json!({}));
    let shown = bot.fake.answer(&pressed).await;
    assert!(shown.is_ephemeral() && shown.embed_text().contains("I am Keepsake."), "{}", shown.embed_text());
    assert!(shown.embed_text().contains("12 messages and 3 passages"), "{}", shown.embed_text());
    assert_eq!(bot.desk.calls(), [Call::Overview(AgentKey::Channel(bot.fake.general()))]);
    bot.stop().await;
}

async fn a_long_memory_is_shown_in_several_messages() {
    let bot = Bot::with_commands().await;
    bot.desk.set_persona(&"I know a great many things. ".repeat(700));
    let pressed = bot.fake.slash(bot.fake.mara(), bot.fake.general(), "memory", "show", json!({}));
    bot.fake.answer(&pressed).await;
    let fake = &bot.fake;
    fake.requests_reach("POST", "/webhooks/", 4).await;
    let pages = fake.followups(&pressed);
    assert!(pages.len() >= 3 && pages.iter().all(|page| page.is_ephemeral()), "{pages:?}");
    bot.stop().await;
}

async fn search_shows_a_page() {
    let bot = Bot::with_commands().await;
    let pressed =
        bot.fake.slash(bot.fake.mara(), bot.fake.general(), "memory", "search", json!({"text": "cats", "page": 2}));
    let shown = bot.fake.answer(&pressed).await;
    assert!(shown.is_ephemeral() && shown.embed_text().contains("about cats"), "{}", shown.embed_text());
    assert_eq!(bot.desk.calls(), [Call::Search(AgentKey::Channel(bot.fake.general()), "cats".into(), 2)]);
    bot.stop().await;
}

async fn commands_follow_the_place_like_messages() {
    let bot = Bot::with_commands().await;
    let fake = &bot.fake;
    let thread = fake.new_thread(fake.general(), fake.mara(), "plans");
    for channel in [fake.dm_channel(fake.mara()), thread] {
        let pressed = fake.slash(fake.mara(), channel, "persona", "show", json!({}));
        assert!(fake.answer(&pressed).await.embed_text().contains("I am Keepsake."));
    }
    let keys = [AgentKey::Dm(PersonId(fake.mara())), AgentKey::Channel(fake.general())];
    assert_eq!(bot.desk.calls(), keys.map(|key| Call::Block(key, Label::Persona)));
    bot.stop().await;
}

async fn where_nobody_has_talked_it_says_so() {
    let bot = Bot::with_commands().await;
    bot.desk.set_mood(Mood::Empty);
    for (sub, options) in [("show", json!({})), ("search", json!({"text": "x"}))] {
        let pressed = bot.fake.slash(bot.fake.mara(), bot.fake.general(), "memory", sub, options);
        let shown = bot.fake.answer(&pressed).await;
        assert_eq!(shown.text(), "There is no memory here yet. Say something to me first.");
        assert!(shown.is_ephemeral());
    }
    bot.stop().await;
}

async fn a_broken_memory_gives_a_sentence_and_a_trace() {
    let bot = Bot::with_commands().await;
    bot.desk.set_mood(Mood::Broken);
    let pressed = bot.fake.slash(bot.fake.mara(), bot.fake.general(), "memory", "show", json!({}));
    let shown = bot.fake.answer(&pressed).await;
    assert!(shown.is_ephemeral() && shown.text().contains("(trace "), "{}", shown.text());
    assert!(!shown.text().contains("secret ledger"), "{}", shown.text());
    bot.stop().await;
}

async fn f24_a_slow_memory_is_acknowledged_at_once() {
    let bot = Bot::with_commands().await;
    bot.desk.set_mood(Mood::Slow);
    let shown = bot.fake.slash(bot.fake.mara(), bot.fake.general(), "memory", "show", json!({}));
    let form = bot.fake.slash(bot.fake.mara(), bot.fake.dm_channel(bot.fake.mara()), "persona", "edit", json!({}));
    assert!(bot.fake.answer(&shown).await.embed_text().contains("I am Keepsake."));
    let refused = bot.fake.answer(&form).await;
    assert!(refused.text().contains("did not answer in time"), "{}", refused.text());
    bot.stop().await;
}

async fn commands_go_on_in_a_new_session() {
    let bot = Bot::with_commands().await;
    bot.fake.invalidate_sessions();
    bot.fake.connected().await;
    let pressed = bot.fake.slash(bot.fake.mara(), bot.fake.general(), "help", "", json!({}));
    bot.fake.answer(&pressed).await;
    assert_eq!(bot.fake.requests("PUT", "/commands"), 2, "registered once everywhere and once in the guild");
    bot.stop().await;
}
