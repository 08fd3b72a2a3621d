//! A treatment as a FHIR resource.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use entity::{
    clinic::{
        Signer, addendum, record_void,
        treatment::{Column, Entity},
    },
    ids::{MemberId, PatientId, TreatmentId},
    words::ApiScope,
};
use rust_decimal::Decimal;
use sea_orm::{
    ColumnTrait, DerivePartialModel, EntityTrait, PartialModelTrait, QueryFilter, QueryOrder, QuerySelect,
    sea_query::{Expr, ExprTrait, Func, Order, Query},
};
use serde::Serialize;

use super::{
    datatypes::{Annotation, CodeableConcept, Instant, Reference},
    filter::Filter,
    patient::{is_of, survivors},
    resource::{Batch, Cursor, Entry, Kind, Reader},
};
use base::error::Result;
use http_api::page::{PageRows, fetch_page, key, octets, octets_of};

/// The parameters of a search.
pub const PARAMETERS: [&str; 4] = ["_id", "patient", "subject", "date"];

#[derive(Debug, Serialize)]
pub struct Procedure {
    #[serde(rename = "resourceType")]
    resource_type: &'static str,
    id: String,
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

/// A treatment without its picture.
#[derive(DerivePartialModel)]
#[sea_orm(entity = "Entity")]
struct Row {
    id: TreatmentId,
    patient_id: PatientId,
    provider_id: MemberId,
    treatment_type: String,
    areas: Option<String>,
    notes: Option<String>,
    units: Option<Decimal>,
    lot: Option<String>,
    volumes_ml: Option<String>,
    created_at: DateTime<Utc>,
    signer: Option<Signer>,
}

/// An addendum without its picture.
#[derive(DerivePartialModel)]
#[sea_orm(entity = "addendum::Entity")]
struct Addendum {
    treatment_id: Option<TreatmentId>,
    reason: String,
    text: String,
    created_at: DateTime<Utc>,
    signer: Signer,
}

impl Kind for Procedure {
    const KIND: ApiScope = ApiScope::Procedure;

    fn id(&self) -> &str {
        &self.id
    }
}

impl Procedure {
    fn new(row: Row, patient: PatientId, void: Option<&record_void::Model>, addenda: Vec<Addendum>) -> Self {
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
            code: CodeableConcept::text(row.treatment_type),
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

/// The products used, in words. R4 has no element for them without a separate product resource.
fn used(row: &Row) -> Option<String> {
    let parts = [
        row.units.map(|units| format!("Units: {}", units.normalize())),
        row.lot.as_ref().map(|lot| format!("Lot: {lot}")),
        row.volumes_ml.as_ref().map(|volumes| format!("Volumes (mL): {volumes}")),
    ];
    let parts: Vec<_> = parts.into_iter().flatten().collect();
    (!parts.is_empty()).then(|| parts.join("; "))
}

/// The total length of a treatment's addenda.
fn octets_added() -> Expr {
    let column = |column| Expr::col((addendum::Entity, column));
    let length = octets_of(column(addendum::Column::Text)).add(octets_of(column(addendum::Column::Reason)));
    let own = column(addendum::Column::TreatmentId).equals((Entity, Column::Id));
    let added = Query::select().expr(Func::sum(length)).from(addendum::Entity).and_where(own).take();
    Func::coalesce([Expr::from(added), Expr::val(0)]).into()
}

/// A page of the treatments that match. It may be shorter than the limit, because notes and addenda may be long.
pub async fn page(reader: &Reader<'_>, filter: &Filter, after: Option<Cursor>, limit: usize) -> Result<Batch> {
    let found = Entity::find()
        .filter(is_of(Column::PatientId, filter.patient))
        .filter(filter.has_id(Column::Id))
        .filter(filter.is_at(&Expr::col(Column::CreatedAt)))
        .filter(Column::Id.gt(after.map_or(i64::MIN, |after| after.row)));
    let (by_id, texts) = ([key(Column::Id, Order::Asc)], [octets(Column::Notes), octets_added()]);
    let found = Row::select_cols(found.select_only());
    let PageRows { rows, has_next }: PageRows<Row> = fetch_page(reader.tx, found, by_id, texts, limit as u64).await?;
    let ids: Vec<_> = rows.iter().map(|row| row.id).collect();
    let voids = voids(reader, &ids).await?;
    let mut addenda = addenda(reader, &ids).await?;
    let person = survivors(reader, rows.iter().map(|row| row.patient_id).collect()).await?;
    let entry = |row: Row| {
        let (at, patient) = (Cursor::row(row.id), person(row.patient_id));
        let added = addenda.remove(&row.id).unwrap_or_default();
        let void = voids.get(&row.id);
        Entry::new(at, Some(patient), &Procedure::new(row, patient, void, added))
    };
    Ok(Batch::new(rows.into_iter().map(entry).collect::<Result<_>>()?, has_next))
}

async fn voids(reader: &Reader<'_>, ids: &[TreatmentId]) -> Result<HashMap<TreatmentId, record_void::Model>> {
    let of_these = record_void::Column::TreatmentId.is_in(ids.iter().copied());
    let rows = record_void::Entity::find().filter(of_these).all(reader.tx).await?;
    Ok(rows.into_iter().filter_map(|row| Some((row.treatment_id?, row))).collect())
}

async fn addenda(reader: &Reader<'_>, ids: &[TreatmentId]) -> Result<HashMap<TreatmentId, Vec<Addendum>>> {
    let of_these = addendum::Column::TreatmentId.is_in(ids.iter().copied());
    let found = addendum::Entity::find().filter(of_these).order_by_asc(addendum::Column::Id);
    let rows: Vec<Addendum> = found.into_partial_model().all(reader.tx).await?;
    let mut found: HashMap<_, Vec<_>> = HashMap::new();
    for row in rows {
        if let Some(id) = row.treatment_id {
            found.entry(id).or_default().push(row);
        }
    }
    Ok(found)
}
