//! Changes the role of a clinic's owner by `celadon clinic owner-role`. Members cannot change their own role, and a
//! clinic with one member has nobody else.

use chrono::{DateTime, Utc};
use entity::clinic::member;
use sea_orm::{
    ActiveModelTrait,
    ActiveValue::Set,
    ColumnTrait, DatabaseTransaction, IntoActiveModel, QueryFilter, QuerySelect,
    sea_query::{Expr, ExprTrait, Func},
};

use super::{ClinicOpsError, find, note, operator};
use crate::provisioning::owners_role_problem;
use base::permission::Role;
use practice::team::changes;
use tenancy::OwnerDb;

/// The change to an owner.
#[derive(Debug, Clone)]
pub struct OwnersRole {
    pub role: Role,
    /// Required for a role that treats patients. `None` keeps the present license.
    pub license_number: Option<String>,
    /// The owner's address. Required if there are several owners.
    pub email: Option<String>,
    /// The operator who changes the role and has verified the requester.
    pub by: String,
}

/// Gives an owner another role, in force at once. The clinic's activity log shows it.
///
/// Fails without a change when there is no such clinic or owner, the role is not an owner's, or its license is missing.
pub async fn change_owners_role(
    owner: &OwnerDb,
    subdomain: &str,
    wanted: &OwnersRole,
    now: DateTime<Utc>,
) -> Result<(), ClinicOpsError> {
    let by = operator(&wanted.by)?;
    let clinic = find(owner, subdomain).await?;
    let tx = owner.enter_schema(&clinic.placement, &clinic.schema_name).await?;
    let before = the_owner(&tx, wanted.email.as_deref()).await?;
    let license_number = wanted.license_number.clone().or_else(|| before.license_number.clone());
    if let Some((_, words)) = owners_role_problem(wanted.role, license_number.as_deref()) {
        return Err(ClinicOpsError::Refused(words.to_owned()));
    }
    let is_director = wanted.role == Role::MedicalDirector;
    let mut row = before.clone().into_active_model();
    row.role = Set(wanted.role);
    row.license_number = Set(license_number);
    // The operator's command replaces the confirmation by a colleague.
    row.director_confirmed_at = Set(is_director.then(|| before.director_confirmed_at.unwrap_or(now)));
    row.version = Set(before.version + 1);
    row.updated_at = Set(now);
    let after = row.update(&tx).await?;
    note::changed(&tx, "team.owner_role", by, vec![after.id.into()], changes(Some(&before), &after), now).await?;
    Ok(tx.commit().await?)
}

async fn the_owner(tx: &DatabaseTransaction, email: Option<&str>) -> Result<member::Model, ClinicOpsError> {
    let mut owners = member::Entity::active().filter(member::Column::IsOwner.eq(true));
    if let Some(email) = email {
        owners =
            owners.filter(Expr::expr(Func::lower(Expr::col(member::Column::Email))).eq(Func::lower(Expr::val(email))));
    }
    let mut owners = owners.lock_exclusive().all(tx).await?;
    match (owners.pop(), owners.is_empty()) {
        (Some(only), true) => Ok(only),
        (Some(_), false) => {
            Err(ClinicOpsError::Refused("the clinic has several owners: say which, by --email".to_owned()))
        }
        (None, _) => Err(ClinicOpsError::Refused("the clinic has no such owner".to_owned())),
    }
}
