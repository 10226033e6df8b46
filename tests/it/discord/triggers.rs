//! Who is heard where, as it was set.

use keepsake::memory::{AgentKey, PersonId};
use keepsake::settings::{Access, AgentsBy, Change, Site, Trigger};
use serde_json::json;

use super::bot::Bot;
use super::desk::Call;

crate::trials![
    a_channel_may_be_always_on_and_a_guild_may_have_keywords,
    a_channel_can_be_switched_off_and_people_shut_out,
    f18_bots_are_answered_only_where_they_may_be_and_not_for_ever,
    f05_in_per_member_mode_memory_follows_the_person_inside_the_guild,
    f04_a_thread_set_apart_has_a_memory_of_its_own,
    f04_a_private_thread_always_has_a_memory_of_its_own,
    the_role_that_bears_the_bots_name_calls_it,
];

async fn a_channel_may_be_always_on_and_a_guild_may_have_keywords() {
    let bot = Bot::start().await;
    let fake = &bot.fake;
    let lounge = fake.new_channel(fake.guild(), "lounge");
    bot.set(Site::Channel(lounge), Change::Triggers(Some([Trigger::Always].into()))).await;
    let with_keywords = Trigger::USUAL.into_iter().chain([Trigger::Keyword]).collect();
    bot.set(Site::Guild(fake.guild()), Change::Triggers(Some(with_keywords))).await;
    bot.set(Site::Guild(fake.guild()), Change::Keywords(Some(vec!["miso".into()]))).await;
    fake.say(fake.mara(), lounge, "@everyone come");
    fake.say(fake.mara(), lounge, "just talking");
    fake.say(fake.jo(), fake.general(), "not for the bot");
    fake.say(fake.jo(), fake.general(), "where is Miso?");
    let (first, second) = (bot.intake.next().await, bot.intake.next().await);
    assert_eq!((first.text.as_str(), second.text.as_str()), ("just talking", "where is Miso?"));
    assert_eq!(bot.intake.all().len(), 2);
    bot.stop().await;
}

async fn a_channel_can_be_switched_off_and_people_shut_out() {
    let bot = Bot::start().await;
    let fake = &bot.fake;
    let quiet = fake.new_channel(fake.guild(), "quiet");
    bot.set(Site::Channel(quiet), Change::Heard(Some(false))).await;
    let access = Access { deny_people: [fake.jo()].into(), ..Access::default() };
    bot.set(Site::Guild(fake.guild()), Change::WhoMay(Some(access))).await;
    fake.mention(fake.mara(), quiet, "anybody?");
    fake.mention(fake.jo(), fake.general(), "and me?");
    fake.mention(fake.mara(), fake.general(), "the one that counts");
    assert_eq!(bot.intake.next().await.text, "the one that counts");
    assert_eq!(bot.intake.all().len(), 1);
    bot.stop().await;
}

async fn f18_bots_are_answered_only_where_they_may_be_and_not_for_ever() {
    let bot = Bot::start().await;
    let fake = &bot.fake;
    let other = fake.new_bot("Other");
    fake.join(fake.guild(), other);
    fake.mention(other, fake.general(), "too early");
    fake.mention(fake.mara(), fake.general(), "hello");
    assert_eq!(bot.intake.next().await.text, "hello");
    bot.set(Site::Guild(fake.guild()), Change::Bots(Some(true))).await;
    for round in 0..9 {
        fake.mention(other, fake.general(), &format!("round {round}"));
    }
    fake.say(fake.mara(), fake.general(), "a person speaks");
    fake.mention(other, fake.general(), "again");
    let mut heard = Vec::new();
    while heard.last().is_none_or(|text| text != "again") {
        heard.push(bot.intake.next().await.text);
    }
    assert_eq!(heard, ["round 0", "round 1", "round 2", "round 3", "again"]);
    assert_eq!(bot.intake.all()[1].person.name, "Other (bot)");
    bot.stop().await;
}

async fn f05_in_per_member_mode_memory_follows_the_person_inside_the_guild() {
    let bot = Bot::start().await;
    let fake = &bot.fake;
    let other = fake.new_channel(fake.guild(), "other");
    bot.set(Site::Guild(fake.guild()), Change::Agents(Some(AgentsBy::Member))).await;
    fake.mention(fake.mara(), fake.general(), "one");
    fake.mention(fake.mara(), other, "two");
    fake.mention(fake.jo(), other, "three");
    fake.dm(fake.mara(), "four");
    let member = |person| AgentKey::Member { guild: fake.guild(), person: PersonId(person) };
    let mut keys = Vec::new();
    for _ in 0..4 {
        keys.push(bot.intake.next().await.key);
    }
    let dm = AgentKey::Dm(PersonId(fake.mara()));
    assert_eq!(keys, [member(fake.mara()), member(fake.mara()), member(fake.jo()), dm]);
    bot.stop().await;
}

async fn f04_a_thread_set_apart_has_a_memory_of_its_own() {
    let bot = Bot::start().await;
    let fake = &bot.fake;
    let apart = fake.new_thread(fake.general(), fake.mara(), "apart");
    let usual = fake.new_thread(fake.general(), fake.mara(), "usual");
    bot.set(Site::Channel(apart), Change::Apart(Some(true))).await;
    fake.mention(fake.mara(), apart, "one");
    fake.mention(fake.mara(), usual, "two");
    assert_eq!(bot.intake.next().await.key, AgentKey::Thread(apart));
    assert_eq!(bot.intake.next().await.key, AgentKey::Channel(fake.general()));
    bot.stop().await;
}

async fn f04_a_private_thread_always_has_a_memory_of_its_own() {
    let bot = Bot::with_commands().await;
    let (fake, guild) = (&bot.fake, Site::Guild(bot.fake.guild()));
    let private = fake.new_private_thread(fake.general(), fake.mara(), "salaries");
    bot.set(Site::Channel(private), Change::Apart(Some(false))).await;
    fake.mention(fake.mara(), private, "one");
    assert_eq!(bot.intake.next().await.key, AgentKey::Thread(private));
    bot.set(guild, Change::Agents(Some(AgentsBy::Member))).await;
    fake.mention(fake.mara(), private, "two");
    assert_eq!(bot.intake.next().await.key, AgentKey::Thread(private), "nobody takes it elsewhere");
    fake.answer(&fake.slash(fake.mara(), private, "memory", "show", json!({}))).await;
    assert!(bot.desk.calls().contains(&Call::Overview(AgentKey::Thread(private))), "{:?}", bot.desk.calls());
    bot.stop().await;
}

async fn the_role_that_bears_the_bots_name_calls_it() {
    let bot = Bot::start().await;
    let fake = &bot.fake;
    let other = fake.new_role(fake.guild(), "Crew", None);
    let own = fake.new_role(fake.guild(), "Keepsake", Some(fake.bot()));
    for role in [other, own] {
        fake.say(fake.mara(), fake.general(), &format!("<@&{role}> hello"));
    }
    let incoming = bot.intake.next().await;
    assert_eq!((incoming.text.as_str(), bot.intake.all().len()), ("@Keepsake hello", 1));
    bot.stop().await;
}
