//! The times to which patients can move their own visits, if the clinic allows that: the times of online booking.

use chrono::{DateTime, Utc};
use entity::{
    clinic::appointment,
    words::{AppointmentStatus, Module},
};

use super::settings::{self, BookableService, bookable, window};
use base::error::Result;
use practice::services;
use tenancy::Work;
use visits::appointments::{OpenTimes, TimesWanted, open_times};

/// How a patient may move a visit.
pub struct PatientsMove {
    wanted: TimesWanted,
    /// The latest possible start.
    last: DateTime<Utc>,
    starts_at: DateTime<Utc>,
}

/// How the patient may move this visit. `None` if the clinic has to be asked: it does not allow moves or takes no online
/// bookings, the visit is neither booked nor confirmed, its request is not answered yet, it begins sooner than one can be booked, or its service or provider cannot
/// be booked online.
pub async fn patients_move(work: Work<'_>, visit: &appointment::Model) -> Result<Option<PatientsMove>> {
    use AppointmentStatus::{Booked, Confirmed};
    let Work { tx, now, .. } = work;
    if visit.requested_at.is_some() || !matches!(visit.status, Booked | Confirmed) {
        return Ok(None);
    }
    let settings = settings::current(tx).await?;
    let (first, last) = window(&settings, now);
    let is_allowed = settings.patients_move && visit.starts_at >= first;
    if !is_allowed || !tx.has_module(Module::OnlineBooking).await? {
        return Ok(None);
    }
    let offers = bookable(tx, &settings).await?;
    let is_its = |offer: &BookableService| match visit.service_id {
        Some(_) => offer.service.id == visit.service_id,
        None => offer.service.name == visit.service,
    };
    let Some(offer) = offers.into_iter().find(is_its) else { return Ok(None) };
    let providers: Vec<_> = offer
        .providers
        .iter()
        .map(|provider| provider.id)
        .filter(|id| visit.provider_id.is_none_or(|own| own == *id))
        .collect();
    if providers.is_empty() {
        return Ok(None);
    }
    let mut service = services::choose(tx, "service", Some(offer.service.name)).await?;
    // The visit keeps its length, as when the desk moves it.
    service.minutes = i32::try_from((visit.ends_at - visit.starts_at).num_minutes()).unwrap_or(service.minutes);
    let wanted = TimesWanted { service, providers, resource: visit.resource_id, from: first, days: 1 };
    Ok(Some(PatientsMove { wanted, last, starts_at: visit.starts_at }))
}

impl PatientsMove {
    /// The free times of so many days, the earliest first and each once, and the time at which to continue.
    pub async fn times(
        self,
        work: Work<'_>,
        from: Option<DateTime<Utc>>,
        days: i64,
    ) -> Result<(Vec<DateTime<Utc>>, Option<DateTime<Utc>>)> {
        let Self { wanted, last, starts_at } = self;
        let from = from.map_or(wanted.from, |from| from.max(wanted.from));
        if from > last {
            return Ok((Vec::new(), None));
        }
        let OpenTimes { times, next_from } = open_times(work, TimesWanted { from, days, ..wanted }).await?;
        let mut times: Vec<_> = times.into_iter().map(|(slot, _)| slot.starts_at).collect();
        times.dedup();
        times.retain(|at| *at <= last && *at != starts_at);
        Ok((times, Some(next_from).filter(|next| *next <= last)))
    }

    /// Whether the visit can begin at this time.
    pub async fn has(self, work: Work<'_>, at: DateTime<Utc>) -> Result<bool> {
        let (times, _) = self.times(work, Some(at), 1).await?;
        Ok(times.contains(&at))
    }
}
