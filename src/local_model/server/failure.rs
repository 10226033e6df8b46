//! Why a server did not start, in words a person can act on. Pure but for reading the log's end.

use std::path::Path;
use std::process::ExitStatus;

use crate::local_model::log_file;

/// The exit code of a shell whose command died of signal 4, an instruction that the processor does not have.
const ILLEGAL_INSTRUCTION: i32 = 128 + 4;
/// The same for signal 9, with which Linux ends what takes too much memory.
const KILLED: i32 = 128 + 9;

/// What happened, what to do, and the end of the log.
pub(super) fn explain(status: ExitStatus, log: &Path) -> String {
    let tail = log_file::tail(log, 12);
    // The guard, a shell, tells of a signal in this way.
    let code = status.code();
    format!("the model did not start{}. {tail}", advice(code, &tail))
}

fn advice(code: Option<i32>, log: &str) -> String {
    if log.contains("libgomp.so.1") {
        return ": the library libgomp is missing; install it (on Debian and Ubuntu: sudo apt install libgomp1)".into();
    }
    if let Some(library) = missing_library(log) {
        return format!(": the library {library} is missing; install it, or set LLM_BASE_URL to a model you have");
    }
    if log.contains("GLIBC_") || log.contains("GLIBCXX_") {
        return ": this system's C library is too old (glibc 2.35 is needed, as in Debian 12 or Ubuntu 22.04); set LLM_BASE_URL to a model you have".into();
    }
    match code {
        Some(ILLEGAL_INSTRUCTION) => {
            ": this machine's processor is too old for the ready-made server; set LLM_BASE_URL to a model you have"
                .into()
        }
        Some(KILLED) => ": it was killed, most likely because memory ran out (about 2 GB are needed)".into(),
        Some(code) => format!(" (it ended with code {code})"),
        None => String::new(),
    }
}

/// The library that the dynamic linker names.
fn missing_library(log: &str) -> Option<&str> {
    log.split_once("error while loading shared libraries: ")?.1.split(':').next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_reasons_are_told() {
        let linker = |library: &str| {
            format!("llama-server: error while loading shared libraries: {library}: cannot open shared object file")
        };
        assert!(advice(Some(127), &linker("libgomp.so.1")).contains("apt install libgomp1"));
        assert!(advice(Some(127), &linker("libstdc++.so.6")).contains("libstdc++.so.6 is missing"));
        let old = "/lib/libc.so.6: version `GLIBC_2.34' not found (required by llama-server)";
        assert!(advice(Some(1), old).contains("glibc 2.35"));
        assert!(advice(Some(132), "").contains("processor"));
        assert!(advice(Some(137), "").contains("memory"));
        assert!(advice(Some(3), "").contains("code 3"));
    }
}
