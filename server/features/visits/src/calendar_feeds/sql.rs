//! The query for the calendar behind a link. It is prepared by name and sent in the message that enters the clinic, which SeaORM
//! cannot do.

/// The feed of a member who is on the team. SeaORM prepares no statement by name.
pub(super) const FEED: &str = " (text) AS select f.id, f.member_id, f.last_read_at
         from calendar_feed f
         join member m on m.id = f.member_id
         where f.token_hash = decode($1, 'hex') and f.revoked_at is null
           and m.status = 'active' and m.removed_at is null";
