use serde_json::json;

use super::super::{Call, World, planted::Duplicates};

pub(super) fn calls(world: &World) -> Vec<Call> {
    let World { patient, note, duplicates: Duplicates { survivor, absorbed, double, .. }, .. } = world;
    vec![
        Call::get("/api/patients", &[]).query("search=lind"),
        Call::get("/api/patients/export", &[]).query("archived=true"),
        Call::post("/api/patients", &[]).body(json!({ "first_name": "Ann", "last_name": "Berg" })),
        Call::get("/api/patients/{id}", &[patient]),
        Call::patch("/api/patients/{id}", &[patient]).body(json!({ "pronouns": "she/her" })),
        Call::get("/api/patients/{id}/changes", &[patient]),
        Call::get("/api/patients/{id}/merge/{other}", &[survivor, double]),
        Call::post("/api/patients/{id}/merge", &[survivor])
            .body(json!({ "other_id": double, "version": 2, "other_version": 1, "from_other": ["email"] })),
        Call::get("/api/patients/{id}/merges", &[survivor]),
        Call::get("/api/patients/{id}/merges/{other}", &[survivor, absorbed]),
        Call::post("/api/patients/{id}/merges/{other}/undo", &[survivor, absorbed]),
        Call::post("/api/patients/{id}/archive", &[patient]).body(json!({})),
        Call::post("/api/patients/{id}/restore", &[patient]),
        // Refused, because the patient has records.
        Call::delete("/api/patients/{id}", &[patient]),
        Call::get("/api/patients/{id}/clinical", &[patient]),
        Call::get("/api/patients/{id}/clinical/{kind}", &[patient, &"allergies"]),
        Call::put("/api/patients/{id}/clinical/{kind}", &[patient, &"allergies"])
            .body(json!({ "answer": "none_known" })),
        Call::post("/api/patients/{id}/clinical/{kind}/withdraw", &[patient, &"allergies"]),
        Call::get("/api/patients/{id}/notes", &[patient]),
        Call::get("/api/patients/{id}/notes/removed", &[patient]).query("limit=5"),
        Call::post("/api/patients/{id}/notes", &[patient]).body(json!({ "body": "Prefers mornings" })),
        Call::patch("/api/patients/{id}/notes/{note}", &[patient, note]).body(json!({ "pinned": true })),
        Call::get("/api/patients/{id}/notes/{note}/versions", &[patient, note]),
        Call::delete("/api/patients/{id}/notes/{note}", &[patient, note]),
        Call::post("/api/patients/{id}/notes/{note}/restore", &[patient, note]),
    ]
}
