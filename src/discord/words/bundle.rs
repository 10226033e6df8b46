//! The messages of each language, read once when it is first spoken. Owns that something is said in any case: what a
//! language lacks is said in English.

use std::sync::OnceLock;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};

use super::Lang;

type Bundle = FluentBundle<FluentResource>;

static BUNDLES: [OnceLock<Bundle>; Lang::ALL.len()] = [const { OnceLock::new() }; Lang::ALL.len()];

/// Whole numbers up to here are exact where Fluent keeps them.
const EXACT: u64 = 1 << f64::MANTISSA_DIGITS;

/// What can be filled in for a variable. Numbers choose among the forms of a message; one too large to be kept exactly is
/// filled in as text, which takes the form for every other number.
pub(super) trait Filler<'a> {
    fn filler(self) -> FluentValue<'a>;
}

impl<'a> Filler<'a> for &'a str {
    fn filler(self) -> FluentValue<'a> {
        self.into()
    }
}

macro_rules! number {
    ($($kind:ty),+) => {
        $(impl Filler<'static> for $kind {
            fn filler(self) -> FluentValue<'static> {
                let exact = i128::from(self).unsigned_abs() <= EXACT.into();
                if exact { self.into() } else { self.to_string().into() }
            }
        })+
    };
}

number!(i64, u32, u64);

impl Filler<'static> for usize {
    fn filler(self) -> FluentValue<'static> {
        (self as u64).filler()
    }
}

impl Lang {
    /// The message of that name with its variables filled in.
    pub(super) fn say(self, name: &str, variables: &[(&'static str, FluentValue<'_>)]) -> String {
        let said = [self, Self::English].into_iter().find_map(|lang| lang.find(name, None, variables));
        said.unwrap_or_else(|| name.to_owned())
    }

    /// The message, or the attribute of it; none if this language lacks it.
    pub(super) fn find(
        self,
        name: &str,
        attribute: Option<&str>,
        variables: &[(&'static str, FluentValue<'_>)],
    ) -> Option<String> {
        let bundle = BUNDLES[self as usize].get_or_init(|| read(self));
        let message = bundle.get_message(name)?;
        let pattern = match attribute {
            Some(attribute) => message.get_attribute(attribute)?.value(),
            None => message.value()?,
        };
        let arguments: FluentArgs<'_> = variables.iter().cloned().collect();
        let mut wrong = Vec::new();
        let said = bundle.format_pattern(pattern, Some(&arguments), &mut wrong).into_owned();
        wrong.is_empty().then_some(said)
    }
}

fn read(lang: Lang) -> Bundle {
    let mut bundle = Bundle::new_concurrent(vec![lang.id()]);
    // The marks around what is filled in would stand in code blocks and in what people copy.
    bundle.set_use_isolating(false);
    let (resource, wrong) = match FluentResource::try_new(lang.source().to_owned()) {
        Ok(resource) => (resource, Vec::new()),
        Err((resource, wrong)) => (resource, wrong),
    };
    let twice = bundle.add_resource(resource).err().unwrap_or_default();
    if !wrong.is_empty() || !twice.is_empty() {
        tracing::error!(?lang, ?wrong, ?twice, "sentences of a language cannot be read");
    }
    bundle
}
