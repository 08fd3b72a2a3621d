//! The call behind the search of every screen.

use chrono::NaiveDate;
use entity::{
    clinic::audit,
    ids::{MemberId, PatientId},
};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::patients::{self, ListedPatient};
use base::{
    error::{Error, Result},
    permission::{Access, PatientList},
};
use http_api::{Json, Query, state::App};
use tenancy::{ClinicTx, Ctx, Done, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(search))
}

/// The most patients of an answer, as many as a person sees at once.
const MAX_RESULTS: usize = 8;

/// How many of the member's latest reads are searched for recently opened patients. Opening one record repeatedly takes no more
/// than this.
const LATEST_READINGS: u64 = 100;

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct Params {
    /// As in the list of patients. Without it: the patients whose records the member opened last.
    q: Option<String>,
}

/// What was found.
#[derive(Debug, Serialize, ToSchema)]
struct Found {
    /// At most eight; patients with a name that begins with the search come first.
    patients: Vec<FoundPatient>,
}

/// A patient in the result. Roles with limited access see the id and the names; the rest is null.
#[derive(Debug, Serialize, ToSchema)]
struct FoundPatient {
    id: PatientId,
    first_name: String,
    last_name: String,
    preferred_name: Option<String>,
    birth_date: Option<NaiveDate>,
    phone: Option<String>,
    is_archived: bool,
}

impl FoundPatient {
    fn for_access(access: Access, row: ListedPatient) -> Self {
        let full = access == Access::Full;
        Self {
            id: row.id,
            first_name: row.first_name,
            last_name: row.last_name,
            preferred_name: row.preferred_name,
            birth_date: row.birth_date.filter(|_| full),
            phone: row.phone.filter(|_| full),
            is_archived: row.archived_at.is_some(),
        }
    }
}

/// Finds patients by the search text, including archived ones, or lists those whose records the member opened last.
#[utoipa::path(get, path = "/api/search", tag = "patients", params(Params), responses((status = OK, body = Found)))]
async fn search(ctx: Ctx<PatientList>, Query(params): Query<Params>) -> Result<Done<Json<Found>>> {
    let text = params.q.unwrap_or_default();
    if text.chars().count() > 200 || text.chars().any(char::is_control) {
        return Err(Error::field("q", "is too long or holds a character that cannot be searched"));
    }
    let rows = if text.trim().is_empty() {
        opened_last(&ctx.tx, ctx.member.id).await?
    } else {
        patients::best_matches(&ctx.tx, &text, ctx.access, MAX_RESULTS as u64).await?
    };
    let subject = Subject::patients(rows.iter().map(|row| row.id));
    let patients = rows.into_iter().map(|row| FoundPatient::for_access(ctx.access, row)).collect();
    ctx.done(subject, Json(Found { patients })).await
}

/// The patients whose records this member opened last, by the audit.
async fn opened_last(tx: &ClinicTx, member: MemberId) -> Result<Vec<ListedPatient>> {
    let readings: Vec<Vec<PatientId>> = audit::Entity::find()
        .select_only()
        .column(audit::Column::PatientIds)
        .filter(audit::Column::MemberId.eq(member))
        .filter(audit::Column::Action.eq("patient.read"))
        .order_by_desc(audit::Column::At)
        .order_by_desc(audit::Column::Id)
        .limit(LATEST_READINGS)
        .into_tuple()
        .all(tx)
        .await?;
    let mut ids = Vec::new();
    for id in readings.into_iter().flatten() {
        if !ids.contains(&id) && ids.len() < MAX_RESULTS {
            ids.push(id);
        }
    }
    patients::listed(tx, &ids).await
}
