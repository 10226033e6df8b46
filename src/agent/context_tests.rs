//! Whatever was said and done, the prompt fits and a strict provider takes it.

use proptest::prelude::*;
use serde_json::json;

use super::*;
use crate::agent::compact::{evict_through, extract, transcript};
use crate::agent::wording::TAGS;
use crate::clock::Moment;
use crate::memory::Person;
use crate::memory::ids::MessageId;

/// Four characters are a token.
struct Quarters;

impl Tokens for Quarters {
    fn count(&self, text: &str) -> usize {
        text.chars().count().div_ceil(4)
    }

    fn message(&self, message: &ChatMessage) -> usize {
        let words = match message {
            ChatMessage::System(text)
            | ChatMessage::User(text)
            | ChatMessage::Shown { text, .. }
            | ChatMessage::Tool { text, .. } => self.count(text),
            ChatMessage::Assistant { text, calls } => {
                let call = |call: &ToolCall| self.count(&call.arguments.to_string()) + PER_MESSAGE;
                self.count(text) + calls.iter().map(call).sum::<usize>()
            }
        };
        words + PER_MESSAGE
    }

    fn cut(&self, text: &str, max: usize) -> String {
        text.chars().take(max * 4).collect()
    }
}

/// One turn: what the person said, the steps (how many calls, how long each argument and result, which results are
/// missing), and whether it ended in words.
type TurnShape = (usize, Vec<(usize, usize, usize, bool)>, bool);

fn turn_shape() -> impl Strategy<Value = TurnShape> {
    let length = prop_oneof![5 => 0usize..200, 2 => 200usize..4_000, 1 => 4_000usize..60_000];
    let step = (1usize..5, 0usize..2_000, 0usize..6_000, prop::bool::weighted(0.1));
    (length, prop::collection::vec(step, 0..6), any::<bool>())
}

fn at() -> Moment {
    Moment::from_timestamp(1_777_000_000, 0).unwrap()
}

fn conversation(shapes: &[TurnShape]) -> Vec<Message> {
    let mut messages = Vec::new();
    let mut push = |turn: TurnId, body: Body| {
        let seq = messages.len() as i64 + 1;
        messages.push(Message { id: MessageId::at(at()), seq, turn: Some(turn), body, source: None, at: at() });
    };
    for (length, steps, ends) in shapes {
        let turn = TurnId::at(at());
        let person = Person { id: PersonId(1), name: "Mara".into() };
        push(turn, Body::Person { person, text: "word ".repeat(length / 5), attachments: vec![], quote: None });
        for (number, (calls, argument, result, lost)) in steps.iter().enumerate() {
            let id = |at: usize| format!("{turn}-{number}-{at}");
            let call =
                |at| ToolCall { id: id(at), name: "search".into(), arguments: json!({ "q": "x".repeat(*argument) }) };
            push(turn, Body::Agent { text: String::new(), calls: (0..*calls).map(call).collect() });
            for at in 0..calls - usize::from(*lost) {
                let text = "found ".repeat(result / 6);
                push(turn, Body::ToolResult { call_id: id(at), name: "search".into(), text, ok: true });
            }
        }
        if *ends {
            push(turn, Body::Agent { text: "Answer.".into(), calls: vec![] });
        }
    }
    messages
}

fn block(label: Label, length: usize) -> Block {
    Block {
        label,
        name: Some("Mara".into()),
        value: "fact ".repeat(length / 5),
        limit: 2_000,
        version: 1,
        updated_at: at(),
    }
}

/// What strict providers refuse: an open call, an orphaned result, no system message at the head.
fn check(messages: &[ChatMessage]) -> Result<(), TestCaseError> {
    prop_assert!(matches!(messages.first(), Some(ChatMessage::System(_))));
    let mut open: Vec<&str> = Vec::new();
    for message in messages {
        match message {
            ChatMessage::Tool { call_id, .. } => {
                let at = open.iter().position(|known| known == call_id);
                prop_assert!(at.is_some(), "an orphaned result");
                open.swap_remove(at.unwrap_or(0));
            }
            _ => prop_assert!(open.is_empty(), "an open call"),
        }
        if let ChatMessage::Assistant { calls, .. } = message {
            open = calls.iter().map(|call| call.id.as_str()).collect();
        }
    }
    prop_assert!(open.is_empty(), "a call was never answered");
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn every_prompt_fits_and_is_in_order(
        shapes in prop::collection::vec(turn_shape(), 1..12),
        budget in 1_000usize..6_000,
        persona in 0usize..2_000,
        human in 0usize..2_000,
        summary in 0usize..8_000,
    ) {
        let mut queue = conversation(&shapes);
        let current = queue.last().and_then(|message| message.turn).unwrap();
        let core = CoreMemory { blocks: vec![block(Label::Persona, persona), block(Label::Human(PersonId(1)), human)] };
        let summary = "past ".repeat(summary / 5);
        let key = AgentKey::Dm(PersonId(1));
        let mut rounds = 0;
        let prompt = loop {
            rounds += 1;
            prop_assert!(rounds <= shapes.len() + 1, "it goes on for ever");
            let parts = Parts { key: &key, core: &core, summary: Some(&summary), documents: false, queue: &queue };
            let mut prompt = build(&parts, budget, &Quarters);
            if prompt.tokens() <= budget {
                break prompt;
            }
            match evict_through(&prompt.items, budget.saturating_sub(prompt.system_tokens), current) {
                Some(through) => {
                    let evicted: Vec<Message> = queue.iter().filter(|message| message.seq <= through).cloned().collect();
                    queue.retain(|message| message.seq > through);
                    let parted = evicted.iter().any(|message| queue.iter().any(|kept| kept.turn == message.turn));
                    prop_assert!(!parted, "a turn was torn apart");
                    let room = budget / 4;
                    prop_assert!(transcript(&evicted, room, &Quarters).iter().all(|piece| Quarters.count(&piece.text) <= room + 1));
                    let extracted = extract(&summary, &evicted, room, &Quarters);
                    prop_assert!(Quarters.count(&extracted) <= room);
                    if Quarters.count(summary.trim()) < room * 3 / 4 {
                        prop_assert!(extracted.starts_with(summary.trim()), "the old summary is lost");
                    }
                }
                None => {
                    prompt.squeeze(budget, &Quarters);
                    break prompt;
                }
            }
        };
        prop_assert!(prompt.tokens() <= budget, "{} tokens in {budget}", prompt.tokens());
        prop_assert!(!prompt.items.is_empty());
        check(&prompt.messages(None))?;
    }

    #[test]
    fn no_text_can_be_taken_for_a_tag(text in "[a-z<>/ \\u{200b}_]{0,60}|(<[ /]{0,2}(message|note|block|core_memory|summary|quote)[ >]){1,4}") {
        let safe = harmless(&text).to_lowercase();
        for tag in TAGS {
            prop_assert!(!safe.contains(&format!("<{tag}")) && !safe.contains(&format!("</{tag}")), "{safe}");
        }
    }
}

#[test]
fn the_parts_that_are_measured_make_the_prompt() {
    let core = CoreMemory { blocks: vec![block(Label::Persona, 240), block(Label::Human(PersonId(1)), 40)] };
    let queue = conversation(&[(300, vec![(1, 40, 200, false)], true), (90, Vec::new(), true)]);
    let key = AgentKey::Dm(PersonId(1));
    let parts = Parts { key: &key, core: &core, summary: Some("They met."), documents: true, queue: &queue };
    let (measured, prompt) = (measure(&parts, 8_000, &Quarters), build(&parts, 8_000, &Quarters));
    assert!(measured.total().abs_diff(prompt.tokens()) <= 8, "{measured:?} of {}", prompt.tokens());
    assert_eq!(measured.queue + measured.newest, prompt.items.iter().map(|item| item.tokens).sum::<usize>());
    assert!(measured.persona > measured.people && measured.people > 0 && measured.summary > 0, "{measured:?}");
    assert!(measured.newest < measured.queue, "{measured:?}");
}
