use keepsake::documents::Refusal;
use keepsake::memory::{
    AgentKey, Attachment, Body, EditTarget, Label, Outgoing, Person, PersonId, Quote, Reading, ToolCall, Trouble,
};
use keepsake::store::{AgentSeed, NewOutbox, StepCommit, Summary};

use super::plant::{at, dm, edit, incoming, new_message, passage, reply, result, step, words};
use super::{Home, contract};

contract![any_text_reads_back_unchanged, nul_becomes_the_replacement_character_everywhere, names_of_sql_are_only_text,];

fn hard_texts() -> Vec<String> {
    let mut texts: Vec<String> = [
        "👩‍👩‍👧‍👦 🏳️‍🌈 👍🏽 🇳🇴",
        "שלום עולם \u{202E}reversed\u{202C} مرحبا",
        "e\u{301} é Å å ﬁ \u{FEFF}bom",
        "tab\t line\r\n bell\u{7} escape\u{1b}[31m delete\u{7f} c1\u{85}",
        "quotes ' \" ` \\ $1 %s {} ; -- /* */",
        "\u{10FFFF} \u{E000} \u{FFFD} \u{2028}\u{2029}",
        "   spaces around   ",
        "\\u0000 stays as it is",
    ]
    .map(str::to_owned)
    .into();
    texts.push("ä🦀x".chars().cycle().take(100_000).collect());
    texts
}

/// Puts `text` wherever the ledger takes one, and reads all of it again.
async fn round_trip(home: &Home, place: u64, text: &str) -> Vec<String> {
    let agent = {
        let seed = AgentSeed { persona: text.into(), human: text.into(), block_limit: 1 };
        let agent = home.ledger.open_agent(&dm(place), &seed, at(0)).await.expect("it opens");
        let who = Person { id: PersonId(7), name: text.into() };
        let mut said = incoming(&dm(place), place, &who, text);
        let attachment = Attachment {
            name: text.into(),
            kind: text.into(),
            bytes: None,
            description: Some(text.into()),
            url: Some(text.into()),
            reading: Some(Reading::Refused(Refusal::Said(text.into()))),
        };
        said.attachments = vec![attachment];
        said.quote = Some(Quote { author: text.into(), text: text.into(), of: None, ..Quote::default() });
        home.accept(&said).await;
        let turn = home.ledger.begin_turn(&agent, &seed, at(1)).await.expect("it begins").expect("a turn");
        assert_eq!(turn.messages, home.queue(&agent).await, "what is answered is what is stored");
        home.commit(&turn, &written(text, &turn)).await;
        home.ledger.mark_unsent(turn_outbox(home, &agent).await, &[], text, false, at(9)).await.expect("it is marked");
        agent
    };
    read(home, &agent).await
}

async fn turn_outbox(home: &Home, agent: &keepsake::memory::Agent) -> keepsake::memory::OutboxId {
    home.ledger.unsent(&agent.scope()).await.expect("unsent")[0].id
}

fn written(text: &str, turn: &keepsake::store::BegunTurn) -> StepCommit {
    let call = ToolCall { id: text.into(), name: text.into(), arguments: serde_json::json!({ text: [text, 1, null] }) };
    let said = Body::Agent { text: text.into(), calls: vec![call] };
    let mut change = edit(Label::Persona, 1, text, text, Some(turn));
    change.reason = Some(text.into());
    let mut stored = passage(text, &[text], 2, Some(turn));
    stored.1.reason = Some(text.into());
    StepCommit {
        messages: vec![new_message(said, 2), new_message(result(text, text, text), 2)],
        edits: vec![change],
        passages: vec![stored],
        summary: Some(Summary { text: text.into(), through_seq: 1, at: at(3) }),
        outbox: vec![NewOutbox {
            outgoing: Outgoing::Failure { cause: Trouble::Said(text.into()), trace: text.into() },
            ..reply("", 2)
        }],
        ..step()
    }
}

/// Every text that can be read of an agent that [`round_trip`] filled.
async fn read(home: &Home, agent: &keepsake::memory::Agent) -> Vec<String> {
    let (ledger, scope) = (&home.ledger, agent.scope());
    let mut texts = Vec::new();
    for block in ledger.core(&scope).await.expect("core").blocks {
        texts.extend([Some(block.value), block.name].into_iter().flatten());
    }
    texts.push(ledger.summary(&scope).await.expect("summary").expect("one").text);
    for edit in ledger.list_edits(&scope, None, 0, 9).await.expect("edits").items {
        texts.extend(
            [Some(edit.after), edit.reason, Some(edit.before).filter(|text| !text.is_empty())].into_iter().flatten(),
        );
    }
    for passage in ledger.list_passages(&scope, &Default::default(), 0, 9).await.expect("passages").items {
        texts.extend(passage.tags.into_iter().chain([passage.text]));
    }
    for row in ledger.unsent(&scope).await.expect("unsent") {
        let Outgoing::Failure { cause, trace } = row.outgoing else { panic!("a failure") };
        texts.extend([cause.to_string(), trace]);
    }
    for message in ledger.list_messages(&scope, &Default::default(), 0, 9).await.expect("messages").items {
        texts.extend(of_body(message.body));
    }
    for message in ledger.queue(&scope).await.expect("queue") {
        texts.extend(of_body(message.body));
    }
    texts
}

fn of_body(body: Body) -> Vec<String> {
    match body {
        Body::Person { person, text, attachments, quote } => {
            let mut texts = vec![person.name, text];
            for attachment in attachments {
                texts.extend([attachment.name, attachment.kind]);
                texts.extend(attachment.description);
            }
            texts.extend(quote.into_iter().flat_map(|quote| [quote.author, quote.text]));
            texts
        }
        Body::Agent { text, calls } => {
            let mut texts = vec![text];
            for call in calls {
                let (key, values) = call.arguments.as_object().and_then(|map| map.iter().next()).expect("an object");
                let value = values[0].as_str().expect("a text").to_owned();
                texts.extend([call.id, call.name, key.clone(), value]);
            }
            texts
        }
        Body::ToolResult { call_id, name, text, .. } => vec![call_id, name, text],
        Body::Note { text } => vec![text],
    }
}

async fn any_text_reads_back_unchanged(home: Home) {
    for (place, text) in (1..).zip(hard_texts()) {
        let texts = round_trip(&home, place, &text).await;
        assert!(texts.len() > 30, "{} texts", texts.len());
        assert!(texts.iter().all(|read| *read == text), "text {place}");
    }
}

async fn nul_becomes_the_replacement_character_everywhere(home: Home) {
    for (place, text, expected) in
        [(1, "a\0b\0", "a\u{FFFD}b\u{FFFD}"), (2, "\0", "\u{FFFD}"), (3, "\\\0", "\\\u{FFFD}")]
    {
        let texts = round_trip(&home, place, text).await;
        assert!(texts.len() > 30, "{} texts", texts.len());
        assert!(texts.iter().all(|read| read == expected), "{texts:?}");
        // A name that is stored without NUL is the same name again.
        let agent = home.agent(&dm(place)).await;
        let who = Person { id: PersonId(7), name: text.into() };
        home.turn(&agent, 100 + place, &who, "again").await;
        let target = EditTarget::Block(Label::Human(PersonId(7)));
        assert_eq!(home.ledger.list_edits(&agent.scope(), Some(&target), 0, 9).await.expect("edits").total, 1);
        let by = keepsake::store::MessageFilter { author: Some(text.into()), ..Default::default() };
        assert_eq!(home.ledger.list_messages(&agent.scope(), &by, 0, 9).await.expect("messages").total, 2);
    }
}

async fn names_of_sql_are_only_text(home: Home) {
    let agent = home.agent(&AgentKey::Terminal("select".into())).await;
    let text = "'); DROP TABLE messages; --";
    home.talk(&agent, 1, text, text).await;
    let turn = home.turn(&agent, 2, &Person { id: PersonId(7), name: text.into() }, text).await;
    home.commit(&turn, &StepCommit { messages: vec![words(text, 3)], ..step() }).await;
    assert_eq!(home.texts(&agent).await, [text; 4]);
}
