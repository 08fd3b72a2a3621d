use serde_json::json;

use super::super::{Call, World, planted::Schedule};

pub(super) fn calls(world: &World) -> Vec<Call> {
    let World { member, schedule: Schedule { calendar, .. }, .. } = world;
    vec![
        Call::get("/api/calendar/{token}/file", &[calendar]),
        Call::get("/api/calendar-feed", &[]),
        Call::post("/api/calendar-feed", &[]),
        Call::delete("/api/calendar-feed", &[]),
        Call::get("/api/calendar-feeds", &[]),
        Call::delete("/api/calendar-feeds/{member_id}", &[member]),
        Call::get("/api/calendar-feeds/settings", &[]),
        Call::put("/api/calendar-feeds/settings", &[]).body(json!({ "shows_name": true, "shows_service": false })),
    ]
}
