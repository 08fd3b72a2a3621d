//! How a call of the booking page begins.

use entity::{clinic::clinic_module, words::Module};
use sea_orm::{EntityTrait, QuerySelect, sea_query::LockType};

use crate::{
    features::settings::is_module_on,
    foundation::{
        error::{Error, Result},
        tenancy::{ClinicTx, Visitor},
    },
};

/// Enters the clinic, as long as it takes bookings online.
///
/// # Errors
/// [`Error::NotFound`] while the module is off: a clinic without it has no such page.
pub(super) async fn open(visitor: &Visitor) -> Result<ClinicTx> {
    let tx = visitor.enter().await?;
    if is_module_on(&tx, Module::OnlineBooking).await? { Ok(tx) } else { Err(Error::NotFound) }
}

/// Serializes visitors that count against a limit: two at once would both find room below it.
///
/// # Errors
/// When the database is out of reach.
pub(super) async fn one_at_a_time(tx: &ClinicTx) -> Result<()> {
    let row = clinic_module::Entity::find_by_id(Module::OnlineBooking);
    row.lock(LockType::NoKeyUpdate).one(tx).await?;
    Ok(())
}
