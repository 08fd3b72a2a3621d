use serde_json::json;

use super::super::{Call, World, planted::Office};

pub(super) fn calls(world: &World) -> Vec<Call> {
    let Office { import, .. } = &world.office;
    vec![
        Call::get("/api/imports", &[]),
        Call::post("/api/imports", &[]).body(json!({ "file_name": "clients.csv", "file_bytes": 3 })),
        Call::get("/api/imports/{id}", &[import]),
        Call::put("/api/imports/{id}/parts/{number}", &[import, &1]).body(json!({ "data": "YWJj" })),
        // All but the first are refused, because each step requires the previous one.
        Call::post("/api/imports/{id}/read", &[import]).body(json!({})),
        Call::put("/api/imports/{id}/columns", &[import]).body(json!({ "fields": ["full_name"], "date_order": "mdy" })),
        Call::post("/api/imports/{id}/run", &[import])
            .body(json!({ "scope": "good", "on_very_likely": "skip", "on_possible": "skip", "on_in_file": "skip" })),
        Call::get("/api/imports/{id}/rows", &[import]).query("kind=problems&limit=5"),
        Call::get("/api/imports/{id}/rows/export", &[import]),
        Call::get("/api/imports/{id}/kept", &[import]),
        Call::post("/api/imports/{id}/undo", &[import]),
        Call::delete("/api/imports/{id}/rows", &[import]),
        Call::post("/api/imports/{id}/cancel", &[import]),
    ]
}
