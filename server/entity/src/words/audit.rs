//! The words of the audit: who acted, and how the action ended.

use super::words;

words! {
    /// Who acted.
    pub enum ActorKind {
        /// A signed-in member of the team.
        Member = "member",
        /// A person who is not signed in yet. If a member is named, the action concerned that member's sign-in.
        Visitor = "visitor",
        /// A patient with a link.
        Patient = "patient",
        /// An operator of the service.
        Operator = "operator",
        /// Another program, with one of the clinic's tokens.
        Token = "token",
    }

    pub enum Outcome {
        Done = "done",
        Denied = "denied",
        /// The request was repeated and got the stored response. Nothing was done.
        Repeated = "repeated",
    }

    /// A Medical Director's assessment of an emergency access.
    pub enum EmergencyAssessment {
        Justified = "justified",
        NotJustified = "not_justified",
    }
}
