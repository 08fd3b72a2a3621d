//! Times that became free because a visit was canceled or moved, and that nobody has booked since.

use std::collections::{HashMap, HashSet};

use chrono::{DateTime, Utc};
use entity::{
    clinic::{appointment, appointment_event},
    ids::{MemberId, ResourceId},
    words::AppointmentStatus,
};
use sea_orm::{
    ColumnTrait, EntityTrait, FromQueryResult, QueryFilter, QueryOrder, QuerySelect,
    sea_query::{Expr, ExprTrait, Query, SelectStatement},
};

use super::providers::providers;
use base::error::Result;
use contact::schedule::Timetable;
use tenancy::{ClinicTx, Work};

/// The most times that are examined, the soonest first. Fewer are offered, because many fit nobody on the waitlist.
const MAX_ROWS: usize = 500;

/// A time of a provider that is free again.
pub struct FreedTime {
    pub provider: MemberId,
    pub provider_name: String,
    pub starts_at: DateTime<Utc>,
    pub minutes: i32,
}

/// A time that a visit has left.
#[derive(FromQueryResult)]
struct LeftTime {
    provider: MemberId,
    starts_at: DateTime<Utc>,
    ends_at: DateTime<Utc>,
    /// The room or device of the visit, if known.
    resource: Option<ResourceId>,
}

/// Upcoming times that became free and still are, by their start. The provider takes appointments and has none at that
/// time, and neither the clinic nor the provider is away.
pub async fn freed_times(work: Work<'_>) -> Result<Vec<FreedTime>> {
    let Work { tx, now, .. } = work;
    let names: HashMap<_, _> = providers(tx).await?.into_iter().map(|choice| (choice.id, choice.name)).collect();
    let mut left = of_cancelled(tx, names.keys().copied(), now).await?;
    left.extend(of_moved(tx, names.keys().copied(), now).await?);
    // If two times have the same start, the longer one comes first and is kept.
    left.sort_by_key(|time| (time.starts_at, std::cmp::Reverse(time.ends_at), time.provider));
    left.truncate(MAX_ROWS);
    let (Some(first), Some(last)) = (left.first(), left.last()) else { return Ok(Vec::new()) };
    let days = work.day_of(first.starts_at)..=work.day_of(last.starts_at);
    let plan = Timetable::read(tx, work.zone(), days).await?;
    let mut seen = HashSet::new();
    let freed = left.into_iter().filter_map(|time| {
        let name = names.get(&time.provider)?;
        let times = time.starts_at..time.ends_at;
        let is_away = plan.closure(work.day_of(time.starts_at)).is_some()
            || plan.blocked_times(&times, Some(time.provider), time.resource).next().is_some();
        // One time may have been booked and left twice.
        let is_new = !is_away && seen.insert((time.provider, time.starts_at));
        is_new.then(|| FreedTime {
            provider: time.provider,
            provider_name: name.clone(),
            starts_at: time.starts_at,
            minutes: i32::try_from((time.ends_at - time.starts_at).num_minutes()).unwrap_or_default(),
        })
    });
    Ok(freed.collect())
}

async fn of_cancelled(
    tx: &ClinicTx,
    providers: impl Iterator<Item = MemberId>,
    now: DateTime<Utc>,
) -> Result<Vec<LeftTime>> {
    use appointment::{Column, Entity};
    let own = |column| Expr::col((Entity, column));
    let left = Entity::find()
        .select_only()
        .column_as(Column::ProviderId, "provider")
        .columns([Column::StartsAt, Column::EndsAt])
        .column_as(Column::ResourceId, "resource")
        .filter(Column::Status.eq(AppointmentStatus::Cancelled))
        .filter(Column::StartsAt.gt(now))
        .filter(Column::ProviderId.is_in(providers))
        .filter(Expr::not_exists(taken(own(Column::ProviderId), own(Column::StartsAt), own(Column::EndsAt))))
        .order_by_asc(Column::StartsAt)
        .order_by_asc(Column::Id)
        .limit(MAX_ROWS as u64)
        .into_model()
        .all(tx)
        .await?;
    Ok(left)
}

/// The times that moved visits have left. A visit that was moved by less than its length still occupies its former time.
async fn of_moved(
    tx: &ClinicTx,
    providers: impl Iterator<Item = MemberId>,
    now: DateTime<Utc>,
) -> Result<Vec<LeftTime>> {
    use appointment_event::{Column, Entity};
    let own = |column| Expr::col((Entity, column));
    let is_taken = taken(own(Column::FormerProviderId), own(Column::FormerStartsAt), own(Column::FormerEndsAt));
    let rows: Vec<(MemberId, DateTime<Utc>, DateTime<Utc>)> = Entity::find()
        .select_only()
        .columns([Column::FormerProviderId, Column::FormerStartsAt, Column::FormerEndsAt])
        .filter(Column::FormerEndsAt.is_not_null())
        .filter(Column::FormerProviderId.is_in(providers))
        .filter(Column::FormerStartsAt.gt(now))
        .filter(Expr::not_exists(is_taken))
        .order_by_asc(Column::FormerStartsAt)
        .order_by_asc(Column::Id)
        .limit(MAX_ROWS as u64)
        .into_tuple()
        .all(tx)
        .await?;
    let left = rows.into_iter().map(|(provider, starts_at, ends_at)| LeftTime {
        provider,
        starts_at,
        ends_at,
        resource: None,
    });
    Ok(left.collect())
}

/// Selects an appointment of this provider in that time.
fn taken(provider: Expr, starts_at: Expr, ends_at: Expr) -> SelectStatement {
    use appointment::Column;
    const OTHER: &str = "other";
    let other = |column| Expr::col((OTHER, column));
    Query::select()
        .expr(Expr::val(1))
        .from_as(appointment::Entity, OTHER)
        .and_where(other(Column::ProviderId).eq(provider))
        .and_where(other(Column::Status).is_not_in(AppointmentStatus::FREE))
        .and_where(other(Column::StartsAt).lt(ends_at))
        .and_where(other(Column::EndsAt).gt(starts_at))
        .take()
}
