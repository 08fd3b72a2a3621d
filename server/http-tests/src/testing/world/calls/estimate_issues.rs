use serde_json::json;

use super::{
    super::{Call, World, planted::Estimates},
    fresh_email,
};
use crate::testing::factories;

pub(super) fn calls(world: &World) -> Vec<Call> {
    let Estimates { estimate, issued, question, .. } = &world.estimates;
    let fresh = fresh_email();
    vec![
        Call::get("/api/gfe-estimate/settings", &[]),
        Call::put("/api/gfe-estimate/settings", &[]).body(factories::estimate_settings()),
        Call::post("/api/gfe-estimate/notice", &[]),
        Call::get("/api/gfe-estimate/notice", &[]),
        Call::get("/api/gfe-estimate/notice/file", &[]),
        Call::get("/api/gfe-estimate/questions", &[]),
        Call::post("/api/gfe-estimate/questions/{id}/answered", &[question]),
        Call::get("/api/gfe-estimate/{id}/content", &[issued]),
        Call::put("/api/gfe-estimate/{id}/content", &[issued])
            .body(json!({ "primary_service": format!("Lines of the forehead {fresh}") })),
        Call::post("/api/gfe-estimate/{id}/issue", &[estimate])
            .body(json!({ "how": "paper", "confirmed": ["incomplete_estimate"] })),
        Call::post("/api/gfe-estimate/{id}/give", &[issued]).body(json!({ "how": "paper" })),
        Call::get("/api/gfe-estimate/{id}/issues/{version}", &[issued, &1]),
        Call::get("/api/gfe-estimate/{id}/issues/{version}/file", &[issued, &1]),
        Call::get("/api/right-to-estimate", &[]),
    ]
}
