//! The consents that a service of the catalogue needs, and which of them a patient has signed in time.

use chrono::{DateTime, TimeDelta, Utc};
use chrono_tz::Tz;
use entity::{
    clinic::{patient, treatment},
    ids::{ConsentId, ConsentTemplateId, PatientId, ServiceId},
    words::MissingConsents,
};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, sea_query::Expr};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::status::{Consent, ConsentStatus};
use crate::{
    features::{
        corrections, patients,
        services::{self, ChosenService, NeededConsent},
        settings,
    },
    foundation::{
        error::{Error, Result},
        http::{Json, Query},
        local_time::months_after,
        permission::ConsentList,
        state::App,
        tenancy::{ClinicTx, Ctx, Done, Subject},
    },
};

/// How long before a treatment a consent to that one treatment may be signed.
const SIGNED_AHEAD: TimeDelta = TimeDelta::days(30);

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_needed_consents))
}

/// Whether a needed consent is signed in time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub(super) enum NeededStatus {
    /// Signed, and the signature still counts.
    Signed,
    /// Issued, and the patient has not decided.
    Waiting,
    /// The patient declined it.
    Declined,
    /// Signed once, too long ago or for a treatment that was given.
    Expired,
    /// Never signed, and not issued.
    Missing,
}

/// A consent that a service needs, for one patient.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ConsentRequirement {
    #[schema(value_type = i64)]
    template_id: ConsentTemplateId,
    name: String,
    /// For how many months a signature counts; null: for one treatment.
    #[schema(required)]
    valid_months: Option<i32>,
    status: NeededStatus,
    /// Until when the signature counts; null where it does not.
    #[schema(required)]
    valid_until: Option<DateTime<Utc>>,
    /// The issued consent that the status is about; null where there is none.
    #[schema(required, value_type = Option<i64>)]
    consent_id: Option<ConsentId>,
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct Wanted {
    #[param(value_type = i64)]
    #[serde(rename = "patientId")]
    patient_id: PatientId,
    /// The service's name.
    service: String,
}

/// Lists the consents that a service needs, with what the patient has signed. Without the clinic's own catalogue none is
/// needed.
#[utoipa::path(get, path = "/api/consents/needed", tag = "consents", params(Wanted), responses((status = OK, body = Vec<ConsentRequirement>)))]
async fn list_needed_consents(
    ctx: Ctx<ConsentList>,
    Query(wanted): Query<Wanted>,
) -> Result<Done<Json<Vec<ConsentRequirement>>>> {
    patients::existing(&ctx.tx, wanted.patient_id).await?;
    let service = services::choose(&ctx.tx, "service", Some(wanted.service)).await?;
    let needed = needed_of(&ctx.tx, wanted.patient_id, &service, ctx.now, ctx.clinic.time_zone).await?;
    ctx.done(Subject::patient(wanted.patient_id), Json(needed)).await
}

/// Refuses a treatment for which a needed consent is not signed, where the clinic's settings say so.
///
/// # Errors
/// 409, which names the consents.
pub async fn require_signed(
    tx: &ClinicTx,
    patient: PatientId,
    service: &ChosenService,
    now: DateTime<Utc>,
    zone: Tz,
) -> Result<()> {
    if service.id.is_none() || settings::current(tx).await?.missing_consents == MissingConsents::Warn {
        return Ok(());
    }
    let needed = needed_of(tx, patient, service, now, zone).await?;
    let missing: Vec<_> =
        needed.iter().filter(|one| one.status != NeededStatus::Signed).map(|one| one.name.as_str()).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let sentence = format!(
        "{} needs a signed consent first: {}. Please have the patient sign before recording the treatment.",
        service.name,
        missing.join(", ")
    );
    Err(Error::conflict("consents_missing", sentence))
}

async fn needed_of(
    tx: &ClinicTx,
    patient: PatientId,
    service: &ChosenService,
    now: DateTime<Utc>,
    zone: Tz,
) -> Result<Vec<ConsentRequirement>> {
    let Some(id) = service.id else { return Ok(Vec::new()) };
    let rules = services::needed_consents(tx, id).await?;
    if rules.is_empty() {
        return Ok(Vec::new());
    }
    let issued = Consent::of_templates(tx, patient, rules.iter().map(|rule| rule.id), now).await?;
    let treated = last_treated(tx, patient, id).await?;
    let needed = rules.into_iter().map(|rule| {
        let of_template: Vec<_> = issued.iter().filter(|consent| consent.template_id == rule.id).collect();
        status_of(rule, &of_template, treated, now, zone)
    });
    Ok(needed.collect())
}

/// When the patient was last treated with the service.
async fn last_treated(tx: &ClinicTx, patient: PatientId, service: ServiceId) -> Result<Option<DateTime<Utc>>> {
    let last = treatment::Entity::find()
        .filter(treatment::Column::PatientId.in_subquery(patient::Entity::ids_of(patient)))
        .filter(treatment::Column::ServiceId.eq(service))
        .filter(Expr::not_exists(corrections::void_of_treatment()))
        .order_by_desc(treatment::Column::Id)
        .select_only()
        .column(treatment::Column::CreatedAt)
        .into_tuple();
    Ok(last.one(tx).await?)
}

/// `issued` are the patient's consents of the rule's template, newest first.
fn status_of(
    rule: NeededConsent,
    issued: &[&Consent],
    treated: Option<DateTime<Utc>>,
    now: DateTime<Utc>,
    zone: Tz,
) -> ConsentRequirement {
    let with_status = |status| issued.iter().find(|consent| consent.status == status);
    let signed = issued.iter().filter(|consent| consent.signed_at.is_some()).max_by_key(|consent| consent.signed_at);
    let until = signed.and_then(|consent| consent.signed_at).map(|at| match rule.valid_months {
        Some(months) => months_after(at, months, zone),
        // Used up by the treatment that followed it.
        None if treated.is_some_and(|treated| treated >= at) => at,
        None => at + SIGNED_AHEAD,
    });
    let valid_until = until.filter(|until| *until > now);
    let (status, consent) = if valid_until.is_some() {
        (NeededStatus::Signed, signed)
    } else if let Some(waiting) = with_status(ConsentStatus::Pending) {
        (NeededStatus::Waiting, Some(waiting))
    } else if let Some(declined) =
        with_status(ConsentStatus::Declined).filter(|one| Some(one.declined_at) > signed.map(|one| one.signed_at))
    {
        (NeededStatus::Declined, Some(declined))
    } else if signed.is_some() {
        (NeededStatus::Expired, signed)
    } else {
        (NeededStatus::Missing, None)
    };
    ConsentRequirement {
        template_id: rule.id,
        name: rule.name,
        valid_months: rule.valid_months,
        status,
        valid_until,
        consent_id: consent.map(|consent| consent.id),
    }
}
