//! A Medical Director's role comes into force when the owner or another director has confirmed that the account
//! is that person's: otherwise anybody who manages the team could make a director of their own.

use entity::{
    clinic::member,
    ids::MemberId,
    words::{MemberStatus, Role},
};
use sea_orm::{ActiveModelTrait, ActiveValue::Set, IntoActiveModel};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    changes::changes,
    rules,
    wire::{MemberFacts, NewTeamMember, TeamMember, awaits_confirmation, stamp},
};
use crate::foundation::{
    error::{Error, Result},
    http::{IfMatch, Json, Patch, Path},
    permission::{Access, Permission, TeamConfirm},
    state::App,
    tenancy::{Ctx, Done, Member, Subject},
};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(confirm_team_member))
}

/// Confirms that a Medical Director's account is that person's: from now on the role is in force. Needs a fresh
/// proof of identity. With `If-Match` it confirms only that version.
#[utoipa::path(post, path = "/api/team/{id}/confirm", tag = "team", params(("id" = i64, Path), IfMatch), responses((status = OK, body = TeamMember)))]
async fn confirm_team_member(
    ctx: Ctx<TeamConfirm>,
    Path(id): Path<MemberId>,
    if_match: IfMatch,
) -> Result<Done<Json<TeamMember>>> {
    ctx.require_fresh_proof()?;
    let row = rules::listed(&ctx.tx, id).await?;
    if_match.require(row.version)?;
    can_be_confirmed(&ctx.member, &row)?;
    let before = row.clone();
    let mut row = row.into_active_model();
    row.director_confirmed_at = Set(Some(ctx.now));
    stamp(&mut row, &ctx.member, ctx.now);
    let row = row.update(&ctx.tx).await?;
    let beside = MemberFacts::of_member(&ctx.tx, &row).await?;
    let subject = Subject::object(id).changed(changes(Some(&before), &row));
    let member = TeamMember::from_model(Access::Full, row, beside);
    ctx.done(subject, Json(member)).await
}

/// Refuses a confirmation that is not needed or not by somebody else.
///
/// # Errors
/// When it is the actor's own account, or nobody in it waits for a confirmation.
fn can_be_confirmed(actor: &Member, target: &member::Model) -> Result<()> {
    if target.id == actor.id {
        return Err(Error::Refused { code: "own_standing", sentence: "Nobody confirms their own role." });
    }
    if !awaits_confirmation(target) {
        return Err(Error::conflict("nothing_to_confirm", "This member's role needs no confirmation."));
    }
    if target.status != MemberStatus::Active {
        return Err(Error::conflict("inactive", "Make this member active first."));
    }
    if target.password_hash.is_none() {
        let sentence = "This member has not signed in yet. Confirm them when they have chosen their own password.";
        return Err(Error::conflict("not_joined", sentence));
    }
    Ok(())
}

/// Whether a confirmation stays valid after this change. It was given for a person of this name and license:
/// directors who change their own are confirmed again. A member who may confirm also vouches for their changes
/// of others, except for a new address; an owner needs no confirmation of their own role by others.
pub fn survives(actor: &Member, target: &member::Model, wanted: &NewTeamMember) -> bool {
    let stays_director = target.role == Role::MedicalDirector && wanted.role == Role::MedicalDirector;
    let same_address = target.email.eq_ignore_ascii_case(&wanted.email.0);
    let license = wanted.license_number.as_ref().map(|line| line.0.as_str());
    // A state that was missing describes the same license; another one is another license.
    let same_state = match wanted.license_state {
        Patch::Keep => true,
        Patch::Clear => target.license_state.is_none(),
        Patch::Set(state) => target.license_state.is_none_or(|known| known == state),
    };
    let same_credential = match wanted.credential {
        Patch::Keep => true,
        Patch::Clear => target.credential.is_none(),
        Patch::Set(credential) => target.credential.is_none_or(|known| known == credential),
    };
    let same_person = target.first_name == wanted.first_name.0
        && target.last_name == wanted.last_name.0
        && target.license_number.as_deref() == license
        && same_credential
        && same_state;
    let stands_by_it = actor.grants().access(TeamConfirm::NAME) == Some(Access::Full);
    let stands = if target.id == actor.id {
        same_person || actor.is_owner
    } else {
        same_address && (same_person || stands_by_it)
    };
    stays_director && wanted.is_active() && stands
}
