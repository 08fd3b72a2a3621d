//! Mail: by SMTP, or into a folder where there is no server to send it.

use std::path::PathBuf;

use lettre::{
    AsyncFileTransport, AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor,
    message::{
        Body, Mailbox,
        header::{ContentTransferEncoding, ContentType},
    },
};

use crate::foundation::auth::{AccountChange, account_link::LinkKind};

/// Why a mail was not handed over. What the library says stays out: it can hold the address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Unsent {
    #[error("a mail could not be addressed")]
    Address,
    #[error("the mail server refused a mail")]
    Refused,
    #[error("the mail server could not be reached, or takes nothing just now")]
    OutOfReach,
    #[error("a mail could not be written")]
    Internal,
}

/// Whether a mail program could take something in this text for an address to press: a mail of ours must
/// lead nobody where a stranger wants.
pub fn holds_address(text: &str) -> bool {
    // Browsers read the other three as dots too.
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

/// A name as it stands in a mail: what was kept before such names were refused leads nowhere.
fn plain(name: &str) -> String {
    if !holds_address(name) {
        return name.to_owned();
    }
    name.chars().map(|c| if c.is_alphanumeric() || c == '\'' || c == '-' { c } else { ' ' }).collect()
}

/// A mail to one person, in plain words. Never holds a patient's data.
#[derive(Debug, Clone)]
pub struct Letter {
    to_name: String,
    to_address: String,
    subject: String,
    text: String,
}

impl Letter {
    /// Whom it goes to.
    pub fn address(&self) -> &str {
        &self.to_address
    }

    /// The mail that brings a link for setting a password.
    pub fn about(kind: LinkKind, name: &str, address: &str, clinic: &str, url: &str) -> Self {
        let (name, clinic) = (plain(name), plain(clinic));
        let (subject, text) = match kind {
            LinkKind::Invitation => (
                format!("Your invitation to {clinic}"),
                format!(
                    "Hello {name},\n\n{clinic} has added you to its team on Celadon. Choose a password to begin:\n\n{url}\n\n\
                     The link works once, for 72 hours. If you did not expect it, you can ignore this mail.\n"
                ),
            ),
            LinkKind::EmailConfirmation => (
                "Please confirm your address".to_owned(),
                format!(
                    "Hello {name},\n\n{clinic} was signed up on Celadon with this address. Confirm that it is yours:\n\n{url}\n\n\
                     Until then the clinic sends no other mail. The link works once, for 72 hours. If it was not you, you can \
                     ignore this mail.\n"
                ),
            ),
            LinkKind::PasswordReset => (
                format!("A new password for {clinic}"),
                format!(
                    "Hello {name},\n\nsomebody asked for a new password for your account at {clinic}. Choose one here:\n\n{url}\n\n\
                     The link works once, for one hour. If it was not you, you can ignore this mail: your password stays as it is.\n"
                ),
            ),
        };
        Self { to_name: name, to_address: address.to_owned(), subject, text }
    }

    /// The mail that says that somebody else has turned off two-step sign-in: whoever did not ask for
    /// it must hear of it.
    pub fn second_factor_removed(name: &str, address: &str, clinic: &str) -> Self {
        let (name, clinic) = (plain(name), plain(clinic));
        let text = format!(
            "Hello {name},\n\nsomebody who manages the team of {clinic} has turned off two-step sign-in for your account. \
             You sign in with your password alone now, and can set it up again in your account.\n\n\
             If you did not ask for this, please speak to your clinic's owner at once.\n"
        );
        let subject = format!("Two-step sign-in at {clinic} was turned off");
        Self { to_name: name, to_address: address.to_owned(), subject, text }
    }

    /// The mail that tells somebody what was changed about their account, when and from where, and what
    /// to do if it was not they who did it.
    pub fn account_changed(
        change: AccountChange,
        (name, address): (String, String),
        clinic: &str,
        whence: &str,
        origin: &str,
    ) -> Self {
        let (name, clinic) = (plain(&name), plain(clinic));
        let what = match change {
            AccountChange::Password => "Your password was changed",
            AccountChange::Email => "The e-mail address of your account was changed",
            AccountChange::SecondFactorOn => "Two-step sign-in was set up for your account",
            AccountChange::SecondFactorOff => "Two-step sign-in was turned off for your account",
            AccountChange::RecoveryCodes => "New recovery codes were made for your account",
            AccountChange::NewDevice => "Your account was signed in to on a new device",
        };
        let text = format!(
            "Hello {name},\n\n{what} at {clinic}: {whence}.\n\n\
             If it was you, there is nothing to do. If it was not, set a new password at once and tell your clinic's \
             owner:\n\n{origin}/forgot-password\n"
        );
        Self { to_name: name, to_address: address, subject: format!("{what}: {clinic}"), text }
    }

    /// The mail that tells somebody who looks after a clinic's billing how its subscription stands. `words`
    /// makes subject and text with the clinic's name as it may stand in a mail; nothing, when there is
    /// nothing to be said.
    pub fn billing(
        name: &str,
        address: &str,
        clinic: &str,
        words: impl FnOnce(&str) -> Option<(&'static str, String)>,
    ) -> Option<Self> {
        let (name, clinic) = (plain(name), plain(clinic));
        let (subject, text) = words(&clinic)?;
        let text = format!(
            "Hello {name},\n\n{text}\n\nYou get this mail because you look after the billing of {clinic} on Celadon.\n"
        );
        let subject = format!("{subject}: {clinic}");
        Some(Self { to_name: name, to_address: address.to_owned(), subject, text })
    }

    /// The mail that says who of the service may look into the clinic. Not why: the reason stands in the
    /// clinic itself, and could name somebody.
    pub fn support_granted(name: &str, address: &str, clinic: &str, operator: &str, until: &str) -> Self {
        let (name, clinic, operator) = (plain(name), plain(clinic), plain(operator));
        let text = format!(
            "Hello {name},\n\n{operator}, of Celadon's support, was given leave to look into {clinic} until {until}, \
             and to change nothing. Every look is in your activity log, where you also find why, and can end it.\n\n\
             If you did not ask for help, please end it and write to us.\n"
        );
        let subject = format!("Celadon's support looks into {clinic}");
        Self { to_name: name, to_address: address.to_owned(), subject, text }
    }

    /// The mail that tells somebody the addresses of the clinics they work at.
    pub fn clinics(name: &str, address: &str, clinics: &[(String, String)]) -> Self {
        let name = plain(name);
        let list =
            clinics.iter().map(|(clinic, url)| format!("{}\n{url}", plain(clinic))).collect::<Vec<_>>().join("\n\n");
        let text = format!(
            "Hello {name},\n\nsomebody asked where you sign in to Celadon. This address belongs to a member of:\n\n{list}\n\n\
             If it was not you, you can ignore this mail.\n"
        );
        Self { to_name: name, to_address: address.to_owned(), subject: "Your clinic's address".to_owned(), text }
    }
}

/// Sends mail. Clones share the connection.
#[derive(Clone)]
pub struct Mailer {
    from: Mailbox,
    way: Way,
}

#[derive(Clone)]
enum Way {
    Smtp(AsyncSmtpTransport<Tokio1Executor>),
    Folder(AsyncFileTransport<Tokio1Executor>),
}

impl Mailer {
    /// # Errors
    /// A sentence for the operator: the sender or the server's address makes no sense, or the
    /// folder cannot be made.
    pub fn new(from: &str, smtp_url: Option<&str>, folder: PathBuf) -> Result<Self, String> {
        let from = from.parse().map_err(|_| "MAIL_FROM is not a sender like Name <name@example.com>".to_owned())?;
        let way = if let Some(url) = smtp_url {
            let transport = AsyncSmtpTransport::<Tokio1Executor>::from_url(url)
                .map_err(|_| "SMTP_URL is not an address like smtps://user:password@mail.example.com".to_owned())?;
            Way::Smtp(transport.build())
        } else {
            std::fs::create_dir_all(&folder).map_err(|error| format!("MAIL_DIR cannot be made: {error}"))?;
            Way::Folder(AsyncFileTransport::new(folder))
        };
        Ok(Self { from, way })
    }

    /// # Errors
    /// When the mail cannot be handed over.
    pub async fn send(&self, letter: Letter) -> Result<(), Unsent> {
        let address = letter.to_address.parse().map_err(|_| Unsent::Address)?;
        let body = match &self.way {
            Way::Smtp(_) => Body::new(letter.text),
            // Read as it lies there: encoded for the way, a long link would be broken in two.
            Way::Folder(_) => Body::dangerous_pre_encoded(letter.text.into_bytes(), ContentTransferEncoding::EightBit),
        };
        let message = Message::builder()
            .from(self.from.clone())
            .to(Mailbox::new(Some(letter.to_name), address))
            .subject(letter.subject)
            .header(ContentType::TEXT_PLAIN)
            .body(body)
            .map_err(|_| Unsent::Internal)?;
        match &self.way {
            Way::Smtp(transport) => transport
                .send(message)
                .await
                .map(drop)
                .map_err(|error| if error.is_permanent() { Unsent::Refused } else { Unsent::OutOfReach }),
            Way::Folder(transport) => transport.send(message).await.map(drop).map_err(|_| Unsent::OutOfReach),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_could_be_pressed_is_no_name_and_ordinary_names_are() {
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
            assert_eq!(plain(name), name);
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
            assert!(!holds_address(&plain(name)), "{name}");
        }
    }

    #[test]
    fn no_letter_carries_an_address_from_a_name() {
        let (name, clinic) = ("Nia evil.example", "Pay at https://evil.example/now");
        let mut letters = vec![
            Letter::about(LinkKind::Invitation, name, "nia@clinic.example", clinic, "http://c.localhost/invite/x"),
            Letter::about(LinkKind::PasswordReset, name, "nia@clinic.example", clinic, "http://c.localhost/reset/x"),
            Letter::about(
                LinkKind::EmailConfirmation,
                name,
                "nia@clinic.example",
                clinic,
                "http://c.localhost/confirm/x",
            ),
            Letter::second_factor_removed(name, "nia@clinic.example", clinic),
            Letter::billing(name, "nia@clinic.example", clinic, |clinic| {
                Some(("News", format!("the plan of {clinic}")))
            })
            .unwrap(),
            Letter::support_granted(name, "nia@clinic.example", clinic, "Ana evil.example", "noon"),
            Letter::clinics(name, "nia@clinic.example", &[(clinic.to_owned(), "http://c.localhost".to_owned())]),
        ];
        for (change, _) in AccountChange::ALL {
            let to = (name.to_owned(), "nia@clinic.example".to_owned());
            letters.push(Letter::account_changed(change, to, clinic, "noon", "http://c.localhost"));
        }
        for letter in letters {
            let all = format!("{} {} {}", letter.to_name, letter.subject, letter.text);
            assert!(!all.contains("evil.") && !all.contains("//evil"), "{all}");
        }
    }
}
