use serde_json::json;

use super::super::{Call, World, planted::Office};
use crate::testing::PASSWORD;

pub(super) fn calls(world: &World) -> Vec<Call> {
    let Office { session, .. } = &world.office;
    let choice = json!({ "token": "x".repeat(43), "password": "a quite new password" });
    vec![
        Call::post("/api/auth/login", &[]).body(json!({ "email": "owner@clinic.example", "password": PASSWORD })),
        Call::get("/api/auth/session", &[]),
        Call::post("/api/auth/prove", &[]).body(json!({ "password": PASSWORD })),
        Call::post("/api/auth/password", &[])
            .body(json!({ "current_password": "not the right one", "new_password": "a quite new password" })),
        Call::post("/api/auth/totp", &[]),
        // The owner has no second factor.
        Call::post("/api/auth/totp/remove", &[]).body(json!({ "password": PASSWORD })),
        Call::get("/api/auth/sessions", &[]),
        Call::delete("/api/auth/sessions/{id}", &[session]),
        // An invalid code, because a valid one would change how the owner signs in.
        Call::post("/api/auth/totp/confirm", &[]).body(json!({ "code": "00000" })),
        Call::post("/api/auth/totp/recovery-codes", &[]),
        Call::post("/api/auth/forgot", &[]).body(json!({ "email": "nobody@clinic.example" })),
        Call::post("/api/auth/reset", &[]).body(choice.clone()),
        Call::post("/api/auth/accept-invite", &[]).body(choice),
        Call::post("/api/auth/confirm-email", &[]).body(json!({ "token": "x".repeat(43) })),
        Call::post("/api/clinic/owner-confirmation", &[]),
    ]
}

pub(super) fn sign_out(_: &World) -> Vec<Call> {
    vec![Call::post("/api/auth/logout", &[])]
}
