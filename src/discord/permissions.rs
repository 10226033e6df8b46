//! What the bot must be allowed to do, and the address that invites it with just that. Pure.

use serenity::model::permissions::Permissions;

/// Each permission the bot uses, by the name that Discord's settings show.
const NEEDED: [(Permissions, &str); 7] = [
    (Permissions::VIEW_CHANNEL, "View Channels"),
    (Permissions::SEND_MESSAGES, "Send Messages"),
    (Permissions::SEND_MESSAGES_IN_THREADS, "Send Messages in Threads"),
    (Permissions::EMBED_LINKS, "Embed Links"),
    (Permissions::ATTACH_FILES, "Attach Files"),
    (Permissions::READ_MESSAGE_HISTORY, "Read Message History"),
    (Permissions::ADD_REACTIONS, "Add Reactions"),
];

/// What only one command needs, which says so where it is missing.
const FOR_THREADS: [(Permissions, &str); 2] = [
    (Permissions::CREATE_PUBLIC_THREADS, "Create Public Threads"),
    (Permissions::SEND_MESSAGES_IN_THREADS, "Send Messages in Threads"),
];

/// All that the bot uses, and nothing else.
pub fn needed() -> Permissions {
    NEEDED.iter().chain(&FOR_THREADS).fold(Permissions::empty(), |all, (one, _)| all | *one)
}

/// The names of what is needed but not held.
pub fn missing(held: Permissions) -> Vec<&'static str> {
    if held.contains(Permissions::ADMINISTRATOR) {
        return Vec::new();
    }
    NEEDED.iter().filter(|(one, _)| !held.contains(*one)).map(|(_, name)| *name).collect()
}

/// The names of what is missing to open a thread and talk in it.
pub fn missing_for_threads(held: Permissions) -> Vec<&'static str> {
    if held.contains(Permissions::ADMINISTRATOR) {
        return Vec::new();
    }
    FOR_THREADS.iter().filter(|(one, _)| !held.contains(*one)).map(|(_, name)| *name).collect()
}

/// The names of what is missing in a channel or in a thread, where the one needs other permissions than the other.
pub fn missing_in(held: Permissions, in_thread: bool) -> Vec<&'static str> {
    let unused = if in_thread { "Send Messages" } else { "Send Messages in Threads" };
    missing(held).into_iter().filter(|name| *name != unused).collect()
}

/// The names of what is missing to answer at all, in a channel or in a thread.
pub fn missing_to_answer(held: Permissions, in_thread: bool) -> Vec<&'static str> {
    let vital = ["View Channels", "Send Messages", "Send Messages in Threads"];
    missing_in(held, in_thread).into_iter().filter(|name| vital.contains(name)).collect()
}

/// The address that invites the bot into a guild, with slash commands and the permissions it needs.
pub fn invite_url(application: u64) -> String {
    let bits = needed().bits();
    format!(
        "https://discord.com/oauth2/authorize?client_id={application}&scope=bot+applications.commands&permissions={bits}"
    )
}

/// Whether somebody with these permissions may write in a thread that was locked.
pub fn may_write_in_locked(held: Permissions) -> bool {
    held.intersects(Permissions::ADMINISTRATOR | Permissions::MANAGE_THREADS)
}

/// Whether somebody with these permissions may change what a whole channel shares.
pub fn may_manage(held: Permissions) -> bool {
    held.intersects(Permissions::ADMINISTRATOR | Permissions::MANAGE_CHANNELS | Permissions::MANAGE_GUILD)
}

/// Whether somebody with these permissions may change what a whole guild shares.
pub fn may_manage_guild(held: Permissions) -> bool {
    held.intersects(Permissions::ADMINISTRATOR | Permissions::MANAGE_GUILD)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_invitation_asks_for_what_is_used_and_no_more() {
        let url = "https://discord.com/oauth2/authorize?client_id=42&scope=bot+applications.commands&permissions=309237763136";
        assert_eq!(invite_url(42), url);
        assert!(missing(needed()).is_empty() && missing(Permissions::ADMINISTRATOR).is_empty());
    }

    #[test]
    fn missing_permissions_have_the_names_of_discords_settings() {
        assert_eq!(missing(needed() - Permissions::EMBED_LINKS), ["Embed Links"]);
        let threadless = needed() - Permissions::CREATE_PUBLIC_THREADS;
        assert!(missing(threadless).is_empty(), "only /thread needs it");
        assert_eq!(missing_for_threads(threadless), ["Create Public Threads"]);
        let silent = needed() - Permissions::SEND_MESSAGES - Permissions::EMBED_LINKS;
        assert_eq!(missing_to_answer(silent, false), ["Send Messages"]);
        assert!(missing_to_answer(silent, true).is_empty());
        assert!(may_manage(Permissions::MANAGE_GUILD) && !may_manage(needed()));
    }
}
