//! A treatment as a FHIR resource.

use std::collections::HashMap;

use entity::{
    clinic::{
        addendum, record_void,
        treatment::{Column, Entity, Model},
    },
    ids::{PatientId, TreatmentId},
};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, sea_query::Expr};
use serde::Serialize;

use super::{
    datatypes::{Annotation, CodeableConcept, Instant, Reference},
    filter::Filter,
    patient::{is_of, survivors},
    resource::{Cursor, Entry, Part, Reader, Resource},
};
use crate::foundation::error::Result;

/// The parameters of a search.
pub const PARAMETERS: [&str; 3] = ["_id", "patient", "date"];

#[derive(Debug, Serialize)]
pub struct Procedure {
    #[serde(rename = "resourceType")]
    resource_type: &'static str,
    pub id: String,
    status: &'static str,
    #[serde(rename = "statusReason", skip_serializing_if = "Option::is_none")]
    status_reason: Option<CodeableConcept>,
    code: CodeableConcept,
    subject: Reference,
    #[serde(rename = "performedDateTime")]
    performed: Instant,
    performer: [Performer; 1],
    #[serde(rename = "bodySite", skip_serializing_if = "Vec::is_empty")]
    body_site: Vec<CodeableConcept>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    note: Vec<Annotation>,
}

#[derive(Debug, Serialize)]
struct Performer {
    actor: Reference,
}

impl Procedure {
    fn new(row: Model, patient: PatientId, void: Option<&record_void::Model>, addenda: Vec<addendum::Model>) -> Self {
        let used = used(&row).map(Annotation::text);
        let added = addenda.into_iter().map(|addendum| Annotation {
            author: Some(addendum.signer.name),
            time: Some(Instant(addendum.created_at)),
            text: format!("Addendum ({}): {}", addendum.reason, addendum.text),
        });
        Self {
            resource_type: "Procedure",
            id: row.id.to_string(),
            status: if void.is_some() { "entered-in-error" } else { "completed" },
            status_reason: void.map(|void| CodeableConcept::text(&*void.reason)),
            code: CodeableConcept::text(row.treatment_type.as_str()),
            subject: Reference::to("Patient", patient),
            performed: Instant(row.created_at),
            performer: [Performer {
                actor: Reference::to("Practitioner", row.provider_id).named(row.signer.map(|signer| signer.name)),
            }],
            body_site: row.areas.map(CodeableConcept::text).into_iter().collect(),
            note: row.notes.map(Annotation::text).into_iter().chain(used).chain(added).collect(),
        }
    }
}

/// What was used, in words: R4 has no element for it that needs no product of its own.
fn used(row: &Model) -> Option<String> {
    let parts = [
        row.units.map(|units| format!("Units: {}", units.normalize())),
        row.lot.as_ref().map(|lot| format!("Lot: {lot}")),
        row.volumes_ml.as_ref().map(|volumes| format!("Volumes (mL): {volumes}")),
    ];
    let parts: Vec<_> = parts.into_iter().flatten().collect();
    (!parts.is_empty()).then(|| parts.join("; "))
}

/// A page of the treatments that match.
///
/// # Errors
/// When the database is out of reach.
pub async fn page(reader: &Reader<'_>, filter: &Filter, after: Option<Cursor>, limit: usize) -> Result<Part> {
    let found = Entity::find()
        .filter(is_of(Column::PatientId, filter.patient))
        .filter(filter.has_id(Column::Id))
        .filter(filter.is_at(&Expr::col(Column::CreatedAt)))
        .filter(Column::Id.gt(after.map_or(i64::MIN, |after| after.row)));
    let rows = found.order_by_asc(Column::Id).limit(limit as u64 + 1).all(reader.tx).await?;
    let ids: Vec<_> = rows.iter().map(|row| row.id).collect();
    let voids = voids(reader, &ids).await?;
    let mut addenda = addenda(reader, &ids).await?;
    let person = survivors(reader, rows.iter().map(|row| row.patient_id).collect()).await?;
    let entry = |row: Model| {
        let (at, patient) = (Cursor::row(row.id), person(row.patient_id));
        let added = addenda.remove(&row.id).unwrap_or_default();
        let void = voids.get(&row.id);
        let resource = Resource::Procedure(Box::new(Procedure::new(row, patient, void, added)));
        Entry { at, patient: Some(patient), resource }
    };
    Ok(Part::cut(rows.into_iter().map(entry).collect(), limit))
}

async fn voids(reader: &Reader<'_>, ids: &[TreatmentId]) -> Result<HashMap<TreatmentId, record_void::Model>> {
    let of_these = record_void::Column::TreatmentId.is_in(ids.iter().copied());
    let rows = record_void::Entity::find().filter(of_these).all(reader.tx).await?;
    Ok(rows.into_iter().filter_map(|row| Some((row.treatment_id?, row))).collect())
}

async fn addenda(reader: &Reader<'_>, ids: &[TreatmentId]) -> Result<HashMap<TreatmentId, Vec<addendum::Model>>> {
    let of_these = addendum::Column::TreatmentId.is_in(ids.iter().copied());
    let rows = addendum::Entity::find().filter(of_these).order_by_asc(addendum::Column::Id).all(reader.tx).await?;
    let mut found: HashMap<_, Vec<_>> = HashMap::new();
    for row in rows {
        if let Some(id) = row.treatment_id {
            found.entry(id).or_default().push(row);
        }
    }
    Ok(found)
}
