//! `/memory reset`: asked, confirmed by the one who asked, once.

use std::time::Duration;

use keepsake::discord::Pace;
use keepsake::memory::{Actor, AgentKey, PersonId};
use keepsake::store::ResetWhat;
use serde_json::json;

use super::bot::{Bot, pace};
use super::desk::{Call, Mood};
use crate::support::discord::{Pressed, Shown};

crate::trials![
    a_reset_says_what_goes_and_takes_it_when_confirmed,
    a_reset_can_be_cancelled,
    a_second_click_takes_nothing_more,
    another_person_cannot_answer,
    who_has_lost_the_permission_cannot_confirm,
    a_question_expires,
    in_a_channel_it_needs_a_permission,
    in_direct_messages_it_is_the_persons_own,
    a_failing_reset_is_said,
];

async fn ask(bot: &Bot, what: &str) -> (Pressed, Shown) {
    let fake = &bot.fake;
    fake.make_manager(fake.guild(), fake.mara());
    let pressed = fake.slash(fake.mara(), fake.general(), "memory", "reset", json!({"what": what}));
    let shown = fake.answer(&pressed).await;
    (pressed, shown)
}

async fn a_reset_says_what_goes_and_takes_it_when_confirmed() {
    let bot = Bot::with_commands().await;
    let (_, asked) = ask(&bot, "all").await;
    assert!(asked.is_ephemeral() && asked.text().contains("3 passages, 12 messages"), "{}", asked.text());
    assert!(bot.desk.resets().is_empty());
    let clicked = bot.fake.click(bot.fake.mara(), &asked, &asked.button("Take it away"));
    let done = bot.fake.answer_where(&clicked, |shown| shown.text().contains("Taken away")).await;
    assert_eq!(done.text(), "Taken away: 3 passages, 12 messages.");
    assert!(done.buttons().is_empty() && done.id() == asked.id());
    let actor = Actor::Person(PersonId(bot.fake.mara()));
    assert_eq!(bot.desk.resets(), [Call::Reset(AgentKey::Channel(bot.fake.general()), ResetWhat::All, actor)]);
    bot.stop().await;
}

async fn a_reset_can_be_cancelled() {
    let bot = Bot::with_commands().await;
    let (_, asked) = ask(&bot, "archival").await;
    let clicked = bot.fake.click(bot.fake.mara(), &asked, &asked.button("Keep it"));
    let kept = bot.fake.answer(&clicked).await;
    assert_eq!((kept.text(), kept.buttons().len()), ("Nothing was taken away.", 0));
    assert!(bot.desk.resets().is_empty());
    bot.stop().await;
}

async fn a_second_click_takes_nothing_more() {
    let bot = Bot::with_commands().await;
    let (_, asked) = ask(&bot, "history").await;
    let yes = asked.button("Take it away");
    let clicks = [(); 3].map(|()| bot.fake.click_unseen(bot.fake.mara(), &asked, &yes));
    let mut over = 0;
    for clicked in &clicks {
        let shown = bot.fake.answer_where(clicked, |shown| shown.text() != "Taking it away …").await;
        over += usize::from(shown.text().contains("already answered"));
    }
    assert_eq!((over, bot.desk.resets().len()), (2, 1));
    bot.stop().await;
}

async fn who_has_lost_the_permission_cannot_confirm() {
    let bot = Bot::with_commands().await;
    let (_, asked) = ask(&bot, "all").await;
    bot.fake.unmake_manager(bot.fake.guild(), bot.fake.mara());
    let clicked = bot.fake.click(bot.fake.mara(), &asked, &asked.button("Take it away"));
    let refused = bot.fake.answer_where(&clicked, |shown| shown.text().contains("**Manage Channels**")).await;
    assert!(refused.buttons().is_empty() && bot.desk.resets().is_empty(), "{}", refused.text());
    bot.stop().await;
}

async fn another_person_cannot_answer() {
    let bot = Bot::with_commands().await;
    let (_, asked) = ask(&bot, "all").await;
    let yes = asked.button("Take it away");
    bot.fake.make_manager(bot.fake.guild(), bot.fake.jo());
    let refused = bot.fake.answer(&bot.fake.click_unseen(bot.fake.jo(), &asked, &yes)).await;
    assert_eq!(refused.text(), "Only the person who asked can answer this.");
    assert!(refused.is_ephemeral() && bot.desk.resets().is_empty());
    let forged = yes.replace(&bot.fake.mara().to_string(), &bot.fake.jo().to_string());
    let refused = bot.fake.answer(&bot.fake.click_unseen(bot.fake.jo(), &asked, &forged)).await;
    assert!(refused.text().contains("already answered") && bot.desk.resets().is_empty());
    let clicked = bot.fake.click(bot.fake.mara(), &asked, &yes);
    bot.fake.answer_where(&clicked, |shown| shown.text().contains("Taken away")).await;
    bot.stop().await;
}

async fn a_question_expires() {
    let bot = Bot::with_commands_at(Pace { question: Duration::from_millis(200), ..pace() }).await;
    let (pressed, asked) = ask(&bot, "all").await;
    let over = bot.fake.answer_where(&pressed, |shown| shown.text().contains("Nobody answered")).await;
    assert!(
        over.buttons().len() == 2 && over.buttons().iter().all(|(_, _, disabled)| *disabled),
        "{:?}",
        over.buttons()
    );
    let late = bot.fake.click_unseen(bot.fake.mara(), &asked, &asked.button("Take it away"));
    assert!(bot.fake.answer(&late).await.text().contains("expired"));
    assert!(bot.desk.resets().is_empty());
    bot.stop().await;
}

async fn in_a_channel_it_needs_a_permission() {
    let bot = Bot::with_commands().await;
    let pressed = bot.fake.slash(bot.fake.jo(), bot.fake.general(), "memory", "reset", json!({"what": "core"}));
    let refused = bot.fake.answer(&pressed).await;
    assert!(refused.is_ephemeral() && refused.text().contains("Manage Channels"), "{}", refused.text());
    assert!(bot.desk.calls().is_empty());
    bot.stop().await;
}

async fn in_direct_messages_it_is_the_persons_own() {
    let bot = Bot::with_commands().await;
    let fake = &bot.fake;
    let pressed = fake.slash(fake.jo(), fake.dm_channel(fake.jo()), "memory", "reset", json!({"what": "core"}));
    let asked = fake.answer(&pressed).await;
    let clicked = fake.click(fake.jo(), &asked, &asked.button("Take it away"));
    fake.answer_where(&clicked, |shown| shown.text().contains("Taken away")).await;
    let jo = PersonId(fake.jo());
    assert_eq!(bot.desk.resets(), [Call::Reset(AgentKey::Dm(jo), ResetWhat::Core, Actor::Person(jo))]);
    bot.stop().await;
}

async fn a_failing_reset_is_said() {
    let bot = Bot::with_commands().await;
    let (_, asked) = ask(&bot, "all").await;
    bot.desk.set_mood(Mood::Broken);
    let clicked = bot.fake.click(bot.fake.mara(), &asked, &asked.button("Take it away"));
    let said = bot.fake.answer_where(&clicked, |shown| shown.text().contains("(trace ")).await;
    assert!(!said.text().contains("secret ledger"), "{}", said.text());
    bot.stop().await;
}
