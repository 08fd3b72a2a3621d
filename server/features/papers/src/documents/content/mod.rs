//! What a document says about a record: values for the template and, in an export, for other programs. A time is
//! `{"$at": ...}` and a day `{"$day": ...}` until it is known for whom they are ([`super::paper`]).

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
mod marks;
mod patient;
mod statement;
mod treatment;

use chrono_tz::Tz;
pub use consent::{event_in_words, signature_value};
use entity::{
    clinic::{
        appointment as appointments, consent as consents, estimate as estimates, exam as exams, patient as people,
        treatment as treatments,
    },
    ids::{EstimateId, PatientId},
    words::DocumentKind,
};
pub use estimate::signed_version;
pub use exam::value as exam_value;
pub use marks::{at, day, hex, money, picture};
use sea_orm::{ColumnTrait, EntityTrait, PrimaryKeyTrait, QueryFilter, QuerySelect};
use serde_json::Value;
pub use treatment::value as treatment_value;

use crate::{
    features::patients,
    foundation::{
        error::{Error, Result},
        permission::Grants,
        tenancy::ClinicTx,
    },
};

/// What a document says.
pub struct Content {
    pub title: String,
    pub person: people::Model,
    pub value: Value,
}

/// Which record a document is about.
#[derive(Clone, Copy)]
pub struct Which {
    pub kind: DocumentKind,
    pub record: i64,
    /// Of an estimate; none: the newest.
    pub version: Option<i32>,
}

/// For whom a document is made.
#[derive(Clone, Copy)]
pub struct Reader {
    pub grants: Grants,
    pub zone: Tz,
    /// Whether nothing is left out that the role does not see on the screen.
    pub sees_all: bool,
}

impl Reader {
    /// For an export, which whoever may ask for it receives whole.
    pub const fn of_everything(grants: Grants, zone: Tz) -> Self {
        Self { grants, zone, sees_all: true }
    }
}

/// What an export says of a record beside what is printed.
///
/// # Errors
/// When the database is out of reach.
pub async fn more(tx: &ClinicTx, kind: DocumentKind, record: i64, mut value: Value) -> Result<Value> {
    match kind {
        DocumentKind::Estimate => {
            value["versions"] = estimate::versions(tx, record.into()).await?.into();
            value["issued"] = issued_estimates::documents(tx, record.into()).await?.into();
        }
        DocumentKind::Patient => {
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

/// Whom a record is about that somebody asks for now. A merged patient's own number is refused, as where the record is read:
/// what was recorded under it prints for the survivor.
///
/// # Errors
/// [`Error::NotFound`] when there is no such record in this clinic, `merged` for the number of a merged patient.
pub async fn asked_about(tx: &ClinicTx, kind: DocumentKind, record: i64) -> Result<people::Model> {
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
/// [`Error::NotFound`] when it has not.
pub async fn has_version(tx: &ClinicTx, id: EstimateId, number: i32) -> Result<()> {
    let version = estimates::Entity::versions(id).filter(estimates::Column::Version.eq(number));
    version.one(tx).await?.map(|_| ()).ok_or(Error::NotFound)
}

/// Whom a record is about: of two merged records the one that was kept.
///
/// # Errors
/// [`Error::NotFound`] when there is no such record in this clinic.
pub async fn person_of(tx: &ClinicTx, kind: DocumentKind, record: i64) -> Result<people::Model> {
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

/// What a document of this kind says about a record.
///
/// # Errors
/// [`Error::NotFound`] when there is no such record in this clinic, or it is no single document.
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
