//! Free times that match an entry of the waitlist.

use chrono::{DateTime, Utc};
use entity::ids::{MemberId, PatientId};
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    entries::{self, EntryWithNames},
    matches::is_match,
};
use crate::appointments;
use base::error::Result;
use practice::services;
use tenancy::Work;

/// A time that became free, and the matching entries.
#[derive(Debug, Serialize, ToSchema)]
pub struct TimeToOffer {
    provider_id: MemberId,
    provider_name: String,
    starts_at: DateTime<Utc>,
    minutes: i32,
    /// How many entries match the time.
    waiting: usize,
    /// The patient of the oldest entry.
    pub patient_id: PatientId,
    patient_name: String,
}

/// The most times in the list, the soonest first.
const MAX_OFFERS: usize = 50;

/// The free times by their start, until they are taken or past.
pub async fn times_to_offer(work: Work<'_>) -> Result<Vec<TimeToOffer>> {
    let waiting: Vec<EntryWithNames> = entries::waiting().into_model().all(work.tx).await?;
    if waiting.is_empty() {
        return Ok(Vec::new());
    }
    let mut offers = Vec::new();
    let lengths = services::lengths(work.tx).await?;
    for freed in appointments::freed_times(work).await? {
        if offers.len() == MAX_OFFERS {
            break;
        }
        let fits = |row: &&EntryWithNames| {
            let minutes = lengths.minutes(&row.entry.service, row.entry.service_id, Some(freed.provider));
            is_match(&row.entry, freed.starts_at, Some(freed.provider), work.zone())
                && minutes.is_some_and(|minutes| minutes <= freed.minutes)
        };
        let mut fitting = waiting.iter().filter(fits);
        let Some(first) = fitting.next() else { continue };
        offers.push(TimeToOffer {
            provider_id: freed.provider,
            provider_name: freed.provider_name,
            starts_at: freed.starts_at,
            minutes: freed.minutes,
            waiting: 1 + fitting.count(),
            patient_id: first.person_id,
            patient_name: format!("{} {}", first.first_name, first.last_name),
        });
    }
    Ok(offers)
}
