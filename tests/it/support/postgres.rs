//! A PostgreSQL server of the tests' own: made in a temporary folder, on a free port of loopback, gone with the tests.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{LazyLock, Mutex};
use std::time::{Duration, Instant};

use sqlx::{Connection, PgConnection};
use tempfile::TempDir;

use super::notes;

static CLUSTER: LazyLock<Option<Cluster>> = LazyLock::new(Cluster::start);
static SERVER: Mutex<Option<Child>> = Mutex::new(None);
static DATABASES: AtomicU32 = AtomicU32::new(0);

struct Cluster {
    port: u16,
    _folder: TempDir,
}

/// Whether there is a server to test with. Where there is none the summary says so, unless it is required.
pub fn is_here() -> bool {
    let here = binaries().is_some();
    if !here {
        assert!(
            std::env::var_os("KEEPSAKE_TEST_REQUIRE_POSTGRES").is_none(),
            "no PostgreSQL server binaries were found"
        );
        notes::add(
            "PostgreSQL: no server binaries (initdb, postgres) found, its tests were skipped; install the package postgresql",
        );
    }
    here
}

/// The address of a new, empty database.
pub async fn database() -> String {
    let cluster = tokio::task::spawn_blocking(|| CLUSTER.as_ref())
        .await
        .expect("the cluster starts")
        .expect("there are binaries");
    let name = format!("test_{}", DATABASES.fetch_add(1, Ordering::Relaxed));
    let admin = format!("postgres://keepsake@127.0.0.1:{}/postgres", cluster.port);
    let mut connection = connect(&admin).await;
    let create = sqlx::AssertSqlSafe(format!("CREATE DATABASE {name}"));
    sqlx::query(create).execute(&mut connection).await.expect("a database can be made");
    connection.close().await.expect("it lets go");
    format!("postgres://keepsake@127.0.0.1:{}/{name}", cluster.port)
}

/// A connection; the server takes questions only some moments after it takes connections.
async fn connect(url: &str) -> PgConnection {
    let give_up = Instant::now() + Duration::from_secs(60);
    loop {
        match PgConnection::connect(url).await {
            Ok(connection) => return connection,
            Err(error) => assert!(Instant::now() < give_up, "PostgreSQL does not answer: {error}"),
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// Ends the server, if one was started.
pub fn stop() {
    if let Some(mut server) = SERVER.lock().expect("the server").take() {
        // The shell that watches over the server ends it when its input ends.
        drop(server.stdin.take());
        server.wait().expect("the server ends");
    }
}

/// The folder with `initdb` and `postgres`.
fn binaries() -> Option<PathBuf> {
    let versions =
        std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten().map(|entry| entry.path().join("bin"));
    let mut folders: Vec<PathBuf> = versions.collect();
    folders.sort();
    folders.reverse();
    let path = std::env::var_os("PATH").unwrap_or_default();
    folders.extend(std::env::split_paths(&path));
    folders.into_iter().find(|folder| folder.join("initdb").exists() && folder.join("postgres").exists())
}

fn is_root() -> bool {
    Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}

/// The program, run by somebody who may run PostgreSQL, which root may not.
fn command(program: &Path) -> Command {
    if !is_root() {
        return Command::new(program);
    }
    let mut command = Command::new("setpriv");
    command.args(["--reuid=65534", "--regid=65534", "--clear-groups"]).arg(program);
    command
}

impl Cluster {
    fn start() -> Option<Self> {
        let binaries = binaries()?;
        let folder = tempfile::Builder::new().prefix("keepsake-postgres-").tempdir().expect("a temporary folder");
        if is_root() {
            let owned = Command::new("chown").arg("65534:65534").arg(folder.path()).status().expect("chown runs");
            assert!(owned.success(), "the folder cannot be given away");
        }
        let data = folder.path().join("data");
        let made = command(&binaries.join("initdb"))
            .args(["--username=keepsake", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync", "-D"])
            .arg(&data)
            .current_dir(folder.path())
            .output()
            .expect("initdb runs");
        assert!(made.status.success(), "initdb failed: {}", String::from_utf8_lossy(&made.stderr));
        let port = free_port();
        let server = serve(&binaries, folder.path(), &data, port);
        *SERVER.lock().expect("the server") = Some(server);
        Some(Self { port, _folder: folder })
    }
}

/// Starts the server under a shell that ends it when the tests are gone, however they went.
fn serve(binaries: &Path, folder: &Path, data: &Path, port: u16) -> Child {
    let script = r#""$@" >server.log 2>&1 & server=$!; cat >/dev/null; kill -QUIT $server; wait $server"#;
    let shell = Path::new("/bin/sh");
    command(shell)
        .args(["-c", script, "sh"])
        .arg(binaries.join("postgres"))
        .arg("-D")
        .arg(data)
        .args(["-h", "127.0.0.1", "-p", &port.to_string(), "-c", "fsync=off", "-c", "max_connections=400", "-k"])
        .arg(folder)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the server starts")
}

fn free_port() -> u16 {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
    listener.local_addr().expect("an address").port()
}
