use serde_json::json;

use super::super::{Call, World, planted::Protocols};
use crate::testing::factories;

pub(super) fn calls(world: &World) -> Vec<Call> {
    let World { member, protocols: Protocols { protocol, version, draft, other_draft }, .. } = world;
    vec![
        Call::get("/api/protocols", &[]),
        Call::get("/api/protocols/own", &[]),
        Call::get("/api/protocols/{id}", &[protocol]),
        Call::get("/api/protocols/versions/{id}", &[version]),
        Call::post("/api/protocols/versions/{id}/signature", &[version])
            .body(json!({ "signature": factories::tall_signature() })),
        Call::post("/api/protocols/drafts", &[])
            .body(json!({ "service": "Botox", "title": "Standing order", "body": "<p>Text</p>" })),
        Call::put("/api/protocols/drafts/{id}", &[draft])
            .body(json!({ "title": "Standing order", "body": "<p>Another text</p>" })),
        Call::delete("/api/protocols/drafts/{id}", &[other_draft]),
        Call::post("/api/protocols/overrides", &[])
            .body(json!({ "provider_id": member, "service": "Botox", "reason": "The new version is signed tonight" })),
        Call::post("/api/protocols/versions/{id}/retire", &[version]).body(json!({ "reason": "Replaced" })),
        Call::post("/api/protocols/drafts/{id}/sign", &[draft])
            .body(json!({ "signature": factories::tall_signature() })),
        Call::get("/api/protocols/settings", &[]),
        Call::put("/api/protocols/settings", &[]).body(json!({ "every_treatment": false })),
    ]
}
