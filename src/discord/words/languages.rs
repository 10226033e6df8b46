//! Which language is spoken where. Owns what is known of it while the program runs; nothing of it is kept.

use std::collections::HashMap;
use std::num::NonZeroU64;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serenity::cache::Cache;
use serenity::model::application::Interaction;
use serenity::model::event::Event;
use serenity::model::id::GuildId;

use super::Lang;
use crate::memory::{AgentKey, Source};

/// In a guild its own language is spoken, in direct messages that of the person, as far as it is known: Discord tells a
/// person's language only with a command, a click or a form. Cheap to clone.
#[derive(Clone, Default)]
pub struct Languages(Arc<Mutex<Known>>);

#[derive(Default)]
struct Known {
    /// The gateway's, once there is one.
    cache: Option<Arc<Cache>>,
    /// As it was told last, by guild. The library's cache keeps the language that a guild had when the connection began.
    guilds: HashMap<u64, Lang>,
    /// Those whose language is not English.
    people: HashMap<u64, Lang>,
}

impl Languages {
    /// From now on guilds are looked up there.
    pub fn look_up_in(&self, cache: Arc<Cache>) {
        self.lock().cache = Some(cache);
    }

    /// Learns what an event tells of a guild.
    pub fn see(&self, event: &Event) {
        let (guild, locale) = match event {
            Event::GuildCreate(event) => (event.guild.id, &event.guild.preferred_locale),
            Event::GuildUpdate(event) => (event.guild.id, &event.guild.preferred_locale),
            _ => return,
        };
        self.lock().guilds.insert(guild.get(), Lang::of(locale));
    }

    /// Learns the language of whoever began the interaction.
    pub fn learn(&self, interaction: &Interaction) {
        let (user, locale) = match interaction {
            Interaction::Command(command) | Interaction::Autocomplete(command) => (&command.user, &command.locale),
            Interaction::Component(click) => (&click.user, &click.locale),
            Interaction::Modal(form) => (&form.user, &form.locale),
            _ => return,
        };
        self.learn_person(user.id.get(), Lang::of(locale));
    }

    fn learn_person(&self, person: u64, lang: Lang) {
        let mut known = self.lock();
        if lang == Lang::English {
            known.people.remove(&person);
        } else {
            known.people.insert(person, lang);
        }
    }

    /// The language of what everybody reads in that guild, or else of that person in direct messages.
    pub fn of(&self, guild: Option<u64>, person: Option<u64>) -> Lang {
        let known = self.lock();
        let Some(guild) = guild else {
            return person.and_then(|person| known.people.get(&person).copied()).unwrap_or_default();
        };
        let id = NonZeroU64::new(guild).map(GuildId::from);
        let cached = || Some(Lang::of(&known.cache.as_ref()?.guild(id?)?.preferred_locale));
        known.guilds.get(&guild).copied().or_else(cached).unwrap_or_default()
    }

    /// The language of what the agent of `key` says at `to`.
    pub fn at(&self, key: &AgentKey, to: &Source) -> Lang {
        let person = if let AgentKey::Dm(person) = key { Some(person.0) } else { None };
        self.of(to.guild, person)
    }

    fn lock(&self) -> MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::PersonId;

    #[test]
    fn direct_messages_follow_the_person_and_guilds_do_not() {
        let languages = Languages::default();
        languages.learn_person(7, Lang::German);
        let (dm, guild) =
            (Source { guild: None, channel: 1, message: 2 }, Source { guild: Some(9), channel: 1, message: 2 });
        assert_eq!(languages.at(&AgentKey::Dm(PersonId(7)), &dm), Lang::German);
        assert_eq!(languages.at(&AgentKey::Dm(PersonId(8)), &dm), Lang::English);
        assert_eq!(languages.at(&AgentKey::Channel(1), &guild), Lang::English);
        languages.learn_person(7, Lang::English);
        assert_eq!(languages.at(&AgentKey::Dm(PersonId(7)), &dm), Lang::English);
        assert!(languages.lock().people.is_empty());
    }
}
