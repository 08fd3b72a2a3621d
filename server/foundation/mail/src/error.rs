//! Finds out why a mail was not sent, from the error of the SMTP library.

use std::{error::Error as StdError, io};

use lettre::transport::smtp;
use rustls::CertificateError;

/// The reason why a mail was not sent. The library's error text is left out, because it can hold the address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum MailError {
    #[error("a mail could not be addressed")]
    Address,
    #[error("the mail server refused a mail")]
    Refused,
    #[error("the mail server refused the user and password of SMTP_URL")]
    SignIn,
    #[error("the mail server could not be reached, or takes nothing just now")]
    OutOfReach,
    #[error("the mail server took too long")]
    TooSlow,
    #[error("the mail server's certificate {0}, so nothing was sent to it")]
    Certificate(&'static str),
    #[error("the mail server offers no TLS, or no way to sign in that is known here: nothing was sent to it")]
    Unfit,
    #[error("a mail could not be written")]
    Internal,
}

impl From<smtp::Error> for MailError {
    fn from(error: smtp::Error) -> Self {
        if let Some(reason) = certificate_problem(&error) {
            return Self::Certificate(reason);
        }
        // 530, 534, 535 and 538 are about signing in (RFC 4954). Then the operator's setting is wrong, not the mail.
        let about_sign_in = error.status().is_some_and(|code| matches!(u16::from(code), 530 | 534 | 535 | 538));
        if about_sign_in {
            Self::SignIn
        } else if error.is_permanent() {
            Self::Refused
        } else if error.is_client() {
            Self::Unfit
        } else {
            Self::OutOfReach
        }
    }
}

/// The problem of the certificate, if it ended the connection.
fn certificate_problem(error: &smtp::Error) -> Option<&'static str> {
    let mut cause = error.source();
    while let Some(some) = cause {
        let of_tls = some.downcast_ref::<io::Error>().and_then(io::Error::get_ref);
        if let Some(rustls::Error::InvalidCertificate(problem)) = of_tls.and_then(|inner| inner.downcast_ref()) {
            return Some(named(problem));
        }
        cause = some.source();
    }
    None
}

const fn named(problem: &CertificateError) -> &'static str {
    match problem {
        CertificateError::UnknownIssuer => "was made by an authority that is not known here (SMTP_CA)",
        CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. } => {
            "is for another name than the one in SMTP_URL"
        }
        CertificateError::Expired | CertificateError::ExpiredContext { .. } => "has expired",
        CertificateError::NotValidYet | CertificateError::NotValidYetContext { .. } => "is not valid yet",
        _ => "was refused",
    }
}
