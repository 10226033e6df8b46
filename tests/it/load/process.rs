//! What a running program takes, as Linux tells it.

use std::time::Duration;

/// Resident memory that is the process's own, in kB (`proc_pid_status(5)`, RssAnon).
pub fn memory(pid: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).expect("it runs on Linux");
    let line = status.lines().find(|line| line.starts_with("RssAnon:")).expect("a field");
    line.split_whitespace().nth(1).and_then(|kilobytes| kilobytes.parse().ok()).expect("a number")
}

/// Open files and connections.
pub fn files(pid: u32) -> u64 {
    std::fs::read_dir(format!("/proc/{pid}/fd")).expect("it runs on Linux").count() as u64
}

/// Threads.
pub fn threads(pid: u32) -> u64 {
    std::fs::read_dir(format!("/proc/{pid}/task")).expect("it runs on Linux").count() as u64
}

/// Processor time so far (`proc_pid_stat(5)`, fields 14 and 15, in ticks of 10 ms).
pub fn cpu(pid: u32) -> Duration {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).expect("it runs on Linux");
    let fields: Vec<&str> = stat.rsplit(") ").next().expect("a name").split(' ').collect();
    let ticks = |at: usize| fields[at].parse::<u64>().expect("a number");
    Duration::from_millis((ticks(11) + ticks(12)) * 10)
}
