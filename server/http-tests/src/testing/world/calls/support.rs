use serde_json::json;

use super::super::{Call, World, planted::Office};

pub(super) fn calls(world: &World) -> Vec<Call> {
    let Office { support, .. } = &world.office;
    vec![
        Call::post("/api/auth/hand-over", &[]).body(json!({ "token": "x".repeat(43) })),
        Call::get("/api/clinic/support-access", &[]),
        Call::delete("/api/clinic/support-access/{id}", &[support]),
    ]
}
