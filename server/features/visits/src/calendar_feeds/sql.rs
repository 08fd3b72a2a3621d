//! The query for the calendar of a link. It is a named prepared statement, sent together with the statement that enters the clinic.
//! SeaORM cannot do this.

use practice::team::join_member;

/// The feed of a member who is on the team. SeaORM has no named prepared statements.
pub(super) fn feed() -> String {
    format!(
        " (text) AS select f.id, f.member_id, f.last_read_at
         from calendar_feed f {member}
         where f.token_hash = decode($1, 'hex') and f.revoked_at is null
           and m.status = 'active' and m.removed_at is null",
        member = join_member("f.member_id"),
    )
}
