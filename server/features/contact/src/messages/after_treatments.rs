//! The aftercare text of a service for a treatment that was saved. It is the same text as after a completed visit; only one is
//! sent.

use chrono::{DateTime, TimeDelta, Utc};
use chrono_tz::Tz;
use entity::{
    clinic::{
        appointment, appointment_told,
        message::{self, Column, Entity},
        message_setting, patient, treatment,
    },
    ids::{AppointmentId, PatientId, ServiceId, TreatmentId},
    words::{MessageKind, MessageReason, MessageStatus},
};
use sea_orm::{
    ActiveModelTrait, ActiveValue::Set, ColumnTrait, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect,
};
use serde::{Deserialize, Serialize};

use super::{
    plan::{AFTERCARE_FOR, HELD_FOR},
    planned::{self, Next},
    reachability, send, service_rules, settings,
    treatment_messages::{Day, aftercare, count_treatment_messages},
};
use base::error::Result;
use outbox::{Failed, Job, LaneKind, Outcome, Run};
use people::patients;
use tenancy::{ClinicTx, Work, enter_for_job};

/// Enqueues the aftercare text of a treatment that was saved; it is sent a little later. Does nothing if the clinic sends no
/// messages or the service has no text.
pub async fn note_treatment(work: Work<'_>, row: &treatment::Model) -> Result<()> {
    let Work { tx, now, .. } = work;
    let about = service_rules::find(tx, row.service_id).await?;
    if about.is_none_or(|about| about.aftercare.is_none()) {
        return Ok(());
    }
    let settings = settings::current(tx).await?;
    if !settings.enabled || !settings.aftercare {
        return Ok(());
    }
    let job = TreatmentAftercare { treatment: row.id, patient: row.patient_id };
    outbox::enqueue_at(tx, work.clinic.id, now, now + HELD_FOR, &job).await
}

/// Counts the aftercare messages of the visits of that day. Locks these visits against other planning until the transaction ends.
async fn count_visit_messages(tx: &ClinicTx, person: PatientId, service: ServiceId, Day(from, to): Day) -> Result<u64> {
    use appointment::Column as Of;
    let ids: Vec<AppointmentId> = appointment::Entity::find()
        .filter(Of::PatientId.in_subquery(patient::Entity::ids_of(person)))
        .filter(Of::ServiceId.eq(service))
        .filter(Of::StartsAt.gte(from))
        .filter(Of::StartsAt.lt(to))
        .select_only()
        .column(Of::Id)
        .into_tuple()
        .all(tx)
        .await?;
    appointment_told::Entity::find()
        .filter(appointment_told::Column::AppointmentId.is_in(ids.iter().copied()))
        .order_by_asc(appointment_told::Column::AppointmentId)
        .lock_exclusive()
        .all(tx)
        .await?;
    let told = Entity::find()
        .filter(Column::AppointmentId.is_in(ids))
        .filter(Column::Kind.eq(MessageKind::Aftercare))
        .filter(Column::Status.ne(MessageStatus::Dropped));
    Ok(told.count(tx).await?)
}

/// Sends the aftercare text of a treatment.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct TreatmentAftercare {
    pub(super) treatment: TreatmentId,
    pub(super) patient: PatientId,
}

impl Job for TreatmentAftercare {
    const KIND: &'static str = "treatment_aftercare";
    const LANE: LaneKind = LaneKind::Sending;
    const RUNS_AGAIN: bool = true;

    fn patient(&self) -> Option<PatientId> {
        Some(self.patient)
    }

    async fn run(self, run: Run<'_>) -> Result<Outcome, Failed> {
        send::mail_next(self.next(&run).await?, &run).await
    }
}

impl TreatmentAftercare {
    async fn next(&self, run: &Run<'_>) -> Result<Next> {
        let entered = enter_for_job(&run.app.tenants.db, run.clinic).await?;
        let (tx, now, zone) = (&entered.tx, run.now, entered.clinic.time_zone);
        let person = patients::person(tx, self.patient).await?;
        let Some(row) = self.row(tx, &person, zone, now).await? else {
            entered.commit().await?;
            return Ok(Next::Nothing);
        };
        let settings = settings::current(tx).await?;
        let reach = self.reach(tx, &person, &settings, row.starts_at, now).await?;
        let next = planned::next_of(entered.work(now), row, reach, &settings).await?;
        entered.commit().await?;
        Ok(next)
    }

    /// The message, inserted at the first run. `None` if it was already sent, or another message has the same text for this
    /// patient.
    async fn row(
        &self,
        tx: &ClinicTx,
        person: &patient::Model,
        zone: Tz,
        now: DateTime<Utc>,
    ) -> Result<Option<message::Model>> {
        let found = Entity::find()
            .filter(Column::TreatmentId.eq(self.treatment))
            .order_by_asc(Column::Id)
            .lock_exclusive()
            .one(tx)
            .await?;
        if let Some(row) = found {
            if planned::is_interrupted(&row) {
                planned::interrupt(tx, &row, now).await?;
                return Ok(None);
            }
            return Ok(Some(row).filter(planned::is_open));
        }
        let treatment = treatment::Entity::find_by_id(self.treatment).one(tx).await?;
        let Some((treatment, service)) = treatment.and_then(|row| row.service_id.map(|service| (row, service))) else {
            return Ok(None);
        };
        let day = Day::containing(treatment.created_at, zone);
        let of_visits = count_visit_messages(tx, person.id, service, day).await?;
        let others = of_visits + count_treatment_messages(tx, person.id, service, day, Some(self.treatment)).await?;
        if others > 0 {
            return Ok(None);
        }
        let row = message::ActiveModel {
            patient_id: Set(person.id),
            treatment_id: Set(Some(self.treatment)),
            kind: Set(MessageKind::Aftercare),
            channel: Set(MessageKind::Aftercare.channel()),
            status: Set(MessageStatus::Waiting),
            occasion: Set(0),
            starts_at: Set(treatment.created_at),
            due_at: Set(treatment.created_at + HELD_FOR),
            created_at: Set(now),
            ..Default::default()
        };
        Ok(Some(row.insert(tx).await?))
    }

    /// Whether the message is still due and the patient can be reached.
    async fn reach(
        &self,
        tx: &ClinicTx,
        person: &patient::Model,
        settings: &message_setting::Model,
        treated_at: DateTime<Utc>,
        now: DateTime<Utc>,
    ) -> Result<std::result::Result<(), MessageReason>> {
        if !settings.enabled || !settings.aftercare {
            return Ok(Err(MessageReason::SwitchedOff));
        }
        if aftercare(tx, self.treatment).await?.is_none() {
            return Ok(Err(MessageReason::Reopened));
        }
        if now >= treated_at + HELD_FOR + AFTERCARE_FOR + TimeDelta::minutes(1) {
            return Ok(Err(MessageReason::Past));
        }
        reachability::by_mail(tx, person, true).await
    }
}
