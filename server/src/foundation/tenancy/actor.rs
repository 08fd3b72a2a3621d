//! Who acted, as the audit names them.

use entity::{
    clinic::Signer,
    ids::{ApiTokenId, MemberId},
};

/// Who acted.
pub(super) enum Actor {
    Member(Signer),
    /// Nobody is signed in; the member whom the attempt concerns, if one is known.
    Visitor(Option<MemberId>),
    Patient,
    /// One of the service's own people, with a support grant.
    Support(String),
    /// The service itself, by what runs at its time.
    Service,
    /// Another program.
    Token {
        id: ApiTokenId,
        name: String,
    },
}
