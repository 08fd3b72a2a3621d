use super::{
    super::{Call, World, new_member},
    fresh_email,
};

pub(super) fn calls(world: &World) -> Vec<Call> {
    let member = &world.member;
    let fresh = fresh_email();
    vec![
        Call::get("/api/team", &[]),
        Call::get("/api/team/export", &[]),
        Call::post("/api/team", &[]).body(new_member(&fresh)),
        Call::put("/api/team/{id}", &[member]).body(new_member("joining@clinic.example")),
        Call::post("/api/team/{id}/invite", &[member]),
        Call::delete("/api/team/{id}/invite", &[member]),
        Call::post("/api/team/{id}/reactivate", &[member]),
        Call::get("/api/team/former", &[]),
        Call::post("/api/team/{id}/confirm", &[member]),
        Call::delete("/api/team/{id}/totp", &[member]),
        Call::delete("/api/team/{id}", &[member]),
    ]
}
