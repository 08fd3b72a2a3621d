//! The clinic's team: names for a list of treatments, and who may approve one.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use entity::{
    clinic::member,
    ids::MemberId,
    words::{MemberStatus, Role},
};
use sea_orm::{DerivePartialModel, EntityTrait};

use base::{
    error::{Error, Result},
    permission::{Access, Grants, Permission, TeamWrite, TreatmentApprove},
};
use practice::team::sponsors;
use tenancy::ClinicTx;

/// The columns read of each member.
#[derive(DerivePartialModel)]
#[sea_orm(entity = "member::Entity")]
struct Signer {
    id: MemberId,
    first_name: String,
    last_name: String,
    role: Role,
    status: MemberStatus,
    is_owner: bool,
    removed_at: Option<DateTime<Utc>>,
    director_confirmed_at: Option<DateTime<Utc>>,
    /// The members who added or invited this member. Read in the same query, so that a list of treatments reads the team once.
    #[sea_orm(from_expr = "sponsors()")]
    sponsors: Vec<MemberId>,
}

/// An active member who may approve treatments.
struct Director {
    id: MemberId,
    sponsors: Vec<MemberId>,
}

/// All present and former members. Teams are small, and members who left have signed too.
pub struct Team {
    names: HashMap<MemberId, String>,
    directors: Vec<Director>,
}

impl Team {
    /// Reads the team.
    pub async fn load(tx: &ClinicTx) -> Result<Self> {
        let everybody: Vec<Signer> = member::Entity::find().into_partial_model().all(tx).await?;
        let full_name = |member: &Signer| format!("{} {}", member.first_name, member.last_name);
        let names = everybody.iter().map(|member| (member.id, full_name(member))).collect();
        let directors = everybody
            .iter()
            .filter(|member| may_approve(member))
            .map(|member| Director { id: member.id, sponsors: with_sponsors(&everybody, member) })
            .collect();
        Ok(Self { names, directors })
    }

    /// The name of a member.
    ///
    /// Fails if no member has this id, which the records' constraints prevent.
    pub fn name(&self, id: MemberId) -> Result<String> {
        self.names.get(&id).cloned().ok_or_else(unknown_member)
    }

    /// Whether any other active member may approve what this member has recorded.
    pub fn has_director_for(&self, provider: MemberId) -> bool {
        self.directors.iter().any(|director| director.id != provider && !director.sponsors.contains(&provider))
    }

    /// Whether any other active member may approve treatments.
    pub fn has_director_beside(&self, member: MemberId) -> bool {
        self.directors.iter().any(|director| director.id != member)
    }

    /// Whether this is an active member who may approve treatments.
    pub fn is_director(&self, id: MemberId) -> bool {
        self.directors.iter().any(|director| director.id == id)
    }

    /// The ids of the active members who may approve treatments.
    pub fn directors(&self) -> impl Iterator<Item = MemberId> {
        self.directors.iter().map(|director| director.id)
    }

    /// Who may have had access to this director's account; empty for everybody else.
    pub fn sponsors_of(&self, director: MemberId) -> Vec<MemberId> {
        let found = self.directors.iter().find(|one| one.id == director);
        found.map(|one| one.sponsors.clone()).unwrap_or_default()
    }
}

pub fn unknown_member() -> Error {
    Error::Internal("a record names somebody who is not there".into())
}

impl Signer {
    fn grants(&self) -> Grants {
        Grants::in_force(self.role, self.is_owner, self.director_confirmed_at.is_some())
    }
}

fn may_approve(member: &Signer) -> bool {
    let is_active = member.status == MemberStatus::Active && member.removed_at.is_none();
    is_active && approves(member.grants())
}

/// Everybody who may have had access to this member's account: the members who added or invited it, and their own sponsors,
/// present or former. Otherwise a director could add a director who adds a second one, and the second would approve the first
/// one's treatments.
///
/// The search stops at members who run the team (the owner, a Practice Manager), because they are responsible for the members
/// they add. Only the owner or another manager can give that role, so a director cannot create one in between. In a small clinic
/// where the owner treats and has added the manager, only a director whom the manager adds can approve the owner's treatments. An
/// owner who also controls the manager's account cannot be distinguished from one who has a manager.
fn with_sponsors(everybody: &[Signer], member: &Signer) -> Vec<MemberId> {
    let mut found = Vec::new();
    let mut members = vec![member];
    while let Some(of) = members.pop() {
        for sponsor in &of.sponsors {
            if found.contains(sponsor) {
                continue;
            }
            found.push(*sponsor);
            members.extend(everybody.iter().find(|one| one.id == *sponsor).filter(|one| !manages_team(one)));
        }
    }
    found
}

fn manages_team(member: &Signer) -> bool {
    member.grants().access(TeamWrite::NAME) == Some(Access::Full)
}

/// Whether a member with these grants may approve treatments.
pub fn approves(grants: Grants) -> bool {
    grants.access(TreatmentApprove::NAME) == Some(Access::Full)
}
