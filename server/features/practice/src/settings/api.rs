//! The calls about the clinic's own settings.

use axum::extract::State;
use entity::clinic::clinic_setting;
use sea_orm::{ActiveModelTrait, ActiveValue::Set, IntoActiveModel};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    findings::{Findings, NormalFindings},
    row::lock_settings,
    wire::{ClinicSettings, NewClinicSettings},
};
use crate::settings::jobs::ClinicProfile;
use base::{
    error::{Error, Fields, Result},
    permission::{ClinicSettingsRead, ClinicSettingsWrite},
};
use http_api::{IfMatch, Json, SentBack, state::App};
use tenancy::{Change, ClinicTx, Ctx, Done, Subject, publish_profile};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(show_clinic_settings))
        .routes(routes!(update_clinic_settings))
        .routes(routes!(show_default_findings))
}

/// Shows the clinic's settings.
#[utoipa::path(get, path = "/api/clinic/settings", tag = "clinic", responses((status = OK, body = ClinicSettings)))]
async fn show_clinic_settings(ctx: Ctx<ClinicSettingsRead>) -> Result<Done<Json<ClinicSettings>>> {
    let row = super::current(&ctx.tx).await?;
    let (findings, normal_findings) = kept(&ctx.tx).await?;
    let answer = ClinicSettings::from_model(&ctx.clinic, row, findings, normal_findings);
    ctx.done(Subject::nobody(), Json(answer)).await
}

/// Shows the product's own lists of findings, for a clinic that wants to restore them.
#[utoipa::path(get, path = "/api/clinic/settings/default-findings", tag = "clinic", responses((status = OK, body = Findings)))]
async fn show_default_findings(ctx: Ctx<ClinicSettingsWrite>) -> Result<Done<Json<Findings>>> {
    ctx.done(Subject::nobody(), Json(Findings::defaults())).await
}

/// Changes the clinic's settings, all of them at once. With `If-Match` it changes only that version.
#[utoipa::path(put, path = "/api/clinic/settings", tag = "clinic", request_body = NewClinicSettings, params(IfMatch),
    responses((status = OK, body = ClinicSettings)))]
async fn update_clinic_settings(
    State(app): State<App>,
    ctx: Ctx<ClinicSettingsWrite>,
    if_match: IfMatch,
    SentBack(mut new): SentBack<NewClinicSettings>,
) -> Result<Done<Json<ClinicSettings>>> {
    ctx.require_fresh_proof()?;
    let mut fields = Fields::new();
    new.findings.normalize(&mut fields);
    if let Some(normal) = &new.normal_findings {
        normal.check(&mut new.findings, &mut fields);
    }
    if !fields.is_empty() {
        return Err(Error::Invalid(fields));
    }
    let row = lock_settings::<clinic_setting::Model>(&ctx.tx).await?;
    if_match.require(row.version)?;
    let (findings, normal_findings) = <(Findings, NormalFindings)>::default();
    let before = ClinicSettings::from_model(&ctx.clinic, row.clone(), findings, normal_findings);
    let opens_at = new.opens_at.map_or(row.opens_at, |time| time.0);
    let closes_at = new.closes_at.map_or(row.closes_at, |time| time.0);
    if closes_at <= opens_at {
        return Err(Error::field("closes_at", "must be later than the opening"));
    }
    let points_expire_months = new.points_expire_months.map_or(row.points_expire_months, |months| months.0);
    let adult_age = new.adult_age.map_or(row.adult_age, |years| years.0);
    let missing_consents = new.missing_consents.unwrap_or(row.missing_consents);
    let audit_heads = new.audit_heads.unwrap_or(row.audit_heads);
    let is_renamed = before.is_renamed_by(&new);
    let version = row.version + 1;
    let mut row = row.into_active_model();
    row.idle_minutes = Set(new.idle_minutes.0);
    row.consent_link_days = Set(new.consent_link_days.0);
    row.exam_valid_months = Set(new.exam_valid_months.0);
    row.second_factor = Set(new.second_factor);
    row.opens_at = Set(opens_at);
    row.closes_at = Set(closes_at);
    row.points_expire_months = Set(points_expire_months);
    row.adult_age = Set(adult_age);
    row.missing_consents = Set(missing_consents);
    row.audit_heads = Set(audit_heads);
    row.updated_at = Set(ctx.now);
    row.version = Set(version);
    if is_renamed {
        row.name = Set(Some(new.name.0));
        row.time_zone = Set(Some(new.time_zone.0.name().to_owned()));
        outbox::enqueue(&ctx.tx, ctx.clinic.id, ctx.now, &ClinicProfile {}).await?;
    }
    let row = row.update(&ctx.tx).await?;
    new.findings.keep(&ctx.tx, new.normal_findings).await?;
    let (findings, normal_findings) = kept(&ctx.tx).await?;
    let answer = ClinicSettings::from_model(&ctx.clinic, row, findings, normal_findings);
    let id = ctx.clinic.id;
    let changes = Change::list(&before, &answer, ClinicSettings::logged);
    let done = ctx.done(Subject::nobody().changed(changes), Json(answer)).await?;
    if is_renamed {
        publish(&app, id).await;
    }
    Ok(done)
}

/// The lists, and the entries that are normal.
async fn kept(tx: &ClinicTx) -> Result<(Findings, NormalFindings)> {
    Ok((Findings::kept(tx).await?, NormalFindings::kept(tx).await?))
}

/// Copies the new name to the registry at once, so that the next request sees it. The change is already committed; if this fails,
/// the job repeats it.
async fn publish(app: &App, id: uuid::Uuid) {
    match publish_profile(&app.tenants.db, id).await {
        // The notification also reaches this server, but the next request may come earlier.
        Ok(()) => app.directory.forget(),
        Err(error) => tracing::warn!(clinic.id = %id, reason = %error, "a clinic's new name waits for its job"),
    }
}
