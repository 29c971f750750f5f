//! A way to PostgreSQL that a test can cut and mend: to the database it looks like a server that restarts.

use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;

use tokio_postgres::Config;
use tokio_postgres::config::Host;

pub struct Proxy {
    address: SocketAddr,
    state: Arc<Mutex<State>>,
    accepting: Option<JoinHandle<()>>,
}

#[derive(Default)]
struct State {
    open: Vec<TcpStream>,
    /// Connections still to be hung up on, as a server does that is starting.
    to_refuse: usize,
    stopped: bool,
}

pub struct Stopped(SocketAddr);

impl Proxy {
    pub fn start() -> Proxy {
        Proxy::listen(TcpListener::bind("127.0.0.1:0").unwrap())
    }

    fn listen(listener: TcpListener) -> Proxy {
        let address = listener.local_addr().unwrap();
        let state = Arc::new(Mutex::new(State::default()));
        let shared = Arc::clone(&state);
        let accepting = std::thread::spawn(move || {
            for here in listener.incoming() {
                let here = here.unwrap();
                let mut state = shared.lock().unwrap();
                if state.stopped {
                    return;
                }
                if state.to_refuse > 0 {
                    state.to_refuse -= 1;
                    continue;
                }
                let there = TcpStream::connect(server()).unwrap();
                for stream in [&here, &there] {
                    stream.set_nodelay(true).unwrap();
                    state.open.push(stream.try_clone().unwrap());
                }
                pass_on(here.try_clone().unwrap(), there.try_clone().unwrap());
                pass_on(there, here);
            }
        });
        Proxy { address, state, accepting: Some(accepting) }
    }

    /// The same address, by way of this proxy.
    pub fn url_like(&self, url: &str) -> String {
        let (before, after) = url.split_once(&server()).expect("host and port in TEST_POSTGRES_URL");
        format!("{before}{}{after}", self.address)
    }

    /// Cuts every connection and hangs up on the next few.
    pub fn restart(&self, refusing: usize) {
        let mut state = self.state.lock().unwrap();
        state.to_refuse = refusing;
        state.cut();
    }

    pub fn refusals_to_come(&self) -> usize {
        self.state.lock().unwrap().to_refuse
    }

    pub fn stop(mut self) -> Stopped {
        self.end();
        Stopped(self.address)
    }

    fn end(&mut self) {
        let Some(accepting) = self.accepting.take() else { return };
        {
            let mut state = self.state.lock().unwrap();
            state.stopped = true;
            state.cut();
        }
        // Wakes the accepting thread, which then finds that it is over.
        let _ = TcpStream::connect(self.address);
        accepting.join().unwrap();
    }
}

impl State {
    fn cut(&mut self) {
        for stream in self.open.drain(..) {
            // One that has already ended is as good.
            let _ = stream.shutdown(Shutdown::Both);
        }
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.end();
    }
}

impl Stopped {
    pub fn start_again(self) -> Proxy {
        Proxy::listen(TcpListener::bind(self.0).unwrap())
    }
}

fn pass_on(mut from: TcpStream, mut to: TcpStream) {
    std::thread::spawn(move || {
        let mut buffer = [0; 8192];
        while let Ok(count @ 1..) = from.read(&mut buffer) {
            if to.write_all(&buffer[..count]).is_err() {
                break;
            }
        }
        let _ = to.shutdown(Shutdown::Both);
    });
}

fn server() -> String {
    let config: Config = std::env::var("TEST_POSTGRES_URL").unwrap().parse().unwrap();
    match (config.get_hosts(), config.get_ports()) {
        ([Host::Tcp(host)], [port]) => format!("{host}:{port}"),
        _ => panic!("TEST_POSTGRES_URL must name a TCP host and a port"),
    }
}
