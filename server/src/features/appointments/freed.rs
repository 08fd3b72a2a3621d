//! Times that became free because their visit was cancelled, and that nobody has taken since.

use std::collections::{HashMap, HashSet};

use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use entity::{
    clinic::appointment::{Column, Entity, Model},
    ids::MemberId,
    words::AppointmentStatus,
};
use sea_orm::{
    ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect,
    sea_query::{Expr, ExprTrait, Query, SelectStatement},
};

use super::providers::providers;
use crate::{
    features::schedule::Timetable,
    foundation::{error::Result, tenancy::ClinicTx},
};

/// The most times that are looked at, the soonest first.
const MAX_ROWS: u64 = 50;

/// A time of a provider that is free again.
pub struct FreedTime {
    pub provider: MemberId,
    pub provider_name: String,
    pub starts_at: DateTime<Utc>,
    pub minutes: i32,
}

/// The times ahead of cancelled visits that are still free, by their start: the provider takes appointments and has none then, and
/// neither the clinic nor the provider is away.
///
/// # Errors
/// When the database is out of reach.
pub async fn freed_times(tx: &ClinicTx, zone: Tz, now: DateTime<Utc>) -> Result<Vec<FreedTime>> {
    let rows: Vec<Model> = Entity::find()
        .filter(Column::Status.eq(AppointmentStatus::Cancelled))
        .filter(Column::StartsAt.gt(now))
        .filter(Column::ProviderId.is_not_null())
        .filter(Expr::not_exists(taken()))
        .order_by_asc(Column::StartsAt)
        .order_by_asc(Column::Id)
        .limit(MAX_ROWS)
        .all(tx)
        .await?;
    let (Some(first), Some(last)) = (rows.first(), rows.last()) else { return Ok(Vec::new()) };
    let day = |at: DateTime<Utc>| at.with_timezone(&zone).date_naive();
    let plan = Timetable::read(tx, zone, day(first.starts_at)..=day(last.starts_at)).await?;
    let names: HashMap<_, _> = providers(tx).await?.into_iter().map(|choice| (choice.id, choice.name)).collect();
    let mut seen = HashSet::new();
    let freed = rows.into_iter().filter_map(|row| {
        let provider = row.provider_id?;
        let name = names.get(&provider)?;
        let times = row.starts_at..row.ends_at;
        let is_away = plan.closure(day(row.starts_at)).is_some()
            || plan.blocked_times(&times, Some(provider), row.resource_id).next().is_some();
        // One time may have been booked and cancelled twice.
        let is_new = !is_away && seen.insert((provider, row.starts_at));
        is_new.then(|| FreedTime {
            provider,
            provider_name: name.clone(),
            starts_at: row.starts_at,
            minutes: i32::try_from((row.ends_at - row.starts_at).num_minutes()).unwrap_or_default(),
        })
    });
    Ok(freed.collect())
}

/// Another appointment of the same provider in that time.
fn taken() -> SelectStatement {
    const OTHER: &str = "other";
    let other = |column| Expr::col((OTHER, column));
    let own = |column| Expr::col((Entity, column));
    Query::select()
        .expr(Expr::val(1))
        .from_as(Entity, OTHER)
        .and_where(other(Column::ProviderId).eq(own(Column::ProviderId)))
        .and_where(other(Column::Status).is_not_in(AppointmentStatus::FREE))
        .and_where(other(Column::StartsAt).lt(own(Column::EndsAt)))
        .and_where(other(Column::EndsAt).gt(own(Column::StartsAt)))
        .take()
}
