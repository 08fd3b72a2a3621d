//! The words of the clocks of estimates.

use super::words;

words! {
    /// Whether a patient pays alone, which is asked once.
    pub enum Coverage {
        /// Nobody has asked, or the patient does not say.
        Unknown = "unknown",
        /// Not insured, or not using the insurance.
        SelfPay = "self_pay",
        /// Insured, and using it.
        Insured = "insured",
    }

    /// Why an estimate is owed.
    pub enum ClockCause {
        /// A visit was scheduled.
        Scheduled = "scheduled",
        /// The patient asked what it costs.
        Asked = "asked",
        /// Something has changed that the issued estimate names.
        Changed = "changed",
    }

    /// How a clock was closed.
    pub enum ClockEnding {
        /// An estimate was issued.
        Issued = "issued",
        /// The visit does not take place.
        Cancelled = "cancelled",
        /// The patient uses an insurance.
        Insured = "insured",
        /// Somebody closed it and said why.
        ByHand = "by_hand",
    }
}
