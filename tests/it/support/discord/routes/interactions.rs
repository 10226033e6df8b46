//! How interactions are answered: once, in time, and what follows only then.

use serde_json::Value;

use super::messages::{change, remove, write};
use crate::support::discord::http::{Asked, Reply, refuse};
use crate::support::discord::rules;
use crate::support::discord::state::{Answer, Id, Interaction, State};

const EPHEMERAL: u64 = 64;

fn is_ephemeral(data: &Value) -> bool {
    data["flags"].as_u64().unwrap_or(0) & EPHEMERAL != 0
}

/// The first answer.
pub fn callback(state: &mut State, asked: &Asked, id: Id, token: &str) -> Reply {
    let life = state.life;
    let Some(interaction) = state.interactions.get(&id).filter(|one| one.token == token).cloned() else {
        return Reply::error(404, 10062, "Unknown interaction");
    };
    if interaction.answer != Answer::None {
        if !state.unanswered.contains(&asked.path) {
            state.violate(format!("interaction {id}: answered twice"));
        }
        return Reply::error(400, 40060, "Interaction has already been acknowledged.");
    }
    if interaction.born.elapsed() > life {
        state.violate(format!("interaction {id}: answered after {:?}, at most {life:?}", interaction.born.elapsed()));
        return Reply::error(404, 10062, "Unknown interaction");
    }
    let body = asked.body();
    let kind = body["type"].as_u64().unwrap_or(0);
    let wrong = wrong_answer(&interaction, kind, &body["data"]);
    if !wrong.is_empty() {
        return refuse(state, asked, &wrong);
    }
    answer(state, &interaction, kind, &body["data"]);
    Reply::none()
}

fn wrong_answer(interaction: &Interaction, kind: u64, data: &Value) -> Vec<String> {
    let to_component = interaction.message.is_some();
    match kind {
        8 if interaction.kind == 4 => rules::choices(data),
        _ if interaction.kind == 4 => vec![format!("an answer of type {kind} to somebody who types")],
        4 => rules::message(data, false),
        5 => Vec::new(),
        6 if to_component => Vec::new(),
        7 if to_component => rules::message(data, true),
        9 if interaction.kind != 5 => rules::form(data),
        _ => vec![format!("an answer of type {kind} does not fit an interaction of type {}", interaction.kind)],
    }
}

fn answer(state: &mut State, interaction: &Interaction, kind: u64, data: &Value) {
    let ephemeral = is_ephemeral(data);
    let (answer, original) = match kind {
        4 => (
            Answer::Shown,
            Some(write(state, interaction.channel, state.bot.id, data, ephemeral.then_some(interaction.user))),
        ),
        5 => (Answer::Deferred { ephemeral }, None),
        6 => (Answer::DeferredUpdate, interaction.message),
        7 => {
            let message = interaction.message.unwrap_or_default();
            change(state, message, data);
            (Answer::Shown, Some(message))
        }
        _ => (Answer::Modal, None),
    };
    if let Some(known) = state.interactions.get_mut(&interaction.id) {
        known.answer = answer;
        known.original = original;
        known.modal = (kind == 9).then(|| data.clone());
        known.choices = (kind == 8).then(|| data["choices"].clone());
    }
}

/// The interaction of that token, if it was answered.
fn answered(state: &mut State, token: &str) -> Result<Interaction, Reply> {
    let found = state.interactions.values().find(|one| one.token == token).cloned();
    let Some(interaction) = found else { return Err(Reply::error(404, 10015, "Unknown Webhook")) };
    if interaction.answer == Answer::None {
        state.violate(format!("interaction {}: something follows before the first answer", interaction.id));
        return Err(Reply::error(404, 10015, "Unknown Webhook"));
    }
    Ok(interaction)
}

/// A further message. The first behind a deferred answer takes its place and is as visible as that.
pub fn follow_up(state: &mut State, asked: &Asked, token: &str) -> Reply {
    let interaction = match answered(state, token) {
        Ok(interaction) => interaction,
        Err(reply) => return reply,
    };
    let body = asked.body();
    let wrong = rules::message(&body, false);
    if !wrong.is_empty() {
        return refuse(state, asked, &wrong);
    }
    let id = match interaction.answer {
        Answer::Deferred { .. } => resolve(state, &interaction, &body),
        _ => {
            let to = is_ephemeral(&body).then_some(interaction.user);
            let id = write(state, interaction.channel, state.bot.id, &body, to);
            if let Some(known) = state.interactions.get_mut(&interaction.id) {
                known.followups.push(id);
            }
            id
        }
    };
    Reply::ok(state.messages[&id].value.clone())
}

/// Puts a message in the place of a deferred answer.
fn resolve(state: &mut State, interaction: &Interaction, body: &Value) -> Id {
    let ephemeral = interaction.answer == Answer::Deferred { ephemeral: true };
    let id = write(state, interaction.channel, state.bot.id, body, ephemeral.then_some(interaction.user));
    if let Some(known) = state.interactions.get_mut(&interaction.id) {
        known.answer = Answer::Shown;
        known.original = Some(id);
    }
    id
}

/// Reads, changes or deletes one of the messages that answered.
pub fn message(state: &mut State, asked: &Asked, method: &str, token: &str, id: &str) -> Reply {
    let interaction = match answered(state, token) {
        Ok(interaction) => interaction,
        Err(reply) => return reply,
    };
    if method == "PATCH" {
        let wrong = rules::message(&asked.body(), true);
        if !wrong.is_empty() {
            return refuse(state, asked, &wrong);
        }
        if id == "@original" && matches!(interaction.answer, Answer::Deferred { .. }) {
            let id = resolve(state, &interaction, &asked.body());
            return Reply::ok(state.messages[&id].value.clone());
        }
    }
    let wanted = if id == "@original" { interaction.original } else { id.parse().ok() };
    let mine = wanted.filter(|id| interaction.original == Some(*id) || interaction.followups.contains(id));
    let Some(id) = mine.filter(|id| state.messages.get(id).is_some_and(|stored| !stored.deleted)) else {
        return Reply::error(404, 10008, "Unknown Message");
    };
    match method {
        "PATCH" => {
            change(state, id, &asked.body());
            if let Some(known) = state.interactions.get_mut(&interaction.id) {
                known.answer = Answer::Shown;
            }
        }
        "DELETE" => {
            remove(state, id);
            return Reply::none();
        }
        _ => {}
    }
    Reply::ok(state.messages[&id].value.clone())
}
