//! Addresses that get no more mail, because a mail came back for good or was reported as unwanted.

use axum::http::StatusCode;
use entity::{clinic::mail_stop, ids::PatientId};
use sea_orm::EntityTrait;
use utoipa_axum::{router::OpenApiRouter, routes};

use base::{
    error::{Error, Result},
    permission::PatientUpdate,
};
use http_api::{Path, state::App};
use people::patients;
use tenancy::{Ctx, Done, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(confirm_patient_email))
}

/// Confirms that the patient's e-mail address is right and may be written to again, although a mail came back or was reported as
/// unwanted. Repeating the call changes nothing.
#[utoipa::path(post, path = "/api/patients/{id}/email/confirm", tag = "messages", params(("id" = i64, Path)),
    responses((status = NO_CONTENT)))]
async fn confirm_patient_email(ctx: Ctx<PatientUpdate>, Path(id): Path<PatientId>) -> Result<Done<StatusCode>> {
    let patient = patients::locked(&ctx.tx, id).await?;
    let Some(address) = &patient.email else {
        return Err(Error::conflict("no_address", "The patient's record has no e-mail address. Add one first."));
    };
    mail_stop::Entity::delete_by_id(mail_stop::Entity::key(address)).exec(&ctx.tx).await?;
    ctx.done(Subject::patient(id), StatusCode::NO_CONTENT).await
}
