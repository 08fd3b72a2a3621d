//! The beginning of each call of the booking page.

use entity::{clinic::clinic_module, words::Module};
use sea_orm::{EntityTrait, QuerySelect, sea_query::LockType};

use base::error::{Error, Result};
use tenancy::{ClinicTx, Visitor};

/// Enters the clinic if it takes bookings online.
///
/// # Errors
/// [`Error::NotFound`] while the module is off, because the clinic then has no such page.
pub(super) async fn open(visitor: &Visitor) -> Result<ClinicTx> {
    let tx = visitor.enter().await?;
    if tx.has_module(Module::OnlineBooking).await? { Ok(tx) } else { Err(Error::NotFound) }
}

/// Serializes visitors that count against a limit. Otherwise two at once would both be below it.
pub(super) async fn one_at_a_time(tx: &ClinicTx) -> Result<()> {
    let row = clinic_module::Entity::find_by_id(Module::OnlineBooking);
    row.lock(LockType::NoKeyUpdate).one(tx).await?;
    Ok(())
}
