//! Allergies, medications, conditions and pregnancy: what the patient answered, who asked and when. An answer is never changed; a
//! newer answer replaces it, and the earlier ones stay readable.

use axum::http::{HeaderMap, StatusCode};
use chrono::{DateTime, TimeDelta, Utc};
use entity::{
    clinic::{
        clinical_answer::{self, ClinicalEntries, ClinicalEntry, Column, Entity, Model},
        patient,
    },
    ids::PatientId,
    words::{ClinicalAnswer, ClinicalKind},
};
use sea_orm::{
    ActiveModelTrait,
    ActiveValue::Set,
    ColumnTrait, EntityTrait, IntoActiveModel, QueryFilter, QueryOrder, QuerySelect,
    sea_query::{Expr, ExprTrait, Order},
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::latest_answers::newest_answers;
use base::{
    error::{Error, OnConstraint, Result},
    permission::{PatientClinicalRead, PatientClinicalWrite},
};
use http_api::{
    IfMatch, Json, Page, Path, Query,
    fields::Line,
    page::{PageRows, fetch_page, key, next_link, octets_of},
    state::App,
};
use tenancy::{ClinicTx, Ctx, Done, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(show_clinical_lists))
        .routes(routes!(answer_clinical_list))
        .routes(routes!(list_clinical_answers))
        .routes(routes!(withdraw_clinical_answer))
}

/// The most entries of a list.
const MAX_ENTRIES: usize = 100;

/// How long an answer can be withdrawn.
const WITHDRAWN_WITHIN: TimeDelta = TimeDelta::minutes(10);

/// How many earlier answers a page shows by default.
const DEFAULT_LIMIT: u64 = 50;

/// The most answers of a page; an answer has up to 64 kB.
const MAX_ROWS: u64 = 100;

/// The patient's latest answer to each question; null for a question that was never asked.
#[derive(Debug, Default, Serialize, ToSchema)]
struct ClinicalLists {
    allergies: Option<ClinicalList>,
    medications: Option<ClinicalList>,
    conditions: Option<ClinicalList>,
    pregnancy: Option<ClinicalList>,
}

/// One answer.
#[derive(Debug, Serialize, ToSchema)]
struct ClinicalList {
    kind: ClinicalKind,
    answer: ClinicalAnswer,
    /// Empty unless the answer is `listed`.
    entries: Vec<ClinicalEntry>,
    /// The name of the member who asked.
    asked_by: String,
    asked_at: DateTime<Utc>,
    /// When the member who asked withdrew it as a mistake. A withdrawn answer does not count.
    withdrawn_at: Option<DateTime<Utc>>,
    /// For `If-Match`.
    version: i32,
}

impl From<Model> for ClinicalList {
    fn from(row: Model) -> Self {
        Self {
            kind: row.kind,
            answer: row.answer,
            entries: row.entries.0,
            asked_by: row.member_name,
            asked_at: row.asked_at,
            withdrawn_at: row.withdrawn_at,
            version: row.version,
        }
    }
}

/// A new answer of a patient.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewClinicalAnswer {
    /// `listed` with entries, or `none_known`; for a pregnancy one of the other three.
    answer: ClinicalAnswer,
    /// Up to 100; only with `listed`.
    #[serde(default)]
    entries: Vec<NewClinicalEntry>,
}

/// An allergy, a medication or a condition.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewClinicalEntry {
    name: Line,
    note: Option<Line>,
}

impl NewClinicalAnswer {
    /// The entries, if the answer fits the question.
    fn entries(self, kind: ClinicalKind) -> Result<ClinicalEntries> {
        use ClinicalAnswer::{Listed, NoneKnown};
        let is_list = matches!(self.answer, Listed | NoneKnown);
        if is_list == (kind == ClinicalKind::Pregnancy) {
            return Err(Error::field("answer", "must be one of the choices"));
        }
        match (self.answer, self.entries.len()) {
            (Listed, 0) => Err(Error::field("entries", "Name one at least, or choose that none is known")),
            (Listed, number) if number > MAX_ENTRIES => Err(Error::field("entries", "must be at most 100")),
            (answer, number) if answer != Listed && number > 0 => {
                Err(Error::field("entries", "must be empty with this answer"))
            }
            _ => {
                let entry = |NewClinicalEntry { name: Line(name), note }: NewClinicalEntry| ClinicalEntry {
                    name,
                    note: note.map(|Line(note)| note),
                };
                Ok(ClinicalEntries(self.entries.into_iter().map(entry).collect()))
            }
        }
    }
}

/// Shows the patient's latest answer to each question.
#[utoipa::path(get, path = "/api/patients/{id}/clinical", tag = "patients", params(("id" = i64, Path)),
    responses((status = OK, body = ClinicalLists)))]
async fn show_clinical_lists(
    ctx: Ctx<PatientClinicalRead>,
    Path(id): Path<PatientId>,
) -> Result<Done<Json<ClinicalLists>>> {
    super::existing(&ctx.tx, id).await?;
    let mut lists = ClinicalLists::default();
    for row in newest_answers(&ctx.tx, id).await? {
        let list = match row.kind {
            ClinicalKind::Allergies => &mut lists.allergies,
            ClinicalKind::Medications => &mut lists.medications,
            ClinicalKind::Conditions => &mut lists.conditions,
            ClinicalKind::Pregnancy => &mut lists.pregnancy,
        };
        *list = Some(row.into());
    }
    ctx.done(Subject::patient(id), Json(lists)).await
}

/// Stores the patient's new answer. `If-Match` is the version that was seen, `0` before the first answer.
#[utoipa::path(put, path = "/api/patients/{id}/clinical/{kind}", tag = "patients",
    params(("id" = i64, Path), ("kind" = ClinicalKind, Path), IfMatch), responses((status = CREATED, body = ClinicalList)))]
async fn answer_clinical_list(
    ctx: Ctx<PatientClinicalWrite>,
    Path((id, kind)): Path<(PatientId, ClinicalKind)>,
    if_match: IfMatch,
    Json(new): Json<NewClinicalAnswer>,
) -> Result<Done<(StatusCode, Json<ClinicalList>)>> {
    // The lock orders this and a merge: the answer is stored before the merge, or after it with the other patient's answers
    // known.
    super::locked(&ctx.tx, id).await?;
    let newest = newest_answers(&ctx.tx, id).await?;
    let version = newest.iter().find(|row| row.kind == kind).map_or(0, |row| row.version);
    if_match.require(version)?;
    let answer = new.answer;
    let row = clinical_answer::ActiveModel {
        patient_id: Set(id),
        kind: Set(kind),
        version: Set(Ord::max(version, last_version(&ctx.tx, id, kind).await?) + 1),
        answer: Set(answer),
        entries: Set(new.entries(kind)?),
        member_id: Set(ctx.member.id),
        member_name: Set(ctx.member.full_name()),
        asked_at: Set(ctx.now),
        ..Default::default()
    };
    // The second of two simultaneous answers is based on an outdated version.
    let row = row.insert(&ctx.tx).await.on_constraint("clinical_answer_once", || Error::Stale)?;
    let subject = Subject::patient(id).and(row.id);
    ctx.done(subject, (StatusCode::CREATED, Json(row.into()))).await
}

/// The version of the patient's last answer, even if withdrawn; 0 if there is none.
async fn last_version(tx: &ClinicTx, id: PatientId, kind: ClinicalKind) -> Result<i32> {
    let last: Option<Option<i32>> = Entity::find()
        .select_only()
        .column_as(Column::Version.max(), "last")
        .filter(Column::PatientId.eq(id))
        .filter(Column::Kind.eq(kind))
        .into_tuple()
        .one(tx)
        .await?;
    Ok(last.flatten().unwrap_or_default())
}

/// Withdraws an answer that was a mistake, within ten minutes and only by the member who asked. It stays in the history; the
/// answer before it counts again. With `If-Match` it withdraws only that version.
#[utoipa::path(post, path = "/api/patients/{id}/clinical/{kind}/withdraw", tag = "patients",
    params(("id" = i64, Path), ("kind" = ClinicalKind, Path), IfMatch), responses((status = NO_CONTENT)))]
async fn withdraw_clinical_answer(
    ctx: Ctx<PatientClinicalWrite>,
    Path((id, kind)): Path<(PatientId, ClinicalKind)>,
    if_match: IfMatch,
) -> Result<Done<StatusCode>> {
    super::locked(&ctx.tx, id).await?;
    let newest = newest_answers(&ctx.tx, id).await?;
    let newest = newest.into_iter().find(|row| row.kind == kind).ok_or(Error::NotFound)?;
    if_match.require(newest.version)?;
    let own = Entity::find_by_id(newest.id).one(&ctx.tx).await?;
    // An answer that combines two records cannot be withdrawn; the question is asked again instead.
    let own = own.filter(|row| row.patient_id == id && row.version == newest.version);
    let may = |row: &Model| row.member_id == ctx.member.id && row.asked_at + WITHDRAWN_WITHIN > ctx.now;
    let Some(own) = own.filter(may) else {
        let sentence = "Only who asked can take an answer back, and for ten minutes. Please ask again.";
        return Err(Error::conflict("not_withdrawable", sentence));
    };
    let mut row = own.into_active_model();
    row.withdrawn_at = Set(Some(ctx.now));
    let row = row.update(&ctx.tx).await?;
    ctx.done(Subject::patient(id).and(row.id), StatusCode::NO_CONTENT).await
}

/// Lists every answer to one question, the newest first; a page has at most 100 answers and 1 MB. `after` is the version of the
/// last row of the page before.
#[utoipa::path(get, path = "/api/patients/{id}/clinical/{kind}", tag = "patients",
    params(("id" = i64, Path), ("kind" = ClinicalKind, Path), Page), responses((status = OK, body = Vec<ClinicalList>)))]
async fn list_clinical_answers(
    ctx: Ctx<PatientClinicalRead>,
    Path((id, kind)): Path<(PatientId, ClinicalKind)>,
    Query(page): Query<Page>,
) -> Result<Done<(HeaderMap, Json<Vec<ClinicalList>>)>> {
    super::existing(&ctx.tx, id).await?;
    let limit = page.limit_or(DEFAULT_LIMIT).clamp(1, MAX_ROWS);
    let theirs = || {
        let of_both = Column::PatientId.in_subquery(patient::Entity::ids_of(id));
        Entity::find().filter(of_both).filter(Column::Kind.eq(kind))
    };
    let mut wanted = theirs();
    if let Some(after) = page.after {
        wanted = wanted.filter(Column::Version.lt(after));
    }
    let newest = [key(Column::Version, Order::Desc), key(Column::Id, Order::Desc)];
    let entries = octets_of(Expr::col(Column::Entries).cast_as("text"));
    let PageRows { rows: mut answers, has_next }: PageRows<Model> =
        fetch_page(&ctx.tx, wanted, newest, [entries], limit).await?;
    // Patients who were merged may have answers of the same version, which stay on one page.
    if let Some(last) = answers.last().filter(|_| has_next) {
        let same = theirs().filter(Column::Version.eq(last.version)).filter(Column::Id.lt(last.id));
        let same = same.order_by_desc(Column::Id);
        answers.extend(same.all(&ctx.tx).await?);
    }
    let path = format!("/api/patients/{id}/clinical/{}", kind.as_str());
    let last = answers.last().filter(|_| has_next).map(|row| row.version);
    let headers = next_link(&path, &[("limit", limit.to_string())], last)?;
    let answers = answers.into_iter().map(Into::into).collect();
    ctx.done(Subject::patient(id), (headers, Json(answers))).await
}
