use serde_json::json;

use super::super::{
    Call, World,
    planted::{Consents, Estimates, Visits},
};

pub(super) fn calls(world: &World) -> Vec<Call> {
    let World { consents: Consents { token, signed_token, .. }, visits: Visits { link, .. }, .. } = world;
    vec![
        Call::get("/api/portal/consent/{token}", &[token]),
        Call::post("/api/portal/consent/{token}/read-to-end", &[token]),
        Call::post("/api/portal/consent/{token}/sign", &[token]).body(json!({})),
        Call::post("/api/portal/consent/{token}/decline", &[token])
            .body(json!({ "reason": "I would like to talk to you first" })),
        Call::get("/api/portal/consent/{token}/copy", &[signed_token]),
        Call::get("/api/portal/consent/{token}/copy/file", &[signed_token]),
        Call::get("/api/visit/{token}", &[link]),
        Call::post("/api/visit/{token}", &[link]).body(json!({ "answer": "reschedule", "note": "Mornings" })),
        Call::get("/api/visit/{token}/times", &[link]),
        Call::post("/api/visit/{token}/move", &[link]).body(json!({ "starts_at": "2027-03-03T15:00:00Z" })),
        Call::get("/api/visit/{token}/file", &[link]),
    ]
}

pub(super) fn estimates(world: &World) -> Vec<Call> {
    let Estimates { token, .. } = &world.estimates;
    vec![
        Call::get("/api/portal/estimate/{token}", &[token]),
        Call::get("/api/portal/estimate/{token}/file", &[token]),
        Call::post("/api/portal/estimate/{token}/receive", &[token]).body(json!({ "typed_name": "Nora Lindqvist" })),
        Call::post("/api/portal/estimate/{token}/ask", &[token])
            .body(json!({ "question": "Is the numbing cream in it?" })),
    ]
}
