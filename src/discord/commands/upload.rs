//! Files that come with a command.

use serenity::model::channel::Attachment;

use super::Data;
use super::caller::Caller;
use crate::discord::on_error::CommandError;

/// What is in a file of at most so many bytes.
///
/// # Errors
/// A sentence for who sent it.
pub async fn bytes(data: &Data, file: &Attachment, most: u64, caller: &Caller) -> Result<Vec<u8>, CommandError> {
    let refused = |why: &str| CommandError::Person(caller.lang.file_refused(&file.filename, why));
    if u64::from(file.size) > most {
        return Err(refused(&caller.lang.file_too_large(most / 1024)));
    }
    data.files.fetch(&file.url, most).await.map_err(|why| refused(&caller.lang.refusal(&why)))
}

/// The same of a file that is text.
///
/// # Errors
/// A sentence for who sent it.
pub async fn text(data: &Data, file: &Attachment, most: u64, caller: &Caller) -> Result<String, CommandError> {
    let bytes = bytes(data, file, most, caller).await?;
    let text = String::from_utf8(bytes);
    let text =
        text.map_err(|_| CommandError::Person(caller.lang.file_refused(&file.filename, &caller.lang.not_text())))?;
    // Editors begin files with a mark, and end lines in their own ways.
    Ok(text.trim_start_matches('\u{feff}').replace("\r\n", "\n"))
}
