//! Where treatments stand, for those who record them: in a patient's history, and as what was returned to a provider.

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
use crate::{
    features::patients,
    foundation::{
        error::Result,
        http::{Json, Query},
        permission::TreatmentList,
        state::App,
        tenancy::{ClinicTx, Ctx, Done, Subject},
    },
};

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

/// Where a treatment that no director has approved stands.
#[derive(Debug, Serialize, ToSchema)]
struct TreatmentReview {
    #[schema(value_type = i64)]
    treatment_id: TreatmentId,
    state: ReviewState,
    /// The latest return.
    #[schema(required)]
    returned: Option<Returned>,
    /// Whether the signed-in member may answer it now.
    may_answer: bool,
}

/// A treatment that was returned to the signed-in member.
#[derive(Debug, Serialize, ToSchema)]
pub struct ReturnedToYou {
    #[schema(value_type = i64)]
    treatment_id: TreatmentId,
    #[schema(value_type = i64)]
    pub patient_id: PatientId,
    patient_name: String,
    treatment_type: String,
    comment: String,
    /// The director's name at that moment.
    returned_by: String,
    returned_at: DateTime<Utc>,
}

/// What waits for this provider.
///
/// # Errors
/// When the database is out of reach.
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

/// Lists where a patient's treatments that no director has approved stand, newest first: at most 200.
#[utoipa::path(get, path = "/api/review/states", tag = "review", params(Params), responses((status = OK, body = Vec<TreatmentReview>)))]
async fn list_review_states(
    ctx: Ctx<TreatmentList>,
    Query(params): Query<Params>,
) -> Result<Done<Json<Vec<TreatmentReview>>>> {
    let statement = sql::of_patient(ctx.clinic.time_zone, params.patient_id);
    let rows = ChartRow::find_by_statement(statement).all(&ctx.tx).await?;
    if rows.is_empty() {
        // A patient with treatments exists; for one without we check.
        patients::existing(&ctx.tx, params.patient_id).await?;
    }
    let states = rows
        .into_iter()
        .map(|row| {
            let state = row.state()?;
            let may_answer = state == ReviewState::Returned && row.provider_id == ctx.member.id;
            Ok(TreatmentReview { treatment_id: row.id, state, returned: row.returned(), may_answer })
        })
        .collect::<Result<_>>()?;
    ctx.done(Subject::patient(params.patient_id), Json(states)).await
}
