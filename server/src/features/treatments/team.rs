//! The clinic's team: names for a list of treatments, and who may approve one.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use entity::clinic::member;
use sea_orm::{DerivePartialModel, EntityTrait};

use super::sql;
use crate::foundation::{
    error::{Error, Result},
    permission::{Access, Grants, Permission, Role, TeamWrite, TreatmentApprove},
    tenancy::ClinicTx,
};

/// What is read of each.
#[derive(DerivePartialModel)]
#[sea_orm(entity = "member::Entity")]
struct Signer {
    id: i64,
    first_name: String,
    last_name: String,
    role: String,
    status: String,
    is_owner: bool,
    removed_at: Option<DateTime<Utc>>,
    director_confirmed_at: Option<DateTime<Utc>>,
    /// Who has added or invited this member. In the same query: a list of treatments asks the database once for the team.
    #[sea_orm(from_expr = "sql::sponsors()")]
    sponsors: Vec<i64>,
}

/// Somebody active who may approve treatments.
struct Director {
    id: i64,
    sponsors: Vec<i64>,
}

/// Everybody who works or worked here: a clinic's team is small, and who has left has signed too.
pub struct Team {
    names: HashMap<i64, String>,
    directors: Vec<Director>,
}

impl Team {
    /// # Errors
    /// When the database is out of reach.
    pub async fn load(tx: &ClinicTx) -> Result<Self> {
        let everybody: Vec<Signer> = member::Entity::find().into_partial_model().all(tx).await?;
        let full_name = |member: &Signer| format!("{} {}", member.first_name, member.last_name);
        let names = everybody.iter().map(|member| (member.id, full_name(member))).collect();
        let directors = everybody
            .iter()
            .filter(|member| may_approve(member))
            .map(|member| Director { id: member.id, sponsors: with_the_way_in(&everybody, member) })
            .collect();
        Ok(Self { names, directors })
    }

    /// # Errors
    /// When there is nobody with this id, which the records' own constraints rule out.
    pub fn name(&self, id: i64) -> Result<String> {
        self.names.get(&id).cloned().ok_or_else(nobody)
    }

    /// Whether anybody else active may approve what this member has recorded.
    pub fn has_director_for(&self, provider: i64) -> bool {
        self.directors.iter().any(|director| director.id != provider && !director.sponsors.contains(&provider))
    }

    /// Who may have had the way into this director's account; empty for everybody else.
    pub fn sponsors_of(&self, director: i64) -> Vec<i64> {
        let found = self.directors.iter().find(|one| one.id == director);
        found.map(|one| one.sponsors.clone()).unwrap_or_default()
    }
}

pub fn nobody() -> Error {
    Error::Internal("a record names somebody who is not there".into())
}

impl Signer {
    fn standing(&self) -> Option<Grants> {
        let role = Role::named(&self.role)?;
        Some(Grants::in_force(role, self.is_owner, self.director_confirmed_at.is_some()))
    }
}

fn may_approve(member: &Signer) -> bool {
    let is_active = member.status == "active" && member.removed_at.is_none();
    is_active && member.standing().is_some_and(approves)
}

/// Everybody who may have had the way into this member's account: who added or invited them, and who in
/// turn added or invited those, whether they still work here or not. Else a director would add a director
/// of their own making who adds a second one, and the second would approve the first one's treatments.
///
/// The walk stops at whoever runs the team (the owner, a Practice Manager): their word for whom they add
/// is their own. Only the owner or another manager puts somebody into that place, so a director cannot
/// make one on the way. In a small clinic the owner treats and has added the manager, and the director
/// whom the manager adds is the only one who can approve the owner's treatments. An owner who holds the
/// manager's account as well cannot be told from one who has a manager.
fn with_the_way_in(everybody: &[Signer], member: &Signer) -> Vec<i64> {
    let mut found = Vec::new();
    let mut asked = vec![member];
    while let Some(of) = asked.pop() {
        for sponsor in &of.sponsors {
            if found.contains(sponsor) {
                continue;
            }
            found.push(*sponsor);
            asked.extend(everybody.iter().find(|one| one.id == *sponsor).filter(|one| !runs_the_team(one)));
        }
    }
    found
}

fn runs_the_team(member: &Signer) -> bool {
    member.standing().and_then(|standing| standing.access(TeamWrite::NAME)) == Some(Access::Full)
}

/// Whether somebody of this standing may approve treatments.
pub fn approves(standing: Grants) -> bool {
    standing.access(TreatmentApprove::NAME) == Some(Access::Full)
}
