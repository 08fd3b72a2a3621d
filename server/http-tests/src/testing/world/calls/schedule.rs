use serde_json::json;
use uuid::Uuid;

use super::super::{Call, World, planted::Schedule};
use crate::testing::factories;

pub(super) fn calls(world: &World) -> Vec<Call> {
    let World { member, schedule: Schedule { closure, block, resource, .. }, .. } = world;
    vec![
        Call::get("/api/schedule", &[]).query("from=2027-03-01&to=2027-03-07"),
        Call::put("/api/schedule/hours/{member_id}", &[member])
            .body(json!({ "hours": [{ "weekday": 1, "opens_at": "09:00", "closes_at": "17:00" }] })),
        Call::get("/api/schedule/closures", &[]),
        Call::post("/api/schedule/closures", &[]).body(factories::closure()),
        Call::post("/api/schedule/blocks", &[]).body(factories::block()),
        Call::patch("/api/schedule/blocks/{id}", &[block]).body(json!({ "reason": "Staff meeting" })),
        Call::post("/api/schedule/resources", &[])
            .body(json!({ "name": format!("Laser {}", Uuid::new_v4().simple()), "kind": "Device" })),
        Call::patch("/api/schedule/resources/{id}", &[resource]).body(json!({ "kind": "Room" })),
        Call::delete("/api/schedule/closures/{id}", &[closure]),
        Call::delete("/api/schedule/blocks/{id}", &[block]),
    ]
}
