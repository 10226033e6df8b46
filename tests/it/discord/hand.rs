//! Memory in people's hands: commands, buttons, menus and forms, with memory played by the test.

use keepsake::agent::ReplySink;
use keepsake::memory::outgoing::OutboxRow;
use keepsake::memory::{
    Actor, Afterwards, AgentKey, EditCard, EditTarget, Label, OutboxId, Outgoing, PersonId, Source,
};
use serde_json::json;

use super::bot::{Bot, sink};
use super::desk::{Call, MARA, Mood, PERSONA, persona_card};
use crate::support::discord::{Id, Shown, Trouble};

crate::trials![
    one_block_is_shown_with_its_buttons,
    blocks_and_passages_are_offered_while_one_types,
    people_edit_the_block_about_them_and_no_other,
    a_file_is_written_at_the_version_in_its_name,
    the_history_is_paged_and_shows_a_change_whole,
    a_change_is_restored_by_whom_it_may,
    what_was_found_can_be_deleted_or_forgotten,
    a_search_is_paged_by_buttons,
    passages_are_added_and_deleted,
    the_newest_change_is_taken_back,
    below_an_answer_each_edit_has_its_buttons,
    many_edits_have_only_undo,
    f21_without_its_embed_an_answer_has_no_buttons,
    what_is_written_into_a_changed_block_is_kept_and_shown_beside_it,
    a_message_is_remembered,
    nobody_puts_words_into_a_message_that_is_remembered,
    a_message_is_forgotten_by_who_said_it_or_manages,
    why_is_refused_for_what_is_no_answer_here,
    the_context_is_a_picture_with_numbers,
    an_export_comes_file_by_file_for_who_manages,
    an_import_asks_first,
    who_has_lost_the_permission_confirms_no_import_and_no_removal,
    wrong_files_are_refused_with_what_is_wrong,
];

fn me(id: Id) -> Actor {
    Actor::Person(PersonId(id))
}

async fn one_block_is_shown_with_its_buttons() {
    let bot = Bot::with_commands().await;
    let fake = &bot.fake;
    let dm = fake.dm_channel(fake.mara());
    let shown = fake.answer(&fake.slash(fake.mara(), dm, "memory", "show", json!({"block": "persona"}))).await;
    assert!(shown.is_ephemeral() && shown.embeds().len() == 1, "{shown:?}");
    let edit = fake.click(fake.mara(), &shown, &shown.button("Edit"));
    assert_eq!(fake.form(&edit).await["components"][0]["components"][0]["value"], PERSONA);
    let history = fake.answer(&fake.click(fake.mara(), &shown, &shown.button("History"))).await;
    assert!(history.is_ephemeral() && history.embed_text().contains("- I was Kept.\n+ I am Keepsake."));
    let by_name = fake.answer(&fake.slash(fake.mara(), dm, "memory", "show", json!({"block": "mara"}))).await;
    assert!(by_name.embed_text().contains("Has a cat."), "{}", by_name.embed_text());
    let none = fake.answer(&fake.slash(fake.mara(), dm, "memory", "show", json!({"block": "nobody"}))).await;
    assert_eq!(none.text(), "There is no such block here. `/memory show` shows which there are.");
    bot.stop().await;
}

async fn blocks_and_passages_are_offered_while_one_types() {
    let bot = Bot::with_commands().await;
    let fake = &bot.fake;
    let typed = async |sub: &str, option: &str, typed: &str| {
        fake.offered(&fake.type_into(fake.mara(), fake.general(), ("memory", sub), option, typed)).await
    };
    let all = typed("show", "block", "").await;
    assert_eq!(all, [("persona".into(), json!("persona")), ("human · Mara".into(), json!("human:7"))]);
    assert_eq!(typed("edit", "block", "MAR").await, [("human · Mara".into(), json!("human:7"))]);
    let passages = typed("delete", "number", "cat").await;
    assert_eq!((passages.len(), &passages[0].1), (25, &json!(1)));
    bot.desk.set_mood(Mood::Broken);
    assert!(typed("history", "block", "").await.is_empty());
    bot.stop().await;
}

async fn people_edit_the_block_about_them_and_no_other() {
    let bot = Bot::with_commands().await;
    let fake = &bot.fake;
    let own = format!("human:{}", fake.jo());
    for block in ["persona", "human:7"] {
        let refused =
            fake.answer(&fake.slash(fake.jo(), fake.general(), "memory", "edit", json!({"block": block}))).await;
        assert!(refused.is_ephemeral() && refused.text().contains("**Manage Channels**"), "{}", refused.text());
    }
    // A block that is not listed is not theirs to name.
    let unknown = fake.answer(&fake.slash(fake.jo(), fake.general(), "memory", "edit", json!({"block": own}))).await;
    assert!(unknown.text().contains("no such block"), "{}", unknown.text());
    fake.make_manager(fake.guild(), fake.jo());
    let pressed = fake.slash(fake.jo(), fake.general(), "memory", "edit", json!({"block": "human:7"}));
    fake.form(&pressed).await;
    let done = fake.answer(&fake.submit_form(&pressed, &[("part-0", "")])).await;
    assert!(done.is_ephemeral() && done.embeds().len() == 1, "a person's block may be emptied: {done:?}");
    let target = EditTarget::Block(Label::Human(PersonId(MARA)));
    let key = AgentKey::Channel(fake.general());
    assert_eq!(bot.desk.calls().last(), Some(&Call::Rewrite(key, target, 5, String::new(), me(fake.jo()))));
    bot.stop().await;
}

async fn a_file_is_written_at_the_version_in_its_name() {
    let bot = Bot::with_commands().await;
    let fake = &bot.fake;
    let dm = fake.dm_channel(fake.mara());
    let mut versions = Vec::new();
    for name in ["block.3.txt", "notes.txt"] {
        let file = fake.attach(name, "text/plain", b"Has two cats.");
        fake.answer(&fake.slash(fake.mara(), dm, "memory", "edit", json!({"block": "human:7", "file": file}))).await;
        let Some(Call::Rewrite(_, _, version, text, _)) = bot.desk.calls().last().cloned() else { panic!("rewritten") };
        versions.push((version, text));
    }
    assert_eq!(versions, [(3, "Has two cats.".to_owned()), (5, "Has two cats.".to_owned())]);
    bot.stop().await;
}

async fn the_history_is_paged_and_shows_a_change_whole() {
    let bot = Bot::with_commands().await;
    let fake = &bot.fake;
    let key = AgentKey::Channel(fake.general());
    let shown =
        fake.answer(&fake.slash(fake.jo(), fake.general(), "memory", "history", json!({"block": "persona"}))).await;
    assert!(shown.is_ephemeral() && shown.embed_text().contains("**1** · persona"), "{}", shown.embed_text());
    let turned = fake.click(fake.jo(), &shown, &shown.button("On ›"));
    let second = fake.answer_where(&turned, |shown| shown.embed_text().contains("**11**")).await;
    assert_eq!(second.id(), shown.id(), "the page is turned in its place");
    let whole = fake.answer(&fake.choose(fake.jo(), &second, "11 · persona")).await;
    assert!(whole.is_ephemeral() && whole.buttons().len() == 2, "{whole:?}");
    let persona = Some(EditTarget::Block(Label::Persona));
    let calls = bot.desk.calls();
    let pages: Vec<&Call> = calls.iter().filter(|call| matches!(call, Call::Changes(..))).collect();
    assert_eq!(pages, [&Call::Changes(key.clone(), persona.clone(), 1), &Call::Changes(key.clone(), persona, 2)]);
    assert!(matches!(calls.last(), Some(Call::Change(of, _)) if *of == key));
    bot.stop().await;
}

async fn a_change_is_restored_by_whom_it_may() {
    let bot = Bot::with_commands().await;
    let fake = &bot.fake;
    let shown = fake.answer(&fake.slash(fake.jo(), fake.general(), "memory", "history", json!({}))).await;
    let whole = fake.answer(&fake.choose(fake.jo(), &shown, "1 · persona")).await;
    for button in ["Restore", "Undo"] {
        let refused = fake.answer(&fake.click(fake.jo(), &whole, &whole.button(button))).await;
        assert!(refused.is_ephemeral() && refused.text().contains("**Manage Channels**"), "{}", refused.text());
    }
    assert!(!bot.desk.calls().iter().any(|call| matches!(call, Call::Restore(..) | Call::Undo(..))));
    fake.make_manager(fake.guild(), fake.jo());
    let restored = fake.answer(&fake.click(fake.jo(), &whole, &whole.button("Restore"))).await;
    assert!(restored.embed_text().contains("+ as it was"), "{}", restored.embed_text());
    bot.stop().await;
}

async fn what_was_found_can_be_deleted_or_forgotten() {
    let bot = Bot::with_commands().await;
    let fake = &bot.fake;
    let shown = fake.answer(&fake.slash(fake.jo(), fake.general(), "memory", "search", json!({"text": "cats"}))).await;
    let text = shown.embed_text();
    assert!(text.contains("archive #12") && text.contains("50 %") && text.contains("`pets`"), "{text}");
    assert_eq!(shown.menu().1.len(), 2, "a piece of a document cannot go by itself");
    let refused = fake.answer(&fake.choose(fake.jo(), &shown, "Delete #12")).await;
    assert!(refused.text().contains("**Manage Channels**"), "{}", refused.text());
    let unknown = fake.answer(&fake.choose(fake.jo(), &shown, "Forget Mara")).await;
    assert!(unknown.text().contains("Nobody said that to me here"), "{}", unknown.text());
    bot.desk.remember(6, fake.jo());
    let forgotten = fake.answer(&fake.choose(fake.jo(), &shown, "Forget Mara")).await;
    assert!(forgotten.is_ephemeral() && forgotten.text().contains("I forget that message"), "{}", forgotten.text());
    let [change] = bot.intake.changes().try_into().expect("one change");
    assert_eq!((change.event.as_str(), change.channel, &change.now), ("discord:6", 5, &Afterwards::Deleted));
    fake.make_manager(fake.guild(), fake.jo());
    let gone = fake.answer(&fake.choose(fake.jo(), &shown, "Delete #12")).await;
    assert!(gone.embed_text().contains("- about cats"), "{}", gone.embed_text());
    let back = fake.answer(&fake.click(fake.jo(), &gone, &gone.button("Undo"))).await;
    assert!(back.embed_text().contains("+ as it was"), "{}", back.embed_text());
    bot.stop().await;
}

async fn a_search_is_paged_by_buttons() {
    let bot = Bot::with_commands().await;
    let fake = &bot.fake;
    let query = "é\"`*".repeat(50);
    let shown = fake.answer(&fake.slash(fake.jo(), fake.general(), "memory", "search", json!({"text": query}))).await;
    let turned = fake.click(fake.jo(), &shown, &shown.button("On ›"));
    fake.answer_where(&turned, |shown| {
        shown.embeds()[0]["footer"]["text"].as_str().is_some_and(|text| text.contains("2/2"))
    })
    .await;
    let key = AgentKey::Channel(fake.general());
    assert_eq!(bot.desk.calls().last(), Some(&Call::Search(key, query, 2)));
    let old = fake.click_unseen(fake.jo(), &shown, "search-page/0123/2");
    fake.wait("it is said that the list is old", |state| {
        state.interactions[&old.0]
            .followups
            .iter()
            .find(|id| state.messages[id].value["content"].as_str().is_some_and(|text| text.contains("too old")))
            .copied()
    })
    .await;
    bot.stop().await;
}

async fn passages_are_added_and_deleted() {
    let bot = Bot::with_commands().await;
    let fake = &bot.fake;
    let add = json!({"text": "Miso is a cat.", "tags": "Pets, cats,, "});
    let refused = fake.answer(&fake.slash(fake.jo(), fake.general(), "memory", "add", add.clone())).await;
    assert!(refused.text().contains("**Manage Channels**"), "{}", refused.text());
    let dm = fake.dm_channel(fake.jo());
    let added = fake.answer(&fake.slash(fake.jo(), dm, "memory", "add", add)).await;
    assert!(added.is_ephemeral() && added.embed_text().contains("+ Miso is a cat."), "{}", added.embed_text());
    let (key, tags) = (AgentKey::Dm(PersonId(fake.jo())), vec!["Pets".to_owned(), "cats".to_owned()]);
    assert_eq!(
        bot.desk.calls().last(),
        Some(&Call::Add(key.clone(), "Miso is a cat.".into(), tags, None, me(fake.jo())))
    );
    fake.answer(&fake.slash(fake.jo(), dm, "memory", "delete", json!({"number": 12}))).await;
    assert_eq!(bot.desk.calls().last(), Some(&Call::RemovePassage(key, 12, me(fake.jo()))));
    let none = fake.answer(&fake.slash(fake.jo(), dm, "memory", "delete", json!({"number": 100}))).await;
    assert!(none.text().starts_with("There is no passage 100"), "{}", none.text());
    bot.stop().await;
}

async fn the_newest_change_is_taken_back() {
    let bot = Bot::with_commands().await;
    let fake = &bot.fake;
    let none = fake.answer(&fake.slash(fake.jo(), fake.general(), "memory", "undo", json!({}))).await;
    assert_eq!(none.text(), "There is no change that you could take back.");
    let done = fake.answer(&fake.slash(fake.jo(), fake.dm_channel(fake.jo()), "memory", "undo", json!({}))).await;
    assert!(done.embed_text().contains("+ as it was"), "{}", done.embed_text());
    let (channel, dm) = (AgentKey::Channel(fake.general()), AgentKey::Dm(PersonId(fake.jo())));
    let jo = PersonId(fake.jo());
    assert_eq!(bot.desk.calls(), [Call::UndoTheirs(channel, jo), Call::Undo(dm, None, me(fake.jo()))]);
    bot.stop().await;
}

/// The answer that these edits stand below.
async fn answer_with(bot: &Bot, cards: Vec<EditCard>) -> Shown {
    let (guild, channel) = (Some(bot.fake.guild()), bot.fake.general());
    let message = bot.fake.say(bot.fake.mara(), channel, "x");
    let row = OutboxRow {
        id: OutboxId::at(chrono::Utc::now()),
        outgoing: Outgoing::Reply { text: "Noted.".into(), cards },
        to: Source { guild, channel, message },
        created_at: chrono::Utc::now(),
        attempts: 0,
        sent: Vec::new(),
        shown: None,
    };
    sink(&bot.fake).deliver(&AgentKey::Channel(channel), &row).await.expect("it is delivered");
    bot.fake.next_message(channel, |shown| shown.text() == "Noted.").await
}

fn human_card(person: Id, version: i64) -> EditCard {
    let mut card = persona_card("a", "b", version, Actor::Model);
    card.edit.target = EditTarget::Block(Label::Human(PersonId(person)));
    card.title = "human · Mara".into();
    card
}

async fn below_an_answer_each_edit_has_its_buttons() {
    let bot = Bot::with_commands().await;
    let fake = &bot.fake;
    let one = answer_with(&bot, vec![human_card(fake.mara(), 1)]).await;
    let labels = |shown: &Shown| shown.buttons().into_iter().map(|(label, ..)| label).collect::<Vec<_>>();
    assert_eq!(labels(&one), ["Undo", "Edit", "History"]);
    let cards = vec![human_card(fake.mara(), 1), human_card(fake.mara(), 2), persona_card("a", "b", 1, Actor::Model)];
    let three = answer_with(&bot, cards).await;
    assert_eq!(three.0["components"].as_array().map(Vec::len), Some(3));
    // What each does after another connection, for whom.
    fake.invalidate_sessions();
    fake.connected().await;
    let refused = fake.answer(&fake.click(fake.jo(), &three, &three.button("Undo 1"))).await;
    assert!(refused.is_ephemeral() && refused.text().contains("Only the person"), "{}", refused.text());
    let refused = fake.answer(&fake.click(fake.jo(), &three, &three.button("Edit 1"))).await;
    assert!(refused.is_ephemeral() && refused.text().contains("the block about you"), "{}", refused.text());
    fake.form(&fake.click(fake.mara(), &three, &three.button("Edit 2"))).await;
    let history = fake.answer(&fake.click(fake.jo(), &three, &three.button("History 3"))).await;
    assert!(history.embed_text().contains("I was Kept."), "{}", history.embed_text());
    let done = fake.answer(&fake.click(fake.mara(), &three, &three.button("Undo 1"))).await;
    assert!(done.is_ephemeral() && done.embed_text().contains("+ as it was"), "{}", done.embed_text());
    bot.stop().await;
}

async fn many_edits_have_only_undo() {
    let bot = Bot::with_commands().await;
    let shown = answer_with(&bot, (1..=27).map(|version| human_card(7, version)).collect()).await;
    let buttons = shown.buttons();
    assert_eq!((buttons.len(), buttons[24].0.as_str()), (25, "Undo 25: human · Mara"));
    bot.stop().await;
}

async fn f21_without_its_embed_an_answer_has_no_buttons() {
    let bot = Bot::with_commands().await;
    let fake = &bot.fake;
    fake.trouble("POST", "/messages", 1, Trouble::Invalid);
    let shown = answer_with(&bot, vec![human_card(fake.mara(), 1)]).await;
    assert_eq!((shown.text(), shown.embeds().len(), shown.buttons().len()), ("Noted.", 0, 0));
    bot.stop().await;
}

async fn what_is_written_into_a_changed_block_is_kept_and_shown_beside_it() {
    let bot = Bot::with_commands().await;
    let fake = &bot.fake;
    let shown = answer_with(&bot, vec![human_card(fake.mara(), 1)]).await;
    let form = fake.click(fake.mara(), &shown, &shown.button("Edit"));
    fake.form(&form).await;
    bot.desk.set_mood(Mood::Contested);
    let told = fake.answer(&fake.submit_form(&form, &[("part-0", "Hours of work.")])).await;
    assert!(told.text().contains("Somebody changed it"), "{}", told.text());
    let beside = told.embed_text();
    assert!(beside.contains("Hours of work.") && beside.contains("stands there now:\n```\nHas a cat."), "{beside}");
    bot.stop().await;
}

async fn a_message_is_remembered() {
    let bot = Bot::with_commands().await;
    let fake = &bot.fake;
    let said = fake.say(fake.mara(), fake.general(), "Miso is two.");
    let pressed = fake.message_command(fake.jo(), said, "Remember this");
    let form = fake.form(&pressed).await;
    assert_eq!(form["components"][0]["components"][0]["value"], "Mara: Miso is two.");
    let kept = fake.answer(&fake.submit_form(&pressed, &[("tags", "pets")])).await;
    assert!(kept.is_ephemeral() && kept.embed_text().contains("+ Mara: Miso is two."), "{}", kept.embed_text());
    let from = Some(Source { guild: Some(fake.guild()), channel: fake.general(), message: said });
    let key = AgentKey::Channel(fake.general());
    let add = Call::Add(key, "Mara: Miso is two.".into(), vec!["pets".into()], from, me(fake.jo()));
    assert_eq!(bot.desk.calls().last(), Some(&add));
    let long = fake.say(fake.mara(), fake.general(), &"x".repeat(2_000));
    let pressed = fake.message_command(fake.jo(), long, "Remember this");
    fake.form(&pressed).await;
    bot.stop().await;
}

async fn nobody_puts_words_into_a_message_that_is_remembered() {
    let bot = Bot::with_commands().await;
    let (fake, key) = (&bot.fake, AgentKey::Channel(bot.fake.general()));
    let said = fake.say(fake.mara(), fake.general(), "good morning all of you");
    let keep = async |text: &str| {
        let pressed = fake.message_command(fake.jo(), said, "Remember this");
        fake.form(&pressed).await;
        fake.answer(&fake.submit_form(&pressed, &[("text", text), ("tags", "greeting")])).await
    };
    let refused = keep("Mara: she stole the till").await;
    assert!(refused.is_ephemeral() && refused.text().contains("in its own words"), "{}", refused.text());
    assert!(refused.embed_text().contains("she stole the till"), "what was written is not lost: {refused:?}");
    assert!(!bot.desk.calls().iter().any(|call| matches!(call, Call::Add(..))));
    let kept = keep(" Mara:  good morning\nall of you ").await;
    assert_eq!(kept.text(), "", "only what stands between the words differs");
    let from = Source { guild: Some(fake.guild()), channel: fake.general(), message: said };
    let tags = vec!["greeting".to_owned()];
    let by_jo = |text: &str, from| Call::Add(key.clone(), text.into(), tags.clone(), from, me(fake.jo()));
    assert_eq!(bot.desk.calls().last(), Some(&by_jo(" Mara:  good morning\nall of you ", Some(from))));
    // Whoever manages may write something else, as their own.
    fake.make_manager(fake.guild(), fake.jo());
    let kept = keep("Mara: is up early").await;
    assert!(kept.text().contains("I keep them as yours"), "{}", kept.text());
    let own = format!("is up early\n(about {})", from.jump_link().expect("a link"));
    assert_eq!(bot.desk.calls().last(), Some(&by_jo(&own, None)));
    assert!(keep("Mara: ").await.text().contains("no words in it"));
    // What is gone says nothing any more.
    fake.unmake_manager(fake.guild(), fake.jo());
    let pressed = fake.message_command(fake.jo(), said, "Remember this");
    fake.form(&pressed).await;
    fake.delete(said);
    let refused = fake.answer(&fake.submit_form(&pressed, &[])).await;
    assert!(refused.text().contains("no such message"), "{}", refused.text());
    let silent = fake.say(fake.mara(), fake.general(), "");
    let refused = fake.answer(&fake.message_command(fake.jo(), silent, "Remember this")).await;
    assert!(refused.text().contains("no words in it"), "{}", refused.text());
    bot.stop().await;
}

async fn a_message_is_forgotten_by_who_said_it_or_manages() {
    let bot = Bot::with_commands().await;
    let fake = &bot.fake;
    let said = fake.mention(fake.mara(), fake.general(), "my pin is 5");
    let forget = async |who: Id, message: Id| fake.answer(&fake.message_command(who, message, "Forget this")).await;
    assert!(forget(fake.mara(), said).await.text().contains("Nobody said that to me here"));
    bot.desk.remember(said, fake.mara());
    let refused = forget(fake.jo(), said).await;
    assert!(refused.is_ephemeral() && refused.text().contains("Only the person who said it"), "{}", refused.text());
    assert!(bot.intake.changes().is_empty());
    assert!(forget(fake.mara(), said).await.text().contains("I forget that message"));
    fake.make_manager(fake.guild(), fake.jo());
    forget(fake.jo(), said).await;
    let changes = bot.intake.changes();
    assert_eq!(
        changes.iter().map(|change| (change.message, &change.now)).collect::<Vec<_>>(),
        [(said, &Afterwards::Deleted); 2]
    );
    bot.stop().await;
}

async fn why_is_refused_for_what_is_no_answer_here() {
    let bot = Bot::with_commands().await;
    let fake = &bot.fake;
    let said = fake.say(fake.mara(), fake.general(), "x");
    let told = fake.answer(&fake.message_command(fake.jo(), said, "Why did you say that?")).await;
    assert!(told.is_ephemeral() && told.text().starts_with("That is no answer of mine"), "{}", told.text());
    assert_eq!(bot.desk.calls(), [Call::Why(AgentKey::Channel(fake.general()), said)]);
    bot.stop().await;
}

async fn the_context_is_a_picture_with_numbers() {
    let bot = Bot::with_commands().await;
    let fake = &bot.fake;
    let shown = fake.answer(&fake.slash(fake.jo(), fake.general(), "context", "", json!({}))).await;
    assert!(shown.is_ephemeral() && shown.embed_text().contains("🟩 conversation: **3000**"), "{}", shown.embed_text());
    assert_eq!(shown.embeds()[0]["image"]["url"], "attachment://context.png");
    let [(name, url, alt)] = shown.files().try_into().expect("one file");
    assert!(name == "context.png" && alt.contains("conversation 3000"), "{name} {alt}");
    assert!(fake.content(&url).starts_with(b"\x89PNG"));
    bot.stop().await;
}

async fn an_export_comes_file_by_file_for_who_manages() {
    let bot = Bot::with_commands().await;
    let fake = &bot.fake;
    let refused = fake.answer(&fake.slash(fake.jo(), fake.general(), "memory", "export", json!({}))).await;
    assert!(refused.text().contains("**Manage Channels**") && refused.files().is_empty(), "{}", refused.text());
    let dm = fake.dm_channel(fake.jo());
    let pressed = fake.slash(fake.jo(), dm, "memory", "export", json!({}));
    let first = fake.answer(&pressed).await;
    assert!(first.is_ephemeral() && first.text().contains("in 2 files"), "{}", first.text());
    fake.wait("the second file comes", |state| state.interactions[&pressed.0].followups.first().copied()).await;
    let second = fake.followups(&pressed).remove(0);
    assert!(second.is_ephemeral());
    let name = |shown: &Shown| shown.files()[0].0.clone();
    assert_eq!([name(&first), name(&second)], ["memory-1.json", "memory-2.json"]);
    bot.stop().await;
}

/// A file of an export with one message in it.
fn export_file(part: usize, last: bool) -> Vec<u8> {
    json!({
        "keepsake_export": 1, "agent": "channel:1", "since": "2026-01-01T00:00:00Z",
        "exported_at": "2026-01-02T00:00:00Z", "part": part,
        "items": [{"message": {"at": "2026-01-01T00:00:00Z", "source": null, "body": {"agent": {"text": "Hi", "calls": []}}}}],
        "last": last,
    })
    .to_string()
    .into_bytes()
}

async fn an_import_asks_first() {
    let bot = Bot::with_commands().await;
    let fake = &bot.fake;
    let files =
        [export_file(1, false), export_file(2, true)].map(|file| fake.attach("m.json", "application/json", &file));
    let options = json!({"file": files[1], "file2": files[0]});
    let refused = fake.answer(&fake.slash(fake.jo(), fake.general(), "memory", "import", options.clone())).await;
    assert!(refused.text().contains("**Manage Channels**"), "{}", refused.text());
    let dm = fake.dm_channel(fake.jo());
    let asked = fake.answer(&fake.slash(fake.jo(), dm, "memory", "import", options.clone())).await;
    assert!(asked.is_ephemeral() && asked.text().starts_with("This takes in 1 block, 2 messages."), "{}", asked.text());
    let left = fake.click(fake.jo(), &asked, &asked.button("Leave it"));
    assert_eq!(fake.answer(&left).await.text(), "Nothing was taken in.");
    assert!(!bot.desk.calls().iter().any(|call| matches!(call, Call::Import(..))));
    let asked = fake.answer(&fake.slash(fake.jo(), dm, "memory", "import", options)).await;
    let done = fake.click(fake.jo(), &asked, &asked.button("Take it in"));
    fake.answer_where(&done, |shown| shown.text() == "Taken in: 1 block, 2 messages.").await;
    let key = AgentKey::Dm(PersonId(fake.jo()));
    assert_eq!(bot.desk.calls().last(), Some(&Call::Import(key, 2, me(fake.jo()))));
    bot.stop().await;
}

async fn who_has_lost_the_permission_confirms_no_import_and_no_removal() {
    let bot = Bot::with_commands().await;
    let (fake, jo) = (&bot.fake, bot.fake.jo());
    let file = fake.attach("m.json", "application/json", &export_file(1, true));
    for (command, sub, options) in
        [("memory", "import", json!({"file": file})), ("docs", "remove", json!({"number": 3}))]
    {
        fake.make_manager(fake.guild(), jo);
        let asked = fake.answer(&fake.slash(jo, fake.general(), command, sub, options)).await;
        fake.unmake_manager(fake.guild(), jo);
        let clicked = fake.click(jo, &asked, &asked.buttons()[0].1);
        let refused = fake.answer_where(&clicked, |shown| shown.text().contains("**Manage Channels**")).await;
        assert!(refused.buttons().is_empty(), "{refused:?}");
    }
    assert!(!bot.desk.calls().iter().any(|call| matches!(call, Call::Import(..) | Call::Remove(..))));
    bot.stop().await;
}

async fn wrong_files_are_refused_with_what_is_wrong() {
    let bot = Bot::with_commands().await;
    let fake = &bot.fake;
    let dm = fake.dm_channel(fake.jo());
    for (content, why) in [
        (b"no json".to_vec(), "file 1 is no export of Keepsake"),
        (export_file(1, false), "file 2 of this export is missing"),
        (
            String::from_utf8(export_file(1, true)).expect("text").replace("Hi\",", "Hi\",\"x\":1,").into_bytes(),
            "unknown field",
        ),
    ] {
        let file = fake.attach("m.json", "application/json", &content);
        let told = fake.answer(&fake.slash(fake.jo(), dm, "memory", "import", json!({"file": file}))).await;
        assert!(told.text().starts_with("That cannot be taken in: ") && told.text().contains(why), "{}", told.text());
    }
    assert_eq!(bot.desk.calls(), []);
    bot.stop().await;
}
