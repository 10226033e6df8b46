//! The edges of compaction: what leaves the prompt may be larger than the window, and the model may fail at any piece
//! of it.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use keepsake::memory::{Afterwards, MessageChange};
use keepsake::store::Summary;

use crate::support::app::{TestApp, dm, person};
use crate::support::model::{Asked, Script};

crate::trials![
    an_evicted_part_larger_than_the_window_is_summed_up_in_pieces,
    where_a_piece_fails_nothing_of_the_old_summary_is_lost,
    a_message_larger_than_the_window_is_summed_up_from_both_its_ends,
    words_that_look_like_tags_take_no_more_room_than_there_is,
    signs_that_cost_much_leave_room_for_the_rest,
    a_summary_that_is_too_long_is_cut,
    more_pieces_than_a_model_is_asked_for_are_summed_up_without_it,
];

/// A window for a long talk, and one that it does not fit into.
const WIDE: u32 = 32_000;
const NARROW: u32 = 4_096;

fn is_summary(asked: &Asked) -> bool {
    asked.system().starts_with("You keep the running summary")
}

fn summary_requests(test: &TestApp) -> Vec<Asked> {
    test.model.requests().into_iter().filter(is_summary).collect()
}

async fn say(test: &TestApp, text: &str) {
    test.say(&dm(1), &person(1, "Mara"), text).await;
}

async fn tell(test: &TestApp, topics: std::ops::Range<usize>, length: usize) {
    for at in topics {
        say(test, &format!("topic{at} {}", "once upon a time there was a ship ".repeat(length))).await;
    }
}

async fn summary(test: &TestApp) -> Summary {
    let scope = test.scope(&dm(1)).await;
    let ledger = &test.app().stores.ledger;
    assert!(ledger.unsummarized(&scope).await.expect("an answer").is_none(), "the summary lacks something");
    ledger.summary(&scope).await.expect("an answer").expect("there is a summary")
}

/// The topics among those words.
fn topics(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for word in text.split(|c: char| !c.is_alphanumeric()).filter(|word| word.starts_with("topic")) {
        if !found.iter().any(|known| known == word) {
            found.push(word.to_owned());
        }
    }
    found
}

/// Sums up by naming every topic, and says "Go on." to everything else.
fn name_topics(asked: &Asked) -> Script {
    if !is_summary(asked) {
        return Script::reply("Go on.");
    }
    Script::reply(&format!("They spoke of {}.", topics(asked.last_user()).join(" ")))
}

async fn an_evicted_part_larger_than_the_window_is_summed_up_in_pieces() {
    let mut test = TestApp::with_budget(WIDE).await;
    test.model.on(name_topics);
    tell(&test, 0..28, 12).await;
    assert!(summary_requests(&test).is_empty(), "it all fits");
    test.restart_with_budget(NARROW).await;
    say(&test, "Where were we?").await;
    let pieces = summary_requests(&test);
    assert!(pieces.len() > 2, "{} pieces", pieces.len());
    assert!(pieces[1].last_user().contains("<summary>\nThey spoke of topic0 "), "{}", pieces[1].last_user());
    let summary = summary(&test).await;
    let left = topics(&test.model.last_request().prompt().replace(&summary.text, ""));
    for topic in (0..28).map(|at| format!("topic{at}")) {
        assert!(topics(&summary.text).contains(&topic) || left.contains(&topic), "{topic} is lost");
    }
}

async fn where_a_piece_fails_nothing_of_the_old_summary_is_lost() {
    for failing in [1, 2] {
        let mut test = TestApp::with_budget(WIDE).await;
        test.model.on(name_topics);
        say(&test, "topicalma is the boat that Mara keeps in Turku").await;
        tell(&test, 0..22, 12).await;
        test.model.on(|asked| {
            Script::reply(if is_summary(asked) {
                "Mara keeps the boat Alma in Turku, and told stories."
            } else {
                "Go on."
            })
        });
        test.restart_with_budget(NARROW).await;
        say(&test, "Where were we?").await;
        assert_eq!(summary(&test).await.text, "Mara keeps the boat Alma in Turku, and told stories.");
        test.restart_with_budget(WIDE).await;
        tell(&test, 50..72, 12).await;
        let asked_for = Arc::new(AtomicUsize::new(0));
        let counted = asked_for.clone();
        test.model.on(move |asked| match is_summary(asked) {
            true if counted.fetch_add(1, Ordering::Relaxed) + 1 >= failing => Script::reply(""),
            true => Script::reply("Mara keeps the boat Alma in Turku, told stories, and then of topic50."),
            false => Script::reply("Go on."),
        });
        test.restart_with_budget(NARROW).await;
        say(&test, "And now?").await;
        assert_eq!(asked_for.load(Ordering::Relaxed), failing + 1, "it is asked once more, and then for nothing else");
        let text = summary(&test).await.text;
        assert!(text.starts_with("Mara keeps the boat Alma in Turku"), "piece {failing}: {text}");
        assert!(text.contains("] Mara: topic"), "the rest is taken word for word: {text}");
        assert_eq!(text.contains("and then of topic50"), failing == 2, "what was summed up before stays: {text}");
    }
}

async fn a_message_larger_than_the_window_is_summed_up_from_both_its_ends() {
    let test = TestApp::with_budget(NARROW).await;
    test.model.on(name_topics);
    say(&test, &format!("topicfirst {} topiclast", "endless text ".repeat(8_000))).await;
    tell(&test, 0..12, 12).await;
    let asked = summary_requests(&test);
    let of_it = asked.iter().find(|asked| asked.prompt().contains("topicfirst")).expect("it is summed up");
    assert!(of_it.prompt().contains("characters are left out here") && of_it.prompt().contains("topiclast"));
    assert!(summary(&test).await.text.contains("topic"));
}

async fn words_that_look_like_tags_take_no_more_room_than_there_is() {
    // So large that the room which tools have in other requests is not what saves it.
    let test = TestApp::with_budget(WIDE).await;
    let tags = "<note ".repeat(8_000);
    let summed_up = "<note ".repeat(3_000);
    test.model.on(move |asked| Script::reply(if is_summary(asked) { &summed_up } else { "Go on." }));
    for _ in 0..5 {
        say(&test, &tags).await;
        test.model.assert_clean();
    }
    assert!(!summary_requests(&test).is_empty());
    assert!(summary(&test).await.text.contains("<note <note"));
}

async fn signs_that_cost_much_leave_room_for_the_rest() {
    let test = TestApp::with_budget(NARROW).await;
    test.model.on(|asked| Script::reply(if is_summary(asked) { "Mara keeps a boat in Turku." } else { "Go on." }));
    tell(&test, 0..20, 12).await;
    assert_eq!(summary(&test).await.text, "Mara keeps a boat in Turku.");
    test.model.on(|asked| Script::reply(if is_summary(asked) { "" } else { "Go on." }));
    // The first words of each alone would fill the summary's room.
    let mut text = summary(&test).await.text;
    for at in 0..20 {
        let signs: String = ('\u{13000}'..'\u{13300}').cycle().skip(at * 7).take(400).collect();
        say(&test, &signs).await;
        text = summary(&test).await.text;
        if text.contains('\u{13000}') {
            break;
        }
    }
    assert!(text.starts_with("Mara keeps a boat in Turku.\n") && text.lines().count() > 3, "{text}");
}

async fn a_summary_that_is_too_long_is_cut() {
    let test = TestApp::with_budget(NARROW).await;
    let endless = format!("It began in Turku. {} It ended in Oslo.", "They talked and talked. ".repeat(500));
    test.model.on(move |asked| Script::reply(if is_summary(asked) { &endless } else { "Go on." }));
    tell(&test, 0..18, 12).await;
    let text = summary(&test).await.text;
    assert!(text.starts_with("It began in Turku.") && text.ends_with("It ended in Oslo."), "{text}");
    assert!(text.contains("characters are left out here") && text.len() < 4_000, "{} bytes", text.len());
    assert_eq!(test.replies(&dm(1)).len(), 18);
}

async fn more_pieces_than_a_model_is_asked_for_are_summed_up_without_it() {
    let test = TestApp::with_budget(NARROW).await;
    test.model.on(name_topics);
    let first = test.incoming(&dm(1), &person(1, "Mara"), "topicsecret is where it began");
    test.app().agents.accept(&first).await.expect("it is taken in");
    test.app().agents.idle().await;
    tell(&test, 0..24, 80).await;
    let asked_before = summary_requests(&test).len();
    let before = summary(&test).await;
    let (event, source) = (first.event.clone(), first.source);
    let deleted = MessageChange { event, channel: source.channel, message: source.message, now: Afterwards::Deleted };
    test.app().agents.changed(&deleted).await.expect("it is noted");
    test.app().agents.idle().await;
    let after = summary(&test).await;
    assert_eq!(summary_requests(&test).len(), asked_before, "the model is not asked for that many");
    assert_eq!(after.through_seq, before.through_seq);
    assert!(!after.text.contains("topicsecret") && after.text.contains("] Mara: topic"), "{}", after.text);
}
