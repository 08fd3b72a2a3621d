//! The prepared queries for the visit behind a link, sent in the same message that enters the clinic. SeaORM has none.

use people::patients::sql::join_person;
use practice::{
    settings::{JOIN_SETTINGS, REACH},
    team::join_member,
};

/// A visit with the data of its page, by a link that is not used up.
pub fn by_link() -> String {
    format!("{} and l.used_at is null", by_any_link())
}

/// A visit for a calendar. A link that canceled the visit is used up, but still gives the file that removes it from a calendar.
pub fn for_calendar() -> String {
    format!("{} and (l.used_at is null or a.status = 'Cancelled')", by_any_link())
}

/// As [`by_link`], with the link locked, so that answers by one link run one after the other. Using the link up changes the locked
/// row, which Postgres checks again after waiting.
pub fn by_locked_link() -> String {
    format!("{} for update of l", by_link())
}

/// A visit by a link, used up or not.
fn by_any_link() -> String {
    format!(
        " (text) AS select {REACH}, l.id as link_id, a.id, a.patient_id, a.status, a.starts_at, a.ends_at, a.move_asked_at,
            a.requested_at, a.version, coalesce(a.updated_at, a.created_at) as changed_at, p.first_name,
            m.first_name || ' ' || m.last_name as provider
         from appointment_link l join appointment a on a.id = l.appointment_id {person}
         left {provider}
         {JOIN_SETTINGS}
         where l.token_hash = decode($1, 'hex')",
        person = join_person("a.patient_id"),
        provider = join_member("a.provider_id"),
    )
}
