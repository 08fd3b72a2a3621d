//! The consents that a service in the catalog needs, and whether a patient has signed them in time.

use chrono::{DateTime, Utc};
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

use super::{
    in_time::counts_until,
    status::{Consent, ConsentStatus},
};
use base::{
    error::{Error, Result},
    permission::ConsentList,
};
use http_api::{Json, Query, state::App};
use people::{corrections, patients};
use practice::{
    services::{self, ChosenService, NeededConsent},
    settings,
};
use tenancy::{ClinicTx, Ctx, Done, Subject, Work};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_needed_consents))
}

/// Whether a needed consent is signed in time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub(super) enum NeededStatus {
    /// Signed, and the signature still counts.
    Signed,
    /// Issued, but neither signed nor declined.
    Waiting,
    /// The patient declined it.
    Declined,
    /// Signed, and withdrawn by the patient.
    Withdrawn,
    /// Signed too long ago, or for a treatment that was given since.
    Expired,
    /// Never signed, and not issued.
    Missing,
}

/// A consent that a service needs, for one patient.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ConsentRequirement {
    template_id: ConsentTemplateId,
    name: String,
    /// For how many months a signature counts. Null if it counts for one treatment.
    valid_months: Option<i32>,
    status: NeededStatus,
    /// Until when the signature counts. Null if it does not count.
    valid_until: Option<DateTime<Utc>>,
    /// The issued consent that the status is about. Null if there is none.
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

/// Lists the consents that a service needs, with the patient's signatures. Without the clinic's own catalog no consent is
/// needed.
#[utoipa::path(get, path = "/api/consents/needed", tag = "consents", params(Wanted), responses((status = OK, body = Vec<ConsentRequirement>)))]
async fn list_needed_consents(
    ctx: Ctx<ConsentList>,
    Query(wanted): Query<Wanted>,
) -> Result<Done<Json<Vec<ConsentRequirement>>>> {
    patients::existing(&ctx.tx, wanted.patient_id).await?;
    let service = services::choose(&ctx.tx, "service", Some(wanted.service)).await?;
    let needed = needed_of(ctx.work(), wanted.patient_id, &service).await?;
    ctx.done(Subject::patient(wanted.patient_id), Json(needed)).await
}

/// Refuses a treatment with an unsigned needed consent, if the clinic's settings say so.
///
/// Fails with 409, which names the consents.
pub async fn require_signed(work: Work<'_>, patient: PatientId, service: &ChosenService) -> Result<()> {
    if service.id.is_none() || settings::current(work.tx).await?.missing_consents == MissingConsents::Warn {
        return Ok(());
    }
    let needed = needed_of(work, patient, service).await?;
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

async fn needed_of(work: Work<'_>, patient: PatientId, service: &ChosenService) -> Result<Vec<ConsentRequirement>> {
    let Some(id) = service.id else { return Ok(Vec::new()) };
    let Work { tx, now, .. } = work;
    let rules = services::needed_consents(tx, id).await?;
    if rules.is_empty() {
        return Ok(Vec::new());
    }
    let issued = Consent::of_templates(tx, patient, rules.iter().map(|rule| rule.id), now).await?;
    let treated = last_treated(tx, patient, id).await?;
    let needed = rules.into_iter().map(|rule| {
        let of_template: Vec<_> = issued.iter().filter(|consent| consent.template_id == rule.id).collect();
        status_of(rule, &of_template, treated, now, work.zone())
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

/// The status of a needed consent. `issued` are the patient's consents of the rule's template, newest first.
fn status_of(
    rule: NeededConsent,
    issued: &[&Consent],
    treated: Option<DateTime<Utc>>,
    now: DateTime<Utc>,
    zone: Tz,
) -> ConsentRequirement {
    let with_status = |status| issued.iter().find(|consent| consent.status == status);
    let counts = |consent: &&&Consent| consent.status == ConsentStatus::Signed;
    let signed = issued.iter().filter(counts).max_by_key(|consent| consent.signed_at);
    let until =
        signed.and_then(|consent| consent.signed_at).map(|at| counts_until(at, rule.valid_months, treated, zone));
    let valid_until = until.filter(|until| *until > now);
    let (status, consent) = if valid_until.is_some() {
        (NeededStatus::Signed, signed)
    } else if let Some(waiting) = with_status(ConsentStatus::Pending) {
        (NeededStatus::Waiting, Some(waiting))
    } else if let Some(declined) =
        with_status(ConsentStatus::Declined).filter(|one| Some(one.declined_at) > signed.map(|one| one.signed_at))
    {
        (NeededStatus::Declined, Some(declined))
    } else if let Some(withdrawn) =
        with_status(ConsentStatus::Withdrawn).filter(|one| Some(one.signed_at) > signed.map(|one| one.signed_at))
    {
        (NeededStatus::Withdrawn, Some(withdrawn))
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
