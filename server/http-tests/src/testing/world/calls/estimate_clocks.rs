use serde_json::json;

use super::super::{Call, World, planted::Estimates};

pub(super) fn calls(world: &World) -> Vec<Call> {
    let World { patient, member, estimates: Estimates { clock, .. }, .. } = world;
    vec![
        Call::get("/api/patients/{id}/coverage", &[patient]),
        Call::put("/api/patients/{id}/coverage", &[patient]).body(json!({ "coverage": "self_pay" })),
        Call::post("/api/patients/{id}/cost-questions", &[patient]).body(json!({})),
        Call::get("/api/estimate-clocks", &[]).query("cause=asked&limit=5"),
        Call::get("/api/estimate-clocks/export", &[]).query("closed=true"),
        Call::get("/api/estimate-clocks/settings", &[]),
        Call::put("/api/estimate-clocks/settings", &[]).body(json!({ "member_ids": [member] })),
        Call::post("/api/estimate-clocks/{id}/close", &[clock]).body(json!({ "reason": "Given on paper" })),
    ]
}
