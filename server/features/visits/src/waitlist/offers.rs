//! Times that became free and that somebody waits for.

use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use entity::ids::{MemberId, PatientId};
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    entries::{self, EntryWithNames},
    matches::is_match,
};
use crate::{
    features::{appointments, services},
    foundation::{error::Result, tenancy::ClinicTx},
};

/// A time that became free, and who waits for one like it.
#[derive(Debug, Serialize, ToSchema)]
pub struct TimeToOffer {
    #[schema(value_type = i64)]
    provider_id: MemberId,
    provider_name: String,
    starts_at: DateTime<Utc>,
    minutes: i32,
    /// How many wait for a time like this.
    waiting: usize,
    /// Whoever waits longest.
    #[schema(value_type = i64)]
    pub patient_id: PatientId,
    patient_name: String,
}

/// The most times that are offered, the soonest first.
const MAX_OFFERS: usize = 50;

/// The times by their start, until they are taken or past.
///
/// # Errors
/// When the database is out of reach.
pub async fn times_to_offer(tx: &ClinicTx, zone: Tz, now: DateTime<Utc>) -> Result<Vec<TimeToOffer>> {
    let waiting: Vec<EntryWithNames> = entries::waiting().into_model().all(tx).await?;
    if waiting.is_empty() {
        return Ok(Vec::new());
    }
    let mut offers = Vec::new();
    let lengths = services::lengths(tx).await?;
    for freed in appointments::freed_times(tx, zone, now).await? {
        if offers.len() == MAX_OFFERS {
            break;
        }
        let fits = |row: &&EntryWithNames| {
            let minutes = lengths.minutes(&row.entry.service, row.entry.service_id, Some(freed.provider));
            is_match(&row.entry, freed.starts_at, Some(freed.provider), zone)
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
