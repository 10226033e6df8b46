//! `/model`: which model answers here, and choosing another. Owns what is offered while its name is typed. What is chosen is
//! a setting like all others, changed by whom those are.

use poise::ChoiceParameter;
use serenity::builder::{AutocompleteChoice, CreateAutocompleteResponse};

use super::answer;
use super::blocks::{CHOICE, OFFERED};
use super::caller::Caller;
use super::settings::{self, USUAL, Where};
use super::{Context, Done};
use crate::discord::render::card::cut;
use crate::discord::render::{Answering, answering};
use crate::discord::words::Lang;
use crate::settings::Change;

/// For which place a model is chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ChoiceParameter)]
enum For {
    #[name = "here"]
    Here,
    #[name = "server"]
    Server,
}

/// Which language model answers here, and how to choose another
#[poise::command(slash_command, interaction_context = "Guild|BotDm", install_context = "Guild")]
pub async fn model(
    context: Context<'_>,
    #[description = "The model that answers from now on; without it I say which one does"]
    #[autocomplete = "complete"]
    #[max_length = 100]
    name: Option<String>,
    #[description = "For this channel or thread only, or for the whole server; here, if you do not say"]
    #[rename = "where"]
    place: Option<For>,
) -> Done {
    context.defer_ephemeral().await?;
    let poise::Context::Application(call) = context else { return Ok(()) };
    let (book, caller) = (&context.data().settings, Caller::of_command(context.data(), call.interaction).await?);
    if let Some(name) = name {
        let site = if place == Some(For::Server) { Where::Guild } else { Where::Channel };
        settings::make(context.data(), &caller, site, Change::Model(meant(&name, caller.lang))).await?;
    }
    let chosen = book.model(caller.guild, caller.channel).await.map_err(anyhow::Error::from)?;
    let found = Answering { models: book.models(), chosen, channel: caller.channel };
    answer::show(context, vec![answering(&found, caller.lang)].into()).await
}

/// The name that somebody chose or typed; none for the usual model.
fn meant(typed: &str, lang: Lang) -> Option<String> {
    let typed = typed.trim();
    let is_usual = typed == USUAL || typed.to_lowercase() == lang.usual_model().to_lowercase();
    (!is_usual).then(|| typed.to_owned())
}

/// Offers the models that can be chosen. Nothing is looked up for it.
async fn complete(context: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let usual = context.locale().map(Lang::of).unwrap_or_default().usual_model();
    let offered = ranked(typed, &usual, context.data().settings.models());
    let choice = |(title, name): (&str, &str)| AutocompleteChoice::new(cut(title, CHOICE), name.to_owned());
    CreateAutocompleteResponse::new().set_choices(offered.into_iter().map(choice).collect())
}

/// What fits to what was typed, with its name: first what begins with it, then what has it inside.
fn ranked<'a>(typed: &str, usual: &'a str, models: &'a [String]) -> Vec<(&'a str, &'a str)> {
    let typed = typed.trim().to_lowercase();
    let all = std::iter::once((usual, USUAL)).chain(models.iter().map(|name| (name.as_str(), name.as_str())));
    let found = all.filter_map(|choice| Some((choice.0.to_lowercase().find(&typed)?, choice)));
    let (begin, inside): (Vec<_>, Vec<_>) = found.partition(|(at, _)| *at == 0);
    begin.into_iter().chain(inside).map(|(_, choice)| choice).take(OFFERED).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_begins_with_what_was_typed_comes_first() {
        let models = ["org/Mini", "mini-large", "other", "MINI"].map(str::to_owned);
        let offered = |typed: &str| -> Vec<String> {
            ranked(typed, "the usual one", &models).into_iter().map(|(title, _)| title.to_owned()).collect()
        };
        assert_eq!(offered(""), ["the usual one", "org/Mini", "mini-large", "other", "MINI"]);
        assert_eq!(offered(" Mini "), ["mini-large", "MINI", "org/Mini"]);
        assert_eq!(offered("o"), ["org/Mini", "other", "the usual one"]);
        assert_eq!(offered("nothing"), Vec::<String>::new());
        let many: Vec<String> = (0..40).map(|n| format!("m{n}")).collect();
        assert_eq!(ranked("", "usual", &many).len(), OFFERED);
    }

    #[test]
    fn the_usual_model_is_meant_by_its_sign_or_its_words() {
        for typed in [USUAL, "the usual one", " The Usual One"] {
            assert_eq!(meant(typed, Lang::English), None, "{typed}");
        }
        assert_eq!(meant(" org/mini ", Lang::English), Some("org/mini".into()));
    }
}
