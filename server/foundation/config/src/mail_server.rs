//! The mail server, and the check that nobody can read mails on the way to it.

use axum::http::Uri;

use super::{BadSetting, bad, network::is_here, optional};

/// The mail server: `SMTP_URL` and `SMTP_CA`.
#[derive(Clone)]
pub struct MailServer {
    /// Holds the user and the password, and is never printed.
    pub url: String,
    /// The name that the server's certificate must have.
    pub host: String,
    pub encryption: Encryption,
    /// `SMTP_CA`: PEM certificates of the only authority that is trusted. Without it the public authorities are trusted.
    pub authority: Option<String>,
}

/// The encryption of the connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encryption {
    None,
    /// STARTTLS. The server must offer it.
    StartTls,
    /// Encrypted from the first byte.
    Whole,
}

impl MailServer {
    /// Fails when the address is malformed, or others could read the mails and the password on the way.
    pub(super) fn from_env() -> Result<Option<Self>, BadSetting> {
        let authority = optional("SMTP_CA")?;
        match optional("SMTP_URL")? {
            Some(url) => Self::parse(url.trim(), authority).map(Some),
            None if authority.is_some() => Err(bad("SMTP_CA", "is set, but SMTP_URL is not")),
            None => Ok(None),
        }
    }

    pub fn parse(url: &str, authority: Option<String>) -> Result<Self, BadSetting> {
        let malformed = || bad("SMTP_URL", "must be like smtps://user:password@mail.example.com");
        let parsed: Uri = url.parse().map_err(|_| malformed())?;
        let host = parsed.host().filter(|host| !host.is_empty()).ok_or_else(malformed)?.to_owned();
        let encryption = match (parsed.scheme_str(), parsed.query()) {
            (Some("smtps"), None) => Encryption::Whole,
            (Some("smtp"), Some("tls=required")) => Encryption::StartTls,
            (Some("smtp"), None) => Encryption::None,
            _ => return Err(malformed()),
        };
        if encryption == Encryption::None && !is_here(&host) {
            return Err(bad(
                "SMTP_URL",
                "leads to another machine without encryption: begin it with smtps://, or end it with ?tls=required \
                 where the server speaks STARTTLS",
            ));
        }
        if authority.is_some() && encryption == Encryption::None {
            return Err(bad("SMTP_CA", "is set, but SMTP_URL has no encryption"));
        }
        Ok(Self { url: url.to_owned(), host, encryption, authority })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(url: &str) -> Result<(String, Encryption), String> {
        MailServer::parse(url, None).map(|server| (server.host, server.encryption)).map_err(|error| error.to_string())
    }

    #[test]
    fn mail_to_another_machine_is_encrypted() {
        let host = || "mail.example.com".to_owned();
        for whole in ["smtps://mail.example.com", "smtps://me:wo%2Frd@mail.example.com:2465"] {
            assert_eq!(read(whole), Ok((host(), Encryption::Whole)), "{whole}");
        }
        assert_eq!(read("smtp://me:word@mail.example.com:587?tls=required"), Ok((host(), Encryption::StartTls)));
        for open in ["smtp://me:secret@mail.example.com", "smtp://localhost.example.com", "smtp://10.0.0.7:25"] {
            let refused = read(open).unwrap_err();
            assert!(
                refused.starts_with("SMTP_URL leads to another machine") && !refused.contains("secret"),
                "{refused}"
            );
        }
        for here in ["smtp://localhost:25", "smtp://me:word@127.0.0.1:2525", "smtp://[::1]:25"] {
            assert_eq!(read(here).unwrap().1, Encryption::None, "{here}");
        }
    }

    #[test]
    fn what_cannot_be_meant_is_refused_without_repeating_it() {
        // Opportunistic encryption is refused: an attacker on the way can remove the offer, and the password is sent in the clear.
        for wrong in [
            "mail.example.com",
            "https://me:secret@mail.example.com",
            "smtp://me:secret@mail.example.com?tls=opportunistic",
            "smtps://me:secret@mail.example.com?tls=none",
            "smtps://",
        ] {
            let refused = read(wrong).unwrap_err();
            assert!(refused.starts_with("SMTP_URL must be like") && !refused.contains("secret"), "{wrong}: {refused}");
        }
        let error = MailServer::parse("smtp://localhost", Some("-----BEGIN".to_owned())).err().unwrap();
        assert_eq!(error.variable, "SMTP_CA");
    }
}
