use serde_json::json;

use super::super::{Call, World, planted::Visits};

pub(super) fn calls(world: &World) -> Vec<Call> {
    let Visits { follow_up, .. } = &world.visits;
    vec![
        Call::get("/api/follow-ups", &[]),
        Call::patch("/api/follow-ups/{id}", &[follow_up]).body(json!({ "done": true, "note": "Feels well" })),
    ]
}
