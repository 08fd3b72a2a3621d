use serde_json::json;

use super::super::{Call, World, planted::Duplicates};

pub(super) fn calls(world: &World) -> Vec<Call> {
    let World { patient, duplicates: Duplicates { twin, .. }, .. } = world;
    vec![
        Call::get("/api/patients/pairs", &[]).query("limit=5"),
        Call::put("/api/patients/{id}/distinct/{other}", &[patient, twin]),
        Call::delete("/api/patients/{id}/distinct/{other}", &[patient, twin]),
        Call::post("/api/patients/duplicates", &[])
            .body(json!({ "first_name": "Nora", "last_name": "Lindqvist", "patient_id": patient })),
    ]
}
