//! Approving several complete charts at once, with one signature and one proof of identity: all charts or none.

use std::collections::HashMap;

use axum::http::StatusCode;
use entity::{clinic::treatment, ids::TreatmentId};
use sea_orm::{ColumnTrait, EntityTrait, FromQueryResult, QueryFilter};
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    sql,
    viewed_versions::{SeenChart, SeenCharts},
    wire::ChartRow,
};
use crate::treatments::{self, ApprovalRefusal, Approver, Team};
use base::{
    error::{Error, Result},
    permission::TreatmentApprove,
};
use http_api::{Json, signature::TallSignature, state::App};
use people::patients;
use tenancy::{ClinicTx, Ctx, Done, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(approve_charts))
}

/// A director's approval of several charts, each in the version that was seen.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Approvals {
    #[schema(value_type = Vec<SeenChart>, min_items = 1, max_items = 25)]
    charts: SeenCharts,
    director_signature: TallSignature,
}

/// Approves up to 25 complete charts with one signature, all or none. Needs a fresh proof of identity. Refuses the director's own
/// charts, and charts that have changed since they were seen.
#[utoipa::path(post, path = "/api/review/approvals", tag = "review", responses((status = NO_CONTENT)))]
async fn approve_charts(ctx: Ctx<TreatmentApprove>, Json(new): Json<Approvals>) -> Result<Done<StatusCode>> {
    ctx.require_fresh_proof()?;
    let SeenCharts(seen) = new.charts;
    let asker = Approver::for_member(&Team::load(&ctx.tx).await?, &ctx.member);
    let treatments = locked(&ctx.tx, &seen).await?;
    if treatments.values().any(|row| row.provider_id == ctx.member.id) {
        return Err(ApprovalRefusal::OwnTreatment.into());
    }
    if let Some(refusal) = treatments.values().find_map(|row| asker.refusal(row.provider_id)) {
        return Err(refusal.into());
    }
    let ids: Vec<_> = seen.iter().map(|chart| chart.id).collect();
    let charts = ChartRow::find_by_statement(sql::these(ctx.clinic.time_zone, &ids)).all(&ctx.tx).await?;
    let mut subject = Subject::patients(charts.iter().flat_map(ChartRow::patients));
    for chart in charts {
        let version = seen.iter().find(|one| one.id == chart.id).map(|one| one.version);
        let treatment = treatments.get(&chart.id).filter(|_| version == Some(chart.version)).ok_or(Error::Stale)?;
        let row = treatments::approve(&ctx.tx, &asker, ctx.now, treatment, new.director_signature.clone()).await?;
        if !chart.is_complete {
            return Err(incomplete(chart, &asker)?);
        }
        let digest = row.content_digest.as_deref().unwrap_or_default();
        subject = subject.and(treatment.id).signed("treatment_approval", treatment.id, digest);
    }
    ctx.done(subject, StatusCode::NO_CONTENT).await
}

/// The treatments, with their patients locked until the transaction ends.
async fn locked(tx: &ClinicTx, seen: &[SeenChart]) -> Result<HashMap<TreatmentId, treatment::Model>> {
    let rows = treatment::Entity::find().filter(treatment::Column::Id.is_in(seen.iter().map(|chart| chart.id)));
    let rows: Vec<treatment::Model> = rows.all(tx).await?;
    if rows.len() < seen.len() {
        return Err(Error::NotFound);
    }
    patients::locked_persons(tx, rows.iter().map(|row| row.patient_id)).await?;
    Ok(rows.into_iter().map(|row| (row.id, row)).collect())
}

/// The refusal that names what is missing in the chart.
///
/// Fails if the chart's row cannot be read.
fn incomplete(chart: ChartRow, asker: &Approver) -> Result<Error> {
    let row = chart.into_wire(asker, 0)?;
    let missing = row.missing.unwrap_or_default();
    let sentence = format!(
        "The chart of {} is not complete ({missing}). Please open it and approve it by itself. Nothing was approved.",
        row.patient_name
    );
    Ok(Error::conflict("incomplete", sentence))
}
