use serde_json::json;

use super::super::{
    Call, World,
    planted::{Estimates, Visits},
};

pub(super) fn calls(world: &World) -> Vec<Call> {
    let World {
        patient,
        member,
        estimates: Estimates { charge, .. },
        visits: Visits { appointment, completed, .. },
        ..
    } = world;
    vec![
        Call::get("/api/patients/{id}/charges", &[patient]).query("limit=5"),
        Call::post("/api/charges", &[]).body(json!({
            "patient_id": patient, "provider_id": member, "service": "Botox", "quantity": 20, "unit_price": 12.5,
        })),
        Call::post("/api/charges/{id}/void", &[charge]).body(json!({ "reason": "Entered twice" })),
        Call::get("/api/appointments/{id}/charge-watch", &[appointment]),
        Call::post("/api/appointments/{id}/first-bill", &[appointment]).body(json!({ "billed_on": "2026-01-15" })),
        Call::post("/api/appointments/{id}/dispute", &[appointment])
            .body(json!({ "disputed_on": "2026-01-20", "note": "More than announced" })),
        Call::post("/api/appointments/{id}/dispute/close", &[completed]).body(json!({ "note": "Settled" })),
    ]
}
