//! A mail server as RFC 5321 has it, small enough to say no on request.

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use platform::mail::ReadableMail;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Notify;

pub struct SmtpServer {
    pub address: SocketAddr,
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
    taken: Mutex<Vec<ReadableMail>>,
    /// What the next recipients are answered; then everybody is welcome.
    refusals: Mutex<VecDeque<&'static str>>,
    arrived: Notify,
}

impl SmtpServer {
    pub async fn start() -> SmtpServer {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let shared = Arc::new(Shared::default());
        let server = SmtpServer { address, shared: shared.clone() };
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(talk(stream, shared.clone()));
            }
        });
        server
    }

    pub fn url(&self) -> String {
        format!("smtp://{}", self.address)
    }

    pub fn refuse_next(&self, answer: &'static str) {
        self.shared.refusals.lock().unwrap().push_back(answer);
    }

    pub fn taken(&self) -> Vec<ReadableMail> {
        self.shared.taken.lock().unwrap().clone()
    }

    /// Returns once a mail has come that nobody waited for yet.
    pub async fn arrival(&self) {
        self.shared.arrived.notified().await;
    }
}

/// A client that hangs up ends its conversation, nothing else.
async fn talk(stream: TcpStream, shared: Arc<Shared>) -> Option<()> {
    let (read, mut write) = stream.into_split();
    let mut lines = BufReader::new(read).lines();
    write.write_all(b"220 test\r\n").await.ok()?;
    loop {
        let line = lines.next_line().await.ok()??;
        let verb = line.split([' ', ':']).next().unwrap_or_default().to_ascii_uppercase();
        let answer = match verb.as_str() {
            "RCPT" => shared.refusals.lock().unwrap().pop_front().unwrap_or("250 welcome"),
            "DATA" => {
                write.write_all(b"354 go on\r\n").await.ok()?;
                let mut mail = String::new();
                loop {
                    let line = lines.next_line().await.ok()??;
                    if line == "." {
                        break;
                    }
                    mail.push_str(line.strip_prefix('.').unwrap_or(&line));
                    mail.push_str("\r\n");
                }
                shared.taken.lock().unwrap().push(ReadableMail::parse(mail.as_bytes()));
                shared.arrived.notify_one();
                "250 taken"
            }
            "QUIT" => {
                write.write_all(b"221 bye\r\n").await.ok()?;
                return Some(());
            }
            _ => "250 yes",
        };
        write.write_all(format!("{answer}\r\n").as_bytes()).await.ok()?;
    }
}
