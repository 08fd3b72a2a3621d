//! The words of the deadlines of estimates.

use super::words;

words! {
    /// Whether a patient pays without insurance. The clinic asks once.
    pub enum Coverage {
        /// Nobody has asked, or the patient does not answer.
        Unknown = "unknown",
        /// Not insured, or not using the insurance.
        SelfPay = "self_pay",
        /// Insured, and using the insurance.
        Insured = "insured",
    }

    /// Why an estimate must be issued.
    pub enum ClockCause {
        /// A visit was scheduled.
        Scheduled = "scheduled",
        /// The patient asked for the price.
        Asked = "asked",
        /// A detail that the issued estimate names has changed.
        Changed = "changed",
    }

    /// How a deadline was closed.
    pub enum ClockEnding {
        /// An estimate was issued.
        Issued = "issued",
        /// The visit does not take place.
        Cancelled = "cancelled",
        /// The patient uses an insurance.
        Insured = "insured",
        /// Somebody closed the deadline and gave a reason.
        ByHand = "by_hand",
    }
}
