//! The format of times, days, pictures and digests in a document's values.

use base64::{Engine, engine::general_purpose::STANDARD};
use chrono::{DateTime, NaiveDate, Utc};
use serde_json::{Value, json};

/// A moment.
pub fn at(at: DateTime<Utc>) -> Value {
    json!({ "$at": at })
}

/// A day of the calendar.
pub fn day(day: NaiveDate) -> Value {
    json!({ "$day": day })
}

/// A signature's picture.
pub fn picture(png: &[u8]) -> Value {
    STANDARD.encode(png).into()
}

/// A digest in hexadecimal digits.
pub fn hex(digest: Option<&[u8]>) -> Option<String> {
    digest.map(hex::encode)
}
