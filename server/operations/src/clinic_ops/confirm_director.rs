//! Confirms a Medical Director by `celadon clinic confirm-director`. A clinic needs this if no mail is sent, if its
//! owner treats nobody and has added everybody, and if nobody else could confirm.

use chrono::{DateTime, Utc};
use entity::clinic::member;
use sea_orm::{ActiveModelTrait, ActiveValue::Set, IntoActiveModel, QuerySelect};

use super::{ClinicOpsError, find, note, operator};
use base::permission::Role;
use practice::team::changes;
use tenancy::OwnerDb;

/// The director, and the operator who has verified the person.
#[derive(Debug, Clone)]
pub struct DirectorToConfirm {
    pub email: String,
    pub by: String,
}

/// Puts a director's role in force. The clinic's activity log shows it.
///
/// Fails without a change when there is no such clinic or director, or the director has never signed in.
pub async fn confirm_director(
    owner: &OwnerDb,
    subdomain: &str,
    wanted: &DirectorToConfirm,
    now: DateTime<Utc>,
) -> Result<(), ClinicOpsError> {
    let by = operator(&wanted.by)?;
    let clinic = find(owner, subdomain).await?;
    let tx = owner.enter_schema(&clinic.placement, &clinic.schema_name).await?;
    let refused = |words: &str| ClinicOpsError::Refused(words.to_owned());
    let found = member::Entity::by_email(&wanted.email).lock_exclusive().one(&tx).await?;
    let before = found.filter(|row| row.role == Role::MedicalDirector && row.password_hash.is_some());
    let before = before.ok_or_else(|| refused("the clinic has no director of this address who has signed in"))?;
    if before.director_confirmed_at.is_some() {
        return Err(refused("this director is confirmed already"));
    }
    let mut row = before.clone().into_active_model();
    row.director_confirmed_at = Set(Some(now));
    row.version = Set(before.version + 1);
    row.updated_at = Set(now);
    let after = row.update(&tx).await?;
    note::changed(&tx, "team.confirm", by, vec![after.id.into()], changes(Some(&before), &after), now).await?;
    Ok(tx.commit().await?)
}
