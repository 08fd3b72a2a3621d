//! The token with which another program makes a request.

use entity::{ids::ApiTokenId, words::ApiScope};

use super::actor::Actor;
use base::permission::{
    Access, AppointmentList, ConsentRead, ExamRead, Grants, PatientRead, Permission, TeamRead, TreatmentList,
};

/// Whether these grants allow reading all resources of this kind. A token never reads more than its maker.
pub fn reads(grants: Grants, scope: ApiScope) -> bool {
    let permission = match scope {
        ApiScope::Patient => PatientRead::NAME,
        ApiScope::Practitioner => TeamRead::NAME,
        ApiScope::Appointment => AppointmentList::NAME,
        ApiScope::Consent => ConsentRead::NAME,
        ApiScope::Procedure => TreatmentList::NAME,
        ApiScope::Observation => ExamRead::NAME,
    };
    grants.access(permission) == Some(Access::Full)
}

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
