//! Discord's numbers, which tell when they were made (its reference, "Snowflakes"). Pure.

use crate::clock::Moment;

/// The first millisecond that a number can tell, since 1970.
const EPOCH: u64 = 1_420_070_400_000;
/// Bits behind the milliseconds.
const BITS: u32 = 22;

/// When it was made: milliseconds since 1970.
pub fn millis(number: u64) -> u64 {
    (number >> BITS) + EPOCH
}

/// The least number that is made at that moment or later.
pub fn at(moment: Moment) -> u64 {
    u64::try_from(moment.timestamp_millis()).unwrap_or(0).saturating_sub(EPOCH) << BITS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_tells_its_moment() {
        // The example of Discord's reference.
        let number = 175_928_847_299_117_063;
        assert_eq!(millis(number), 1_462_015_105_796);
        let moment = Moment::from_timestamp_millis(1_462_015_105_796).expect("a moment");
        assert!(at(moment) <= number && at(moment) > number - (1 << BITS));
        assert_eq!(at(Moment::UNIX_EPOCH), 0);
    }
}
