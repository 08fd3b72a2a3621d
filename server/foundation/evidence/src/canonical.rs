//! The canonical form of signed content: JSON with its fields in alphabetical order and no white space.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use entity::clinic::Signer;
use rust_decimal::Decimal;
use serde::Serialize;
use serde_json::Value;
use sha2::{Digest, Sha256};

/// The version of the form. A changed form gets a new version beside this one, so that earlier signatures can still be verified.
const VERSION: &str = "celadon v1";

/// The signed content, field by field.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Content {
    // In alphabetical order, like the fields below.
    fields: BTreeMap<&'static str, Value>,
    form: &'static str,
    kind: &'static str,
}

impl Content {
    pub fn new(kind: &'static str) -> Self {
        Self { fields: BTreeMap::new(), form: VERSION, kind }
    }

    /// A text, a number, a list of texts, or null.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<Value>) -> Self {
        self.fields.insert(name, value.into());
        self
    }

    /// `20`, `20.0` and `20.00` have the same form, even if the amount is stored differently.
    #[must_use]
    pub fn with_amount(self, name: &'static str, amount: Option<Decimal>) -> Self {
        self.with(name, amount.map(|amount| amount.normalize().to_string()))
    }

    /// In microseconds since 1970, which is the database's precision.
    #[must_use]
    pub fn with_time(self, name: &'static str, time: Option<DateTime<Utc>>) -> Self {
        self.with(name, time.map(|time| time.timestamp_micros()))
    }

    /// Adds the SHA-256 of a picture or a long text.
    #[must_use]
    pub fn with_hash_of(self, name: &'static str, bytes: Option<&[u8]>) -> Self {
        self.with(name, bytes.map(|bytes| hex::encode(Sha256::digest(bytes))))
    }

    /// Adds a digest in hexadecimal digits.
    #[must_use]
    pub fn with_digest(self, name: &'static str, digest: Option<&[u8]>) -> Self {
        self.with(name, digest.map(hex::encode))
    }

    #[must_use]
    pub fn with_signer(self, signer: Option<&Signer>) -> Self {
        self.with("signer_id", signer.map(|signer| signer.id))
            .with("signer_name", signer.map(|signer| signer.name.clone()))
            .with("signer_role", signer.map(|signer| signer.role.clone()))
            .with("signer_licence", signer.and_then(|signer| signer.license.clone()))
    }

    pub fn field(&self, name: &str) -> Option<&Value> {
        self.fields.get(name)
    }

    /// The names of the fields whose values differ from the other's.
    pub fn differs_in(&self, other: &Self) -> Vec<&'static str> {
        self.fields
            .iter()
            .filter(|(name, value)| other.fields.get(*name) != Some(value))
            .map(|(name, _)| *name)
            .collect()
    }

    /// The bytes that are hashed.
    pub fn text(&self) -> String {
        // Serializing texts, numbers and lists of texts with text keys cannot fail.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// SHA-256 of [`Content::text`].
    pub fn digest(&self) -> Vec<u8> {
        Sha256::digest(self.text().as_bytes()).to_vec()
    }
}
