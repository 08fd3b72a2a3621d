//! The token with which another program makes a request.

use entity::{ids::ApiTokenId, words::ApiScope};

use super::actor::Actor;

/// A token that opened this request.
#[derive(Debug, Clone)]
pub struct ApiToken {
    pub id: ApiTokenId,
    pub name: String,
    pub scopes: Vec<ApiScope>,
}

impl ApiToken {
    pub fn may(&self, scope: ApiScope) -> bool {
        self.scopes.contains(&scope)
    }

    /// The actor that the audit names.
    pub(super) fn actor(&self) -> Actor {
        Actor::Token { id: self.id, name: self.name.clone() }
    }
}
