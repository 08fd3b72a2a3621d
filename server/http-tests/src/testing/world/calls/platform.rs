use serde_json::json;

use super::super::{Call, World};
use crate::testing::factories;

pub(super) fn calls(world: &World) -> Vec<Call> {
    let subdomain = &world.clinic.provisioned.subdomain;
    vec![
        Call::get("/api/clinics/availability", &[]).query(&format!("subdomain={subdomain}")),
        Call::get("/api/plans", &[]),
        Call::post("/api/clinics", &[]).body(factories::sign_up(subdomain)),
        Call::post("/api/clinics/find", &[]).body(json!({ "email": "nobody@clinic.example" })),
        Call::post("/api/stripe/webhook", &[]).body(json!({ "object": "event" })),
        Call::post("/api/messages/mail/webhook", &[]).body(json!({ "type": "mail.delivered" })),
    ]
}
