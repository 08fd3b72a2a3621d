use serde_json::json;

use super::super::{Call, World, planted::Office};

pub(super) fn calls(world: &World) -> Vec<Call> {
    let World { patient, office: Office { loyalty_entry, point_rule, .. }, .. } = world;
    vec![
        Call::get("/api/loyalty/rules", &[]),
        Call::post("/api/loyalty/rules", &[]).body(json!({ "service": "Follow-up", "points": 5 })),
        Call::delete("/api/loyalty/rules/{id}", &[point_rule]),
        Call::get("/api/loyalty/balances", &[]),
        Call::get("/api/loyalty/balances/export", &[]),
        Call::get("/api/loyalty/patients/{patientId}", &[patient]),
        Call::get("/api/loyalty/patients/{patientId}/entries", &[patient]),
        Call::post("/api/loyalty/patients/{patientId}/redeem", &[patient])
            .body(json!({ "points": 25, "reason": "At check-out" })),
        Call::post("/api/loyalty/patients/{patientId}/adjust", &[patient])
            .body(json!({ "points": 5, "reason": "A birthday" })),
        Call::post("/api/loyalty/entries/{id}/reverse", &[loyalty_entry]).body(json!({ "reason": "Given twice" })),
    ]
}
