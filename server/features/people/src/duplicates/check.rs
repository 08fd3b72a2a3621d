//! Asks, before a patient is added or changed, whether the person is a patient already. A call of its own, so that
//! adding and changing never wait for it.

use chrono::NaiveDate;
use entity::ids::PatientId;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    likeness::{Likeness, Person},
    search::{Compared, Suspect, suspects},
};
use crate::{
    features::patients,
    foundation::{
        error::Result,
        http::{
            Json, Payload,
            fields::{Day, Email, Id, Name, Phone},
            optional,
        },
        permission::PatientCreate,
        state::App,
        tenancy::{Ctx, Done, Subject},
    },
};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(check_duplicates))
}

/// What is about to be saved about a person.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct DuplicateCheck {
    first_name: Name,
    last_name: Name,
    #[serde(default, deserialize_with = "optional")]
    preferred_name: Option<Name>,
    #[serde(default, deserialize_with = "optional")]
    email: Option<Email>,
    #[serde(default, deserialize_with = "optional")]
    phone: Option<Phone>,
    #[serde(default, deserialize_with = "optional")]
    birth_date: Option<Day>,
    /// The patient who is changed; without it one is added.
    #[serde(default, deserialize_with = "optional")]
    #[schema(value_type = Option<Id>)]
    patient_id: Option<PatientId>,
}

impl Payload for DuplicateCheck {}

/// A patient as a comparison shows one.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ComparedPatient {
    #[schema(value_type = i64)]
    id: PatientId,
    first_name: String,
    last_name: String,
    #[schema(required)]
    preferred_name: Option<String>,
    #[schema(required)]
    birth_date: Option<NaiveDate>,
    #[schema(required)]
    phone: Option<String>,
    #[schema(required)]
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
    /// What both share and what differs, such as `Same birth date and phone, similar name`.
    reason: String,
}

impl From<Suspect> for PossibleDuplicate {
    fn from(suspect: Suspect) -> Self {
        Self { patient: suspect.patient.into(), likeness: suspect.likeness, reason: suspect.reason }
    }
}

/// Lists the patients who may be this person, the most likely first; at most five. Nothing is saved.
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
