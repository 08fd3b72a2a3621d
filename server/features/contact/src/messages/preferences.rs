//! How a patient wants to be reminded of visits.

use chrono::{DateTime, Utc};
use entity::{
    clinic::{
        contact_preference::{ActiveModel, Entity, Model},
        patient,
    },
    ids::PatientId,
};
use sea_orm::{ActiveModelTrait, ActiveValue::Set, EntityTrait};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use base::{
    error::Result,
    permission::{MessageRead, PatientUpdate},
};
use http_api::{Computed, IfMatch, Json, Path, SentBack, state::App};
use people::patients;
use tenancy::{Change, Ctx, Done, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(show_contact_preferences, update_contact_preferences))
}

/// How a patient wants to be reminded of visits.
#[derive(Debug, Serialize, ToSchema)]
#[expect(clippy::struct_excessive_bools, reason = "each way is a wish of its own")]
struct ContactPreferences {
    email_reminders: bool,
    text_reminders: bool,
    /// Whether the record allows mails and texts at all. Without that nothing is sent.
    may_email: bool,
    may_text: bool,
    /// For `If-Match`; 0 while nothing was changed.
    version: i32,
    updated_at: Option<DateTime<Utc>>,
    updated_by: Option<String>,
}

impl ContactPreferences {
    fn new(patient: &patient::Model, row: Option<Model>) -> Self {
        Self {
            email_reminders: row.as_ref().is_none_or(|row| row.email_reminders),
            text_reminders: row.as_ref().is_none_or(|row| row.text_reminders),
            may_email: patient.may_email,
            may_text: patient.may_text,
            version: row.as_ref().map_or(0, |row| row.version),
            updated_at: row.as_ref().map(|row| row.updated_at),
            updated_by: row.map(|row| row.updated_by_name),
        }
    }
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewContactPreferences {
    email_reminders: bool,
    text_reminders: bool,
}

impl Computed for NewContactPreferences {
    const COMPUTED: &'static [&'static str] = &["may_email", "may_text", "version", "updated_at", "updated_by"];
}

/// Shows how a patient wants to be reminded of visits.
#[utoipa::path(get, path = "/api/patients/{id}/contact-preferences", tag = "messages", params(("id" = i64, Path)),
    responses((status = OK, body = ContactPreferences)))]
async fn show_contact_preferences(
    ctx: Ctx<MessageRead>,
    Path(id): Path<PatientId>,
) -> Result<Done<Json<ContactPreferences>>> {
    let patient = patients::existing(&ctx.tx, id).await?;
    let row = Entity::find_by_id(id).one(&ctx.tx).await?;
    ctx.done(Subject::patient(id), Json(ContactPreferences::new(&patient, row))).await
}

/// Changes how a patient wants to be reminded of visits. With `If-Match` it changes only that version.
#[utoipa::path(put, path = "/api/patients/{id}/contact-preferences", tag = "messages", request_body = NewContactPreferences, params(("id" = i64, Path), IfMatch),
    responses((status = OK, body = ContactPreferences)))]
async fn update_contact_preferences(
    ctx: Ctx<PatientUpdate>,
    Path(id): Path<PatientId>,
    if_match: IfMatch,
    SentBack(new): SentBack<NewContactPreferences>,
) -> Result<Done<Json<ContactPreferences>>> {
    // Locks the patient, because there may be no preference row yet.
    let patient = patients::locked(&ctx.tx, id).await?;
    let before = Entity::find_by_id(id).one(&ctx.tx).await?;
    let former = ContactPreferences::new(&patient, before.clone());
    if_match.require(former.version)?;
    let row = ActiveModel {
        patient_id: Set(id),
        email_reminders: Set(new.email_reminders),
        text_reminders: Set(new.text_reminders),
        version: Set(former.version + 1),
        updated_at: Set(ctx.now),
        updated_by: Set(ctx.member.id),
        updated_by_name: Set(ctx.member.full_name()),
    };
    let row = if before.is_some() { row.update(&ctx.tx).await? } else { row.insert(&ctx.tx).await? };
    let changes = [
        Change::switch("email_reminders", former.email_reminders, row.email_reminders),
        Change::switch("text_reminders", former.text_reminders, row.text_reminders),
    ];
    let subject = Subject::patient(id).changed(changes.into_iter().flatten());
    ctx.done(subject, Json(ContactPreferences::new(&patient, Some(row)))).await
}
