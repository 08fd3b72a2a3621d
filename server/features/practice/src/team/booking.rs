//! Which members of the team can be booked.

use entity::{clinic::member, words::Role};
use sea_orm::QueryOrder;

use base::{error::Result, names};
use tenancy::ClinicTx;

/// Whether this role takes appointments by default.
fn usually_booked(role: Role) -> bool {
    matches!(role, Role::Provider | Role::MedicalDirector | Role::Nurse)
}

/// Whether a member can be booked: as chosen; by default if the role treats patients, or if the member is the owner and works
/// alone.
pub fn bookable(member: &member::Model, is_alone: bool) -> bool {
    let usual = usually_booked(member.role) || (member.is_owner && is_alone);
    member.takes_appointments.unwrap_or(usual)
}

/// Active members who can be booked, by name.
pub async fn everybody_bookable(tx: &ClinicTx) -> Result<Vec<member::Model>> {
    let mut active = member::Entity::active().order_by_asc(member::Column::Id).all(tx).await?;
    active.sort_by_cached_key(|row| names::order(&row.last_name, &row.first_name));
    let is_alone = active.len() == 1;
    Ok(active.into_iter().filter(|member| bookable(member, is_alone)).collect())
}
