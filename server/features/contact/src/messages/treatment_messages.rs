//! The aftercare text of a treatment, and whether it was sent.

use chrono::{DateTime, NaiveDate, NaiveTime, Utc};
use chrono_tz::Tz;
use entity::{
    clinic::{
        appointment,
        message::{Column, Entity},
        patient, record_void, treatment,
    },
    ids::{PatientId, ServiceId, TreatmentId},
    words::MessageStatus,
};
use sea_orm::{ColumnTrait, EntityTrait, PaginatorTrait, QueryFilter, QuerySelect, QueryTrait};

use super::service_rules;
use base::{
    error::Result,
    local_time::{day_of, first_at},
};
use people::patients;
use tenancy::ClinicTx;

/// Whether the patient was sent, or is being sent, the aftercare of a treatment of this visit's service on the same day.
pub(super) async fn has_message(tx: &ClinicTx, visit: &appointment::Model, zone: Tz) -> Result<bool> {
    let Some(service) = visit.service_id else { return Ok(false) };
    let person = patients::person(tx, visit.patient_id).await?.id;
    Ok(count_treatment_messages(tx, person, service, Day::containing(visit.starts_at, zone), None).await? > 0)
}

/// A day in the clinic's time zone.
#[derive(Clone, Copy)]
pub(super) struct Day(pub(super) DateTime<Utc>, pub(super) DateTime<Utc>);

impl Day {
    pub(super) fn containing(at: DateTime<Utc>, zone: Tz) -> Self {
        let day = day_of(at, zone);
        let midnight = |day: NaiveDate| first_at(day.and_time(NaiveTime::MIN), zone);
        Self(midnight(day), midnight(day.succ_opt().unwrap_or(day)))
    }
}

/// How many aftercare messages there are for treatments of this service on this day, without the treatment `except`.
pub(super) async fn count_treatment_messages(
    tx: &ClinicTx,
    person: PatientId,
    service: ServiceId,
    Day(from, to): Day,
    except: Option<TreatmentId>,
) -> Result<u64> {
    use treatment::Column as Of;
    let mut treatments = treatment::Entity::find()
        .filter(Of::PatientId.in_subquery(patient::Entity::ids_of(person)))
        .filter(Of::ServiceId.eq(service))
        .filter(Of::CreatedAt.gte(from))
        .filter(Of::CreatedAt.lt(to));
    if let Some(except) = except {
        treatments = treatments.filter(Of::Id.ne(except));
    }
    let ids = treatments.select_only().column(Of::Id).into_query();
    let told =
        Entity::find().filter(Column::TreatmentId.in_subquery(ids)).filter(Column::Status.ne(MessageStatus::Dropped));
    Ok(told.count(tx).await?)
}

/// The aftercare text of a treatment's service. `None` if the service has none, or the treatment is void.
pub(super) async fn aftercare(tx: &ClinicTx, id: TreatmentId) -> Result<Option<String>> {
    let Some(row) = treatment::Entity::find_by_id(id).one(tx).await? else { return Ok(None) };
    let voided = record_void::Entity::find().filter(record_void::Column::TreatmentId.eq(id)).count(tx).await?;
    if voided > 0 {
        return Ok(None);
    }
    Ok(service_rules::find(tx, row.service_id).await?.and_then(|about| about.aftercare))
}
