//! A static embedding model in the Model2Vec manner: a text's vector is the mean of its tokens' rows, brought to
//! length 1. No network, no threads, microseconds a text. Must not know where its tensors came from.

use std::path::Path;
use std::sync::Arc;

use async_trait::async_trait;
use tokenizers::Tokenizer;

use super::folder::{self, Folder};
use super::table::Table;
use super::word_piece::WordPiece;
use super::{EmbedError, Embedder};

const ROWS: &[u8] = include_bytes!("data/potion-base-8m/rows.i8");
const SCALES: &[u8] = include_bytes!("data/potion-base-8m/scales.f32");
const VOCABULARY: &str = include_str!("data/potion-base-8m/vocab.txt");
const DIMS: usize = 256;
/// Changes with every change of the three above or of how they are used.
const NAME: &str = "potion-base-8m-int8";

/// Tokens of a text that count, as in the Python package. What stands behind them is not looked at.
const TOKEN_LIMIT: usize = 512;
/// Bytes from which on a batch gets a thread of its own instead of holding up the runtime's: about a millisecond.
const BLOCKING_BYTES: usize = 64 * 1024;

enum Tokens {
    Uncased(WordPiece),
    Any { tokenizer: Box<Tokenizer>, unknown: Option<u32> },
}

impl Tokens {
    fn ids(&self, text: &str) -> Vec<u32> {
        match self {
            Self::Uncased(words) => words.ids(text, TOKEN_LIMIT),
            Self::Any { tokenizer, unknown } => {
                // A text that the tokenizer cannot take is one that says nothing to the model.
                let Ok(encoding) = tokenizer.encode_fast(text, false) else { return Vec::new() };
                let known = encoding.get_ids().iter().copied().filter(|id| Some(*id) != *unknown);
                known.take(TOKEN_LIMIT).collect()
            }
        }
    }
}

struct Inner {
    tokens: Tokens,
    table: Table,
    mapping: Option<Vec<u32>>,
    weights: Option<Vec<f32>>,
    /// Characters of a text that are looked at at all: 512 times the median length of a token.
    char_limit: usize,
    name: String,
}

/// A static model. Cloning it shares the same tensors.
#[derive(Clone)]
pub struct StaticModel(Arc<Inner>);

impl StaticModel {
    /// The model inside the program: potion-base-8M, English, 256 numbers a vector.
    ///
    /// # Errors
    /// None in a build that was made from an unchanged source.
    pub fn builtin() -> Result<Self, EmbedError> {
        let table = Table::from_parts(ROWS, SCALES, DIMS)
            .ok_or_else(|| EmbedError::Model("the embedding model inside this program is damaged".into()))?;
        let char_limit = char_limit(VOCABULARY.lines());
        let tokens = Tokens::Uncased(WordPiece::new(VOCABULARY));
        Ok(Self(Arc::new(Inner { tokens, table, mapping: None, weights: None, char_limit, name: NAME.into() })))
    }

    /// Any other Model2Vec folder. Reads files: not for the runtime's own threads.
    ///
    /// # Errors
    /// A sentence that names EMBED_MODEL_PATH, the file and what is wrong with it.
    pub fn from_folder(path: &Path) -> Result<Self, EmbedError> {
        let Folder { table, tokenizer, unknown, mapping, weights, name } = folder::load(path)?;
        let char_limit = char_limit(tokenizer.get_vocab(true).keys().map(String::as_str));
        let tokens = Tokens::Any { tokenizer: Box::new(tokenizer), unknown };
        Ok(Self(Arc::new(Inner { tokens, table, mapping, weights, char_limit, name })))
    }

    /// The vector of one text: of length 1, or all zero where the model knows none of its tokens. Only the first 512
    /// tokens count, and of the text only as many characters as those usually have.
    pub fn vector(&self, text: &str) -> Vec<f32> {
        let inner = &*self.0;
        let mut sum = vec![0f32; inner.table.dims()];
        let end = text.char_indices().nth(inner.char_limit).map_or(text.len(), |(at, _)| at);
        for id in inner.tokens.ids(&text[..end]) {
            let id = id as usize;
            let row = inner.mapping.as_ref().map_or(Some(id), |rows| rows.get(id).map(|row| *row as usize));
            let weight = inner.weights.as_ref().map_or(Some(1.0), |weights| weights.get(id).copied());
            if let (Some(row), Some(weight)) = (row, weight) {
                inner.table.add(row, weight, &mut sum);
            }
        }
        super::normalise(&mut sum);
        sum
    }
}

/// 512 times the median number of characters of a token, as the Python package cuts.
fn char_limit<'a>(tokens: impl Iterator<Item = &'a str>) -> usize {
    let mut lengths: Vec<usize> = tokens.map(|token| token.chars().count()).collect();
    lengths.sort_unstable();
    let middle = |back: usize| lengths.get((lengths.len().max(1) - back) / 2).copied().unwrap_or(0);
    let median = (middle(0) + middle(1)) / 2;
    TOKEN_LIMIT * median.max(1)
}

#[async_trait]
impl Embedder for StaticModel {
    async fn embed(&self, texts: &[String]) -> Result<Vec<Vec<f32>>, EmbedError> {
        let work: usize = texts.iter().map(|text| text.len().min(self.0.char_limit)).sum();
        if work < BLOCKING_BYTES {
            return Ok(texts.iter().map(|text| self.vector(text)).collect());
        }
        let (model, texts) = (self.clone(), texts.to_vec());
        let all = tokio::task::spawn_blocking(move || texts.iter().map(|text| model.vector(text)).collect());
        all.await.map_err(|error| EmbedError::Model(format!("embedding was broken off: {error}")))
    }

    fn dims(&self) -> usize {
        self.0.table.dims()
    }

    fn name(&self) -> &str {
        &self.0.name
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Deserialize)]
    struct Golden {
        text: Option<String>,
        repeated: Option<(String, usize)>,
        tokens: usize,
        vector: Vec<f32>,
    }

    fn length(vector: &[f32]) -> f32 {
        vector.iter().map(|number| number * number).sum::<f32>().sqrt()
    }

    fn cosine(a: &[f32], b: &[f32]) -> f32 {
        a.iter().zip(b).map(|(a, b)| a * b).sum::<f32>() / length(a) / length(b)
    }

    #[test]
    fn vectors_are_those_of_the_original_model() {
        let golden: Vec<Golden> = serde_json::from_str(include_str!("data/golden.json")).unwrap();
        let model = StaticModel::builtin().unwrap();
        assert!(golden.len() >= 5);
        for one in golden {
            let text = one.text.unwrap_or_else(|| one.repeated.map(|(word, times)| word.repeat(times)).unwrap());
            let start: String = text.chars().take(40).collect();
            assert_eq!(model.0.tokens.ids(&text).len(), one.tokens, "{start}");
            let vector = model.vector(&text);
            let likeness = cosine(&vector, &one.vector);
            assert!(likeness >= 0.999, "{likeness} for {start}");
            assert!((length(&vector) - 1.0).abs() < 1e-5);
        }
    }

    #[test]
    fn what_the_model_does_not_know_is_all_zero() {
        let model = StaticModel::builtin().unwrap();
        let beyond = "q".repeat(101);
        for text in ["", " \n\t", "\u{200b}", beyond.as_str(), "😀"] {
            assert_eq!(model.vector(text), vec![0.0; model.dims()], "{text:?}");
        }
    }

    #[test]
    fn only_the_first_part_of_a_huge_text_counts() {
        let model = StaticModel::builtin().unwrap();
        assert_eq!(model.0.char_limit, 512 * 6);
        let start = "Mara likes tea. ".repeat(500);
        assert_eq!(model.vector(&start), model.vector(&format!("{start}{}", "chess ".repeat(1_000_000))));
        let wide = "日".repeat(100_000);
        assert_eq!(model.vector(&wide), model.vector(&wide[..3 * model.0.char_limit]));
    }

    #[tokio::test]
    async fn a_batch_is_what_its_texts_are_one_by_one() {
        let model = StaticModel::builtin().unwrap();
        let texts: Vec<String> = (0..3_000).map(|at| format!("note {at} about the cat of number {}", at % 7)).collect();
        assert!(texts.iter().map(String::len).sum::<usize>() > BLOCKING_BYTES);
        let many = model.embed(&texts).await.unwrap();
        let few = model.embed(&texts[..3]).await.unwrap();
        assert_eq!(many.len(), texts.len());
        assert_eq!(many[..3], few[..]);
        assert_eq!(many[2_999], model.vector(&texts[2_999]));
        assert!(model.embed(&[]).await.unwrap().is_empty());
    }

    #[test]
    fn like_texts_are_nearer_than_unlike_ones() {
        let model = StaticModel::builtin().unwrap();
        let question = model.vector("Which pet does she keep?");
        let cat = model.vector("Mara has a cat called Miso.");
        let tax = model.vector("The invoice is due at the end of the quarter.");
        assert!(cosine(&question, &cat) > cosine(&question, &tax) + 0.1);
    }

    #[test]
    fn the_median_is_the_middle_or_between_the_two() {
        assert_eq!(char_limit(["a", "bb", "dddd"].into_iter()), 512 * 2);
        assert_eq!(char_limit(["a", "bb", "dddd", "eeeeee"].into_iter()), 512 * 3);
        assert_eq!(char_limit(std::iter::empty()), 512);
    }
}
