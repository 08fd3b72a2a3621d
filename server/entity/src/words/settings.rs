//! The words of a clinic's settings.

use super::words;

words! {
    /// Whether the team's members need a second factor to sign in.
    pub enum SecondFactor {
        Optional = "optional",
        Required = "required",
    }

    /// What happens to a treatment if a consent that its service requires is not signed.
    pub enum MissingConsents {
        Warn = "warn",
        Block = "block",
    }

    /// Where the head of the audit's chain is published each day.
    pub enum AuditHeads {
        /// Only in the operator's log.
        Log = "log",
        /// Also by mail to the owner.
        Mail = "mail",
    }

    /// What happens to a treatment if the patient is not cleared for its service.
    pub enum Uncleared {
        Block = "block",
        Warn = "warn",
    }

    /// A part of the product that a clinic's owner switches on. It is shown disabled until then.
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
