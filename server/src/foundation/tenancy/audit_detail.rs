//! What an audit row says beside who, what and whose data: the old and new values of what changed on
//! a member, and the digests of what was signed. Kept as JSON text, so that a seal covers the very
//! bytes that are stored.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A value longer than this many characters is cut: a log is read in lines.
const LONGEST: usize = 200;

/// One field of a member that was changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Change {
    /// The field's name, as the call that changes it writes it.
    pub field: String,
    /// Null: there was nothing.
    #[schema(required)]
    pub from: Option<String>,
    /// Null: there is nothing any more.
    #[schema(required)]
    pub to: Option<String>,
}

impl Change {
    /// The change of a field, or none when both values are the same.
    pub fn between(field: &str, from: Option<&str>, to: Option<&str>) -> Option<Self> {
        let cut = |value: &str| match value.char_indices().nth(LONGEST) {
            Some((end, _)) => format!("{}…", &value[..end]),
            None => value.to_owned(),
        };
        (from != to).then(|| Self { field: field.to_owned(), from: from.map(cut), to: to.map(cut) })
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

/// All of it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Detail {
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changed: Vec<Change>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub signed: Vec<SignedMark>,
}

impl Detail {
    /// As it is kept; none when there is nothing to say.
    pub fn to_text(&self) -> Option<String> {
        if self.changed.is_empty() && self.signed.is_empty() { None } else { serde_json::to_string(self).ok() }
    }

    /// What a row's text says. A text that is none of ours says nothing.
    pub fn read(text: Option<&str>) -> Self {
        text.and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default()
    }
}
