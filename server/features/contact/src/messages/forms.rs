//! Reminders of forms that a patient has not signed: five days after a form was issued, then every two days, at most five. Each
//! is a message of its own with a new link. A text that a member has sent about the form counts as one of the five.

use chrono::{DateTime, TimeDelta, Utc};
use entity::{
    clinic::{
        consent,
        message::{self, Column, Entity},
        message_setting, patient,
    },
    ids::{ConsentId, PatientId},
    words::{MessageKind, MessageReason, MessageStatus},
};
use sea_orm::{
    ActiveValue::Set,
    ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait,
    sea_query::{ExprTrait, OnConflict},
};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{
    open_forms,
    plan::Reach,
    planned::{self, Next},
    reachability, send, settings,
    times::QuietHours,
};
use base::error::Result;
use http_api::state::App;
use outbox::{Failed, Job, LaneKind, Outcome, Run};
use people::patients;
use tenancy::{ClinicTx, enter_for_job};

const FIRST_AFTER: TimeDelta = TimeDelta::days(5);
const NEXT_AFTER: TimeDelta = TimeDelta::days(2);
const MAX_REMINDERS: i64 = 5;
/// How many reminders one run plans; the next run plans the others.
const AT_ONCE: u64 = 200;

/// Plans the reminders that have become due. Runs once an hour.
pub async fn remind_of_forms(app: &App, clinic: Uuid, now: DateTime<Utc>) -> Result<()> {
    let entered = enter_for_job(&app.tenants.db, clinic).await?;
    let tx = &entered.tx;
    let settings = settings::current(tx).await?;
    if !settings.enabled || !settings.form_reminders {
        return Ok(());
    }
    let earlier = || Entity::find().filter(Column::ConsentId.is_not_null()).select_only().column(Column::ConsentId);
    let lately = earlier().filter(Column::CreatedAt.gt(now - NEXT_AFTER));
    let often = earlier().group_by(Column::ConsentId).having(Column::Id.count().gte(MAX_REMINDERS));
    let archived = patient::Entity::find().filter(patient::Column::ArchivedAt.is_not_null());
    let due: Vec<(ConsentId, PatientId, DateTime<Utc>)> = open_forms::valid(now)
        .filter(consent::Column::IssuedAt.lte(now - FIRST_AFTER))
        .filter(consent::Column::Id.not_in_subquery(lately.into_query()))
        .filter(consent::Column::Id.not_in_subquery(often.into_query()))
        .filter(
            consent::Column::PatientId.not_in_subquery(archived.select_only().column(patient::Column::Id).into_query()),
        )
        .order_by_asc(consent::Column::Id)
        .limit(AT_ONCE)
        .select_only()
        .columns([consent::Column::Id, consent::Column::PatientId, consent::Column::IssuedAt])
        .into_tuple()
        .all(tx)
        .await?;
    let quiet = QuietHours { from: settings.quiet_from, to: settings.quiet_to };
    let due_at = quiet.after(now, entered.clinic.time_zone);
    for (consent, patient, issued_at) in due {
        let number: i64 = Entity::find()
            .filter(Column::ConsentId.eq(consent))
            .select_only()
            .column_as(Column::Id.count(), "number")
            .into_tuple()
            .one(tx)
            .await?
            .unwrap_or_default();
        let row = message::ActiveModel {
            patient_id: Set(patient),
            consent_id: Set(Some(consent)),
            kind: Set(MessageKind::Form),
            channel: Set(MessageKind::Form.channel()),
            status: Set(MessageStatus::Waiting),
            occasion: Set(number),
            starts_at: Set(issued_at),
            due_at: Set(due_at),
            created_at: Set(now),
            ..Default::default()
        };
        let there = OnConflict::columns([Column::ConsentId, Column::Occasion]).do_nothing().to_owned();
        Entity::insert(row).on_conflict(there).exec_without_returning(tx).await?;
        outbox::enqueue_at(tx, clinic, now, due_at, &FormReminder { consent, patient }).await?;
    }
    entered.commit().await
}

/// Sends a planned reminder of a form.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct FormReminder {
    pub(super) consent: ConsentId,
    pub(super) patient: PatientId,
}

impl Job for FormReminder {
    const KIND: &'static str = "form_reminder";
    const LANE: LaneKind = LaneKind::Sending;
    const RUNS_AGAIN: bool = true;

    fn patient(&self) -> Option<PatientId> {
        Some(self.patient)
    }

    async fn run(self, run: Run<'_>) -> Result<Outcome, Failed> {
        send::mail_next(self.next(&run).await?, &run).await
    }
}

impl FormReminder {
    async fn next(&self, run: &Run<'_>) -> Result<Next> {
        let entered = enter_for_job(&run.app.tenants.db, run.clinic).await?;
        let (tx, now) = (&entered.tx, run.now);
        let rows = Entity::find()
            .filter(Column::ConsentId.eq(self.consent))
            .filter(Column::Channel.eq(MessageKind::Form.channel()))
            .order_by_asc(Column::Id)
            .lock_exclusive()
            .all(tx)
            .await?;
        for row in rows.iter().filter(|row| planned::is_interrupted(row)) {
            planned::interrupt(tx, row, now).await?;
        }
        let Some(row) = rows.into_iter().rfind(planned::is_open) else {
            entered.commit().await?;
            return Ok(Next::Nothing);
        };
        let settings = settings::current(tx).await?;
        let reach = self.reach(tx, &settings, now).await?;
        let next = planned::next_of(entered.work(now), row, reach, &settings).await?;
        entered.commit().await?;
        Ok(next)
    }

    /// Whether the form still needs a reminder, and the patient can be reached.
    async fn reach(&self, tx: &ClinicTx, settings: &message_setting::Model, now: DateTime<Utc>) -> Result<Reach> {
        if !settings.enabled || !settings.form_reminders {
            return Ok(Err(MessageReason::SwitchedOff));
        }
        let person = patients::person(tx, self.patient).await?;
        if person.archived_at.is_some() {
            return Ok(Err(MessageReason::Archived));
        }
        if open_forms::waiting(tx, self.consent, now).await?.is_none() {
            return Ok(Err(MessageReason::Decided));
        }
        let is_wanted = planned::wishes(tx, &person).await?.iter().all(|wish| wish.email_reminders);
        reachability::by_mail(tx, &person, is_wanted).await
    }
}
