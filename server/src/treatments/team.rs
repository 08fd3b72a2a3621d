//! The clinic's team: names for a list of treatments, and who may approve one.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use entity::clinic::{member, member_sponsor};
use sea_orm::{
    ColumnTrait, DerivePartialModel, EntityTrait, QueryFilter,
    sea_query::{Expr, Query as Sql},
};

use crate::{
    error::{Error, Result},
    permission::{Access, Permission, Role, Standing, TreatmentApprove},
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
    /// Who has had this member's way in.
    #[sea_orm(from_expr = "sponsors()")]
    sponsors: Vec<i64>,
}

/// In the same query: a list of treatments asks the database once for the team.
fn sponsors() -> Expr {
    Expr::cust("array(select s.sponsor_id from member_sponsor s where s.member_id = member.id)")
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
    pub async fn of(tx: &ClinicTx) -> Result<Self> {
        let everybody: Vec<Signer> = member::Entity::find().into_partial_model().all(tx).await?;
        let full_name = |member: &Signer| format!("{} {}", member.first_name, member.last_name);
        let names = everybody.iter().map(|member| (member.id, full_name(member))).collect();
        let directors = everybody
            .into_iter()
            .filter(may_approve)
            .map(|member| Director { id: member.id, sponsors: member.sponsors })
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

    /// Who has had the way in of this director; empty for everybody else.
    pub fn sponsors_of(&self, director: i64) -> Vec<i64> {
        let found = self.directors.iter().find(|one| one.id == director);
        found.map(|one| one.sponsors.clone()).unwrap_or_default()
    }
}

pub fn nobody() -> Error {
    Error::Internal("a record names somebody who is not there".into())
}

fn may_approve(member: &Signer) -> bool {
    let is_active = member.status == "active" && member.removed_at.is_none();
    is_active
        && Role::named(&member.role).is_some_and(|role| {
            approves(Standing::in_force(role, member.is_owner, member.director_confirmed_at.is_some()))
        })
}

/// Whether somebody of this standing may approve treatments.
pub fn approves(standing: Standing) -> bool {
    standing.access(TreatmentApprove::NAME) == Some(Access::Full)
}

/// Whether anybody else active may approve what this member has recorded, for somebody who needs no
/// names.
///
/// # Errors
/// When the database is out of reach.
pub async fn is_director_for(tx: &ClinicTx, provider: i64) -> Result<bool> {
    let sponsored = Sql::select()
        .column(member_sponsor::Column::MemberId)
        .from(member_sponsor::Entity)
        .and_where(member_sponsor::Column::SponsorId.eq(provider))
        .take();
    let others = member::Entity::active()
        .filter(member::Column::Id.ne(provider))
        .filter(member::Column::Id.not_in_subquery(sponsored))
        .all(tx)
        .await?;
    Ok(others.iter().any(|other| Standing::of(other).is_some_and(approves)))
}
