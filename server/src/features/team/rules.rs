//! What may be done to whom on the team. The last member who can run the clinic cannot be locked out, nobody
//! changes their own role, and a director makes no manager.

use entity::{
    clinic::member,
    ids::MemberId,
    words::{MemberStatus, Role},
};
use sea_orm::{EntityTrait, QuerySelect};

use super::wire::NewTeamMember;
use crate::foundation::{
    auth::is_kept,
    error::{Error, Result},
    http::page,
    permission::Access,
    tenancy::{ClinicTx, Member},
};

/// The member on the team's list, locked: of two simultaneous changes the second sees the first.
///
/// # Errors
/// [`Error::NotFound`] when there is none, or the member has left.
pub async fn listed(tx: &ClinicTx, id: MemberId) -> Result<member::Model> {
    let row = member::Entity::find_by_id(id).lock_exclusive().one(tx).await?;
    row.filter(|member| member.removed_at.is_none()).ok_or(Error::NotFound)
}

/// Whether the list, which has no pages, is short enough to be read whole.
///
/// # Errors
/// When the team's notes, including this change, exceed the size of a list.
pub async fn keeps_the_list_short(tx: &ClinicTx) -> Result<()> {
    if page::fits(tx, member::Entity::listed(), [member::Column::Notes]).await? {
        return Ok(());
    }
    Err(Error::field("notes", "The team's notes together have more than 2 MiB. Shorten some of them first."))
}

/// Refuses what is beyond the actor's rights.
///
/// # Errors
/// When the actor holds `team.write` only in part and the change concerns a manager or the owner.
pub fn within_rights(access: Access, target: Option<&member::Model>, wanted: Option<Role>) -> Result<()> {
    let touches_manager = wanted == Some(Role::PracticeManager)
        || target.is_some_and(|target| target.is_owner || target.role == Role::PracticeManager);
    if access == Access::Limited && touches_manager { Err(Error::Forbidden) } else { Ok(()) }
}

/// Whether the actor may remove this member's second factor. Its holder signs for patients' care, so a director
/// does not open another director's account.
///
/// # Errors
/// When it is the actor's own, or beyond the actor's rights.
pub fn helps_a_colleague(access: Access, actor: &Member, target: &member::Model) -> Result<()> {
    if target.id == actor.id {
        return Err(Error::Refused {
            code: "own_second_factor",
            sentence: "You can turn off your own two-step sign-in in your account.",
        });
    }
    within_rights(access, Some(target), None)?;
    let is_director = target.role == Role::MedicalDirector;
    if access == Access::Limited && is_director { Err(Error::Forbidden) } else { Ok(()) }
}

/// Refuses to lock the last manager out.
///
/// # Errors
/// When the change would leave nobody who can run the clinic.
pub async fn keeps_the_clinic_open(
    tx: &ClinicTx,
    actor: &Member,
    target: &member::Model,
    wanted: Option<&NewTeamMember>,
) -> Result<()> {
    let leaves = wanted.is_none_or(|wanted| wanted.status == MemberStatus::Inactive);
    let changes_role = wanted.is_some_and(|wanted| wanted.role != target.role);
    if target.id == actor.id && (leaves || changes_role) {
        return Err(Error::Refused { code: "own_standing", sentence: "Nobody changes their own role or status." });
    }
    if target.is_owner && leaves {
        return Err(Error::Refused { code: "owner_stays", sentence: "The clinic's owner stays on the team." });
    }
    if target.role == Role::PracticeManager && (leaves || changes_role) && !another_manager(tx, target.id).await? {
        return Err(Error::Refused {
            code: "last_manager",
            sentence: "The clinic's last active practice manager keeps this role.",
        });
    }
    Ok(())
}

/// Refuses to change the address that somebody else signs in with.
///
/// # Errors
/// When somebody else changes the address that a member signs in with: the holder of that address can set a new
/// password, and so sign as the member.
pub fn keeps_sign_in_address(actor: &Member, target: &member::Model, wanted: &NewTeamMember) -> Result<()> {
    let is_same = target.email.eq_ignore_ascii_case(&wanted.email.0);
    if is_same || target.id == actor.id || target.password_hash.is_none() {
        return Ok(());
    }
    Err(Error::Refused {
        code: "address_is_theirs",
        sentence: "Only the member can change the address they sign in with.",
    })
}

/// Refuses an address of the service.
///
/// # Errors
/// When an address is reserved for the service's own people.
pub fn is_nobodys_of_the_service(email: &str) -> Result<()> {
    if is_kept(email) { Err(Error::field("email", "is kept for the service's own people")) } else { Ok(()) }
}

/// An owner counts: the owner holds every permission.
async fn another_manager(tx: &ClinicTx, but: MemberId) -> Result<bool> {
    let active = member::Entity::active().all(tx).await?;
    Ok(active.iter().any(|other| other.id != but && (other.is_owner || other.role == Role::PracticeManager)))
}
