//! Estimates, the content that completes them, and their issued versions.

use axum::http::StatusCode;
use serde_json::{Value, json};

use super::{id, signature_of};
use crate::testing::{Client, TestClinic};

/// Plants an issued version of an estimate with these totals by provider.
pub async fn plant_issue(clinic: &TestClinic, estimate: i64, day: Option<&str>, valid_until: &str, totals: Value) {
    let day = day.map_or_else(|| "null".to_owned(), |day| format!("'{day}'"));
    clinic
        .plant(&format!(
            "insert into {{}}.estimate_issue (estimate_id, version, patient_id, estimate_version, issued_at, issued_by, issuer, document,
                total, provider_totals, service_date, valid_until, changes, content_digest)
             select id, 1, patient_id, version, now(), created_by, writer, 'null', grand_total, '{totals}'::jsonb, {day}::date,
                '{valid_until}'::date, array[]::text[],
                content_digest
             from {{}}.estimate where id = {estimate}"
        ))
        .await;
}

/// The content of [`estimate`], changed, with a new signature of the patient.
pub fn changed_estimate(patient: i64) -> Value {
    let mut changed = estimate(patient);
    changed["notes"] = json!("Two sessions");
    changed["pt_sig"] = json!(signature_of("Nora Lindqvist"));
    changed
}

pub fn estimate(patient: i64) -> Value {
    json!({
        "patient_id": patient, "pt_name": "Nora Lindqvist", "pt_dob": "1985-03-14", "prov_name": "Robin Provider",
        "est_date": "2026-11-20", "pt_sig": signature_of(&format!("Patient {patient}")), "pt_sig_date": "2026-11-20", "prov_sig_date": "2026-11-20",
        "face_service": "Botox per unit", "face_unit_cost": 12, "face_qty": 20, "face_sessions": "2",
    })
}

/// The clinic's complete settings for estimates.
pub fn estimate_settings() -> Value {
    json!({
        "npi": "1679576722", "tin": "83-1234567", "address": "214 W 18th Street", "city": "New York", "state": "NY",
        "zip": "10011", "phone": "(212) 555-0100",
    })
}

/// The content that completes [`estimate`], besides the clinic's settings.
pub fn estimate_content() -> Value {
    json!({
        "primary_service": "Botox for the lines of the forehead", "service_date": "2026-12-14",
        "lines": [{
            "area": "face", "provider": "Tomás Rivera, RN", "provider_npi": "1234567893", "service_code": "BTX-U",
            "diagnosis_code": "Z41.1", "discount": "30.50",
        }],
        "separate_items": ["A blood count"], "recurs_from": "2026-12-14", "recurs_until": "2027-06-14",
        "recurs_frequency": "every three months", "recurs_count": 2,
    })
}

/// An incomplete estimate of the patient that was issued by its link. Returns its id and the link's token.
pub async fn issued_estimate(client: &Client, patient: i64) -> (i64, String) {
    let made = id(&client.post("/api/gfe-estimate", estimate(patient)).await.expect(StatusCode::CREATED));
    let issue = json!({ "how": "link", "confirmed": ["incomplete_estimate"] });
    let issued = client.post(&format!("/api/gfe-estimate/{made}/issue"), issue).await.expect(StatusCode::CREATED);
    let token = issued["portal_url"].as_str().unwrap().rsplit('/').next().unwrap().to_owned();
    (made, token)
}
