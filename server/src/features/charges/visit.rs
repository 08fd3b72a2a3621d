//! The visit of charges, whose person is locked: whatever is written about the charges of one person happens one after the other.

use chrono::NaiveDate;
use entity::{
    clinic::{appointment, charge_dispute, patient},
    ids::AppointmentId,
};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};

use super::{watch::of_visit, wire::ChargeWatch};
use crate::{
    features::patients,
    foundation::{
        error::{Error, Result},
        http::fields::Day,
        permission::EstimateWrite,
        tenancy::{ClinicTx, Ctx, Subject},
    },
};

/// A visit about whose charges a call notes something. Its person is locked.
pub(super) struct LockedVisit {
    visit: appointment::Model,
    person: patient::Model,
}

impl LockedVisit {
    /// # Errors
    /// [`Error::NotFound`] when there is no such visit in this clinic.
    pub async fn of(ctx: &Ctx<EstimateWrite>, id: AppointmentId) -> Result<Self> {
        let visit = appointment::Entity::find_by_id(id).one(&ctx.tx).await?.ok_or(Error::NotFound)?;
        let person = patients::locked_person(&ctx.tx, visit.patient_id).await?;
        Ok(Self { visit, person })
    }

    /// What the call answers once it is noted: the charges of the visit, and whom it is about.
    ///
    /// # Errors
    /// When the database is out of reach.
    pub async fn noted(self, ctx: &Ctx<EstimateWrite>) -> Result<(Subject, ChargeWatch)> {
        let watch = of_visit(&ctx.tx, &self.visit, &self.person, (ctx.now, ctx.clinic.time_zone)).await?;
        Ok((Subject::patient(self.person.id).and(self.visit.id), watch))
    }
}

/// A day that has come, by the clinic's calendar.
///
/// # Errors
/// About the field, when the day is in the future.
pub(super) fn day_until_today(ctx: &Ctx<EstimateWrite>, field: &'static str, Day(day): Day) -> Result<NaiveDate> {
    if day > ctx.now.with_timezone(&ctx.clinic.time_zone).date_naive() {
        return Err(Error::field(field, "must not be in the future"));
    }
    Ok(day)
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
