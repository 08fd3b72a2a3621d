//! A director's approval: a row of its own, made once.

use chrono::{DateTime, Utc};
use entity::clinic::{member, treatment, treatment_approval};
use sea_orm::{ActiveModelTrait, ActiveValue::Set, ColumnTrait, QueryFilter};

use crate::{
    error::{Error, OnConstraint, Result},
    http::signature::{TallSignature, sha256},
    permission::{Access, Permission, Role, Standing, TreatmentApprove},
    tenancy::{ClinicTx, Member},
};

/// Approves a treatment with the director's signature.
///
/// # Errors
/// When it is approved already, or is the director's own while somebody else could approve it.
pub async fn approve(
    tx: &ClinicTx,
    director: &Member,
    now: DateTime<Utc>,
    treatment: &treatment::Model,
    signature: TallSignature,
) -> Result<treatment_approval::Model> {
    if treatment.provider_id == director.id && somebody_else_may(tx, director.id).await? {
        return Err(Error::Refused {
            code: "own_treatment",
            sentence: "This is your own treatment. Another director of the clinic must approve it.",
        });
    }
    let png = signature.into_png();
    let row = treatment_approval::ActiveModel {
        treatment_id: Set(treatment.id),
        director_id: Set(director.id),
        director_signature_sha256: Set(sha256(&png)),
        director_signature: Set(png),
        approved_at: Set(now),
    };
    row.insert(tx).await.on_constraint("treatment_approval_pkey", || {
        Error::conflict("already_approved", "This treatment is approved already.")
    })
}

/// Whether anybody else active may approve: one's own treatment only while nobody else can.
async fn somebody_else_may(tx: &ClinicTx, me: i64) -> Result<bool> {
    let others = member::Entity::active().filter(member::Column::Id.ne(me)).all(tx).await?;
    Ok(others.iter().any(|other| {
        Role::named(&other.role).is_some_and(|role| {
            let standing = Standing { role, is_owner: other.is_owner };
            standing.access(TreatmentApprove::NAME) == Some(Access::Full)
        })
    }))
}
