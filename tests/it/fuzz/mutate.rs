//! Inputs that nearly make sense: a seed of the corpus, changed a little in the ways in which files and answers go wrong.

use crate::support::dice::Dice;

/// Pieces that readers of JSON, Markdown, PNG and of text in general stumble over.
const PIECES: [&[u8]; 30] = [
    b"\"",
    b"\\",
    b"{",
    b"}",
    b"[",
    b"]",
    b",",
    b":",
    b"null",
    b"-0",
    b"1e999",
    b"18446744073709551616",
    b"\\u0000",
    b"\\ud800",
    b"\xff\xfe",
    b"\x00",
    b"\r\n",
    b"```",
    b"**",
    b"||",
    b"<think>",
    b"</think>",
    b"<@1>",
    b"data: ",
    b"[DONE]",
    b"{\"",
    "\u{202e}".as_bytes(),
    "e\u{301}\u{301}".as_bytes(),
    "👩‍👩‍👧".as_bytes(),
    b"        ",
];

/// A changed copy of one of the seeds.
pub fn mutate(seeds: &[Vec<u8>], dice: &mut Dice) -> Vec<u8> {
    let mut bytes = dice.pick(seeds).clone();
    for _ in 0..=dice.below(4) {
        step(&mut bytes, seeds, dice);
    }
    bytes
}

fn step(bytes: &mut Vec<u8>, seeds: &[Vec<u8>], dice: &mut Dice) {
    let at = dice.below(bytes.len() as u64 + 1) as usize;
    let end = at + dice.below((bytes.len() - at).min(64) as u64 + 1) as usize;
    match dice.below(8) {
        0 if at < bytes.len() => bytes[at] ^= 1 << dice.below(8),
        1 => drop(bytes.drain(at..end)),
        2 => {
            let piece = bytes[at..end].to_vec();
            let times = 1 + dice.below(40) as usize;
            bytes.splice(at..at, piece.repeat(times));
        }
        3 => bytes.truncate(at),
        4 => {
            let other = dice.pick(seeds);
            let from = dice.below(other.len() as u64 + 1) as usize;
            bytes.truncate(at);
            bytes.extend_from_slice(&other[from..]);
        }
        5 if at < bytes.len() => bytes[at] = dice.below(256) as u8,
        _ => {
            let piece = *dice.pick(&PIECES);
            bytes.splice(at..at, piece.iter().copied());
        }
    }
}
