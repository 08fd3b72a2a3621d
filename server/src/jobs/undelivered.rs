//! Mails that were given up: the clinic sees which, for whom and why, and has them sent again.

use std::collections::HashMap;

use axum::http::StatusCode;
use chrono::{DateTime, TimeDelta, Utc};
use entity::clinic::{job, member};
use sea_orm::{
    ColumnTrait, ConnectionTrait, DbBackend, DbErr, EntityTrait, QueryFilter, QueryOrder, QuerySelect, Statement,
};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{GIVEN_UP_AFTER, Job, Problem, notify};
use crate::{
    error::{Error, OnConstraint, Result},
    http::{Json, Path},
    permission::{AuditRead, ClinicSettingsWrite},
    state::App,
    tenancy::{Ctx, Done, Subject},
};

/// The screen shows those of the last month; `celadon jobs list` has them all.
const SHOWN_FOR: TimeDelta = TimeDelta::days(30);
const SHOWN: u64 = 100;

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_undelivered_mails)).routes(routes!(send_mail_again))
}

/// A mail that could not be delivered for three days. Never what it says.
#[derive(Debug, Serialize, ToSchema)]
struct UndeliveredMail {
    id: i64,
    /// What the mail is about, in a few words.
    about: &'static str,
    /// The name of the member it is for.
    #[schema(required)]
    recipient: Option<String>,
    asked_at: DateTime<Utc>,
    given_up_at: DateTime<Utc>,
    /// Why, in a sentence for the person.
    reason: &'static str,
}

/// What a job's mail is about.
const fn about(job: Job) -> &'static str {
    match job {
        Job::Invitation { .. } => "Invitation to the team",
        Job::PasswordReset { .. } => "Link for a new password",
        Job::EmailConfirmation { .. } => "Confirmation of the owner’s address",
        Job::SecondFactorRemoved { .. } => "Two-step sign-in was turned off",
        Job::AccountNotice { .. } => "A change to the account",
        Job::BillingNotice { .. } => "News of the subscription",
        Job::SupportGranted { .. } => "Celadon’s support may look into the clinic",
        Job::ClinicProfile => "The clinic’s name and time zone",
    }
}

/// Lists the mails of the last month that could not be delivered, the newest first.
#[utoipa::path(get, path = "/api/clinic/undelivered-mails", tag = "clinic",
    responses((status = OK, body = Vec<UndeliveredMail>)))]
async fn list_undelivered_mails(ctx: Ctx<AuditRead>) -> Result<Done<Json<Vec<UndeliveredMail>>>> {
    let rows = job::Entity::find()
        .filter(job::Column::FailedAt.gt(ctx.now - SHOWN_FOR))
        .order_by_desc(job::Column::FailedAt)
        .order_by_desc(job::Column::Id)
        .limit(SHOWN)
        .all(&ctx.tx)
        .await?;
    let mails: Vec<(job::Model, Job)> = rows
        .into_iter()
        .filter_map(|row| serde_json::from_value(row.payload.clone()).ok().map(|job| (row, job)))
        .filter(|(_, job): &(job::Model, Job)| job.member().is_some())
        .collect();
    let ids = mails.iter().filter_map(|(_, job)| job.member());
    let people = member::Entity::find().filter(member::Column::Id.is_in(ids)).all(&ctx.tx).await?;
    let names: HashMap<_, _> = people.into_iter().map(|member| (member.id, member.full_name())).collect();
    let list = mails.into_iter().filter_map(|(row, job)| {
        Some(UndeliveredMail {
            id: row.id,
            about: about(job),
            recipient: job.member().and_then(|id| names.get(&id).cloned()),
            asked_at: row.created_at,
            given_up_at: row.failed_at?,
            reason: Problem::named(row.last_problem.as_deref()).sentence(),
        })
    });
    let list = list.collect();
    ctx.done(Subject::nobody(), Json(list)).await
}

/// Sends a mail again that was given up. The limits on mails hold for it too. A mail that would say nothing
/// any more is refused with the reason.
#[utoipa::path(post, path = "/api/clinic/undelivered-mails/{id}/send", tag = "clinic", params(("id" = i64, Path)),
    responses((status = NO_CONTENT)))]
async fn send_mail_again(ctx: Ctx<ClinicSettingsWrite>, Path(id): Path<i64>) -> Result<Done<StatusCode>> {
    if let Some(reason) = nothing_to_send(&ctx.tx, Some(id)).await?.pop() {
        return Err(Error::conflict(reason.code(), reason.sentence()));
    }
    let under_way = || Error::conflict("under_way", "This mail is on its way again already.");
    let again = take_up_again(&ctx.tx, Some(id), ctx.now).await.on_constraint("job_unfinished", under_way)?;
    if again == 0 {
        return Err(Error::NotFound);
    }
    notify(&ctx.tx, ctx.clinic.id).await?;
    ctx.done(Subject::object(id), StatusCode::NO_CONTENT).await
}

/// Why a mail that was given up is not sent again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Nothing {
    /// Its link was used, or another took its place. Holds the job's kind.
    Withdrawn(String),
    /// The member is not on the team any more.
    Gone,
}

impl Nothing {
    const fn code(&self) -> &'static str {
        match self {
            Self::Withdrawn(_) => "withdrawn",
            Self::Gone => "gone",
        }
    }

    pub fn sentence(&self) -> &'static str {
        match self {
            Self::Withdrawn(kind) if kind == "invitation" => {
                "This link was used or withdrawn. Make a new invitation if one is still needed."
            }
            Self::Withdrawn(_) => "This link was used or withdrawn. Ask for a new one if it is still needed.",
            Self::Gone => "This person is not active on the team, so nothing is sent.",
        }
    }
}

/// Of the jobs, those whose letter cannot be written any more, as `letters.rs` and `work.rs` have it.
const NOTHING: &str = "case
    when job.payload -> 'link' is not null and not exists (select from account_link link
        where link.id = (job.payload -> 'link' ->> 'id')::bigint and link.used_at is null and link.voided_at is null)
        then 'withdrawn'
    when job.payload -> 'member' is not null and job.kind <> 'account_notice' and not exists (select from member
        where member.id = (job.payload ->> 'member')::bigint and member.status = 'active' and member.removed_at is null)
        then 'gone'
    end";

/// Which of the jobs that were given up, one or all, are not worth taking up, and why.
pub(super) async fn nothing_to_send(tx: &impl ConnectionTrait, id: Option<i64>) -> Result<Vec<Nothing>, DbErr> {
    let statement = Statement::from_sql_and_values(
        DbBackend::Postgres,
        format!(
            "select kind, nothing from (select kind, {NOTHING} as nothing from job
                where failed_at is not null and ($1::bigint is null or id = $1)) given_up
             where nothing is not null"
        ),
        [id.into()],
    );
    let rows = tx.query_all_raw(statement).await?;
    let reason = |row: sea_orm::QueryResult| {
        let nothing: String = row.try_get("", "nothing")?;
        Ok(if nothing == "gone" { Nothing::Gone } else { Nothing::Withdrawn(row.try_get("", "kind")?) })
    };
    rows.into_iter().map(reason).collect()
}

/// Takes up what was given up, as if it had been asked for now: one job, or all that nothing newer has
/// taken the place of. What has nothing to say any more is left. Answers how many.
pub(super) async fn take_up_again(
    tx: &impl ConnectionTrait,
    id: Option<i64>,
    now: DateTime<Utc>,
) -> Result<u64, DbErr> {
    let statement = Statement::from_sql_and_values(
        DbBackend::Postgres,
        format!(
            "update job set failed_at = null, attempts = 0, run_at = $1, give_up_at = $2, last_problem = null
         where failed_at is not null and {NOTHING} is null and case when $3::bigint is not null then id = $3 else
            not exists (select from job newer where newer.dedupe_key = job.dedupe_key and newer.id <> job.id
                and newer.done_at is null and (newer.failed_at is null or newer.id > job.id)) end"
        ),
        [now.into(), (now + GIVEN_UP_AFTER).into(), id.into()],
    );
    Ok(tx.execute_raw(statement).await?.rows_affected())
}
