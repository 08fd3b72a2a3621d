use serde_json::json;

use super::super::{Call, World, planted::Charts};
use crate::testing::factories;

pub(super) fn calls(world: &World) -> Vec<Call> {
    let World {
        patient, member, charts: Charts { to_return, returned, to_approve, own_returned, absence, .. }, ..
    } = world;
    vec![
        Call::get("/api/review", &[]).query("part=all&limit=5"),
        Call::get("/api/review/counts", &[]),
        Call::get("/api/review/settled", &[]).query("state=approved"),
        Call::get("/api/review/states", &[]).query(&format!("patientId={patient}")),
        Call::get("/api/review/{id}", &[to_return]),
        Call::post("/api/review/{id}/return", &[to_return]).body(json!({ "comment": "Which lot was it?" })),
        Call::post("/api/review/{id}/withdraw", &[returned]).body(json!({})),
        Call::post("/api/review/{id}/resubmit", &[own_returned])
            .body(json!({ "answer": "It was C7842, of the first vial" })),
        Call::post("/api/review/approvals", &[]).body(json!({
            "charts": [{ "id": to_approve, "version": 1 }],
            "director_signature": factories::tall_signature(),
        })),
        Call::get("/api/review/settings", &[]),
        Call::put("/api/review/settings", &[])
            .body(json!({ "chart_due_hours": 48, "share": 50, "providers": [{ "provider_id": member, "share": 20 }] })),
        Call::get("/api/review/absences", &[]),
        Call::post("/api/review/absences", &[]).body(
            json!({ "director_id": 1, "alternate_id": member, "from_day": "2030-01-01", "to_day": "2030-01-02" }),
        ),
        Call::delete("/api/review/absences/{id}", &[absence]),
        Call::get("/api/review/punctuality", &[]).query("from=2026-01-01&to=2026-12-31"),
        Call::get("/api/review/punctuality/export", &[]).query("from=2026-01-01&to=2026-12-31"),
    ]
}
