use super::super::{Call, World};

pub(super) fn calls(world: &World) -> Vec<Call> {
    let patient = &world.patient;
    vec![Call::get("/api/patients/{id}/summary", &[patient]), Call::get("/api/patients/{id}/timeline", &[patient])]
}
