//! Copies of signed records, with their certificates.

use serde_json::{Value, json};

use super::{consent, document, estimate, treatment};
use crate::Document;

/// A treatment that its provider signed, with the certificate.
fn treatment_copy() -> Value {
    let mut copy = treatment();
    for (field, value) in [("approval", Value::Null), ("addenda", json!([])), ("returns", json!([]))] {
        copy[field] = value;
    }
    copy["certificates"] = json!([certificate_of("treatment", "Nora Lind", "Provider")]);
    copy
}

fn certificate_of(record: &str, name: &str, role: &str) -> Value {
    json!({
        "document": format!("0190 {record} 7"), "name": name, "role": role, "license": "RN-7",
        "at": "2026-06-01 13:00:00 UTC", "picture_sha256": "ef".repeat(32), "content_sha256": "ab".repeat(32),
    })
}

/// A version of an estimate that the patient and the provider signed.
fn estimate_copy() -> Value {
    let mut copy = estimate();
    copy["certificates"] = json!([
        certificate_of("estimate", "Zoë Ångström", "Patient"),
        certificate_of("estimate", "Nora Lind", "Provider")
    ]);
    copy
}

/// A signed consent, with its certificate.
pub fn certificate(html: &str, hostile: &str) -> Value {
    let mut content = consent(html);
    content["certificate"] = json!({
        "document": "0d9f4f0e-6a5a-4f7e-8f6d-1f6b8f3f4e3a consent 7", "text_sha256": "cd".repeat(32),
        "content_sha256": "ab".repeat(32),
        "notice": { "version": 1, "dated": "2026-11-25", "text": "You may ask for paper.\nA browser is enough." },
        "act": { "version": 1, "dated": "2026-11-25", "text": "By pressing I sign." },
        "sent": "By e-mail to z***@example.com",
        "events": [
            { "at": "2026-06-01 13:00:00 UTC", "what": "Issued", "who": "Nora Lind", "ip": null, "agent": null },
            { "at": "2026-06-01 13:05:00 UTC", "what": "Signed", "who": "Zoë Ångström", "ip": "203.0.113.7", "agent": hostile },
        ],
    });
    content
}

/// The copies of records that members and patients signed.
pub fn signed_copies() -> Vec<(Document, &'static [&'static str])> {
    vec![
        (
            document("treatment", &treatment_copy()),
            &["Certificate of signing", "0190 treatment 7", "RN-7", "2026-06-01 13:00:00 UTC", "Signed "],
        ),
        (
            document("estimate", &estimate_copy()),
            &[
                "Certificate of signing",
                "0190 estimate 7",
                "Zoë Ångström",
                "Nora Lind",
                "2026-06-01 13:00:00 UTC",
                "Signed ",
            ],
        ),
    ]
}
