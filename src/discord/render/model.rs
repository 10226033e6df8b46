//! What `/model` shows. Pure.

use super::card::{Card, DESCRIPTION, cut, plain};
use crate::discord::words::Lang;
use crate::settings::Site;

const COLOUR: u32 = 0x58_65_f2;

/// Which model answers at a place.
pub struct Answering<'a> {
    /// Those that can be chosen, the usual one first.
    pub models: &'a [String],
    /// What was chosen, and where; it may not be among them any more.
    pub chosen: Option<(Site, String)>,
    /// The channel or thread that is asked about.
    pub channel: u64,
}

/// The embed: which one answers, why that one, and which could.
pub fn answering(found: &Answering<'_>, lang: Lang) -> Card {
    let usual = found.models.first().map(|name| plain(name)).unwrap_or_else(|| lang.usual_model());
    let lines = match &found.chosen {
        None => [lang.model_answers(&usual), lang.model_is_usual()],
        Some((site, name)) if found.models.contains(name) => {
            [lang.model_answers(&plain(name)), whence(*site, found, lang)]
        }
        Some((_, gone)) => [lang.model_answers(&usual), lang.model_gone(&plain(gone))],
    };
    let names: Vec<String> = found.models.iter().map(|name| plain(name)).collect();
    let choice = if names.len() > 1 { lang.model_choose(&names.join(", ")) } else { lang.model_alone() };
    Card {
        title: lang.set_model(),
        description: cut(&format!("{}\n\n{choice}", lines.join(" ")), DESCRIPTION),
        colour: COLOUR,
        ..Card::default()
    }
}

fn whence(site: Site, found: &Answering<'_>, lang: Lang) -> String {
    match site {
        Site::Guild(_) => lang.model_from_server(),
        Site::Channel(id) if id == found.channel => lang.model_from_here(),
        Site::Channel(id) => lang.model_from_channel(&format!("<#{id}>")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn which_one_answers_and_why() {
        let models = ["usual", "org/mini_2"].map(str::to_owned);
        let told = |models: &[String], chosen: Option<(Site, &str)>| {
            let chosen = chosen.map(|(site, name)| (site, name.to_owned()));
            answering(&Answering { models, chosen, channel: 5 }, Lang::English).description
        };
        let all = [
            told(&models, None),
            told(&models, Some((Site::Channel(5), "org/mini_2"))),
            told(&models, Some((Site::Channel(4), "org/mini_2"))),
            told(&models, Some((Site::Guild(3), "usual"))),
            told(&models[..1], Some((Site::Guild(3), "org/mini_2"))),
        ];
        insta::assert_snapshot!(all.join("\n---\n"));
    }

    #[test]
    fn many_long_names_fit() {
        let models: Vec<String> = (0..24).map(|n| format!("{n:_>100}")).collect();
        for lang in Lang::ALL {
            let chosen = Some((Site::Channel(5), models[9].clone()));
            let card = answering(&Answering { models: &models, chosen, channel: 5 }, lang);
            assert!(crate::discord::split::units(&card.description) <= DESCRIPTION);
        }
    }
}
