//! A member of the team as a FHIR resource: members with a clinical role, and those who have examined, treated or been booked
//! before.

use chrono::NaiveDate;
use entity::{
    clinic::{
        appointment, exam,
        member::{Column, Entity, Model},
        treatment,
    },
    ids::{MemberId, PatientId},
    words::{ApiScope, MemberStatus, Role},
};
use sea_orm::{
    ColumnTrait, Condition, EntityTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait, Select,
    sea_query::{Expr, ExprTrait, Func, LikeExpr},
};
use serde::Serialize;

use super::{
    datatypes::{CodeableConcept, HumanName, Identifier, Period, Reference},
    outcome::Refusal,
    params::Search,
    patient::is_of,
    resource::{Batch, Cursor, Entry, Kind, Reader},
};
use base::error::Result;

/// The parameters of a search.
pub const PARAMETERS: [&str; 2] = ["_id", "name"];

const CLINICAL: [Role; 4] = [Role::Provider, Role::MedicalDirector, Role::Nurse, Role::MedicalAssistant];

#[derive(Debug, Serialize)]
pub struct Practitioner {
    #[serde(rename = "resourceType")]
    resource_type: &'static str,
    id: String,
    active: bool,
    name: [HumanName; 1],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    qualification: Vec<Qualification>,
}

#[derive(Debug, Serialize)]
struct Qualification {
    identifier: [Identifier; 1],
    code: CodeableConcept,
    #[serde(skip_serializing_if = "Option::is_none")]
    period: Option<Period>,
    #[serde(skip_serializing_if = "Option::is_none")]
    issuer: Option<Reference>,
}

impl Kind for Practitioner {
    const KIND: ApiScope = ApiScope::Practitioner;

    fn id(&self) -> &str {
        &self.id
    }
}

impl Practitioner {
    fn new(row: Model) -> Self {
        let until = |end: NaiveDate| Period { start: None, end: Some(end) };
        let license = row.license_number.map(|value| Qualification {
            identifier: [Identifier { used: None, system: None, value }],
            code: CodeableConcept::text(row.role.as_str()),
            period: row.license_expires_on.map(until),
            issuer: row
                .license_state
                .map(|state| Reference { reference: None, display: Some(state.as_str().to_owned()) }),
        });
        Self {
            resource_type: "Practitioner",
            id: row.id.to_string(),
            active: row.status == MemberStatus::Active && row.removed_at.is_none(),
            name: [HumanName {
                used: Some("official"),
                text: None,
                family: Some(row.last_name),
                given: vec![row.first_name],
            }],
            qualification: license.into_iter().collect(),
        }
    }

    fn entry(row: Model) -> Result<Entry> {
        Entry::new(Cursor::row(row.id), None, &Self::new(row))
    }
}

/// The members with a clinical role, and those whom a record names.
fn practitioners() -> Select<Entity> {
    Entity::find().filter(Condition::any().add(Column::Role.is_in(CLINICAL)).add(is_named(None)))
}

/// The condition that a record names the member: of this patient, or of any.
fn is_named(patient: Option<PatientId>) -> Condition {
    let exams = exam::Entity::find().select_only().column(exam::Column::ExaminerId);
    let treatments = treatment::Entity::find().select_only().column(treatment::Column::ProviderId);
    let appointments = appointment::Entity::find().select_only().column(appointment::Column::ProviderId);
    Condition::any()
        .add(Column::Id.in_subquery(exams.filter(is_of(exam::Column::PatientId, patient)).into_query()))
        .add(Column::Id.in_subquery(treatments.filter(is_of(treatment::Column::PatientId, patient)).into_query()))
        .add(Column::Id.in_subquery(appointments.filter(is_of(appointment::Column::PatientId, patient)).into_query()))
}

/// The member with this id, if any.
pub async fn with_id(reader: &Reader<'_>, id: MemberId) -> Result<Batch> {
    page(reader, practitioners().filter(Column::Id.eq(id)), None, 1).await
}

async fn page(reader: &Reader<'_>, found: Select<Entity>, after: Option<Cursor>, limit: usize) -> Result<Batch> {
    let found = match after {
        Some(after) => found.filter(Column::Id.gt(after.row)),
        None => found,
    };
    let rows = found.order_by_asc(Column::Id).limit(limit as u64 + 1).all(reader.tx).await?;
    Ok(Batch::take(rows.into_iter().map(Practitioner::entry).collect::<Result<_>>()?, limit))
}

/// A page of the members that match.
///
/// Fails if a parameter cannot be read.
pub async fn search(reader: &Reader<'_>, wanted: &Search) -> Result<Batch, Refusal> {
    let mut found = practitioners();
    if let Some(ids) = wanted.any("_id") {
        found = found.filter(Column::Id.is_in(ids.iter().filter_map(|id| id.parse::<i64>().ok())));
    }
    for word in wanted.all("name").flat_map(str::split_whitespace) {
        let beginning = LikeExpr::new(format!("{}%", literal(&word.to_lowercase()))).escape('\\');
        let begins = |column| Expr::from(Func::lower(Expr::col(column))).like(beginning.clone());
        found = found.filter(begins(Column::FirstName).or(begins(Column::LastName)));
    }
    Ok(page(reader, found, wanted.cursor()?, wanted.count).await?)
}

/// The members whom a patient's records name.
pub async fn of_patient(reader: &Reader<'_>, patient: PatientId, after: Option<Cursor>, limit: usize) -> Result<Batch> {
    page(reader, Entity::find().filter(is_named(Some(patient))), after, limit).await
}

/// Escapes the wildcards of LIKE.
fn literal(text: &str) -> String {
    text.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_")
}
