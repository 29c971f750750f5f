//! TLS to PostgreSQL. The words of the URL mean what they mean to `psql`: `prefer` (the default) and `require` encrypt and
//! believe any certificate, `verify-ca` asks who signed it, `verify-full` whose it is as well.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustls::client::WebPkiServerVerifier;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::{CryptoProvider, verify_tls12_signature, verify_tls13_signature};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::{CertificateError, ClientConfig, DigitallySignedStruct, Error, RootCertStore, SignatureScheme, crypto};
use tokio_postgres_rustls::MakeRustlsConnect;

use crate::OpenError;

/// How far a server's certificate is believed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Trust {
    Anybody,
    /// Whoever shows a certificate that an authority has signed.
    Authority,
    /// Only the server that the URL names.
    Name,
}

/// What the URL says about TLS in words that the driver does not know.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct TlsParameters {
    pub trust: Trust,
    /// The file of `sslrootcert`; without one the authorities that browsers believe, which come with the program.
    pub authorities: Option<PathBuf>,
}

/// Takes out of a URL what is for us, and leaves what the driver understands.
pub(super) fn take_parameters(url: &str) -> (String, TlsParameters) {
    let mut parameters = TlsParameters { trust: Trust::Anybody, authorities: None };
    let Some((address, query)) = url.split_once('?') else { return (url.to_owned(), parameters) };
    let mut rest = Vec::new();
    for pair in query.split('&') {
        match pair.split_once('=') {
            Some(("sslmode", "verify-ca")) => parameters.trust = Trust::Authority,
            Some(("sslmode", "verify-full")) => parameters.trust = Trust::Name,
            Some(("sslrootcert", file)) => parameters.authorities = Some(percent_decoded(file).into()),
            _ => rest.push(pair),
        }
    }
    if parameters.trust != Trust::Anybody {
        rest.push("sslmode=require");
    }
    let mark = if rest.is_empty() { "" } else { "?" };
    (format!("{address}{mark}{}", rest.join("&")), parameters)
}

fn percent_decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('%') {
        bytes.extend_from_slice(before.as_bytes());
        let code = after.get(..2).and_then(|code| u8::from_str_radix(code, 16).ok());
        bytes.push(code.unwrap_or(b'%'));
        rest = if code.is_some() { &after[2..] } else { after };
    }
    bytes.extend_from_slice(rest.as_bytes());
    String::from_utf8_lossy(&bytes).into_owned()
}

pub(super) fn connector(parameters: &TlsParameters) -> Result<MakeRustlsConnect, OpenError> {
    let provider = Arc::new(crypto::ring::default_provider());
    let verifier: Arc<dyn ServerCertVerifier> = match parameters.trust {
        Trust::Anybody => Arc::new(BelievesAnybody(Arc::clone(&provider))),
        Trust::Authority => Arc::new(IgnoresNames(signatures(parameters, &provider)?)),
        Trust::Name => signatures(parameters, &provider)?,
    };
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|error| OpenError::Tls(error.to_string()))?
        .dangerous()
        .with_custom_certificate_verifier(verifier)
        .with_no_client_auth();
    Ok(MakeRustlsConnect::new(config))
}

fn signatures(
    parameters: &TlsParameters,
    provider: &Arc<CryptoProvider>,
) -> Result<Arc<WebPkiServerVerifier>, OpenError> {
    let authorities = match &parameters.authorities {
        Some(file) => read_authorities(file)?,
        None => RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() },
    };
    WebPkiServerVerifier::builder_with_provider(Arc::new(authorities), Arc::clone(provider))
        .build()
        .map_err(|error| OpenError::Tls(error.to_string()))
}

fn read_authorities(file: &Path) -> Result<RootCertStore, OpenError> {
    let problem = |reason: String| OpenError::Tls(format!("sslrootcert {}: {reason}", file.display()));
    let certificates = CertificateDer::pem_file_iter(file).map_err(|error| problem(error.to_string()))?;
    let mut store = RootCertStore::empty();
    for certificate in certificates {
        let certificate = certificate.map_err(|error| problem(error.to_string()))?;
        store.add(certificate).map_err(|error| problem(error.to_string()))?;
    }
    if store.is_empty() { Err(problem("it holds no certificate".to_owned())) } else { Ok(store) }
}

/// Keeps out who only listens.
#[derive(Debug)]
struct BelievesAnybody(Arc<CryptoProvider>);

impl ServerCertVerifier for BelievesAnybody {
    fn verify_server_cert(
        &self,
        _: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        verify_tls12_signature(message, certificate, signed, &self.0.signature_verification_algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        verify_tls13_signature(message, certificate, signed, &self.0.signature_verification_algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.0.signature_verification_algorithms.supported_schemes()
    }
}

/// Asks who signed a certificate, and not whose it is.
#[derive(Debug)]
struct IgnoresNames(Arc<WebPkiServerVerifier>);

impl ServerCertVerifier for IgnoresNames {
    fn verify_server_cert(
        &self,
        certificate: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        name: &ServerName<'_>,
        ocsp: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        match self.0.verify_server_cert(certificate, intermediates, name, ocsp, now) {
            // The name is looked at last, when everything else is good.
            Err(Error::InvalidCertificate(
                CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. },
            )) => Ok(ServerCertVerified::assertion()),
            verified => verified,
        }
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        self.0.verify_tls12_signature(message, certificate, signed)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        self.0.verify_tls13_signature(message, certificate, signed)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.0.supported_verify_schemes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_tls_are_taken_out_of_the_address() {
        for (url, rest, trust, authorities) in [
            ("postgres://h/db", "postgres://h/db", Trust::Anybody, None),
            ("postgres://h/db?sslmode=disable", "postgres://h/db?sslmode=disable", Trust::Anybody, None),
            ("postgres://h/db?sslmode=verify-ca", "postgres://h/db?sslmode=require", Trust::Authority, None),
            (
                "postgres://h/db?sslmode=verify-full&options=-ca%3Db&sslrootcert=/srv/my%20ca.pem",
                "postgres://h/db?options=-ca%3Db&sslmode=require",
                Trust::Name,
                Some("/srv/my ca.pem"),
            ),
            ("postgres://h/db?sslrootcert=100%", "postgres://h/db", Trust::Anybody, Some("100%")),
        ] {
            let (taken, parameters) = take_parameters(url);
            assert_eq!(taken, rest);
            assert_eq!(parameters, TlsParameters { trust, authorities: authorities.map(PathBuf::from) }, "{url}");
        }
    }
}
