use serde_json::json;

use super::super::{Call, World, planted::Schedule};
use crate::testing::factories;

pub(super) fn calls(world: &World) -> Vec<Call> {
    let World { patient, schedule: Schedule { waitlist_entry, .. }, .. } = world;
    vec![
        Call::get("/api/waitlist", &[]),
        Call::get("/api/waitlist/export", &[]),
        Call::post("/api/waitlist", &[]).body(factories::waitlist_entry(*patient)),
        Call::get("/api/waitlist/matches", &[]).query("starts_at=2027-03-01T10:00&minutes=60"),
        Call::patch("/api/waitlist/{id}", &[waitlist_entry]).body(json!({ "note": "Only by phone" })),
    ]
}
