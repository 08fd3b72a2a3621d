//! The kinds of text and number in forms. Each is parsed when the request is read, so that no rule has to check a
//! string again. Their messages are for the person who fills in the form.

mod day;
mod provider_numbers;
mod quantity;

pub use day::{Day, in_our_time};
pub use provider_numbers::{Npi, Tin};
pub use quantity::Quantity;

use entity::ids::FOR_PEOPLE;
use serde::{
    Deserialize, Deserializer,
    de::{DeserializeOwned, Error as _},
};
use serde_json::Value;
use utoipa::ToSchema;

use base::phone;
use mail::{holds_address, holds_product, is_bare_role};

/// A type that a form's value is parsed into, with a message when it is invalid.
pub trait Field: Sized {
    fn parse(value: &Value) -> Result<Self, String>;
}

/// Reads fields of these types by their own [`Field::parse`]. A generic type has its parameters before it, in brackets.
#[macro_export]
macro_rules! deserialize_fields {
    ([$($of:tt)*] $name:ty) => {
        impl<'de, $($of)*> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                $crate::fields::read(deserializer)
            }
        }
    };
    ($($name:ty),* $(,)?) => {
        $($crate::deserialize_fields!([] $name);)*
    };
}

/// Reads a field. The message of a refusal gets the prefix of our own messages.
pub fn read<'de, D: Deserializer<'de>, T: Field>(deserializer: D) -> Result<T, D::Error> {
    let value = Value::deserialize(deserializer)?;
    T::parse(&value).map_err(|words| D::Error::custom(format!("{FOR_PEOPLE}{words}")))
}

deserialize_fields!(
    Name,
    MailedName,
    ClinicName,
    Line,
    Email,
    Phone,
    Note,
    Html,
    NewPassword,
    Password,
    Token,
    Quantity,
    Day,
    Npi,
    Tin
);

pub(super) fn text(value: &Value) -> Result<&str, String> {
    match value {
        Value::String(text) => Ok(text.trim()),
        Value::Null => Err("is required".to_owned()),
        _ => Err("must be text".to_owned()),
    }
}

/// `lines` allows tab and newline. Other control characters are never allowed; Postgres refuses NUL.
fn bounded(value: &Value, characters: usize, lines: bool) -> Result<String, String> {
    let text = text(value)?;
    if text.is_empty() {
        return Err("is required".to_owned());
    }
    if text.chars().any(|c| c.is_control() && !(lines && matches!(c, '\n' | '\t' | '\r'))) {
        return Err("holds a character that cannot be saved".to_owned());
    }
    if text.chars().count() > characters {
        return Err(format!("must be at most {} characters", thousands(characters)));
    }
    Ok(if lines { text.replace("\r\n", "\n").replace('\r', "\n") } else { text.to_owned() })
}

fn thousands(number: usize) -> String {
    if number < 1000 { number.to_string() } else { format!("{},{:03}", number / 1000, number % 1000) }
}

macro_rules! text_fields {
    ($($(#[$doc:meta])* $name:ident ($characters:tt, $lines:tt);)*) => {
        $(
            $(#[$doc])*
            #[derive(Debug, Clone, PartialEq, Eq, ToSchema)]
            #[schema(value_type = String, min_length = 1, max_length = $characters)]
            pub struct $name(pub String);

            impl Field for $name {
                fn parse(value: &Value) -> Result<Self, String> {
                    bounded(value, $characters, $lines).map(Self)
                }
            }
        )*
    };
}
text_fields! {
    /// A name of a person or thing: one line.
    Name(200, false);
    /// One line of text.
    Line(200, false);
    /// Notes, findings: any number of lines.
    Note(10_000, true);
}

/// A name that is used in mails, such as a member's or the clinic's: one line that no mail program turns into a
/// link.
#[derive(Debug, Clone, PartialEq, Eq, ToSchema)]
#[schema(value_type = String, min_length = 1, max_length = 200)]
pub struct MailedName(pub String);

impl Field for MailedName {
    fn parse(value: &Value) -> Result<Self, String> {
        let name = bounded(value, 200, false)?;
        if holds_address(&name) {
            return Err("must not look like a web or e-mail address; leave a space after a dot".to_owned());
        }
        Ok(Self(name))
    }
}

/// The name of a clinic, or the one that its mails are from. Mails come from the service's own address, so that it is neither the product's name
/// nor that of a department.
#[derive(Debug, Clone, PartialEq, Eq, ToSchema)]
#[schema(value_type = String, min_length = 1, max_length = 200)]
pub struct ClinicName(pub String);

impl Field for ClinicName {
    fn parse(value: &Value) -> Result<Self, String> {
        let MailedName(name) = MailedName::parse(value)?;
        if holds_product(&name) {
            return Err("must not hold the name Celadon: a client could take it for the service itself".to_owned());
        }
        if is_bare_role(&name) {
            return Err("must be the clinic's own name, and not a department such as Support or Billing".to_owned());
        }
        Ok(Self(name))
    }
}

/// An e-mail address as typed.
#[derive(Debug, Clone, PartialEq, Eq, ToSchema)]
#[schema(value_type = String, format = "email", max_length = 200)]
pub struct Email(pub String);

impl Field for Email {
    fn parse(value: &Value) -> Result<Self, String> {
        let text = bounded(value, 200, false)?;
        // The browser's own rule for type=email, which the specification asks for (section 5). In addition, addresses that no mail server accepts
        // are refused (RFC 5321): dots at the ends or together, a longer name, a host without a domain. No mail would arrive there.
        let is_address = text.split_once('@').is_some_and(|(local, domain)| {
            (1..=64).contains(&local.len())
                && local.split('.').all(|part| !part.is_empty())
                && (domain.contains('.') || domain.eq_ignore_ascii_case("localhost"))
                && local.bytes().all(|b| b.is_ascii_alphanumeric() || b".!#$%&'*+/=?^_`{|}~-".contains(&b))
                && domain.split('.').all(|label| {
                    (1..=63).contains(&label.len())
                        && label.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
                        && !label.starts_with('-')
                        && !label.ends_with('-')
                })
        });
        if is_address { Ok(Self(text)) } else { Err("must be an e-mail address".to_owned()) }
    }
}

/// A phone number as typed; searches use its digits.
#[derive(Debug, Clone, PartialEq, Eq, ToSchema)]
#[schema(value_type = String, max_length = 40)]
pub struct Phone(pub String);

impl Phone {
    pub fn digits(&self) -> String {
        phone::digits(&self.0)
    }
}

impl Field for Phone {
    fn parse(value: &Value) -> Result<Self, String> {
        phone::accepted(&bounded(value, 40, false)?).map(Self)
    }
}

/// The text of a consent, as written by the clinic: HTML, at most 64 KiB, not yet sanitized.
#[derive(Debug, Clone, PartialEq, Eq, ToSchema)]
#[schema(value_type = String, min_length = 1, max_length = 65536)]
pub struct Html(pub String);

impl Field for Html {
    fn parse(value: &Value) -> Result<Self, String> {
        if text(value)?.len() > 64 * 1024 {
            return Err("must be at most 64 KiB".to_owned());
        }
        bounded(value, 64 * 1024, true).map(Self)
    }
}

/// A new password: any 12 to 128 characters.
#[derive(Clone, ToSchema)]
#[schema(value_type = String, format = "password", min_length = 12, max_length = 128)]
pub struct NewPassword(pub String);

impl Field for NewPassword {
    fn parse(value: &Value) -> Result<Self, String> {
        let Value::String(text) = value else { return Err("must be text".to_owned()) };
        match text.chars().count() {
            0..12 => Err("must have at least 12 characters".to_owned()),
            12..=128 if crypto::password::is_common(text) => Err("is too easy to guess".to_owned()),
            12..=128 => Ok(Self(text.clone())),
            _ => Err("must have at most 128 characters".to_owned()),
        }
    }
}

/// A password at sign-in. One that is too long is refused without hashing.
#[derive(Clone, ToSchema)]
#[schema(value_type = String, format = "password", max_length = 128)]
pub struct Password(pub String);

impl Field for Password {
    fn parse(value: &Value) -> Result<Self, String> {
        let Value::String(text) = value else { return Err("must be text".to_owned()) };
        if text.chars().count() <= 128 { Ok(Self(text.clone())) } else { Err("is not right".to_owned()) }
    }
}

/// The token of a link: 32 bytes in base64url.
#[derive(Clone, ToSchema)]
#[schema(value_type = String, min_length = 43, max_length = 43)]
pub struct Token(pub String);

impl Field for Token {
    fn parse(value: &Value) -> Result<Self, String> {
        let text = text(value)?;
        // A malformed token is not an error here, because the rule answers it like any unknown link.
        Ok(Self(text.chars().take(64).collect()))
    }
}

/// One of a closed set of words: any enum that serde can read.
pub fn choice<T: DeserializeOwned>(value: &Value) -> Result<T, String> {
    T::deserialize(value).map_err(|_| "must be one of the choices".to_owned())
}

#[cfg(test)]
mod tests;
