//! The times that appointments occupy.

use std::ops::Range;

use chrono::{DateTime, TimeDelta, Utc};
use entity::{
    clinic::{
        appointment::{Column, Entity},
        booking_hold, service,
    },
    ids::{MemberId, ResourceId},
    words::AppointmentStatus,
};
use sea_orm::{ColumnTrait, Condition, EntityTrait, JoinType, QueryFilter, QuerySelect, sea_query::Expr};

use base::error::Result;
use tenancy::ClinicTx;

/// The time that an appointment occupies, with the buffer after it.
pub(super) struct OccupiedTime {
    pub(super) provider: Option<MemberId>,
    pub(super) resource: Option<ResourceId>,
    pub(super) times: Range<DateTime<Utc>>,
}

type Row = (Option<MemberId>, Option<ResourceId>, DateTime<Utc>, DateTime<Utc>, Option<i32>);

/// The occupied times of these providers and this resource.
pub(super) async fn between(
    tx: &ClinicTx,
    providers: &[MemberId],
    resource: Option<ResourceId>,
    times: Range<DateTime<Utc>>,
) -> Result<Vec<OccupiedTime>> {
    let of_resource = resource.map(|resource| Column::ResourceId.eq(resource));
    let of = Condition::any().add(Column::ProviderId.is_in(providers.iter().copied())).add_option(of_resource);
    let service = Entity::belongs_to(service::Entity).from(Column::ServiceId).to(service::Column::Id);
    let rows: Vec<Row> = Entity::find()
        .filter(of)
        .filter(Column::Status.is_not_in(AppointmentStatus::FREE))
        .filter(Column::StartsAt.gt(times.start - TimeDelta::days(1)))
        .filter(Column::StartsAt.lt(times.end))
        .join(JoinType::LeftJoin, service.into())
        .select_only()
        .columns([Column::ProviderId, Column::ResourceId, Column::StartsAt, Column::EndsAt])
        .expr(Expr::col((service::Entity, service::Column::BufferMinutes)))
        .into_tuple()
        .all(tx)
        .await?;
    let taken = |(provider, resource, starts_at, ends_at, buffer): Row| {
        let until = ends_at + TimeDelta::minutes(buffer.unwrap_or_default().into());
        OccupiedTime { provider, resource, times: starts_at..until }
    };
    Ok(rows.into_iter().map(taken).collect())
}

/// The times of these providers that visitors of the booking page hold.
pub(super) async fn held(
    tx: &ClinicTx,
    providers: &[MemberId],
    times: Range<DateTime<Utc>>,
    now: DateTime<Utc>,
) -> Result<Vec<OccupiedTime>> {
    use booking_hold::Column;
    let held = booking_hold::Entity::live(now)
        .filter(Column::ProviderId.is_in(providers.iter().copied()))
        .filter(Column::StartsAt.lt(times.end))
        .filter(Column::EndsAt.gt(times.start));
    let taken = |row: booking_hold::Model| OccupiedTime {
        provider: Some(row.provider_id),
        resource: None,
        times: row.starts_at..row.ends_at,
    };
    Ok(held.all(tx).await?.into_iter().map(taken).collect())
}
