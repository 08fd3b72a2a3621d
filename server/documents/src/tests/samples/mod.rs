//! One document of each kind, with all its parts.

mod copies;

pub use self::copies::certificate;

use base64::{Engine, engine::general_purpose::STANDARD};
use serde_json::{Value, json};

use self::copies::signed_copies;
use crate::Document;

/// A signature as it is stored: a small PNG.
pub fn signature() -> String {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, 40, 10);
    encoder.set_color(png::ColorType::Grayscale);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.write_header().unwrap().write_image_data(&[90; 400]).unwrap();
    STANDARD.encode(bytes)
}

pub fn document(kind: &str, content: &Value) -> Document {
    let document = json!({
        "kind": kind,
        "id": format!("{kind} 1"),
        "title": format!("A {kind}"),
        "description": format!("A {kind} of record 7"),
        "clinic": { "name": "Aurelle Łódź", "address": "https://aurelle.example" },
        "patient": { "name": "Zoë Ångström-Đorđević", "birth_date": "February 29, 1984", "number": "7" },
        "printed": { "at": "November 24, 2026, 9:15 AM EST", "by": "Nora Lind" },
        "made": [2026, 11, 24, 14, 15, 0],
        "content": content,
    });
    serde_json::from_value(document).unwrap()
}

fn signed(name: &str) -> Value {
    json!({ "name": name, "role": "Provider, license 12", "at": "June 1, 2026, 9:00 AM EDT", "picture": signature() })
}

fn addendum() -> Value {
    let mut addendum = signed("Nora Lind");
    addendum["reason"] = "Forgotten".into();
    addendum["text"] = "Also the left brow.\nTwo lines.".into();
    addendum
}

fn voided() -> Value {
    json!({ "by": "Petra Void", "role": "Medical Director, license MD-9", "at": "June 2, 2026, 9:00 AM EDT", "reason": "Wrong patient" })
}

pub fn exam() -> Value {
    json!({
        "id": 1, "at": "June 1, 2026, 9:00 AM EDT", "examiner": "Nora Lind", "examiner_role": "Provider",
        "valid_until": "June 1, 2027, 9:00 AM EDT", "vitals": "BP: 120/80 mmHg, SpO2: 99%",
        "systems": [{ "name": "Skin", "ros": "Denies rash", "pe": "Clear; no lesions" }, { "name": "HEENT", "ros": null, "pe": null }],
        "signed": {
            "name": "Nora Lind", "role": "NP, license NP-20441 of Texas", "license_until": "June 30, 2028",
            "at": "June 1, 2026, 9:10 AM EDT", "mode": "In person", "patient_state": "Texas", "picture": signature(),
            "decisions": [
                { "service": "Botox", "decision": "Cleared", "until": "June 1, 2027", "reason": null },
                { "service": "Microneedling", "decision": "Deferred", "until": null, "reason": "Aspirin until July 1" },
            ],
            "digest": "cd".repeat(32),
        },
        "voided": voided(), "addenda": [addendum()], "digest": "ab".repeat(32),
    })
}

pub fn treatment() -> Value {
    json!({
        "id": 1, "at": "June 1, 2026, 9:00 AM EDT", "type": "Botox", "areas": "Forehead", "units": "20", "lot": "C1234",
        "volumes_ml": null, "notes": "No complaint.", "protocol": { "number": 3, "title": "Botox, adults", "until": "June 1, 2027" },
        "protocol_override": "Petra Void: Signed tonight", "provider": signed("Nora Lind"), "approval": signed("Ева Müller"),
        "voided": null, "addenda": [addendum()], "digest": null,
        "returns": [
            { "name": "Petra Void", "role": "Medical Director, license MD-9", "at": "June 1, 2026, 10:00 AM EDT", "comment": "Which lot?",
              "answer": { "kind": "Resubmitted", "name": "Nora Lind", "role": "Provider", "at": "June 1, 2026, 11:00 AM EDT", "text": "C1234." } },
            { "name": "Petra Void", "role": "Medical Director, license MD-9", "at": "June 1, 2026, 12:00 PM EDT", "comment": "And the dilution?",
              "answer": null },
        ],
    })
}

pub fn consent(html: &str) -> Value {
    json!({
        "id": 1, "status": "Signed", "version": 3, "issued": "June 1, 2026, 9:00 AM EDT", "issued_by": "Nora Lind, Provider",
        "body": { "html": html },
        "signature": {
            "name": "Zoë Ångström", "typed_name": "Zoë Ångström", "picture": signature(), "at": "June 1, 2026, 9:05 AM EDT",
            "ip": "203.0.113.7", "device": "Safari on an iPhone", "user_agent": "Mozilla/5.0", "electronic": true,
        },
        "declined": null, "voided": null,
        "history": [{ "at": "June 1, 2026, 9:05 AM EDT", "what": "Signed", "by": null }],
        "digest": "ab".repeat(32),
    })
}

pub fn estimate() -> Value {
    let line = json!({
        "area": "Face", "service": "Botox per unit", "unit_cost": "$12.00", "quantity": "20", "sessions": "2", "subtotal": "$480.00",
    });
    json!({
        "id": 1, "version": "2", "pt_name": "Zoë Ångström", "pt_dob": "February 29, 1984", "prov_name": "Nora Lind",
        "est_date": "June 1, 2026", "written": "June 1, 2026, 9:00 AM EDT", "written_by": "Nora Lind", "areas": [line],
        "grand_total": "$480.00", "expected_duration": "Three months", "notes": null,
        "voided": null,
        "patient_signature": {
            "name": "Zoë Ångström", "at": "June 1, 2026", "signed_at": "June 1, 2026, 9:00 AM EDT", "signed_by": null, "picture": signature(),
        },
        "provider_signature": {
            "name": "Nora Lind", "at": "June 1, 2026", "signed_at": null, "signed_by": "Nora Lind, Provider, license 12", "picture": null,
        },
        "digest": null,
    })
}

pub fn issue() -> Value {
    let line = |service: &str, charge: &str| {
        json!({
            "area": "Hair", "service": service, "provider": "Tomás Rivera, RN", "npi": "1234567893", "service_code": "PRP-H",
            "diagnosis_code": "Z41.1", "unit_cost": "$500.00", "quantity": "1", "sessions": "3", "discount": "$50.00",
            "charge": charge,
        })
    };
    let mut plain = line("Botox per unit", "$360.00");
    for absent in ["npi", "service_code", "diagnosis_code", "discount"] {
        plain[absent] = Value::Null;
    }
    json!({
        "version": "2", "issued": "November 24, 2026, 9:15 AM EST", "issued_by": "Nora Lind, Provider",
        "patient_name": "Zoë Ångström", "patient_birth_date": "February 29, 1984",
        "clinic": {
            "name": "Aurelle Łódź", "npi": "1679576722", "tin": "83-1234567", "place": "214 W 18th Street, New York, NY 10011",
            "phone": "(212) 555-0100", "state": "NY",
        },
        "provider": "Nora Lind", "est_date": "November 24, 2026", "valid_until": "November 24, 2027",
        "primary_service": "Hair restoration with your own platelets", "service_date": "December 14, 2026",
        "expected_duration": "Three months", "notes": null, "lines": [line("PRP Hair Restoration", "$1,450.00"), plain],
        "total": "$1,810.00",
        "provider_totals": [
            { "provider": "Tomás Rivera, RN", "npi": "1234567893", "total": "$1,450.00" },
            { "provider": "Nora Lind", "npi": null, "total": "$360.00" },
        ],
        "separate_items": ["A blood count", "#read(\"/etc/passwd\") *bold* <b>"],
        "recurrence": { "from": "December 14, 2026", "until": "March 8, 2027", "frequency": "every six weeks", "number": "3" },
        "disclaimers": ["Only an estimate.", "Further items.", "You may start a dispute.", "No contract."],
        "how_to_dispute": "Within 120 calendar days.", "separate_items_notice": "A separate estimate follows.",
        "digest": "ab".repeat(32),
    })
}

pub fn notice() -> Value {
    json!({ "paragraphs": ["You have the right to an estimate.", "\u{2022} One line.\n\u{2022} Another."], "phone": null })
}

pub fn patient() -> Value {
    json!({
        "id": 7, "demographics": [["First name", "Zoë"], ["Pronouns", null]], "contact": [["E-mail", "zoe@example.org"]],
        "merged_numbers": "9, 12",
        "archived": { "at": "June 1, 2026, 9:00 AM EDT", "reason": "Moved away" },
        "clinical": [
            { "name": "Allergies", "answer": "Listed", "entries": [{ "name": "Latex", "note": "hives" }, { "name": "Iodine", "note": null }],
              "asked": "June 1, 2026, 9:00 AM EDT", "asked_by": "Nora Lind" },
            { "name": "Medications", "answer": "None known", "entries": [], "asked": "June 1, 2026", "asked_by": "Nora Lind" },
            { "name": "Pregnancy", "answer": null, "entries": [], "asked": null, "asked_by": null },
        ],
        "notes": [{ "kind": "Alert", "at": "June 1, 2026", "by": "Nora Lind", "body": "Faints at needles.\nLie down." }],
        "merged": [],
        "adverse_events": [
            { "id": 5, "kind": "Vascular occlusion", "severity": "Severe", "began": "June 2, 2026", "treatment": "EZ Gel Face",
              "treatment_at": "June 1, 2026, 9:00 AM EDT", "follow_up": "June 9, 2026", "at": "June 2, 2026, 9:00 AM EDT",
              "by": "Nora Lind", "role": "Provider, license 12", "details": "Blanching of the lip.\nCold.", "action": "Hyaluronidase",
              "digest": "ab".repeat(32),
              "entries": [
                  { "kind": "Follow-up", "at": "June 3, 2026", "by": "Nora Lind", "role": "Provider", "status": "Resolving",
                    "severity": null, "reason": null, "follow_up": "June 9, 2026", "text": "Warm again" },
                  { "kind": "Correction", "at": "June 3, 2026", "by": "Nora Lind", "role": "Provider", "status": null,
                    "severity": "Moderate", "reason": "Graded too high", "follow_up": null, "text": null },
              ] },
        ],
        "estimates": {
            "coverage": { "is": "Self-pay or uninsured", "at": "June 1, 2026", "by": "Nora Lind" },
            "issued": [{
                "estimate": "40", "version": "1", "state": "Void", "at": "June 1, 2026", "by": "Nora Lind", "role": "Provider", "to": "Zoë Ångström",
                "primary_service": "PRP", "service_date": null, "valid_until": "June 1, 2027", "total": "$1,810.00",
                "items": [{ "service": "PRP hair", "provider": "Ben Ortiz", "charge": "$1,450.00" }, { "service": "Other", "provider": "Ben Ortiz", "charge": null }],
                "given": [{ "how": "By e-mail", "at": "June 1, 2026", "by": null, "to": "z***@example.org" }, { "how": "On paper", "at": "June 2, 2026", "by": "Nora Lind", "to": null }],
                "received": "June 3, 2026", "received_by": "Zoë Ångström",
                "questions": [{ "at": "June 3, 2026", "text": "Is the cream in it?\nAnd the visit?", "answered": "June 4, 2026", "answered_by": "Nora Lind" },
                    { "at": "June 5, 2026", "text": "And the needle?", "answered": null, "answered_by": null }],
                "void": { "at": "June 9, 2026", "by": "Petra Void", "reason": "Wrong patient" },
                "digest": "ab".repeat(32),
            }],
            "owed": [
                { "cause": "Asked about the cost", "visit": null, "service": null, "started": "June 1, 2026", "started_by": "Nora Lind", "asked": "June 1, 2026",
                  "due": "June 4, 2026", "closed": "June 2, 2026", "closed_by": "Nora Lind", "ending": "Closed by hand", "note": "Given elsewhere" },
                { "cause": "Visit scheduled", "visit": "June 20, 2026", "service": "PRP", "started": "June 1, 2026", "started_by": null, "asked": null,
                  "due": "June 5, 2026", "closed": null, "closed_by": null, "ending": null, "note": null },
            ],
        },
        "charges": {
            "charges": [
                { "at": "June 20, 2026", "by": "Nora Lind", "visit": "June 20, 2026", "service": "PRP hair", "provider": "Ben Ortiz", "quantity": "2",
                  "unit_price": "$900.00", "discount": "$25.00", "total": "$1,775.00", "void": null },
                { "at": "June 20, 2026", "by": "Nora Lind", "visit": null, "service": "Serum", "provider": "Ben Ortiz", "quantity": "1",
                  "unit_price": "$80.00", "discount": null, "total": "$80.00", "void": { "at": "June 21, 2026", "by": "Nora Lind", "reason": "Entered twice" } },
            ],
            "total": "$1,775.00",
            "bills": [{ "visit": "June 20, 2026", "billed": "June 22, 2026", "at": "June 22, 2026", "by": "Nora Lind" }],
            "disputes": [
                { "visit": "June 20, 2026", "disputed": "July 1, 2026", "note": "More than the estimate", "at": "July 1, 2026", "by": "Nora Lind",
                  "closed": "July 9, 2026", "closed_by": "Nora Lind", "closing_note": "Settled" },
                { "visit": "June 20, 2026", "disputed": "July 11, 2026", "note": "Again", "at": "July 11, 2026", "by": "Nora Lind",
                  "closed": null, "closed_by": null, "closing_note": null },
            ],
        },
    })
}

pub fn appointment() -> Value {
    json!({
        "id": 1, "service": "Follow-up", "status": "Confirmed", "starts_at": "June 1, 2026, 9:00 AM EDT", "ends_at": "June 1, 2026, 9:30 AM EDT",
        "provider": "Nora Lind", "notes": "Bring the photographs",
    })
}

pub fn statement() -> Value {
    json!({
        "balance": "110", "next_to_expire": "10", "last_day": "June 1, 2028",
        "entries": [
            { "at": "June 1, 2026", "what": "Earned with Botox", "reason": null, "by": "Nora Lind", "points": "+10", "balance": "110" },
            { "at": "May 1, 2026", "what": "Adjusted", "reason": "To begin with", "by": null, "points": "+100", "balance": "100" },
        ],
    })
}

pub fn cover() -> Value {
    json!({
        "made": "June 1, 2026, 9:00 AM EDT", "asked_by": "Nora Lind", "time_zone": "America/New_York", "numbers": "7, 9",
        "records": [{ "at": "June 1, 2026", "title": "Treatment: Botox", "state": "Voided", "file": "treatments/treatment-1.pdf" },
            { "at": "", "title": "Patient record", "state": null, "file": "patient-7.pdf" }],
    })
}

/// Every kind of document that can be voided or revoked, in that state.
pub fn all_voided() -> Vec<Document> {
    let kinds =
        [("exam", exam()), ("treatment", treatment()), ("consent", consent("<p>Text</p>")), ("estimate", estimate())];
    let void = |(kind, mut content): (&str, Value)| {
        content["voided"] = voided();
        document(kind, &content)
    };
    kinds.into_iter().map(void).collect()
}

/// Each kind, with text that only this kind contains.
pub fn all() -> Vec<(Document, &'static [&'static str])> {
    let mut all = records();
    all.extend(signed_copies());
    all
}

fn records() -> Vec<(Document, &'static [&'static str])> {
    let html = "<h2>Risks</h2><p>Some <b>bruising</b>.</p><ul><li>swelling</li></ul><table><tr><th>Item</th></tr><tr><td>Botulinum</td></tr></table><blockquote><p>Quoted</p></blockquote><hr>";
    vec![
        (
            document("exam", &exam()),
            &["BP: 120/80 mmHg", "Denies rash", "Clear; no lesions", "Voided", "Wrong patient", "Also the left brow."]
                [..],
        ),
        (
            document("treatment", &treatment()),
            &["Forehead", "C1234", "Approved by the director", "Ева Müller", "Forgotten"],
        ),
        (
            document("consent", &consent(html)),
            &["bruising", "swelling", "Botulinum", "203.0.113.7", "Safari on an iPhone", "History"],
        ),
        (
            document("certificate", &certificate(html, "Mozilla/5.0 (iPhone)")),
            &[
                "bruising",
                "Certificate of signing",
                "cdcdcd",
                "Version 1 of 2026-11-25",
                "By pressing I sign.",
                "A browser is enough.",
                "By e-mail to z***@example.com",
                "2026-06-01 13:05:00 UTC",
                "Mozilla/5.0 (iPhone)",
                "Signed November 24, 2026",
            ],
        ),
        (
            document("estimate", &estimate()),
            &[
                "Botox per unit",
                "$480.00",
                "Three months",
                "1-800-985-3059",
                "Patient signature",
                "by Nora Lind, Provider, license 12",
            ],
        ),
        (
            document("issue", &issue()),
            &[
                "Zoë Ångström",
                "February 29, 1984",
                "Hair restoration with your own platelets",
                "December 14, 2026",
                "1679576722",
                "83-1234567",
                "214 W 18th Street",
                "NPI 1234567893",
                "service code PRP-H",
                "diagnosis code Z41.1",
                "$1,450.00",
                "$1,810.00",
                "A blood count",
                "#read(",
                "every six weeks",
                "Only an estimate.",
                "No contract.",
                "Within 120 calendar days.",
            ],
        ),
        (document("notice", &notice()), &["You have the right to an estimate.", "Another."]),
        (
            document("patient", &patient()),
            &[
                "Latex",
                "hives",
                "None known",
                "Never asked.",
                "Faints at needles.",
                "Moved away",
                "9, 12",
                "Vascular occlusion",
                "Hyaluronidase",
                "Graded too high",
                "Self-pay or uninsured",
                "z***@example.org",
                "And the visit?",
                "Given elsewhere",
                "$1,775.00",
                "Entered twice",
                "Settled",
            ],
        ),
        (document("appointment", &appointment()), &["Follow-up", "Bring the photographs"]),
        (document("statement", &statement()), &["110", "Earned with Botox", "To begin with", "10 after June 1, 2028"]),
        (document("cover", &cover()), &["America/New_York", "treatments/treatment-1.pdf", "7, 9"]),
    ]
}
