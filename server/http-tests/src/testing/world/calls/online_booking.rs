use serde_json::json;

use super::super::{Call, World, planted::Visits};
use crate::testing::factories;

pub(super) fn calls(world: &World) -> Vec<Call> {
    let Visits { to_accept, to_decline, hold, .. } = &world.visits;
    vec![
        Call::get("/api/book", &[]),
        Call::get("/api/book/slots", &[]).query("service=Botox&from=2027-03-01"),
        // Refused, because nothing so far ahead can be booked.
        Call::post("/api/book/holds", &[]).body(json!({ "service": "Botox", "starts_at": "2030-03-01T15:00:00Z" })),
        Call::post("/api/book/holds/{token}/code", &[hold]).body(json!({ "email": "new@clinic.example" })),
        // Refused, because nobody can guess the code.
        Call::post("/api/book/holds/{token}/confirm", &[hold])
            .body(json!({ "first_name": "Nora", "last_name": "Lindqvist", "code": "none", "note": "By bus" })),
        Call::get("/api/booking/settings", &[]),
        Call::put("/api/booking/settings", &[]).body(factories::booking_settings()),
        Call::get("/api/appointments/requests/count", &[]),
        // Only the first call for each request succeeds, because a request is answered once.
        Call::post("/api/appointments/{id}/accept", &[to_accept]),
        Call::post("/api/appointments/{id}/decline", &[to_decline]).body(json!({ "reason": "Fully booked" })),
    ]
}
