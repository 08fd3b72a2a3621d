//! The visit of charges. Its person is locked, so that writes about the charges of one person happen one after the other.

use chrono::NaiveDate;
use entity::{
    clinic::{appointment, charge_dispute, patient},
    ids::{AppointmentId, PatientId},
};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QuerySelect, QueryTrait};

use super::{compare_to_estimate::of_visit, wire::ChargeWatch};
use base::{
    error::{Error, Result},
    permission::EstimateWrite,
};
use http_api::fields::Day;
use people::patients;
use tenancy::{ClinicTx, Ctx, Subject};

/// A visit that a call records something about. Its person is locked.
pub(super) struct LockedVisit {
    visit: appointment::Model,
    person: patient::Model,
}

impl LockedVisit {
    /// # Errors
    /// [`Error::NotFound`] if this clinic has no such visit.
    pub async fn of(ctx: &Ctx<EstimateWrite>, id: AppointmentId) -> Result<Self> {
        let visit = appointment::Entity::find_by_id(id).one(&ctx.tx).await?.ok_or(Error::NotFound)?;
        let person = patients::locked_person(&ctx.tx, visit.patient_id).await?;
        Ok(Self { visit, person })
    }

    /// The answer after a change: the subject of the audit row, and the charges of the visit.
    pub async fn noted(self, ctx: &Ctx<EstimateWrite>) -> Result<(Subject, ChargeWatch)> {
        let watch = of_visit(ctx.work(), &self.visit, &self.person).await?;
        Ok((Subject::patient(self.person.id).and(self.visit.id), watch))
    }
}

/// Checks that a day is not in the future, by the clinic's calendar.
pub(super) fn day_until_today(ctx: &Ctx<EstimateWrite>, field: &'static str, Day(day): Day) -> Result<NaiveDate> {
    if day > ctx.today() {
        return Err(Error::field(field, "must not be in the future"));
    }
    Ok(day)
}

/// The open dispute of a visit.
pub(super) async fn open_dispute(tx: &ClinicTx, id: AppointmentId) -> Result<Option<charge_dispute::Model>> {
    use charge_dispute::{Column, Entity};
    let open = Entity::find().filter(Column::AppointmentId.eq(id)).filter(Column::ClosedAt.is_null());
    Ok(open.one(tx).await?)
}

/// Refuses to charge or to void while the visit has an open dispute. Without a visit, refuses while any visit of the person has one, because the
/// charge could be for that visit.
///
/// # Errors
/// `disputed` if such a dispute is open.
pub(super) async fn refuse_frozen(tx: &ClinicTx, person: PatientId, visit: Option<AppointmentId>) -> Result<()> {
    let Some(id) = visit else { return refuse_any_frozen(tx, person).await };
    if open_dispute(tx, id).await?.is_none() {
        return Ok(());
    }
    let sentence =
        "The client disputes the charges of this visit. Close the dispute before anything is charged or voided.";
    Err(Error::conflict("disputed", sentence))
}

async fn refuse_any_frozen(tx: &ClinicTx, person: PatientId) -> Result<()> {
    use charge_dispute::{Column, Entity};
    let visits = appointment::Entity::find()
        .select_only()
        .column(appointment::Column::Id)
        .filter(appointment::Column::PatientId.in_subquery(patient::Entity::ids_of_person(person)));
    let open = Entity::find()
        .filter(Column::ClosedAt.is_null())
        .filter(Column::AppointmentId.in_subquery(visits.into_query()));
    if open.one(tx).await?.is_none() {
        return Ok(());
    }
    let sentence =
        "The client disputes the charges of a visit. Close the dispute, or choose the visit that this charge is for.";
    Err(Error::conflict("disputed", sentence))
}
