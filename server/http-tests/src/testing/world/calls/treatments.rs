use serde_json::json;

use super::super::{Call, World};
use crate::testing::factories;

pub(super) fn calls(world: &World) -> Vec<Call> {
    let World { patient, treatment, .. } = world;
    vec![
        Call::get("/api/treatments", &[]).query(&format!("patientId={patient}")),
        Call::get("/api/treatments/pending", &[]),
        Call::post("/api/treatments", &[]).body(factories::botox(*patient)),
        Call::post("/api/treatments/{id}/approve", &[treatment])
            .body(json!({ "director_signature": factories::tall_signature() })),
        Call::post("/api/treatments/{id}/addenda", &[treatment]).body(factories::addendum()),
        Call::get("/api/treatments/{id}/addenda", &[treatment]).query("limit=5"),
        Call::post("/api/treatments/{id}/void", &[treatment]).body(factories::void("Entered for another patient")),
    ]
}
