//! Plans the messages about a visit and their times: a pure function of the present state.

#[cfg(test)]
mod tests;

use chrono::{DateTime, NaiveTime, TimeDelta, Utc};
use chrono_tz::Tz;
use entity::{
    clinic::message_setting,
    words::{
        AppointmentStatus::{self, Booked, Cancelled, Completed, Confirmed},
        MessageChannel, MessageKind, MessageReason,
    },
};

use super::times::{QuietHours, days_before};

/// News is held for this long, so that nothing is sent about a visit that is moved and moved back.
pub(super) const HELD_FOR: TimeDelta = TimeDelta::minutes(3);

/// Aftercare that could not be sent for this long is dropped.
pub(super) const AFTERCARE_FOR: TimeDelta = TimeDelta::days(2);
/// A recall is sent within this time after it is due, or never: a clinic that switches recalls on does not mail everybody who
/// came years ago.
pub(super) const RECALLED_WITHIN: TimeDelta = TimeDelta::days(14);

/// Whether a patient can be reached by a channel, and if not, why.
pub(super) type Reach = Result<(), MessageReason>;

/// Which messages the service of a visit sends.
#[derive(Debug, Clone, Copy)]
pub(super) struct ServiceRules {
    /// Whether its visits have reminders.
    pub(super) reminder: bool,
    pub(super) has_aftercare: bool,
    /// When the next visit is due, or why the patient is not reminded of it. `None` if the service has no recall.
    pub(super) recall: Option<Result<DateTime<Utc>, MessageReason>>,
}

/// The state of a visit from which its messages are planned.
#[derive(Debug, Clone, Copy)]
pub(super) struct VisitState<'a> {
    pub(super) status: AppointmentStatus,
    /// Whether the patient has asked for another time, which is not settled yet.
    pub(super) move_asked: bool,
    pub(super) starts_at: DateTime<Utc>,
    /// The start that the patient knows. `None` if the patient knows of no visit.
    pub(super) known_starts_at: Option<DateTime<Utc>>,
    /// When the last change happened that the patient may have to be told.
    pub(super) changed_at: DateTime<Utc>,
    /// When the status last changed.
    pub(super) status_at: Option<DateTime<Utc>>,
    pub(super) settings: &'a message_setting::Model,
    pub(super) service: ServiceRules,
    pub(super) news: Reach,
    pub(super) reminder: Reach,
    pub(super) text: Reach,
    /// Whether news can be texted, whether or not the patient wants reminders by text.
    pub(super) news_text: Reach,
    /// Whether the desk wants the patient told also in the quiet hours.
    pub(super) at_once: bool,
    pub(super) zone: Tz,
    pub(super) now: DateTime<Utc>,
}

/// A message and the action planned for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PlannedMessage {
    pub(super) kind: MessageKind,
    pub(super) channel: MessageChannel,
    pub(super) action: Action,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Action {
    Send(DateTime<Utc>),
    Drop(MessageReason),
    /// The clinic does not send this kind. The patient counts as told.
    Silent,
}

impl VisitState<'_> {
    fn is_expected(&self) -> bool {
        matches!(self.status, Booked | Confirmed)
    }

    /// Every message that is still to come.
    pub(super) fn plan(&self) -> Vec<PlannedMessage> {
        if !self.settings.enabled {
            return Vec::new();
        }
        if self.status == Completed {
            return [self.aftercare(), self.recall()].into_iter().flatten().collect();
        }
        if self.now >= self.starts_at {
            return Vec::new();
        }
        let all = [self.news(), self.reminder(), self.confirm_text(), self.day_text()];
        all.into_iter().flatten().collect()
    }

    /// The change since the last message to the patient.
    fn news(&self) -> Option<PlannedMessage> {
        let kind = match self.known_starts_at {
            None if self.is_expected() => MessageKind::Booked,
            Some(known) if self.is_expected() && known != self.starts_at => MessageKind::Moved,
            // Nothing is sent if the known start has passed meanwhile.
            Some(known) if self.status == Cancelled && known > self.now => MessageKind::Cancelled,
            _ => return None,
        };
        if !self.is_on(kind) {
            return Some(PlannedMessage { kind, channel: kind.channel(), action: Action::Silent });
        }
        let channel = news_channel(self.settings, self.news, self.news_text);
        Some(PlannedMessage { kind, channel, action: self.action(kind, channel, self.changed_at + HELD_FOR) })
    }

    fn reminder(&self) -> Option<PlannedMessage> {
        let settings = self.settings;
        let days = u64::from(settings.reminder_days.unsigned_abs());
        self.days_before(MessageKind::Reminder, days, settings.reminder_at)
    }

    /// Due on the day of the reminder while the visit is not confirmed.
    fn confirm_text(&self) -> Option<PlannedMessage> {
        let days = u64::from(self.settings.reminder_days.unsigned_abs());
        let planned = self.days_before(MessageKind::ConfirmText, days, self.settings.confirm_text_at);
        planned.filter(|_| self.status == Booked)
    }

    fn day_text(&self) -> Option<PlannedMessage> {
        self.days_before(MessageKind::DayText, 0, self.settings.day_text_at)
    }

    /// A message so many days before the visit. `None` if the visit was booked or moved after that time, because the message
    /// about that said the same. `None` also while the patient waits for an answer about another time.
    fn days_before(&self, kind: MessageKind, days: u64, time: NaiveTime) -> Option<PlannedMessage> {
        let due = days_before(self.starts_at, days, time, self.zone);
        if !self.is_expected()
            || self.move_asked
            || !self.service.reminder
            || !self.is_on(kind)
            || due <= self.changed_at
        {
            return None;
        }
        Some(self.planned(kind, due))
    }

    /// Delayed like news, because a visit may be completed by mistake.
    fn aftercare(&self) -> Option<PlannedMessage> {
        let kind = MessageKind::Aftercare;
        let due = self.status_at? + HELD_FOR;
        let is_wanted = self.service.has_aftercare && self.is_on(kind) && self.now < due + AFTERCARE_FOR;
        is_wanted.then(|| self.planned(kind, due))
    }

    /// Planned only once it is due, because the patient may book until then.
    fn recall(&self) -> Option<PlannedMessage> {
        let kind = MessageKind::Recall;
        let due = self.service.recall?.ok()?;
        let is_wanted = self.is_on(kind) && due <= self.now && self.now < due + RECALLED_WITHIN;
        is_wanted.then(|| self.planned(kind, due))
    }

    fn planned(&self, kind: MessageKind, due: DateTime<Utc>) -> PlannedMessage {
        PlannedMessage { kind, channel: kind.channel(), action: self.action(kind, kind.channel(), due) }
    }

    /// Sends outside of the quiet hours and, unless the kind follows the visit, before the visit. Whether the patient can be
    /// reached is checked once the message is due.
    fn action(&self, kind: MessageKind, channel: MessageChannel, due: DateTime<Utc>) -> Action {
        let quiet = QuietHours { from: self.settings.quiet_from, to: self.settings.quiet_to };
        let due = due.max(self.now);
        let at = if self.at_once && kind.is_news() { due } else { quiet.after(due, self.zone) };
        let reach = match channel {
            MessageChannel::Text if kind.is_news() => self.news_text,
            MessageChannel::Text => self.text,
            // These confirm what was agreed with the patient, so they are sent even to those who want no reminders.
            MessageChannel::Email if kind.is_news() || kind == MessageKind::Aftercare => self.news,
            MessageChannel::Email => self.reminder,
        };
        match reach {
            Err(reason) if at <= self.now => Action::Drop(reason),
            _ if at >= self.starts_at && !kind.is_after_visit() => Action::Drop(MessageReason::QuietHours),
            _ => Action::Send(at),
        }
    }

    fn is_on(&self, kind: MessageKind) -> bool {
        is_on(self.settings, kind)
    }

    /// Why a message that was planned before is not planned any more.
    pub(super) fn why_dropped(&self, kind: MessageKind, starts_at: DateTime<Utc>) -> MessageReason {
        if !self.settings.enabled || !self.is_on(kind) {
            MessageReason::SwitchedOff
        } else if kind.is_after_visit() {
            self.why_not_after_visit(kind)
        } else if self.is_expected() && !kind.is_news() && !self.service.reminder {
            MessageReason::SwitchedOff
        } else if self.now >= self.starts_at {
            MessageReason::Past
        } else if !self.is_expected() {
            MessageReason::Cancelled
        } else if !kind.is_news() && starts_at != self.starts_at {
            MessageReason::Moved
        } else if !kind.is_news() && self.move_asked {
            MessageReason::MoveAsked
        } else if kind == MessageKind::ConfirmText && self.status == Confirmed {
            MessageReason::Confirmed
        } else {
            MessageReason::Replaced
        }
    }

    fn why_not_after_visit(&self, kind: MessageKind) -> MessageReason {
        match self.service.recall {
            _ if self.status != Completed => MessageReason::Reopened,
            Some(Err(reason)) if kind == MessageKind::Recall => reason,
            None if kind == MessageKind::Recall => MessageReason::SwitchedOff,
            _ if kind == MessageKind::Aftercare && !self.service.has_aftercare => MessageReason::SwitchedOff,
            _ => MessageReason::Past,
        }
    }
}

/// Whether the clinic sends this kind of message.
fn is_on(settings: &message_setting::Model, kind: MessageKind) -> bool {
    match kind {
        MessageKind::Booked => settings.booked,
        MessageKind::Moved => settings.moved,
        MessageKind::Cancelled => settings.cancelled,
        MessageKind::Reminder => settings.reminder,
        MessageKind::ConfirmText => settings.confirm_text,
        MessageKind::DayText => settings.day_text,
        MessageKind::Aftercare => settings.aftercare,
        MessageKind::Recall => settings.recall,
        MessageKind::Form => settings.form_reminders,
    }
}

/// How the patient is told of a change: by mail, or by text if the clinic wants that and mail is not possible.
pub(super) fn news_channel(settings: &message_setting::Model, mail: Reach, text: Reach) -> MessageChannel {
    let is_by_text = settings.news_by_text && mail.is_err() && text.is_ok();
    if is_by_text { MessageChannel::Text } else { MessageChannel::Email }
}

/// Whether a patient can be reached by a channel.
pub(super) fn reach(channel: MessageChannel, is_allowed: bool, has_address: bool) -> Reach {
    if !is_allowed {
        return Err(MessageReason::NotWanted);
    }
    match (has_address, channel) {
        (true, _) => Ok(()),
        (false, MessageChannel::Email) => Err(MessageReason::NoAddress),
        (false, MessageChannel::Text) => Err(MessageReason::NoNumber),
    }
}
