//! A server that runs beside the test.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus};
use std::sync::mpsc;

use super::waiting::{TEST_TIMEOUT, ended, text};

/// A running server; dropping it ends it.
pub struct Server {
    pub(super) child: Child,
    pub address: SocketAddr,
    /// What it says on standard output after its address, line by line.
    pub(super) said: mpsc::Receiver<String>,
    pub(super) log: PathBuf,
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

    /// Waits for a line on standard output that begins so, and answers the rest of it.
    pub fn says(&self, beginning: &str) -> String {
        loop {
            let line = self.said.recv_timeout(TEST_TIMEOUT).unwrap_or_else(|_| panic!("it never said {beginning:?}"));
            if let Some(rest) = line.strip_prefix(beginning) {
                return rest.to_owned();
            }
        }
    }

    /// Where it tells its figures, if it was given an address for them.
    pub fn metrics_address(&self) -> SocketAddr {
        self.says("Mesures : http://").strip_suffix("/metrics").unwrap().parse().unwrap()
    }

    /// The most memory the process ever had, in kB.
    pub fn peak_memory(&self) -> i64 {
        self.memory("VmHWM:")
    }

    /// Forgets the peak so far, and answers how much memory the process has now, in kB.
    pub fn reset_peak_memory(&self) -> i64 {
        std::fs::write(format!("/proc/{}/clear_refs", self.child.id()), "5").unwrap();
        self.memory("VmRSS:")
    }

    fn memory(&self, name: &str) -> i64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix(name)).expect("a line of that name");
        line.trim().trim_end_matches(" kB").parse().unwrap()
    }

    pub fn connect(&self) -> TcpStream {
        connect(self.address)
    }

    /// The whole answer of one request, head and body.
    pub fn get(&self, path: &str) -> String {
        Server::get_from(self.address, path)
    }

    /// The same from another of its addresses.
    pub fn get_from(address: SocketAddr, path: &str) -> String {
        exchange(address, &format!("GET {path} HTTP/1.1\r\nhost: test\r\nconnection: close\r\n\r\n"))
    }

    /// The same for a request with a JSON body.
    pub fn post(&self, path: &str, body: &str) -> String {
        let length = body.len();
        let head = format!(
            "POST {path} HTTP/1.1\r\nhost: test\r\nconnection: close\r\ncontent-type: application/json\r\n\
             content-length: {length}\r\n\r\n"
        );
        exchange(self.address, &format!("{head}{body}"))
    }
}

fn exchange(address: SocketAddr, request: &str) -> String {
    let mut stream = connect(address);
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).unwrap();
    String::from_utf8_lossy(&answer).into_owned()
}

fn connect(address: SocketAddr) -> TcpStream {
    let stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(TEST_TIMEOUT)).unwrap();
    stream
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended already: then there is nothing to end.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
