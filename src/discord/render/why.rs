//! What *Why did you say that?* shows. Pure.

use super::card::{Card, DESCRIPTION, cut, fenced, inert, plain};
use super::edits::{done_by, target_title};
use super::human;
use crate::agent::desk::{ToolUsed, Why};
use crate::discord::split::units;
use crate::discord::words::Lang;

const COLOUR: u32 = 0x58_65_f2;
/// Units of a question, of a call's arguments, and of its result.
const QUESTION: usize = 600;
const ARGUMENTS: usize = 300;
const RESULT: usize = 700;
/// Units of what is listed in one field.
const FIELD: usize = 1_000;
/// Questions, and calls, that are shown.
const QUESTIONS: usize = 5;
const CALLS: usize = 12;

/// The embeds: what was asked and what stood in memory, then each call of a tool.
pub fn why(why: &Why, lang: Lang) -> Vec<Card> {
    let mut fields = Vec::new();
    if !why.blocks.is_empty() {
        let block = |(title, version): &(String, i64)| {
            let title = if title == "persona" { lang.persona_block() } else { human(title, lang) };
            format!("{} ({})", plain(&title), lang.version(*version))
        };
        let blocks: Vec<String> = why.blocks.iter().map(block).collect();
        fields.push((lang.why_blocks(), cut(&blocks.join("\n"), FIELD)));
    }
    if !why.edits.is_empty() {
        let edit = |card: &crate::memory::EditCard| {
            let title = target_title(&card.edit.target, &card.title, lang);
            format!("{} · {}", plain(&title), done_by(&card.edit, lang))
        };
        let edits: Vec<String> = why.edits.iter().map(edit).collect();
        fields.push((lang.why_edits(), cut(&edits.join("\n"), FIELD)));
    }
    let footer = lang.why_footer(why.turn.steps.into(), why.tools.len() as u64, &why.turn.trace);
    let mut cards = vec![Card {
        title: lang.why_title(),
        description: asked(why),
        colour: COLOUR,
        fields,
        footer,
        ..Card::default()
    }];
    cards.extend(why.tools.iter().take(CALLS).map(call));
    cards
}

/// The newest questions.
fn asked(why: &Why) -> String {
    let from = why.asked.len().saturating_sub(QUESTIONS);
    let line =
        |(who, text): &(String, String)| format!("**{}**: {}", cut(&plain(who), 80), cut(&plain(text), QUESTION));
    let lines: Vec<String> = why.asked[from..].iter().map(line).collect();
    cut(&lines.join("\n"), DESCRIPTION)
}

fn call(tool: &ToolUsed) -> Card {
    let arguments = fenced("json", &tool.arguments.to_string(), ARGUMENTS);
    let result = shortened(&tool.result);
    let mark = if tool.ok { "✓" } else { "✗" };
    let description = format!("{arguments}\n{}", fenced("", &result, RESULT));
    Card { title: format!("{mark} {}", cut(&plain(&tool.name), 80)), description, colour: COLOUR, ..Card::default() }
}

/// The first lines of a result, each cut, so that of a search the best hits are seen.
fn shortened(result: &str) -> String {
    let mut short = String::new();
    for line in inert(result).lines().filter(|line| !line.trim().is_empty()) {
        let line = cut(line, RESULT / 4);
        if units(&short) + units(&line) + 2 > RESULT - 16 {
            short.push('…');
            break;
        }
        short.push_str(&line);
        short.push('\n');
    }
    short.trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::super::card::{TOTAL, pages};
    use super::*;
    use crate::clock::Moment;
    use crate::memory::{OutboxId, Source, TurnId};
    use crate::store::{Turn, TurnState};

    fn turn(asked: &str, result: &str, calls: usize) -> Why {
        let started_at = Moment::from_timestamp(1_767_323_045, 0).expect("a moment");
        let tool = ToolUsed {
            name: "conversation_search".into(),
            arguments: json!({"query": "cat"}),
            result: result.into(),
            ok: true,
        };
        Why {
            turn: Turn {
                id: TurnId::at(started_at),
                state: TurnState::Done,
                steps: 2,
                trace: "ab12cd34".into(),
                answers: Source::default(),
                started_at,
                reply: OutboxId::at(started_at),
                shown: None,
                parked: None,
            },
            asked: vec![("Mara".into(), asked.into())],
            tools: vec![tool; calls],
            edits: Vec::new(),
            blocks: vec![("persona".into(), 3), ("human · Mara".into(), 7)],
        }
    }

    #[test]
    fn a_turn() {
        let shown =
            why(&turn("What is my *cat* called?", "page 1/1\n[2026-01-02] Mara: My cat is Miso.", 1), Lang::English);
        insta::assert_json_snapshot!("why", shown.iter().map(Card::to_json).collect::<Vec<_>>());
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]

        #[test]
        fn any_turn_fits(asked in "(\\PC|`){0,900}", result in "(\\PC|`|\n){0,900}", calls in 0usize..40) {
            let cards = why(&turn(&asked, &result, calls), Lang::English);
            for page in pages(cards) {
                prop_assert!(page.iter().map(Card::units).sum::<usize>() <= TOTAL);
                for card in page {
                    prop_assert!(units(&card.description) <= DESCRIPTION && !card.description.is_empty());
                }
            }
        }
    }
}
