use super::super::{Call, World, planted::Office};
use crate::testing::factories;

pub(super) fn calls(world: &World) -> Vec<Call> {
    let Office { subscription, .. } = &world.office;
    vec![
        Call::get("/api/subscriptions", &[]),
        Call::get("/api/subscriptions/plans", &[]),
        Call::get("/api/subscriptions/export", &[]),
        Call::get("/api/subscriptions/{id}/history", &[subscription]),
        Call::post("/api/subscriptions", &[]).body(factories::subscription()),
    ]
}
