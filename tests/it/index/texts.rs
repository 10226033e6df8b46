//! Texts, vectors and points made from a seed. The embedder is a toy, but an honest one: texts that share words are near.

use chrono::{TimeDelta, TimeZone, Utc};
use keepsake::clock::Moment;
use keepsake::index::lexical::{document_vector, query_vector};
use keepsake::index::{IndexQuery, Point, PointKind};
use keepsake::memory::{Agent, AgentId, AgentKey, PersonId, Scope};
use uuid::Uuid;

/// How long the vectors are.
pub const DIMS: usize = 32;

/// A sequence that looks random and is always the same (splitmix64, by Sebastiano Vigna).
pub struct Seed(pub u64);

impl Seed {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, end: u64) -> u64 {
        self.next() % end
    }
}

/// The moment that everything in these tests is counted from.
pub fn day_one() -> Moment {
    Utc.with_ymd_and_hms(2024, 3, 1, 12, 0, 0).unwrap()
}

pub fn minutes(count: i64) -> Moment {
    day_one() + TimeDelta::minutes(count)
}

/// The scope of the `n`th agent.
pub fn scope(n: u64) -> Scope {
    let id = AgentId(Uuid::from_u64_pair(7, n));
    Agent { id, key: AgentKey::Dm(PersonId(n)), created_at: day_one() }.scope()
}

/// A vector of length 1: the sum of one for each word.
pub fn embed(text: &str) -> Vec<f32> {
    let mut sum = vec![0.0; DIMS];
    for word in text.split_whitespace() {
        let mut seed = Seed(word.bytes().fold(17, |sum, byte| sum * 31 + u64::from(byte)));
        for part in &mut sum {
            *part += seed.below(2_001) as f32 / 1_000.0 - 1.0;
        }
    }
    let length = sum.iter().map(|part| part * part).sum::<f32>().sqrt();
    if length > 0.0 { sum.iter().map(|part| part / length).collect() } else { sum }
}

/// The id of the `n`th point.
pub fn id(n: u64) -> Uuid {
    Uuid::from_u64_pair(9, n)
}

/// The `n`th point: a message of one person, said `n` minutes after the first day began.
pub fn message(n: u64, scope: Scope, text: &str) -> Point {
    Point {
        id: id(n),
        scope,
        kind: PointKind::Message,
        author: Some("42".into()),
        author_name: Some("mara".into()),
        tags: Vec::new(),
        at: minutes(n as i64),
        dense: embed(text),
        sparse: document_vector(text),
    }
}

/// A search by words and meaning.
pub fn query(text: &str) -> IndexQuery {
    let dense = Some(embed(text)).filter(|vector| vector.iter().any(|part| *part != 0.0));
    IndexQuery { dense, sparse: query_vector(text, &[]), filter: Default::default(), limit: 50 }
}

const VOWELS: &[u8] = b"aeiou";
const CONSONANTS: &[u8] = b"bdfgklmnprstvz";

/// A made-up word; low numbers come up far more often than high ones, as in real texts.
pub fn word(seed: &mut Seed) -> String {
    let rank = seed.below(30) * seed.below(30) / 2;
    let mut own = Seed(rank + 1);
    let mut word = String::new();
    for _ in 0..2 + rank % 2 {
        word.push(CONSONANTS[own.below(CONSONANTS.len() as u64) as usize] as char);
        word.push(VOWELS[own.below(VOWELS.len() as u64) as usize] as char);
    }
    word
}

pub fn sentence(seed: &mut Seed, words: u64) -> String {
    (0..words).map(|_| word(seed)).collect::<Vec<_>>().join(" ")
}
