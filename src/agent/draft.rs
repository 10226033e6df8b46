//! An answer on its way to people while it is made: when it is first shown, how often it is changed, and that what shows it
//! is in the ledger before it is changed again. Must not know where it is shown.

use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio_util::task::TaskTracker;
use unicode_segmentation::UnicodeSegmentation;

use super::{AgentParts, Busy, Draft};
use crate::failpoint;
use crate::memory::{AgentKey, OutboxId, Scope, Shown, Source, TurnId};
use crate::store::SharedLedger;

/// So many characters are shown even before their sentence ends.
const LONG: usize = 80;

/// What an answer says so far.
#[derive(Debug, Clone, Default)]
struct Said {
    /// What was said in earlier steps.
    before: String,
    /// What this step has said.
    piece: String,
    over: bool,
}

impl Said {
    fn text(&self) -> String {
        match (self.before.is_empty(), self.piece.is_empty()) {
            (false, false) => format!("{}\n\n{}", self.before, self.piece),
            (false, true) => self.before.clone(),
            (true, _) => self.piece.clone(),
        }
    }
}

/// Hears the words of an answer and has them shown.
pub(super) struct Drafting {
    said: watch::Sender<Said>,
    showing: Option<JoinHandle<Option<Busy>>>,
    /// Kept until the answer is there.
    waiting: Option<Busy>,
}

/// Which answer it is.
pub(super) struct Of<'a> {
    pub scope: &'a Scope,
    pub key: &'a AgentKey,
    pub turn: TurnId,
    pub reply: OutboxId,
    pub to: &'a Source,
    pub shown: Option<&'a Shown>,
}

impl Drafting {
    /// Begins to show that answer, if it can be shown there. `waiting` is dropped when the first words are.
    pub(super) fn begin(parts: &AgentParts, tasks: &TaskTracker, of: &Of<'_>, waiting: Busy) -> Self {
        let said = watch::Sender::new(Said::default());
        let draft = parts.config.stream_replies.then(|| parts.sink.draft(of.key, of.to, of.reply, of.shown)).flatten();
        let Some(draft) = draft else { return Self { said, showing: None, waiting: Some(waiting) } };
        let log = Log { ledger: parts.ledger.clone(), scope: *of.scope, turn: of.turn };
        let showing = tasks.spawn(show(draft, log, said.subscribe(), waiting));
        Self { said, showing: Some(showing), waiting: None }
    }

    /// A step begins: these words were said before it.
    pub(super) fn step(&self, before: String) {
        self.said.send_modify(|said| {
            said.before = before;
            said.piece.clear();
        });
    }

    /// More words of this step.
    pub(super) fn hear(&self, words: &str) {
        self.said.send_modify(|said| said.piece.push_str(words));
    }

    /// What this step has said so far.
    pub(super) fn heard(&self) -> String {
        self.said.borrow().piece.clone()
    }

    /// Whether people see the words as they come.
    pub(super) fn is_shown(&self) -> bool {
        self.showing.is_some()
    }

    /// Whether this step has said anything.
    pub(super) fn has_heard(&self) -> bool {
        !self.said.borrow().piece.is_empty()
    }

    /// The words of this step do not count: it is done again.
    pub(super) fn take_back(&self) {
        self.said.send_modify(|said| said.piece.clear());
    }

    /// Shows nothing more. When this returns, no change is on its way.
    pub(super) async fn end(&mut self) {
        self.said.send_modify(|said| said.over = true);
        let Some(showing) = self.showing.take() else { return };
        match showing.await {
            Ok(waiting) => self.waiting = waiting,
            Err(error) => tracing::error!(%error, "showing a draft ended badly"),
        }
    }
}

impl Drop for Drafting {
    fn drop(&mut self) {
        self.said.send_modify(|said| said.over = true);
    }
}

/// Where it is written down what shows the answer.
struct Log {
    ledger: SharedLedger,
    scope: Scope,
    turn: TurnId,
}

/// Shows what is said until it is over; answers what waits, if nothing was shown.
async fn show(mut draft: Box<dyn Draft>, log: Log, mut said: watch::Receiver<Said>, waiting: Busy) -> Option<Busy> {
    let mut waiting = Some(waiting);
    let mut begun = false;
    loop {
        let ready = |said: &Said| said.over || begun || is_worth_showing(&said.text());
        match said.wait_for(ready).await {
            Ok(now) if !now.over => {}
            _ => return waiting,
        }
        // A quick answer is whole before it is worth a draft.
        let pause = if begun { draft.pace() } else { draft.pace() / 4 };
        if tokio::time::timeout(pause, said.wait_for(|said| said.over)).await.is_ok() {
            return waiting;
        }
        let text = said.borrow_and_update().text();
        let shown = if text.is_empty() { None } else { draft.show(&text).await };
        let is_whole = shown.is_none();
        begun = true;
        if let Some(shown) = shown {
            waiting = None;
            failpoint::reach("draft-shown");
            if let Err(error) = log.ledger.set_shown(&log.scope, log.turn, &shown).await {
                tracing::warn!(%error, "what shows an answer cannot be written down; it is shown when it is whole");
                return waiting;
            }
        }
        // Each message that is added is written down before the next one.
        if is_whole && said.changed().await.is_err() {
            return waiting;
        }
    }
}

/// Whether the first sentence is whole, or enough of it.
fn is_worth_showing(text: &str) -> bool {
    let begun = text.trim();
    let sentences = begun.unicode_sentences().count();
    let ended = begun.ends_with(['.', '!', '?', '…', '。', '！', '？']) && text.ends_with(char::is_whitespace);
    sentences > 1 || ended || begun.contains('\n') || begun.chars().count() >= LONG
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_shown_before_the_first_sentence() {
        assert!(!is_worth_showing("") && !is_worth_showing("Well, I thi") && !is_worth_showing("Pi is 3."));
        assert!(is_worth_showing("Yes, I do. And") && is_worth_showing("A title\nAnd") && is_worth_showing("Yes. "));
        assert!(is_worth_showing(&"word ".repeat(20)));
    }

    #[test]
    fn steps_stand_below_each_other() {
        let said = |before: &str, piece: &str| Said { before: before.into(), piece: piece.into(), over: false }.text();
        assert_eq!(said("One.", "Two."), "One.\n\nTwo.");
        assert_eq!([said("One.", ""), said("", "Two."), said("", "")], ["One.", "Two.", ""]);
    }
}
