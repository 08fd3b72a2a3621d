use super::super::{Call, World};

pub(super) fn calls(_: &World) -> Vec<Call> {
    vec![Call::get("/api/search", &[]).query("q=lind")]
}
