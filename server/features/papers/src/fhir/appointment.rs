//! An appointment as a FHIR resource.

use std::collections::BTreeSet;

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use entity::{
    clinic::{
        appointment::{Column, Entity, Model},
        exam, record_void, treatment,
    },
    ids::PatientId,
    words::{ApiScope, AppointmentStatus},
};
use sea_orm::{
    ColumnTrait, EntityTrait, QueryFilter, QuerySelect, QueryTrait,
    sea_query::{Expr, Order},
};
use serde::Serialize;

use super::{
    datatypes::{CodeableConcept, Instant, Reference},
    filter::Filter,
    patient::{is_of, same_persons, survivors},
    resource::{Batch, Cursor, Entry, Kind, Reader},
};
use base::{error::Result, local_time::day_of};
use http_api::page::{PageRows, fetch_page, key, octets};

/// The parameters of a search.
pub const PARAMETERS: [&str; 4] = ["_id", "patient", "subject", "date"];

#[derive(Debug, Serialize)]
pub struct Appointment {
    #[serde(rename = "resourceType")]
    resource_type: &'static str,
    id: String,
    status: &'static str,
    #[serde(rename = "serviceType")]
    service_type: [CodeableConcept; 1],
    start: Instant,
    end: Instant,
    created: Instant,
    #[serde(skip_serializing_if = "Option::is_none")]
    comment: Option<String>,
    participant: Vec<Participant>,
}

#[derive(Debug, Serialize)]
struct Participant {
    actor: Reference,
    status: &'static str,
}

/// FHIR's status. If a clinic does not record arrivals, a visit counts as fulfilled if something was recorded that day.
fn status(status: AppointmentStatus, was_seen: bool) -> &'static str {
    match status {
        AppointmentStatus::Booked | AppointmentStatus::Confirmed if was_seen => "fulfilled",
        AppointmentStatus::Booked | AppointmentStatus::Confirmed => "booked",
        AppointmentStatus::Arrived | AppointmentStatus::InRoom => "arrived",
        AppointmentStatus::Completed => "fulfilled",
        AppointmentStatus::NoShow => "noshow",
        AppointmentStatus::Cancelled => "cancelled",
    }
}

impl Kind for Appointment {
    const KIND: ApiScope = ApiScope::Appointment;

    fn id(&self) -> &str {
        &self.id
    }
}

impl Appointment {
    fn new(row: Model, patient: PatientId, was_seen: bool) -> Self {
        let takes_part = |actor| Participant { actor, status: "accepted" };
        let provider = row.provider_id.map(|id| takes_part(Reference::to("Practitioner", id)));
        Self {
            resource_type: "Appointment",
            id: row.id.to_string(),
            // Requested online, and not answered yet.
            status: if row.requested_at.is_some() { "pending" } else { status(row.status, was_seen) },
            service_type: [CodeableConcept::text(row.service)],
            start: Instant(row.starts_at),
            end: Instant(row.ends_at),
            created: Instant(row.created_at),
            comment: row.notes,
            participant: std::iter::once(takes_part(Reference::to("Patient", patient))).chain(provider).collect(),
        }
    }
}

/// A page of the appointments that match. It may be shorter than the limit, because notes may be long.
pub async fn page(reader: &Reader<'_>, filter: &Filter, after: Option<Cursor>, limit: usize) -> Result<Batch> {
    let found = Entity::find()
        .filter(is_of(Column::PatientId, filter.patient))
        .filter(filter.has_id(Column::Id))
        .filter(filter.is_at(&Expr::col(Column::StartsAt)))
        .filter(Column::Id.gt(after.map_or(i64::MIN, |after| after.row)));
    let by_id = [key(Column::Id, Order::Asc)];
    let PageRows { rows, has_next }: PageRows<Model> =
        fetch_page(reader.tx, found, by_id, [octets(Column::Notes)], limit as u64).await?;
    let person = survivors(reader, rows.iter().map(|row| row.patient_id).collect()).await?;
    let seen_on = days_seen(reader, &rows, &person).await?;
    let entry = |row: Model| {
        let patient = person(row.patient_id);
        // An appointment that has not begun is booked, even if the patient came for another reason that day.
        let was_seen = row.starts_at <= reader.now && seen_on.contains(&(patient, day(reader, row.starts_at)));
        Entry::new(Cursor::row(row.id), Some(patient), &Appointment::new(row, patient, was_seen))
    };
    Ok(Batch::new(rows.into_iter().map(entry).collect::<Result<_>>()?, has_next))
}

fn day(reader: &Reader<'_>, at: DateTime<Utc>) -> NaiveDate {
    day_of(at, reader.zone)
}

/// The days on which the patients of these appointments were seen: an exam or a treatment was recorded and is not void.
async fn days_seen(
    reader: &Reader<'_>,
    rows: &[Model],
    person: &impl Fn(PatientId) -> PatientId,
) -> Result<BTreeSet<(PatientId, NaiveDate)>> {
    let begun: Vec<_> = rows.iter().filter(|row| row.starts_at <= reader.now).collect();
    let times = || begun.iter().map(|row| row.starts_at);
    let (Some(first), Some(last)) = (times().min(), times().max()) else { return Ok(BTreeSet::new()) };
    // From the day before to the day after, because days in the clinic's zone begin up to a day apart from UTC.
    let (from, to) = (first - TimeDelta::days(1), last + TimeDelta::days(1));
    let persons = same_persons(reader, begun.iter().map(|row| person(row.patient_id)).collect()).await?;
    let void = record_void::Entity::find().select_only();
    let void_exams = void.clone().column(record_void::Column::ExamId).filter(record_void::Column::ExamId.is_not_null());
    let void_treatments =
        void.column(record_void::Column::TreatmentId).filter(record_void::Column::TreatmentId.is_not_null());
    let exams = exam::Entity::find()
        .select_only()
        .columns([exam::Column::PatientId, exam::Column::CreatedAt])
        .filter(exam::Column::PatientId.is_in(persons.keys().copied()))
        .filter(exam::Column::CreatedAt.between(from, to))
        .filter(exam::Column::Id.not_in_subquery(void_exams.into_query()));
    let treatments = treatment::Entity::find()
        .select_only()
        .columns([treatment::Column::PatientId, treatment::Column::CreatedAt])
        .filter(treatment::Column::PatientId.is_in(persons.keys().copied()))
        .filter(treatment::Column::CreatedAt.between(from, to))
        .filter(treatment::Column::Id.not_in_subquery(void_treatments.into_query()));
    let mut found: Vec<(PatientId, DateTime<Utc>)> = exams.into_tuple().all(reader.tx).await?;
    found.extend(treatments.into_tuple::<(PatientId, DateTime<Utc>)>().all(reader.tx).await?);
    let days = found.into_iter().filter_map(|(id, at)| Some((*persons.get(&id)?, day(reader, at))));
    Ok(days.collect())
}
