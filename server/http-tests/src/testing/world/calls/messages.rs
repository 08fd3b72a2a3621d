use serde_json::json;

use super::super::{
    Call, World,
    planted::{Catalogue, Visits},
};
use crate::testing::factories;

pub(super) fn calls(world: &World) -> Vec<Call> {
    let World {
        patient,
        catalogue: Catalogue { unused, .. },
        visits: Visits { completed, failed_message, inbound_text, .. },
        ..
    } = world;
    vec![
        Call::get("/api/messages/settings", &[]),
        Call::put("/api/messages/settings", &[]).body(factories::message_settings()),
        Call::get("/api/messages/templates", &[]),
        Call::put("/api/messages/templates/{kind}", &[&"booked"])
            .body(json!({ "subject": "On {date}", "body": "Hello {first_name}" })),
        Call::delete("/api/messages/templates/{kind}", &[&"booked"]),
        Call::post("/api/messages/templates/{kind}/preview", &[&"booked"])
            .body(json!({ "subject": "On {date}", "body": "Hello {first_name}" })),
        Call::get("/api/messages/services", &[]),
        Call::put("/api/messages/services/{id}", &[unused])
            .body(json!({ "reminder": true, "aftercare": "Keep it clean", "recall_weeks": 12, "follow_up_days": 14 })),
        Call::post("/api/messages/services/{id}/preview", &[unused]).body(json!({ "aftercare": "Keep it clean" })),
        Call::get("/api/messages/recalls", &[]),
        Call::put("/api/messages/recalls/{id}/skip", &[completed]),
        Call::delete("/api/messages/recalls/{id}/skip", &[completed]),
        Call::get("/api/messages/failed", &[]),
        Call::post("/api/messages/{id}/send", &[failed_message]),
        Call::get("/api/messages/texts", &[]),
        Call::post("/api/messages/texts/{id}/close", &[inbound_text]),
        Call::post("/api/messages/texts/{id}/reopen", &[inbound_text]),
        Call::post("/api/messages/texts/webhook", &[]).body(json!({})),
        Call::post("/api/patients/{id}/email/confirm", &[patient]),
        Call::get("/api/patients/{id}/messages", &[patient]),
        Call::get("/api/patients/{id}/contact-preferences", &[patient]),
        Call::get("/api/patients/{id}/text-reach", &[patient]),
        Call::put("/api/patients/{id}/contact-preferences", &[patient])
            .body(json!({ "email_reminders": true, "text_reminders": false })),
    ]
}
