use serde_json::json;

use super::{
    super::{Call, World, planted::Catalogue},
    fresh_email,
};

pub(super) fn calls(world: &World) -> Vec<Call> {
    let Catalogue { services, retired, unused } = &world.catalogue;
    let fresh = fresh_email();
    vec![
        Call::get("/api/services", &[]).query("retired=true"),
        Call::get("/api/services/export", &[]),
        Call::post("/api/services", &[]).body(json!({ "name": format!("Peel {fresh}"), "minutes": 30 })),
        Call::patch("/api/services/{id}", &[unused]).body(json!({ "buffer_minutes": 15 })),
        Call::put("/api/services/order", &[]).body(json!({ "ids": services.iter().rev().collect::<Vec<_>>() })),
        Call::post("/api/services/{id}/retire", &[unused]),
        Call::post("/api/services/{id}/restore", &[retired]),
        Call::delete("/api/services/{id}", &[unused]),
    ]
}
