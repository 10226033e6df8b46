//! Many who talk at once, many who are silent, and a long time: what the program takes then. Small here, so that every run
//! of the tests sees to it that everybody is answered and nothing grows; large by variables:
//!
//! `LOAD_CHANNELS=200 LOAD_AGENTS=5000 SOAK_SECONDS=3600 TEST_PROGRAM=$PWD/target/release/keepsake cargo test --test it -- load`
//!
//! `TEST_PROGRAM` is the build that is measured. The figures stand below the summary.

mod crowd;
mod process;

use std::time::Duration;

use libtest_mimic::Trial;
use tokio::time::Instant;

use self::crowd::{Crowd, at};
use crate::support::{notes, trial};

pub fn trials() -> Vec<Trial> {
    vec![trial("load::channels", channels), trial("load::agents", agents), trial("load::soak", soak)]
}

fn variable(name: &str, usual: u64) -> u64 {
    std::env::var(name).map_or(usual, |text| text.parse().unwrap_or_else(|_| panic!("{name} is to be a number")))
}

fn note(line: String) {
    notes::add(format!("load {line}"));
}

/// Everybody talks at once.
async fn channels() {
    let count = variable("LOAD_CHANNELS", 20);
    let takes = Duration::from_millis(if count > 20 { 2_000 } else { 200 });
    let mut crowd = Crowd::start(takes, &[]).await;
    let channels: Vec<u64> =
        (0..count).map(|number| crowd.fake.new_channel(crowd.fake.guild(), &format!("room-{number}"))).collect();
    let patience = Duration::from_secs(300);
    let mut alone = Vec::new();
    for channel in channels.iter().take(5) {
        let begun = Instant::now();
        let said = crowd.speak(*channel);
        alone.extend(crowd.answers(&[said], begun, patience).await);
    }
    let begun = Instant::now();
    let said: Vec<String> = channels.iter().map(|channel| crowd.speak(*channel)).collect();
    let together = crowd.answers(&said, begun, patience).await;
    let pid = crowd.bot.pid();
    note(format!(
        "model takes {:.1} s: one channel answers after {:.2} s (median of 5); {count} at once after {:.2} s (median), {:.2} s (p95); \
         {} MB",
        takes.as_secs_f64(),
        at(&alone, 0.5),
        at(&together, 0.5),
        at(&together, 0.95),
        process::memory(pid) / 1_024,
    ));
    crowd.end().await;
}

/// Many have talked and are silent now.
async fn agents() {
    let count = variable("LOAD_AGENTS", 40);
    let mut crowd = Crowd::start(Duration::ZERO, &[("KEEPSAKE_STREAM_REPLIES", "false".to_owned())]).await;
    let pid = crowd.bot.pid();
    let mut before = 0;
    for first in (0..count).step_by(50) {
        let begun = Instant::now();
        let people: Vec<u64> =
            (first..count.min(first + 50)).map(|number| crowd.fake.new_user(&format!("Guest {number}"))).collect();
        let said: Vec<String> = people.into_iter().map(|user| crowd.whisper(user)).collect();
        crowd.answers(&said, begun, Duration::from_secs(120)).await;
        if first == 0 {
            tokio::time::sleep(Duration::from_secs(2)).await;
            before = process::memory(pid);
        }
        crowd.forget();
    }
    tokio::time::sleep(Duration::from_secs(2)).await;
    let after = process::memory(pid);
    let each = after.saturating_sub(before) as f64 / count.saturating_sub(50).max(1) as f64;
    note(format!("{count} silent agents: {} MB, {each:.1} kB more for each after the first 50", after / 1_024));
    crowd.end().await;
}

/// What the program took at one moment: kB of memory, open files, threads.
type Sample = (u64, u64, u64);

fn median(samples: &[Sample], of: fn(&Sample) -> u64) -> u64 {
    let mut all: Vec<u64> = samples.iter().map(of).collect();
    all.sort_unstable();
    all.get(all.len() / 2).copied().unwrap_or_default()
}

/// Ten channels after the other ten talk, for so long. Answers how many answers there were, and what the program took meanwhile.
async fn talk(crowd: &mut Crowd, channels: &[u64], lasts: Duration) -> (usize, Vec<Sample>) {
    let (begun, pid) = (Instant::now(), crowd.bot.pid());
    let (mut sampled, mut answered) = (Vec::new(), 0);
    let window = (lasts / 40).max(Duration::from_secs(1));
    let mut next = begun + window;
    while begun.elapsed() < lasts {
        let asked = Instant::now();
        let some = channels.iter().skip(answered % 2).step_by(2);
        let said: Vec<String> = some.map(|channel| crowd.speak(*channel)).collect();
        answered += crowd.answers(&said, asked, Duration::from_secs(60)).await.len();
        if Instant::now() >= next {
            next += window;
            sampled.push((process::memory(pid), process::files(pid), process::threads(pid)));
            crowd.forget();
        }
        tokio::time::sleep(Duration::from_millis(300)).await;
    }
    (answered, sampled)
}

/// People talk for a long time, and nothing grows but what is kept: a program that is started afresh on the same memory takes
/// as much.
async fn soak() {
    let seconds = variable("SOAK_SECONDS", 20);
    // A small window, so that evictions and summaries are part of it.
    let settings = [
        ("LLM_CONTEXT_TOKENS", "8192".to_owned()),
        // One person says it all.
        ("KEEPSAKE_USER_HOURLY_TOOL_CALLS", "1000000".to_owned()),
    ];
    let mut crowd = Crowd::start(Duration::from_millis(100), &settings).await;
    let channels: Vec<u64> =
        (0..20).map(|number| crowd.fake.new_channel(crowd.fake.guild(), &format!("room-{number}"))).collect();
    let (answered, sampled) = talk(&mut crowd, &channels, Duration::from_secs(seconds)).await;
    let spent = process::cpu(crowd.bot.pid()).as_secs_f64() * 1_000.0 / answered.max(1) as f64;
    let mut crowd = crowd.restart().await;
    let (_, afresh) = talk(&mut crowd, &channels, Duration::from_secs((seconds / 20).max(10))).await;
    // The first quarter fills caches and pools.
    let (first, last) = (&sampled[sampled.len() / 4..sampled.len() / 2], &sampled[sampled.len() * 3 / 4..]);
    let afresh = median(&afresh[afresh.len() / 2..], |sample| sample.0);
    let [memory, files, threads] = [|sample: &Sample| sample.0, |sample: &Sample| sample.1, |sample: &Sample| sample.2]
        .map(|of| (median(first, of), median(last, of)));
    let megabytes = |kilobytes: u64| kilobytes as f64 / 1_024.0;
    note(format!(
        "{seconds} s, {answered} answers: memory {:.1} MB then {:.1} MB, and {:.1} MB started afresh on what is kept; open files {} \
         then {}, threads {} then {} (medians of the second and the last quarter), {spent:.1} ms of processor time an answer",
        megabytes(memory.0),
        megabytes(memory.1),
        megabytes(afresh),
        files.0,
        files.1,
        threads.0,
        threads.1,
    ));
    // Pools and pages that are held in reserve.
    let may = afresh / 5 + 8 * 1_024;
    assert!(memory.1 <= afresh + may, "memory grows to more than {afresh} kB: {sampled:?}");
    assert!(files.1 <= files.0 + 10 && threads.1 <= threads.0 + 4, "files or threads grow: {sampled:?}");
    crowd.end().await;
}
