//! The words of the interface for other programs.

use super::words;

words! {
    /// A kind of FHIR resource that a token may read, by its name in FHIR.
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
