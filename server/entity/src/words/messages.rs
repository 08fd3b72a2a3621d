//! The words of messages to patients.

use super::words;

words! {
    /// What a message to a patient is about.
    #[derive(PartialOrd, Ord)]
    pub enum MessageKind {
        Booked = "booked",
        Moved = "moved",
        Cancelled = "cancelled",
        /// Some days before the visit.
        Reminder = "reminder",
        /// Asks a patient who has not confirmed the visit.
        ConfirmText = "confirm_text",
        /// On the day of the visit.
        DayText = "day_text",
        /// What the service says for the time after the visit.
        Aftercare = "aftercare",
        /// That it is time for the next visit.
        Recall = "recall",
        /// That a form is not signed yet.
        Form = "form",
    }

    /// How a message reaches the patient.
    pub enum MessageChannel {
        Email = "email",
        Text = "text",
    }

    /// How far a message is.
    pub enum MessageStatus {
        Waiting = "Waiting",
        Sent = "Sent",
        Delivered = "Delivered",
        Bounced = "Bounced",
        Failed = "Failed",
        Dropped = "Dropped",
    }

    /// Why a message was not sent.
    pub enum MessageReason {
        /// The visit was cancelled, or is over in another way.
        Cancelled = "cancelled",
        Moved = "moved",
        /// The visit has begun.
        Past = "past",
        /// The visit begins before the quiet hours end.
        QuietHours = "quiet_hours",
        NoAddress = "no_address",
        NoNumber = "no_number",
        NotWanted = "not_wanted",
        /// The number has answered STOP.
        Stopped = "stopped",
        SwitchedOff = "switched_off",
        /// The patient has confirmed already.
        Confirmed = "confirmed",
        /// A newer message replaces it.
        Replaced = "replaced",
        Address = "address",
        Refused = "refused",
        OutOfReach = "out_of_reach",
        /// Whether it was sent is not known.
        Interrupted = "interrupted",
        Internal = "internal",
        /// The visit is not completed any more.
        Reopened = "reopened",
        /// The next visit is booked, or took place.
        VisitBooked = "visit_booked",
        /// The clinic has skipped it this time.
        Skipped = "skipped",
        /// The patient's record is archived.
        Archived = "archived",
        /// The form is signed, declined, withdrawn or expired.
        Decided = "decided",
        /// A mail to this address bounced permanently.
        Returned = "returned",
        /// Whoever has this address reported a mail as unwanted.
        Complained = "complained",
    }

    /// Why an address gets no more mail.
    pub enum MailStopReason {
        /// A mail bounced permanently.
        Returned = "returned",
        /// A mail was reported as unwanted.
        Complained = "complained",
    }
}

impl MessageKind {
    /// Each kind of message has one channel.
    pub const fn channel(self) -> MessageChannel {
        match self {
            Self::Booked
            | Self::Moved
            | Self::Cancelled
            | Self::Reminder
            | Self::Aftercare
            | Self::Recall
            | Self::Form => MessageChannel::Email,
            Self::ConfirmText | Self::DayText => MessageChannel::Text,
        }
    }

    /// Whether it announces a change, rather than reminds of a visit that was announced.
    pub const fn is_news(self) -> bool {
        matches!(self, Self::Booked | Self::Moved | Self::Cancelled)
    }

    /// Whether it is sent after the visit, and not before it.
    pub const fn is_after_visit(self) -> bool {
        matches!(self, Self::Aftercare | Self::Recall)
    }
}
