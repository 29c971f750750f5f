//! A server that writes its answers byte by byte, so that it can break every rule.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rcgen::{CertifiedKey, generate_simple_self_signed};
use rustls::crypto::ring;
use rustls::pki_types::PrivatePkcs8KeyDer;
use rustls::{RootCertStore, ServerConfig};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio_rustls::TlsAcceptor;

#[derive(Clone)]
pub enum Behaviour {
    /// Status line and body.
    Answer(&'static str, String),
    Silence,
    /// Reads a request and closes.
    HangUp,
    /// Begins a body that never ends.
    SlowBody,
    /// Closes in the middle of a body.
    Truncated,
}

#[derive(Default)]
struct Seen {
    connections: usize,
    requests: Vec<String>,
}

pub struct Server {
    origin: String,
    seen: Arc<Mutex<Seen>>,
    roots: RootCertStore,
}

impl Server {
    pub async fn start(behaviour: Behaviour) -> Server {
        Server::listen(behaviour, None).await
    }

    pub async fn start_with_tls() -> Server {
        Server::listen(Behaviour::Answer("200 OK", "fine".to_owned()), Some(certificate())).await
    }

    async fn listen(behaviour: Behaviour, tls: Option<(TlsAcceptor, RootCertStore)>) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let seen = Arc::new(Mutex::new(Seen::default()));
        let (acceptor, roots) = tls.map_or((None, RootCertStore::empty()), |(acceptor, roots)| (Some(acceptor), roots));
        let origin =
            if acceptor.is_some() { format!("https://localhost:{port}") } else { format!("http://127.0.0.1:{port}") };
        let watched = seen.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                watched.lock().unwrap_or_else(PoisonError::into_inner).connections += 1;
                let (behaviour, seen, acceptor) = (behaviour.clone(), watched.clone(), acceptor.clone());
                tokio::spawn(async move {
                    match acceptor {
                        Some(acceptor) => {
                            if let Ok(stream) = acceptor.accept(stream).await {
                                serve(stream, behaviour, seen).await;
                            }
                        }
                        None => serve(stream, behaviour, seen).await,
                    }
                });
            }
        });
        Server { origin, seen, roots }
    }

    pub fn url(&self, path: &str) -> String {
        format!("{}{path}", self.origin)
    }

    pub fn roots(&self) -> RootCertStore {
        self.roots.clone()
    }

    pub fn connections(&self) -> usize {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner).connections
    }

    pub fn requests(&self) -> Vec<String> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner).requests.clone()
    }
}

fn certificate() -> (TlsAcceptor, RootCertStore) {
    let CertifiedKey { cert, signing_key } =
        generate_simple_self_signed(["localhost".to_owned()]).expect("a certificate");
    let key = PrivatePkcs8KeyDer::from(signing_key.serialize_der());
    let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .expect("versions")
        .with_no_client_auth()
        .with_single_cert(vec![cert.der().clone()], key.into())
        .expect("a configuration");
    let mut roots = RootCertStore::empty();
    roots.add(cert.der().clone()).expect("a root");
    (TlsAcceptor::from(Arc::new(config)), roots)
}

async fn serve(mut stream: impl AsyncRead + AsyncWrite + Unpin, behaviour: Behaviour, seen: Arc<Mutex<Seen>>) {
    while let Some(request) = read_request(&mut stream).await {
        seen.lock().unwrap_or_else(PoisonError::into_inner).requests.push(request);
        let answer = match &behaviour {
            Behaviour::Answer(status, body) => {
                format!("HTTP/1.1 {status}\r\ncontent-length: {}\r\n\r\n{body}", body.len())
            }
            Behaviour::Silence => {
                tokio::time::sleep(Duration::from_secs(60)).await;
                return;
            }
            Behaviour::HangUp => return,
            Behaviour::SlowBody | Behaviour::Truncated => "HTTP/1.1 200 OK\r\ncontent-length: 900\r\n\r\n{".to_owned(),
        };
        if stream.write_all(answer.as_bytes()).await.is_err() || stream.flush().await.is_err() {
            return;
        }
        match behaviour {
            Behaviour::SlowBody => tokio::time::sleep(Duration::from_secs(60)).await,
            Behaviour::Truncated => return,
            _ => {}
        }
    }
}

/// Reads head and body of a request; every body here is `{}`.
async fn read_request(stream: &mut (impl AsyncRead + Unpin)) -> Option<String> {
    let mut request = Vec::new();
    let mut buffer = [0; 1024];
    while !request.ends_with(b"\r\n\r\n{}") {
        let count = stream.read(&mut buffer).await.ok().filter(|count| *count > 0)?;
        request.extend_from_slice(&buffer[..count]);
    }
    String::from_utf8(request).ok()
}
