//! Which model answers where: `/model`, what is offered while its name is typed, and what is asked of the provider then.

use chrono::Utc;
use keepsake::memory::PersonId;
use keepsake::settings::{Change, ChangeError, SettingError, Site};
use serde_json::{Value, json};

use super::house::House;
use crate::support::discord::{Id, Shown};

crate::trials![
    a_model_is_chosen_for_a_channel_and_no_other,
    what_is_chosen_for_the_server_holds_until_a_channel_chooses,
    who_may_not_choose_is_told_and_nothing_changes,
    names_are_offered_while_one_types,
    a_person_chooses_for_their_own_messages,
    a_model_that_is_gone_leaves_the_usual_one_to_answer,
    without_further_models_there_is_nothing_to_choose,
    the_panel_offers_the_same_models,
];

async fn open() -> House {
    House::with(&[("LLM_MODELS", "org/large,small")], |_| {}).await
}

fn manager(house: &House) -> Id {
    house.fake.make_manager(house.fake.guild(), house.fake.mara());
    house.fake.mara()
}

/// What `/model` shows.
async fn model(house: &House, user: Id, channel: Id, options: Value) -> Shown {
    let shown = house.fake.answer(&house.fake.slash(user, channel, "model", "", options)).await;
    assert!(shown.is_ephemeral(), "{shown:?}");
    shown
}

/// The model that the provider is asked for when somebody says something there.
async fn answering(house: &House, channel: Id) -> String {
    house.model.reply("Hello.");
    let said = house.fake.mention(house.fake.mara(), channel, "hello");
    house.fake.next_message(channel, |message| message.answers(said)).await;
    house.idle().await;
    house.model.last_request().body["model"].as_str().expect("a model").to_owned()
}

async fn a_model_is_chosen_for_a_channel_and_no_other() {
    let house = open().await;
    let (mara, general) = (manager(&house), house.fake.general());
    let other = house.fake.new_channel(house.fake.guild(), "other");
    let usual = model(&house, mara, general, json!({})).await.embed_text();
    let told = "**scripted** answers here. It is the usual one; no other was chosen.\n\n\
                Can be chosen: scripted, org/large, small.";
    assert!(usual.contains(told), "{usual}");
    let set = model(&house, mara, general, json!({"name": "small"})).await.embed_text();
    assert!(set.contains("**small** answers here. It was chosen here."), "{set}");
    assert_eq!((answering(&house, general).await, answering(&house, other).await), ("small".into(), "scripted".into()));
    let thread = house.fake.new_thread(general, mara, "aside");
    let told = model(&house, mara, thread, json!({})).await.embed_text();
    assert!(told.contains(&format!("**small** answers here. It was chosen for <#{general}>.")), "{told}");
    assert_eq!(answering(&house, thread).await, "small");
    let back = model(&house, mara, general, json!({"name": "the usual one"})).await.embed_text();
    assert!(back.contains("**scripted** answers here. It is the usual one"), "{back}");
    assert_eq!(answering(&house, general).await, "scripted");
    let (settings, guild) = (&house.app.stores.settings, Some(house.fake.guild()));
    let lines = settings.audit(Site::Channel(general), guild, 0, 9).await.expect("lines").items;
    let changes: Vec<_> = lines.iter().map(|line| (line.setting.as_str(), &*line.before, &*line.after)).collect();
    assert_eq!(changes, [("model", "\"small\"", "null"), ("model", "null", "\"small\"")]);
    assert!(lines.iter().all(|line| line.by == PersonId(mara) && line.site == Site::Channel(general)));
    house.close().await;
}

async fn what_is_chosen_for_the_server_holds_until_a_channel_chooses() {
    let house = open().await;
    let (mara, general) = (manager(&house), house.fake.general());
    let told = model(&house, mara, general, json!({"name": "org/large", "where": "server"})).await.embed_text();
    assert!(told.contains("**org/large** answers here. It was chosen for the whole server."), "{told}");
    assert_eq!(answering(&house, general).await, "org/large");
    model(&house, mara, general, json!({"name": "scripted", "where": "here"})).await;
    assert_eq!(answering(&house, general).await, "scripted");
    let told = model(&house, mara, general, json!({"name": ",usual"})).await.embed_text();
    assert!(told.contains("for the whole server"), "{told}");
    assert_eq!(answering(&house, general).await, "org/large");
    house.close().await;
}

async fn who_may_not_choose_is_told_and_nothing_changes() {
    let house = open().await;
    let (jo, general) = (house.fake.jo(), house.fake.general());
    for (place, needs) in [("here", "**Manage Channels**"), ("server", "**Manage Server**")] {
        let refused = model(&house, jo, general, json!({"name": "small", "where": place})).await;
        assert!(refused.text().contains(needs), "{}", refused.text());
    }
    let shown = model(&house, jo, general, json!({})).await.embed_text();
    assert!(shown.contains("**scripted** answers here."), "{shown}");
    let mara = manager(&house);
    let unknown = model(&house, mara, general, json!({"name": "*gpt*"})).await;
    let told =
        "“\\*gpt\\*” is not among the models that can be chosen. Nothing was changed. `/model` shows which there are.";
    assert_eq!(unknown.text(), told);
    let settings = &house.app.stores.settings;
    let change = Change::Model(Some("gpt".into()));
    let set = settings.change(Site::Channel(general), None, change, PersonId(mara)).await;
    assert!(matches!(set, Err(ChangeError::Setting(SettingError::Model(name))) if name == "gpt"));
    let lines = settings.audit(Site::Channel(general), Some(house.fake.guild()), 0, 9).await.expect("lines");
    assert_eq!(lines.total, 0);
    house.close().await;
}

async fn names_are_offered_while_one_types() {
    let names: Vec<String> = (0..23).map(|n| format!("vendor/model-{n}")).collect();
    let house = House::with(&[("LLM_MODELS", &names.join(","))], |_| {}).await;
    let fake = &house.fake;
    let typed = async |typed: &str| {
        let pressed = fake.type_into(fake.jo(), fake.general(), ("model", ""), "name", typed);
        fake.offered(&pressed).await
    };
    let all = typed("").await;
    assert_eq!(all.len(), 25);
    assert_eq!(all[..2], [("the usual one".into(), json!(",usual")), ("scripted".into(), json!("scripted"))]);
    let some: Vec<Value> = typed("MODEL-2").await.into_iter().map(|(_, value)| value).collect();
    assert_eq!(some, ["vendor/model-2", "vendor/model-20", "vendor/model-21", "vendor/model-22"]);
    assert_eq!(typed("gpt").await, []);
    fake.set_locale(fake.jo(), "de");
    assert_eq!(typed("das").await, [("das übliche".into(), json!(",usual"))]);
    house.close().await;
}

async fn a_person_chooses_for_their_own_messages() {
    let house = open().await;
    let jo = house.fake.jo();
    let (dm, other) = (house.fake.dm_channel(jo), house.fake.dm_channel(house.fake.mara()));
    let told = model(&house, jo, dm, json!({"name": "small", "where": "server"})).await.embed_text();
    assert!(told.contains("**small** answers here. It was chosen here."), "{told}");
    for (user, channel, wanted) in [(jo, dm, "small"), (house.fake.mara(), other, "scripted")] {
        house.model.reply("Hello.");
        let said = house.fake.dm(user, "hello");
        house.fake.next_message(channel, |message| message.answers(said) || message.text() == "Hello.").await;
        house.idle().await;
        assert_eq!(house.model.last_request().body["model"], wanted);
    }
    house.close().await;
}

async fn a_model_that_is_gone_leaves_the_usual_one_to_answer() {
    let house = open().await;
    let (mara, general) = (manager(&house), house.fake.general());
    let (ledger, site) = (&house.app.stores.ledger, Site::Channel(general));
    let chosen = Change::Model(Some("retired".into()));
    let changed = ledger.change_setting(&site, Some(house.fake.guild()), chosen, PersonId(mara), Utc::now()).await;
    changed.expect("it is written").expect("a change");
    assert_eq!(answering(&house, general).await, "scripted");
    let told = model(&house, mara, general, json!({})).await.embed_text();
    let gone = "**scripted** answers here. **retired** was chosen, but whoever runs me does not offer it any more.";
    assert!(told.contains(gone), "{told}");
    let back = model(&house, mara, general, json!({"name": ",usual"})).await.embed_text();
    assert!(back.contains("no other was chosen"), "{back}");
    house.close().await;
}

async fn without_further_models_there_is_nothing_to_choose() {
    let house = House::open().await;
    let (mara, general) = (manager(&house), house.fake.general());
    let told = model(&house, mara, general, json!({})).await.embed_text();
    assert!(told.contains("There is no other to choose."), "{told}");
    let pressed = house.fake.slash(mara, general, "settings", "", json!({"of": "channel"}));
    let panel = house.fake.answer(&pressed).await.embed_text();
    assert!(!panel.contains("**Model**"), "{panel}");
    house.close().await;
}

async fn the_panel_offers_the_same_models() {
    let house = open().await;
    let (fake, mara, general) = (&house.fake, manager(&house), house.fake.general());
    let panel = fake.answer(&fake.slash(mara, general, "settings", "", json!({"of": "channel"}))).await;
    assert!(panel.embed_text().contains("▫️ **Model**: the usual one"), "{}", panel.embed_text());
    let one = fake.answer(&fake.choose_values(mara, &panel, "set:c:pick:", &["model"])).await;
    let options = one.menu().1;
    let names: Vec<&str> = options.iter().map(|(title, _)| title.as_str()).collect();
    assert_eq!(names, ["the usual one", "scripted", "org/large", "small"]);
    let set = fake.answer(&fake.choose_values(mara, &one, "set:c:choose:model", &["org/large"])).await;
    assert!(set.embed_text().contains("🔹 **Model**: org/large"), "{}", set.embed_text());
    assert_eq!(answering(&house, general).await, "org/large");
    let unset = fake.answer(&fake.choose_values(mara, &set, "set:c:choose:model", &[",usual"])).await;
    assert!(unset.embed_text().contains("▫️ **Model**: the usual one"), "{}", unset.embed_text());
    house.close().await;
}
