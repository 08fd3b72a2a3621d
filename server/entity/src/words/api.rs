//! The words of the interface for other programs.

use super::words;

words! {
    /// What a token may read: a kind of FHIR resource, by its name in FHIR.
    #[derive(PartialOrd, Ord)]
    pub enum ApiScope {
        Patient = "Patient",
        Practitioner = "Practitioner",
        Appointment = "Appointment",
        Consent = "Consent",
        Procedure = "Procedure",
        Observation = "Observation",
    }
}
