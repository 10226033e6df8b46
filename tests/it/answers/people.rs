//! What is whose: forgetting and opting out through the whole program, and places that are gone.

use keepsake::memory::PersonId;
use keepsake::settings::{Change, Site};
use serde_json::{Value, json};

use super::house::House;
use crate::support::app::until;
use crate::support::discord::{Id, Shown};

crate::trials![
    what_was_remembered_of_somebody_is_theirs,
    a_title_goes_with_whoever_gave_it,
    who_opted_out_is_named_nowhere,
    opting_out_takes_what_waits_out_of_the_queue,
    a_form_that_was_open_keeps_nothing_of_who_opted_out,
    what_was_deleted_while_away_is_noted,
    a_server_with_nothing_but_settings_is_noted,
];

async fn ask(house: &House, who: Id, channel: Id, text: &str) -> Shown {
    house.model.reply("Noted.");
    let said = house.fake.mention(who, channel, text);
    let shown = house.fake.next_message(channel, |message| message.answers(said)).await;
    house.idle().await;
    shown
}

async fn ada(house: &House) -> Id {
    let ada = house.fake.new_user("Ada Quill");
    house.fake.join(house.fake.guild(), ada);
    ada
}

async fn privacy(house: &House, who: Id, what: &str) -> Shown {
    house.fake.answer(&house.fake.slash(who, house.fake.general(), "privacy", what, json!({}))).await
}

async fn forget(house: &House, who: Id) {
    let asked = privacy(house, who, "forget-me").await;
    let clicked = house.fake.click(who, &asked, &asked.button("Take it away"));
    house.fake.answer_where(&clicked, |shown| shown.text().contains("I have looked again")).await;
}

async fn no_trace(house: &House, traces: &[&str]) {
    let all = house.dump().await;
    for trace in traces {
        let lines: Vec<&str> = all.lines().filter(|line| line.contains(trace) && !line.contains('\0')).collect();
        assert!(lines.is_empty(), "{trace}: {lines:#?}");
    }
}

async fn what_was_remembered_of_somebody_is_theirs() {
    let house = House::open().await;
    let (fake, mara, ada) = (&house.fake, house.fake.mara(), ada(&house).await);
    ask(&house, mara, fake.general(), "hello").await;
    fake.make_manager(fake.guild(), mara);
    let unheard = fake.say(ada, fake.general(), "my secret is tangerine seventy-seven");
    let pressed = fake.message_command(mara, unheard, "Remember this");
    fake.form(&pressed).await;
    fake.answer(&fake.submit_form(&pressed, &[])).await;
    let shown = privacy(&house, ada, "show").await;
    assert!(shown.embed_text().contains("passage"), "{}", shown.embed_text());
    let export = house.app.desk.export_person(PersonId(ada)).await.expect("an export").concat();
    assert!(export.contains("tangerine"), "{export}");
    forget(&house, ada).await;
    no_trace(&house, &["tangerine", "Ada Quill", &ada.to_string()]).await;
    house.close().await;
}

async fn a_title_goes_with_whoever_gave_it() {
    let house = House::open().await;
    let (fake, mara, ada) = (&house.fake, house.fake.mara(), ada(&house).await);
    let thread = fake.new_thread(fake.general(), ada, "The plague of xyzzy");
    ask(&house, mara, thread, "what is this?").await;
    let forum = fake.new_forum(fake.guild(), "help");
    let post = fake.new_forum_post(forum, ada, "Title frobnicate", "Body of the wombat post.");
    house.model.reply("Hm.");
    let reply = fake.reply(mara, fake.bot_said(post, "earlier"), &format!("<@{}> so?", fake.bot()));
    fake.next_message(post, |message| message.answers(reply)).await;
    house.idle().await;
    let before = house.dump().await;
    assert!(before.contains("xyzzy") && before.contains("frobnicate"), "both titles were told");
    forget(&house, ada).await;
    no_trace(&house, &["xyzzy", "frobnicate", &ada.to_string()]).await;
    assert!(house.dump().await.contains("earlier"), "what was answered is not hers");
    house.close().await;
}

async fn who_opted_out_is_named_nowhere() {
    let house = House::open().await;
    let (fake, mara, ada) = (&house.fake, house.fake.mara(), ada(&house).await);
    privacy(&house, ada, "opt-out").await;
    let post = fake.new_forum_post(fake.new_forum(fake.guild(), "help"), ada, "Secret title", "secret body");
    let user = json!({"id": ada.to_string(), "username": "ada", "discriminator": "0", "global_name": "Ada Quill",
        "avatar": Value::Null});
    let snapshot = json!({"content": format!("ask <@{ada}>"), "timestamp": "2026-01-01T00:00:00+00:00",
        "edited_timestamp": Value::Null, "mentions": [user], "mention_roles": [], "attachments": [], "embeds": [],
        "type": 0, "flags": 0, "components": []});
    let body =
        json!({"content": format!("<@{}> look <#{post}>", fake.bot()), "message_snapshots": [{"message": snapshot}]});
    house.model.reply("Seen.");
    let said = fake.post(mara, fake.general(), body);
    fake.next_message(fake.general(), |message| message.answers(said)).await;
    house.idle().await;
    let asked = house.model.last_request().prompt();
    assert!(
        asked.contains("ask @a person who opted out") && asked.contains("#a thread of a person who opted out"),
        "{asked}"
    );
    let met = fake.say(mara, fake.general(), &format!("I met <@{ada}> today"));
    let form = fake.form(&fake.message_command(mara, met, "Remember this")).await.to_string();
    assert!(form.contains("I met @a person who opted out today"), "{form}");
    no_trace(&house, &["Ada Quill", "Secret title"]).await;
    house.close().await;
}

async fn opting_out_takes_what_waits_out_of_the_queue() {
    let house = House::open().await;
    let (fake, mara, ada) = (&house.fake, house.fake.mara(), ada(&house).await);
    let gate = house.tells(&["One sentence is here. Then", " more"]);
    let slow = fake.mention(mara, fake.general(), "a slow one");
    house.model.wait_for_requests(1).await;
    fake.mention(ada, fake.general(), "waiting papaya");
    until("it waits", async || house.dump().await.contains("waiting papaya")).await;
    privacy(&house, ada, "opt-out").await;
    no_trace(&house, &["waiting papaya"]).await;
    gate.open();
    fake.next_message(fake.general(), |message| message.answers(slow)).await;
    house.idle().await;
    assert_eq!(house.model.requests().len(), 1, "nothing else is answered");
    house.close().await;
}

async fn a_form_that_was_open_keeps_nothing_of_who_opted_out() {
    let house = House::open().await;
    let (fake, mara, ada) = (&house.fake, house.fake.mara(), ada(&house).await);
    fake.make_manager(fake.guild(), mara);
    let said = fake.say(ada, fake.general(), "kumquat words");
    let pressed = fake.message_command(mara, said, "Remember this");
    fake.form(&pressed).await;
    privacy(&house, ada, "opt-out").await;
    let refused = fake.answer(&fake.submit_form(&pressed, &[])).await;
    assert!(refused.embeds().is_empty(), "{}", refused.text());
    no_trace(&house, &["kumquat"]).await;
    house.close().await;
}

async fn what_was_deleted_while_away_is_noted() {
    let house = House::open().await;
    let (fake, mara) = (&house.fake, house.fake.mara());
    let kept = fake.new_thread(fake.general(), mara, "kept");
    let gone = fake.new_channel(fake.guild(), "gone");
    ask(&house, mara, gone, "the gone secret").await;
    let (settings, guild) = (&house.app.stores.settings, Some(fake.guild()));
    for channel in [kept, gone] {
        let apart = settings.change(Site::Channel(channel), guild, Change::Apart(Some(true)), PersonId(mara));
        apart.await.expect("it is accepted");
    }
    ask(&house, mara, kept, "in the thread").await;
    let asked = fake.requests("GET", &format!("/channels/{kept}"));
    fake.archive(kept, false);
    fake.change(|state| drop(state.channels.remove(&gone)));
    fake.invalidate_sessions();
    let departed = async |channel: Id| {
        let told = format!("departures: {}", Site::Channel(channel));
        house.dump().await.lines().any(|line| line.contains(&told))
    };
    until("the channel is noted", async || departed(gone).await).await;
    until("the thread was asked for", async || fake.requests("GET", &format!("/channels/{kept}")) > asked).await;
    assert!(!departed(kept).await && !departed(fake.general()).await, "an archived thread is there");
    house.app.agents.sweep().await.expect("a round");
    house.close().await;
}

async fn a_server_with_nothing_but_settings_is_noted() {
    let house = House::with(&[("KEEPSAKE_GUILD_GRACE_DAYS", "0")], |_| {}).await;
    let (fake, mara) = (&house.fake, PersonId(house.fake.mara()));
    let other = fake.new_guild("Other");
    let change = house.app.stores.settings.change(Site::Guild(other), Some(other), Change::Bots(Some(true)), mara);
    change.await.expect("it is accepted");
    fake.change(|state| {
        state.guilds.remove(&other);
        state.channels.retain(|_, channel| channel.guild != Some(other));
    });
    fake.invalidate_sessions();
    until("the guild is noted", async || house.dump().await.contains(&format!("departures: {}", Site::Guild(other))))
        .await;
    house.app.agents.sweep().await.expect("a round");
    no_trace(&house, &[&Site::Guild(other).to_string()]).await;
    house.close().await;
}
