//! The clinic's team: names for a list of treatments, and who may approve one.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use entity::clinic::member;
use sea_orm::{ColumnTrait, DerivePartialModel, EntityTrait, QueryFilter, QuerySelect};

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
}

/// Everybody who works or worked here: a clinic's team is small, and who has left has signed too.
pub struct Team {
    names: HashMap<i64, String>,
    /// Those who are active and may approve treatments.
    directors: Vec<i64>,
}

impl Team {
    /// # Errors
    /// When the database is out of reach.
    pub async fn of(tx: &ClinicTx) -> Result<Self> {
        let everybody: Vec<Signer> = member::Entity::find().into_partial_model().all(tx).await?;
        let directors = everybody.iter().filter(|member| may_approve(member)).map(|member| member.id).collect();
        let full_name = |member: &Signer| format!("{} {}", member.first_name, member.last_name);
        let names = everybody.iter().map(|member| (member.id, full_name(member))).collect();
        Ok(Self { names, directors })
    }

    /// # Errors
    /// When there is nobody with this id, which the records' own constraints rule out.
    pub fn name(&self, id: i64) -> Result<String> {
        self.names.get(&id).cloned().ok_or_else(nobody)
    }

    /// Whether anybody else active may approve treatments.
    pub fn has_director_besides(&self, me: i64) -> bool {
        self.directors.iter().any(|director| *director != me)
    }
}

pub fn nobody() -> Error {
    Error::Internal("a record names somebody who is not there".into())
}

fn may_approve(member: &Signer) -> bool {
    member.status == "active" && member.removed_at.is_none() && directs(&member.role, member.is_owner)
}

fn directs(role: &str, is_owner: bool) -> bool {
    Role::named(role).is_some_and(|role| approves(Standing { role, is_owner }))
}

/// Whether somebody of this standing may approve treatments.
pub fn approves(standing: Standing) -> bool {
    standing.access(TreatmentApprove::NAME) == Some(Access::Full)
}

/// Whether anybody else active may approve treatments, for somebody who needs no names.
///
/// # Errors
/// When the database is out of reach.
pub async fn is_director_besides(tx: &ClinicTx, me: i64) -> Result<bool> {
    let others: Vec<(String, bool)> = member::Entity::active()
        .select_only()
        .columns([member::Column::Role, member::Column::IsOwner])
        .filter(member::Column::Id.ne(me))
        .into_tuple()
        .all(tx)
        .await?;
    Ok(others.iter().any(|(role, is_owner)| directs(role, *is_owner)))
}
