//! The recalls that are due, and the hourly run that plans their messages.

use std::ops::RangeInclusive;

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use chrono_tz::Tz;
use entity::{
    clinic::appointment_told,
    ids::{AppointmentId, MemberId, PatientId, ServiceId},
    words::{MessageReason, MessageStatus},
};
use sea_orm::{EntityTrait, FromQueryResult, sea_query::OnConflict};
use uuid::Uuid;

use super::{
    super::{
        changes::{AnnouncedStart, new_announcement},
        job::VisitMessages,
        plan::RECALLED_WITHIN,
        recall_rule::due_at,
        settings,
    },
    query,
};
use base::error::Result;
use http_api::state::App;
use tenancy::{ClinicTx, enter_for_job};

/// How many recalls one run plans; the next run plans the others.
const AT_ONCE: u64 = 200;

/// A patient whose recall is due.
#[derive(Debug, FromQueryResult)]
pub(super) struct DueRecall {
    pub(super) appointment_id: AppointmentId,
    pub(super) last_visit_at: DateTime<Utc>,
    pub(super) service_id: ServiceId,
    pub(super) service: String,
    pub(super) due_on: NaiveDate,
    pub(super) provider_id: Option<MemberId>,
    pub(super) recall_weeks: i32,
    pub(super) patient_id: PatientId,
    pub(super) first_name: String,
    pub(super) last_name: String,
    pub(super) phone: Option<String>,
    pub(super) email: Option<String>,
    pub(super) message_status: Option<MessageStatus>,
    pub(super) message_reason: Option<MessageReason>,
    pub(super) sent_at: Option<DateTime<Utc>>,
}

/// The patients whose recall became due within these days.
pub(super) async fn due(
    tx: &ClinicTx,
    days: RangeInclusive<NaiveDate>,
    zone: Tz,
    most: u64,
    is_unsent: bool,
) -> Result<Vec<DueRecall>> {
    Ok(DueRecall::find_by_statement(query::due(&days, zone, most, is_unsent)).all(tx).await?)
}

/// Plans the recalls that have become due. Runs once an hour. The job of the last visit decides whether and when a mail is sent.
pub async fn send_recalls(app: &App, clinic: Uuid, now: DateTime<Utc>) -> Result<()> {
    let entered = enter_for_job(&app.tenants.db, clinic).await?;
    let work = entered.work(now);
    let (tx, zone) = (work.tx, work.zone());
    let settings = settings::current(tx).await?;
    if !settings.enabled || !settings.recall {
        return Ok(());
    }
    let since = work.day_of(now - RECALLED_WITHIN + TimeDelta::days(1));
    for row in due(tx, since..=work.today(), zone, AT_ONCE, true).await? {
        if due_at(row.last_visit_at, row.recall_weeks, settings.reminder_at, zone) > now {
            continue;
        }
        // The visit may have no row yet if it is older than the clinic's messages.
        let there = OnConflict::column(appointment_told::Column::AppointmentId).do_nothing().to_owned();
        let told = new_announcement(row.appointment_id, AnnouncedStart::Start(row.last_visit_at), now);
        appointment_told::Entity::insert(told).on_conflict(there).exec_without_returning(tx).await?;
        let job = VisitMessages { appointment: row.appointment_id, patient: row.patient_id };
        outbox::enqueue(tx, clinic, now, &job).await?;
    }
    entered.commit().await
}
