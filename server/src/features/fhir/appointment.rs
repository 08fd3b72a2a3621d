//! An appointment as a FHIR resource.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, NaiveDate, Utc};
use entity::{
    clinic::{
        appointment::{Column, Entity, Model},
        exam, record_void, treatment,
    },
    ids::PatientId,
};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait, sea_query::Expr};
use serde::Serialize;

use super::{
    datatypes::{CodeableConcept, Instant, Reference},
    filter::Filter,
    patient::{is_of, survivors},
    resource::{Cursor, Entry, Part, Reader, Resource},
};
use crate::foundation::error::Result;

/// The parameters of a search.
pub const PARAMETERS: [&str; 3] = ["_id", "patient", "date"];

#[derive(Debug, Serialize)]
pub struct Appointment {
    #[serde(rename = "resourceType")]
    resource_type: &'static str,
    pub id: String,
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

impl Appointment {
    fn new(row: Model, patient: PatientId, was_seen: bool) -> Self {
        let takes_part = |actor| Participant { actor, status: "accepted" };
        let provider = row.provider_id.map(|id| takes_part(Reference::to("Practitioner", id)));
        Self {
            resource_type: "Appointment",
            id: row.id.to_string(),
            status: if was_seen { "fulfilled" } else { "booked" },
            service_type: [CodeableConcept::text(row.service.as_str())],
            start: Instant(row.starts_at),
            end: Instant(row.ends_at),
            created: Instant(row.created_at),
            comment: row.notes,
            participant: std::iter::once(takes_part(Reference::to("Patient", patient))).chain(provider).collect(),
        }
    }
}

/// A page of the appointments that match.
///
/// # Errors
/// When the database is out of reach.
pub async fn page(reader: &Reader<'_>, filter: &Filter, after: Option<Cursor>, limit: usize) -> Result<Part> {
    let found = Entity::find()
        .filter(is_of(Column::PatientId, filter.patient))
        .filter(filter.has_id(Column::Id))
        .filter(filter.is_at(&Expr::col(Column::StartsAt)))
        .filter(Column::Id.gt(after.map_or(i64::MIN, |after| after.row)));
    let rows = found.order_by_asc(Column::Id).limit(limit as u64 + 1).all(reader.tx).await?;
    let patients: BTreeSet<_> = rows.iter().map(|row| row.patient_id).collect();
    let person = survivors(reader, patients).await?;
    let seen = seen(reader, &rows, &person).await?;
    let entry = |row: Model| {
        let patient = person(row.patient_id);
        // An appointment that has not begun is booked, whatever else the patient came for that day.
        let was_seen = row.starts_at <= reader.now && seen.contains(&(patient, day(reader, row.starts_at)));
        let at = Cursor::row(row.id);
        Entry { at, patient: Some(patient), resource: Resource::Appointment(Appointment::new(row, patient, was_seen)) }
    };
    Ok(Part::cut(rows.into_iter().map(entry).collect(), limit))
}

fn day(reader: &Reader<'_>, at: DateTime<Utc>) -> NaiveDate {
    at.with_timezone(&reader.zone).date_naive()
}

/// On which days these patients were seen: an exam or a treatment was recorded and counts.
async fn seen(
    reader: &Reader<'_>,
    rows: &[Model],
    person: &impl Fn(PatientId) -> PatientId,
) -> Result<BTreeSet<(PatientId, NaiveDate)>> {
    // From the day before to the day after: in the clinic's zone a day begins up to a day apart.
    let day_long = chrono::TimeDelta::days(1);
    let begun = rows.iter().filter(|row| row.starts_at <= reader.now);
    let mut spans: BTreeMap<PatientId, (DateTime<Utc>, DateTime<Utc>)> = BTreeMap::new();
    for row in begun {
        let (from, to) = (row.starts_at - day_long, row.starts_at + day_long);
        spans
            .entry(person(row.patient_id))
            .and_modify(|span| *span = (span.0.min(from), span.1.max(to)))
            .or_insert((from, to));
    }
    let mut seen = BTreeSet::new();
    for (patient, (from, to)) in spans {
        let patient_id = Some(patient);
        let voided = record_void::Entity::find().select_only();
        let void_exams =
            voided.clone().column(record_void::Column::ExamId).filter(record_void::Column::ExamId.is_not_null());
        let exams = exam::Entity::find().select_only().column(exam::Column::CreatedAt);
        let exams = exams
            .filter(is_of(exam::Column::PatientId, patient_id))
            .filter(exam::Column::CreatedAt.between(from, to))
            .filter(exam::Column::Id.not_in_subquery(void_exams.into_query()));
        let void_treatments =
            voided.column(record_void::Column::TreatmentId).filter(record_void::Column::TreatmentId.is_not_null());
        let treatments = treatment::Entity::find().select_only().column(treatment::Column::CreatedAt);
        let treatments = treatments
            .filter(is_of(treatment::Column::PatientId, patient_id))
            .filter(treatment::Column::CreatedAt.between(from, to))
            .filter(treatment::Column::Id.not_in_subquery(void_treatments.into_query()));
        let mut times: Vec<DateTime<Utc>> = exams.into_tuple().all(reader.tx).await?;
        times.extend(treatments.into_tuple::<DateTime<Utc>>().all(reader.tx).await?);
        seen.extend(times.into_iter().map(|at| (patient, day(reader, at))));
    }
    Ok(seen)
}
