//! The visit of charges, whose person is locked: whatever is written about the charges of one person happens one after the other.

use entity::{
    clinic::{appointment, charge_dispute, patient},
    ids::AppointmentId,
};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};

use crate::{
    features::patients,
    foundation::{
        error::{Error, Result},
        tenancy::ClinicTx,
    },
};

/// # Errors
/// [`Error::NotFound`] when there is none in this clinic.
pub(super) async fn locked(tx: &ClinicTx, id: AppointmentId) -> Result<(appointment::Model, patient::Model)> {
    let visit = appointment::Entity::find_by_id(id).one(tx).await?.ok_or(Error::NotFound)?;
    let person = patients::locked_person(tx, visit.patient_id).await?;
    Ok((visit, person))
}

/// The open dispute of a visit.
///
/// # Errors
/// When the database is out of reach.
pub(super) async fn open_dispute(tx: &ClinicTx, id: AppointmentId) -> Result<Option<charge_dispute::Model>> {
    use charge_dispute::{Column, Entity};
    let open = Entity::find().filter(Column::AppointmentId.eq(id)).filter(Column::ClosedAt.is_null());
    Ok(open.one(tx).await?)
}

/// # Errors
/// `disputed` while a dispute of the visit is open.
pub(super) async fn refuse_frozen(tx: &ClinicTx, id: AppointmentId) -> Result<()> {
    if open_dispute(tx, id).await?.is_none() {
        return Ok(());
    }
    let sentence =
        "The client disputes the charges of this visit. Close the dispute before anything is charged or voided.";
    Err(Error::conflict("disputed", sentence))
}
