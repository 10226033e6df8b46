//! A throw-away Postgres server for the whole test process: made in a temporary folder when the first test asks for it,
//! on a free port of the loopback interface, with a database for each test. It ends with the process, however that ends.

use std::env;
use std::fs;
use std::io;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use libtest_mimic::Trial;
use sqlx::{AssertSqlSafe, Connection, PgConnection};

/// Makes a missing server a failure instead of a note.
const REQUIRE: &str = "TEST_REQUIRE_POSTGRES";
pub const USER: &str = "keepsake";
/// Stands in every address, so that a test can look for it where it must not be.
pub const PASSWORD: &str = "lantern-quartz-5417";
/// How long the server may take to start on a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// Waits for the test process (whose end closes the pipe, even if it is killed), then stops the server and cleans up.
const KEEPER: &str = r#"trap '' INT TERM HUP
"$1" -D "$2/data" -p "$3" -k "$2" -c listen_addresses=127.0.0.1 -c fsync=off -c synchronous_commit=off \
    -c full_page_writes=off -c shared_buffers=32MB -c max_connections=200 -c deadlock_timeout=200ms \
    >"$2/log" 2>&1 &
server=$!
read -r _
kill -INT "$server" 2>/dev/null
wait "$server"
rm -rf "$2"
"#;

struct Server {
    port: u16,
    keeper: Child,
    /// Dropped to end the server.
    lifeline: Option<ChildStdin>,
}

static SERVER: OnceLock<Mutex<Server>> = OnceLock::new();
static DATABASES: AtomicU32 = AtomicU32::new(0);

/// The folder with `initdb` and `postgres`: on the path, or where Debian, Fedora and Homebrew put the newest version.
fn binaries() -> Option<&'static Path> {
    static FOUND: OnceLock<Option<PathBuf>> = OnceLock::new();
    let search = || {
        let path = env::var_os("PATH").unwrap_or_default();
        let mut folders: Vec<PathBuf> = env::split_paths(&path).collect();
        folders.extend(versions("/usr/lib/postgresql"));
        folders.extend(versions("/opt/homebrew/opt"));
        folders.push("/usr/pgsql/bin".into());
        folders.into_iter().find(|folder| folder.join("initdb").is_file() && folder.join("postgres").is_file())
    };
    FOUND.get_or_init(search).as_deref()
}

fn versions(parent: &str) -> Vec<PathBuf> {
    let folders = fs::read_dir(parent).into_iter().flatten().filter_map(Result::ok);
    let mut folders: Vec<PathBuf> = folders.map(|folder| folder.path().join("bin")).collect();
    folders.sort();
    folders.reverse();
    folders
}

fn required() -> bool {
    env::var(REQUIRE).is_ok_and(|value| value == "1")
}

/// Whether tests on Postgres are to be run; when not, they are listed as ignored. Where a server is demanded they are run
/// without one too, and fail.
pub fn is_here() -> bool {
    binaries().is_some() || required()
}

/// Says in the summary how many tests were left out.
pub fn note_skipped(trials: &[Trial]) {
    if is_here() {
        return;
    }
    let skipped = trials.iter().filter(|trial| trial.has_ignored_flag() && trial.name().contains("postgres")).count();
    super::notes::add(format!(
        "Postgres: no server binaries found, {skipped} tests skipped; install the package postgresql"
    ));
}

/// The address of a new, empty database.
pub async fn database() -> String {
    let folder = binaries().unwrap_or_else(|| panic!("there is no Postgres: install the package postgresql"));
    let started = tokio::task::spawn_blocking(move || SERVER.get_or_init(|| Mutex::new(start(folder))));
    let port = started.await.expect("Postgres starts").lock().unwrap_or_else(PoisonError::into_inner).port;
    let name = format!("test_{}", DATABASES.fetch_add(1, Ordering::Relaxed));
    run(port, format!("CREATE DATABASE {name}")).await;
    url(port, &name)
}

/// Runs a statement of the server's own.
async fn run(port: u16, statement: String) {
    let mut connection = PgConnection::connect(&url(port, "postgres")).await.expect("the server lets us in");
    sqlx::raw_sql(AssertSqlSafe(statement)).execute(&mut connection).await.expect("the statement runs");
    connection.close().await.expect("the connection closes");
}

fn url(port: u16, database: &str) -> String {
    format!("postgres://{USER}:{PASSWORD}@127.0.0.1:{port}/{database}")
}

/// Ends the server if one was started. The keeper would do it too, a moment later.
pub fn stop() {
    let Some(server) = SERVER.get() else { return };
    let mut server = server.lock().unwrap_or_else(PoisonError::into_inner);
    drop(server.lifeline.take());
    if let Err(error) = server.keeper.wait() {
        eprintln!("Postgres could not be waited for: {error}");
    }
}

/// A port of our own choosing may be taken by somebody else before the server has it, so that is tried again.
fn start(binaries: &Path) -> Server {
    let mut log = String::new();
    for _ in 0..3 {
        match serve(binaries) {
            Ok(server) => return server,
            Err(text) => log = text,
        }
    }
    panic!("Postgres did not start:\n{log}");
}

/// The user to run as. Postgres refuses to be root, so then it is whoever is nobody.
fn owner() -> Option<(u32, u32)> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let probe = tempfile::tempdir().expect("a temporary folder");
        let root = probe.path().metadata().expect("its owner").uid() == 0;
        root.then_some((65_534, 65_534))
    }
    #[cfg(not(unix))]
    None
}

/// Not a [`tempfile::TempDir`]: the keeper removes it, after the server has ended.
fn folder(owner: Option<(u32, u32)>) -> PathBuf {
    let home = tempfile::Builder::new().prefix("keepsake-postgres-").tempdir().expect("a temporary folder").keep();
    #[cfg(unix)]
    if let Some((user, group)) = owner {
        std::os::unix::fs::chown(&home, Some(user), Some(group)).expect("root may give a folder away");
    }
    #[cfg(not(unix))]
    let _ = owner;
    home
}

/// A command that runs as `owner`.
fn command(program: impl AsRef<std::ffi::OsStr>, home: &Path, owner: Option<(u32, u32)>) -> Command {
    let mut command = Command::new(program);
    command.current_dir(home);
    #[cfg(unix)]
    if let Some((user, group)) = owner {
        use std::os::unix::process::CommandExt;
        command.uid(user).gid(group);
    }
    #[cfg(not(unix))]
    let _ = owner;
    command
}

fn init(binaries: &Path, home: &Path, owner: Option<(u32, u32)>) {
    let secret = home.join("password");
    fs::write(&secret, PASSWORD).expect("the folder can be written to");
    let mut initdb = command(binaries.join("initdb"), home, owner);
    initdb.arg("-D").arg(home.join("data")).args([
        "-U",
        USER,
        "-A",
        "password",
        "-E",
        "UTF8",
        "--locale=C",
        "--no-sync",
    ]);
    let done = initdb.arg(format!("--pwfile={}", secret.display())).output().expect("initdb runs");
    assert!(done.status.success(), "initdb failed:\n{}", String::from_utf8_lossy(&done.stderr));
}

/// A server in a folder of its own; its log when it did not become ready.
fn serve(binaries: &Path) -> Result<Server, String> {
    let owner = owner();
    let home = folder(owner);
    init(binaries, &home, owner);
    let port = TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr()).expect("a free port").port();
    let mut keeper = command("sh", &home, owner);
    keeper.args(["-c", KEEPER, "keeper"]).arg(binaries.join("postgres")).arg(&home).arg(port.to_string());
    let mut keeper = keeper.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("sh runs");
    let lifeline = keeper.stdin.take();
    if becomes_ready(&home) {
        return Ok(Server { port, keeper, lifeline });
    }
    let log = fs::read_to_string(home.join("log")).unwrap_or_default();
    drop(lifeline);
    keeper.wait().expect("our own keeper ends");
    Err(log)
}

fn becomes_ready(home: &Path) -> bool {
    let since = Instant::now();
    while since.elapsed() < PATIENCE && !has_failed(&home.join("log")) {
        if is_ready(&home.join("data/postmaster.pid")) {
            return true;
        }
        thread::sleep(Duration::from_millis(50));
    }
    false
}

/// The last line that the server writes into its own file is what state it is in.
fn is_ready(state: &Path) -> bool {
    let read: io::Result<String> = fs::read_to_string(state);
    read.is_ok_and(|text| text.lines().nth(7).is_some_and(|line| line.trim() == "ready"))
}

fn has_failed(log: &Path) -> bool {
    fs::read_to_string(log).is_ok_and(|text| text.contains("FATAL"))
}
