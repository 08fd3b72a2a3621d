//! The permissions of a member, by the role and by ownership.

use entity::{clinic::member, words::Role};

use super::{access::Access, matrix::MATRIX};

/// The permissions of a member: by the role, and for an owner also by the owner's column. Ownership gives the
/// permissions to run the clinic, and the role those to treat patients.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grants {
    pub role: Role,
    pub is_owner: bool,
}

impl Grants {
    /// The grants of a person with this role. A Medical Director who has not been confirmed has the grants of Staff.
    pub fn in_force(role: Role, is_owner: bool, is_confirmed: bool) -> Self {
        let role = if role == Role::MedicalDirector && !is_confirmed { Role::Staff } else { role };
        Self { role, is_owner }
    }

    /// The grants of a member, active or not.
    pub fn from_member(row: &member::Model) -> Self {
        Self::in_force(row.role, row.is_owner, row.director_confirmed_at.is_some())
    }

    /// How much of the permission this person holds. `None` if the person does not hold it.
    pub fn access(self, permission: &str) -> Option<Access> {
        let cells = MATRIX.grants.get(permission)?;
        let granted = |wanted: &str| cells.iter().find(|(column, _)| column == wanted).and_then(|(_, access)| *access);
        let as_owner = if self.is_owner { granted("owner") } else { None };
        match (granted(self.role.as_str()), as_owner) {
            (Some(Access::Full), _) | (_, Some(Access::Full)) => Some(Access::Full),
            (by_role, as_owner) => by_role.or(as_owner),
        }
    }

    /// Every permission held, with how much of it.
    pub fn permissions(self) -> Vec<(&'static str, Access)> {
        let mut held: Vec<_> = MATRIX
            .grants
            .keys()
            .filter(|permission| *permission != "-")
            .filter_map(|permission| self.access(permission).map(|access| (permission.as_str(), access)))
            .collect();
        held.sort_unstable_by_key(|(permission, _)| *permission);
        held
    }
}
