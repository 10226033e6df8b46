//! Every sentence that the Discord side says of its own accord.

/// `/help`.
pub const HELP: &str = "\
I am an agent that remembers. Mention me, reply to me or write me a direct message and I answer. \
In a thread that I take part in I answer without being mentioned.

While we talk I write down what matters: in **core memory**, which I always see, and in the **archive**, which I search. \
Each change is shown below my answer, with before and after. Everybody who can read a channel shares my memory of it; \
direct messages are yours alone.

`/memory show` what I remember here
`/memory search` find it in messages and the archive
`/memory reset` make me forget
`/docs list`, `/docs remove` the files you gave me to read
`/persona show` who I am here
`/persona edit` make me somebody else";

pub const NOT_YOURS: &str = "Only the person who asked can answer this.";
pub const QUESTION_OVER: &str = "This question was already answered or has expired. Ask again.";
pub const EXPIRED: &str = "Nobody answered, so nothing was taken away.";
pub const KEPT: &str = "Nothing was taken away.";
pub const WORKING: &str = "Taking it away …";
pub const CONFIRM: &str = "Take it away";
pub const CANCEL: &str = "Keep it";
pub const RESET_NEEDS: &str = "This channel's memory belongs to everybody here. Resetting it needs the permission **Manage Channels** or **Manage Server**.";
pub const DOCS_NEEDS: &str = "These documents belong to everybody here. Removing one needs the permission **Manage Channels** or **Manage Server**.";
pub const DOCS_TITLE: &str = "Documents I can read here";
pub const NO_DOCUMENTS: &str =
    "There are none. Attach a PDF, a text, Markdown, HTML, CSV or source file to a message to me, and I read it.";
pub const PERSONA_NEEDS: &str = "I am the same for everybody in this channel. Changing who I am needs the permission **Manage Channels** or **Manage Server**.";
pub const NO_MEMORY: &str = "There is no memory here yet. Say something to me first.";
pub const PERSONA_TITLE: &str = "Who I am here";
pub const PERSONA_LABEL: &str = "Persona";
pub const PERSONA_CHANGED: &str =
    "Somebody changed the persona while you were writing, so yours was not saved. Open `/persona edit` again.";
pub const PERSONA_SAME: &str = "That is what the persona says already. Nothing was changed.";
pub const PERSONA_TOO_LONG_FOR_FORM: &str =
    "The persona is longer than the 4000 characters that a Discord form can hold, so it cannot be edited here.";
pub const PERSONA_EMPTY: &str = "A persona cannot be empty. Nothing was changed.";
pub const SLOW: &str = "My memory did not answer in time. Please try again in a moment.";
pub const NOTHING_FOUND: &str = "Nothing found.";
pub const INEXACT: &str = "*The exact words stand nowhere; these come nearest.*";
pub const EMPTY_BLOCK: &str = "(empty)";
pub const LEARNED: &str =
    "A message here was deleted, and I have forgotten what it said. This is what I had learned from it:";
pub const HIDDEN: &str = "(not shown again here)";
pub const UNDO: &str = "Undo";
pub const UNDO_NEEDS: &str = "Only the person whose message it was can take this back, or somebody with the permission **Manage Channels** or **Manage Server**.";
pub const UNDO_CHANGED: &str = "My memory changed at this very moment, so nothing was taken back. Please try again.";
pub const UNDO_GONE: &str = "That change is not in my memory of this place any more.";
pub const NOT_SAVED: &str = "Here is what you wrote, so that it is not lost:";

/// A failure that a person can only report.
pub fn failed(trace: &str) -> String {
    with_trace("Something went wrong on my side, and nothing was changed. Please try again", trace)
}

/// A message that could not be taken in.
pub fn not_taken_in(trace: &str) -> String {
    with_trace("I could not take that message in. Please send it again in a moment", trace)
}

/// `sentence` with the id to find the cause in the log by.
pub fn with_trace(sentence: &str, trace: &str) -> String {
    let sentence = sentence.trim_end();
    match sentence.chars().last() {
        Some('.' | '!' | '?') => format!("{sentence} (trace {trace})"),
        _ => format!("{sentence}. (trace {trace})"),
    }
}

/// A persona over its limit.
pub fn persona_too_long(limit: usize, would: usize) -> String {
    format!(
        "The persona may have {limit} characters and yours has {would}: shorten it by at least {}. Nothing was changed.",
        would - limit.min(would)
    )
}

/// What was done in a quiet hour.
pub fn tended(facts: u64) -> String {
    let found = match facts {
        0 => String::new(),
        1 => " One message is found by more than its own words now.".to_owned(),
        many => format!(" {many} messages are found by more than their own words now."),
    };
    format!("While nobody talked to me I went through what was said here.{found}")
}

/// A change that cannot be taken back; the cause is a clause that names what stands in the way.
pub fn not_undone(cause: &str) -> String {
    format!("I cannot take that back: {cause}.")
}

/// A document that is not there.
pub fn no_document(number: i64) -> String {
    format!("There is no document {number} here. `/docs list` shows which there are.")
}

/// Why the bot cannot start.
pub mod start {
    pub const TOKEN: &str = "Discord does not accept DISCORD_TOKEN: copy the bot's token anew from https://discord.com/developers/applications (Bot, Reset Token) and put it into .env.";
    pub const INTENTS: &str = "Discord refuses the bot's intents: open https://discord.com/developers/applications, choose the bot, and under Bot switch on \"Message Content Intent\"; then start again.";
    pub const INTENTS_MEND: &str = "Open https://discord.com/developers/applications, choose the bot, and under Bot switch on \"Message Content Intent\".";
    /// What to do about a message that arrives without its words.
    pub const CONTENT_HINT: &str = "a message came without words: is \"Message Content Intent\" switched on for the bot at https://discord.com/developers/applications (Bot)?";
}

/// Below an answer that a person stopped.
pub const STOPPED: &str = "-# Stopped.";
/// The button that stops an answer.
pub const STOP: &str = "Stop";
pub const STOP_DONE: &str = "I have stopped.";
pub const STOP_NOTHING: &str = "I am not answering anything here at the moment.";
pub const STOP_NOT_YOURS: &str = "Only the person whose message I am answering can stop me, or somebody with the permission **Manage Channels** or **Manage Server**.";
/// In place of an answer that AutoMod blocked.
pub const AUTOMOD: &str = "I have an answer, but this server's AutoMod does not let it through.";
/// In place of an answer that Discord takes in no form.
pub const NOT_SHOWABLE: &str = "I have an answer, but Discord does not let me show it here.";
/// Below words whose embeds could not be shown.
pub const NO_EMBEDS: &str =
    "-# What I changed in my memory cannot be shown here: I lack the permission Embed Links. `/memory show` shows it.";
/// Below the first part of an answer that is attached as a file.
pub const IN_FILE: &str = "-# This answer is long: all of it is in the attached file.";
