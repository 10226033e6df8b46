//! `/settings`: what is set for a guild and its channels, in a panel that only its caller sees. Owns who may change what.

mod forms;
mod knob;
mod panel;

use poise::ChoiceParameter;
use serenity::client::Context as Serenity;
use serenity::model::application::{ComponentInteraction, ComponentInteractionDataKind, ModalInteraction};

pub use knob::Knob;
use panel::{Element, Named, Panel};
pub use panel::{USUAL, Where};

use super::answer::{self, Doer, Outcome, Said, Taken};
use super::caller::Caller;
use super::{Context, Data, Done};
use crate::discord::on_error::CommandError;
use crate::discord::render::settings as render;
use crate::memory::PersonId;
use crate::settings::{Change, ChangeError, Site};

/// Lines of the audit that are shown.
const AUDIT: u64 = 15;

/// What the settings are of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ChoiceParameter)]
enum Of {
    #[name = "server"]
    Server,
    #[name = "channel"]
    Channel,
}

/// How I behave here, and for whom
#[poise::command(slash_command, interaction_context = "Guild|BotDm", install_context = "Guild")]
pub async fn settings(
    context: Context<'_>,
    #[description = "Of the whole server, or of this channel or thread only"] of: Option<Of>,
) -> Done {
    context.defer_ephemeral().await?;
    let poise::Context::Application(call) = context else { return Ok(()) };
    let caller = Caller::of_command(context.data(), call.interaction).await?;
    let site = match of {
        Some(Of::Channel) => Where::Channel,
        Some(Of::Server) | None if caller.guild.is_some() => Where::Guild,
        Some(Of::Server) | None => Where::Channel,
    };
    answer::show(context, list(context.data(), &caller, site).await?).await
}

/// Somebody clicked or chose something in a panel.
///
/// # Errors
/// When Discord did not take the answer.
pub async fn clicked(data: &Data, context: &Serenity, click: &ComponentInteraction) -> Option<Taken> {
    let (site, element) = panel::read(&click.data.custom_id)?;
    let doer = Doer::Click(click);
    if let Element::Form(knob) = element {
        let form = async |caller: &Caller| {
            let shown = look(data, caller, site).await?;
            Ok(forms::form(site, knob, &shown.rules, caller.lang))
        };
        return Some(doer.open_form(data, context, "settings", form).await);
    }
    let chosen = &click.data.kind;
    let work = async |caller: &Caller| match element {
        Element::Back => list(data, caller, site).await,
        Element::Audit => audit(data, caller, site).await,
        Element::Pick => match first(chosen).and_then(|name| Knob::of(&name)) {
            Some(knob) => one(data, caller, site, knob).await,
            None => list(data, caller, site).await,
        },
        Element::Choose(knob) => change(data, caller, site, knob, choice(knob, chosen)).await,
        Element::Name(named) => name(data, caller, site, named, chosen).await,
        Element::Clear(knob) => change(data, caller, site, knob, knob.cleared()).await,
        Element::Form(_) | Element::Sent(_) => list(data, caller, site).await,
    };
    Some(doer.replace(data, context, "settings", work).await)
}

/// Somebody sent a form of a panel.
///
/// # Errors
/// When Discord did not take the answer.
pub async fn submitted(data: &Data, context: &Serenity, form: &ModalInteraction) -> Option<Taken> {
    let (site, Element::Sent(knob)) = panel::read(&form.data.custom_id)? else { return None };
    let values: Vec<&str> = forms::names(knob).iter().map(|name| answer::written(form, name)).collect();
    let work = async |caller: &Caller| {
        let new = forms::written(knob, &values, caller.lang).map_err(CommandError::Person)?;
        change(data, caller, site, knob, new).await
    };
    Some(Doer::Form(form).replace(data, context, "settings", work).await)
}

/// What a panel is made of.
struct Look {
    here: std::sync::Arc<crate::settings::Settings>,
    rules: crate::settings::Rules,
    knobs: Vec<Knob>,
}

/// The site that the panel is about, if the caller may change it.
fn site_of(caller: &Caller, site: Where) -> Result<Site, CommandError> {
    let (may, found) = match (site, caller.guild) {
        (Where::Guild, Some(guild)) => (caller.may_manage_guild, Site::Guild(guild)),
        _ => (caller.may_manage_channel, Site::Channel(caller.channel)),
    };
    let needs = || match found {
        Site::Guild(_) => caller.lang.settings_need_guild(),
        Site::Channel(_) => caller.lang.settings_need_channel(),
    };
    if may { Ok(found) } else { Err(CommandError::Person(needs())) }
}

async fn look(data: &Data, caller: &Caller, site: Where) -> Result<Look, CommandError> {
    let found = site_of(caller, site)?;
    let here = data.settings.settings(found).await.map_err(anyhow::Error::from)?;
    let rules = match found {
        Site::Guild(_) => crate::settings::Rules::of([here.as_ref()]),
        Site::Channel(id) => data.settings.rules(caller.guild, id).await.map_err(anyhow::Error::from)?,
    };
    // One that was chosen and is the only one left can still be unset.
    let choice = data.settings.models().len() > 1 || here.model.is_some();
    let fits = |knob: &Knob| knob.fits(found, caller.guild, caller.may_share) && (choice || *knob != Knob::Model);
    Ok(Look { here, rules, knobs: Knob::ALL.into_iter().filter(fits).collect() })
}

async fn list(data: &Data, caller: &Caller, site: Where) -> Outcome {
    let Look { here, rules, knobs } = look(data, caller, site).await?;
    let (card, rows) =
        Panel { site, knobs: &knobs, here: &here, rules: &rules, models: data.settings.models(), lang: caller.lang }
            .list();
    Ok(Said { cards: vec![card], rows, ..Said::default() })
}

async fn one(data: &Data, caller: &Caller, site: Where, knob: Knob) -> Outcome {
    let Look { here, rules, knobs } = look(data, caller, site).await?;
    let (card, rows) =
        Panel { site, knobs: &knobs, here: &here, rules: &rules, models: data.settings.models(), lang: caller.lang }
            .one(knob);
    Ok(Said { cards: vec![card], rows, ..Said::default() })
}

async fn audit(data: &Data, caller: &Caller, site: Where) -> Outcome {
    let found = site_of(caller, site)?;
    let lines = data.settings.audit(found, caller.guild, 0, AUDIT).await.map_err(anyhow::Error::from)?;
    let mut said = list(data, caller, site).await?;
    said.cards = vec![render::audit(&lines, caller.lang)];
    Ok(said)
}

/// Makes the change, and shows the setting as it is now.
async fn change(data: &Data, caller: &Caller, site: Where, knob: Knob, new: Change) -> Outcome {
    if !look(data, caller, site).await?.knobs.contains(&knob) {
        return list(data, caller, site).await;
    }
    make(data, caller, site, new).await?;
    one(data, caller, site, knob).await
}

/// Makes the change, if the caller may make it and the new value is accepted.
///
/// # Errors
/// A sentence for the caller where it is not made.
pub async fn make(data: &Data, caller: &Caller, site: Where, new: Change) -> Result<(), CommandError> {
    let found = site_of(caller, site)?;
    match data.settings.change(found, caller.guild, new, PersonId(caller.person)).await {
        Ok(Some(changed)) => {
            tracing::info!(%found, person = caller.person, setting = changed.setting, before = changed.before, after = changed.after, "a setting was changed");
        }
        Ok(None) => {}
        Err(ChangeError::Setting(error)) => return Err(CommandError::Person(render::refused(&error, caller.lang))),
        Err(ChangeError::Store(error)) => return Err(CommandError::Internal(error.into())),
    }
    Ok(())
}

async fn name(
    data: &Data,
    caller: &Caller,
    site: Where,
    named: Named,
    chosen: &ComponentInteractionDataKind,
) -> Outcome {
    let ids: Vec<u64> = match chosen {
        ComponentInteractionDataKind::RoleSelect { values } => values.iter().map(|id| id.get()).collect(),
        ComponentInteractionDataKind::UserSelect { values } => values.iter().map(|id| id.get()).collect(),
        _ => return one(data, caller, site, Knob::Access).await,
    };
    let mut access = look(data, caller, site).await?.rules.access;
    let set = match named {
        Named::AllowRoles => &mut access.allow_roles,
        Named::AllowPeople => &mut access.allow_people,
        Named::DenyRoles => &mut access.deny_roles,
        Named::DenyPeople => &mut access.deny_people,
    };
    for id in ids {
        if !set.remove(&id) {
            set.insert(id);
        }
    }
    change(data, caller, site, Knob::Access, Change::WhoMay(Some(access))).await
}

fn values(chosen: &ComponentInteractionDataKind) -> &[String] {
    if let ComponentInteractionDataKind::StringSelect { values } = chosen { values } else { &[] }
}

fn first(chosen: &ComponentInteractionDataKind) -> Option<String> {
    values(chosen).first().cloned()
}

/// The change that a choice from a menu means; what cannot be read takes away what was set.
fn choice(knob: Knob, chosen: &ComponentInteractionDataKind) -> Change {
    let all = values(chosen);
    let one = all.first().map(String::as_str).unwrap_or_default();
    let on = Some(one == "true");
    match knob {
        Knob::Heard => Change::Heard(on),
        Knob::Bots => Change::Bots(on),
        Knob::Apart => Change::Apart(on),
        Knob::Model => Change::Model((one != USUAL).then(|| one.to_owned())),
        Knob::Display => Change::HowShown(panel::DISPLAYS.iter().find(|(_, name)| *name == one).map(|(one, _)| *one)),
        Knob::Agents => Change::Agents(panel::AGENTS.iter().find(|(_, name)| *name == one).map(|(one, _)| *one)),
        Knob::Triggers => {
            let chosen = panel::TRIGGERS.iter().filter(|(_, name)| all.iter().any(|value| value == name));
            Change::Triggers(Some(chosen.map(|(one, _)| *one).collect()))
        }
        other => other.cleared(),
    }
}
