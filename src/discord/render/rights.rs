//! What `/privacy` and `/usage` show. Pure.

use super::card::{Card, DESCRIPTION};
use super::{Counted, counted};
use crate::agent::rights::{Forgotten, Held, HeldAt, Usage};
use crate::clock::Moment;
use crate::discord::split::units;
use crate::discord::words::Lang;
use crate::memory::{AgentKey, Limit};
use crate::store::Spent;

const COLOUR: u32 = 0x58_65_f2;

impl Lang {
    /// Which limit is reached, and until when.
    pub fn limit_reached(self, limit: Limit, most: u64, until: Moment) -> String {
        let until = format!("<t:{}:R>", until.timestamp());
        match limit {
            Limit::PersonMessages => self.limit_person_messages(most, &until),
            Limit::PersonTokens => self.limit_person_tokens(&self.tokens(most), &until),
            Limit::GuildMessages => self.limit_guild_messages(most, &until),
            Limit::GuildTokens => self.limit_guild_tokens(&self.tokens(most), &until),
        }
    }
}

/// The embeds of `/privacy show`: what each place holds, then where it all is.
pub fn held(held: &Held, lang: Lang) -> Vec<Card> {
    let mut lines: Vec<String> = held.places.iter().map(|place| place_line(place, lang)).collect();
    if lines.is_empty() {
        lines.push(lang.nothing_held());
    }
    if held.opted_out {
        lines.insert(0, lang.is_opted_out());
    }
    let mut cards = vec![Card { title: lang.privacy_title(), colour: COLOUR, ..Card::default() }];
    for line in lines {
        if let Some(card) = cards.last_mut()
            && units(&card.description) + units(&line) < DESCRIPTION - 10
        {
            card.description.push_str(&line);
            card.description.push('\n');
            continue;
        }
        cards.push(Card { description: format!("{line}\n"), colour: COLOUR, ..Card::default() });
    }
    cards.push(Card {
        title: lang.kept_title(),
        description: kept(held, lang),
        colour: COLOUR,
        footer: lang.privacy_footer(),
        ..Card::default()
    });
    cards
}

fn place_line(place: &HeldAt, lang: Lang) -> String {
    let held = &place.held;
    let mut parts = vec![lang.messages(held.messages)];
    let more: [Counted; 5] = [
        (held.block, Lang::characters_about),
        (held.edits, Lang::changes_caused),
        (held.passages, Lang::passages),
        (held.documents, Lang::documents),
        (held.reminders, Lang::reminders_count),
    ];
    parts.extend(counted(&more, lang));
    let retention = place.retention_days.map_or_else(|| lang.for_good(), |days| lang.days(days.into()));
    format!("**{}**: {} · {}", place_name(&place.key, lang), lang.all_of(parts), lang.kept_for(&retention))
}

fn place_name(key: &AgentKey, lang: Lang) -> String {
    match key {
        AgentKey::Dm(_) => lang.place_dm(),
        AgentKey::Member { .. } => lang.place_member(),
        AgentKey::Channel(id) | AgentKey::Thread(id) => format!("<#{id}>"),
        AgentKey::Terminal(name) => name.clone(),
    }
}

fn kept(held: &Held, lang: Lang) -> String {
    let keeping = &held.keeping;
    let mut lines = vec![lang.kept_in(&keeping.database, &keeping.index), lang.seen_by(&keeping.model)];
    lines.extend(keeping.embedder.as_ref().map(|host| lang.embedded_by(host)));
    lines.push(lang.usage_kept(&lang.messages(held.spent.messages), &lang.tokens(held.spent.tokens)));
    lines.join("\n")
}

/// What forgetting somebody came to.
pub fn forgotten(done: &Forgotten, lang: Lang) -> String {
    let receipt = &done.receipt;
    let parts: [Counted; 12] = [
        (receipt.messages, Lang::messages),
        (receipt.answers, Lang::answers_gone),
        (receipt.quotes, Lang::quotes_gone),
        (receipt.blocks, Lang::blocks_gone),
        (receipt.edits, Lang::recorded_changes),
        (receipt.passages, Lang::passages),
        (receipt.documents, Lang::documents),
        (receipt.summaries, Lang::summaries_gone),
        (receipt.reminders, Lang::reminders_count),
        (receipt.agents, Lang::agents_gone),
        (receipt.waiting, Lang::waiting_gone),
        (receipt.records, Lang::records_gone),
    ];
    let told = counted(&parts, lang);
    let first = if told.is_empty() { lang.nothing_held() } else { lang.forgotten_person(&lang.all_of(told)) };
    let checked = if done.verified { lang.forgotten_checked() } else { lang.forgotten_unchecked() };
    format!("{first}\n{checked}")
}

/// The embed of `/usage`.
pub fn usage(usage: &Usage, lang: Lang) -> Card {
    let limits = &usage.budgets;
    let mut fields = vec![
        (lang.usage_today(), against(usage.today, limits.person_messages, limits.person_tokens, lang)),
        (lang.usage_month(), against(usage.month, None, None, lang)),
    ];
    let mut description = String::new();
    if let Some(guild) = &usage.guild {
        fields.push((lang.usage_guild_today(), against(guild.today, limits.guild_messages, limits.guild_tokens, lang)));
        fields.push((lang.usage_guild_month(), against(guild.month, None, None, lang)));
        let line = |(at, (person, spent)): (usize, &(crate::memory::PersonId, Spent))| {
            format!("{}. <@{person}>: {}", at + 1, against(*spent, None, None, lang).replace('\n', ", "))
        };
        let top: Vec<String> = guild.top.iter().enumerate().map(line).collect();
        if !top.is_empty() {
            description = format!("{}\n{}", lang.usage_top(), top.join("\n"));
        }
    }
    Card {
        title: lang.usage_title(),
        description,
        colour: COLOUR,
        fields,
        footer: lang.usage_footer(),
        ..Card::default()
    }
}

fn against(spent: Spent, messages: Option<u64>, tokens: Option<u64>, lang: Lang) -> String {
    let of = |most: Option<u64>| most.map(|most| format!(" / {most}")).unwrap_or_default();
    format!("{}{}\n{}{}", lang.messages(spent.messages), of(messages), lang.tokens(spent.tokens), of(tokens))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agent::rights::{GuildUsage, Keeping};
    use crate::memory::PersonId;
    use crate::settings::Budgets;
    use crate::store::{ForgetReceipt, HeldOfPerson};

    fn told(cards: &[Card]) -> String {
        let card = |card: &Card| {
            let fields: String = card.fields.iter().map(|(name, value)| format!("[{name}] {value}\n")).collect();
            format!("# {}\n{}\n{fields}({})\n", card.title, card.description, card.footer)
        };
        cards.iter().map(card).collect()
    }

    #[test]
    fn what_is_kept_of_somebody() {
        let held =
            HeldOfPerson { messages: 12, block: 40, edits: 1, passages: 2, documents: 1, reminders: 2, at: None };
        let place = |key, retention_days| HeldAt { key, held, retention_days };
        let keeping = Keeping {
            database: "SQLite".into(),
            index: "Qdrant, embedded".into(),
            model: "api.example.com".into(),
            embedder: Some("vectors.example.com".into()),
        };
        let places = vec![place(AgentKey::Dm(PersonId(7)), None), place(AgentKey::Channel(20), Some(30))];
        let all = Held { places, keeping, opted_out: true, spent: Spent { messages: 3, tokens: 900 } };
        insta::assert_snapshot!("privacy_show", told(&super::held(&all, Lang::English)));
        let many = Held { places: vec![all.places[1].clone(); 100], ..all };
        let cards = super::held(&many, Lang::English);
        assert!(cards.len() > 2 && cards.iter().all(|card| units(&card.description) <= DESCRIPTION));
    }

    #[test]
    fn the_receipt_of_forgetting() {
        let receipt = ForgetReceipt { messages: 3, answers: 2, blocks: 1, records: 4, ..ForgetReceipt::default() };
        let both = [true, false].map(|verified| forgotten(&Forgotten { receipt, verified }, Lang::English));
        insta::assert_snapshot!("privacy_forgotten", both.join("\n\n"));
    }

    #[test]
    fn what_was_used() {
        let (today, month) = (Spent { messages: 1, tokens: 200 }, Spent { messages: 40, tokens: 9_000 });
        let budgets = Budgets { person_messages: Some(50), guild_tokens: Some(100_000), ..Budgets::default() };
        let guild = GuildUsage { today, month, top: vec![(PersonId(7), month), (PersonId(8), today)] };
        let mut all = Usage { today, month, budgets, guild: Some(guild) };
        let whole = told(&[usage(&all, Lang::English)]);
        all.guild = None;
        insta::assert_snapshot!("usage", format!("{whole}{}", told(&[usage(&all, Lang::English)])));
    }

    #[test]
    fn a_limit_says_when_it_ends() {
        let until = Moment::from_timestamp(1_790_000_000, 0).expect("a moment");
        let told = [Limit::PersonMessages, Limit::PersonTokens, Limit::GuildMessages, Limit::GuildTokens]
            .map(|limit| Lang::English.limit_reached(limit, 5, until));
        assert!(told.iter().all(|told| told.contains("<t:1790000000:R>") && told.contains('5')), "{told:?}");
    }
}
