use super::super::{
    Call, World,
    planted::{Catalogue, Office},
};

pub(super) fn calls(world: &World) -> Vec<Call> {
    let World { catalogue: Catalogue { unused, .. }, office: Office { mail, .. }, .. } = world;
    vec![
        Call::get("/api/audit", &[]).query("limit=5&from=2026-01-01"),
        Call::get("/api/field-changes", &[]).query(&format!("record=service&id={unused}")),
        Call::get("/api/audit/export", &[]),
        Call::get("/api/audit/people", &[]),
        Call::get("/api/clinic/undelivered-mails", &[]),
        Call::post("/api/clinic/undelivered-mails/{id}/send", &[mail]),
    ]
}
