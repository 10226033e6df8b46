//! The tools by which an agent answers other than in words.

use std::sync::Arc;

use async_trait::async_trait;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use super::{Tool, ToolContext, ToolError, args};
use crate::llm::ToolSpec;

/// The two tools.
pub(super) fn tools() -> Vec<Arc<dyn Tool>> {
    vec![Arc::new(React), Arc::new(NoReply)]
}

#[derive(Deserialize, JsonSchema)]
struct ReactArguments {
    #[schemars(length(max = 60))]
    emoji: String,
}

#[derive(Deserialize, JsonSchema)]
struct NoReplyArguments {
    #[schemars(length(max = 200))]
    reason: String,
}

struct React;
struct NoReply;

#[async_trait]
impl Tool for React {
    fn spec(&self) -> ToolSpec {
        args::spec::<ReactArguments>("react")
    }

    async fn call(&self, context: &mut ToolContext<'_>, arguments: Value) -> Result<String, ToolError> {
        let ReactArguments { emoji } = args::read(arguments)?;
        let emoji = known_emoji(&emoji).ok_or_else(|| {
            ToolError::Model(format!("`{}` is not an emoji. Give one, such as 👍 or ❤️.", args::clip(&emoji, 40)))
        })?;
        context.effects.reaction = Some(emoji.clone());
        Ok(format!(
            "Done: {emoji} stands under the message. Answer in words too if something is to be said, else call no_reply."
        ))
    }
}

/// The emoji that a model means: itself, or by its short name (`:thumbsup:`).
fn known_emoji(text: &str) -> Option<String> {
    let text = text.trim();
    let by_name = || emojis::get_by_shortcode(text.trim_matches(':'));
    emojis::get(text).or_else(by_name).map(|emoji| emoji.as_str().to_owned())
}

#[async_trait]
impl Tool for NoReply {
    fn spec(&self) -> ToolSpec {
        args::spec::<NoReplyArguments>("no_reply")
    }

    async fn call(&self, context: &mut ToolContext<'_>, arguments: Value) -> Result<String, ToolError> {
        let NoReplyArguments { reason } = args::read(arguments)?;
        context.effects.silence = Some(args::clip(reason.trim(), 300));
        Ok("Done: the turn ends without an answer.".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn emoji_are_known_by_themselves_and_by_name() {
        assert_eq!(known_emoji(" 👍 ").as_deref(), Some("👍"));
        assert_eq!(known_emoji(":thumbsup:").as_deref(), Some("👍"));
        assert_eq!(known_emoji("thumbs"), None);
        assert_eq!(known_emoji("👍👍"), None);
    }
}
