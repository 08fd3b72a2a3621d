//! Claims a time for an appointment. Warnings must be confirmed first. A provider is double-booked only if the request allows
//! it, a room or a device never.

use entity::{clinic::resource, words::ResourceKind};
use sea_orm::DbErr;

use super::{PROVIDER_IS_TAKEN, proposal::Proposal, slot, warnings};
use base::error::{Error, OnConstraint, Result};
use http_api::Confirmed;
use tenancy::Work;

/// The result of claiming a time.
pub(super) struct ClaimedSlot {
    /// Whether the provider has another appointment at that time, which the request allows.
    pub(super) is_over_another: bool,
    /// The codes of the warnings that were confirmed.
    pub(super) warnings: Vec<String>,
}

/// Locks the provider and the resource, so that nobody else takes the time until the transaction ends.
///
/// # Errors
/// `resource_booked` if the room or the device is booked. `unconfirmed` with the warnings that were not confirmed.
/// `double_booked` if the provider is booked and the request does not allow an overlap.
pub(super) async fn reserve_slot(
    work: Work<'_>,
    proposal: &Proposal<'_>,
    confirmed: Option<Confirmed>,
) -> Result<ClaimedSlot> {
    let tx = work.tx;
    let mut warnings = match confirmed {
        Some(_) => warnings::check(work, proposal).await?,
        None => Vec::new(),
    };
    let is_booked = match proposal.provider {
        Some(provider) => {
            slot::hold_provider(tx, provider).await?;
            slot::is_provider_booked(tx, provider, proposal.slot, proposal.moved).await?
        }
        None => false,
    };
    if let Some(resource) = proposal.resource
        && slot::is_resource_booked(tx, resource.id, proposal.slot, proposal.moved).await?
    {
        return Err(resource_booked(Some(resource)));
    }
    let is_taken = is_booked && !proposal.allow_overlap;
    let mut codes = warnings::codes(&warnings);
    if is_booked {
        codes.insert(0, warnings::provider_is_taken().code.to_owned());
    }
    if let Some(confirmed) = confirmed {
        if is_taken {
            warnings.insert(0, warnings::provider_is_taken());
        }
        confirmed.covers(warnings)?;
    }
    if is_taken {
        return Err(double_booked());
    }
    Ok(ClaimedSlot { is_over_another: is_booked, warnings: codes })
}

pub(super) fn double_booked() -> Error {
    Error::conflict("double_booked", PROVIDER_IS_TAKEN)
}

pub(super) fn resource_booked(resource: Option<&resource::Model>) -> Error {
    let is_device = resource.is_some_and(|resource| resource.kind == ResourceKind::Device);
    let kind = if is_device { "device" } else { "room" };
    Error::conflict("resource_booked", format!("This {kind} is booked at that time."))
}

/// Maps the database constraints that refuse the second of two requests for the same time.
///
/// # Errors
/// `double_booked` or `resource_booked` if such a constraint refused the write.
pub(super) fn map_conflict<T>(written: Result<T, DbErr>, resource: Option<&resource::Model>) -> Result<T> {
    written
        .on_constraint("appointment_provider_free", double_booked)
        .on_constraint("appointment_resource_free", || resource_booked(resource))
}
