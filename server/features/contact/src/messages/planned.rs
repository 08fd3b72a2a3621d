//! Stores the plan of one visit as rows of `message`, and finds the next one to send.

use chrono::{DateTime, TimeDelta, Utc};
use entity::{
    clinic::{appointment, appointment_told, contact_preference, message, message_setting, patient},
    ids::AppointmentId,
    words::{MessageKind, MessageReason, MessageStatus},
};
use sea_orm::{
    ActiveModelTrait, ActiveValue::Set, ColumnTrait, EntityTrait, IntoActiveModel, PaginatorTrait, QueryFilter,
    QueryOrder, QuerySelect,
};

use super::{
    current::check_current,
    plan::{Action, PlannedMessage, Reach, ServiceRules, VisitState},
    reachability, recall_rule, service_rules, settings,
    times::QuietHours,
    treatment_messages,
};
use base::error::Result;
use outbox::Run;
use people::patients;
use tenancy::{ClinicTx, Work, enter_for_job};

/// The next step for a visit.
pub(super) enum Next {
    Nothing,
    Wait(DateTime<Utc>),
    Send(Box<message::Model>),
}

/// How long a message waits for an earlier one of the same patient.
const IN_ORDER: TimeDelta = TimeDelta::hours(1);
const TRIED_AGAIN: TimeDelta = TimeDelta::minutes(1);

/// A visit with the rows from which its messages are planned.
struct VisitContext {
    appointment: appointment::Model,
    told: appointment_told::Model,
    person: patient::Model,
    settings: message_setting::Model,
    service: ServiceRules,
    news: Reach,
    reminder: Reach,
    text: Reach,
    news_text: Reach,
}

/// Whether a message is to be sent, and when.
#[derive(Clone, Copy)]
struct SendState {
    status: MessageStatus,
    /// Why it is not sent.
    reason: Option<MessageReason>,
    due_at: DateTime<Utc>,
}

/// Stores the plan of a visit, and returns the next step.
pub(super) async fn next(id: AppointmentId, run: &Run<'_>) -> Result<Next> {
    let entered = enter_for_job(&run.app.tenants.db, run.clinic).await?;
    let work = entered.work(run.now);
    let Work { tx, now, .. } = work;
    let Some(visit) = VisitContext::load(work, id).await? else { return Ok(Next::Nothing) };
    let rows = message::Entity::find()
        .filter(message::Column::AppointmentId.eq(id))
        .order_by_asc(message::Column::Id)
        .all(tx)
        .await?;
    let told = end_interrupted(tx, &rows, visit.told.clone(), now).await?;
    let visit = VisitContext { told, ..visit };
    let state = visit.state(work);
    let plan = state.plan();
    let mut waiting = Vec::new();
    for planned in &plan {
        waiting.extend(visit.keep(tx, *planned, &rows, now).await?);
    }
    for row in rows.iter().filter(|row| is_open(row)) {
        if plan.iter().any(|planned| visit.is_of(*planned, row)) {
            continue;
        }
        // A member had it sent again, although the patient counted as told.
        if row.asked_again_at.is_some() && check_current(tx, row, &visit.person, now).await?.is_some() {
            waiting.push(row.clone());
        } else {
            drop_row(tx, row, state.why_dropped(row.kind, row.starts_at)).await?;
        }
    }
    let next = match waiting.into_iter().min_by_key(|row: &message::Model| (row.due_at, row.id)) {
        None => Next::Nothing,
        Some(row) if row.due_at > now => Next::Wait(row.due_at),
        Some(row) if is_after_another(tx, &row, now).await? => Next::Wait(now + TRIED_AGAIN),
        Some(row) => Next::Send(Box::new(row)),
    };
    entered.commit().await?;
    Ok(next)
}

/// How the patient wants to be reminded. For merged records the strictest wish counts.
pub(super) async fn wishes(tx: &ClinicTx, person: &patient::Model) -> Result<Vec<contact_preference::Model>> {
    let theirs = contact_preference::Column::PatientId.in_subquery(patient::Entity::ids_of(person.id));
    Ok(contact_preference::Entity::find().filter(theirs).all(tx).await?)
}

/// Whether a message may still be sent.
pub(super) fn is_open(row: &message::Model) -> bool {
    matches!(row.status, MessageStatus::Waiting | MessageStatus::Failed) && row.claimed_at.is_none()
}

impl VisitContext {
    /// The visit, locked until the transaction ends. `None` if there is no message to plan.
    async fn load(work: Work<'_>, id: AppointmentId) -> Result<Option<Self>> {
        let (tx, zone) = (work.tx, work.zone());
        let told = appointment_told::Entity::find_by_id(id).lock_exclusive().one(tx).await?;
        let appointment = appointment::Entity::find_by_id(id).one(tx).await?;
        let Some((told, appointment)) = told.zip(appointment) else { return Ok(None) };
        let person = patients::person(tx, appointment.patient_id).await?;
        let wishes = wishes(tx, &person).await?;
        let is_reminded = wishes.iter().all(|wish| wish.email_reminders);
        let news = reachability::by_mail(tx, &person, true).await?;
        let reminder = if is_reminded { news } else { Err(MessageReason::NotWanted) };
        let text = reachability::by_text(tx, &person, wishes.iter().all(|wish| wish.text_reminders)).await?;
        let settings = settings::current(tx).await?;
        let news_text = reachability::by_text(tx, &person, true).await?;
        let about = service_rules::find(tx, appointment.service_id).await?;
        let service = ServiceRules {
            reminder: about.as_ref().is_none_or(|about| about.reminder),
            has_aftercare: about.as_ref().is_some_and(|about| about.aftercare.is_some())
                && !treatment_messages::has_message(tx, &appointment, zone).await?,
            recall: match about.and_then(|about| about.recall_weeks) {
                Some(weeks) => {
                    let due = recall_rule::due_at(appointment.starts_at, weeks, settings.reminder_at, zone);
                    Some(recall_rule::is_wanted(tx, &appointment, &person).await?.map(|()| due))
                }
                None => None,
            },
        };
        Ok(Some(Self { appointment, told, person, settings, service, news, reminder, text, news_text }))
    }

    fn state(&self, work: Work<'_>) -> VisitState<'_> {
        VisitState {
            status: self.appointment.status,
            move_asked: self.appointment.move_asked_at.is_some(),
            starts_at: self.appointment.starts_at,
            known_starts_at: self.told.known_starts_at,
            changed_at: self.told.changed_at,
            status_at: self.appointment.status_at,
            settings: &self.settings,
            service: self.service,
            news: self.news,
            reminder: self.reminder,
            text: self.text,
            news_text: self.news_text,
            at_once: self.told.at_once,
            zone: work.zone(),
            now: work.now,
        }
    }

    /// Distinguishes messages of one kind about this visit. Aftercare and recalls are sent once, however often the visit is
    /// completed.
    fn occasion(&self, kind: MessageKind) -> i64 {
        if kind.is_news() {
            self.told.news.into()
        } else if kind.is_after_visit() {
            0
        } else {
            self.appointment.starts_at.timestamp()
        }
    }

    fn is_of(&self, planned: PlannedMessage, row: &message::Model) -> bool {
        row.kind == planned.kind && row.occasion == self.occasion(planned.kind)
    }

    /// The start that a message names. For a canceled visit, the start that the patient knows.
    fn said_start(&self, kind: MessageKind) -> DateTime<Utc> {
        let known = self.told.known_starts_at.filter(|_| kind == MessageKind::Cancelled);
        known.unwrap_or(self.appointment.starts_at)
    }

    /// Stores the planned action in the message's row, and returns the row if it is still to be sent.
    async fn keep(
        &self,
        tx: &ClinicTx,
        planned: PlannedMessage,
        rows: &[message::Model],
        now: DateTime<Utc>,
    ) -> Result<Option<message::Model>> {
        let found = rows.iter().find(|row| self.is_of(planned, row));
        let is_settled = found.is_some_and(|row| match row.status {
            // A reminder that was dropped after its time stays dropped; news is sent while it is still news.
            MessageStatus::Dropped => !row.kind.is_news() && row.due_at <= now,
            // A message that was sent, or may have been, is not sent again.
            _ => !is_open(row),
        });
        if is_settled {
            return Ok(None);
        }
        let state = match planned.action {
            Action::Send(due_at) => SendState { status: MessageStatus::Waiting, reason: None, due_at },
            Action::Drop(reason) => SendState { status: MessageStatus::Dropped, reason: Some(reason), due_at: now },
            Action::Silent => {
                self.know(tx, planned.kind).await?;
                return Ok(None);
            }
        };
        let SendState { status, reason, due_at } = state;
        let starts_at = self.said_start(planned.kind);
        let row = match found {
            Some(row)
                if row.status == status
                    && row.channel == planned.channel
                    && row.starts_at == starts_at
                    && (row.due_at == due_at || row.due_at <= now) =>
            {
                row.clone()
            }
            Some(row) => {
                let mut changed = row.clone().into_active_model();
                // A failed message stays failed until it is sent.
                if row.status == MessageStatus::Dropped || status == MessageStatus::Dropped {
                    changed.status = Set(status);
                    changed.reason = Set(reason);
                }
                changed.channel = Set(planned.channel);
                changed.starts_at = Set(starts_at);
                changed.due_at = Set(due_at);
                changed.update(tx).await?
            }
            None => self.add(tx, planned, state, now).await?,
        };
        if row.status == MessageStatus::Dropped && planned.kind.is_news() {
            self.know(tx, planned.kind).await?;
        }
        Ok(Some(row).filter(is_open))
    }

    async fn add(
        &self,
        tx: &ClinicTx,
        PlannedMessage { kind, channel, .. }: PlannedMessage,
        SendState { status, reason, due_at }: SendState,
        now: DateTime<Utc>,
    ) -> Result<message::Model> {
        let row = message::ActiveModel {
            patient_id: Set(self.person.id),
            appointment_id: Set(Some(self.appointment.id)),
            kind: Set(kind),
            channel: Set(channel),
            status: Set(status),
            reason: Set(reason),
            occasion: Set(self.occasion(kind)),
            starts_at: Set(self.said_start(kind)),
            due_at: Set(due_at),
            created_at: Set(now),
            ..Default::default()
        };
        Ok(row.insert(tx).await?)
    }

    /// Marks the content of this message as known to the patient.
    async fn know(&self, tx: &ClinicTx, kind: MessageKind) -> Result<()> {
        know(tx, self.told.clone(), kind, self.appointment.starts_at).await?;
        Ok(())
    }
}

/// Marks a start as known to the patient, or marks the visit as known to be canceled.
pub(super) async fn know(
    tx: &ClinicTx,
    told: appointment_told::Model,
    kind: MessageKind,
    starts_at: DateTime<Utc>,
) -> Result<appointment_told::Model> {
    let news = told.news + 1;
    let mut told = told.into_active_model();
    told.known_starts_at = Set((kind != MessageKind::Cancelled).then_some(starts_at));
    told.news = Set(news);
    Ok(told.update(tx).await?)
}

/// Ends messages that an earlier worker claimed and did not finish. They may have been sent, so they are not sent again.
async fn end_interrupted(
    tx: &ClinicTx,
    rows: &[message::Model],
    mut told: appointment_told::Model,
    now: DateTime<Utc>,
) -> Result<appointment_told::Model> {
    for row in rows.iter().filter(|row| is_interrupted(row)) {
        interrupt(tx, row, now).await?;
        if row.kind.is_news() {
            told = know(tx, told, row.kind, row.starts_at).await?;
        }
    }
    Ok(told)
}

/// Whether a worker claimed the message and did not finish sending it.
pub(super) fn is_interrupted(row: &message::Model) -> bool {
    row.status == MessageStatus::Waiting && row.claimed_at.is_some()
}

pub(super) async fn interrupt(tx: &ClinicTx, row: &message::Model, now: DateTime<Utc>) -> Result<()> {
    let mut ended = row.clone().into_active_model();
    ended.status = Set(MessageStatus::Failed);
    ended.reason = Set(Some(MessageReason::Interrupted));
    ended.update(tx).await?;
    tracing::warn!(message.id = row.id, message.due_at = %row.due_at, at = %now, "a message was interrupted");
    Ok(())
}

/// The next step of a job that has one message. The message is dropped if the patient cannot be reached, else sent outside of the
/// quiet hours and after earlier messages.
pub(super) async fn next_of(
    work: Work<'_>,
    row: message::Model,
    reach: Reach,
    settings: &message_setting::Model,
) -> Result<Next> {
    let Work { tx, now, .. } = work;
    if let Err(reason) = reach {
        drop_row(tx, &row, reason).await?;
        return Ok(Next::Nothing);
    }
    let quiet = QuietHours { from: settings.quiet_from, to: settings.quiet_to };
    let at = quiet.after(row.due_at.max(now), work.zone());
    if at > now {
        Ok(Next::Wait(at))
    } else if is_after_another(tx, &row, now).await? {
        Ok(Next::Wait(now + TRIED_AGAIN))
    } else {
        Ok(Next::Send(Box::new(row)))
    }
}

pub(super) async fn drop_row(tx: &ClinicTx, row: &message::Model, reason: MessageReason) -> Result<()> {
    let mut dropped = row.clone().into_active_model();
    dropped.status = Set(MessageStatus::Dropped);
    dropped.reason = Set(Some(reason));
    dropped.update(tx).await?;
    Ok(())
}

/// Whether an earlier message of the patient is due and not sent yet. A message that is overdue for longer than [`IN_ORDER`] does
/// not hold up the others.
async fn is_after_another(tx: &ClinicTx, row: &message::Model, now: DateTime<Utc>) -> Result<bool> {
    use message::Column;
    let earlier = message::Entity::find()
        .filter(Column::PatientId.in_subquery(patient::Entity::ids_of_person(row.patient_id)))
        .filter(Column::Status.eq(MessageStatus::Waiting))
        .filter(Column::DueAt.lt(row.due_at))
        .filter(Column::DueAt.gt(now - IN_ORDER))
        .count(tx)
        .await?;
    Ok(earlier > 0)
}
