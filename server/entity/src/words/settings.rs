//! The words of a clinic's settings.

use super::words;

words! {
    /// Whether the team's members need a second factor to sign in.
    pub enum SecondFactor {
        Optional = "optional",
        Required = "required",
    }

    /// What happens to a treatment when a consent that its service needs is not signed.
    pub enum MissingConsents {
        Warn = "warn",
        Block = "block",
    }

    /// Where the head of the audit's chain is published each day.
    pub enum AuditHeads {
        /// In the operator's log alone.
        Log = "log",
        /// To the owner by mail as well.
        Mail = "mail",
    }

    /// What happens to a treatment with a service for which the patient is not cleared.
    pub enum Uncleared {
        Block = "block",
        Warn = "warn",
    }

    /// A part of the product that a clinic's owner switches on; until then it is shown disabled.
    pub enum Module {
        ImportClients = "import_clients",
        Services = "services",
        Photos = "photos",
        Reports = "reports",
        Analytics = "analytics",
        OnlineBooking = "online_booking",
        Clearance = "clearance",
        Protocols = "protocols",
    }

    /// A list of findings that exams suggest: vitals, the review of systems, the physical examination.
    pub enum FindingList {
        Vitals = "vitals",
        Ros = "ros",
        Pe = "pe",
    }
}
