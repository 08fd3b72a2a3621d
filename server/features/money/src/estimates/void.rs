//! Voiding an estimate: a separate row, inserted once. The versions stay readable as written and signed.

use chrono::{DateTime, Utc};
use entity::{
    clinic::{
        estimate,
        estimate_void::{ActiveModel, Column, Entity, Model},
    },
    ids::EstimateId,
};
use sea_orm::{ActiveModelTrait, ActiveValue::NotSet, ColumnTrait, EntityTrait, IntoActiveModel, QueryFilter};

use base::error::{Error, OnConstraint, Result};
use people::corrections::{NewVoid, Voided};
use tenancy::{ClinicTx, Member};

/// Who voided this estimate, when and why. `None` if it is not void.
pub async fn voided(tx: &ClinicTx, id: EstimateId) -> Result<Option<Voided>> {
    let void = Entity::find().filter(Column::EstimateId.eq(id)).one(tx).await?;
    Ok(void.map(|row| Voided::of(row.signer, row.voided_at, row.reason, row.signature.as_deref())))
}

/// Fails if the estimate is void.
pub async fn refuse_voided(tx: &ClinicTx, id: EstimateId) -> Result<()> {
    if voided(tx, id).await?.is_some() { Err(refusal()) } else { Ok(()) }
}

fn refusal() -> Error {
    Error::conflict("voided", "This estimate was voided. It stays as it is; make a new one instead.")
}

/// Voids the estimate with this newest version, for good.
pub async fn void(
    tx: &ClinicTx,
    newest: &estimate::Model,
    new: NewVoid,
    by: &Member,
    now: DateTime<Utc>,
) -> Result<Model> {
    let mut row = Model {
        // Assigned by the database.
        id: 0,
        estimate_id: newest.estimate_id(),
        voided_by: by.id,
        reason: new.reason.0,
        voided_at: now,
        signer: by.signer(),
        signature: Some(new.signature.into_png()),
        content_digest: Vec::new(),
    };
    row.content_digest = evidence::estimate_void(&row, newest).digest();
    let inserted = ActiveModel { id: NotSet, ..row.into_active_model() }.insert(tx).await;
    inserted.on_constraint("estimate_void_estimate_key", refusal)
}
