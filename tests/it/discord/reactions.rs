//! Reactions below the bot's messages.

use keepsake::agent::Feedback;
use keepsake::memory::PersonId;

use super::bot::Bot;
use crate::support::app::until;

crate::trials![people_react_to_the_bot, its_own_reactions_and_those_of_bots_are_passed_over];

async fn people_react_to_the_bot() {
    let bot = Bot::start().await;
    let (fake, mara) = (&bot.fake, bot.fake.mara());
    fake.set_nick(fake.guild(), mara, "Mara M.");
    let said = fake.bot_said(fake.general(), "Here you are.");
    let told = fake.bot_said(fake.dm_channel(mara), "In private.");
    fake.react(mara, said, "👎");
    fake.react(mara, said, "party:123");
    fake.unreact(mara, said, "👎");
    fake.react(mara, told, "❤️");
    fake.clear_reactions(said);
    until("all came in", async || bot.intake.reactions().len() == 5).await;
    let person = PersonId(mara);
    let added = |name: Option<&str>, emoji: &str| Feedback::Added {
        person,
        name: name.map(str::to_owned),
        emoji: emoji.into(),
    };
    let wanted = [
        (said, added(Some("Mara M."), "👎")),
        (said, added(Some("Mara M."), ":party:")),
        (said, Feedback::TakenBack { person, emoji: "👎".into() }),
        (told, added(None, "❤️")),
        (said, Feedback::Cleared),
    ];
    assert_eq!(bot.intake.reactions(), wanted);
    bot.stop().await;
}

async fn its_own_reactions_and_those_of_bots_are_passed_over() {
    let bot = Bot::start().await;
    let fake = &bot.fake;
    let other = fake.new_bot("Other");
    fake.join(fake.guild(), other);
    let said = fake.bot_said(fake.general(), "Here you are.");
    let by_jo = fake.say(fake.jo(), fake.general(), "mine");
    fake.react(fake.bot(), said, "👍");
    fake.react(other, said, "👍");
    fake.react(fake.mara(), by_jo, "👍");
    fake.react(fake.mara(), said, "🎉");
    until("the last came in", async || !bot.intake.reactions().is_empty()).await;
    let all = bot.intake.reactions();
    assert!(matches!(all.as_slice(), [(_, Feedback::Added { emoji, .. })] if emoji == "🎉"), "{all:?}");
    bot.stop().await;
}
