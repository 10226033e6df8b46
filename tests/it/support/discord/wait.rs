//! Waiting for what must happen. What does not happen in time fails the test with all that did.

use std::time::Duration;

use super::state::{Answer, Id, State};
use super::{FakeDiscord, Pressed, Shown};

/// Far more than anything here takes, also on a busy machine.
const PATIENCE: Duration = Duration::from_secs(30);

impl FakeDiscord {
    /// Waits until `found` finds something.
    pub async fn wait<T>(&self, what: &str, mut found: impl FnMut(&mut State) -> Option<T>) -> T {
        let mut changes = self.shared.changes.subscribe();
        let waiting = async {
            loop {
                changes.borrow_and_update();
                // Not `change`: looking must not wake the one who looks.
                let hit = found(&mut self.shared.state.lock().unwrap_or_else(|poisoned| poisoned.into_inner()));
                if let Some(hit) = hit {
                    return hit;
                }
                changes.changed().await.expect("the fake lives");
            }
        };
        match tokio::time::timeout(PATIENCE, waiting).await {
            Ok(hit) => hit,
            Err(_) => panic!("this did not happen: {what}\n{}", self.read(State::dump)),
        }
    }

    /// Waits until the bot is connected.
    pub async fn connected(&self) {
        self.wait("the bot connects", |state| (!state.sessions.is_empty()).then_some(())).await;
    }

    /// Waits until that many sessions were begun in all.
    pub async fn identified(&self, least: usize) {
        self.wait("the bot begins a session", |state| (lines(state, "gateway: READY") >= least).then_some(())).await;
    }

    /// Waits until that many were resumed in all.
    pub async fn resumed(&self, least: usize) {
        self.wait("the bot resumes", |state| (lines(state, "gateway: RESUMED") >= least).then_some(())).await;
    }

    /// Waits until the bot was connected that often, in whatever way.
    pub async fn reconnected(&self, least: usize) {
        let often = |state: &State| lines(state, "gateway: READY") + lines(state, "gateway: RESUMED");
        self.wait("the bot connects again", |state| (often(state) >= least).then_some(())).await;
    }

    /// Waits until commands are registered for all guilds.
    pub async fn commands_registered(&self) {
        self.wait("commands are registered", |state| state.commands.get(&None).map(drop)).await;
    }

    /// The bot's next message in that channel that `fits` and that was not taken before; it is taken now.
    pub async fn next_message(&self, channel: Id, fits: impl Fn(&Shown) -> bool) -> Shown {
        let what = format!("the bot writes in channel {channel}");
        self.wait(&what, |state| {
            let bot = state.bot.id;
            let here = |stored: &&mut super::state::Stored| {
                stored.channel == channel
                    && stored.author == bot
                    && !stored.taken
                    && !stored.deleted
                    && stored.ephemeral_to.is_none()
            };
            let found = state.messages.values_mut().filter(here).find(|stored| fits(&Shown(stored.value.clone())))?;
            found.taken = true;
            Some(Shown(found.value.clone()))
        })
        .await
    }

    /// The message that answers an interaction, once there is one.
    pub async fn answer(&self, pressed: &Pressed) -> Shown {
        self.answer_where(pressed, |_| true).await
    }

    /// The same, once it fits.
    pub async fn answer_where(&self, pressed: &Pressed, fits: impl Fn(&Shown) -> bool) -> Shown {
        let id = pressed.0;
        self.wait("the bot answers an interaction", |state| {
            let original =
                state.interactions[&id].original.filter(|_| state.interactions[&id].answer == Answer::Shown)?;
            Some(Shown(state.messages.get(&original)?.value.clone())).filter(&fits)
        })
        .await
    }

    /// The form that an interaction was answered with.
    pub async fn form(&self, pressed: &Pressed) -> serde_json::Value {
        let id = pressed.0;
        self.wait("the bot shows a form", |state| state.interactions[&id].modal.clone()).await
    }

    /// What was offered to somebody who types: names and values.
    pub async fn offered(&self, pressed: &Pressed) -> Vec<(String, serde_json::Value)> {
        let id = pressed.0;
        let choices = self.wait("the bot offers something", |state| state.interactions[&id].choices.clone()).await;
        let all = choices.as_array().cloned().unwrap_or_default();
        all.iter().map(|one| (one["name"].as_str().unwrap_or_default().to_owned(), one["value"].clone())).collect()
    }

    /// The content of a file that the bot sent.
    pub fn content(&self, url: &str) -> Vec<u8> {
        self.read(|state| {
            let path = url.strip_prefix(&state.url).unwrap_or_else(|| panic!("{url} is not here"));
            state.files[path].clone().expect("no redirect")
        })
    }

    /// The messages that came after the first answer, so far.
    /// That message as it stands now.
    pub fn message(&self, id: Id) -> Shown {
        self.read(|state| Shown(state.messages[&id].value.clone()))
    }

    /// The first message that came after the first answer.
    pub async fn follow_up(&self, pressed: &Pressed) -> Shown {
        self.wait("a further answer", |state| {
            let id = state.interactions[&pressed.0].followups.first()?;
            Some(Shown(state.messages[id].value.clone()))
        })
        .await
    }

    pub fn followups(&self, pressed: &Pressed) -> Vec<Shown> {
        let shown = |state: &State, id: &Id| Shown(state.messages[id].value.clone());
        self.read(|state| state.interactions[&pressed.0].followups.iter().map(|id| shown(state, id)).collect())
    }

    /// All messages of a channel that everybody sees.
    pub fn messages(&self, channel: Id) -> Vec<Shown> {
        let here = |stored: &&super::state::Stored| {
            stored.channel == channel && !stored.deleted && stored.ephemeral_to.is_none()
        };
        self.read(|state| state.messages.values().filter(here).map(|stored| Shown(stored.value.clone())).collect())
    }

    /// The reactions that a message has: emoji and who.
    pub fn reactions(&self, message: Id) -> Vec<(String, Id)> {
        self.read(|state| state.messages[&message].reactions.clone())
    }

    /// How many requests of that method had `path` in their path.
    pub fn requests(&self, method: &str, path: &str) -> usize {
        self.read(|state| count(state, method, path))
    }

    /// Waits until there were so many.
    pub async fn requests_reach(&self, method: &str, path: &str, least: usize) {
        let what = format!("{least} times {method} {path}");
        self.wait(&what, |state| (count(state, method, path) >= least).then_some(())).await;
    }
}

fn lines(state: &State, start: &str) -> usize {
    state.log.iter().filter(|line| line.starts_with(start)).count()
}

fn count(state: &State, method: &str, path: &str) -> usize {
    state
        .log
        .iter()
        .filter(|line| {
            line.starts_with(&format!("{method} ")) && line.split(' ').nth(1).is_some_and(|at| at.contains(path))
        })
        .count()
}
