//! The member who is signed in.

use entity::{clinic::Signer, ids::MemberId};

use super::actor::Actor;
use base::permission::{Grants, Role};

/// The member who is signed in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Member {
    pub id: MemberId,
    pub first_name: String,
    pub last_name: String,
    pub email: String,
    pub role: Role,
    pub is_owner: bool,
    /// Whether a Medical Director's role is in force; other roles need no confirmation.
    pub is_confirmed: bool,
    pub license_number: Option<String>,
}

impl Member {
    pub fn full_name(&self) -> String {
        format!("{} {}", self.first_name, self.last_name)
    }

    pub fn grants(&self) -> Grants {
        Grants::in_force(self.role, self.is_owner, self.is_confirmed)
    }

    /// The role in words, with "owner" for the owner.
    fn role_words(&self) -> String {
        if self.is_owner { format!("{}, owner", self.role.as_str()) } else { self.role.as_str().to_owned() }
    }

    /// Name, role and license as they are recorded with a signature now.
    pub fn signer(&self) -> Signer {
        Signer {
            id: self.id.into(),
            name: self.full_name(),
            role: self.role_words(),
            license: self.license_number.clone(),
        }
    }

    pub(super) fn actor(&self) -> Actor {
        Actor::Member(self.signer())
    }
}
