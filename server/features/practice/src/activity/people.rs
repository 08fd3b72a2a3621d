//! Everybody whose name the log can hold, including those who have left the team.

use entity::{clinic::member, ids::MemberId};
use sea_orm::{EntityTrait, QueryOrder, QuerySelect};
use serde::Serialize;
use utoipa::ToSchema;

use base::{error::Result, names};
use tenancy::ClinicTx;

/// Far more people than work in any clinic.
const MAX_ROWS: u64 = 5_000;

/// A present or former member of the team.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ActivityPerson {
    pub id: MemberId,
    pub name: String,
    /// No longer on the team.
    pub has_left: bool,
}

/// Everybody by name, present members first.
pub async fn present_and_former(tx: &ClinicTx) -> Result<Vec<ActivityPerson>> {
    let mut rows = member::Entity::find().order_by_asc(member::Column::Id).limit(MAX_ROWS).all(tx).await?;
    rows.sort_by_cached_key(|row| names::order(&row.last_name, &row.first_name));
    let shown =
        |row: member::Model| ActivityPerson { id: row.id, name: row.full_name(), has_left: row.removed_at.is_some() };
    let (left, here): (Vec<_>, Vec<_>) = rows.into_iter().map(shown).partition(|person| person.has_left);
    Ok(here.into_iter().chain(left).collect())
}
