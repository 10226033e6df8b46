//! Loads a Model2Vec folder: `model.safetensors` with the tensor `embeddings` (and `mapping` and `weights` where the
//! vocabulary was quantised), and `tokenizer.json`. Rows become signed bytes as they are read, so that even a large
//! model stays small in memory. Must not know how vectors are used.

use std::fmt::Display;
use std::io;
use std::path::Path;

use serde::Deserialize;
use tokenizers::{ModelWrapper, Tokenizer};
use xxhash_rust::xxh32::Xxh32;

use super::EmbedError;
use super::safetensors::{Dtype, Safetensors, Tensor};
use super::table::Table;

/// What a folder holds.
pub(super) struct Folder {
    pub(super) table: Table,
    pub(super) tokenizer: Tokenizer,
    /// The token that stands for what the tokenizer does not know.
    pub(super) unknown: Option<u32>,
    /// The row of each token, where it is not the token's own number.
    pub(super) mapping: Option<Vec<u32>>,
    /// How much each token counts, where it is not 1.
    pub(super) weights: Option<Vec<f32>>,
    /// The folder's name and a checksum of all that the vectors depend on.
    pub(super) name: String,
}

/// Reads a folder.
///
/// # Errors
/// A sentence that names EMBED_MODEL_PATH, the file and what is wrong with it.
pub(super) fn load(path: &Path) -> Result<Folder, EmbedError> {
    let bad = |file: &str, why: &dyn Display| {
        EmbedError::Model(format!(
            "EMBED_MODEL_PATH must be a Model2Vec folder: {} cannot be used: {why}.",
            path.join(file).display()
        ))
    };
    let mut sum = Xxh32::new(0);
    let json = std::fs::read(path.join("tokenizer.json")).map_err(|error| bad("tokenizer.json", &error))?;
    sum.update(&json);
    let tokenizer = tokenizer(&json).map_err(|error| bad("tokenizer.json", &error))?;
    let mut file =
        Safetensors::open(&path.join("model.safetensors")).map_err(|error| bad("model.safetensors", &error))?;
    let (table, mapping, weights) = tensors(&mut file, &mut sum).map_err(|error| bad("model.safetensors", &error))?;
    let tokens = tokenizer.get_vocab_size(true);
    check(tokens, &table, mapping.as_deref(), weights.as_deref()).map_err(|why| bad("model.safetensors", &why))?;
    let stem = path.file_name().map_or_else(|| "model2vec".into(), |name| name.to_string_lossy());
    let name = format!("{stem}-{:08x}", sum.digest());
    Ok(Folder { unknown: unknown(&tokenizer, &json), table, tokenizer, mapping, weights, name })
}

fn tokenizer(json: &[u8]) -> Result<Tokenizer, String> {
    let mut tokenizer = Tokenizer::from_bytes(json).map_err(|error| error.to_string())?;
    tokenizer.with_padding(None);
    tokenizer.with_truncation(None).map_err(|error| error.to_string())?;
    Ok(tokenizer)
}

/// What the crate keeps to itself about a Unigram model.
#[derive(Deserialize)]
struct Unigram {
    model: UnigramModel,
}

#[derive(Deserialize)]
struct UnigramModel {
    unk_id: Option<u32>,
}

fn unknown(tokenizer: &Tokenizer, json: &[u8]) -> Option<u32> {
    match tokenizer.get_model() {
        ModelWrapper::WordPiece(model) => tokenizer.token_to_id(&model.unk_token),
        ModelWrapper::WordLevel(model) => tokenizer.token_to_id(&model.unk_token),
        ModelWrapper::BPE(model) => tokenizer.token_to_id(model.unk_token.as_deref()?),
        ModelWrapper::Unigram(_) => serde_json::from_slice::<Unigram>(json).ok()?.model.unk_id,
    }
}

type Tensors = (Table, Option<Vec<u32>>, Option<Vec<f32>>);

fn tensors(file: &mut Safetensors, sum: &mut Xxh32) -> io::Result<Tensors> {
    let invalid = |why: &str| io::Error::new(io::ErrorKind::InvalidData, why);
    // The second name is the one that Sentence Transformers uses for the same thing.
    let found = match file.tensor("embeddings")? {
        Some(tensor) => Some(tensor),
        None => file.tensor("embedding.weight")?,
    };
    let tensor = found.ok_or_else(|| invalid("it has no tensor `embeddings`"))?;
    let table = table(file, &tensor, sum)?;
    let mapping = match numbers(file, "mapping", sum)? {
        Some(found) => Some(
            found
                .into_iter()
                .map(row)
                .collect::<Option<_>>()
                .ok_or_else(|| invalid("`mapping` names rows that cannot be"))?,
        ),
        None => None,
    };
    let weights = numbers(file, "weights", sum)?.map(|found| found.into_iter().map(|weight| weight as f32).collect());
    Ok((table, mapping, weights))
}

fn row(number: f64) -> Option<u32> {
    (number >= 0.0 && number <= f64::from(u32::MAX) && number.fract() == 0.0).then_some(number as u32)
}

fn table(file: &mut Safetensors, tensor: &Tensor, sum: &mut Xxh32) -> io::Result<Table> {
    let invalid = |why: String| io::Error::new(io::ErrorKind::InvalidData, why);
    let &[rows, dims] = tensor.shape.as_slice() else {
        return Err(invalid("`embeddings` is not a matrix".into()));
    };
    if rows == 0 || dims == 0 {
        return Err(invalid("`embeddings` is empty".into()));
    }
    let dtype: Dtype = tensor.dtype;
    let mut table = Table::with_capacity(rows, dims);
    let mut numbers = Vec::with_capacity(dims);
    file.read(tensor, dims, |bytes| {
        sum.update(bytes);
        numbers.clear();
        numbers.extend(bytes.chunks_exact(dtype.bytes()).map(|one| dtype.number(one) as f32));
        if numbers.iter().any(|number| !number.is_finite()) {
            return Err(invalid(format!("row {} of `embeddings` holds something that is no number", table.rows())));
        }
        table.push(&numbers);
        Ok(())
    })?;
    Ok(table)
}

fn numbers(file: &mut Safetensors, name: &str, sum: &mut Xxh32) -> io::Result<Option<Vec<f64>>> {
    let Some(tensor) = file.tensor(name)? else { return Ok(None) };
    let mut numbers = Vec::new();
    file.read(&tensor, 4_096, |bytes| {
        sum.update(bytes);
        numbers.extend(bytes.chunks_exact(tensor.dtype.bytes()).map(|one| tensor.dtype.number(one)));
        Ok(())
    })?;
    Ok(Some(numbers))
}

fn check(tokens: usize, table: &Table, mapping: Option<&[u32]>, weights: Option<&[f32]>) -> Result<(), String> {
    let rows = table.rows();
    match mapping {
        None if tokens > rows => Err(format!("the tokenizer knows {tokens} tokens, but there are only {rows} rows")),
        Some(mapping) if mapping.len() < tokens => Err(format!("`mapping` is shorter than the {tokens} tokens")),
        Some(mapping) if mapping.iter().any(|row| *row as usize >= rows) => {
            Err(format!("`mapping` names rows beyond the {rows} there are"))
        }
        _ => match weights {
            Some(weights) if weights.len() < tokens => Err(format!("`weights` is shorter than the {tokens} tokens")),
            Some(weights) if weights.iter().any(|weight| !weight.is_finite()) => {
                Err("`weights` holds something that is no number".into())
            }
            _ => Ok(()),
        },
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::embed::Embedder;
    use crate::embed::static_model::StaticModel;

    const TOKENIZER: &str = r#"{"version":"1.0","truncation":null,"padding":null,"added_tokens":[],"normalizer":null,
        "pre_tokenizer":{"type":"Whitespace"},"post_processor":null,"decoder":null,
        "model":{"type":"WordLevel","vocab":{"[UNK]":0,"east":1,"north":2},"unk_token":"[UNK]"}}"#;

    /// A safetensors file of these tensors: name, type, shape, bytes.
    fn safetensors(tensors: &[(&str, &str, &[usize], Vec<u8>)]) -> Vec<u8> {
        let (mut header, mut body) = (serde_json::Map::new(), Vec::new());
        for (name, dtype, shape, bytes) in tensors {
            let offsets = [body.len(), body.len() + bytes.len()];
            header.insert((*name).into(), json!({"dtype": dtype, "shape": shape, "data_offsets": offsets}));
            body.extend_from_slice(bytes);
        }
        header.insert("__metadata__".into(), json!({"format": "pt"}));
        let header = serde_json::to_vec(&header).unwrap();
        [&(header.len() as u64).to_le_bytes()[..], &header, &body].concat()
    }

    fn f32s(numbers: &[f32]) -> Vec<u8> {
        numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
    }

    fn folder(model: &[u8]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("tokenizer.json"), TOKENIZER).unwrap();
        std::fs::write(folder.path().join("model.safetensors"), model).unwrap();
        folder
    }

    fn refused(model: &[u8]) -> String {
        let folder = folder(model);
        let error = StaticModel::from_folder(folder.path()).err().unwrap().to_string();
        assert!(error.contains("EMBED_MODEL_PATH") && error.contains("model.safetensors"), "{error}");
        error
    }

    #[test]
    fn a_plain_folder_is_read() {
        let rows = f32s(&[9.0, 9.0, 2.0, 0.0, 0.0, 2.0]);
        let folder = folder(&safetensors(&[("embeddings", "F32", &[3, 2], rows)]));
        let model = StaticModel::from_folder(folder.path()).unwrap();
        assert_eq!(model.dims(), 2);
        assert_eq!(model.vector("east"), [1.0, 0.0]);
        let half = std::f32::consts::FRAC_1_SQRT_2;
        assert_eq!(model.vector("north of east"), [half, half], "the unknown word is left out");
        assert_eq!(model.vector("of"), [0.0, 0.0]);
    }

    #[test]
    fn half_precision_and_bytes_give_the_same() {
        let halves: Vec<u8> = [0u16, 0, 0x4000, 0, 0, 0x4000].iter().flat_map(|bits| bits.to_le_bytes()).collect();
        for (dtype, bytes) in [("F16", halves), ("I8", vec![0, 0, 5, 0, 0, 5])] {
            let folder = folder(&safetensors(&[("embedding.weight", dtype, &[3, 2], bytes)]));
            let model = StaticModel::from_folder(folder.path()).unwrap();
            assert_eq!(model.vector("north"), [0.0, 1.0], "{dtype}");
        }
    }

    #[test]
    fn mapping_and_weights_are_followed() {
        let mapping: Vec<u8> = [0i64, 1, 0].iter().flat_map(|row| row.to_le_bytes()).collect();
        let weights: Vec<u8> = [0f64, 3.0, 4.0].iter().flat_map(|weight| weight.to_le_bytes()).collect();
        let tensors = [
            ("embeddings", "F32", &[2usize, 2][..], f32s(&[0.0, 1.0, 1.0, 0.0])),
            ("mapping", "I64", &[3], mapping),
            ("weights", "F64", &[3], weights),
        ];
        let folder = folder(&safetensors(&tensors));
        let vector = StaticModel::from_folder(folder.path()).unwrap().vector("east north");
        assert!((vector[0] - 0.6).abs() < 1e-6 && (vector[1] - 0.8).abs() < 1e-6, "{vector:?}");
    }

    #[test]
    fn the_name_changes_with_the_rows() {
        let name = |number: f32| {
            let rows = f32s(&[0.0, 0.0, number, 0.0, 0.0, 2.0]);
            let folder = folder(&safetensors(&[("embeddings", "F32", &[3, 2], rows)]));
            let name = StaticModel::from_folder(folder.path()).unwrap().name().to_owned();
            name.rsplit_once('-').unwrap().1.to_owned()
        };
        assert_eq!(name(1.0), name(1.0));
        assert_ne!(name(1.0), name(1.5));
    }

    #[test]
    fn folders_that_cannot_be_used_are_refused_with_a_reason() {
        let missing = StaticModel::from_folder(Path::new("/nowhere/at/all")).err().unwrap().to_string();
        assert!(missing.contains("EMBED_MODEL_PATH") && missing.contains("tokenizer.json"), "{missing}");
        let short = safetensors(&[("embeddings", "F32", &[2, 2], f32s(&[0.0; 4]))]);
        assert!(refused(&short).contains("3 tokens"));
        let nan = safetensors(&[("embeddings", "F32", &[3, 1], f32s(&[0.0, f32::NAN, 1.0]))]);
        assert!(refused(&nan).contains("row 1"));
        let other = safetensors(&[("weight", "F32", &[3, 1], f32s(&[0.0; 3]))]);
        assert!(refused(&other).contains("no tensor `embeddings`"));
        let flat = safetensors(&[("embeddings", "F32", &[3], f32s(&[0.0; 3]))]);
        assert!(refused(&flat).contains("not a matrix"));
        let mut cut = safetensors(&[("embeddings", "F32", &[3, 2], f32s(&[0.0; 6]))]);
        cut.truncate(cut.len() - 1);
        assert!(refused(&cut).contains("not whole"));
        let mapping: Vec<u8> = [0i32, 1, 7].iter().flat_map(|row| row.to_le_bytes()).collect();
        let beyond = safetensors(&[("embeddings", "F32", &[2, 1], f32s(&[1.0; 2])), ("mapping", "I32", &[3], mapping)]);
        assert!(refused(&beyond).contains("beyond"));
    }
}
