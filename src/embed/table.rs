//! A matrix of rows, kept as signed bytes with one scale a row: a quarter of its size, and the same model to a cosine
//! of 0.9998. Must not know what the rows stand for.

use std::borrow::Cow;

/// Rows of numbers: `byte * scale`.
pub(super) struct Table {
    bytes: Cow<'static, [u8]>,
    scales: Vec<f32>,
    dims: usize,
}

impl Table {
    /// From the bytes of all rows and little-endian scales. `None` if the two do not belong together.
    pub(super) fn from_parts(bytes: &'static [u8], scales: &[u8], dims: usize) -> Option<Self> {
        let (whole, rest) = scales.as_chunks::<4>();
        let scales: Vec<f32> = whole.iter().map(|four| f32::from_le_bytes(*four)).collect();
        let fits =
            rest.is_empty() && scales.len() * dims == bytes.len() && scales.iter().all(|scale| scale.is_finite());
        fits.then_some(Self { bytes: Cow::Borrowed(bytes), scales, dims })
    }

    /// An empty one, to be filled by [`Table::push`].
    pub(super) fn with_capacity(rows: usize, dims: usize) -> Self {
        Self { bytes: Cow::Owned(Vec::with_capacity(rows * dims)), scales: Vec::with_capacity(rows), dims }
    }

    /// Adds a row of [`Table::dims`] finite numbers. Rounds as `data/quantise.py` does.
    pub(super) fn push(&mut self, row: &[f32]) {
        let largest = row.iter().fold(0f32, |largest, number| largest.max(number.abs()));
        let scale = (f64::from(largest) / 127.0) as f32;
        let byte = |number: &f32| match scale {
            0.0 => 0,
            _ => (f64::from(*number) / f64::from(scale)).round_ties_even() as i8 as u8,
        };
        self.bytes.to_mut().extend(row.iter().map(byte));
        self.scales.push(scale);
    }

    pub(super) fn dims(&self) -> usize {
        self.dims
    }

    pub(super) fn rows(&self) -> usize {
        self.scales.len()
    }

    /// Adds `weight` times a row to the sum. A row that is not there adds nothing.
    pub(super) fn add(&self, row: usize, weight: f32, sum: &mut [f32]) {
        let (Some(scale), Some(bytes)) = (self.scales.get(row), self.bytes.get(row * self.dims..(row + 1) * self.dims))
        else {
            return;
        };
        let factor = scale * weight;
        for (sum, byte) in sum.iter_mut().zip(bytes) {
            *sum += factor * f32::from(*byte as i8);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_row_comes_back_to_half_a_step(row in proptest::collection::vec(-10f32..10.0, 8)) {
            let mut table = Table::with_capacity(1, 8);
            table.push(&row);
            let mut back = [0f32; 8];
            table.add(0, 1.0, &mut back);
            let step = row.iter().fold(0f32, |largest, number| largest.max(number.abs())) / 127.0;
            for (back, number) in back.iter().zip(&row) {
                prop_assert!((back - number).abs() <= step * 0.51, "{back} for {number}");
            }
        }
    }

    #[test]
    fn parts_that_do_not_belong_together_are_refused() {
        assert!(Table::from_parts(&[1, 2, 3, 4], &1f32.to_le_bytes(), 4).is_some());
        assert!(Table::from_parts(&[1, 2, 3], &1f32.to_le_bytes(), 4).is_none());
        assert!(Table::from_parts(&[1, 2, 3, 4], &f32::NAN.to_le_bytes(), 4).is_none());
    }

    #[test]
    fn a_row_of_zeros_and_a_row_beyond_the_end_add_nothing() {
        let mut table = Table::with_capacity(1, 2);
        table.push(&[0.0, 0.0]);
        let mut sum = [1.0, 2.0];
        table.add(0, 1.0, &mut sum);
        table.add(1, 1.0, &mut sum);
        assert_eq!(sum, [1.0, 2.0]);
    }
}
