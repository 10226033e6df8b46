//! How much of a prompt each part of it takes. Pure.

use super::{PER_MESSAGE, Parts, Tokens, enclosed, queue_items, sections};
use crate::memory::Label;

/// Tokens of each part of a prompt.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Measure {
    pub instructions: usize,
    pub persona: usize,
    /// The blocks about people.
    pub people: usize,
    pub summary: usize,
    /// The conversation but for its newest turn.
    pub queue: usize,
    pub newest: usize,
}

impl Measure {
    /// Of all.
    pub fn total(&self) -> usize {
        self.instructions + self.persona + self.people + self.summary + self.queue + self.newest
    }
}

/// Measures the prompt that [`super::build`] builds of the same.
pub fn measure(parts: &Parts<'_>, budget: usize, tokens: &dyn Tokens) -> Measure {
    let sections = sections(parts, budget, tokens);
    let items = queue_items(parts, budget, tokens);
    let newest_turn = items.last().map(|item| item.turn);
    let of = |newest: bool| {
        let chosen = items.iter().filter(|item| (Some(item.turn) == newest_turn) == newest);
        chosen.map(|item| item.tokens).sum()
    };
    let (persona, people): (Vec<_>, Vec<_>) =
        sections.blocks.into_iter().partition(|(label, _)| *label == Label::Persona);
    let around = tokens.count(&enclosed(Vec::new()));
    let sum = |blocks: &[(Label, String)]| blocks.iter().map(|(_, text)| tokens.count(text)).sum::<usize>();
    Measure {
        instructions: tokens.count(&sections.instructions) + PER_MESSAGE + around,
        persona: sum(&persona),
        people: sum(&people),
        summary: sections.summary.as_deref().map_or(0, |summary| tokens.count(summary)),
        queue: of(false),
        newest: of(true),
    }
}
