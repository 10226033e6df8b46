#!/usr/bin/env bash
# The real small model, end to end: told a birthday it writes it into the human block, and a new process knows it.
# Uses LLM_BASE_URL if set; else a local model, which is fetched once (about 1.2 GB). Takes some minutes on two cores.
set -euo pipefail
cd "$(dirname "$0")/../.."
cargo build --quiet
program="${CARGO_TARGET_DIR:-target}/debug/keepsake"
KEEPSAKE_DATA_DIR="$(mktemp -d)"
export KEEPSAKE_DATA_DIR
trap 'rm -rf "$KEEPSAKE_DATA_DIR"' EXIT

told="$("$program" chat --once 'My birthday is on May 3rd, please remember that.' | tee /dev/stderr)"
grep -q 'memory: human' <<<"$told" || { echo "FAILED: the human block was not changed"; exit 1; }
grep -qiE '^│ \+ .*May 3' <<<"$told" || { echo "FAILED: the birthday is not in the block"; exit 1; }
known="$("$program" chat --once 'When is my birthday?' | tee /dev/stderr)"
grep -qiE 'May 3|3rd of May|3 May' <<<"$known" || { echo "FAILED: a new process does not know it"; exit 1; }
echo "passed: the birthday was written down, and a new process knew it"
