//! The actor of a request or a job, as the audit names it.

use entity::{
    clinic::Signer,
    ids::{ApiTokenId, MemberId},
};

/// The actor of a request or a job.
pub(super) enum Actor {
    Member(Signer),
    /// A person who is not signed in, with the member whom the attempt concerns, if known.
    Visitor(Option<MemberId>),
    Patient,
    /// A support person of the service, with a support grant.
    Support(String),
    /// The service itself, for work that no request asked for.
    Service,
    /// Another program.
    Token {
        id: ApiTokenId,
        name: String,
    },
}
