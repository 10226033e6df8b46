//! `/settings`: the panel, who may use it, and that what is set holds.

use keepsake::settings::{Access, Change, Display, QuietHours, Rules, Site, Trigger};
use serde_json::json;

use super::bot::Bot;
use crate::support::discord::{Pressed, Shown};

crate::trials![
    what_calls_the_bot_is_chosen_from_a_menu_and_holds_at_once,
    settings_need_a_permission_at_every_click,
    a_channel_can_be_set_apart_from_its_guild_and_unset_again,
    who_is_answered_is_named_in_menus,
    what_is_written_is_read_or_refused_with_a_sentence,
    every_change_is_written_down,
    in_direct_messages_a_person_sets_what_is_theirs,
    the_panel_works_after_a_restart_of_the_gateway,
];

/// The panel, as `user` opens it.
async fn open(bot: &Bot, user: u64, channel: u64, of: &str) -> Shown {
    let pressed = bot.fake.slash(user, channel, "settings", "", json!({"of": of}));
    bot.fake.answer(&pressed).await
}

/// One setting of a panel.
async fn pick(bot: &Bot, user: u64, panel: &Shown, setting: &str) -> Shown {
    let menu = panel.0["components"][0]["components"][0]["custom_id"].as_str().expect("a menu").to_owned();
    let pressed = bot.fake.choose_values(user, panel, &menu, &[setting]);
    bot.fake.answer(&pressed).await
}

async fn manager(bot: &Bot) -> u64 {
    bot.fake.make_manager(bot.fake.guild(), bot.fake.mara());
    bot.fake.mara()
}

async fn what_calls_the_bot_is_chosen_from_a_menu_and_holds_at_once() {
    let bot = Bot::with_commands().await;
    let (fake, mara) = (&bot.fake, manager(&bot).await);
    let panel = open(&bot, mara, fake.general(), "server").await;
    assert!(
        panel.is_ephemeral() && panel.embed_text().contains("**What calls me**: my name, a reply to me"),
        "{panel:?}"
    );
    let one = pick(&bot, mara, &panel, "triggers").await;
    let pressed = fake.choose_values(mara, &one, "set:g:choose:triggers", &["always"]);
    let set = bot.fake.answer(&pressed).await;
    assert!(set.embed_text().contains("🔹 **What calls me**: every message"), "{}", set.embed_text());
    fake.say(fake.jo(), fake.general(), "no name in it");
    assert_eq!(bot.intake.next().await.text, "no name in it");
    bot.stop().await;
}

async fn settings_need_a_permission_at_every_click() {
    let bot = Bot::with_commands().await;
    let (fake, jo) = (&bot.fake, bot.fake.jo());
    let refused = open(&bot, jo, fake.general(), "server").await;
    assert!(refused.is_ephemeral() && refused.text().contains("**Manage Server**"), "{}", refused.text());
    let mara = manager(&bot).await;
    let panel = open(&bot, mara, fake.general(), "server").await;
    fake.unmake_manager(fake.guild(), mara);
    let pressed = fake.choose_values(mara, &panel, "set:g:pick:", &["bots"]);
    let told = fake.follow_up(&pressed).await;
    assert!(told.is_ephemeral() && told.text().contains("**Manage Server**"), "{}", told.text());
    assert_eq!(bot.settings.rules(Some(fake.guild()), fake.general()).await.expect("rules"), Rules::default());
    bot.stop().await;
}

async fn a_channel_can_be_set_apart_from_its_guild_and_unset_again() {
    let bot = Bot::with_commands().await;
    let (fake, mara) = (&bot.fake, manager(&bot).await);
    bot.set(Site::Guild(fake.guild()), Change::HowShown(Some(Display::Off))).await;
    let panel = open(&bot, mara, fake.general(), "channel").await;
    assert!(panel.embed_text().contains("▫️ **Memory shown**: not at all"), "{}", panel.embed_text());
    let one = pick(&bot, mara, &panel, "display").await;
    let pressed = fake.choose_values(mara, &one, "set:c:choose:display", &["compact"]);
    let set = bot.fake.answer(&pressed).await;
    assert!(set.embed_text().contains("🔹 **Memory shown**: in one line"), "{}", set.embed_text());
    let pressed = fake.click(mara, &set, &set.button("Unset"));
    let unset = bot.fake.answer(&pressed).await;
    assert!(unset.embed_text().contains("▫️ **Memory shown**: not at all"), "{}", unset.embed_text());
    bot.stop().await;
}

async fn who_is_answered_is_named_in_menus() {
    let bot = Bot::with_commands().await;
    let (fake, mara) = (&bot.fake, manager(&bot).await);
    let crew = fake.new_role(fake.guild(), "Crew", None);
    let panel = open(&bot, mara, fake.general(), "server").await;
    let one = pick(&bot, mara, &panel, "access").await;
    let pressed = fake.choose_values(mara, &one, "set:g:name:allow_roles", &[&crew.to_string()]);
    let one = bot.fake.answer(&pressed).await;
    let pressed = fake.choose_values(mara, &one, "set:g:name:deny_people", &[&fake.jo().to_string()]);
    let one = bot.fake.answer(&pressed).await;
    let told = format!("<@&{crew}>, but not <@{}>", fake.jo());
    assert!(one.embed_text().contains(&told), "{}", one.embed_text());
    for _ in 0..2 {
        let pressed = fake.choose_values(mara, &one, "set:g:name:deny_roles", &[&crew.to_string()]);
        fake.answer(&pressed).await;
    }
    let access = Access { allow_roles: [crew].into(), deny_people: [fake.jo()].into(), ..Access::default() };
    assert_eq!(bot.settings.rules(Some(fake.guild()), 1).await.expect("rules").access, access);
    fake.give_role(fake.guild(), mara, crew);
    fake.mention(fake.jo(), fake.general(), "not me");
    fake.mention(mara, fake.general(), "but me");
    assert_eq!(bot.intake.next().await.text, "but me");
    bot.stop().await;
}

/// Opens the form of a setting and sends it.
async fn write(bot: &Bot, panel: &Shown, setting: &str, values: &[(&str, &str)]) -> Pressed {
    let mara = bot.fake.mara();
    let one = pick(bot, mara, panel, setting).await;
    let opened = bot.fake.click(mara, &one, &one.button("Change"));
    bot.fake.form(&opened).await;
    bot.fake.submit_form(&opened, values)
}

async fn what_is_written_is_read_or_refused_with_a_sentence() {
    let bot = Bot::with_commands().await;
    let (fake, mara) = (&bot.fake, manager(&bot).await);
    let panel = open(&bot, mara, fake.general(), "server").await;
    let sent = write(&bot, &panel, "quiet", &[("from", "22:00"), ("to", "late")]).await;
    let told = fake.follow_up(&sent).await;
    assert!(told.is_ephemeral() && told.text().contains("“late” is no time of day"), "{}", told.text());
    let one = fake.message(panel.id());
    let back = fake.click(mara, &one, &one.button("Back"));
    let panel = bot.fake.answer(&back).await;
    let sent = write(&bot, &panel, "quiet", &[("from", "22:00"), ("to", "7")]).await;
    let set = bot.fake.answer(&sent).await;
    assert!(set.embed_text().contains("🔹 **Quiet hours**: 22:00–07:00"), "{}", set.embed_text());
    let rules = bot.settings.rules(Some(fake.guild()), 1).await.expect("rules");
    assert_eq!(rules.quiet, Some(QuietHours { from: 22 * 60, to: 7 * 60 }));
    bot.stop().await;
}

async fn every_change_is_written_down() {
    let bot = Bot::with_commands().await;
    let (fake, mara) = (&bot.fake, manager(&bot).await);
    let panel = open(&bot, mara, fake.general(), "channel").await;
    let one = pick(&bot, mara, &panel, "triggers").await;
    let pressed = fake.choose_values(mara, &one, "set:c:choose:triggers", &["mention", "keyword"]);
    let one = bot.fake.answer(&pressed).await;
    let back = fake.click(mara, &one, &one.button("Back"));
    let panel = bot.fake.answer(&back).await;
    let pressed = fake.click(mara, &panel, &panel.button("Who changed what"));
    let told = bot.fake.answer(&pressed).await.embed_text();
    let line = format!("<@{mara}> <#{}> **What calls me**: (not set) → my name, a keyword", fake.general());
    assert!(told.contains(&line), "{told}");
    bot.stop().await;
}

async fn in_direct_messages_a_person_sets_what_is_theirs() {
    let bot = Bot::with_commands().await;
    let (fake, jo) = (&bot.fake, bot.fake.jo());
    let dm = fake.dm_channel(jo);
    let panel = open(&bot, jo, dm, "channel").await;
    let told = panel.embed_text();
    assert!(
        told.contains("**Time zone**: UTC") && !told.contains("Limits a day") && !told.contains("Whom I answer"),
        "{told}"
    );
    let one = pick(&bot, jo, &panel, "display").await;
    let pressed = fake.choose_values(jo, &one, "set:c:choose:display", &["off"]);
    bot.fake.answer(&pressed).await;
    assert_eq!(bot.settings.rules(None, dm).await.expect("rules").display, Display::Off);
    bot.stop().await;
}

async fn the_panel_works_after_a_restart_of_the_gateway() {
    let bot = Bot::with_commands().await;
    let (fake, mara) = (&bot.fake, manager(&bot).await);
    let panel = open(&bot, mara, fake.general(), "channel").await;
    fake.drop_connections();
    let one = pick(&bot, mara, &panel, "triggers").await;
    let pressed = fake.choose_values(mara, &one, "set:c:choose:triggers", &["mention"]);
    bot.fake.answer(&pressed).await;
    let rules = bot.settings.rules(Some(fake.guild()), fake.general()).await.expect("rules");
    assert_eq!(rules.triggers, [Trigger::Mention].into());
    bot.stop().await;
}
