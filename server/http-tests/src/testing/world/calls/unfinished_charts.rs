use serde_json::json;

use super::super::{Call, World, planted::Visits};

pub(super) fn calls(world: &World) -> Vec<Call> {
    let Visits { completed, .. } = &world.visits;
    vec![
        Call::post("/api/appointments/{id}/chart-not-needed", &[completed])
            .body(json!({ "reason": "Came to buy a cream" })),
        Call::delete("/api/appointments/{id}/chart-not-needed", &[completed]),
    ]
}
