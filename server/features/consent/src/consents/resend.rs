//! The calls that send an issued consent to its patient again: with a new link to hand over, by mail, or with the
//! template's newer text.

use axum::{extract::State, http::StatusCode};
use entity::{ids::ConsentId, words::ConsentEventKind};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    api::IssuedConsent,
    events::{NewEvent, audited},
    issue::{self, portal_url},
    link,
    reminder::ConsentReminder,
    status::Consent,
};
use base::{
    error::{Error, Result},
    permission::ConsentIssue,
};
use crypto::token;
use http_api::{Json, Path, state::App};
use people::patients;
use tenancy::{Ctx, Done, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(resend_consent))
        .routes(routes!(remind_of_consent))
        .routes(routes!(reissue_consent))
}

/// Makes a new link for the same text and returns it. The former link becomes invalid.
#[utoipa::path(post, path = "/api/consents/issued/{id}/resend", tag = "consents", params(("id" = i64, Path)), responses((status = OK, body = IssuedConsent)))]
async fn resend_consent(
    ctx: Ctx<ConsentIssue>,
    State(app): State<App>,
    Path(id): Path<ConsentId>,
) -> Result<Done<Json<IssuedConsent>>> {
    let token = token::random();
    let row = link::renew(&ctx.tx, id, &token, ctx.now).await?;
    let portal_url = portal_url(&app, &ctx.clinic.subdomain, &token);
    let answer = IssuedConsent::new(portal_url, Consent::load(&ctx.tx, id, ctx.now).await?)?;
    let again = Error::conflict(
        "told_once",
        "A new link was made already, and it is shown only once. Make another one if it was not copied.",
    );
    let event = NewEvent::by_member(&ctx, id, ConsentEventKind::Resent).store(&ctx.tx).await?;
    let subject = audited(Subject::patient(row.patient_id).and(id), &event);
    ctx.done_with_secret(subject, Json(answer), again).await
}

/// Mails the patient a new link for the same text. The former link becomes invalid.
#[utoipa::path(post, path = "/api/consents/issued/{id}/remind", tag = "consents", params(("id" = i64, Path)), responses((status = OK, body = Consent)))]
async fn remind_of_consent(
    ctx: Ctx<ConsentIssue>,
    State(app): State<App>,
    Path(id): Path<ConsentId>,
) -> Result<Done<Json<Consent>>> {
    let patient_id = link::undecided(&ctx.tx, id, "sent again").await?.patient_id;
    let person = patients::person(&ctx.tx, patient_id).await?;
    if !person.may_email {
        let words = "The patient does not want e-mail. Make a new link and hand it over, or ask and change how the patient may be reached.";
        return Err(Error::conflict("no_email_wanted", words));
    }
    if person.email.is_none() {
        let words = "The patient's record has no e-mail address. Add one, or make a new link and hand it over.";
        return Err(Error::conflict("no_address", words));
    }
    if patients::mail_stop(&ctx.tx, &person).await?.is_some() {
        let words = "Mail to the patient's address came back, or was reported as unwanted. Change or confirm the address on the record, or make a new link and hand it over.";
        return Err(Error::conflict("mail_stopped", words));
    }
    let (reminder, token) = ConsentReminder::new(id, patient_id, ctx.clinic.id, &app.master);
    link::renew(&ctx.tx, id, &token, ctx.now).await?;
    outbox::enqueue(&ctx.tx, ctx.clinic.id, ctx.now, &reminder).await?;
    let consent = Consent::load(&ctx.tx, id, ctx.now).await?;
    let event = NewEvent::by_member(&ctx, id, ConsentEventKind::Reminded).store(&ctx.tx).await?;
    ctx.done(audited(Subject::patient(patient_id).and(id), &event), Json(consent)).await
}

/// Issues the template's newer text instead. Revokes the former consent if it is neither signed nor declined.
#[utoipa::path(post, path = "/api/consents/issued/{id}/reissue", tag = "consents", params(("id" = i64, Path)), responses((status = CREATED, body = IssuedConsent)))]
async fn reissue_consent(
    ctx: Ctx<ConsentIssue>,
    State(app): State<App>,
    Path(id): Path<ConsentId>,
) -> Result<Done<(StatusCode, Json<IssuedConsent>)>> {
    let former = issue::with_newer_version(&ctx.tx, id).await?;
    let replaced = match link::revoke(&ctx.tx, id, ctx.now).await {
        Ok((_, true)) => Some(NewEvent::by_member(&ctx, id, ConsentEventKind::Replaced).store(&ctx.tx).await?),
        // A consent that is signed, declined or already revoked does not change.
        Ok((_, false)) | Err(Error::Conflict { .. }) => None,
        Err(error) => return Err(error),
    };
    let person = patients::person(&ctx.tx, former.patient_id).await?.id;
    let (row, token) = issue::issue(&ctx.tx, person, former.template_id, &ctx.member, ctx.now).await?;
    let portal_url = portal_url(&app, &ctx.clinic.subdomain, &token);
    let answer = IssuedConsent::new(portal_url, Consent::load(&ctx.tx, row.id, ctx.now).await?)?;
    let digest = row.content_digest.as_deref().unwrap_or_default();
    // The former consent's history is read under its own patient, whose record may have been merged since.
    let subject =
        Subject::patients([row.patient_id, former.patient_id]).and(row.id).and(id).signed("consent", row.id, digest);
    let issued = NewEvent::by_member(&ctx, row.id, ConsentEventKind::Issued).store_after(&ctx.tx, None).await?;
    let subject = replaced.iter().fold(audited(subject, &issued), audited);
    let again = Error::conflict(
        "told_once",
        "The newer text was issued already, and its link is shown only once. Make a new link for it if it was not copied.",
    );
    ctx.done_with_secret(subject, (StatusCode::CREATED, Json(answer)), again).await
}
