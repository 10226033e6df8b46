//! The program: settings, log, and what the command line asks for.

use std::process::ExitCode;

use clap::Parser;
use keepsake::cli::Cli;
use keepsake::config::Env;
use keepsake::output::causes;
use keepsake::{env_file, failpoint, logging, private};

fn main() -> ExitCode {
    failpoint::listen();
    private::for_the_owner_alone();
    let cli = Cli::parse();
    if let Some(code) = cli.execute_alone() {
        return code;
    }
    let env = env_file::load().map(|()| Env::of_process());
    let started = env.and_then(|env| logging::start(&env, cli.is_interactive()).map(|()| env));
    let env = match started {
        Ok(env) => env,
        Err(error) => {
            eprintln!("keepsake: {error}");
            return ExitCode::FAILURE;
        }
    };
    // Two at least: where one is held up, the other goes on.
    let threads = std::thread::available_parallelism().map_or(2, |threads| threads.get().max(2));
    let runtime = match tokio::runtime::Builder::new_multi_thread().worker_threads(threads).enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => {
            eprintln!("keepsake: the runtime cannot start: {error}");
            return ExitCode::FAILURE;
        }
    };
    let code = runtime.block_on(cli.execute(&env)).unwrap_or_else(|error| {
        eprintln!("keepsake: {}", causes(&error));
        ExitCode::FAILURE
    });
    runtime.shutdown_background();
    code
}
