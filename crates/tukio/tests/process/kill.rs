//! `kill -9` while writes stream in: what was acknowledged is there afterwards.

use std::collections::HashSet;
use std::io::{self, BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::mpsc::{Sender, channel};

use database::{Database, DbError, Options};

use crate::support::{Dice, RunFolder, Server, TEST_TIMEOUT};

const KILLS: usize = 20;
const CLIENTS: usize = 12;
const MOST_ACKNOWLEDGED: u64 = 300;

#[tokio::test(flavor = "multi_thread")]
async fn every_acknowledged_write_survives_twenty_kills() {
    let folder = RunFolder::new();
    let mut acknowledged = HashSet::new();
    let mut dice = Dice(0x0074_756b_696f);
    for round in 0..KILLS {
        let enough = (1 + dice.roll() % MOST_ACKNOWLEDGED) as usize;
        acknowledged.extend(subscribe_until_killed(folder.serve(), round, enough));
    }

    let db = Database::open(&Options::new(folder.database_url())).unwrap();
    let stored = subscribers(&db).await;
    let lost: Vec<&String> = acknowledged.difference(&stored).collect();
    assert!(lost.is_empty(), "{} of {} acknowledged writes are lost: {lost:?}", lost.len(), acknowledged.len());
    // Kept, and killed before the answer went out: at most one for each client and kill.
    let unanswered = stored.difference(&acknowledged).count();
    assert!(unanswered <= KILLS * CLIENTS, "{unanswered} writes were kept that nobody was told of");
    assert_eq!(lines(&db, "PRAGMA integrity_check").await, ["ok"]);
    assert_eq!(lines(&db, "PRAGMA foreign_key_check").await, [""; 0]);

    // The canary: a loss is seen.
    let one = acknowledged.iter().next().unwrap().clone();
    let gone = one.clone();
    db.write(move |c| c.execute("DELETE FROM newsletter_subscribers WHERE email = $1", &[&gone])).await.unwrap();
    assert_eq!(acknowledged.difference(&subscribers(&db).await).collect::<Vec<_>>(), [&one]);
    db.close();
}

/// Clients subscribe one address after the other, and the server is killed at that many acknowledgements, while each
/// client has a write under way. Answers what was acknowledged.
fn subscribe_until_killed(mut server: Server, round: usize, enough: usize) -> Vec<String> {
    let (say, heard) = channel();
    let address = server.address;
    let clients: Vec<_> = (0..CLIENTS)
        .map(|client| {
            let say = say.clone();
            std::thread::spawn(move || subscribe_until_cut_off(address, &format!("{round}-{client}"), &say))
        })
        .collect();
    drop(say);
    let mut acknowledged: Vec<String> = heard.iter().take(enough).collect();
    server.kill();
    for client in clients {
        let end = client.join().unwrap().unwrap_err();
        assert_ne!(end.kind(), io::ErrorKind::InvalidData, "{end}\n{}", server.log());
    }
    assert_eq!(acknowledged.len(), enough, "the server ended before it was killed: {}", server.log());
    // Answers that were on their way count as well.
    acknowledged.extend(heard.iter());
    acknowledged
}

/// Never ends but by an error: `InvalidData` for an answer that is not 201, another one when the server is gone.
fn subscribe_until_cut_off(address: SocketAddr, name: &str, say: &Sender<String>) -> io::Result<()> {
    let mut stream = TcpStream::connect(address)?;
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(TEST_TIMEOUT))?;
    let mut answers = BufReader::new(stream.try_clone()?);
    for number in 0.. {
        let email = format!("abonne-{name}-{number}@tukio.example");
        let body = format!(r#"{{"email":"{email}"}}"#);
        let head = format!(
            "POST /api/newsletter/ HTTP/1.1\r\nhost: test\r\ncontent-type: application/json\r\ncontent-length: {}\r\n",
            body.len()
        );
        stream.write_all(format!("{head}\r\n{body}").as_bytes())?;
        read_created(&mut answers)?;
        // The listener leaves only after it has killed the server.
        let _ = say.send(email);
    }
    Ok(())
}

fn read_created(answers: &mut impl BufRead) -> io::Result<()> {
    let mut status = String::new();
    let mut length = 0;
    loop {
        let mut line = String::new();
        if answers.read_line(&mut line)? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        if line == "\r\n" {
            break;
        }
        if let Some(value) = line.strip_prefix("content-length: ") {
            length = value.trim().parse().map_err(io::Error::other)?;
        }
        if status.is_empty() {
            status = line;
        }
    }
    let mut body = vec![0; length];
    answers.read_exact(&mut body)?;
    if status.starts_with("HTTP/1.1 201 ") {
        return Ok(());
    }
    let reported = format!("{status}{}", String::from_utf8_lossy(&body));
    Err(io::Error::new(io::ErrorKind::InvalidData, reported))
}

async fn subscribers(db: &Database) -> HashSet<String> {
    lines(db, "SELECT email FROM newsletter_subscribers").await.into_iter().collect()
}

async fn lines(db: &Database, sql: &'static str) -> Vec<String> {
    db.read(move |c| c.query(sql, &[], |row| row.get::<String>(0)))
        .await
        .unwrap_or_else(|error: DbError| panic!("{sql}: {error}"))
}
