//! Counting tokens, and learning from the provider how far off the count is.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Mutex, MutexGuard};

use super::ToolSpec;
use crate::agent::context::Tokens;

/// Counts that are kept, so that a queue is not counted anew at each step.
const KEPT: usize = 8_192;
/// Texts shorter than this are counted faster than looked up.
const WORTH_KEEPING: usize = 64;
/// What is put where a text was cut.
const CUT: &str = "\n… (cut here; the whole text is kept and can be searched)";
/// How far a new observation moves the ratio.
const SMOOTHING: f64 = 0.3;

/// Counts with a real tokenizer (cl100k), and corrects by what providers say they counted.
pub struct TokenCounter {
    kept: Mutex<HashMap<u64, usize>>,
    ratio: Mutex<f64>,
}

impl Default for TokenCounter {
    fn default() -> Self {
        Self { kept: Mutex::default(), ratio: Mutex::new(1.0) }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

impl TokenCounter {
    /// A counter that has learnt nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Tokens of a text.
    pub fn text(&self, text: &str) -> usize {
        let count = || bpe_openai::cl100k_base().count(text);
        if text.len() < WORTH_KEEPING {
            return count();
        }
        let mut hasher = DefaultHasher::new();
        text.hash(&mut hasher);
        let key = hasher.finish();
        if let Some(known) = lock(&self.kept).get(&key) {
            return *known;
        }
        let counted = count();
        let mut kept = lock(&self.kept);
        if kept.len() >= KEPT {
            kept.clear();
        }
        kept.insert(key, counted);
        counted
    }

    /// Tokens of what a model is told of tools.
    pub fn tools(&self, specs: &[ToolSpec]) -> usize {
        let one = |spec: &ToolSpec| {
            self.text(&spec.name) + self.text(&spec.description) + self.text(&spec.parameters.to_string()) + 8
        };
        specs.iter().map(one).sum()
    }

    /// Learns from a provider that counted `actual` where we had counted `estimated`.
    pub fn observe(&self, estimated: usize, actual: u64) {
        if estimated == 0 || actual == 0 {
            return;
        }
        let seen = (actual as f64 / estimated as f64).clamp(0.5, 2.0);
        let mut ratio = lock(&self.ratio);
        *ratio += SMOOTHING * (seen - *ratio);
    }

    /// By how much our counts are to be multiplied; at least 1, so that a budget is rather kept too well.
    pub fn ratio(&self) -> f64 {
        lock(&self.ratio).max(1.0)
    }
}

impl Tokens for TokenCounter {
    fn count(&self, text: &str) -> usize {
        self.text(text)
    }

    fn cut(&self, text: &str, max: usize) -> String {
        let count = self.text(text);
        if count <= max {
            return text.to_owned();
        }
        let note = if self.text(CUT) * 2 <= max { CUT } else { "" };
        let room = max - self.text(note);
        let mut end = text.len() * room / count;
        loop {
            let head = &text[..text.floor_char_boundary(end)];
            let cut = format!("{head}{note}");
            if self.text(&cut) <= max || end == 0 {
                return cut;
            }
            end = end * 9 / 10;
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_provider_is_believed_when_it_counts_more() {
        let tokens = TokenCounter::new();
        for _ in 0..20 {
            tokens.observe(100, 130);
        }
        assert!((tokens.ratio() - 1.3).abs() < 0.01);
        for _ in 0..20 {
            tokens.observe(100, 60);
        }
        assert_eq!(tokens.ratio(), 1.0);
    }

    #[test]
    fn an_endless_word_is_counted_and_cut() {
        let tokens = TokenCounter::new();
        let word = "x".repeat(100_000);
        assert!(tokens.text(&word) > 1_000);
        assert!(tokens.text(&tokens.cut(&word, 100)) <= 100);
    }

    proptest! {
        #[test]
        fn a_cut_text_fits(text in "\\PC{0,600}", max in 1usize..80) {
            let tokens = TokenCounter::new();
            let cut = tokens.cut(&text, max);
            prop_assert!(tokens.text(&cut) <= max);
            if tokens.text(&text) <= max { prop_assert_eq!(cut, text); }
        }
    }
}
