use serde_json::json;

use super::super::{Call, World};

pub(super) fn calls(_: &World) -> Vec<Call> {
    vec![
        Call::get("/api/clinic/plan", &[]),
        Call::post("/api/stripe/create-checkout-session", &[]).body(json!({ "plan": "plus", "billing": "monthly" })),
        Call::post("/api/stripe/portal-session", &[]).body(json!({})),
        Call::post("/api/stripe/refresh", &[]).body(json!({})),
    ]
}
