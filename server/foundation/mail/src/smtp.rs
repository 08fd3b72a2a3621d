//! The connection to the mail server.

use std::time::Duration;

use lettre::{
    AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor,
    transport::smtp::{
        Error,
        client::{Certificate, CertificateStore, Tls, TlsParameters},
    },
};

use super::error::MailError;
use config::mail_server::{Encryption, MailServer};

/// How long one mail may take, from the connection to the server's last answer. The library itself limits only the
/// time to connect. A worker sends one mail after the other, so a silent server would stop the mails of all clinics.
pub const LONGEST: Duration = Duration::from_secs(30);

#[derive(Clone)]
pub(super) struct Smtp(AsyncSmtpTransport<Tokio1Executor>);

impl Smtp {
    /// Fails, with a sentence for the operator, when the address or the authority's certificate cannot be used.
    pub fn new(server: &MailServer) -> Result<Self, String> {
        let builder = AsyncSmtpTransport::<Tokio1Executor>::from_url(&server.url)
            .map_err(|_| "SMTP_URL is not an address like smtps://user:password@mail.example.com".to_owned())?;
        let Some(authority) = &server.authority else { return Ok(Self(builder.build())) };
        let parameters = trusting(authority, &server.host)
            .map_err(|_| "SMTP_CA holds no certificate in PEM that can be used".to_owned())?;
        let tls = match server.encryption {
            Encryption::None => Tls::None,
            Encryption::StartTls => Tls::Required(parameters),
            Encryption::Whole => Tls::Wrapper(parameters),
        };
        Ok(Self(builder.tls(tls).build()))
    }

    pub async fn send(&self, message: Message) -> Result<(), MailError> {
        let sent = tokio::time::timeout(LONGEST, self.0.send(message)).await;
        sent.map_err(|_| MailError::TooSlow)?.map(drop).map_err(MailError::from)
    }
}

/// Trusts only this authority, because the public ones could have signed another server's certificate.
fn trusting(authority: &str, host: &str) -> Result<TlsParameters, Error> {
    TlsParameters::builder(host.to_owned())
        .certificate_store(CertificateStore::None)
        .add_root_certificate(Certificate::from_pem(authority.as_bytes())?)
        .build()
}
