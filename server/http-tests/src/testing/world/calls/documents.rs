use serde_json::json;

use super::super::{
    Call, World,
    planted::{Consents, Estimates, Office},
};

pub(super) fn calls(world: &World) -> Vec<Call> {
    let World {
        patient,
        exam,
        treatment,
        consents: Consents { signed, .. },
        estimates: Estimates { estimate, .. },
        office: Office { document, export, .. },
        ..
    } = world;
    vec![
        Call::post("/api/documents", &[]).body(json!({ "kind": "patient", "id": patient })),
        Call::post("/api/documents/verify", &[]).body(json!({ "sha256": "ab".repeat(32) })),
        Call::get("/api/documents/{id}", &[document]),
        Call::get("/api/documents/{id}/file", &[document]),
        Call::post("/api/patients/{id}/exports", &[patient]).body(json!({})),
        Call::get("/api/patients/{id}/exports", &[patient]),
        Call::get("/api/patients/{id}/exports/{export}/file", &[patient, export]),
        Call::get("/api/treatments/{id}/copies", &[treatment]),
        Call::get("/api/treatments/{id}/copies/{kind}/file", &[treatment, &"treatment"]),
        Call::get("/api/gfe/exams/{id}/copies", &[exam]),
        Call::get("/api/gfe/exams/{id}/copies/{kind}/file", &[exam, &"exam"]),
        Call::get("/api/gfe-estimate/{id}/copies", &[estimate]),
        Call::get("/api/gfe-estimate/{id}/copies/{version}/file", &[estimate, &1]),
        Call::get("/api/consents/issued/{id}/copy/file", &[signed]),
    ]
}
