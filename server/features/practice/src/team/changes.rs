//! The changes of a member for the audit: the values before and after.

use entity::clinic::member;

use tenancy::{Change, LoggedField};

/// All data of a member that colleagues see and may change. Changes of passwords and second factors are separate actions in the
/// audit.
fn fields(row: &member::Model) -> [LoggedField; 18] {
    [
        ("first_name", Some(row.first_name.clone())),
        ("last_name", Some(row.last_name.clone())),
        ("email", Some(row.email.clone())),
        ("phone", row.phone.clone()),
        ("role", Some(row.role.as_str().to_owned())),
        ("department", Some(row.department.as_str().to_owned())),
        ("status", Some(row.status.as_str().to_owned())),
        ("hire_date", Some(row.hire_date.to_string())),
        ("credential", row.credential.map(|credential| credential.as_str().to_owned())),
        ("license_number", row.license_number.clone()),
        ("npi", row.npi.clone()),
        ("license_state", row.license_state.map(|state| state.as_str().to_owned())),
        ("license_expires_on", row.license_expires_on.map(|day| day.to_string())),
        ("specialties", row.specialties.clone()),
        ("notes", row.notes.clone()),
        ("takes_appointments", row.takes_appointments.map(|takes| takes.to_string())),
        ("director_confirmed_at", row.director_confirmed_at.map(|at| at.to_rfc3339())),
        ("removed_at", row.removed_at.map(|at| at.to_rfc3339())),
    ]
}

/// The differences between two states of a member; for a new member all fields.
pub fn changes(before: Option<&member::Model>, after: &member::Model) -> Vec<Change> {
    match before {
        Some(before) => Change::list(before, after, fields),
        None => fields(after).into_iter().filter_map(|(name, to)| Change::between(name, None, to.as_deref())).collect(),
    }
}
