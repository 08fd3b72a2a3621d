use serde_json::json;

use super::super::{
    Call, World,
    planted::{Schedule, Visits},
};
use crate::testing::factories;

pub(super) fn calls(world: &World) -> Vec<Call> {
    let World { patient, schedule: Schedule { resource, .. }, visits: Visits { appointment, .. }, .. } = world;
    vec![
        Call::get("/api/appointments", &[]).query("from=2026-01-01"),
        Call::get("/api/appointments/export", &[]).query("from=2026-01-01"),
        Call::get("/api/appointments/providers", &[]),
        Call::get("/api/appointments/slots", &[]).query(&format!("from=2027-03-01&resource_id={resource}")),
        Call::post("/api/appointments", &[]).body(factories::appointment(*patient)),
        Call::get("/api/appointments/{id}", &[appointment]),
        Call::patch("/api/appointments/{id}", &[appointment]).body(json!({ "notes": "Parks behind the house" })),
        // Only the first succeeds, because a confirmed appointment cannot be confirmed again.
        Call::post("/api/appointments/{id}/status", &[appointment]).body(json!({ "status": "Confirmed" })),
        Call::get("/api/appointments/changes", &[]),
        Call::post("/api/appointments/series", &[]).body(factories::series(*patient)),
        Call::post("/api/appointments/series/preview", &[]).body(factories::series(*patient)),
        Call::get("/api/appointments/ahead", &[]),
        Call::post("/api/appointments/reassign", &[])
            .body(json!({ "appointments": [{ "id": appointment, "version": 1 }] })),
    ]
}
