//! The details of an audit row: the old and new values of a changed member or patient, and the digests of signed
//! rows. Stored as JSON text, so that a seal covers exactly the stored bytes.

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
    pub from: Option<String>,
    /// Null when there is no value now.
    pub to: Option<String>,
}

impl Change {
    /// The change of a field. `None` if both values are equal.
    pub fn between(field: &str, from: Option<&str>, to: Option<&str>) -> Option<Self> {
        let cut = |value: &str| match value.char_indices().nth(LONGEST) {
            Some((end, _)) => format!("{}…", &value[..end]),
            None => value.to_owned(),
        };
        (from != to).then(|| Self { field: field.to_owned(), from: from.map(cut), to: to.map(cut) })
    }

    /// The change of a switch. `None` if it stays.
    pub fn switch(field: &str, from: bool, to: bool) -> Option<Self> {
        Self::between(field, on_or_off(from).as_deref(), on_or_off(to).as_deref())
    }

    /// The fields that differ between two states of a record. `fields` lists the fields of a state with their values, always in
    /// the same order.
    pub fn list<Row, Fields: IntoIterator<Item = LoggedField>>(
        before: &Row,
        after: &Row,
        fields: impl Fn(&Row) -> Fields,
    ) -> Vec<Self> {
        let pairs = fields(before).into_iter().zip(fields(after));
        pairs.filter_map(|((field, from), (_, to))| Self::between(field, from.as_deref(), to.as_deref())).collect()
    }

    /// The total length of the texts.
    pub fn length(&self) -> usize {
        self.field.len() + [&self.from, &self.to].into_iter().flatten().map(String::len).sum::<usize>()
    }
}

/// A field of a record as the activity log shows it: its name in the call that changes it, and its value if it has one.
pub type LoggedField = (&'static str, Option<String>);

/// The value of a switch.
pub fn on_or_off(is_on: bool) -> Option<String> {
    Some(if is_on { "on" } else { "off" }.to_owned())
}

/// A signed row and the digest of its content at that moment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SignedDigest {
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
    pub signed: Vec<SignedDigest>,
}

impl Detail {
    /// The text to store. `None` if the detail is empty.
    pub fn to_text(&self) -> Option<String> {
        if self.changed.is_empty() && self.signed.is_empty() { None } else { serde_json::to_string(self).ok() }
    }

    /// Reads a stored text. Returns an empty detail if the text is missing or cannot be parsed.
    pub fn read(text: Option<&str>) -> Self {
        text.and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default()
    }
}
