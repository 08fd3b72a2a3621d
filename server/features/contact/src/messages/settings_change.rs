//! A job that plans the messages of every coming visit again after a change of the settings.

use chrono::{DateTime, Utc};
use entity::{
    clinic::{appointment, appointment_told, message_setting},
    ids::AppointmentId,
};
use sea_orm::{
    ActiveModelTrait,
    ActiveValue::{Set, Unchanged},
    ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect,
    sea_query::OnConflict,
};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{
    changes::{AnnouncedStart, new_announcement},
    job::VisitMessages,
    settings,
};
use base::error::Result;
use outbox::{Failed, Job, Outcome, Run, enqueue};
use tenancy::{JobTx, enter_for_job};

/// How many visits one transaction plans.
const AT_ONCE: u64 = 200;

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct PlanVisits {
    /// The messages were just switched on, so earlier bookings count as known to the patients.
    pub(super) afresh: bool,
}

/// Switches on the messages of a new clinic, with the default settings. Existing visits count as known to the patients since they
/// were booked, and get reminders.
pub async fn switch_on(db: &impl ConnectionTrait, clinic: Uuid, now: DateTime<Utc>) -> Result<()> {
    let row = message_setting::ActiveModel {
        id: Unchanged(1),
        enabled: Set(true),
        version: Set(1),
        updated_at: Set(now),
        ..Default::default()
    };
    row.update(db).await?;
    let visits = appointment::Entity::find().filter(appointment::Column::StartsAt.gt(now)).all(db).await?;
    let known =
        visits.iter().map(|visit| new_announcement(visit.id, AnnouncedStart::from_model(visit), visit.created_at));
    appointment_told::Entity::insert_many(known).exec_without_returning(db).await?;
    enqueue(db, clinic, now, &PlanVisits { afresh: false }).await
}

impl Job for PlanVisits {
    const KIND: &'static str = "plan_visits";
    const RUNS_AGAIN: bool = true;

    async fn run(self, run: Run<'_>) -> Result<Outcome, Failed> {
        let mut last = None;
        loop {
            let entered = enter_for_job(&run.app.tenants.db, run.clinic).await?;
            let planned = self.plan_some(&entered, last, run.now).await?;
            entered.commit().await?;
            if planned.is_none() {
                return Ok(Outcome::Done);
            }
            last = planned;
        }
    }
}

impl PlanVisits {
    /// Plans the visits after `last`, and returns the last of them. `None` if there are no more.
    async fn plan_some(
        &self,
        entered: &JobTx,
        last: Option<AppointmentId>,
        now: DateTime<Utc>,
    ) -> Result<Option<AppointmentId>> {
        use appointment::{Column, Entity};
        let tx = &entered.tx;
        let is_on = settings::current(tx).await?.enabled;
        // A request is planned once it is accepted.
        let mut visits = Entity::find()
            .filter(Column::StartsAt.gt(now))
            .filter(Column::RequestedAt.is_null())
            .order_by_asc(Column::Id)
            .limit(AT_ONCE);
        if let Some(last) = last {
            visits = visits.filter(Column::Id.gt(last));
        }
        let visits = visits.all(tx).await?;
        if is_on && !visits.is_empty() {
            let rows = visits.iter().map(|visit| new_announcement(visit.id, AnnouncedStart::from_model(visit), now));
            let mut known = OnConflict::column(appointment_told::Column::AppointmentId);
            if self.afresh {
                known.update_columns([appointment_told::Column::KnownStartsAt, appointment_told::Column::ChangedAt]);
            } else {
                known.do_nothing();
            }
            appointment_told::Entity::insert_many(rows).on_conflict(known).exec_without_returning(tx).await?;
        }
        for visit in &visits {
            let job = VisitMessages { appointment: visit.id, patient: visit.patient_id };
            enqueue(tx, entered.clinic.id, now, &job).await?;
        }
        Ok(visits.last().map(|visit| visit.id))
    }
}
