//! Reads tensors from a file in the safetensors format: eight bytes with the length of a JSON header, the header with
//! each tensor's type, shape and place, then the numbers, little-endian (github.com/huggingface/safetensors).
//! Must not know what the tensors mean.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::path::Path;

use serde::Deserialize;
use serde_json::Value;

/// Bytes that a header may have, as the format says.
const HEADER_LIMIT: u64 = 100_000_000;

/// The number types that can be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub(super) enum Dtype {
    F64,
    F32,
    F16,
    BF16,
    I64,
    I32,
    I8,
}

impl Dtype {
    pub(super) fn bytes(self) -> usize {
        match self {
            Self::F64 | Self::I64 => 8,
            Self::F32 | Self::I32 => 4,
            Self::F16 | Self::BF16 => 2,
            Self::I8 => 1,
        }
    }

    /// The number that these bytes are; there are [`Dtype::bytes`] of them.
    pub(super) fn number(self, bytes: &[u8]) -> f64 {
        let mut eight = [0; 8];
        eight[..bytes.len()].copy_from_slice(bytes);
        let [a, b, c, d, ..] = eight;
        match self {
            Self::F64 => f64::from_le_bytes(eight),
            Self::F32 => f64::from(f32::from_le_bytes([a, b, c, d])),
            Self::F16 => f64::from(half(u16::from_le_bytes([a, b]))),
            Self::BF16 => f64::from(f32::from_le_bytes([0, 0, a, b])),
            Self::I64 => i64::from_le_bytes(eight) as f64,
            Self::I32 => f64::from(i32::from_le_bytes([a, b, c, d])),
            Self::I8 => f64::from(a as i8),
        }
    }
}

/// A half-precision number (IEEE 754 binary16).
fn half(bits: u16) -> f32 {
    let sign = if bits >> 15 == 1 { -1.0 } else { 1.0 };
    let fraction = f32::from(bits & 0x3ff);
    sign * match bits >> 10 & 0x1f {
        0 => fraction * 2f32.powi(-24),
        31 if fraction == 0.0 => f32::INFINITY,
        31 => f32::NAN,
        exponent => (1.0 + fraction / 1024.0) * 2f32.powi(i32::from(exponent) - 15),
    }
}

/// Where one tensor lies and what it is.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct Tensor {
    pub(super) dtype: Dtype,
    pub(super) shape: Vec<usize>,
    /// Bytes from the end of the header.
    data_offsets: (u64, u64),
}

impl Tensor {
    fn fits(&self, room: u64) -> bool {
        let count = self.shape.iter().try_fold(self.dtype.bytes(), |product, side| product.checked_mul(*side));
        let (from, to) = self.data_offsets;
        to <= room && to.checked_sub(from) == count.and_then(|bytes| u64::try_from(bytes).ok())
    }
}

/// An open file and the tensors in it.
pub(super) struct Safetensors {
    file: BufReader<File>,
    header: HashMap<String, Value>,
    /// Where the numbers begin.
    start: u64,
    length: u64,
}

impl Safetensors {
    /// Opens a file and reads its header.
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        let bad = |why: &str| io::Error::new(io::ErrorKind::InvalidData, why);
        let file = File::open(path)?;
        let length = file.metadata()?.len();
        let mut file = BufReader::new(file);
        let mut eight = [0; 8];
        file.read_exact(&mut eight)?;
        let size = u64::from_le_bytes(eight);
        if size > HEADER_LIMIT.min(length.saturating_sub(8)) {
            return Err(bad("it is not in the safetensors format"));
        }
        let mut header = Vec::new();
        file.by_ref().take(size).read_to_end(&mut header)?;
        let header = serde_json::from_slice(&header).map_err(|_| bad("its safetensors header cannot be read"))?;
        Ok(Self { file, header, start: 8 + size, length })
    }

    /// The tensor of that name, if there is one.
    pub(super) fn tensor(&self, name: &str) -> io::Result<Option<Tensor>> {
        let bad = |why: String| io::Error::new(io::ErrorKind::InvalidData, why);
        let Some(entry) = self.header.get(name) else { return Ok(None) };
        let tensor = Tensor::deserialize(entry)
            .map_err(|_| bad(format!("its tensor `{name}` has a number type that is not supported")))?;
        match tensor.fits(self.length - self.start) {
            true => Ok(Some(tensor)),
            false => Err(bad(format!("its tensor `{name}` is not whole"))),
        }
    }

    /// Reads a tensor in steps of `chunk` numbers, so that it is never in memory as a whole.
    pub(super) fn read(
        &mut self,
        tensor: &Tensor,
        chunk: usize,
        mut take: impl FnMut(&[u8]) -> io::Result<()>,
    ) -> io::Result<()> {
        let (from, to) = tensor.data_offsets;
        self.file.seek(SeekFrom::Start(self.start + from))?;
        let mut left = usize::try_from(to - from).map_err(io::Error::other)?;
        let mut buffer = vec![0; chunk * tensor.dtype.bytes()];
        while left > 0 {
            let size = left.min(buffer.len());
            let part = &mut buffer[..size];
            self.file.read_exact(part)?;
            take(part)?;
            left -= size;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_precision_numbers_are_read() {
        let known = [
            (0x0000, 0.0),
            (0x3c00, 1.0),
            (0xc000, -2.0),
            (0x3555, 0.333_251_95),
            (0x7bff, 65_504.0),
            (0x0001, 5.960_464_5e-8),
            (0x7c00, f32::INFINITY),
        ];
        for (bits, number) in known {
            assert_eq!(half(bits), number, "{bits:#06x}");
        }
        assert!(half(0x7e00).is_nan());
    }

    #[test]
    fn every_type_is_read_as_little_endian() {
        assert_eq!(Dtype::F32.number(&1.5f32.to_le_bytes()), 1.5);
        assert_eq!(Dtype::F64.number(&1.5f64.to_le_bytes()), 1.5);
        assert_eq!(Dtype::BF16.number(&[0xc0, 0x3f]), 1.5);
        assert_eq!(Dtype::I8.number(&[0xff]), -1.0);
        assert_eq!(Dtype::I32.number(&(-7i32).to_le_bytes()), -7.0);
        assert_eq!(Dtype::I64.number(&300i64.to_le_bytes()), 300.0);
    }

    #[test]
    fn files_that_are_something_else_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("model.safetensors");
        for content in [&b"short"[..], b"version https://git-lfs.github.com/spec/v1", &[2, 0, 0, 0, 0, 0, 0, 0, b'{']] {
            std::fs::write(&path, content).unwrap();
            assert!(Safetensors::open(&path).is_err(), "{content:?}");
        }
    }
}
