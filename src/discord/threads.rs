//! Which threads there are and in which the bot takes part, as the gateway tells it. Fed in the order of the gateway's
//! events. Owns nothing that could not be asked again: a thread that is not known here is looked up.

use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, MutexGuard};

use serenity::model::channel::{ChannelType, GuildChannel};
use serenity::model::event::{Event, ThreadListSyncEvent, ThreadMembersUpdateEvent};

use super::events::Place;
use super::opening::Title;
use crate::memory::PersonId;

/// More threads than this are not kept; the book is then begun anew.
const MOST: usize = 20_000;

#[derive(Debug, Clone, Default)]
struct Thread {
    parent: u64,
    joined: bool,
    private: bool,
    title: String,
    /// Who began it, and so named it.
    owner: Option<u64>,
    /// Only whoever manages threads can write there.
    locked: bool,
}

impl Thread {
    fn place(&self) -> Place {
        Place::Thread { parent: self.parent, joined: self.joined, private: self.private }
    }
}

/// Whether a channel of that kind is a thread.
pub fn is_thread(kind: ChannelType) -> bool {
    matches!(kind, ChannelType::PublicThread | ChannelType::PrivateThread | ChannelType::NewsThread)
}

/// What is known of threads.
pub struct ThreadBook {
    bot: u64,
    threads: Mutex<HashMap<u64, Thread>>,
}

impl ThreadBook {
    /// An empty book of the bot with that user id.
    pub fn new(bot: u64) -> Self {
        Self { bot, threads: Mutex::new(HashMap::new()) }
    }

    /// The thread `channel`, if it is known.
    pub fn place(&self, channel: u64) -> Option<Place> {
        self.lock().get(&channel).map(Thread::place)
    }

    /// What the thread is called, if that is known and nobody named it who is `closed`.
    pub fn title(&self, channel: u64, closed: &HashSet<u64>) -> Option<Title> {
        let threads = self.lock();
        let thread = threads.get(&channel).filter(|thread| !thread.title.is_empty())?;
        let hidden = thread.owner.is_some_and(|owner| closed.contains(&owner));
        (!hidden).then(|| Title { text: thread.title.clone(), by: thread.owner.map(PersonId) })
    }

    /// Whether only those who manage threads can write there.
    pub fn is_locked(&self, channel: u64) -> bool {
        self.lock().get(&channel).is_some_and(|thread| thread.locked)
    }

    /// Learns of a thread and answers its place. What is said about membership stands if `channel` says nothing.
    pub fn learn(&self, channel: &GuildChannel) -> Option<Place> {
        let parent = channel.parent_id?.get();
        let says = channel.member.is_some() || channel.owner_id.is_some_and(|owner| owner.get() == self.bot);
        let mut threads = self.lock();
        if threads.len() >= MOST {
            threads.clear();
        }
        let thread = threads.entry(channel.id.get()).or_default();
        thread.parent = parent;
        thread.title.clone_from(&channel.name);
        thread.owner = channel.owner_id.map(|owner| owner.get());
        thread.locked = channel.thread_metadata.is_some_and(|metadata| metadata.locked);
        thread.joined |= says;
        thread.private = channel.kind == ChannelType::PrivateThread;
        Some(thread.place())
    }

    /// Learns from an event.
    pub fn see(&self, event: &Event) {
        match event {
            Event::GuildCreate(event) => self.learn_all(&event.guild.threads),
            Event::ThreadCreate(event) => self.learn_all(std::slice::from_ref(&event.thread)),
            Event::ThreadUpdate(event) => self.learn_all(std::slice::from_ref(&event.thread)),
            Event::ThreadDelete(event) => {
                self.lock().remove(&event.thread.id.get());
            }
            Event::ChannelDelete(event) => {
                self.lock().retain(|_, thread| thread.parent != event.channel.id.get());
            }
            Event::ThreadListSync(event) => self.see_list(event),
            Event::ThreadMemberUpdate(event) => self.set_joined(event.member.id.get(), true),
            Event::ThreadMembersUpdate(event) => self.see_members(event),
            _ => {}
        }
    }

    fn learn_all(&self, threads: &[GuildChannel]) {
        for thread in threads {
            self.learn(thread);
        }
    }

    fn see_list(&self, event: &ThreadListSyncEvent) {
        self.learn_all(&event.threads);
        event.members.iter().for_each(|member| self.set_joined(member.id.get(), true));
    }

    fn see_members(&self, event: &ThreadMembersUpdateEvent) {
        if event.added_members.iter().any(|member| member.user_id.get() == self.bot) {
            self.set_joined(event.id.get(), true);
        }
        if event.removed_member_ids.iter().any(|member| member.get() == self.bot) {
            self.set_joined(event.id.get(), false);
        }
    }

    fn set_joined(&self, channel: u64, joined: bool) {
        if let Some(thread) = self.lock().get_mut(&channel) {
            thread.joined = joined;
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<u64, Thread>> {
        self.threads.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}
