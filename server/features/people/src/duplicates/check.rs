//! Checks, before a patient is added or changed, whether the person is a patient already. It is a separate call, so
//! that adding and changing never wait for it.

use chrono::NaiveDate;
use entity::ids::PatientId;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    likeness::{Likeness, Person},
    search::{Compared, Suspect, suspects},
};
use crate::patients;
use base::{error::Result, permission::PatientCreate};
use http_api::{
    Json,
    fields::{Day, Email, Name, Phone},
    state::App,
};
use tenancy::{Ctx, Done, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(check_duplicates))
}

/// The values about to be saved about a person.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct DuplicateCheck {
    first_name: Name,
    last_name: Name,
    preferred_name: Option<Name>,
    email: Option<Email>,
    phone: Option<Phone>,
    birth_date: Option<Day>,
    /// The patient who is changed. Left out if a patient is added.
    patient_id: Option<PatientId>,
}

/// A patient as shown in a comparison.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ComparedPatient {
    id: PatientId,
    first_name: String,
    last_name: String,
    preferred_name: Option<String>,
    birth_date: Option<NaiveDate>,
    phone: Option<String>,
    email: Option<String>,
    is_archived: bool,
}

impl ComparedPatient {
    pub(super) fn id(&self) -> PatientId {
        self.id
    }
}

impl From<Compared> for ComparedPatient {
    fn from(row: Compared) -> Self {
        Self {
            id: row.id,
            first_name: row.first_name,
            last_name: row.last_name,
            preferred_name: row.preferred_name,
            birth_date: row.birth_date,
            phone: row.phone,
            email: row.email,
            is_archived: row.archived_at.is_some(),
        }
    }
}

/// A patient who may be the person.
#[derive(Debug, Serialize, ToSchema)]
struct PossibleDuplicate {
    patient: ComparedPatient,
    likeness: Likeness,
    /// The shared and the different values, such as `Same birth date and phone, similar name`.
    reason: String,
}

impl From<Suspect> for PossibleDuplicate {
    fn from(suspect: Suspect) -> Self {
        Self { patient: suspect.patient.into(), likeness: suspect.likeness, reason: suspect.reason }
    }
}

/// Lists the patients who may be this person, the most likely first, at most five. Nothing is saved.
#[utoipa::path(post, path = "/api/patients/duplicates", tag = "patients", responses((status = OK, body = Vec<PossibleDuplicate>)))]
async fn check_duplicates(
    ctx: Ctx<PatientCreate>,
    Json(check): Json<DuplicateCheck>,
) -> Result<Done<Json<Vec<PossibleDuplicate>>>> {
    if let Some(id) = check.patient_id {
        patients::existing(&ctx.tx, id).await?;
    }
    let person = Person {
        first_name: check.first_name.0,
        last_name: check.last_name.0,
        preferred_name: check.preferred_name.map(|name| name.0),
        birth_date: check.birth_date.map(|day| day.0),
        phone_digits: check.phone.as_ref().map(Phone::digits),
        email: check.email.map(|email| email.0),
    };
    let suspects = suspects(&ctx.tx, &person, check.patient_id).await?;
    let seen = suspects.iter().map(|suspect| suspect.patient.id).chain(check.patient_id);
    let subject = Subject::patients(seen);
    ctx.done(subject, Json(suspects.into_iter().map(Into::into).collect())).await
}
