//! Which consents have run out. SeaORM cannot compare a subquery's column with the outer row's in a filter.

use chrono::{DateTime, Utc};
use sea_orm::{DbBackend, Statement};

/// Those without a signature whose newest link has run out, and of which that is not stored yet. A declined one is revoked as
/// well. The others follow in the next round.
const ENDED: &str = "
    select c.id, coalesce(c.link_expires_at, c.expires_at) as ended_at
    from consent c
    where c.revoked_at is null and coalesce(c.link_expires_at, c.expires_at) <= $1
      and not exists (select from consent_signature s where s.consent_id = c.id)
      and not exists (select from consent_event e where e.consent_id = c.id and e.kind = 'expired'
          and e.at = coalesce(c.link_expires_at, c.expires_at))
    order by c.id limit 200";

/// SeaORM cannot write the correlated subqueries.
pub(super) fn ended(now: DateTime<Utc>) -> Statement {
    Statement::from_sql_and_values(DbBackend::Postgres, ENDED, [now.into()])
}
