//! The words of the audit: who acted, and how the action ended.

use super::words;

words! {
    /// Who did it.
    pub enum ActorKind {
        /// Somebody of the team, signed in.
        Member = "member",
        /// Somebody who is not signed in yet; if a member is named, it concerned that member's sign-in.
        Visitor = "visitor",
        /// A patient with a link.
        Patient = "patient",
        /// An operator of the service.
        Operator = "operator",
        /// Another program, with a token of the clinic's.
        Token = "token",
    }

    pub enum Outcome {
        Done = "done",
        Denied = "denied",
        /// Sent again, and answered as before; nothing was done.
        Repeated = "repeated",
    }

    /// What a Medical Director says of an emergency access.
    pub enum EmergencyAssessment {
        Justified = "justified",
        NotJustified = "not_justified",
    }
}
