use serde_json::json;

use super::super::{Call, World, planted::Charts};

pub(super) fn calls(world: &World) -> Vec<Call> {
    let World { patient, charts: Charts { emergency, own_emergency, .. }, .. } = world;
    vec![
        Call::get("/api/emergency-access", &[]),
        Call::post("/api/emergency-access", &[])
            .body(json!({ "patient_id": patient, "reason": "Collapsed in the waiting room" })),
        Call::get("/api/patients/{id}/emergency-record", &[patient]),
        Call::post("/api/emergency-access/{id}/end", &[own_emergency]),
        Call::post("/api/emergency-access/{id}/assessment", &[emergency]).body(json!({ "assessment": "justified" })),
    ]
}
