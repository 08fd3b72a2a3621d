//! The pairs of patients who may be one person, and the pairs that somebody has marked as two different people.

use std::collections::HashMap;

use axum::http::{HeaderMap, StatusCode};
use entity::{
    clinic::{distinct_patients, patient},
    ids::PatientId,
};
use sea_orm::{
    ActiveValue::Set, ColumnTrait, EntityTrait, FromQueryResult, QueryFilter, QueryOrder, QuerySelect,
    sea_query::OnConflict,
};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    check::ComparedPatient,
    likeness::{Likeness, compare},
    search::{Compared, compared},
    sql::{self, PairKey},
};
use crate::patients;
use base::{
    error::{Error, Result},
    permission::PatientMerge,
};
use http_api::{Json, Path, Query, page::next_link, state::App};
use tenancy::{ClinicTx, Ctx, Done, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_suspected_pairs)).routes(routes!(keep_apart, suspect_again))
}

/// The default and the largest number of pairs of a page.
const DEFAULT_LIMIT: u64 = 20;
const MAX_ROWS: u64 = 100;

/// Two patients who may be one person.
#[derive(Debug, Serialize, ToSchema)]
struct SuspectedPair {
    /// The patient who was added first.
    first: ComparedPatient,
    second: ComparedPatient,
    likeness: Likeness,
    /// The shared and the different values, such as `Same birth date and phone, similar name`.
    reason: String,
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct Params {
    /// The end of the former page, from its Link header.
    after: Option<String>,
    /// The most pairs of the page, up to 100.
    limit: Option<u64>,
}

/// Two patients with the same birth date, phone, e-mail address or name.
#[derive(FromQueryResult)]
struct Candidate {
    first_id: PatientId,
    second_id: PatientId,
    similarity: f32,
}

/// Lists the pairs of patients who may be one person, the newest patients first. Pairs marked as two people are left out.
#[utoipa::path(get, path = "/api/patients/pairs", tag = "patients", params(Params), responses((status = OK, body = Vec<SuspectedPair>)))]
async fn list_suspected_pairs(
    ctx: Ctx<PatientMerge>,
    Query(params): Query<Params>,
) -> Result<Done<(HeaderMap, Json<Vec<SuspectedPair>>)>> {
    let after = match params.after.as_deref() {
        Some(after) => Some(PairKey::read(after).ok_or_else(|| Error::field("after", "is not the end of a page"))?),
        None => None,
    };
    let limit = params.limit.unwrap_or(DEFAULT_LIMIT).clamp(1, MAX_ROWS);
    let (pairs, last) = page(&ctx.tx, after, limit).await?;
    let headers = next_link("/api/patients/pairs", &[("limit", limit.to_string())], last)?;
    let subject = Subject::patients(pairs.iter().flat_map(|pair| [pair.first.id(), pair.second.id()]));
    ctx.done(subject, (headers, Json(pairs))).await
}

/// One page, and the key of its last pair if another page may follow.
async fn page(tx: &ClinicTx, mut after: Option<PairKey>, limit: u64) -> Result<(Vec<SuspectedPair>, Option<PairKey>)> {
    let mut pairs = Vec::new();
    // A comparison of only the newest patients usually fills the page, and is many times faster than one of all.
    let mut above = before_the_newest(tx, after).await?;
    loop {
        // Most candidates are pairs. The others are left out below.
        let candidates = Candidate::find_by_statement(sql::pairs(after, above, 2 * limit)).all(tx).await?;
        let patients = compared_patients(tx, &candidates).await?;
        for candidate in &candidates {
            let key = PairKey { second: candidate.second_id, first: candidate.first_id };
            after = Some(key);
            if let Some(pair) = pair(candidate, &patients) {
                pairs.push(pair);
            }
            if pairs.len() as u64 == limit {
                return Ok((pairs, Some(key)));
            }
        }
        if (candidates.len() as u64) < 2 * limit {
            let Some(older) = above else { return Ok((pairs, None)) };
            after = Some(PairKey { second: (i64::from(older) + 1).into(), first: 0.into() });
            above = None;
        }
    }
}

/// How many of the newest patients are compared first with the others.
const NEWEST: u64 = 1_000;

/// The newest patient who is older than the newest ones of a page. `None` if there is none.
async fn before_the_newest(tx: &ClinicTx, after: Option<PairKey>) -> Result<Option<PatientId>> {
    use patient::{Column, Entity};
    let mut older = Entity::find().select_only().column(Column::Id).order_by_desc(Column::Id).offset(NEWEST);
    if let Some(after) = after {
        older = older.filter(Column::Id.lte(after.second));
    }
    Ok(older.into_tuple().one(tx).await?)
}

async fn compared_patients(tx: &ClinicTx, candidates: &[Candidate]) -> Result<HashMap<PatientId, Compared>> {
    let ids = candidates.iter().flat_map(|candidate| [candidate.first_id, candidate.second_id]);
    Ok(compared(tx, ids).await?.into_iter().map(|patient| (patient.id, patient)).collect())
}

fn pair(candidate: &Candidate, patients: &HashMap<PatientId, Compared>) -> Option<SuspectedPair> {
    let (first, second) = (patients.get(&candidate.first_id)?, patients.get(&candidate.second_id)?);
    let (likeness, reason) = compare(&first.person(), &second.person(), candidate.similarity)?;
    Some(SuspectedPair { first: first.clone().into(), second: second.clone().into(), likeness, reason })
}

/// The pair's ids, the smaller one first.
///
/// Fails when one of them is not a patient of this clinic, or when both are the same.
async fn both(tx: &ClinicTx, one: PatientId, other: PatientId) -> Result<(PatientId, PatientId)> {
    patients::existing(tx, one).await?;
    if one == other {
        return Err(Error::conflict("same_patient", "This is one patient, not two."));
    }
    patients::existing(tx, other).await?;
    Ok((one.min(other), one.max(other)))
}

/// Marks two patients as two different people. The pair is not suggested again.
#[utoipa::path(put, path = "/api/patients/{id}/distinct/{other}", tag = "patients",
    params(("id" = i64, Path), ("other" = i64, Path)), responses((status = NO_CONTENT)))]
async fn keep_apart(
    ctx: Ctx<PatientMerge>,
    Path((id, other)): Path<(PatientId, PatientId)>,
) -> Result<Done<StatusCode>> {
    use distinct_patients::{ActiveModel, Column, Entity};
    let (first, second) = both(&ctx.tx, id, other).await?;
    let row = ActiveModel {
        first_id: Set(first),
        second_id: Set(second),
        member_id: Set(ctx.member.id),
        member_name: Set(ctx.member.full_name()),
        decided_at: Set(ctx.now),
    };
    // The first mark is kept.
    let said_already = OnConflict::columns([Column::FirstId, Column::SecondId]).do_nothing().to_owned();
    Entity::insert(row).on_conflict(said_already).exec_without_returning(&ctx.tx).await?;
    ctx.done(Subject::patients([first, second]), StatusCode::NO_CONTENT).await
}

/// Removes the mark that two patients are two different people.
#[utoipa::path(delete, path = "/api/patients/{id}/distinct/{other}", tag = "patients",
    params(("id" = i64, Path), ("other" = i64, Path)), responses((status = NO_CONTENT)))]
async fn suspect_again(
    ctx: Ctx<PatientMerge>,
    Path((id, other)): Path<(PatientId, PatientId)>,
) -> Result<Done<StatusCode>> {
    use distinct_patients::{Column, Entity};
    let (first, second) = both(&ctx.tx, id, other).await?;
    let said = Entity::delete_many().filter(Column::FirstId.eq(first)).filter(Column::SecondId.eq(second));
    if said.exec(&ctx.tx).await?.rows_affected == 0 {
        return Err(Error::NotFound);
    }
    ctx.done(Subject::patients([first, second]), StatusCode::NO_CONTENT).await
}
