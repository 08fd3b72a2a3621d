use serde_json::json;

use super::super::{Call, World};
use crate::testing::factories;

pub(super) fn calls(_: &World) -> Vec<Call> {
    vec![
        Call::get("/api/clinic/sample-data", &[]),
        Call::get("/api/clinic/first-steps", &[]),
        Call::post("/api/clinic/first-steps/close", &[]),
        Call::delete("/api/clinic/sample-data", &[]),
        Call::get("/api/clinic/settings", &[]),
        Call::get("/api/clinic/settings/default-findings", &[]),
        Call::put("/api/clinic/settings", &[]).body(factories::settings()),
        Call::get("/api/clinic/modules", &[]),
        Call::put("/api/clinic/modules/{module}", &[&"import_clients"]).body(json!({ "on": true })),
    ]
}
