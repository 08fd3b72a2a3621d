//! The calls of the tablet at the desk.

use std::collections::HashSet;

use axum::{extract::State, http::StatusCode};
use chrono::{DateTime, Utc};
use entity::{
    clinic::{consent, consent_decline, consent_signature, kiosk_session},
    ids::{ConsentId, KioskSessionId, PatientId},
    words::ConsentEventKind,
};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    pin::with_pin,
    session::{Giver, document_token, documents, hand_over, take_back},
};
use crate::consents::{self, NewEvent};
use base::{
    error::{Error, Result},
    permission::{ConsentIssue, KioskUse},
};
use http_api::{Json, fields::Password, state::App};
use people::patients;
use practice::account;
use tenancy::{ClinicTx, Ctx, Done, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(start_kiosk, show_kiosk)).routes(routes!(return_kiosk))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct StartKiosk {
    patient_id: PatientId,
}

/// Exactly one of the two fields.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ReturnKiosk {
    pin: Option<Password>,
    /// For a member who has forgotten the PIN.
    password: Option<Password>,
}

/// The state of a document on the tablet.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum KioskDocumentStatus {
    Waiting,
    Signed,
    Declined,
    /// The clinic has withdrawn the document meanwhile.
    Withdrawn,
}

#[derive(Debug, Serialize, ToSchema)]
struct KioskDocument {
    name: String,
    status: KioskDocumentStatus,
    /// Opens the document at the calls of a consent's link, as long as the patient has the tablet.
    token: String,
}

/// What the patient with the tablet sees: only the first name, and only the documents to sign.
#[derive(Debug, Serialize, ToSchema)]
struct Kiosk {
    clinic_name: String,
    patient_first_name: String,
    /// The member who handed the tablet over.
    member_name: String,
    /// When the documents can no longer be opened.
    ends_at: DateTime<Utc>,
    documents: Vec<KioskDocument>,
}

/// The patient whose record the tablet returns to.
#[derive(Debug, Serialize, ToSchema)]
struct KioskReturned {
    patient_id: PatientId,
}

/// Hands this device to a patient, with all documents that the patient has still to sign. From then on the session makes no calls
/// except the two below, and the documents are opened by their own tokens.
#[utoipa::path(post, path = "/api/kiosk", tag = "kiosk", responses((status = NO_CONTENT)))]
async fn start_kiosk(
    ctx: Ctx<ConsentIssue>,
    State(app): State<App>,
    Json(given): Json<StartKiosk>,
) -> Result<Done<StatusCode>> {
    let person = patients::person(&ctx.tx, given.patient_id).await?;
    let by = Giver { member: ctx.member.id, session: ctx.session().session };
    let rows = hand_over(ctx.work(), &app.master, by, person.id).await?;
    let mut subject = Subject::patient(person.id);
    for row in rows {
        let event = NewEvent::by_member(&ctx, row.id, ConsentEventKind::HandedOver).store(&ctx.tx).await?;
        subject = consents::audited(subject.and(row.id), &event);
    }
    ctx.done(subject, StatusCode::NO_CONTENT).await
}

/// The documents that the patient with the device may read and sign.
#[utoipa::path(get, path = "/api/kiosk", tag = "kiosk", responses((status = OK, body = Kiosk)))]
async fn show_kiosk(ctx: Ctx<KioskUse>, State(app): State<App>) -> Result<Done<Json<Kiosk>>> {
    let kiosk = handed_over(&ctx)?;
    let found = kiosk_session::Entity::find_by_id(kiosk).one(&ctx.tx).await?.ok_or(Error::NotFound)?;
    let rows = documents(&ctx.tx, kiosk).await?;
    let person = patients::person(&ctx.tx, patient_of(&rows)?).await?;
    let decided = Decided::of(&ctx.tx, &rows).await?;
    let subject = rows.iter().fold(Subject::patient(person.id), |subject, row| subject.and(row.id));
    let documents = rows
        .into_iter()
        .map(|row| KioskDocument {
            status: decided.status(&row),
            token: document_token(&app.master, ctx.clinic.id, kiosk, row.id),
            name: row.template_name,
        })
        .collect();
    let answer = Kiosk {
        clinic_name: ctx.clinic.name.clone(),
        patient_first_name: person.first_name,
        member_name: ctx.member.full_name(),
        ends_at: found.ends_at,
        documents,
    };
    ctx.done(subject, Json(answer)).await
}

/// Takes the device back, with the PIN or the password of the member who handed it over.
#[utoipa::path(post, path = "/api/kiosk/return", tag = "kiosk", responses((status = OK, body = KioskReturned)))]
async fn return_kiosk(
    ctx: Ctx<KioskUse>,
    State(app): State<App>,
    Json(given): Json<ReturnKiosk>,
) -> Result<Done<Json<KioskReturned>>> {
    let kiosk = handed_over(&ctx)?;
    let ctx = match (given.pin, given.password) {
        (Some(pin), None) => with_pin(ctx, &app, kiosk, pin).await?,
        (None, Some(password)) => account::with_password(ctx, &app, password).await?,
        (Some(_), Some(_)) => return Err(Error::field("password", "Please give the PIN or the password, not both")),
        (None, None) => return Err(Error::field("pin", "PIN is required")),
    };
    // The tablet may have been taken back while the PIN was checked.
    let kiosk = handed_over(&ctx)?;
    let rows = documents(&ctx.tx, kiosk).await?;
    let person = patients::person(&ctx.tx, patient_of(&rows)?).await?;
    take_back(ctx.work(), &app.master, ctx.session().session, kiosk, &rows).await?;
    ctx.done(Subject::patient(person.id), Json(KioskReturned { patient_id: person.id })).await
}

fn handed_over(ctx: &Ctx<KioskUse>) -> Result<KioskSessionId> {
    let none = || Error::conflict("not_handed_over", "This device is not with a patient.");
    ctx.session().kiosk.ok_or_else(none)
}

/// A tablet is never handed over without a document.
fn patient_of(rows: &[consent::Model]) -> Result<PatientId> {
    rows.first().map(|row| row.patient_id).ok_or(Error::NotFound)
}

/// The documents that the patient has decided about.
struct Decided {
    signed: HashSet<ConsentId>,
    declined: HashSet<ConsentId>,
}

impl Decided {
    async fn of(tx: &ClinicTx, rows: &[consent::Model]) -> Result<Self> {
        let ids: Vec<ConsentId> = rows.iter().map(|row| row.id).collect();
        let signed = consent_signature::Entity::find().filter(consent_signature::Column::ConsentId.is_in(ids.clone()));
        let declined = consent_decline::Entity::find().filter(consent_decline::Column::ConsentId.is_in(ids));
        Ok(Self {
            signed: signed.all(tx).await?.into_iter().map(|row| row.consent_id).collect(),
            declined: declined.all(tx).await?.into_iter().map(|row| row.consent_id).collect(),
        })
    }

    fn status(&self, row: &consent::Model) -> KioskDocumentStatus {
        if self.signed.contains(&row.id) {
            KioskDocumentStatus::Signed
        } else if self.declined.contains(&row.id) {
            KioskDocumentStatus::Declined
        } else if row.revoked_at.is_some() {
            KioskDocumentStatus::Withdrawn
        } else {
            KioskDocumentStatus::Waiting
        }
    }
}
