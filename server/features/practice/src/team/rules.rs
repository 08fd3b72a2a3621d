//! Who may change whom on the team. The last member who can run the clinic cannot be locked out, nobody changes their own role,
//! and a director cannot create a manager.

use entity::{
    clinic::member,
    ids::MemberId,
    words::{MemberStatus, Role},
};
use sea_orm::{EntityTrait, QuerySelect};

use super::wire::NewTeamMember;
use auth::is_kept;
use base::{
    error::{Error, Result},
    permission::Access,
};
use http_api::page;
use tenancy::{ClinicTx, Member};

/// A present or former member of the team, locked. Does not include the service's own account: changing it would decide what
/// support may do, and allow signing in under its name.
///
/// # Errors
/// [`Error::NotFound`] if there is no such member.
pub(super) async fn of_the_team(tx: &ClinicTx, id: MemberId) -> Result<member::Model> {
    let row = member::Entity::find_by_id(id).lock_exclusive().one(tx).await?;
    row.filter(|member| !is_kept(&member.email)).ok_or(Error::NotFound)
}

/// The member on the team's list, locked, so that the second of two simultaneous changes sees the first.
///
/// # Errors
/// [`Error::NotFound`] if there is no such member, or the member has left.
pub async fn listed(tx: &ClinicTx, id: MemberId) -> Result<member::Model> {
    Some(of_the_team(tx, id).await?).filter(|member| member.removed_at.is_none()).ok_or(Error::NotFound)
}

/// Checks that the list, which has no pages, is short enough to be read at once.
///
/// Fails if the team's notes, including this change, exceed the size of a list.
pub(super) async fn keeps_the_list_short(tx: &ClinicTx) -> Result<()> {
    if page::fits(tx, member::Entity::listed(), [member::Column::Notes]).await? {
        return Ok(());
    }
    Err(Error::field("notes", "The team's notes together have more than 2 MiB. Shorten some of them first."))
}

/// Refuses changes beyond the actor's rights.
///
/// # Errors
/// If the actor has only partial `team.write` and the change concerns a manager or the owner.
pub(super) fn within_rights(access: Access, target: Option<&member::Model>, wanted: Option<Role>) -> Result<()> {
    let touches_manager = wanted == Some(Role::PracticeManager)
        || target.is_some_and(|target| target.is_owner || target.role == Role::PracticeManager);
    if access == Access::Limited && touches_manager { Err(Error::Forbidden) } else { Ok(()) }
}

/// Whether a change affects who signs in as this member, or with which rights. Only that signs a colleague out. A new phone or
/// license does not, so that nobody loses a half-filled form.
pub(super) fn ends_sessions(before: &member::Model, after: &NewTeamMember) -> bool {
    after.role != before.role || after.status != before.status || !after.email.0.eq_ignore_ascii_case(&before.email)
}

/// Whether the actor may remove this member's second factor. Its holder signs for patients' care, so a director cannot open
/// another director's account.
pub(super) fn helps_a_colleague(access: Access, actor: &Member, target: &member::Model) -> Result<()> {
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

/// Refuses to lock the last manager out, and to change an owner's role. A member who made a director Staff could decide alone who
/// approves.
///
/// Fails if the change would leave nobody who can run the clinic.
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
    if target.is_owner && changes_role {
        return Err(Error::Refused {
            code: "owners_role",
            sentence: "An owner's role changes only with the owner's own consent: the owner asks the service for it.",
        });
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

/// Refuses changes that would put the role of an owner who is a director out of force, because that needs the owner's consent.
///
/// Fails if the target is an owner and not the actor.
pub(super) fn is_no_other_owner(actor: &Member, target: &member::Model) -> Result<()> {
    if target.is_owner && target.id != actor.id {
        return Err(Error::Refused {
            code: "owners_role",
            sentence: "This would put the owner's role as Medical Director out of force. Only the owner does that.",
        });
    }
    Ok(())
}

/// Refuses to change another member's sign-in address.
///
/// Fails if another member changes the address that a member signs in with. The holder of that address could set a new password,
/// and so sign as the member.
pub(super) fn keeps_sign_in_address(actor: &Member, target: &member::Model, wanted: &NewTeamMember) -> Result<()> {
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
/// Fails if an address is reserved for the service's own people.
pub(super) fn is_nobodys_of_the_service(email: &str) -> Result<()> {
    if is_kept(email) { Err(Error::field("email", "is kept for the service's own people")) } else { Ok(()) }
}

/// Whether there is another manager. An owner counts, because the owner has every permission.
async fn another_manager(tx: &ClinicTx, but: MemberId) -> Result<bool> {
    let active = member::Entity::active().all(tx).await?;
    Ok(active.iter().any(|other| other.id != but && (other.is_owner || other.role == Role::PracticeManager)))
}
