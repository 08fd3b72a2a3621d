//! The kinds of text and number in forms, each parsed when the request is read, so that no rule has to check a
//! string again. Their messages are for the person at the form.

mod day;
mod provider_numbers;
mod quantity;

pub use day::{Day, in_our_time};
use entity::ids::{ConsentTemplateId, MemberId, PatientId, ResourceId, ServiceId, TreatmentId};
pub use provider_numbers::{Npi, Tin};
pub use quantity::Quantity;
use serde::{
    Deserialize, Deserializer,
    de::{DeserializeOwned, Error as _},
};
use serde_json::Value;
use utoipa::ToSchema;

use crate::foundation::{mail::holds_address, phone};

/// The prefix that distinguishes our own messages among serde's errors.
pub(super) const MARK: &str = "\u{1}";

/// A type that a form's value is parsed into, with a message when it is invalid.
pub trait Field: Sized {
    /// # Errors
    /// A sentence for the person.
    fn parse(value: &Value) -> Result<Self, String>;
}

/// For `#[serde(deserialize_with = "optional")]`: an empty string, or null, means absent.
///
/// # Errors
/// As the field's own.
pub fn optional<'de, D: Deserializer<'de>, T: Field>(deserializer: D) -> Result<Option<T>, D::Error> {
    let value = Value::deserialize(deserializer)?;
    match &value {
        Value::Null => return Ok(None),
        Value::String(text) if text.trim().is_empty() => return Ok(None),
        _ => {}
    }
    T::parse(&value).map(Some).map_err(|words| D::Error::custom(format!("{MARK}{words}")))
}

/// For `#[serde(deserialize_with = "required")]`: a feature's own field type that must be present.
///
/// # Errors
/// As the field's own.
pub fn required<'de, D: Deserializer<'de>, T: Field>(deserializer: D) -> Result<T, D::Error> {
    let value = Value::deserialize(deserializer)?;
    T::parse(&value).map_err(|words| D::Error::custom(format!("{MARK}{words}")))
}

macro_rules! deserialize_fields {
    ($($name:ty),* $(,)?) => {
        $(impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let value = Value::deserialize(deserializer)?;
                Self::parse(&value).map_err(|words| D::Error::custom(format!("{MARK}{words}")))
            }
        })*
    };
}
deserialize_fields!(
    Name,
    MailedName,
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
    Id,
    Npi,
    Tin
);
pub(super) use deserialize_fields;

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

/// An e-mail address as typed.
#[derive(Debug, Clone, PartialEq, Eq, ToSchema)]
#[schema(value_type = String, format = "email", max_length = 200)]
pub struct Email(pub String);

impl Field for Email {
    fn parse(value: &Value) -> Result<Self, String> {
        let text = bounded(value, 200, false)?;
        // The browser's own rule for type=email, which the specification asks for (section 5).
        let is_address = text.split_once('@').is_some_and(|(local, domain)| {
            !local.is_empty()
                && local.bytes().all(|b| b.is_ascii_alphanumeric() || b".!#$%&'*+/=?^_`{|}~-".contains(&b))
                && !domain.is_empty()
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
        let phone = Self(bounded(value, 40, false)?);
        if (3..=20).contains(&phone.digits().len()) { Ok(phone) } else { Err("must be a phone number".to_owned()) }
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
            12..=128 if crate::foundation::crypto::password::is_common(text) => Err("is too easy to guess".to_owned()),
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
        // No error for a malformed token: the rule answers it like any unknown link.
        Ok(Self(text.chars().take(64).collect()))
    }
}

// Only the schema of id fields: the fields themselves are `PatientId` and so on, read by `required` or `optional`.
/// The id of something, as a number or as the text that a form makes of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ToSchema)]
#[schema(value_type = i64)]
pub struct Id(pub i64);

impl Field for Id {
    fn parse(value: &Value) -> Result<Self, String> {
        match value {
            Value::Number(number) => number.as_i64(),
            Value::String(text) => text.trim().parse().ok(),
            _ => None,
        }
        .map(Self)
        .ok_or_else(|| "must be chosen".to_owned())
    }
}

macro_rules! id_fields {
    ($($name:ty),* $(,)?) => {
        $(impl Field for $name {
            fn parse(value: &Value) -> Result<Self, String> {
                Id::parse(value).map(|Id(id)| id.into())
            }
        })*
    };
}
id_fields!(ConsentTemplateId, MemberId, PatientId, ResourceId, ServiceId, TreatmentId);

impl Field for bool {
    fn parse(value: &Value) -> Result<Self, String> {
        value.as_bool().ok_or_else(|| "must be true or false".to_owned())
    }
}

/// One of a closed set of words: any enum that serde can read.
///
/// # Errors
/// A sentence for the person.
pub fn choice<T: DeserializeOwned>(value: &Value) -> Result<T, String> {
    T::deserialize(value).map_err(|_| "must be one of the choices".to_owned())
}

/// For `#[serde(deserialize_with = "chosen")]`: a required [`choice`].
///
/// # Errors
/// The choice's own.
pub fn chosen<'de, D: Deserializer<'de>, T: DeserializeOwned>(deserializer: D) -> Result<T, D::Error> {
    let value = Value::deserialize(deserializer)?;
    choice(&value).map_err(|words| D::Error::custom(format!("{MARK}{words}")))
}

#[cfg(test)]
mod tests;
