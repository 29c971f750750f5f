//! Runs the real binary in a folder of its own, with nothing of the environment it is tested in.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc;

use platform::random;
use tempfile::TempDir;

use super::engines::{Engine, fresh_schema};
use super::server::Server;
use super::waiting::{TEST_TIMEOUT, ended, text};

/// A folder to run in; `data` inside it is the data folder.
pub struct RunFolder {
    folder: TempDir,
    settings: Vec<(String, String)>,
}

/// What a command that ended has said.
pub struct Said {
    pub status: ExitStatus,
    pub stdout: String,
    pub stderr: String,
}

impl RunFolder {
    pub fn new() -> RunFolder {
        RunFolder { folder: TempDir::new().unwrap(), settings: Vec::new() }
    }

    pub fn with(mut self, name: &str, value: &str) -> RunFolder {
        self.settings.push((name.to_owned(), value.to_owned()));
        self
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub async fn on(engine: Engine) -> RunFolder {
        match engine {
            Engine::Sqlite => RunFolder::new(),
            Engine::Postgres => RunFolder::new().with("TUKIO_DATABASE_URL", &fresh_schema().await),
        }
    }

    /// The server comes back where it was: below the ports that the system gives to who asks for any.
    pub fn at_one_address(self) -> RunFolder {
        let ports = std::iter::repeat_with(|| 20_000 + u16::from_le_bytes(random::bytes()) % 12_000);
        let is_free = |port: &u16| TcpListener::bind(("127.0.0.1", *port)).is_ok();
        let port = ports.take(1000).find(is_free).expect("a free port");
        self.with("TUKIO_LISTEN", &format!("127.0.0.1:{port}"))
    }

    /// What was set last under a name.
    pub fn setting(&self, name: &str) -> Option<&str> {
        self.settings.iter().rev().find(|(set, _)| set == name).map(|(_, value)| value.as_str())
    }

    pub fn database_url(&self) -> String {
        let given = self.setting("TUKIO_DATABASE_URL").map(str::to_owned);
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

    /// Begins a command that the test ends.
    pub fn start(&self, arguments: &[&str]) -> Child {
        self.command(arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
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
        let mut next_line = || {
            said.recv_timeout(TEST_TIMEOUT).unwrap_or_else(|_| {
                let _ = child.kill();
                panic!("the server did not start: {}", text(&log))
            })
        };
        // Where people reach it by another address, the one that it listens on is told in the next line.
        let ready = Some(next_line()).filter(|line| line.contains("http://")).unwrap_or_else(&mut next_line);
        let address = ready.split("http://").nth(1).and_then(|rest| rest.trim().parse().ok());
        let address = address.unwrap_or_else(|| {
            let _ = child.kill();
            panic!("no address in {ready:?}")
        });
        Server { child, address, said, log }
    }
}
