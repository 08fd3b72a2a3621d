//! Mail: sent by SMTP, or written into a folder if no SMTP server is configured.

mod error;
mod names;
mod smtp;

pub use self::{
    error::MailError,
    names::{holds_address, holds_product, is_bare_role, plain_name, without_links},
};

use std::path::PathBuf;

use lettre::{
    AsyncFileTransport, AsyncTransport, Message, Tokio1Executor,
    message::{
        Body, Mailbox, MultiPart, SinglePart,
        header::{ContentTransferEncoding, ContentType, Header, HeaderName, HeaderValue},
    },
};
use uuid::Uuid;

use self::smtp::Smtp;
use config::mail_server::MailServer;

/// Whom a mail is to.
#[derive(Debug, Clone)]
pub struct Recipient {
    /// The name in the greeting. Empty for somebody whose name is not known.
    name: String,
    address: String,
}

impl Recipient {
    pub fn new(name: impl Into<String>, address: impl Into<String>) -> Self {
        Self { name: name.into(), address: address.into() }
    }
}

/// A mail to one person, in plain text. Holds no patient data, except the time of a visit in a mail to the patient.
#[derive(Debug, Clone)]
pub struct Email {
    to_name: String,
    to_address: String,
    subject: String,
    text: String,
    /// The clinic's name as it is written in the mail. Empty for a mail of the platform.
    clinic: String,
    /// The text as HTML, for programs that show HTML.
    html: Option<String>,
    /// The sender's name and the reply address, if they are not the service's.
    from_name: Option<String>,
    reply_to: Option<String>,
    /// The beginning of the mail's id, for a mail whose delivery reports are accepted.
    reference: Option<String>,
}

impl Email {
    /// `write` makes subject and text from the names of the person and the clinic, which are both safe for a mail.
    pub fn new(to: Recipient, clinic: &str, write: impl FnOnce(&str, &str) -> (String, String)) -> Self {
        let (to_name, clinic) = (plain_name(&to.name), plain_name(clinic).trim().to_owned());
        let (subject, mut text) = write(&to_name, &clinic);
        // A text written by a clinic may leave out its name. Without a name the reader cannot tell the sender.
        if !text.contains(&clinic) {
            text = format!("{}\n\n{clinic}\n", text.trim_end());
        }
        Self {
            to_name,
            to_address: to.address,
            subject,
            text,
            clinic,
            html: None,
            from_name: None,
            reply_to: None,
            reference: None,
        }
    }

    /// Adds HTML beside the text. `escaped` writes the clinic's name in HTML.
    #[must_use]
    pub fn with_html(mut self, html: String, escaped: impl FnOnce(&str) -> String) -> Self {
        let name = escaped(&self.clinic);
        self.html = Some(match html.rfind("</body>").filter(|_| !html.contains(&name)) {
            Some(end) => format!("{}<p>{name}</p>\n{}", &html[..end], &html[end..]),
            None => html,
        });
        self
    }

    /// Marks the mail as a clinic's: its name stands before the service's own address, and replies go to the clinic.
    /// The name is left out if it is the product's or a department's, as names from before this check can be.
    #[must_use]
    pub fn from_clinic(mut self, name: &str, reply_to: Option<String>) -> Self {
        self.from_name = Some(plain_name(name)).filter(|name| !holds_product(name) && !is_bare_role(name));
        self.reply_to = reply_to;
        self
    }

    /// Adds an id, by which the provider's reports name the mail.
    #[must_use]
    pub fn with_reference(mut self, reference: String) -> Self {
        self.reference = Some(reference);
        self
    }

    /// The recipient's address.
    pub fn address(&self) -> &str {
        &self.to_address
    }
}

/// The header that repeats the mail's id.
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
    /// Fails, with a sentence for the operator, when the sender or the server's address is malformed, or the folder cannot be made.
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

    /// Fails when the mail cannot be sent or written.
    pub async fn send(&self, email: Email) -> Result<(), MailError> {
        let address = email.to_address.parse().map_err(|_| MailError::Address)?;
        let mut from = self.from.clone();
        if let Some(name) = email.from_name {
            from.name = Some(name);
        }
        let is_reported = email.reference.is_some();
        // Many filters treat a mail without an id as unwanted.
        let reference = email.reference.unwrap_or_else(|| Uuid::new_v4().to_string());
        let id = format!("<{reference}@{}>", self.from.email.domain());
        let mut message = Message::builder()
            .from(from)
            .to(Mailbox::new(Some(email.to_name), address))
            .subject(email.subject)
            .message_id(Some(id.clone()));
        if is_reported {
            // Some providers replace the mail's id by their own, and report the id in this header.
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
            // Not encoded for transport, because people read these files as they are, and the encoding would split a long link.
            Transport::Folder(_) => Body::dangerous_pre_encoded(text.into_bytes(), ContentTransferEncoding::EightBit),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_email_contains_a_link_from_a_name() {
        let email = Email::new(
            Recipient::new("Nia evil.example", "nia@clinic.example"),
            "Pay at https://evil.example",
            |name, clinic| (format!("For {clinic}"), format!("Hello {name} of {clinic}")),
        );
        let words = format!("{} {} {}", email.to_name, email.subject, email.text);
        assert!(!words.contains("evil.") && !words.contains("//evil"), "{email:?}");
    }

    #[test]
    fn every_mail_names_the_clinic_and_none_is_from_the_product() {
        let email = |words: &str| {
            Email::new(Recipient::new("Nia", "nia@clinic.example"), "Linden & Co", |_, _| {
                (words.to_owned(), words.to_owned())
            })
        };
        let escaped = |name: &str| name.replace('&', "&amp;");
        let silent = email("Pay today").with_html("<html><body>Pay today</body></html>".to_owned(), escaped);
        assert_eq!(silent.text, "Pay today\n\nLinden & Co\n");
        assert_eq!(silent.html.as_deref(), Some("<html><body>Pay today<p>Linden &amp; Co</p>\n</body></html>"));
        let named = email("Hello from Linden & Co").with_html("<body>Linden &amp; Co</body>".to_owned(), escaped);
        assert_eq!(
            (named.text.as_str(), named.html.as_deref()),
            ("Hello from Linden & Co", Some("<body>Linden &amp; Co</body>"))
        );
        for (name, from) in [("Linden", Some("Linden")), ("Celadon Security", None), ("Billing team", None)] {
            assert_eq!(email("x").from_clinic(name, None).from_name.as_deref(), from);
        }
    }
}
