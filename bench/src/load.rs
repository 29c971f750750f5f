//! A lean HTTP/1.1 client: sends one request over and over on kept connections and checks every answer. It must cost
//! less than the servers it measures, so it reads of an answer only what it checks.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinSet;

use crate::Failure;

/// Room for any head of ours and most bodies in one read.
const BUFFER: usize = 64 * 1024;

/// A server that stops answering must not stop the benchmark.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(20);

pub struct Load {
    pub answers: u64,
    pub seconds: f64,
}

pub struct Answer {
    pub encoding: Option<String>,
    pub body: Vec<u8>,
}

pub fn request(path: &str, encoding: &str) -> Arc<[u8]> {
    format!("GET {path} HTTP/1.1\r\nhost: bench\r\naccept-encoding: {encoding}\r\n\r\n").into_bytes().into()
}

/// Asks once and keeps the whole answer.
pub async fn ask(address: SocketAddr, request: &[u8]) -> Result<Answer, Failure> {
    let mut stream = TcpStream::connect(address).await?;
    stream.write_all(request).await?;
    let mut bytes = Vec::new();
    loop {
        if stream.read_buf(&mut bytes).await? == 0 {
            return Err("the server hung up in the middle of an answer".into());
        }
        if let Some(head) = Head::read(&bytes)?
            && bytes.len() >= head.end + head.length
        {
            head.is_ok()?;
            let encoding = header(&bytes[..head.end], b"content-encoding").map(String::from_utf8_lossy);
            return Ok(Answer { encoding: encoding.map(Into::into), body: bytes[head.end..].to_vec() });
        }
    }
}

/// Keeps the server busy on that many connections for that long. `length` is that of every body, give or take 2 %: a
/// page says when it was made, which packs a little differently each time.
pub async fn run(
    address: SocketAddr,
    request: &Arc<[u8]>,
    length: usize,
    connections: usize,
    time: Duration,
) -> Result<Load, Failure> {
    let mut streams = Vec::with_capacity(connections);
    for _ in 0..connections {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        streams.push(stream);
    }
    let time_is_up = Arc::new(AtomicBool::new(false));
    let mut clients = JoinSet::new();
    let started = Instant::now();
    for stream in streams {
        clients.spawn(client(stream, request.clone(), length, time_is_up.clone()));
    }
    let counting = async {
        tokio::time::sleep(time).await;
        time_is_up.store(true, Relaxed);
        let mut answers = 0;
        while let Some(client) = clients.join_next().await {
            answers += client??;
        }
        Ok(Load { answers, seconds: started.elapsed().as_secs_f64() })
    };
    tokio::time::timeout(time + ANSWER_TIMEOUT, counting).await.map_err(|_| "the server stopped answering")?
}

/// How long each of so many answers took, asked for one after the other on one connection.
pub async fn times(address: SocketAddr, request: &[u8], count: usize) -> Result<Vec<Duration>, Failure> {
    let mut connection = Connection::open(address).await?;
    let mut times = Vec::with_capacity(count);
    for _ in 0..count {
        let asked = Instant::now();
        tokio::time::timeout(ANSWER_TIMEOUT, connection.ask(request))
            .await
            .map_err(|_| "the server stopped answering")??;
        times.push(asked.elapsed());
    }
    Ok(times)
}

async fn client(
    stream: TcpStream,
    request: Arc<[u8]>,
    length: usize,
    time_is_up: Arc<AtomicBool>,
) -> Result<u64, Failure> {
    let mut connection = Connection::new(stream);
    let mut answers = 0;
    while !time_is_up.load(Relaxed) {
        let answered = connection.ask(&request).await?;
        if answered.abs_diff(length) > length / 50 {
            return Err(format!("an answer of {answered} bytes, {length} were expected").into());
        }
        answers += 1;
    }
    Ok(answers)
}

/// A connection that is kept from answer to answer.
pub struct Connection {
    stream: TcpStream,
    buffer: Vec<u8>,
}

impl Connection {
    pub async fn open(address: SocketAddr) -> Result<Connection, Failure> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        Ok(Connection::new(stream))
    }

    fn new(stream: TcpStream) -> Connection {
        Connection { stream, buffer: vec![0; BUFFER] }
    }

    /// Tells the length of the answer's body; anything but a 200 is an error.
    async fn ask(&mut self, request: &[u8]) -> Result<usize, Failure> {
        let head = self.whole(request).await?;
        head.is_ok()?;
        Ok(head.length)
    }

    /// Tells the answer's status.
    pub async fn exchange(&mut self, request: &[u8]) -> Result<u16, Failure> {
        let answer = tokio::time::timeout(ANSWER_TIMEOUT, self.whole(request));
        Ok(answer.await.map_err(|_| "the server stopped answering")??.status)
    }

    /// Reads the whole answer.
    async fn whole(&mut self, request: &[u8]) -> Result<Head, Failure> {
        self.stream.write_all(request).await?;
        let mut filled = 0;
        let head = loop {
            filled += some(self.stream.read(&mut self.buffer[filled..]).await?)?;
            if let Some(head) = Head::read(&self.buffer[..filled])? {
                break head;
            }
        };
        let mut missing = (head.end + head.length).checked_sub(filled).ok_or("an answer longer than it said")?;
        while missing > 0 {
            let most = missing.min(BUFFER);
            missing -= some(self.stream.read(&mut self.buffer[..most]).await?)?;
        }
        Ok(head)
    }
}

fn some(read: usize) -> Result<usize, Failure> {
    if read == 0 { Err("the server hung up in the middle of an answer".into()) } else { Ok(read) }
}

/// What is checked of an answer's head.
struct Head {
    status: u16,
    /// The offset at which the body begins.
    end: usize,
    length: usize,
}

impl Head {
    /// `None` while it is incomplete; one without a length is an error.
    fn read(bytes: &[u8]) -> Result<Option<Head>, Failure> {
        let Some(end) = bytes.windows(4).position(|window| window == b"\r\n\r\n") else { return Ok(None) };
        let (head, end) = (&bytes[..end + 2], end + 4);
        let status =
            head.strip_prefix(b"HTTP/1.1 ").and_then(|rest| std::str::from_utf8(rest.get(..3)?).ok()?.parse().ok());
        let length = header(head, b"content-length").and_then(|value| std::str::from_utf8(value).ok()?.parse().ok());
        let status = status.ok_or("an answer without a status")?;
        Ok(Some(Head { status, end, length: length.ok_or("an answer without content-length")? }))
    }

    fn is_ok(&self) -> Result<(), Failure> {
        if self.status == 200 { Ok(()) } else { Err(format!("answered {}", self.status).into()) }
    }
}

fn header<'a>(head: &'a [u8], name: &[u8]) -> Option<&'a [u8]> {
    head.split(|byte| *byte == b'\n').find_map(|line| {
        let (before, after) = line.split_at_checked(name.len())?;
        before.eq_ignore_ascii_case(name).then(|| after.strip_prefix(b":"))?.map(<[u8]>::trim_ascii)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_are_read_whole_or_not_at_all() {
        let answer = b"HTTP/1.1 200 OK\r\nContent-Length: 12\r\ncontent-encoding: br\r\n\r\nbody";
        let head = Head::read(answer).unwrap().unwrap();
        assert_eq!((head.status, head.end, head.length), (200, answer.len() - 4, 12));
        assert_eq!(header(&answer[..head.end], b"content-encoding"), Some(&b"br"[..]));
        assert!(Head::read(&answer[..30]).unwrap().is_none());
    }

    #[test]
    fn other_answers_are_refused() {
        let busy = Head::read(b"HTTP/1.1 503 Service Unavailable\r\ncontent-length: 0\r\n\r\n").unwrap().unwrap();
        assert!(busy.is_ok().is_err());
        assert!(Head::read(b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n").is_err());
    }
}
