//! What `/memory` and `/persona` show. Pure.

use super::card::{Card, DESCRIPTION, TITLE, cut, fenced, inert, plain};
use super::{Counted, counted, fill, human, next_page};
use crate::agent::desk::{Hit, HitOf, Hits, Overview, Whence};
use crate::clock::Moment;
use crate::discord::split::{split, units};
use crate::discord::words::Lang;
use crate::memory::{Block, Label};
use crate::store::{ResetReceipt, ResetWhat};

const COLOUR: u32 = 0x58_65_f2;
/// Units of a block that one embed shows; a longer block takes several.
const BLOCK_PART: usize = 3_800;
/// Units of one search result.
const HIT: usize = 400;

/// The embeds of `/memory show`: what there is by number, then each block whole.
pub fn overview(overview: &Overview, lang: Lang) -> Vec<Card> {
    let (messages, archived) = (lang.messages(overview.messages), lang.archived(overview.passages));
    let since = date(overview.since);
    let held = match overview.documents {
        0 => lang.held(&messages, &archived, &since),
        some => lang.held_with_documents(&messages, &archived, &lang.documents(some), &since),
    };
    let mut cards = vec![Card { title: lang.memory_title(), description: held, colour: COLOUR, ..Card::default() }];
    cards.extend(overview.core.blocks.iter().flat_map(|block| block_cards(block, lang)));
    cards
}

/// A block whole.
pub fn block_cards(block: &Block, lang: Lang) -> Vec<Card> {
    let footer = format!("{} · {}", lang.version(block.version), block.updated_at.format("%Y-%m-%d %H:%M UTC"));
    text_cards(&block_title(block, lang), &block.value, &fill(block.used(), block.limit), &footer, lang)
}

/// What people call a block.
pub fn block_title(block: &Block, lang: Lang) -> String {
    match block.label {
        Label::Persona => lang.persona_block(),
        Label::Human(_) => human(&block.title(), lang),
    }
}

/// The embeds of `/persona show`.
pub fn persona(text: &str, version: i64, limit: usize, lang: Lang) -> Vec<Card> {
    text_cards(&lang.persona_title(), text, &fill(text.chars().count(), limit), &lang.version(version), lang)
}

fn text_cards(title: &str, value: &str, fill: &str, footer: &str, lang: Lang) -> Vec<Card> {
    let parts = parts(value, lang);
    let count = parts.len();
    let card = |(at, part): (usize, String)| {
        let number = if count > 1 { format!(" ({}/{count})", at + 1) } else { String::new() };
        let last = at + 1 == count;
        Card {
            title: format!("{}{number}", cut(&plain(title), TITLE - 20)),
            description: part,
            colour: COLOUR,
            fields: if last { vec![(lang.fill(), fill.to_owned())] } else { Vec::new() },
            footer: if last { footer.to_owned() } else { String::new() },
            ..Card::default()
        }
    };
    parts.into_iter().enumerate().map(card).collect()
}

/// A stored text in code blocks, so that it is seen as it is stored.
fn parts(value: &str, lang: Lang) -> Vec<String> {
    // Apart first: a fence in the text is then no fence for the cutting either.
    let pieces = split(&inert(value), BLOCK_PART);
    if pieces.is_empty() {
        return vec![format!("*{}*", lang.empty_block())];
    }
    pieces.iter().map(|piece| fenced("", piece, DESCRIPTION)).collect()
}

/// The embed of `/memory search`.
pub fn results(query: &str, hits: &Hits, lang: Lang) -> Card {
    let title = lang.search_title(&cut(&plain(query.trim()), TITLE - 60));
    if hits.items.is_empty() {
        let none = match hits.total {
            0 if hits.words_only => format!("{}\n\n{}", lang.words_only(), lang.nothing_found()),
            0 => lang.nothing_found(),
            total => lang.no_page(hits.page, hits.pages, total),
        };
        return Card { title, description: none, colour: COLOUR, ..Card::default() };
    }
    let notes = [(hits.words_only, lang.words_only()), (hits.inexact, lang.inexact())];
    let mut description: String =
        notes.iter().filter(|(said, _)| *said).map(|(_, note)| format!("{note}\n\n")).collect();
    for hit in &hits.items {
        let entry = entry(hit, lang);
        if units(&description) + units(&entry) + 2 > DESCRIPTION {
            break;
        }
        description.push_str(&entry);
        description.push('\n');
    }
    let footer = lang.page_of_found(hits.page, hits.pages, hits.total) + &next_page(hits.page, hits.pages, lang);
    Card { title, description: description.trim_end().to_owned(), colour: COLOUR, footer, ..Card::default() }
}

fn entry(hit: &Hit, lang: Lang) -> String {
    let open = |link: &String| format!(" · [{}]({link})", lang.open_link());
    let link = hit.jump_link.as_ref().map(open).unwrap_or_default();
    let tags: String = hit.tags.iter().take(10).map(|tag| format!(" `{}`", cut(&tag.replace('`', "'"), 40))).collect();
    let who = match hit.of {
        HitOf::Passage(number) => format!("{} #{number}", plain(&lang.archive())),
        HitOf::Message { .. } | HitOf::Chunk => cut(&plain(&whence(&hit.whence, lang)), 100),
    };
    let line = hit.text.split_whitespace().collect::<Vec<_>>().join(" ");
    format!(
        "**{}** · {} · {}{link}{}\n{}\n",
        who,
        date(hit.at),
        lang.score((hit.score.clamp(0.0, 1.0) * 100.0).round() as u64),
        cut(&tags, 200),
        cut(&plain(&line), HIT)
    )
}

/// Where something comes from, in people's words.
pub fn whence(whence: &Whence, lang: Lang) -> String {
    match whence {
        Whence::Archive => lang.archive(),
        Whence::Document(spot) => {
            let headings = if spot.headings.is_empty() { String::new() } else { format!(": {}", spot.headings) };
            lang.document_place(&spot.name, spot.number, spot.page) + &headings
        }
        Whence::Own => lang.me(),
        Whence::Person(name) => name.clone(),
    }
}

/// A moment that Discord shows in each reader's own time zone.
pub(super) fn date(at: Moment) -> String {
    format!("<t:{}:f>", at.timestamp())
}

/// What `/memory reset` asks before it does anything.
pub fn question(what: ResetWhat, there: &Overview, lang: Lang) -> String {
    let messages = lang.messages(there.messages);
    let mut held = vec![lang.passages(there.passages)];
    held.extend((there.documents > 0).then(|| lang.documents(there.documents)));
    let held = lang.all_of(held);
    match what {
        ResetWhat::Core => lang.reset_core(),
        ResetWhat::Archival => lang.reset_archival(&held),
        ResetWhat::History => lang.reset_history(&messages),
        ResetWhat::All => lang.reset_all(&held, &messages),
    }
}

/// What a reset took away.
pub fn receipt(taken: &ResetReceipt, lang: Lang) -> String {
    let parts: [Counted; 5] = [
        (taken.blocks, Lang::blocks_back),
        (taken.passages, Lang::passages),
        (taken.documents, Lang::documents),
        (taken.messages, Lang::messages),
        (taken.edits, Lang::recorded_changes),
    ];
    let told = counted(&parts, lang);
    if told.is_empty() { lang.nothing_taken_away() } else { lang.taken_away(&lang.all_of(told)) }
}

#[cfg(test)]
#[path = "memory_tests.rs"]
mod tests;
