//! A Medical Director's role comes into force when the owner or another director has confirmed that the account is that person's.
//! Otherwise anybody who manages the team could create a director of their own.

use axum::extract::State;
use entity::{
    clinic::member,
    ids::MemberId,
    words::{MemberStatus, Role},
};
use sea_orm::{ActiveModelTrait, ActiveValue::Set, IntoActiveModel};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    changes::changes,
    rules, sponsor,
    wire::{MemberFacts, NewTeamMember, TeamMember, awaits_confirmation, stamp},
};
use base::{
    error::{Error, Result},
    permission::{Access, Permission, TeamConfirm, TreatmentCreate},
};
use http_api::{IfMatch, Json, Patch, Path, state::App};
use tenancy::{Ctx, Done, Member, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(confirm_team_member))
}

/// Confirms that a Medical Director's account is that person's; the role is then in force. Needs a fresh proof of identity. With
/// `If-Match` it confirms only that version.
#[utoipa::path(post, path = "/api/team/{id}/confirm", tag = "team", params(("id" = i64, Path), IfMatch), responses((status = OK, body = TeamMember)))]
async fn confirm_team_member(
    ctx: Ctx<TeamConfirm>,
    State(app): State<App>,
    Path(id): Path<MemberId>,
    if_match: IfMatch,
) -> Result<Done<Json<TeamMember>>> {
    ctx.require_fresh_proof()?;
    let row = rules::listed(&ctx.tx, id).await?;
    if_match.require(row.version)?;
    can_be_confirmed(&ctx.member, &row)?;
    if !app.sends_mail && is_lay(&ctx.member) && sponsor::is_behind(&ctx.tx, ctx.member.id, id).await? {
        return Err(Error::Refused { code: "confirmed_by_another", sentence: CONFIRMED_BY_ANOTHER });
    }
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

/// If the clinic sends no mail, the inviting member sees the link of an invitation. An owner who treats nobody could use it,
/// confirm the account and so be the director of their own clinic.
const CONFIRMED_BY_ANOTHER: &str = "This clinic sends no mail, so you have seen the link of this member's invitation. Another director confirms \
                                    them, or whoever runs this installation does.";

/// Whether the member treats nobody. A lay member never approves own treatments, so the rule about sponsors does not cover them.
fn is_lay(actor: &Member) -> bool {
    actor.grants().access(TreatmentCreate::NAME).is_none()
}

/// Refuses a confirmation that is not needed, or of the member's own account.
///
/// Fails if it is the actor's own account, the role needs no confirmation, or the member is inactive or has not signed in.
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

/// Whether a confirmation stays valid after this change. It was given for a person with this name and license, so directors who
/// change their own must be confirmed again. A member who may confirm also vouches for own changes of other members, except for a
/// new address. An owner's own role needs no confirmation by others.
pub fn survives(actor: &Member, target: &member::Model, wanted: &NewTeamMember) -> bool {
    let stays_director = target.role == Role::MedicalDirector && wanted.role == Role::MedicalDirector;
    let same_address = target.email.eq_ignore_ascii_case(&wanted.email.0);
    let license = wanted.license_number.as_ref().map(|line| line.0.as_str());
    // Adding a missing state describes the same license; a different state means another license.
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
