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
        /// Asks a patient to confirm the visit if it is not confirmed.
        ConfirmText = "confirm_text",
        /// On the day of the visit.
        DayText = "day_text",
        /// The service's text for the time after the visit.
        Aftercare = "aftercare",
        /// A reminder that it is time for the next visit.
        Recall = "recall",
        /// A reminder that a form is not signed yet.
        Form = "form",
    }

    /// How a message reaches the patient.
    pub enum MessageChannel {
        Email = "email",
        Text = "text",
    }

    /// The state of a message.
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
        /// The visit was cancelled, or ended in another way.
        Cancelled = "cancelled",
        Moved = "moved",
        /// The visit has begun.
        Past = "past",
        /// The visit begins before the quiet hours end.
        QuietHours = "quiet_hours",
        NoAddress = "no_address",
        NoNumber = "no_number",
        NotWanted = "not_wanted",
        /// The number answered STOP.
        Stopped = "stopped",
        SwitchedOff = "switched_off",
        /// The patient has already confirmed.
        Confirmed = "confirmed",
        /// A newer message replaces it.
        Replaced = "replaced",
        Address = "address",
        Refused = "refused",
        OutOfReach = "out_of_reach",
        /// It is unknown whether the message was sent.
        Interrupted = "interrupted",
        Internal = "internal",
        /// The visit is no longer completed.
        Reopened = "reopened",
        /// The next visit is booked, or took place.
        VisitBooked = "visit_booked",
        /// The clinic skipped this message once.
        Skipped = "skipped",
        /// The patient's record is archived.
        Archived = "archived",
        /// The form is signed, declined, withdrawn or expired.
        Decided = "decided",
        /// A mail to this address bounced permanently.
        Returned = "returned",
        /// The recipient reported a mail as unwanted.
        Complained = "complained",
        /// The patient asked for another time, and the request is not settled yet.
        MoveAsked = "move_asked",
    }

    /// Why a number receives no texts.
    pub enum TextStopReason {
        /// The number is a landline, or its network does not deliver texts.
        Landline = "landline",
        /// The number is not in use.
        Unknown = "unknown",
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

    /// Whether the message announces a change. If not, it reminds of an announced visit.
    pub const fn is_news(self) -> bool {
        matches!(self, Self::Booked | Self::Moved | Self::Cancelled)
    }

    /// Whether the message is sent after the visit.
    pub const fn is_after_visit(self) -> bool {
        matches!(self, Self::Aftercare | Self::Recall)
    }
}
