//! The file `.env`. Owns what is said when it cannot be read; its contents may be secret and are never shown.

use std::path::Path;

use crate::config::ConfigError;

/// Puts the settings of `.env`, in this folder or one above it, into the process's environment. What is set there already
/// stays. No file is no error.
///
/// # Errors
/// A sentence that says which line is broken, or why the file cannot be read.
pub fn load() -> Result<(), ConfigError> {
    match dotenvy::dotenv() {
        Ok(_) => Ok(()),
        Err(error) if error.not_found() => Ok(()),
        Err(dotenvy::Error::LineParse(line, _)) => Err(ConfigError(broken(&line))),
        Err(dotenvy::Error::Io(error)) => Err(ConfigError(format!(".env cannot be read: {error}."))),
        Err(_) => Err(ConfigError(".env cannot be read.".into())),
    }
}

fn broken(line: &str) -> String {
    let text = find().and_then(|path| std::fs::read_to_string(path).ok()).unwrap_or_default();
    let number = text.lines().position(|known| known.trim() == line.trim());
    let place = number.map_or_else(|| "a line".to_owned(), |number| format!("line {}", number + 1));
    format!(
        ".env cannot be read: {place} is not of the form NAME=value (a value with spaces, # or $ stands in 'single quotes')."
    )
}

fn find() -> Option<std::path::PathBuf> {
    let here = std::env::current_dir().ok()?;
    here.ancestors().map(|folder: &Path| folder.join(".env")).find(|path| path.is_file())
}
