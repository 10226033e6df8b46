//! One round: a new ledger and a new Discord, a few lives of the program that end badly, and a last one that ends well.

use std::os::unix::process::ExitStatusExt;
use std::time::Duration;

use tokio::time::Instant;

use super::disk::{self, Disk};
use super::mind::{self, Mind};
use super::report::Report;
use super::town::{Town, answered, refused};
use super::verify::verify;
use crate::journey::{Bot, Home};
use crate::support::app::Database;
use crate::support::dice::Dice;
use crate::support::discord::{FakeDiscord, Trouble};
use crate::support::model::ScriptedModel;

/// How long one life may take before it is ended from outside.
const LIFE: Duration = Duration::from_secs(6);
/// How long the last one may take to answer what is left.
const LAST: Duration = Duration::from_secs(240);
/// Requests to the model that meet trouble, out of a hundred.
const TROUBLE: u64 = 8;
/// Acts of people that come with trouble in Discord, out of a hundred.
const FAULTS: u64 = 12;

/// Acts of people after which the disk is another, out of a hundred.
const DISK: u64 = 15;

/// How a life ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum End {
    /// SIGKILL from outside, after so long.
    Killed(Duration),
    /// SIGKILL at a named point, the so-manieth time that it is reached.
    At { name: &'static str, after: u64 },
}

/// Lives before which Discord forgets all nonces, out of a hundred.
const FORGETFUL: u64 = 0;

/// What happens to the connection with the gateway; the last is begun by one throw and ended by another.
const CONNECTIONS: [&str; 7] = [
    "dropped",
    "broken off",
    "asked to reconnect",
    "session invalid",
    "session elsewhere",
    "session forgotten",
    "late, twice and shuffled",
];

/// What happens to requests of Discord.
fn troubles(dice: &mut Dice) -> [Trouble; 11] {
    [
        Trouble::Status(500),
        Trouble::Status(503),
        Trouble::Limit(dice.millis(100, 600)),
        Trouble::GlobalLimit(dice.millis(100, 600)),
        Trouble::HtmlLimit(1),
        Trouble::ResetBefore,
        Trouble::ResetAfter,
        Trouble::Truncate,
        Trouble::Delay(dice.millis(200, 2_000)),
        Trouble::Trickle(dice.millis(200, 1_000)),
        Trouble::Swallow,
    ]
}

/// All kinds of trouble, as the report names them.
pub fn kinds() -> Vec<String> {
    let named = |place: &'static str| move |kind: &str| format!("{place}: {kind}");
    let discord = troubles(&mut Dice::new(0)).map(Trouble::kind);
    let discord = discord.iter().map(String::as_str).map(named("Discord"));
    let model = mind::KINDS.into_iter().map(named("model"));
    let disk = disk::KINDS.into_iter().map(named("disk"));
    model.chain(discord).chain(CONNECTIONS.into_iter().map(named("gateway"))).chain(disk).collect()
}

/// Points that are reached only when the program is asked to end.
const AT_THE_END: [&str; 2] = ["turns-drained", "index-closed"];

struct Round {
    fake: FakeDiscord,
    model: ScriptedModel,
    mind: Mind,
    home: Home,
    disk: Disk,
    town: Town,
    dice: Dice,
    report: Report,
    /// Discord has forgotten nonces of this round. Whatever was tried before is old from then on, whichever life sends it again:
    /// one that was refused at its start, or killed before, has not.
    forgotten: bool,
}

/// Runs it, and says what came of it.
pub async fn run(database: Database, seed: u64, ends: &[End]) -> Report {
    let (fake, model, mind) = (FakeDiscord::start().await, ScriptedModel::start().await, Mind::new(seed));
    let answering = mind.clone();
    model.on(move |asked| answering.answer(asked));
    let (home, town) = (Home::on(database).await, Town::new(&fake, ends.len()));
    let disk = Disk::new(home.folder.path());
    let mut round = Round {
        fake,
        model,
        mind,
        home,
        disk,
        town,
        dice: Dice::new(seed),
        report: Report::default(),
        forgotten: false,
    };
    round.begin().await;
    for (number, end) in ends.iter().enumerate() {
        round.live(number, end).await;
    }
    round.finish().await;
    let Round { fake, model, mind, home, town, mut report, .. } = round;
    report.asked = mind.asked();
    for (kind, times) in mind.met() {
        report.met("model", kind, times);
    }
    for trouble in fake.read(|state| state.met.clone()) {
        report.met("Discord", &trouble.kind(), 1);
    }
    verify(&home, &fake, &town, &mind, &mut report).await;
    // After a crash nobody knows any more what a message shows, and it may be changed into what it is.
    let harmless = |broken: &String| broken.contains("an edit that changes nothing");
    for broken in fake.take_violations().into_iter().filter(|one| !harmless(one)).chain(model.take_violations()) {
        report.wrong(broken);
    }
    if !report.is_clean() {
        let kept = home.folder.keep();
        report.wrong(format!("all of it is in {}", kept.display()));
        let log = fake.read(|state| state.log.join("\n"));
        std::fs::write(kept.join("discord.log"), log).expect("the folder is there");
    }
    report
}

impl Round {
    fn start(&self, failpoints: &str) -> Bot {
        let (url, token) = (self.fake.url(), self.fake.token());
        let mut more = vec![
            ("FAILPOINTS", failpoints.to_owned()),
            ("KEEPSAKE_REASK_SECONDS", "0".to_owned()),
            ("LLM_TIMEOUT_SECONDS", "3".to_owned()),
        ];
        more.extend(self.disk.environment());
        Bot::start_with(&self.home, &self.model, (&url, &token, self.fake.guild()), &more)
    }

    /// Every place gets to know the bot, so that it is read back there from then on.
    async fn begin(&mut self) {
        let bot = self.start("");
        self.fake.connected().await;
        for place in 0..self.town.count() {
            self.town.speak(&self.fake, place);
        }
        self.all_answered(LAST).await;
        assert!(bot.stop().await.success(), "the program ends well before any trouble");
    }

    async fn live(&mut self, number: usize, end: &End) {
        self.mind.trouble(TROUBLE);
        let (failpoints, mut until) = match end {
            End::Killed(after) => (String::new(), *after),
            End::At { name, after } => (format!("{name}={after}*off->return"), LIFE),
        };
        let asked_to_end = matches!(end, End::At { name, .. } if AT_THE_END.contains(name));
        if asked_to_end {
            until = self.dice.millis(500, 3_000);
        }
        let failpoints = self.let_time_pass(failpoints);
        let begun = self.identified();
        let mut bot = self.start(&failpoints);
        let deadline = Instant::now() + until;
        let mut silence = Some(Instant::now() + self.dice.millis(0, 1 + until.as_millis() as u64));
        let mut was_full = false;
        let ended = loop {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                break None;
            }
            let ended = bot.ends_within(self.dice.millis(20, 400).min(left)).await;
            if silence.take_if(|moment| *moment <= Instant::now() || ended.is_some()).is_some() {
                self.town.break_silence(&self.fake, number);
            }
            if ended.is_some() {
                break ended;
            }
            self.town.act(&self.fake, &mut self.dice);
            self.disturb();
            was_full |= self.wear_out() == Some(disk::Trouble::Full);
        };
        self.disk_is(disk::Trouble::None);
        if asked_to_end && ended.is_none() {
            bot.signal("TERM").await;
            match (bot.ends_within(Duration::from_secs(60)).await, end) {
                (Some(status), End::At { name, .. }) if status.signal() == Some(9) => self.report.killed(name),
                (Some(_), _) => {}
                (None, _) => {
                    self.report.wrong("it does not end when it is asked to".into());
                    bot.kill().await;
                }
            }
        } else if let Some(status) = ended {
            match end {
                End::At { name, .. } if status.signal() == Some(9) => self.report.killed(name),
                // Without room for the database it does not start, and says so. Once it is with Discord it stays.
                _ if was_full && status.code() == Some(1) && self.identified() == begun => self.report.refused += 1,
                _ => self.report.wrong(format!("it ended by itself: {status}")),
            }
        } else {
            bot.kill().await;
            self.report.killed("random");
        }
    }

    /// How often a session was begun so far.
    fn identified(&self) -> usize {
        self.fake.read(|state| state.log.iter().filter(|line| line.contains("gateway: identify")).count())
    }

    /// Now and then so much time passes between two lives that Discord knows no nonce of those before, and those after it
    /// know that. What FAILPOINTS is to be then.
    fn let_time_pass(&mut self, failpoints: String) -> String {
        if self.dice.percent(FORGETFUL) {
            self.fake.forget_nonces();
            self.forgotten = true;
        }
        if !self.forgotten {
            return failpoints;
        }
        let forgotten = "nonces-forgotten=return".to_owned();
        if failpoints.is_empty() { forgotten } else { format!("{failpoints};{forgotten}") }
    }

    /// Now and then Discord is in trouble.
    fn disturb(&mut self) {
        if !self.dice.percent(FAULTS) {
            return;
        }
        if self.dice.percent(50) { self.disturb_requests() } else { self.disturb_connections() }
    }

    /// A request of some kind meets trouble.
    fn disturb_requests(&mut self) {
        let all = troubles(&mut self.dice);
        let trouble = *self.dice.pick(&all);
        let requests = [("POST", "/messages"), ("PATCH", "/messages/"), ("POST", "/typing"), ("GET", "/messages")];
        let (method, path) = *self.dice.pick(&requests);
        let times = 1 + self.dice.below(2) as usize;
        self.fake.trouble(method, path, times, trouble);
    }

    /// The connection to the gateway breaks, or what comes over it comes late, twice, in another order, or never.
    fn disturb_connections(&mut self) {
        let (kind, connected) = (*self.dice.pick(&CONNECTIONS), self.fake.is_connected());
        let mut met = connected;
        match kind {
            "dropped" => self.fake.drop_connections(),
            "broken off" => self.fake.break_connections(),
            "asked to reconnect" => self.fake.ask_to_reconnect(),
            "session invalid" => self.fake.invalidate_sessions(),
            "session elsewhere" => self.fake.suspend_sessions(),
            "session forgotten" => {
                self.fake.drop_connections();
                self.fake.forget_sessions();
            }
            _ if self.fake.read(|state| state.wire.held.is_none()) => {
                self.fake.hold_events();
                met = false;
            }
            _ => {
                met &= self.fake.read(|state| state.wire.held.as_ref().is_some_and(|held| held.len() > 1));
                self.fake.release_shuffled(self.dice.below(u64::MAX));
            }
        }
        self.report.met("gateway", kind, usize::from(met));
    }

    /// Now and then the disk is full or slow for a while.
    fn wear_out(&mut self) -> Option<disk::Trouble> {
        if !self.dice.percent(DISK) {
            return None;
        }
        let trouble =
            *self.dice.pick(&[disk::Trouble::Full, disk::Trouble::Slow, disk::Trouble::None, disk::Trouble::None]);
        self.disk_is(trouble);
        Some(trouble)
    }

    /// The disk is that from now on. What it was until now is counted if a write has met it.
    fn disk_is(&mut self, trouble: disk::Trouble) {
        self.disk.meet(trouble);
        for kind in self.disk.met() {
            self.report.met("disk", kind, 1);
        }
    }

    /// The last life: no more trouble, until everything is answered.
    async fn finish(&mut self) {
        self.mind.trouble(0);
        self.fake.change(|state| state.faults.clear());
        self.fake.release_shuffled(1);
        let failpoints = self.let_time_pass(String::new());
        let mut bot = self.start(&failpoints);
        self.all_answered(LAST).await;
        // Whatever would come twice may come now.
        if let Some(status) = bot.ends_within(Duration::from_secs(2)).await {
            self.report.wrong(format!("the last life ended by itself: {status}"));
        } else if !bot.stop().await.success() {
            self.report.wrong("the last life did not end well".into());
        }
    }

    /// Waits until every message is answered, for so long at most: what then is not is found by [`verify`].
    async fn all_answered(&self, patience: Duration) {
        let deadline = Instant::now() + patience;
        while Instant::now() < deadline {
            let (done, refused) = (answered(&self.fake), refused(&self.fake));
            if self
                .town
                .said
                .iter()
                .all(|said| said.withdrawn || done.contains_key(&said.token) || refused.contains(&said.id))
            {
                return;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }
}
