//! Mail: sent by SMTP, or written into a folder where no SMTP server is configured.

mod error;
mod smtp;

use std::path::PathBuf;

use lettre::{
    AsyncFileTransport, AsyncTransport, Message, Tokio1Executor,
    message::{
        Body, Mailbox, MultiPart, SinglePart,
        header::{ContentTransferEncoding, ContentType, Header, HeaderName, HeaderValue},
    },
};
use uuid::Uuid;

pub use self::error::MailError;
use self::smtp::Smtp;
use crate::foundation::config::mail_server::MailServer;

/// Whether a mail program could turn something in this text into a link. A name that anybody can enter
/// must not become a link in our mails.
pub fn holds_address(text: &str) -> bool {
    // Browsers treat the other three characters as dots too.
    let is_dot = |c: char| matches!(c, '.' | '\u{3002}' | '\u{ff0e}' | '\u{ff61}');
    let is_joined = |word: &str| {
        let parts: Vec<&str> = word.split(is_dot).collect();
        parts.windows(2).any(|pair| {
            pair[0].ends_with(char::is_alphanumeric)
                && pair[1].chars().take_while(|c| c.is_alphanumeric() || *c == '-').count() >= 2
        })
    };
    text.contains("//") || text.contains('@') || text.split_whitespace().any(is_joined)
}

/// A name as it is written in a mail. Names stored before [`holds_address`] was checked lose what a mail program
/// would turn into a link.
pub fn plain_name(name: &str) -> String {
    if !holds_address(name) {
        return name.to_owned();
    }
    name.chars().map(|c| if c.is_alphanumeric() || c == '\'' || c == '-' { c } else { ' ' }).collect()
}

/// A mail to one person, in plain text. Holds no patient's data, except the time of a visit in a mail to that patient.
#[derive(Debug, Clone)]
pub struct Email {
    to_name: String,
    to_address: String,
    subject: String,
    text: String,
    /// The same as the text, for programs that show it.
    html: Option<String>,
    /// The sender's name and the address for answers, where these are not the service's.
    from_name: Option<String>,
    reply_to: Option<String>,
    /// The beginning of the mail's own id, for a mail whose reports are accepted.
    reference: Option<String>,
}

impl Email {
    /// `write` makes subject and text from the names of the person and the clinic, both safe for a mail.
    pub fn new(
        (name, address): (&str, &str),
        clinic: &str,
        write: impl FnOnce(&str, &str) -> (String, String),
    ) -> Self {
        let to_name = plain_name(name);
        let (subject, text) = write(&to_name, &plain_name(clinic));
        let to_address = address.to_owned();
        Self { to_name, to_address, subject, text, html: None, from_name: None, reply_to: None, reference: None }
    }

    /// The same with HTML beside the text.
    #[must_use]
    pub fn with_html(mut self, html: String) -> Self {
        self.html = Some(html);
        self
    }

    /// The same from a clinic: its name stands before the service's own address, and answers go to the clinic.
    #[must_use]
    pub fn from_clinic(mut self, name: &str, reply_to: Option<String>) -> Self {
        self.from_name = Some(plain_name(name));
        self.reply_to = reply_to;
        self
    }

    /// The same with an id by which the provider's reports name it.
    #[must_use]
    pub fn with_reference(mut self, reference: String) -> Self {
        self.reference = Some(reference);
        self
    }

    /// Whom it goes to.
    pub fn address(&self) -> &str {
        &self.to_address
    }

    /// Every word of the mail that the recipient reads.
    #[cfg(test)]
    pub fn all_words(&self) -> String {
        format!("{} {} {}", self.to_name, self.subject, self.text)
    }
}

/// The header that repeats the mail's own id.
#[derive(Clone)]
struct Reference(String);

impl Header for Reference {
    fn name() -> HeaderName {
        HeaderName::new_from_ascii_str("X-Message-Reference")
    }

    fn parse(text: &str) -> Result<Self, Box<dyn std::error::Error + Send + Sync>> {
        Ok(Self(text.to_owned()))
    }

    fn display(&self) -> HeaderValue {
        HeaderValue::new(Self::name(), self.0.clone())
    }
}

/// Sends mail. Clones share the connection.
#[derive(Clone)]
pub struct Mailer {
    from: Mailbox,
    transport: Transport,
}

#[derive(Clone)]
enum Transport {
    Smtp(Smtp),
    Folder(AsyncFileTransport<Tokio1Executor>),
}

impl Mailer {
    /// # Errors
    /// When the sender or the server's address is malformed, or the folder cannot be made; in a sentence for
    /// the operator.
    pub fn new(from: &str, server: Option<&MailServer>, folder: PathBuf) -> Result<Self, String> {
        let from = from.parse().map_err(|_| "MAIL_FROM is not a sender like Name <name@example.com>".to_owned())?;
        let transport = if let Some(server) = server {
            Transport::Smtp(Smtp::new(server)?)
        } else {
            std::fs::create_dir_all(&folder).map_err(|error| format!("MAIL_DIR cannot be made: {error}"))?;
            Transport::Folder(AsyncFileTransport::new(folder))
        };
        Ok(Self { from, transport })
    }

    /// # Errors
    /// When the mail cannot be sent or written.
    pub async fn send(&self, email: Email) -> Result<(), MailError> {
        let address = email.to_address.parse().map_err(|_| MailError::Address)?;
        let mut from = self.from.clone();
        if let Some(name) = email.from_name {
            from.name = Some(name);
        }
        let is_reported = email.reference.is_some();
        // A mail without an id looks like an unwanted one to many filters.
        let reference = email.reference.unwrap_or_else(|| Uuid::new_v4().to_string());
        let id = format!("<{reference}@{}>", self.from.email.domain());
        let mut message = Message::builder()
            .from(from)
            .to(Mailbox::new(Some(email.to_name), address))
            .subject(email.subject)
            .message_id(Some(id.clone()));
        if is_reported {
            // Some providers put an id of their own in place of the first, and report the second.
            message = message.header(Reference(id));
        }
        if let Some(reply_to) = email.reply_to {
            message = message.reply_to(reply_to.parse().map_err(|_| MailError::Internal)?);
        }
        let message = match email.html {
            None => message.header(ContentType::TEXT_PLAIN).body(self.body(email.text)),
            Some(html) => {
                let part = |kind, text| SinglePart::builder().header(kind).body(self.body(text));
                let text = part(ContentType::TEXT_PLAIN, email.text);
                message
                    .multipart(MultiPart::alternative().singlepart(text).singlepart(part(ContentType::TEXT_HTML, html)))
            }
        };
        let message = message.map_err(|_| MailError::Internal)?;
        match &self.transport {
            Transport::Smtp(transport) => transport.send(message).await,
            Transport::Folder(transport) => transport.send(message).await.map(drop).map_err(|_| MailError::OutOfReach),
        }
    }

    fn body(&self, text: String) -> Body {
        match &self.transport {
            Transport::Smtp(_) => Body::new(text),
            // Not encoded for transport, which would break a long link in two: people read these files as they
            // are.
            Transport::Folder(_) => Body::dangerous_pre_encoded(text.into_bytes(), ContentTransferEncoding::EightBit),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn link_like_names_are_refused_and_ordinary_ones_accepted() {
        for name in [
            "Dr. Smith",
            "St. Mary's Skin & Laser",
            "A.B.C. Aesthetics",
            "Ph.D.",
            "Glow (NY), Inc.",
            "No. 1",
            "Ng",
            "Jean-Luc O'Neill",
            "24/7 Care",
        ] {
            assert!(!holds_address(name), "{name}");
            assert_eq!(plain_name(name), name);
        }
        for name in [
            "evil.example",
            "Pay at evil.example/now",
            "https://evil",
            "//evil",
            "www.evil.example",
            "me@evil",
            "Evil\u{3002}example",
            "10.20.30.40",
            "Your account is locked: evil.example",
        ] {
            assert!(holds_address(name), "{name}");
            assert!(!holds_address(&plain_name(name)), "{name}");
        }
    }

    #[test]
    fn no_email_contains_a_link_from_a_name() {
        let email =
            Email::new(("Nia evil.example", "nia@clinic.example"), "Pay at https://evil.example", |name, clinic| {
                (format!("For {clinic}"), format!("Hello {name} of {clinic}"))
            });
        assert!(!email.all_words().contains("evil.") && !email.all_words().contains("//evil"), "{email:?}");
    }
}
