//! Which members of the team can be booked.

use entity::{clinic::member, words::Role};
use sea_orm::QueryOrder;

use crate::foundation::{error::Result, tenancy::ClinicTx};

/// Whether this role takes appointments by default.
fn usually_booked(role: Role) -> bool {
    matches!(role, Role::Provider | Role::MedicalDirector | Role::Nurse)
}

/// Whether a member can be booked: as was chosen, otherwise if the role treats patients, or if it is the owner
/// and nobody else works at the clinic.
pub fn bookable(member: &member::Model, is_alone: bool) -> bool {
    let usual = usually_booked(member.role) || (member.is_owner && is_alone);
    member.takes_appointments.unwrap_or(usual)
}

/// Active members who can be booked, by name.
///
/// # Errors
/// When the database is out of reach.
pub async fn everybody_bookable(tx: &ClinicTx) -> Result<Vec<member::Model>> {
    let active = member::Entity::active()
        .order_by_asc(member::Column::LastName)
        .order_by_asc(member::Column::FirstName)
        .order_by_asc(member::Column::Id)
        .all(tx)
        .await?;
    let is_alone = active.len() == 1;
    Ok(active.into_iter().filter(|member| bookable(member, is_alone)).collect())
}
