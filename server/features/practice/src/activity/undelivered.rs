//! Mails that were given up: the clinic sees which, for whom and why, and can have them sent again.

use std::collections::HashMap;

use axum::{extract::State, http::StatusCode};
use chrono::{DateTime, TimeDelta, Utc};
use entity::{
    clinic::{job, member, patient},
    ids::{MemberId, PatientId},
};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use base::{
    error::{Error, OnConstraint, Result},
    permission::{AuditRead, ClinicSettingsWrite},
};
use http_api::{Json, Path, state::App};
use outbox::{Jobs, Problem, Recipient, nothing_to_send, notify, retry_given_up};
use tenancy::{ClinicTx, Ctx, Done, Subject};

/// The screen shows the mails of the last month; `celadon jobs list` shows all.
const LISTED_FOR: TimeDelta = TimeDelta::days(30);
const SHOWN: u64 = 100;

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_undelivered_mails)).routes(routes!(send_mail_again))
}

/// A mail that could not be delivered for three days, without its text.
#[derive(Debug, Serialize, ToSchema)]
struct UndeliveredMail {
    id: i64,
    /// What the mail is about, in a few words.
    about: &'static str,
    /// The name of the member or patient it is for.
    recipient: Option<String>,
    asked_at: DateTime<Utc>,
    given_up_at: DateTime<Utc>,
    /// Why the mail was given up, in a sentence for people.
    reason: &'static str,
}

/// Lists the mails of the last month that could not be delivered, newest first.
#[utoipa::path(get, path = "/api/clinic/undelivered-mails", tag = "clinic",
    responses((status = OK, body = Vec<UndeliveredMail>)))]
async fn list_undelivered_mails(
    State(app): State<App>,
    ctx: Ctx<AuditRead>,
) -> Result<Done<Json<Vec<UndeliveredMail>>>> {
    let rows = job::Entity::find()
        .filter(job::Column::FailedAt.gt(ctx.now - LISTED_FOR))
        .order_by_desc(job::Column::FailedAt)
        .order_by_desc(job::Column::Id)
        .limit(SHOWN)
        .all(&ctx.tx)
        .await?;
    let jobs = app.part::<Jobs>();
    let mails: Vec<_> =
        rows.into_iter().filter_map(|row| jobs.mail(&row.kind, &row.payload).map(|mail| (row, mail))).collect();
    let names = Names::load(&ctx.tx, mails.iter().map(|(_, (_, recipient))| *recipient)).await?;
    let patients = mails.iter().filter_map(|(_, (_, recipient))| match recipient {
        Recipient::Patient(id) => Some(*id),
        Recipient::Member(_) => None,
    });
    let subject = Subject::patients(patients);
    let list = mails.into_iter().filter_map(|(row, (about, recipient))| {
        Some(UndeliveredMail {
            id: row.id,
            about,
            recipient: names.get(recipient),
            asked_at: row.created_at,
            given_up_at: row.failed_at?,
            reason: Problem::named(row.last_problem.as_deref()).sentence(),
        })
    });
    let list = list.collect();
    ctx.done(subject, Json(list)).await
}

/// The names of the people whom the mails are for.
struct Names {
    members: HashMap<MemberId, String>,
    patients: HashMap<PatientId, String>,
}

impl Names {
    async fn load(tx: &ClinicTx, recipients: impl Iterator<Item = Recipient>) -> Result<Self> {
        let (mut members, mut patients) = (Vec::new(), Vec::new());
        for recipient in recipients {
            match recipient {
                Recipient::Member(id) => members.push(id),
                Recipient::Patient(id) => patients.push(id),
            }
        }
        let members = member::Entity::find().filter(member::Column::Id.is_in(members)).all(tx).await?;
        let patients = patient::Entity::find().filter(patient::Column::Id.is_in(patients)).all(tx).await?;
        Ok(Self {
            members: members.into_iter().map(|member| (member.id, member.full_name())).collect(),
            patients: patients.into_iter().map(|patient| (patient.id, patient.full_name())).collect(),
        })
    }

    fn get(&self, recipient: Recipient) -> Option<String> {
        match recipient {
            Recipient::Member(id) => self.members.get(&id),
            Recipient::Patient(id) => self.patients.get(&id),
        }
        .cloned()
    }
}

/// Sends a mail again that was given up. The limits on mails apply. If there is nothing left to send, the call is
/// refused with the reason.
#[utoipa::path(post, path = "/api/clinic/undelivered-mails/{id}/send", tag = "clinic", params(("id" = i64, Path)),
    responses((status = NO_CONTENT)))]
async fn send_mail_again(ctx: Ctx<ClinicSettingsWrite>, Path(id): Path<i64>) -> Result<Done<StatusCode>> {
    if let Some(reason) = nothing_to_send(&ctx.tx, Some(id)).await?.pop() {
        return Err(Error::conflict(reason.code(), reason.sentence()));
    }
    let under_way = || Error::conflict("under_way", "This mail is on its way again already.");
    let again = retry_given_up(&ctx.tx, Some(id), ctx.now).await.on_constraint("job_unfinished", under_way)?;
    if again == 0 {
        return Err(Error::NotFound);
    }
    notify(&ctx.tx, ctx.clinic.id).await?;
    ctx.done(Subject::object(id), StatusCode::NO_CONTENT).await
}
