//! What `/memory import` asks and tells. Pure.

use super::{Counted, counted};
use crate::agent::desk::transfer::Import;
use crate::discord::words::Lang;

fn parts(import: &Import, lang: Lang) -> String {
    let parts: [Counted; 4] = [
        (import.blocks, Lang::blocks_rewritten),
        (import.passages, Lang::passages),
        (import.messages, Lang::messages),
        (import.documents, Lang::documents),
    ];
    lang.all_of(counted(&parts, lang))
}

/// What is asked before anything is taken in.
pub fn import_question(import: &Import, lang: Lang) -> String {
    lang.import_asks(&parts(import, lang), import.known)
}

/// What was taken in.
pub fn imported(import: &Import, lang: Lang) -> String {
    if import.is_nothing() { lang.import_nothing() } else { lang.imported(&parts(import, lang)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_asked_and_told() {
        let import = Import { blocks: 1, passages: 2, messages: 0, documents: 3, known: 4 };
        let said = [
            import_question(&import, Lang::English),
            imported(&import, Lang::English),
            imported(&Import { known: 4, ..Import::default() }, Lang::English),
        ];
        insta::assert_snapshot!("import", said.join("\n---\n"));
    }
}
