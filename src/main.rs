//! The program: settings, log, and what the command line asks for.

use std::process::ExitCode;

use clap::Parser;
use keepsake::cli::Cli;
use keepsake::config::Env;
use keepsake::logging;

fn main() -> ExitCode {
    let cli = Cli::parse();
    if let Err(error) = dotenvy::dotenv()
        && !error.not_found()
    {
        // The line itself may hold a secret, so only its being broken is said.
        eprintln!("keepsake: .env cannot be read: a line is not of the form NAME=value.");
        return ExitCode::FAILURE;
    }
    let env = Env::of_process();
    if let Err(error) = logging::start(&env, cli.is_interactive()) {
        eprintln!("keepsake: {error}");
        return ExitCode::FAILURE;
    }
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => {
            eprintln!("keepsake: the runtime cannot start: {error}");
            return ExitCode::FAILURE;
        }
    };
    let code = runtime.block_on(cli.execute(&env)).unwrap_or_else(|error| {
        eprintln!("keepsake: {error:#}");
        ExitCode::FAILURE
    });
    runtime.shutdown_background();
    code
}
