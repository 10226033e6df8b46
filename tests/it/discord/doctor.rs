//! `/doctor`: it names the intent, permission or setting that stands in the way.

use keepsake::agent::rights::{Standing, UsedUp};
use keepsake::memory::{Limit, PersonId};
use keepsake::settings::{Access, Change, Site, Trigger};
use serde_json::{Value, json};

use super::bot::{Bot, pace};
use crate::support::discord::FakeDiscord;

crate::trials![
    f27_where_all_is_well_it_says_so,
    f27_what_stands_in_the_way_is_named,
    f27_a_message_that_was_ignored_is_explained,
    who_opted_out_or_has_used_everything_up_is_told_so,
    nothing_is_remembered_of_who_opted_out,
    f27_without_the_content_intent_it_says_what_is_missing,
    a_message_that_is_not_there_is_said,
];

async fn ask(bot: &Bot, user: u64, channel: u64, options: Value) -> String {
    let pressed = bot.fake.slash(user, channel, "doctor", "", options);
    let shown = bot.fake.answer(&pressed).await;
    assert!(shown.is_ephemeral());
    format!("{}{}", shown.text(), shown.embed_text())
}

async fn f27_where_all_is_well_it_says_so() {
    let bot = Bot::with_commands().await;
    let (mara, general) = (bot.fake.mara(), bot.fake.general());
    let told = ask(&bot, mara, general, json!({})).await;
    assert!(!told.contains('❌') && told.contains("What calls me here: my name, a reply to me"), "{told}");
    let dm = bot.fake.dm_channel(mara);
    assert!(ask(&bot, mara, dm, json!({})).await.contains("In direct messages I answer everything."));
    bot.stop().await;
}

async fn f27_what_stands_in_the_way_is_named() {
    let bot = Bot::with_commands().await;
    let (fake, jo) = (&bot.fake, bot.fake.jo());
    let quiet = fake.new_channel(fake.guild(), "quiet");
    bot.set(Site::Channel(quiet), Change::Heard(Some(false))).await;
    let access = Access { deny_people: [jo].into(), ..Access::default() };
    bot.set(Site::Guild(fake.guild()), Change::WhoMay(Some(access))).await;
    fake.deny(quiet, 1 << 14);
    let told = ask(&bot, jo, quiet, json!({})).await;
    for part in ["❌ I was switched off here", "❌ You are not among those", "**Embed Links**"] {
        assert!(told.contains(part), "{part}: {told}");
    }
    bot.stop().await;
}

async fn who_opted_out_or_has_used_everything_up_is_told_so() {
    let bot = Bot::with_commands().await;
    let (fake, jo, general) = (&bot.fake, bot.fake.jo(), bot.fake.general());
    let until = chrono::DateTime::from_timestamp(1_790_000_000, 0).expect("a moment");
    for (limit, told) in [
        (Limit::PersonTokens, "❌ What one person may use a day is used up: I answer you again <t:1790000000:R>."),
        (Limit::GuildMessages, "❌ What this server may use a day is used up"),
    ] {
        *bot.desk.standing.lock().expect("a lock") =
            Standing { opted_out: true, used_up: Some(UsedUp { limit, until }), ..Standing::default() };
        let shown = ask(&bot, jo, general, json!({})).await;
        assert!(shown.contains(told) && shown.contains("❌ You have opted out"), "{shown}");
    }
    bot.desk.closed.lock().expect("a lock").push(PersonId(jo));
    let said = fake.post_unheard(jo, general, "a secret");
    let shown = ask(&bot, bot.fake.mara(), general, json!({"message": said.to_string()})).await;
    assert!(shown.contains("was not answered: its author has opted out"), "{shown}");
    bot.stop().await;
}

async fn nothing_is_remembered_of_who_opted_out() {
    let bot = Bot::with_commands().await;
    let (fake, general) = (&bot.fake, bot.fake.general());
    bot.desk.closed.lock().expect("a lock").push(PersonId(fake.jo()));
    let said = fake.say(fake.jo(), general, "a secret");
    let shown = fake.answer(&fake.message_command(fake.mara(), said, "Remember this")).await;
    assert!(shown.is_ephemeral() && shown.text().contains("has opted out"), "{shown:?}");
    bot.stop().await;
}

async fn f27_a_message_that_was_ignored_is_explained() {
    let bot = Bot::with_commands().await;
    let (fake, mara, general) = (&bot.fake, bot.fake.mara(), bot.fake.general());
    let ignored = fake.say(mara, general, "is anybody there?");
    let everyone = fake.say(mara, general, "@everyone hello");
    let heard = fake.mention(mara, general, "hello");
    bot.intake.next().await;
    let told = ask(&bot, mara, general, json!({})).await;
    assert!(told.contains(&format!("/{ignored} was not answered: nothing in it called me.")), "{told}");
    assert!(told.contains(&everyone.to_string()), "{told}");
    let link = format!("https://discord.com/channels/{}/{general}/{ignored}", fake.guild());
    assert!(ask(&bot, mara, general, json!({"message": link})).await.contains("nothing in it called me"));
    let told = ask(&bot, mara, general, json!({"message": heard.to_string()})).await;
    assert!(told.contains("Nothing speaks against answering"), "{told}");
    bot.set(Site::Channel(general), Change::Triggers(Some([Trigger::Always].into()))).await;
    let own = fake.bot_said(general, "my own");
    assert!(ask(&bot, mara, general, json!({"message": own.to_string()})).await.contains("it is my own"));
    bot.stop().await;
}

async fn f27_without_the_content_intent_it_says_what_is_missing() {
    let fake = FakeDiscord::start().await;
    fake.disallow_message_content();
    let bot = Bot::begin(fake, pace()).await;
    bot.fake.commands_registered().await;
    let told = ask(&bot, bot.fake.mara(), bot.fake.general(), json!({})).await;
    assert!(
        told.contains("❌ I cannot read messages that do not address me: **Message Content Intent** is off"),
        "{told}"
    );
    bot.stop().await;
}

async fn a_message_that_is_not_there_is_said() {
    let bot = Bot::with_commands().await;
    let (mara, general) = (bot.fake.mara(), bot.fake.general());
    assert!(ask(&bot, mara, general, json!({"message": "yesterday's"})).await.contains("Copy Message Link"));
    assert!(ask(&bot, mara, general, json!({"message": "12345"})).await.contains("no such message"));
    bot.stop().await;
}
