use serde_json::json;

use super::super::{Call, World};
use crate::testing::factories;

pub(super) fn calls(world: &World) -> Vec<Call> {
    let World { patient, exam, exam_template, .. } = world;
    vec![
        Call::get("/api/gfe/{patientId}", &[patient]),
        Call::post("/api/gfe", &[]).body(json!({ "patient_id": patient, "vitals": "HR: 70 bpm" })),
        Call::get("/api/gfe/{patientId}/history", &[patient]).query("limit=5"),
        Call::get("/api/gfe/exams/{id}", &[exam]),
        Call::post("/api/gfe/exams/{id}/addenda", &[exam]).body(factories::addendum()),
        Call::get("/api/gfe/exams/{id}/addenda", &[exam]).query("limit=5"),
        // Comes after the newer exam above, which continues to clear the patient.
        Call::post("/api/gfe/exams/{id}/void", &[exam]).body(factories::void("Entered for another patient")),
        Call::get("/api/gfe/templates", &[]),
        Call::get("/api/gfe/templates/export", &[]),
        Call::get("/api/gfe/templates/removed", &[]),
        Call::post("/api/gfe/templates", &[]).body(json!({ "name": "First visit" })),
        Call::put("/api/gfe/templates/{id}", &[exam_template]).body(json!({ "name": "First visit" })),
        Call::get("/api/gfe/templates/{id}/versions", &[exam_template]),
        Call::get("/api/gfe/templates/{id}/versions/{version}", &[exam_template, &1]),
        Call::post("/api/gfe/templates/{id}/versions/{version}/restore", &[exam_template, &1]),
        Call::post("/api/gfe/templates/{id}/duplicate", &[exam_template]),
        Call::delete("/api/gfe/templates/{id}", &[exam_template]),
        Call::post("/api/gfe/templates/{id}/restore", &[exam_template]),
    ]
}
