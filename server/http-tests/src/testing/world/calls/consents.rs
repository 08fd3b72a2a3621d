use serde_json::json;

use super::super::{Call, World, planted::Consents};

pub(super) fn calls(world: &World) -> Vec<Call> {
    let World { patient, consents: Consents { template, .. }, .. } = world;
    let text = json!({ "name": "Photos", "body": "<p>May we?</p>" });
    vec![
        Call::get("/api/consents/templates", &[]),
        Call::get("/api/consents/templates/export", &[]),
        Call::get("/api/consents/templates/removed", &[]),
        Call::post("/api/consents/templates", &[]).body(text.clone()),
        Call::post("/api/consents/templates/preview", &[]).body(json!({ "body": "<p>May we?</p>" })),
        Call::put("/api/consents/templates/{id}", &[template]).body(text),
        Call::get("/api/consents/templates/{id}/versions", &[template]),
        Call::get("/api/consents/templates/{id}/versions/{version}", &[template, &1]),
        Call::post("/api/consents/templates/{id}/versions/{version}/restore", &[template, &1]),
        Call::post("/api/consents/templates/{id}/duplicate", &[template]),
        Call::get("/api/consents", &[]).query(&format!("patientId={patient}")),
        Call::get("/api/consents/needed", &[]).query(&format!("patientId={patient}&service=Botox")),
        Call::post("/api/consents/{patientId}/issue", &[patient]).body(json!({ "templateId": template })),
        // Comes after the issue, which needs the template.
        Call::delete("/api/consents/templates/{id}", &[template]),
        Call::post("/api/consents/templates/{id}/restore", &[template]),
    ]
}

pub(super) fn issued(world: &World) -> Vec<Call> {
    let Consents { consent, .. } = &world.consents;
    vec![
        Call::get("/api/consents/issued/{id}", &[consent]),
        Call::post("/api/consents/issued/{id}/resend", &[consent]),
        Call::post("/api/consents/issued/{id}/remind", &[consent]),
        Call::post("/api/consents/issued/{id}/text", &[consent]),
        Call::post("/api/consents/issued/{id}/reissue", &[consent]),
        // Refused, because it is not signed.
        Call::post("/api/consents/issued/{id}/withdraw", &[consent]).body(json!({ "reason": "Changed my mind" })),
        Call::post("/api/consents/issued/{id}/revoke", &[consent]),
    ]
}
