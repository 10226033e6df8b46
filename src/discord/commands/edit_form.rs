//! The form by which people write a block or passage anew. It carries the version it shows, so that nobody's change is
//! overwritten unseen, and it needs no memory of its own: it can be sent after a restart too. What no form can hold goes
//! as a file.

use serenity::builder::{CreateActionRow, CreateAttachment, CreateInputText, CreateModal};
use serenity::client::Context as Serenity;
use serenity::model::application::{ComponentInteraction, InputTextStyle, ModalInteraction};

use super::answer::{Doer, Opened, Outcome, Said, Taken, written};
use super::caller::Caller;
use super::{Context, Data, Done, target};
use crate::agent::desk::{DeskError, Editable};
use crate::discord::on_error::CommandError;
use crate::discord::render::card::{cut, fenced};
use crate::discord::render::{Card, edit_cards, target_title};
use crate::discord::split::units;
use crate::discord::words::Lang;
use crate::memory::block::BlockError;
use crate::memory::passage::PassageError;
use crate::memory::{EditTarget, Label};

/// Units that the input of a form holds, and inputs of a form (Discord's reference, "Text Input", "Modal").
const INPUT: usize = 4_000;
const INPUTS: usize = 5;
/// Units of a form's title and of an input's label.
const TITLE: usize = 45;

const FORM: &str = "edit/";
const OPEN: &str = "edit-open/";
const FIELD: &str = "part-";
/// How two inputs are put together: by a line break, or by nothing.
const LINE: char = 'n';
const WORD: char = 'w';

/// The id of a button that opens the form, the `number`th on its message.
pub fn button(target: &EditTarget, number: usize) -> String {
    format!("{OPEN}{}/{number}", target::written(target))
}

/// Whether it is such a button.
pub fn is_open(custom_id: &str) -> bool {
    custom_id.starts_with(OPEN)
}

/// Whether it is such a form.
pub fn is_form(custom_id: &str) -> bool {
    custom_id.starts_with(FORM)
}

/// A text in pieces that inputs hold, and how they are put together again; none where there are too many.
fn pieces(text: &str) -> Option<(Vec<String>, String)> {
    let (mut pieces, mut joins) = (Vec::new(), String::new());
    let mut rest = text;
    while units(rest) > INPUT {
        let (piece, join, behind) = first_piece(rest);
        pieces.push(piece.to_owned());
        joins.push(join);
        rest = behind;
    }
    pieces.push(rest.to_owned());
    (pieces.len() <= INPUTS).then_some((pieces, joins))
}

/// What fits one input, in whole lines where there are some; how it goes on; and what is behind it.
fn first_piece(text: &str) -> (&str, char, &str) {
    let mut used = 0;
    let fits = |(_, c): &(usize, char)| {
        used += c.len_utf16();
        used <= INPUT
    };
    let end = text.char_indices().take_while(fits).last().map_or(0, |(at, c)| at + c.len_utf8());
    // Not at a break that stands at the very start or end: an input without words is no piece.
    match text[..end].rfind('\n').filter(|at| *at > 0) {
        Some(at) => (&text[..at], LINE, &text[at + 1..]),
        None => (&text[..end], WORD, &text[end..]),
    }
}

/// The form for `there`; none where it is too long for one.
fn form(target: &EditTarget, there: &Editable, lang: Lang) -> Option<CreateModal> {
    let (pieces, joins) = pieces(&there.text)?;
    let wanted = pieces.len().max(there.limit.div_ceil(INPUT)).min(INPUTS);
    let input = |at: usize| {
        let label = if wanted > 1 { lang.edit_part(at as u64 + 1, wanted as u64) } else { lang.edit_label() };
        let most = if wanted > 1 { INPUT } else { there.limit.clamp(1, INPUT) };
        let needed = at == 0 && !matches!(target, EditTarget::Block(Label::Human(_)));
        let input = CreateInputText::new(InputTextStyle::Paragraph, cut(&label, TITLE), format!("{FIELD}{at}"))
            .max_length(u16::try_from(most.max(units(pieces.get(at).map_or("", String::as_str)))).unwrap_or(4_000))
            .required(needed);
        let value = pieces.get(at).filter(|piece| !piece.is_empty());
        CreateActionRow::InputText(value.map_or_else(|| input.clone(), |value| input.clone().value(value)))
    };
    let title = cut(&lang.edit_title(&target_title(target, &there.title, lang)), TITLE);
    let id = format!("{FORM}{}/{}/{joins}", target::written(target), there.version);
    Some(CreateModal::new(id, title).components((0..wanted).map(input).collect()))
}

/// Whether they may change it: in their own place, where it is theirs, or where they manage.
async fn may_write(data: &Data, caller: &Caller, target: &EditTarget) -> Result<(), CommandError> {
    if caller.may_manage || data.desk.owns(&caller.key, target, caller.person_id()).await? {
        return Ok(());
    }
    let persona = *target == EditTarget::Block(Label::Persona);
    Err(CommandError::Person(if persona { caller.lang.persona_needs() } else { caller.lang.memory_needs() }))
}

/// The form, or a file where no form holds the text.
async fn opened(data: &Data, caller: &Caller, target: &EditTarget) -> Result<Opened, CommandError> {
    may_write(data, caller, target).await?;
    let there = data.desk.editable(&caller.key, target).await?;
    let form = form(target, &there, caller.lang);
    Ok(form.map_or_else(|| Opened::Said(as_file(&there, caller.lang)), Opened::Form))
}

/// Answers the command `what` with the form for what `target` finds.
pub async fn open<Target>(context: Context<'_>, what: &str, target: Target) -> Done
where
    Target: AsyncFnOnce(&Caller) -> Result<EditTarget, CommandError>,
{
    let poise::Context::Application(call) = context else { return Ok(()) };
    let data = context.data();
    let open = async |caller: &Caller| opened(data, caller, &target(caller).await?).await;
    Ok(Doer::Command(call.interaction).open_form(data, context.serenity_context(), what, open).await?)
}

/// The text as a file whose name bears its version.
fn as_file(there: &Editable, lang: Lang) -> Said {
    let file = CreateAttachment::bytes(there.text.clone().into_bytes(), file_name(there.version));
    Said { files: vec![file], ..Said::from(lang.block_too_long_for_form()) }
}

fn file_name(version: i64) -> String {
    format!("block.{version}.txt")
}

/// The version in the name of a file that was sent back.
pub fn version_in(name: &str) -> Option<i64> {
    name.strip_suffix(".txt")?.rsplit('.').next()?.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

/// Somebody clicked the button that opens the form.
///
/// # Errors
/// When Discord did not take the answer.
pub async fn clicked(data: &Data, context: &Serenity, click: &ComponentInteraction) -> Taken {
    let target = click.data.custom_id.strip_prefix(OPEN).and_then(|rest| target::read(rest.split('/').next()?));
    let open = async |caller: &Caller| {
        let target = target.ok_or(DeskError::NoEdit)?;
        opened(data, caller, &target).await
    };
    Doer::Click(click).open_form(data, context, "memory edit", open).await
}

/// What a form's id says: what it is about, at which version, and how its inputs are put together.
fn read(custom_id: &str) -> Option<(EditTarget, i64, &str)> {
    let mut parts = custom_id.strip_prefix(FORM)?.split('/');
    let (target, version, joins) = (parts.next()?, parts.next()?, parts.next()?);
    Some((target::read(target)?, version.parse().ok()?, joins))
}

/// The text of all inputs. What is written into an input that was empty is a line of its own.
fn whole(form: &ModalInteraction, joins: &str) -> String {
    let mut text = written(form, &format!("{FIELD}0")).to_owned();
    for at in 1..INPUTS {
        let piece = written(form, &format!("{FIELD}{at}"));
        let join = joins.chars().nth(at - 1);
        match join {
            Some(WORD) => text.push_str(piece),
            Some(_) => text.extend(["\n", piece]),
            None if piece.trim().is_empty() => {}
            None => text.extend(["\n", piece]),
        }
    }
    text
}

/// Somebody sent the form.
///
/// # Errors
/// When Discord did not take the answer.
pub async fn submitted(data: &Data, context: &Serenity, form: &ModalInteraction) -> Taken {
    let Some((target, version, joins)) = read(&form.data.custom_id) else { return Ok(()) };
    let text = whole(form, joins);
    let rewritten = async |caller: &Caller| Ok(write(data, caller, &target, Some(version), &text).await);
    Doer::Form(form).whisper(data, context, "memory edit", rewritten).await
}

/// Writes it anew, and says what came of it; what was written is said too where it was not saved, so that it is not lost.
pub async fn write(data: &Data, caller: &Caller, target: &EditTarget, version: Option<i64>, text: &str) -> Said {
    match try_write(data, caller, target, version, text).await {
        Ok(said) => said,
        Err(error) => {
            let changed = matches!(error, CommandError::Desk(DeskError::Changed));
            let mut said = not_saved(error.told("memory edit", caller.lang), text, caller.lang);
            if changed && let Ok(there) = data.desk.editable(&caller.key, target).await {
                said.cards.push(stands_now(&there, caller.lang));
            }
            said
        }
    }
}

async fn try_write(data: &Data, caller: &Caller, target: &EditTarget, version: Option<i64>, text: &str) -> Outcome {
    may_write(data, caller, target).await?;
    if text.trim().is_empty() && *target == EditTarget::Block(Label::Persona) {
        return Err(DeskError::Block(BlockError::Empty("persona")).into());
    }
    if text.trim().is_empty() && matches!(target, EditTarget::Passage(_)) {
        return Err(DeskError::Passage(PassageError::Empty).into());
    }
    let version = match version {
        Some(version) => version,
        None => data.desk.editable(&caller.key, target).await?.version,
    };
    let card = data.desk.rewrite(&caller.key, target, version, text, caller.actor()).await?;
    caller.settle(data).await?;
    Ok(edit_cards(&[card], caller.lang).into())
}

/// Units of a text that is shown beside another one.
const BESIDE: usize = 2_400;

/// Why it was not saved, and what was written, so that it is not lost.
pub fn not_saved(why: String, text: &str, lang: Lang) -> Said {
    let kept = format!("{}\n{}", lang.not_saved(), fenced("", text, BESIDE));
    Said { text: why, cards: vec![Card { description: kept, ..Card::default() }], ..Said::default() }
}

/// What stands in a block or passage now.
pub fn stands_now(there: &Editable, lang: Lang) -> Card {
    Card { description: format!("{}\n{}", lang.stands_now(), fenced("", &there.text, BESIDE)), ..Card::default() }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn joined(pieces: &[String], joins: &str) -> String {
        let mut text = pieces[0].clone();
        for (piece, join) in pieces[1..].iter().zip(joins.chars()) {
            text.push_str(if join == LINE { "\n" } else { "" });
            text.push_str(piece);
        }
        text
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(60))]

        #[test]
        fn pieces_fit_and_make_the_text_again(text in "([a-z ]{0,900}\n|[é🙂]{0,2100}|\n\n){0,9}") {
            if let Some((pieces, joins)) = pieces(&text) {
                prop_assert!(pieces.len() <= INPUTS && pieces.iter().all(|piece| units(piece) <= INPUT));
                prop_assert_eq!(joined(&pieces, &joins), text);
            } else {
                prop_assert!(units(&text) > INPUT);
            }
        }
    }

    #[test]
    fn what_is_too_long_for_a_form_goes_as_a_file_with_its_version() {
        assert!(pieces(&"x".repeat(INPUT * INPUTS)).is_some());
        assert!(pieces(&"x".repeat(INPUT * INPUTS + 1)).is_none());
        assert_eq!(version_in(&file_name(17)), Some(17));
        assert_eq!([version_in("block.txt"), version_in("notes.md")], [None, None]);
    }
}
