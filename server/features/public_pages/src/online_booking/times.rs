//! The times that a visitor can choose from.

use chrono::{DateTime, Utc};
use entity::{clinic::booking_setting, ids::MemberId};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    enter::open,
    settings::{self, BookableService, bookable, window},
};
use base::error::{Error, Result};
use http_api::{Json, Query, state::App};
use practice::services::{self, ChosenService};
use tenancy::{ClinicTx, Done, Visitor, Work};
use visits::appointments::{OpenTimes, ProviderChoice, Slot, TimesWanted, open_times, search_from};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_booking_times))
}

const MAX_DAYS: i64 = 7;

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct Params {
    /// One of the offered services.
    service: String,
    /// Only times with this provider. Default: any provider.
    #[param(value_type = Option<i64>)]
    provider_id: Option<MemberId>,
    /// The first day in the clinic's time zone, or the time at which to continue. Default: as early as the clinic allows.
    from: Option<String>,
}

/// The free times of at most seven days, the earliest first.
#[derive(Debug, Serialize, ToSchema)]
struct BookingTimes {
    #[schema(max_items = 200)]
    times: Vec<DateTime<Utc>>,
    /// The value of `from` for the next call; null if there are no later times.
    next_from: Option<DateTime<Utc>>,
}

/// A visitor's choice from the offer.
pub(super) struct Choice {
    pub(super) service: ChosenService,
    pub(super) providers: Vec<ProviderChoice>,
}

/// Looks up a visitor's choice.
///
/// Fails if the service or the provider is not offered.
pub(super) async fn choice(
    tx: &ClinicTx,
    settings: &booking_setting::Model,
    service: &str,
    provider: Option<MemberId>,
) -> Result<Choice> {
    let all = bookable(tx, settings).await?;
    let chosen = all.into_iter().find(|bookable| bookable.service.name == service);
    let BookableService { service, mut providers } =
        chosen.ok_or_else(|| Error::field("service", "is not offered online any more. Please choose another one"))?;
    if let Some(wanted) = provider.filter(|_| settings.chooses_provider) {
        providers.retain(|provider| provider.id == wanted);
        if providers.is_empty() {
            return Err(Error::field("provider_id", "is not offered for this service. Please choose somebody else"));
        }
    }
    let service = services::choose(tx, "service", Some(service.name)).await?;
    Ok(Choice { service, providers })
}

/// The free times for a choice.
pub(super) async fn free_times(
    work: Work<'_>,
    settings: &booking_setting::Model,
    choice: &Choice,
    from: DateTime<Utc>,
    days: i64,
) -> Result<OpenTimes> {
    let (first, last) = window(settings, work.now);
    let wanted = TimesWanted {
        service: choice.service.clone(),
        providers: choice.providers.iter().map(|provider| provider.id).collect(),
        resource: None,
        from: from.max(first),
        days,
    };
    let mut open = open_times(work, wanted).await?;
    open.times.retain(|(slot, _): &(Slot, MemberId)| slot.starts_at <= last);
    Ok(open)
}

/// Lists free times of seven days, each once, with any provider.
#[utoipa::path(get, path = "/api/book/slots", tag = "booking", params(Params), responses((status = OK, body = BookingTimes)))]
async fn list_booking_times(visitor: Visitor, Query(wanted): Query<Params>) -> Result<Done<Json<BookingTimes>>> {
    let tx = open(&visitor).await?;
    let settings = settings::current(&tx).await?;
    let from = search_from(wanted.from.as_deref(), visitor.clinic.time_zone)?.unwrap_or(visitor.now);
    let (_, last) = window(&settings, visitor.now);
    let choice = choice(&tx, &settings, &wanted.service, wanted.provider_id).await?;
    let OpenTimes { times, next_from } = if from > last {
        OpenTimes { times: Vec::new(), next_from: from }
    } else {
        free_times(visitor.work(&tx), &settings, &choice, from, MAX_DAYS).await?
    };
    let mut times: Vec<_> = times.into_iter().map(|(slot, _)| slot.starts_at).collect();
    times.dedup();
    let next_from = (next_from <= last).then_some(next_from);
    visitor.done_unaudited(tx, Json(BookingTimes { times, next_from })).await
}
