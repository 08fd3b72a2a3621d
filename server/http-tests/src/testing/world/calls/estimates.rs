use super::super::{Call, World, planted::Estimates};
use crate::testing::factories;

pub(super) fn calls(world: &World) -> Vec<Call> {
    let World { patient, estimates: Estimates { estimate, .. }, .. } = world;
    vec![
        Call::get("/api/gfe-estimate/{id}", &[patient]),
        Call::post("/api/gfe-estimate", &[]).body(factories::estimate(*patient)),
        Call::put("/api/gfe-estimate/{id}", &[estimate]).body(factories::changed_estimate(*patient)),
        Call::post("/api/gfe-estimate/{id}/void", &[estimate]).body(factories::void("Entered for another patient")),
        Call::get("/api/gfe-estimate/{id}/versions", &[estimate]),
        Call::get("/api/gfe-estimate/{id}/versions/{version}", &[estimate, &1]),
    ]
}
