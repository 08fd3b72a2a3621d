use serde_json::json;

use super::super::{Call, World};
use crate::testing::factories;

pub(super) fn calls(world: &World) -> Vec<Call> {
    let World { patient, exam, .. } = world;
    vec![
        Call::get("/api/gfe/exams/{id}/signature", &[exam]),
        Call::post("/api/gfe/exams/{id}/signature", &[exam]).body(factories::exam_signature()),
        Call::get("/api/patients/{id}/clearance", &[patient]),
        Call::post("/api/patients/{id}/health-changes", &[patient])
            .body(json!({ "details": "Takes blood thinners now" })),
        Call::get("/api/clearance/settings", &[]),
        Call::put("/api/clearance/settings", &[])
            .body(json!({ "credentials": ["MD", "DO", "NP", "PA"], "allows_video": true, "uncleared": "block" })),
    ]
}
