//! What statements in text ask about copies, because SeaORM cannot express the rest of them.

/// How many bytes the copy of the consent with this id has. Null before it is made.
pub fn bytes_of(consent_id: &str) -> String {
    format!("(select octet_length(k.file) from consent_copy k where k.consent_id = {consent_id})")
}
