//! The words of issued estimates.

use super::words;

words! {
    /// How a version of an estimate was given to the patient.
    pub enum EstimateGiven {
        Paper = "paper",
        /// The link, handed over by the staff.
        Link = "link",
        Email = "email",
    }

    /// A difference from the previously issued version. The first five require a new estimate (45 CFR 149.610 (b)(1)(vii)).
    pub enum EstimateChange {
        Charges = "charges",
        Items = "items",
        Frequency = "frequency",
        Duration = "duration",
        Provider = "provider",
        /// Anything else, such as a code or a legal text.
        Details = "details",
    }
}
