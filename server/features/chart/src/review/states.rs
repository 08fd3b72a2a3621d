//! The review states of treatments for members who record them: in a patient's history, and as the returns of a provider.

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use entity::ids::{MemberId, PatientId, TreatmentId};
use sea_orm::FromQueryResult;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    sql,
    wire::{ChartRow, Returned, ReviewState},
};
use base::{error::Result, permission::TreatmentList};
use http_api::{Json, Query, state::App};
use people::patients;
use tenancy::{ClinicTx, Ctx, Done, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_review_states))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct Params {
    #[param(value_type = i64)]
    #[serde(rename = "patientId")]
    patient_id: PatientId,
}

/// The state of a treatment that no director has approved.
#[derive(Debug, Serialize, ToSchema)]
struct TreatmentReview {
    treatment_id: TreatmentId,
    state: ReviewState,
    /// The latest return.
    returned: Option<Returned>,
    /// Whether the signed-in member may answer the return now.
    may_answer: bool,
    /// Why overlooking the treatment may harm the patient, such as `Allergies not asked`.
    dangers: Vec<String>,
}

/// A treatment that was returned to the signed-in member.
#[derive(Debug, Serialize, ToSchema)]
pub struct ReturnedToYou {
    treatment_id: TreatmentId,
    pub patient_id: PatientId,
    patient_name: String,
    treatment_type: String,
    comment: String,
    /// The director's name at that moment.
    returned_by: String,
    returned_at: DateTime<Utc>,
}

/// The returned treatments of this provider.
pub async fn returned_to(tx: &ClinicTx, provider: MemberId, zone: Tz) -> Result<Vec<ReturnedToYou>> {
    let rows = ChartRow::find_by_statement(sql::of_provider(zone, provider)).all(tx).await?;
    let to_wire = |row: ChartRow| {
        let returned = row.returned()?;
        Some(ReturnedToYou {
            treatment_id: row.id,
            patient_id: row.person_id,
            patient_name: row.patient_name,
            treatment_type: row.treatment_type,
            comment: returned.comment,
            returned_by: returned.by,
            returned_at: returned.at,
        })
    };
    Ok(rows.into_iter().filter_map(to_wire).collect())
}

/// The consents that a patient's treatments need and that were not signed before them, each once. Approved treatments do not
/// count.
pub async fn missing_consents(tx: &ClinicTx, zone: Tz, patient: PatientId) -> Result<BTreeSet<String>> {
    let rows = ChartRow::find_by_statement(sql::of_patient(zone, patient)).all(tx).await?;
    Ok(rows.into_iter().filter_map(|row| row.missing_consent).collect())
}

/// Lists the states of a patient's treatments that no director has approved, newest first: at most 200.
#[utoipa::path(get, path = "/api/review/states", tag = "review", params(Params), responses((status = OK, body = Vec<TreatmentReview>)))]
async fn list_review_states(
    ctx: Ctx<TreatmentList>,
    Query(params): Query<Params>,
) -> Result<Done<Json<Vec<TreatmentReview>>>> {
    let statement = sql::of_patient(ctx.clinic.time_zone, params.patient_id);
    let rows = ChartRow::find_by_statement(statement).all(&ctx.tx).await?;
    if rows.is_empty() {
        // A patient with treatments exists; without treatments we check.
        patients::existing(&ctx.tx, params.patient_id).await?;
    }
    let states = rows
        .into_iter()
        .map(|row| {
            let state = row.state()?;
            let may_answer = state == ReviewState::Returned && row.provider_id == ctx.member.id;
            let dangers = row.dangers();
            Ok(TreatmentReview { treatment_id: row.id, state, returned: row.returned(), may_answer, dangers })
        })
        .collect::<Result<_>>()?;
    ctx.done(Subject::patient(params.patient_id), Json(states)).await
}
