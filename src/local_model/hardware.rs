//! What this machine has to offer a model: cores and memory. Parsing is pure; what cannot be read is simply not known.
//! Must not know about models.

use std::collections::BTreeSet;
use std::fs;

/// Cores to compute with: the physical ones, as far as this process may use them.
pub(super) fn cores() -> usize {
    let allowed = std::thread::available_parallelism().map_or(1, usize::from);
    let siblings = (0..1_024).map_while(|cpu| {
        fs::read_to_string(format!("/sys/devices/system/cpu/cpu{cpu}/topology/thread_siblings_list")).ok()
    });
    match physical(siblings) {
        0 => allowed,
        physical => allowed.min(physical),
    }
}

/// Hardware threads of one core name the same siblings.
fn physical(siblings: impl Iterator<Item = String>) -> usize {
    siblings.map(|list| list.trim().to_owned()).collect::<BTreeSet<_>>().len()
}

/// Bytes of memory, if this machine tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Memory {
    pub(super) total: u64,
    pub(super) available: u64,
}

/// Reads the machine's memory, held to what a container may use.
pub(super) fn memory() -> Option<Memory> {
    let whole = parse_meminfo(&fs::read_to_string("/proc/meminfo").ok()?)?;
    let read = |name: &str| fs::read_to_string(format!("/sys/fs/cgroup/{name}")).ok()?.trim().parse::<u64>().ok();
    Some(match read("memory.max") {
        Some(limit) => bounded(whole, limit, read("memory.current").unwrap_or(0)),
        None => whole,
    })
}

fn bounded(whole: Memory, limit: u64, used: u64) -> Memory {
    Memory { total: whole.total.min(limit), available: whole.available.min(limit.saturating_sub(used)) }
}

fn parse_meminfo(text: &str) -> Option<Memory> {
    let bytes = |name: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'))?;
        line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok().map(|kib| kib * 1_024)
    };
    Some(Memory { total: bytes("MemTotal")?, available: bytes("MemAvailable")? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_of_one_core_count_once() {
        let lists = ["0,4\n", "1,5\n", "2,6", "3,7", "0,4", "1,5", "2,6", "3,7"];
        assert_eq!(physical(lists.into_iter().map(str::to_owned)), 4);
        assert_eq!(physical(std::iter::empty()), 0);
        assert!(cores() >= 1);
    }

    #[test]
    fn memory_is_read_in_bytes_and_held_to_the_container() {
        let text = "MemTotal:        8000000 kB\nMemFree:  100 kB\nMemAvailable:    4000000 kB\n";
        let whole = Memory { total: 8_192_000_000, available: 4_096_000_000 };
        assert_eq!(parse_meminfo(text), Some(whole));
        assert_eq!(parse_meminfo("MemTotal: 1 kB\n"), None);
        let held = bounded(whole, 2_000_000_000, 500_000_000);
        assert_eq!(held, Memory { total: 2_000_000_000, available: 1_500_000_000 });
    }
}
