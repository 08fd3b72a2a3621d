//! Members of the team over HTTP: roles, licenses, invitations, sponsors.

mod access;
mod bookable;
mod changes;
mod directors;
mod export;
mod licenses;
mod list;
mod owners_role;
mod rules;
mod second_factor;
mod sponsors;
mod versions;

use serde_json::{Value, json};

use crate::testing::{TestClinic, factories};

/// A nurse as the form sends her, with all fields.
fn nia() -> Value {
    json!({
        "first_name": "Nia", "last_name": "Okafor", "email": "Nia@clinic.example", "phone": "(555) 010-1234",
        "role": "Nurse", "department": "Clinical", "status": "active", "hire_date": "2026-01-05",
        "license_number": "RN-20441", "specialties": "Aesthetics", "notes": "Mondays and\nFridays",
    })
}

/// The member with one field changed.
fn with(mut member: Value, field: &str, value: impl Into<Value>) -> Value {
    member[field] = value.into();
    member
}

/// The member as the form sends it back unchanged.
fn form(member: &Value) -> Value {
    let mut form = member.clone();
    let computed = ["id", "is_owner", "has_signed_in", "has_second_factor", "awaits_confirmation", "version"];
    for computed in
        computed.into_iter().chain(["takes_appointments", "invitation_cancelled", "updated_at", "updated_by"])
    {
        form.as_object_mut().unwrap().remove(computed);
    }
    // The specification's form has none of these fields.
    for added in ["credential", "license_state", "license_expires_on", "npi"] {
        if form[added].is_null() {
            form.as_object_mut().unwrap().remove(added);
        }
    }
    form
}

/// The member's entry in the full list.
async fn listed(client: &crate::testing::Client, id: i64) -> Option<Value> {
    let team = client.get("/api/team").await.expect(axum::http::StatusCode::OK);
    team.as_array().unwrap().iter().find(|member| factories::id(member) == id).cloned()
}

async fn id_of(clinic: &TestClinic, email: &str) -> i64 {
    let rows = clinic.rows(&format!("select id from {{}}.member where email = '{email}' and removed_at is null")).await;
    rows[0].try_get("", "id").unwrap()
}
