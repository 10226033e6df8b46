//! Each person is answered in their language, and a guild reads its own.

use chrono::Utc;
use keepsake::agent::ReplySink;
use keepsake::memory::outgoing::OutboxRow;
use keepsake::memory::{Actor, AgentKey, OutboxId, Outgoing, PersonId, Source, Trouble};
use serde_json::json;

use super::bot::Bot;
use super::desk::persona_card;
use crate::support::discord::{Id, Shown};

crate::trials![
    each_person_is_answered_in_their_language,
    buttons_are_those_of_who_asked_and_clicks_are_answered_to_who_clicked,
    a_guild_reads_its_own_language,
    direct_messages_follow_what_the_person_last_used,
    a_message_that_was_not_taken_in_is_said_in_the_language_of_the_place,
    a_form_is_in_the_language_of_who_opens_it,
];

async fn help(bot: &Bot, person: Id) -> String {
    let pressed = bot.fake.slash(person, bot.fake.general(), "help", "", json!({}));
    bot.fake.answer(&pressed).await.text().to_owned()
}

async fn each_person_is_answered_in_their_language() {
    let bot = Bot::with_commands().await;
    let fake = &bot.fake;
    for (locale, wanted) in [
        ("de", "Ich bin ein Agent mit Gedächtnis."),
        ("ja", "私は記憶を持つエージェントです。"),
        ("hi", "मैं याद रखने वाला एजेंट हूँ।"),
        ("es-419", "Soy un agente que recuerda."),
        ("fr", "Je suis un agent qui se souvient."),
        ("pt-BR", "Sou um agente que se lembra."),
        ("th", "I am an agent that remembers."),
        ("en-GB", "I am an agent that remembers."),
    ] {
        fake.set_locale(fake.mara(), locale);
        let told = help(&bot, fake.mara()).await;
        assert!(told.starts_with(wanted), "{locale}: {told}");
    }
    assert!(help(&bot, fake.jo()).await.starts_with("I am"), "another person's language is not taken");
    bot.stop().await;
}

async fn buttons_are_those_of_who_asked_and_clicks_are_answered_to_who_clicked() {
    let bot = Bot::with_commands().await;
    let fake = &bot.fake;
    fake.set_locale(fake.mara(), "de");
    fake.set_locale(fake.jo(), "ja");
    let reset = |person: Id| fake.slash(person, fake.general(), "memory", "reset", json!({"what": "all"}));
    let refused = fake.answer(&reset(fake.jo())).await;
    assert!(refused.text().contains("**Manage Channels**") && refused.text().contains("権限"), "{}", refused.text());
    fake.make_manager(fake.guild(), fake.mara());
    let asked = fake.answer(&reset(fake.mara())).await;
    assert!(asked.text().contains("3 Einträge, 12 Nachrichten"), "{}", asked.text());
    let yes = asked.button("Löschen");
    let whispered = fake.answer(&fake.click_unseen(fake.jo(), &asked, &yes)).await;
    assert_eq!(whispered.text(), "この質問に答えられるのは、質問した本人だけです。");
    let clicked = fake.click(fake.mara(), &asked, &yes);
    let done = fake.answer_where(&clicked, |shown| shown.text().starts_with("Gelöscht")).await;
    assert_eq!(done.text(), "Gelöscht: 3 Einträge, 12 Nachrichten.");
    bot.stop().await;
}

/// What is delivered to the guild's channel, or to somebody's direct messages.
async fn delivered(bot: &Bot, dm: Option<Id>, outgoing: Outgoing) -> Shown {
    let fake = &bot.fake;
    let (key, guild, channel) = match dm {
        Some(person) => (AgentKey::Dm(PersonId(person)), None, fake.dm_channel(person)),
        None => (AgentKey::Channel(fake.general()), Some(fake.guild()), fake.general()),
    };
    let (id, now) = (OutboxId::at(Utc::now()), Utc::now());
    let to = Source { guild, channel, message: 0 };
    let row = OutboxRow { id, outgoing, to, created_at: now, attempts: 0, sent: Vec::new(), shown: None };
    let sent = bot.sink().deliver(&key, &row).await.expect("delivered");
    fake.next_message(channel, |shown| shown.id() == sent[0]).await
}

fn failure() -> Outgoing {
    Outgoing::Failure { cause: Trouble::Away, trace: "ab12cd34".into() }
}

async fn a_guild_reads_its_own_language() {
    let bot = Bot::with_commands().await;
    let fake = &bot.fake;
    fake.set_guild_locale(fake.guild(), "es-ES");
    fake.set_locale(fake.mara(), "de");
    help(&bot, fake.mara()).await;
    let cards = vec![persona_card("a", "b", 1, Actor::Model)];
    let shown = delivered(&bot, None, Outgoing::Reply { text: "Hecho.".into(), cards: cards.clone() }).await;
    let card = shown.embeds()[0].to_string();
    assert!(card.contains("personalidad") && card.contains("reescrito · por mí"), "{card}");
    let offered = delivered(&bot, None, Outgoing::Learned { cards, by: None }).await;
    assert!(offered.text().starts_with("Se borró un mensaje de aquí"), "{}", offered.text());
    let button = offered.button("Deshacer: personalidad");
    let refused = fake.answer(&fake.click(fake.mara(), &offered, &button)).await;
    assert!(refused.text().contains("**Kanäle verwalten**"), "who clicks reads their own: {}", refused.text());
    let failed = delivered(&bot, None, failure()).await;
    assert!(failed.text().ends_with("(traza ab12cd34)"), "{}", failed.text());
    bot.stop().await;
}

async fn direct_messages_follow_what_the_person_last_used() {
    let bot = Bot::with_commands().await;
    let fake = &bot.fake;
    fake.set_locale(fake.mara(), "fr");
    let before = delivered(&bot, Some(fake.mara()), failure()).await;
    assert_eq!(before.text(), format!("{} (trace ab12cd34)", Trouble::Away), "nothing is known yet");
    help(&bot, fake.mara()).await;
    let then = delivered(&bot, Some(fake.mara()), failure()).await;
    assert!(then.text().starts_with("Je n’arrive pas à joindre le modèle"), "{}", then.text());
    let other = delivered(&bot, Some(fake.jo()), failure()).await;
    assert!(other.text().starts_with("I cannot reach"), "{}", other.text());
    bot.stop().await;
}

async fn a_message_that_was_not_taken_in_is_said_in_the_language_of_the_place() {
    let bot = Bot::start().await;
    let fake = &bot.fake;
    bot.intake.fail();
    fake.set_guild_locale(fake.guild(), "pt-BR");
    let said = fake.mention(fake.mara(), fake.general(), "hello");
    let told = fake.next_message(fake.general(), |shown| shown.answers(said)).await;
    assert!(told.text().starts_with("Não consegui receber essa mensagem."), "{}", told.text());
    bot.stop().await;
}

async fn a_form_is_in_the_language_of_who_opens_it() {
    let bot = Bot::with_commands().await;
    let fake = &bot.fake;
    fake.set_locale(fake.mara(), "hi");
    fake.make_manager(fake.guild(), fake.mara());
    let pressed = fake.slash(fake.mara(), fake.general(), "persona", "edit", json!({}));
    let form = fake.form(&pressed).await;
    let title = form["title"].as_str().expect("a title");
    assert!(title.contains("व्यक्तित्व"), "{title}");
    bot.stop().await;
}
