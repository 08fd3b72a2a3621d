//! Taking a time for an appointment: what is unusual about it is confirmed first, and a provider who is booked is booked
//! again only if that was allowed.

use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use entity::{
    clinic::patient,
    ids::{AppointmentId, MemberId},
};

use super::{
    PROVIDER_IS_TAKEN,
    slot::{self, Slot},
    unusual,
};
use crate::foundation::{
    error::{Error, Result},
    http::Confirmed,
    tenancy::ClinicTx,
};

/// Whom and when an appointment would occupy.
pub(super) struct Wish<'a> {
    pub(super) patient: &'a patient::Model,
    pub(super) provider: Option<MemberId>,
    pub(super) slot: Slot,
    pub(super) allow_overlap: bool,
    pub(super) confirmed: Option<Confirmed>,
    /// The appointment that is moved, which does not stand in its own way.
    pub(super) moved: Option<AppointmentId>,
}

/// What was found about a time that was taken.
pub(super) struct Claimed {
    /// Whether the provider is booked at that time, which was allowed.
    pub(super) is_over_another: bool,
    /// The codes of the warnings that were confirmed.
    pub(super) warnings: Vec<String>,
}

/// Locks the provider, so that nobody else takes the time until the transaction ends.
///
/// # Errors
/// `unconfirmed` with what is unusual, as far as it was not confirmed; `double_booked` when the provider is booked and
/// that was not allowed.
pub(super) async fn claim(tx: &ClinicTx, zone: Tz, now: DateTime<Utc>, wish: Wish<'_>) -> Result<Claimed> {
    let Wish { patient, provider, slot, allow_overlap, confirmed, moved } = wish;
    let mut warnings = match confirmed {
        Some(_) => unusual::warnings(tx, zone, now, patient, slot, moved).await?,
        None => Vec::new(),
    };
    let is_booked = match provider {
        Some(provider) => {
            slot::hold_provider(tx, provider).await?;
            slot::is_provider_booked(tx, provider, slot, moved).await?
        }
        None => false,
    };
    let is_taken = is_booked && !allow_overlap;
    let mut codes: Vec<_> = warnings.iter().map(|warning| warning.code.to_owned()).collect();
    if is_booked {
        codes.insert(0, unusual::provider_is_taken().code.to_owned());
    }
    if let Some(confirmed) = confirmed {
        if is_taken {
            warnings.insert(0, unusual::provider_is_taken());
        }
        confirmed.covers(warnings)?;
    }
    if is_taken {
        return Err(double_booked());
    }
    Ok(Claimed { is_over_another: is_booked, warnings: codes })
}

pub(super) fn double_booked() -> Error {
    Error::conflict("double_booked", PROVIDER_IS_TAKEN)
}
