//! Authenticates a request: session, member and permission are read in the clinic's own transaction with every
//! request.

use std::sync::LazyLock;

use chrono::{DateTime, TimeDelta, Utc};
use entity::{
    clinic::session::{Column, Entity},
    ids::KioskSessionId,
};
use sea_orm::{
    ColumnTrait, EntityTrait, QueryFilter, QueryResult, QuerySelect, QueryTrait,
    sea_query::{Expr, ExprTrait, LockBehavior, LockType},
};
use uuid::Uuid;

use super::{
    Clinic, ClinicTx, Db,
    actor::Actor,
    literals::Literals,
    member::Member,
    modules::Modules,
    session::{LONGEST, SessionRef},
    sql,
};
use crate::prepared::PreparedQuery;
use base::error::{Error, Result};

/// The session's row is updated at most this often, so that parallel calls do not wait for its lock.
const TOUCH_INTERVAL: TimeDelta = TimeDelta::minutes(1);

/// The effects of a request on the clinic's data and on the session.
#[derive(Debug, Clone, Copy)]
pub(super) struct Purpose {
    /// The request changes nothing.
    pub reads_only: bool,
    /// The request extends the session's idle time.
    pub touch: bool,
}

/// A live session and its member.
#[derive(Debug, Clone)]
pub struct Authenticated {
    pub session: Uuid,
    pub member: Member,
    pub proved_at: DateTime<Utc>,
    /// When the session ends, however active the member is.
    pub ends_at: DateTime<Utc>,
    pub idle_minutes: i32,
    /// The member signs in with a second factor.
    pub has_second_factor: bool,
    /// The clinic requires a second factor of every member.
    pub second_factor_required: bool,
    /// Set for a support person of the service, who may read the clinic's data and change nothing.
    pub support: Option<Support>,
    /// Set while the device is handed to a patient, who may reach only their own documents.
    pub kiosk: Option<KioskSessionId>,
}

/// The grant under which support reads a clinic.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Support {
    pub operator: String,
    pub ends_at: DateTime<Utc>,
}

impl Authenticated {
    /// The actor that the audit names.
    pub(super) fn actor(&self) -> Actor {
        match &self.support {
            Some(support) => Actor::Support(support.operator.clone()),
            None => self.member.actor(),
        }
    }

    /// While this is true, the session allows nothing but setting up a second factor.
    pub fn must_enrol(&self) -> bool {
        self.second_factor_required && !self.has_second_factor && self.support.is_none()
    }
}

/// Enters the clinic and reads session, member and modules in the same round trip.
///
/// # Errors
/// [`Error::SignedOut`] when the session has ended, was idle too long or has lasted too long, or its member is
/// no longer active.
pub(super) async fn enter(
    db: &Db,
    clinic: &Clinic,
    session_ref: SessionRef,
    now: DateTime<Utc>,
    to: Purpose,
) -> Result<(ClinicTx, Authenticated)> {
    let values = Literals::default().uuid(session_ref.session).integer(i64::from(session_ref.member));
    let (tx, row) = db.enter_with_query(clinic, to.reads_only, &QUERY.bind(clinic.id, &values)).await?;
    let row = row.ok_or(Error::SignedOut)?;
    let modules: Vec<String> = row.try_get("", "modules")?;
    let tx = tx.with_modules(Modules::from_words(&modules));
    let created_at: DateTime<Utc> = row.try_get("", "created_at")?;
    let last_seen_at: DateTime<Utc> = row.try_get("", "last_seen_at")?;
    let idle_minutes: i32 = row.try_get("", "idle_minutes")?;
    let idle = now - last_seen_at;
    if now - created_at >= LONGEST || idle >= TimeDelta::minutes(idle_minutes.into()) {
        return Err(Error::SignedOut);
    }
    let support = support(&row)?;
    let may_be_here = match &support {
        Some(support) => now < support.ends_at,
        None => row.try_get("", "is_active")?,
    };
    if !may_be_here {
        return Err(Error::SignedOut);
    }
    if to.touch && idle >= TOUCH_INTERVAL {
        touch_session(&tx, session_ref.session, now).await?;
    }
    let member = member(&row).inspect_err(|_| {
        tracing::error!(clinic.id = %clinic.id, "a member's row could not be read");
    })?;
    let authenticated = Authenticated {
        session: session_ref.session,
        member,
        proved_at: row.try_get("", "proved_at")?,
        ends_at: created_at + LONGEST,
        idle_minutes,
        has_second_factor: row.try_get("", "has_second_factor")?,
        second_factor_required: row.try_get("", "second_factor_required")?,
        support,
        kiosk: row.try_get("", "kiosk_session_id")?,
    };
    Ok((tx, authenticated))
}

static QUERY: LazyLock<PreparedQuery> = LazyLock::new(|| PreparedQuery::new(sql::SESSION));

fn support(row: &QueryResult) -> Result<Option<Support>> {
    let operator: Option<String> = row.try_get("", "operator")?;
    let ends_at: Option<DateTime<Utc>> = row.try_get("", "leave_ends_at")?;
    Ok(operator.zip(ends_at).map(|(operator, ends_at)| Support { operator, ends_at }))
}

fn member(row: &QueryResult) -> Result<Member> {
    Ok(Member {
        id: row.try_get("", "id")?,
        first_name: row.try_get("", "first_name")?,
        last_name: row.try_get("", "last_name")?,
        email: row.try_get("", "email")?,
        role: row.try_get("", "role")?,
        is_owner: row.try_get("", "is_owner")?,
        is_confirmed: row.try_get("", "is_confirmed")?,
        license_number: row.try_get("", "license_number")?,
    })
}

/// Extends the session's idle time. Skips the update if the row is locked, because another request is doing the same update.
async fn touch_session(tx: &ClinicTx, session: Uuid, now: DateTime<Utc>) -> Result<()> {
    let unlocked = Entity::find_by_id(session)
        .select_only()
        .column(Column::Id)
        .filter(Column::LastSeenAt.lt(now))
        .lock_with_behavior(LockType::Update, LockBehavior::SkipLocked)
        .into_query();
    Entity::update_many()
        .col_expr(Column::LastSeenAt, Expr::value(now))
        .filter(Expr::col(Column::Id).eq(unlocked))
        .exec(tx)
        .await?;
    Ok(())
}
