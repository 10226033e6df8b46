//! People who talk to the bot whether it lives or not, each message with a token and a word of its own.

use std::collections::{BTreeMap, BTreeSet};

use super::mind::{token, tokens};
use crate::support::dice::Dice;
use crate::support::discord::FakeDiscord;

/// Stands in every message that is deleted later; the model is never told to keep it.
const SECRET: &str = "qx";

/// A message of somebody.
#[derive(Debug, Clone)]
pub struct Said {
    pub id: u64,
    pub token: String,
    pub secret: String,
    /// Where, as the bot keys it.
    pub place: String,
    /// Since then it says this instead.
    pub edited: Option<String>,
    pub deleted: bool,
    /// That was before it was answered, as far as people saw.
    pub withdrawn: bool,
}

/// The people, what they said, and where.
pub struct Town {
    places: Vec<(String, u64, u64, bool)>,
    /// How many of the places, the first ones, people talk in all the time. In each of the others somebody says something at
    /// the beginning and once more, and then never again: nothing but what was left wakes the agent.
    busy: usize,
    pub said: Vec<Said>,
}

impl Town {
    /// Four busy places, and so many silent ones.
    pub fn new(fake: &FakeDiscord, silent: usize) -> Self {
        let (mara, jo) = (fake.mara(), fake.jo());
        let second = fake.new_channel(fake.guild(), "garden");
        let dm = |user: u64| (format!("dm:{user}"), fake.dm_channel(user), user, false);
        let open = |channel: u64, user: u64| (format!("channel:{channel}"), channel, user, true);
        let mut places = vec![open(fake.general(), mara), open(second, jo), dm(mara), dm(jo)];
        let busy = places.len();
        places.extend((0..silent).map(|number| dm(fake.new_user(&format!("Hermit {number}")))));
        Self { places, busy, said: Vec::new() }
    }

    pub fn count(&self) -> usize {
        self.places.len()
    }

    /// Somebody says the last that is said in that silent place.
    pub fn break_silence(&mut self, fake: &FakeDiscord, silent: usize) {
        self.speak(fake, self.busy + silent);
    }

    /// Somebody says something in that place.
    pub fn speak(&mut self, fake: &FakeDiscord, place: usize) {
        let (key, channel, user, mention) = self.places[place].clone();
        let number = self.said.len();
        let (token, secret) = (token(number), format!("{SECRET}{number}"));
        let text = format!("Write {token} down, {secret}.");
        let id = if mention { fake.mention(user, channel, &text) } else { fake.say(user, channel, &text) };
        self.said.push(Said { id, token, secret, place: key, edited: None, deleted: false, withdrawn: false });
    }

    /// Somebody does something: mostly says something, now and then says it again, changes it or takes it back, after it was
    /// answered or while it waits.
    pub fn act(&mut self, fake: &FakeDiscord, dice: &mut Dice) {
        let (place, what) = (dice.below(self.busy as u64) as usize, dice.below(100));
        let answered = answered(fake);
        let waits = dice.percent(40);
        let mut whole: Vec<&mut Said> = self
            .said
            .iter_mut()
            .filter(|said| answered.contains_key(&said.token) != waits && !said.deleted && said.edited.is_none())
            .collect();
        let chosen = dice.below(whole.len() as u64) as usize;
        match whole.get_mut(chosen) {
            Some(said) if what < 8 => {
                let text = format!("Write {} down, whatever.", said.token);
                fake.edit(said.id, &text);
                said.edited = Some(text);
            }
            Some(said) if what < 16 => {
                fake.delete(said.id);
                (said.deleted, said.withdrawn) = (true, waits);
            }
            Some(said) if what < 22 => fake.repeat(said.id),
            _ => self.speak(fake, place),
        }
    }
}

/// What people read below their message while the database is away. It is neither an answer nor a refusal.
pub const AWAY: &str = "My memory cannot be reached just now";

/// What people read when their message could not be written down.
pub const NOT_TAKEN_IN: &str = "could not take";

/// Messages of people of which they were told that they could not be taken in.
pub fn refused(fake: &FakeDiscord) -> BTreeSet<u64> {
    fake.read(|state| {
        let ours = state.messages.values().filter(|stored| stored.author == state.bot.id && !stored.deleted);
        let refusals =
            ours.filter(|stored| stored.value["content"].as_str().is_some_and(|text| text.contains(NOT_TAKEN_IN)));
        refusals.filter_map(|stored| stored.value["message_reference"]["message_id"].as_str()?.parse().ok()).collect()
    })
}

/// In which messages of the bot each token is told as done.
pub fn answered(fake: &FakeDiscord) -> BTreeMap<String, Vec<u64>> {
    let mut found: BTreeMap<String, Vec<u64>> = BTreeMap::new();
    fake.read(|state| {
        for (id, stored) in &state.messages {
            let text = stored.value["content"].as_str().unwrap_or_default();
            // What still has a button is a draft: nobody was answered by it yet.
            let is_draft = text.contains('▌');
            if stored.author == state.bot.id && !stored.deleted && !is_draft {
                for token in tokens(text) {
                    found.entry(token).or_default().push(*id);
                }
            }
        }
    });
    found
}
