//! What `/context` shows in words and numbers. Pure.

use super::card::Card;
use crate::agent::desk::Filled;
use crate::discord::words::Lang;

const COLOUR: u32 = 0x58_65_f2;

/// One part of the window: how many tokens, its sign in the legend, and its colour in the picture.
pub(super) struct Part {
    pub tokens: usize,
    pub sign: char,
    pub colour: u32,
    name: fn(Lang) -> String,
}

/// The parts in the order of the prompt, then what is kept for the answer. What is left is free.
pub(super) fn parts(filled: &Filled) -> [Part; 8] {
    let measured = filled.parts;
    let part = |tokens, sign, colour, name: fn(Lang) -> String| Part { tokens, sign, colour, name };
    [
        part(measured.instructions, '🟦', 0x55_ac_ee, Lang::ctx_instructions),
        part(filled.tools, '🟪', 0xaa_8e_d6, Lang::ctx_tools),
        part(measured.persona, '🟥', 0xdd_2e_44, Lang::ctx_persona),
        part(measured.people, '🟧', 0xf4_90_0c, Lang::ctx_people),
        part(measured.summary, '🟨', 0xfd_cb_58, Lang::ctx_summary),
        part(measured.queue, '🟩', 0x78_b1_59, Lang::ctx_queue),
        part(measured.newest, '🟫', 0xc1_69_4f, Lang::ctx_newest),
        part(filled.answer, '⬛', 0x31_37_3d, Lang::ctx_answer),
    ]
}

/// Tokens of the window that nothing takes.
pub(super) fn free(filled: &Filled) -> usize {
    filled.window.saturating_sub(parts(filled).iter().map(|part| part.tokens).sum())
}

fn percent(filled: &Filled) -> u64 {
    let used = filled.window.saturating_sub(free(filled));
    (used * 100 / filled.window.max(1)) as u64
}

/// The embed: a line for each part, and when memory is evicted next.
pub fn context(filled: &Filled, lang: Lang) -> Card {
    let line = |sign: char, name: String, tokens: usize| format!("{sign} {name}: **{tokens}**");
    let mut lines: Vec<String> =
        parts(filled).iter().map(|part| line(part.sign, (part.name)(lang), part.tokens)).collect();
    lines.push(line('⬜', lang.ctx_free(), free(filled)));
    let left = if filled.until_warning() > 0 {
        lang.ctx_left(filled.until_warning() as u64, filled.until_eviction() as u64)
    } else {
        lang.ctx_warned(filled.until_eviction() as u64)
    };
    let description = format!("{}\n\n{left}", lines.join("\n"));
    let footer = lang.ctx_footer(percent(filled), filled.window as u64);
    Card { title: lang.ctx_title(), description, colour: COLOUR, footer, ..Card::default() }
}

/// What the picture shows, for those who do not see it.
pub fn alt(filled: &Filled, lang: Lang) -> String {
    let all = parts(filled);
    let told = all.iter().filter(|part| part.tokens > 0);
    let told = told.map(|part| format!("{} {}", (part.name)(lang), part.tokens));
    let told: Vec<String> = told.chain([format!("{} {}", lang.ctx_free(), free(filled))]).collect();
    lang.ctx_alt(percent(filled), &told.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agent::context::Measure;

    pub(in crate::discord::render) fn filled() -> Filled {
        let parts = Measure { instructions: 900, persona: 300, people: 150, summary: 400, queue: 3_000, newest: 250 };
        Filled { window: 16_384, answer: 1_024, tools: 1_500, parts, budget: 13_000, warning: 9_750 }
    }

    #[test]
    fn what_is_in_the_prompt() {
        let card = context(&filled(), Lang::English);
        let full = Filled { budget: 5_000, warning: 3_750, ..filled() };
        let shown = [
            card.title,
            card.description,
            card.footer,
            alt(&filled(), Lang::English),
            context(&full, Lang::English).description,
        ];
        insta::assert_snapshot!("context", shown.join("\n---\n"));
    }

    #[test]
    fn the_parts_make_the_window_and_can_be_told_apart() {
        let filled = filled();
        let all = parts(&filled);
        assert_eq!(all.iter().map(|part| part.tokens).sum::<usize>() + free(&filled), filled.window);
        let apart = |one: u32, other: u32| {
            let channel = |at: u32| i64::from(one >> at & 255).abs_diff(i64::from(other >> at & 255));
            channel(0) + channel(8) + channel(16)
        };
        for (at, one) in all.iter().enumerate() {
            for other in &all[at + 1..] {
                assert!(apart(one.colour, other.colour) > 60 && one.sign != other.sign, "{} {}", one.sign, other.sign);
            }
        }
        let over = Filled { window: 2_000, ..filled };
        assert_eq!((free(&over), percent(&over)), (0, 100));
    }
}
