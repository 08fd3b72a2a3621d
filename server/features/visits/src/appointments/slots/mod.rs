//! Free times for a service: within the provider's hours, outside of closed days, blocked times and appointments.

mod free;
mod occupied;
#[cfg(test)]
mod tests;

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use chrono_tz::Tz;
use entity::ids::{MemberId, ResourceId};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

use self::free::{Search, free};
use super::{
    providers::{ProviderChoice, check_performs, providers},
    slot::Slot,
};
use base::{
    error::{Error, Result},
    local_time::start_of,
    permission::AppointmentCreate,
};
use contact::schedule::{self, Timetable};
use http_api::{Json, Query, fields::in_our_time, state::App};
use practice::services::{self, ChosenService};
use tenancy::{ClinicTx, Ctx, Done, Subject, Work};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_free_slots))
}

/// The most slots of one answer.
const MAX_SLOTS: usize = 200;

const MAX_DAYS: i64 = 31;
const DEFAULT_DAYS: i64 = 7;

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct Params {
    /// A service of the clinic's catalog, or of the fixed list while it has none. Default: Botox.
    service: Option<String>,
    /// Only with this provider. Default: everybody who performs the service.
    #[param(value_type = Option<i64>)]
    provider_id: Option<MemberId>,
    /// Only while this room or device is free.
    #[param(value_type = Option<i64>)]
    resource_id: Option<ResourceId>,
    /// The first day in the clinic's time zone, or a time, such as `next_from` of an earlier answer. Default: now.
    from: Option<String>,
    /// How many days, at most 31. Default: 7.
    days: Option<i64>,
}

/// A time at which a provider is free.
#[derive(Debug, Serialize, ToSchema)]
struct FreeSlot {
    starts_at: DateTime<Utc>,
    ends_at: DateTime<Utc>,
    provider_id: MemberId,
    provider_name: String,
}

/// Free times, the earliest first.
#[derive(Debug, Serialize, ToSchema)]
struct FreeSlots {
    #[schema(max_items = 200)]
    slots: Vec<FreeSlot>,
    /// `from` of the next call, which continues where this answer ends.
    next_from: DateTime<Utc>,
}

/// Lists free times for a service, in steps of a quarter of an hour and at most 200.
#[utoipa::path(get, path = "/api/appointments/slots", tag = "appointments", params(Params), responses((status = OK, body = FreeSlots)))]
async fn list_free_slots(ctx: Ctx<AppointmentCreate>, Query(wanted): Query<Params>) -> Result<Done<Json<FreeSlots>>> {
    let days = wanted.days.unwrap_or(DEFAULT_DAYS);
    if !(1..=MAX_DAYS).contains(&days) {
        return Err(Error::field("days", "must be a number from 1 to 31"));
    }
    let from = from(wanted.from.as_deref(), ctx.clinic.time_zone)?.unwrap_or(ctx.now).max(ctx.now);
    let service = services::choose(&ctx.tx, "service", wanted.service).await?;
    let resource = match wanted.resource_id {
        Some(resource) => Some(schedule::bookable(&ctx.tx, resource).await?.id),
        None => None,
    };
    let providers = performing(&ctx.tx, &service, wanted.provider_id).await?;
    let ids = providers.iter().map(|provider| provider.id).collect();
    let search = TimesWanted { service, providers: ids, resource, from, days };
    let OpenTimes { times: found, next_from } = open_times(ctx.work(), search).await?;
    let name = |id: MemberId| {
        let named = providers.iter().find(|provider| provider.id == id);
        named.map(|provider| provider.name.clone()).unwrap_or_default()
    };
    let slots = found.into_iter().map(|(slot, provider)| FreeSlot {
        starts_at: slot.starts_at,
        ends_at: slot.ends_at,
        provider_id: provider,
        provider_name: name(provider),
    });
    ctx.done(Subject::nobody(), Json(FreeSlots { slots: slots.collect(), next_from })).await
}

/// The criteria for free times.
pub struct TimesWanted {
    pub service: ChosenService,
    /// Slots with the same start are listed in this order.
    pub providers: Vec<MemberId>,
    pub resource: Option<ResourceId>,
    /// No slot starts earlier.
    pub from: DateTime<Utc>,
    /// How many days, starting with the day of `from`.
    pub days: i64,
}

/// Free times and their providers, the earliest first.
pub struct OpenTimes {
    pub times: Vec<(Slot, MemberId)>,
    /// Where the next search continues.
    pub next_from: DateTime<Utc>,
}

/// Searches for free times. Times that visitors of the booking page hold are not free.
pub async fn open_times(work: Work<'_>, wanted: TimesWanted) -> Result<OpenTimes> {
    let (Work { tx, now, .. }, zone) = (work, work.zone());
    let TimesWanted { service, providers, resource, from, days } = wanted;
    let first = work.day_of(from);
    let last = first + TimeDelta::days(days - 1);
    let plan = Timetable::read(tx, zone, first..=last).await?;
    let days_after = start_of(last + TimeDelta::days(1), zone);
    let mut taken = occupied::between(tx, &providers, resource, from..days_after).await?;
    taken.extend(occupied::held(tx, &providers, from..days_after, now).await?);
    let buffer_minutes = services::spacing(tx, service.id).await?.buffer_minutes;
    let search = Search { minutes: service.minutes, buffer_minutes, providers, resource, from };
    let mut times = free(&plan, &taken, &search, first..=last, MAX_SLOTS);
    let next_from = truncate_slots(&mut times).unwrap_or(days_after);
    Ok(OpenTimes { times, next_from })
}

/// Reads the start of a search: a day, a local time, or an instant.
pub fn from(text: Option<&str>, zone: Tz) -> Result<Option<DateTime<Utc>>> {
    let Some(text) = text else { return Ok(None) };
    let Ok(day) = text.parse::<NaiveDate>() else { return schedule::instant("from", text, zone).map(Some) };
    in_our_time("from", Some(day))?;
    Ok(Some(start_of(day, zone)))
}

/// The providers who could be booked: the wanted one, or everybody who performs the service.
async fn performing(tx: &ClinicTx, service: &ChosenService, wanted: Option<MemberId>) -> Result<Vec<ProviderChoice>> {
    if let Some(wanted) = wanted {
        let chosen = super::providers::chosen(tx, wanted).await?;
        check_performs(tx, wanted, service.id, &service.name).await?;
        return Ok(vec![chosen]);
    }
    let named = services::performers(tx, service.id).await?;
    let mut everybody = providers(tx).await?;
    everybody.retain(|provider| named.as_ref().is_none_or(|named| named.contains(&provider.id)));
    Ok(everybody)
}

/// Keeps at most [`MAX_SLOTS`] slots, and all or none of the slots with the same start, unless these alone are more.
/// Returns the start of the first slot that is left out.
fn truncate_slots(found: &mut Vec<(Slot, MemberId)>) -> Option<DateTime<Utc>> {
    let next = found.get(MAX_SLOTS)?.0.starts_at;
    found.truncate(MAX_SLOTS);
    let whole = found.partition_point(|(slot, _)| slot.starts_at < next);
    if whole == 0 {
        return Some(next + free::STEP);
    }
    found.truncate(whole);
    Some(next)
}
