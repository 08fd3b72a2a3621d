use serde_json::json;

use super::super::{Call, World};

pub(super) fn calls(world: &World) -> Vec<Call> {
    let patient = &world.patient;
    vec![
        // Refused, because there is no PIN yet. A session that is handed over could make no other call.
        Call::post("/api/kiosk", &[]).body(json!({ "patient_id": patient })),
        Call::get("/api/kiosk", &[]),
        Call::post("/api/kiosk/return", &[]).body(json!({ "pin": "4071" })),
        Call::put("/api/auth/pin", &[]).body(json!({ "pin": "4071" })),
    ]
}
