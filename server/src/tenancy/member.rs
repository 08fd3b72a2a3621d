//! Who is signed in.

use super::audit::Actor;
use crate::permission::{Role, Standing};

/// Who is signed in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Member {
    pub id: i64,
    pub first_name: String,
    pub last_name: String,
    pub email: String,
    pub role: Role,
    pub is_owner: bool,
    /// A Medical Director's role is in force; nothing is asked of other roles.
    pub is_confirmed: bool,
}

impl Member {
    pub fn full_name(&self) -> String {
        format!("{} {}", self.first_name, self.last_name)
    }

    pub fn standing(&self) -> Standing {
        Standing::in_force(self.role, self.is_owner, self.is_confirmed)
    }

    pub(super) fn actor(&self) -> Actor {
        Actor::Member { id: self.id, role: self.role, owner: self.is_owner }
    }
}
