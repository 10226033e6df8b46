//! The panel of `/settings` with its menus. Each menu and button carries in its id what it is for, so that the panel works
//! after a restart too. Pure.

use serenity::builder::{
    CreateActionRow, CreateButton, CreateSelectMenu, CreateSelectMenuKind, CreateSelectMenuOption,
};
use serenity::model::application::ButtonStyle;

use super::Knob;
use crate::discord::render::{Card, settings as render};
use crate::discord::words::Lang;
use crate::settings::{AgentsBy, Display, Rules, Settings, Trigger};

/// Which site the panel is about: the guild, or the channel in which it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Where {
    Guild,
    Channel,
}

impl Where {
    fn sign(self) -> char {
        match self {
            Self::Guild => 'g',
            Self::Channel => 'c',
        }
    }
}

const SET: &str = "set:";

/// What an element of the panel is for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Element {
    /// The list of settings.
    Pick,
    /// Back to the list.
    Back,
    /// What was changed.
    Audit,
    /// Sets what was chosen.
    Choose(Knob),
    /// Names roles or people.
    Name(Named),
    /// Opens the form.
    Form(Knob),
    /// The form was sent.
    Sent(Knob),
    /// Takes away what was set.
    Clear(Knob),
}

/// Who is named by a menu of [`Knob::Access`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Named {
    AllowRoles,
    AllowPeople,
    DenyRoles,
    DenyPeople,
}

impl Named {
    const ALL: [(Self, &'static str); 4] = [
        (Self::AllowRoles, "allow_roles"),
        (Self::AllowPeople, "allow_people"),
        (Self::DenyRoles, "deny_roles"),
        (Self::DenyPeople, "deny_people"),
    ];
}

/// The id of an element.
pub fn id(site: Where, element: &Element) -> String {
    let (what, of) = match element {
        Element::Pick => ("pick", ""),
        Element::Back => ("back", ""),
        Element::Audit => ("audit", ""),
        Element::Choose(knob) => ("choose", knob.name()),
        Element::Name(named) => ("name", Named::ALL.iter().find(|(one, _)| one == named).map_or("", |(_, name)| *name)),
        Element::Form(knob) => ("form", knob.name()),
        Element::Sent(knob) => ("sent", knob.name()),
        Element::Clear(knob) => ("clear", knob.name()),
    };
    format!("{SET}{}:{what}:{of}", site.sign())
}

/// What an id stands for; none if it is not of a panel.
pub fn read(custom_id: &str) -> Option<(Where, Element)> {
    let mut parts = custom_id.strip_prefix(SET)?.split(':');
    let site = [Where::Guild, Where::Channel]
        .into_iter()
        .find(|site| Some(&*site.sign().to_string()) == parts.clone().next())?;
    let (what, of) = (parts.nth(1)?, parts.next()?);
    let knob = || Knob::of(of);
    let element = match what {
        "pick" => Element::Pick,
        "back" => Element::Back,
        "audit" => Element::Audit,
        "choose" => Element::Choose(knob()?),
        "name" => Element::Name(Named::ALL.iter().find(|(_, name)| *name == of)?.0),
        "form" => Element::Form(knob()?),
        "sent" => Element::Sent(knob()?),
        "clear" => Element::Clear(knob()?),
        _ => return None,
    };
    Some((site, element))
}

/// What the panel shows.
pub struct Panel<'a> {
    pub site: Where,
    pub knobs: &'a [Knob],
    /// What was set at the site itself.
    pub here: &'a Settings,
    pub rules: &'a Rules,
    /// The models that can be chosen.
    pub models: &'a [String],
    pub lang: Lang,
}

impl Panel<'_> {
    fn title(&self) -> String {
        match self.site {
            Where::Guild => self.lang.settings_of_guild(),
            Where::Channel => self.lang.settings_of_channel(),
        }
    }

    /// The list of all settings.
    pub fn list(&self) -> (Card, Vec<CreateActionRow>) {
        let card = render::panel(&self.title(), self.knobs, self.here, self.rules, self.lang);
        let options =
            self.knobs.iter().map(|knob| CreateSelectMenuOption::new(knob.title(self.lang), knob.name())).collect();
        let menu = self.menu(&Element::Pick, CreateSelectMenuKind::String { options });
        let audit = self.button(&Element::Audit, self.lang.audit_button(), ButtonStyle::Secondary);
        let rows = vec![
            CreateActionRow::SelectMenu(menu.placeholder(self.lang.pick_setting())),
            CreateActionRow::Buttons(vec![audit]),
        ];
        (card, rows)
    }

    /// One setting, with what sets it.
    pub fn one(&self, knob: Knob) -> (Card, Vec<CreateActionRow>) {
        let card = render::one(&self.title(), knob, self.here, self.rules, self.lang);
        let mut rows = self.controls(knob);
        let clear = self.button(&Element::Clear(knob), self.lang.clear_button(), ButtonStyle::Danger);
        let back = self.button(&Element::Back, self.lang.back_button(), ButtonStyle::Secondary);
        let mut last = vec![back, clear.disabled(!render::is_set(self.here, knob))];
        if rows.is_empty() {
            last.insert(0, self.button(&Element::Form(knob), self.lang.change_button(), ButtonStyle::Primary));
        }
        rows.push(CreateActionRow::Buttons(last));
        (card, rows)
    }

    /// The menus that set it; none for what is written into a form.
    fn controls(&self, knob: Knob) -> Vec<CreateActionRow> {
        let (rules, lang) = (self.rules, self.lang);
        let switch = |on: bool| [(lang.on(), "true", on), (lang.off(), "false", !on)].to_vec();
        let options = match knob {
            Knob::Heard => switch(rules.heard),
            Knob::Bots => switch(rules.bots),
            Knob::Apart => switch(rules.apart),
            Knob::Triggers => TRIGGERS
                .iter()
                .map(|(one, name)| (render::trigger(*one, lang), *name, rules.triggers.contains(one)))
                .collect(),
            Knob::Display => {
                DISPLAYS.iter().map(|(one, name)| (render::display(*one, lang), *name, rules.display == *one)).collect()
            }
            Knob::Agents => {
                AGENTS.iter().map(|(one, name)| (render::agents(*one, lang), *name, rules.agents == *one)).collect()
            }
            Knob::Model => {
                let usual = (lang.usual_model(), USUAL, self.here.model.is_none());
                let chosen = |name: &str| self.here.model.as_deref() == Some(name);
                let named = self.models.iter().map(|name| (name.clone(), name.as_str(), chosen(name)));
                std::iter::once(usual).chain(named).collect()
            }
            Knob::Access => return self.names(),
            Knob::Keywords | Knob::Quiet | Knob::Zone | Knob::Retention | Knob::Budgets => return Vec::new(),
        };
        let most = if knob == Knob::Triggers { options.len() } else { 1 };
        let options: Vec<CreateSelectMenuOption> = options
            .into_iter()
            .map(|(title, value, on)| CreateSelectMenuOption::new(title, value).default_selection(on))
            .collect();
        let menu = self.menu(&Element::Choose(knob), CreateSelectMenuKind::String { options });
        vec![CreateActionRow::SelectMenu(menu.min_values(1).max_values(u8::try_from(most).unwrap_or(1)))]
    }

    /// The menus that name who is answered and who is not: whoever is chosen is added, or taken away again.
    fn names(&self) -> Vec<CreateActionRow> {
        let lang = self.lang;
        let roles = || CreateSelectMenuKind::Role { default_roles: None };
        let people = || CreateSelectMenuKind::User { default_users: None };
        let menus = [
            (Named::AllowRoles, roles(), lang.allow_roles()),
            (Named::AllowPeople, people(), lang.allow_people()),
            (Named::DenyRoles, roles(), lang.deny_roles()),
            (Named::DenyPeople, people(), lang.deny_people()),
        ];
        let row = |(named, kind, about): (Named, CreateSelectMenuKind, String)| {
            let menu = self.menu(&Element::Name(named), kind).placeholder(about).min_values(1).max_values(MENU);
            CreateActionRow::SelectMenu(menu)
        };
        menus.into_iter().map(row).collect()
    }

    fn menu(&self, element: &Element, kind: CreateSelectMenuKind) -> CreateSelectMenu {
        CreateSelectMenu::new(id(self.site, element), kind)
    }

    fn button(&self, element: &Element, label: String, style: ButtonStyle) -> CreateButton {
        CreateButton::new(id(self.site, element)).label(label).style(style)
    }
}

/// Values that one menu may hold (Discord's reference, "Select Menu Structure").
const MENU: u8 = 25;

/// What stands for the usual model where one is chosen. No model has that name: in `LLM_MODELS` commas part them.
pub const USUAL: &str = ",usual";

/// The values of the menus.
pub const TRIGGERS: [(Trigger, &str); 5] = [
    (Trigger::Mention, "mention"),
    (Trigger::Reply, "reply"),
    (Trigger::Thread, "thread"),
    (Trigger::Always, "always"),
    (Trigger::Keyword, "keyword"),
];
pub const DISPLAYS: [(Display, &str); 4] =
    [(Display::Full, "full"), (Display::Compact, "compact"), (Display::Reaction, "reaction"), (Display::Off, "off")];
pub const AGENTS: [(AgentsBy, &str); 2] = [(AgentsBy::Channel, "channel"), (AgentsBy::Member, "member")];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_element_is_known_again_by_its_id() {
        let of_knobs = Knob::ALL.iter().flat_map(|knob| {
            [Element::Choose(*knob), Element::Form(*knob), Element::Sent(*knob), Element::Clear(*knob)]
        });
        let named = Named::ALL.iter().map(|(named, _)| Element::Name(*named));
        let all = [Element::Pick, Element::Back, Element::Audit].into_iter().chain(of_knobs).chain(named);
        for element in all {
            for site in [Where::Guild, Where::Channel] {
                assert_eq!(read(&id(site, &element)), Some((site, element.clone())));
            }
        }
        assert!(read("set:x:pick:").is_none() && read("undo:7:x").is_none() && read("set:g:choose:nothing").is_none());
    }
}
