//! Who is asking, and may they: read in the clinic's own transaction with every request.

use chrono::{DateTime, TimeDelta, Utc};
use sea_orm::{ConnectionTrait, DbBackend, QueryResult, Statement};
use uuid::Uuid;

use super::{
    Clinic, ClinicTx,
    member::Member,
    session::{LONGEST, Named},
};
use crate::{
    error::{Error, Result},
    permission::Role,
};

/// A session's row is touched at most this often, so that parallel calls do not queue on it.
const TOUCHED_EVERY: TimeDelta = TimeDelta::minutes(1);

/// A live session and its member.
#[derive(Debug, Clone)]
pub struct Admitted {
    pub session: Uuid,
    pub member: Member,
    pub proved_at: DateTime<Utc>,
    /// When the session ends, however active.
    pub ends_at: DateTime<Utc>,
    pub idle_minutes: i32,
}

/// # Errors
/// [`Error::SignedOut`] when the session has ended, was idle too long or too long altogether, or
/// its member is no longer active.
pub(super) async fn admit(
    tx: &ClinicTx,
    clinic: &Clinic,
    named: Named,
    now: DateTime<Utc>,
    touch: bool,
) -> Result<Admitted> {
    let row = tx
        .query_one_raw(Statement::from_sql_and_values(
            DbBackend::Postgres,
            "select s.created_at, s.last_seen_at, s.proved_at, c.idle_minutes,
                    m.id, m.first_name, m.last_name, m.email, m.role, m.is_owner
             from session s
             join member m on m.id = s.member_id
             cross join clinic_setting c
             where s.id = $1 and s.member_id = $2 and s.ended_at is null
               and m.status = 'active' and m.removed_at is null",
            [named.session.into(), named.member.into()],
        ))
        .await?
        .ok_or(Error::SignedOut)?;
    let created_at: DateTime<Utc> = row.try_get("", "created_at")?;
    let last_seen_at: DateTime<Utc> = row.try_get("", "last_seen_at")?;
    let idle_minutes: i32 = row.try_get("", "idle_minutes")?;
    let idle = now - last_seen_at;
    if now - created_at >= LONGEST || idle >= TimeDelta::minutes(idle_minutes.into()) {
        return Err(Error::SignedOut);
    }
    if touch && idle >= TOUCHED_EVERY {
        touch_session(tx, named.session, now).await?;
    }
    let member = member(&row).inspect_err(|_| {
        tracing::error!(clinic.id = %clinic.id, "a member's row could not be read");
    })?;
    Ok(Admitted {
        session: named.session,
        member,
        proved_at: row.try_get("", "proved_at")?,
        ends_at: created_at + LONGEST,
        idle_minutes,
    })
}

fn member(row: &QueryResult) -> Result<Member> {
    let role: String = row.try_get("", "role")?;
    Ok(Member {
        id: row.try_get("", "id")?,
        first_name: row.try_get("", "first_name")?,
        last_name: row.try_get("", "last_name")?,
        email: row.try_get("", "email")?,
        role: Role::named(&role).ok_or_else(|| Error::Internal("a member has an unknown role".into()))?,
        is_owner: row.try_get("", "is_owner")?,
    })
}

/// Whoever comes second finds the row locked and leaves it: once a minute is enough.
async fn touch_session(tx: &ClinicTx, session: Uuid, now: DateTime<Utc>) -> Result<()> {
    tx.execute_raw(Statement::from_sql_and_values(
        DbBackend::Postgres,
        "update session set last_seen_at = $2
         where id = (select id from session where id = $1 and last_seen_at < $2 for update skip locked)",
        [session.into(), now.into()],
    ))
    .await?;
    Ok(())
}
