//! What an audit row holds beside who, what and whose data: the old and new values of what changed on a member or a patient,
//! and the digests of what was signed. Stored as JSON text, so that a seal covers exactly the bytes that are
//! stored.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A longer value is cut at this many characters, so that an entry of the log stays short.
const LONGEST: usize = 200;

/// A changed field of a record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Change {
    /// The field's name in the call that changes it.
    pub field: String,
    /// Null when there was no value before.
    #[schema(required)]
    pub from: Option<String>,
    /// Null when there is no value now.
    #[schema(required)]
    pub to: Option<String>,
}

impl Change {
    /// The change of a field, or none when both values are equal.
    pub fn between(field: &str, from: Option<&str>, to: Option<&str>) -> Option<Self> {
        let cut = |value: &str| match value.char_indices().nth(LONGEST) {
            Some((end, _)) => format!("{}…", &value[..end]),
            None => value.to_owned(),
        };
        (from != to).then(|| Self { field: field.to_owned(), from: from.map(cut), to: to.map(cut) })
    }

    /// How long its texts are together.
    pub fn length(&self) -> usize {
        self.field.len() + [&self.from, &self.to].into_iter().flatten().map(String::len).sum::<usize>()
    }
}

/// A signed row and the digest of its content at that moment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SignedMark {
    pub table: String,
    pub id: i64,
    /// In hexadecimal digits.
    pub sha256: String,
}

/// Everything that the `detail` column holds.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Detail {
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changed: Vec<Change>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub signed: Vec<SignedMark>,
}

impl Detail {
    /// The text to store; none when there is nothing.
    pub fn to_text(&self) -> Option<String> {
        if self.changed.is_empty() && self.signed.is_empty() { None } else { serde_json::to_string(self).ok() }
    }

    /// Reads a stored text. An empty detail for a text that cannot be parsed.
    pub fn read(text: Option<&str>) -> Self {
        text.and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default()
    }
}
