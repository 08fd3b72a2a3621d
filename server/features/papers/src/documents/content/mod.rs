//! The content of a document about a record: values for the template and, in an export, for other programs. A time is
//! `{"$at": ...}` and a day `{"$day": ...}` until `super::letterhead` formats them for people or programs.

mod adverse_events;
mod appointment;
mod charges;
mod consent;
mod corrections;
mod correspondence;
mod estimate;
mod exam;
mod history;
mod issued_estimates;
mod patient;
mod statement;
mod treatment;
mod values;

pub(super) use consent::{event_in_words, signature_value};
pub(super) use estimate::signed_version;
pub(super) use exam::value as exam_value;
pub(super) use treatment::value as treatment_value;
pub(super) use values::{at, day, hex};

use chrono_tz::Tz;
use entity::{
    clinic::{
        appointment as appointments, consent as consents, estimate as estimates, exam as exams, patient as people,
        treatment as treatments,
    },
    ids::{EstimateId, PatientId},
    words::DocumentKind,
};
use sea_orm::{ColumnTrait, EntityTrait, PrimaryKeyTrait, QueryFilter, QuerySelect};
use serde_json::Value;

use ::people::patients;
use base::{
    error::{Error, Result},
    permission::Grants,
};
use tenancy::ClinicTx;
use values::picture;

/// The content of a document.
pub struct Content {
    pub title: String,
    pub person: people::Model,
    pub value: Value,
}

/// The record that a document is about.
#[derive(Clone, Copy)]
pub struct Which {
    pub kind: DocumentKind,
    pub record: i64,
    /// The version of an estimate. `None` means the newest.
    pub version: Option<i32>,
}

/// The reader of a document.
#[derive(Clone, Copy)]
pub struct Reader {
    pub grants: Grants,
    pub zone: Tz,
    /// Whether the document includes parts that the role does not see on the screen.
    pub sees_all: bool,
}

impl Reader {
    /// The reader of an export. Whoever may request an export receives all of it.
    pub const fn of_everything(grants: Grants, zone: Tz) -> Self {
        Self { grants, zone, sees_all: true }
    }
}

/// Adds the values of a record that an export holds but a print does not.
pub async fn more(tx: &ClinicTx, kind: DocumentKind, record: i64, mut value: Value) -> Result<Value> {
    match kind {
        DocumentKind::Estimate => {
            value["versions"] = estimate::versions(tx, record.into()).await?.into();
            value["issued"] = issued_estimates::documents(tx, record.into()).await?.into();
        }
        DocumentKind::Appointment => {
            value["events"] = appointment::events(tx, record.into()).await?.into();
            value["chart_not_needed"] = appointment::chart_not_needed(tx, record.into()).await?;
        }
        DocumentKind::Patient => {
            value["note_versions"] = history::notes(tx, record.into()).await?.into();
            value["merged"] = patient::merged(tx, record.into()).await?.into();
            value["messages"] = correspondence::messages(tx, record.into()).await?.into();
            value["follow_ups"] = correspondence::follow_ups(tx, record.into()).await?.into();
            value["clinical_history"] = history::clinical(tx, record.into()).await?.into();
            value["changes"] = history::changes(tx, record.into()).await?.into();
            value["health_changes"] = history::health_changes(tx, record.into()).await?.into();
            value["reminders"] = correspondence::reminders(tx, record.into()).await?.into();
            value["waitlist"] = correspondence::waitlist(tx, record.into()).await?.into();
            value["booked_online"] = correspondence::booked_online(tx, record.into()).await?.into();
        }
        _ => {}
    }
    Ok(value)
}

/// The patient of a requested record. The number of a merged patient is refused, as when the record is read, because its
/// records print under the survivor.
///
/// # Errors
/// [`Error::NotFound`] if this clinic has no such record. `merged` for the number of a merged patient.
pub(super) async fn asked_about(tx: &ClinicTx, kind: DocumentKind, record: i64) -> Result<people::Model> {
    match kind {
        DocumentKind::Patient | DocumentKind::Statement | DocumentKind::Export => {
            patients::existing(tx, record.into()).await
        }
        _ => person_of(tx, kind, record).await,
    }
}

/// Checks that the estimate has this version.
///
/// # Errors
/// [`Error::NotFound`] if it has no such version.
pub(super) async fn has_version(tx: &ClinicTx, id: EstimateId, number: i32) -> Result<()> {
    let version = estimates::Entity::versions(id).filter(estimates::Column::Version.eq(number));
    version.one(tx).await?.map(|_| ()).ok_or(Error::NotFound)
}

/// The patient of a record. For a merged record, the survivor.
///
/// # Errors
/// [`Error::NotFound`] if this clinic has no such record.
async fn person_of(tx: &ClinicTx, kind: DocumentKind, record: i64) -> Result<people::Model> {
    let id = match kind {
        DocumentKind::Exam => column::<exams::Entity>(tx, record.into(), exams::Column::PatientId).await?,
        DocumentKind::Treatment => {
            column::<treatments::Entity>(tx, record.into(), treatments::Column::PatientId).await?
        }
        DocumentKind::Consent => column::<consents::Entity>(tx, record.into(), consents::Column::PatientId).await?,
        DocumentKind::Appointment => {
            column::<appointments::Entity>(tx, record.into(), appointments::Column::PatientId).await?
        }
        DocumentKind::Estimate => {
            let newest = estimates::Entity::versions(EstimateId::from(record)).one(tx).await?;
            newest.map(|row| row.patient_id)
        }
        DocumentKind::Patient | DocumentKind::Statement | DocumentKind::Export => Some(record.into()),
    };
    patients::person(tx, id.ok_or(Error::NotFound)?).await
}

async fn column<E: EntityTrait>(
    tx: &ClinicTx,
    id: <E::PrimaryKey as PrimaryKeyTrait>::ValueType,
    column: E::Column,
) -> Result<Option<PatientId>> {
    Ok(E::find_by_id(id).select_only().column(column).into_tuple().one(tx).await?)
}

/// The content of a document about a record.
///
/// # Errors
/// [`Error::NotFound`] if this clinic has no such record, or if the kind is not a single document.
pub async fn gather(tx: &ClinicTx, reader: Reader, which: Which) -> Result<Content> {
    let Which { kind, record, version } = which;
    let person = person_of(tx, kind, record).await?;
    let (title, value) = match kind {
        DocumentKind::Exam => ("Good Faith Exam".to_owned(), exam::value(tx, reader.zone, record.into()).await?),
        DocumentKind::Treatment => ("Treatment record".to_owned(), treatment::value(tx, record.into()).await?),
        DocumentKind::Consent => consent::value(tx, record.into()).await?,
        DocumentKind::Estimate => {
            ("Good Faith Estimate".to_owned(), estimate::value(tx, reader, record.into(), version).await?)
        }
        DocumentKind::Patient => ("Patient record".to_owned(), patient::value(tx, reader, &person).await?),
        DocumentKind::Appointment => ("Appointment".to_owned(), appointment::value(tx, record.into()).await?),
        DocumentKind::Statement => ("Loyalty statement".to_owned(), statement::value(tx, reader, person.id).await?),
        DocumentKind::Export => return Err(Error::NotFound),
    };
    Ok(Content { title, person, value })
}
