use serde_json::json;

use super::super::{Call, World, planted::Charts};
use crate::testing::factories;

pub(super) fn calls(world: &World) -> Vec<Call> {
    let World { patient, charts: Charts { adverse_event, .. }, .. } = world;
    vec![
        Call::get("/api/adverse-events", &[]).query("open=true&limit=5"),
        Call::post("/api/adverse-events", &[]).body(factories::adverse_event(*patient)),
        Call::get("/api/adverse-events/export", &[]).query("severity=mild"),
        Call::post("/api/adverse-events/{id}/follow-ups", &[adverse_event])
            .body(json!({ "status": "resolving", "text": "Softer than last week" })),
        Call::post("/api/adverse-events/{id}/corrections", &[adverse_event])
            .body(json!({ "reason": "Wrong side", "text": "Under the right eye" })),
        Call::post("/api/adverse-events/{id}/acknowledge", &[adverse_event]),
        Call::get("/api/patients/{id}/adverse-events", &[patient]).query("limit=5"),
    ]
}
