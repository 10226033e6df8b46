//! What the tests stand on.

pub mod model;
pub mod notes;

use libtest_mimic::Trial;

/// A test that runs on a runtime of its own.
pub fn trial<F, Test>(name: &str, test: F) -> Trial
where
    F: FnOnce() -> Test + Send + 'static,
    Test: Future<Output = ()>,
{
    Trial::test(name, move || {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
        runtime.block_on(test());
        runtime.shutdown_timeout(std::time::Duration::from_secs(5));
        Ok(())
    })
}

/// `trials![one, two]` makes `pub fn trials()` out of the async functions of those names. One that is forgotten is dead
/// code, which the compiler reports.
#[macro_export]
macro_rules! trials {
    ($($name:ident),+ $(,)?) => {
        pub fn trials() -> Vec<libtest_mimic::Trial> {
            vec![$($crate::support::trial(concat!(module_path!(), "::", stringify!($name)), $name)),+]
        }
    };
}
