//! Patients' questions about their estimates: the list of open ones, the same on Today, and marking them as answered.

use entity::{
    clinic::{estimate_issue, estimate_question},
    ids::{EstimateId, EstimateQuestionId, PatientId},
};
use sea_orm::{
    ActiveModelTrait, ActiveValue::Set, ColumnTrait, EntityTrait, IntoActiveModel, PaginatorTrait, QueryFilter,
    QueryOrder, QuerySelect, Select,
};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::issued::EstimateQuestion;
use base::{
    error::{Error, Result},
    permission::EstimateIssue,
};
use http_api::{Json, Path, state::App};
use people::patients;
use tenancy::{ClinicTx, Ctx, Done, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_estimate_questions)).routes(routes!(answer_estimate_question))
}

/// A question with the estimate that it is about.
#[derive(Debug, Serialize, ToSchema)]
pub struct OpenQuestion {
    #[serde(flatten)]
    question: EstimateQuestion,
    pub patient_id: PatientId,
    patient_name: String,
    estimate_id: EstimateId,
    /// The issued version of the question.
    version: i32,
}

/// The open questions of patients about their estimates.
#[derive(Debug, Default, Serialize, ToSchema)]
pub struct OpenQuestions {
    /// How many questions there are.
    total: u64,
    /// The oldest first.
    #[schema(max_items = 50)]
    pub questions: Vec<OpenQuestion>,
}

/// The most questions that are listed; open ones are few.
const MAX_QUESTIONS: u64 = 200;

/// The most questions that Today lists.
const MAX_NAMED: u64 = 50;

fn unanswered() -> Select<estimate_question::Entity> {
    estimate_question::Entity::find()
        .filter(estimate_question::Column::AnsweredAt.is_null())
        .order_by_asc(estimate_question::Column::AskedAt)
        .order_by_asc(estimate_question::Column::Id)
}

/// The oldest open questions, the oldest first.
async fn first_questions(tx: &ClinicTx, limit: u64) -> Result<Vec<OpenQuestion>> {
    let open = unanswered().limit(limit).all(tx).await?;
    let about = estimate_issue::Entity::find()
        .filter(estimate_issue::Column::Id.is_in(open.iter().map(|question| question.issue_id)));
    let about = about.all(tx).await?;
    let persons = patients::persons(tx, about.iter().map(|issue| issue.patient_id)).await?;
    let with_its_estimate = |question: estimate_question::Model| {
        let issue = about.iter().find(|issue| issue.id == question.issue_id)?;
        let person = persons.get(&issue.patient_id)?;
        Some(OpenQuestion {
            question: question.into(),
            patient_id: person.id,
            patient_name: person.full_name(),
            estimate_id: issue.estimate_id,
            version: issue.version,
        })
    };
    Ok(open.into_iter().filter_map(with_its_estimate).collect())
}

/// The questions as Today shows them.
pub async fn open_questions(tx: &ClinicTx) -> Result<OpenQuestions> {
    let questions = first_questions(tx, MAX_NAMED).await?;
    let total =
        if questions.len() as u64 == MAX_NAMED { unanswered().count(tx).await? } else { questions.len() as u64 };
    Ok(OpenQuestions { total, questions })
}

/// Lists patients' open questions about their estimates, the oldest first, at most 200.
#[utoipa::path(get, path = "/api/gfe-estimate/questions", tag = "estimates", responses((status = OK, body = Vec<OpenQuestion>)))]
async fn list_estimate_questions(ctx: Ctx<EstimateIssue>) -> Result<Done<Json<Vec<OpenQuestion>>>> {
    let answer = first_questions(&ctx.tx, MAX_QUESTIONS).await?;
    let subject = Subject::patients(answer.iter().map(|one| one.patient_id));
    ctx.done(subject, Json(answer)).await
}

/// Marks a question as answered. Repeating the call changes nothing.
#[utoipa::path(post, path = "/api/gfe-estimate/questions/{id}/answered", tag = "estimates", params(("id" = i64, Path)), responses((status = OK, body = EstimateQuestion)))]
async fn answer_estimate_question(
    ctx: Ctx<EstimateIssue>,
    Path(id): Path<EstimateQuestionId>,
) -> Result<Done<Json<EstimateQuestion>>> {
    let found = estimate_question::Entity::find_by_id(id).lock_exclusive().one(&ctx.tx).await?;
    let question = found.ok_or(Error::NotFound)?;
    let issue = estimate_issue::Entity::find_by_id(question.issue_id).one(&ctx.tx).await?.ok_or(Error::NotFound)?;
    let row = if question.answered_at.is_some() {
        question
    } else {
        let mut row = question.into_active_model();
        row.answered_at = Set(Some(ctx.now));
        row.answered_by = Set(Some(ctx.member.id));
        row.answered_by_name = Set(Some(ctx.member.full_name()));
        row.update(&ctx.tx).await?
    };
    ctx.done(Subject::patient(issue.patient_id).and(id), Json(row.into())).await
}
