//! Runs the real binary in a folder of its own, with nothing of the environment it is tested in.

use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use tempfile::TempDir;
use tukio::platform::random;

/// Only a hang is longer than this, on whatever machine.
pub const PATIENCE: Duration = Duration::from_secs(120);

/// A folder to run in; `data` inside it is the data folder.
pub struct Place {
    folder: TempDir,
    settings: Vec<(String, String)>,
}

/// What a command that ended has said.
pub struct Said {
    pub status: ExitStatus,
    pub stdout: String,
    pub stderr: String,
}

impl Place {
    pub fn new() -> Place {
        Place { folder: TempDir::new().unwrap(), settings: Vec::new() }
    }

    pub fn with(mut self, name: &str, value: &str) -> Place {
        self.settings.push((name.to_owned(), value.to_owned()));
        self
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// On a schema of PostgreSQL that nobody else has.
    pub async fn on_postgres() -> Place {
        let url = std::env::var("TEST_POSTGRES_URL")
            .expect("TEST_POSTGRES_URL is not set: `make test` starts a PostgreSQL and sets it");
        let name = format!("process_{:016x}", u64::from_le_bytes(random::bytes()));
        let (client, connection) = tokio_postgres::connect(&url, tokio_postgres::NoTls).await.unwrap();
        let driver = tokio::spawn(connection);
        client.batch_execute(&format!("CREATE SCHEMA {name}")).await.unwrap();
        drop(client);
        driver.await.unwrap().unwrap();
        let separator = if url.contains('?') { '&' } else { '?' };
        Place::new().with("TUKIO_DATABASE_URL", &format!("{url}{separator}options=-csearch_path%3D{name}"))
    }

    /// The server comes back where it was: below the ports that the system gives to who asks for any.
    pub fn at_one_address(self) -> Place {
        let ports = std::iter::repeat_with(|| 20_000 + u16::from_le_bytes(random::bytes()) % 12_000);
        let is_free = |port: &u16| TcpListener::bind(("127.0.0.1", *port)).is_ok();
        let port = ports.take(1000).find(is_free).expect("a free port");
        self.with("TUKIO_LISTEN", &format!("127.0.0.1:{port}"))
    }

    pub fn database_url(&self) -> String {
        let given = self.settings.iter().find(|(name, _)| name == "TUKIO_DATABASE_URL").map(|(_, url)| url.clone());
        given.unwrap_or_else(|| format!("sqlite:{}", self.path("data/tukio.db").display()))
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tukio"));
        command
            .args(arguments)
            .current_dir(self.folder.path())
            .env_clear()
            .env("TUKIO_LISTEN", "127.0.0.1:0")
            .env("TUKIO_DATABASE_CONNECTIONS", "2")
            .envs(self.settings.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::null());
        command
    }

    /// Runs a command to its end.
    pub fn run(&self, arguments: &[&str]) -> Said {
        let (out, err) = (self.path("command.out"), self.path("command.err"));
        let mut child = self
            .command(arguments)
            .stdout(File::create(&out).unwrap())
            .stderr(File::create(&err).unwrap())
            .spawn()
            .unwrap();
        let status = ended(&mut child, &format!("tukio {arguments:?}"));
        Said { status, stdout: text(&out), stderr: text(&err) }
    }

    /// Starts the server and waits until it says that it is ready, and where.
    pub fn serve(&self) -> Server {
        let log = self.path("server.err");
        // Into a file: a pipe that nobody empties would stop the server.
        let errors = File::options().create(true).append(true).open(&log).unwrap();
        let mut child = self.command(&[]).stdout(Stdio::piped()).stderr(errors).spawn().unwrap();
        let (say, said) = mpsc::channel();
        let output = BufReader::new(child.stdout.take().unwrap());
        std::thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                // Read to the end whether or not anybody listens.
                let _ = say.send(line);
            }
        });
        let ready = said.recv_timeout(PATIENCE).unwrap_or_else(|_| {
            let _ = child.kill();
            panic!("the server did not start: {}", text(&log))
        });
        let address = ready.split("http://").nth(1).and_then(|rest| rest.trim().parse().ok());
        let address = address.unwrap_or_else(|| {
            let _ = child.kill();
            panic!("no address in {ready:?}")
        });
        Server { child, address, log }
    }
}

/// A running server; dropping it ends it.
pub struct Server {
    child: Child,
    pub address: SocketAddr,
    log: PathBuf,
}

impl Server {
    /// As `kill -9`.
    pub fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// As `kill` or a service manager does it.
    pub fn ask_to_stop(&self) {
        let signal = format!("kill -TERM {}", self.child.id());
        assert!(Command::new("/bin/sh").args(["-c", &signal]).status().unwrap().success());
    }

    pub fn wait(&mut self) -> ExitStatus {
        ended(&mut self.child, "the server")
    }

    pub fn log(&self) -> String {
        text(&self.log)
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream
    }

    /// The whole answer of one request, head and body.
    pub fn get(&self, path: &str) -> String {
        let mut stream = self.connect();
        write!(stream, "GET {path} HTTP/1.1\r\nhost: test\r\nconnection: close\r\n\r\n").unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        String::from_utf8_lossy(&answer).into_owned()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended already: then there is nothing to end.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn text(file: &Path) -> String {
    std::fs::read_to_string(file).unwrap_or_default()
}

/// Random moments that are the same in every run with the same seed (SplitMix64).
pub struct Dice(pub u64);

impl Dice {
    pub fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }
}

/// Waits for the end of a process, but not for ever.
fn ended(child: &mut Child, name: &str) -> ExitStatus {
    let started = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status;
        }
        if started.elapsed() > PATIENCE {
            let _ = child.kill();
            panic!("{name} does not end");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}
