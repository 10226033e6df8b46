//! The models among which a place may choose, each with a client of its own. Owns whose client answers to a name. Must not
//! know places, nor who chooses.

use std::sync::Arc;

use super::{LlmError, SharedLlm, connect};
use crate::config::LlmConfig;

/// The usual model, and those that may be chosen instead. Cheap to clone.
#[derive(Clone)]
pub struct Models {
    name: Arc<str>,
    usual: SharedLlm,
    /// The others, by their names.
    others: Arc<[(String, SharedLlm)]>,
}

impl Models {
    /// Those of that configuration. Asks nothing yet.
    ///
    /// # Errors
    /// [`LlmError::Transport`] if the address cannot be used.
    pub fn open(config: &LlmConfig) -> Result<Self, LlmError> {
        let usual = connect::client(config)?;
        let beside = |name: &String| (name.clone(), Arc::new(usual.beside(name, config)) as SharedLlm);
        let others = config.others.iter().map(beside).collect();
        Ok(Self { name: config.model.as_str().into(), usual, others })
    }

    /// One model and no other.
    pub fn only(name: &str, llm: SharedLlm) -> Self {
        Self { name: name.into(), usual: llm, others: Arc::default() }
    }

    /// The same models, each within what `wrap` makes of it.
    #[must_use]
    pub fn within(self, wrap: impl Fn(SharedLlm) -> SharedLlm) -> Self {
        let others = self.others.iter().map(|(name, llm)| (name.clone(), wrap(llm.clone()))).collect();
        Self { usual: wrap(self.usual), others, ..self }
    }

    /// The one that answers where none was chosen.
    pub fn usual(&self) -> &SharedLlm {
        &self.usual
    }

    /// What may be chosen, the usual one first.
    pub fn names(&self) -> Vec<String> {
        let others = self.others.iter().map(|(name, _)| name.clone());
        std::iter::once(self.name.to_string()).chain(others).collect()
    }

    /// The one that was chosen. Where that is none, or none of these any more, it is the usual one.
    pub fn chosen(&self, name: Option<&str>) -> &SharedLlm {
        let Some(name) = name.filter(|name| *name != &*self.name) else { return &self.usual };
        if let Some((_, llm)) = self.others.iter().find(|(known, _)| known == name) {
            return llm;
        }
        tracing::warn!(name, "the model that was chosen is not in LLM_MODELS any more; that of LLM_MODEL answers");
        &self.usual
    }
}

#[cfg(test)]
mod tests {
    use async_trait::async_trait;

    use super::*;
    use crate::config::Env;
    use crate::llm::{ChatReply, ChatRequest, LlmClient, OnText};

    struct Around(SharedLlm);

    #[async_trait]
    impl LlmClient for Around {
        async fn chat(&self, request: &ChatRequest, on_text: Option<OnText<'_>>) -> Result<ChatReply, LlmError> {
            self.0.chat(request, on_text).await
        }

        fn sees(&self) -> bool {
            self.0.sees()
        }

        fn describe(&self) -> String {
            format!("around {}", self.0.describe())
        }
    }

    #[test]
    fn a_name_has_its_client_and_one_that_is_gone_the_usual() {
        let pairs = [("LLM_BASE_URL", "http://127.0.0.1:9"), ("LLM_MODEL", "usual"), ("LLM_MODELS", "large, small")];
        let models = Models::open(&LlmConfig::from_env(&Env::of(pairs)).expect("settings")).expect("models");
        assert_eq!(models.names(), ["usual", "large", "small"]);
        let wrapped = models.clone().within(|llm| Arc::new(Around(llm)));
        assert_eq!(wrapped.names(), models.names());
        for (name, answers) in
            [(None, "usual"), (Some("usual"), "usual"), (Some("small"), "small"), (Some("gone"), "usual")]
        {
            assert_eq!(models.chosen(name).describe(), format!("{answers} at 127.0.0.1:9, protocol auto"));
            assert!(wrapped.chosen(name).describe().starts_with(&format!("around {answers} ")));
        }
        assert!(Arc::ptr_eq(models.chosen(Some("large")), models.chosen(Some("large"))));
    }
}
