//! Warns about a service that is booked again too soon, or too near to the provider's neighboring appointments.

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use entity::{
    clinic::{
        appointment::{Column, Entity},
        member, patient, service,
    },
    words::AppointmentStatus,
};
use sea_orm::{ColumnTrait, EntityTrait, JoinType, QueryFilter, QueryOrder, QuerySelect, QueryTrait, sea_query::Expr};

use super::{
    super::{
        proposal::Proposal,
        slot::{Slot, with_buffer},
    },
    text::{from_to, warning},
};
use base::{
    date_format::short_date,
    error::{Result, Warning},
    local_time::start_of,
};
use practice::services;
use tenancy::Work;

/// Warns if the patient has the same service on a day nearer than the catalog's interval. Only appointments are
/// searched, because the person who books may not have the right to see treatments.
pub(in super::super) async fn too_early_again(work: Work<'_>, proposal: &Proposal<'_>) -> Result<Option<Warning>> {
    let (tx, zone) = (work.tx, work.zone());
    let Some(service) = proposal.service else { return Ok(None) };
    let Some(days) = services::spacing(tx, proposal.service).await?.interval_days else { return Ok(None) };
    let date = work.day_of(proposal.slot.starts_at);
    let apart = TimeDelta::days(days.into());
    let bounds = (date.checked_sub_signed(apart), date.checked_add_signed(apart));
    let (Some(before), Some(after)) = bounds else { return Ok(None) };
    let same = Entity::find()
        .filter(Column::PatientId.in_subquery(patient::Entity::ids_of(proposal.patient.id)))
        .filter(Column::ServiceId.eq(service))
        .filter(Column::Status.is_not_in(AppointmentStatus::FREE))
        .apply_if(proposal.moved, |found, moved| found.filter(Column::Id.ne(moved)))
        .filter(Column::StartsAt.gte(start_of(before + TimeDelta::days(1), zone)))
        .filter(Column::StartsAt.lt(start_of(after, zone)))
        .order_by_asc(Column::StartsAt)
        .all(tx)
        .await?;
    let distance = |other: NaiveDate| (other - date).num_days().abs();
    let nearest = same.into_iter().min_by_key(|other| distance(work.day_of(other.starts_at)));
    Ok(nearest.map(|other| {
        let (name, on) = (proposal.patient.full_name(), short_date(work.day_of(other.starts_at)));
        let sentence =
            format!("{name} is booked for {} on {on}: less than {} before or after.", other.service, in_days(days));
        warning("interval", sentence)
    }))
}

fn in_days(days: i32) -> String {
    if days == 1 { "1 day".to_owned() } else { format!("{days} days") }
}

/// The start, end and service of an appointment, and its buffer in minutes.
type Neighbour = (DateTime<Utc>, DateTime<Utc>, String, Option<i32>);

/// Warns if the time between this appointment and the provider's neighboring ones is less than the catalog's buffer. An
/// overlap is another warning.
pub(super) async fn without_buffer(work: Work<'_>, proposal: &Proposal<'_>) -> Result<Option<Warning>> {
    let tx = work.tx;
    let Some(provider) = proposal.provider else { return Ok(None) };
    let own = services::spacing(tx, proposal.service).await?.buffer_minutes;
    let slot = proposal.slot;
    let service = Entity::belongs_to(service::Entity).from(Column::ServiceId).to(service::Column::Id);
    let near: Vec<Neighbour> = Entity::find()
        .filter(Column::ProviderId.eq(provider))
        .filter(Column::Status.is_not_in(AppointmentStatus::FREE))
        .apply_if(proposal.moved, |found, moved| found.filter(Column::Id.ne(moved)))
        .filter(Column::StartsAt.gt(slot.starts_at - TimeDelta::days(1)))
        .filter(Column::StartsAt.lt(with_buffer(slot, own).ends_at))
        .join(JoinType::LeftJoin, service.into())
        .select_only()
        .columns([Column::StartsAt, Column::EndsAt, Column::Service])
        .expr(Expr::col((service::Entity, service::Column::BufferMinutes)))
        .order_by_asc(Column::StartsAt)
        .into_tuple()
        .all(tx)
        .await?;
    let too_near = near.into_iter().find_map(|(starts_at, ends_at, service, buffer)| {
        let other = Slot { starts_at, ends_at };
        let buffer = buffer.unwrap_or_default();
        let follows = other.starts_at >= slot.ends_at && other.starts_at < with_buffer(slot, own).ends_at;
        let precedes = other.ends_at <= slot.starts_at && with_buffer(other, buffer).ends_at > slot.starts_at;
        if follows { Some((other, service, own)) } else { precedes.then_some((other, service, buffer)) }
    });
    let Some((other, service, minutes)) = too_near else { return Ok(None) };
    let provider = member::Entity::find_by_id(provider).one(tx).await?;
    let name = provider.map_or_else(|| "The provider".to_owned(), |row| row.full_name());
    let times = from_to(other, work.zone());
    let sentence = format!("{name} has {service} {times}: less than the {minutes} minutes that are kept between.");
    Ok(Some(warning("buffer", sentence)))
}
