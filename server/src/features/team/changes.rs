//! What of a member is written into the audit when it changes: the values before and after.

use entity::clinic::member;

use crate::foundation::tenancy::Change;

/// Everything that a colleague sees of a member and may change. Passwords and second factors are no
/// part of it: that they changed is an action of its own.
fn fields(row: &member::Model) -> [(&'static str, Option<String>); 13] {
    [
        ("first_name", Some(row.first_name.clone())),
        ("last_name", Some(row.last_name.clone())),
        ("email", Some(row.email.clone())),
        ("phone", row.phone.clone()),
        ("role", Some(row.role.clone())),
        ("department", Some(row.department.clone())),
        ("status", Some(row.status.clone())),
        ("hire_date", Some(row.hire_date.to_string())),
        ("license_number", row.license_number.clone()),
        ("specialties", row.specialties.clone()),
        ("notes", row.notes.clone()),
        ("takes_appointments", row.takes_appointments.map(|takes| takes.to_string())),
        ("director_confirmed_at", row.director_confirmed_at.map(|at| at.to_rfc3339())),
    ]
}

/// What differs between two states of a member; of a new one everything that there is.
pub fn changes(before: Option<&member::Model>, after: &member::Model) -> Vec<Change> {
    let mut before = before.map(fields);
    fields(after)
        .into_iter()
        .enumerate()
        .filter_map(|(at, (name, to))| {
            let from = before.as_mut().and_then(|before| before[at].1.take());
            Change::between(name, from.as_deref(), to.as_deref())
        })
        .collect()
}
