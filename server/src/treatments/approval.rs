//! A director's approval: a row of its own, made once.

use chrono::{DateTime, Utc};
use entity::clinic::{treatment, treatment_approval};
use sea_orm::{ActiveModelTrait, IntoActiveModel};

use super::team::{Team, approves, is_director_besides};
use crate::{
    error::{Error, OnConstraint, Result},
    evidence,
    http::signature::{TallSignature, sha256},
    tenancy::{ClinicTx, Member},
};

/// Which treatments somebody may approve: none, everybody's, or everybody's but their own.
pub struct Approver {
    member: Member,
    others: bool,
    own: bool,
}

impl Approver {
    /// One's own treatment only while nobody else active may approve (design 3).
    pub fn among(team: &Team, member: &Member) -> Self {
        let others = approves(member.standing());
        let own = others && !team.has_director_besides(member.id);
        Self { member: member.clone(), others, own }
    }

    /// The same without the team, which is asked of only for somebody who approves at all.
    ///
    /// # Errors
    /// When the database is out of reach.
    pub async fn of(tx: &ClinicTx, member: &Member) -> Result<Self> {
        let others = approves(member.standing());
        let own = others && !is_director_besides(tx, member.id).await?;
        Ok(Self { member: member.clone(), others, own })
    }

    /// Leaves open whether it is approved already.
    pub fn may_approve(&self, treatment: &treatment::Model) -> bool {
        if treatment.provider_id == self.member.id { self.own } else { self.others }
    }
}

/// Approves a treatment with the director's signature.
///
/// # Errors
/// When it is approved already, or is the director's own while somebody else could approve it.
pub async fn approve(
    tx: &ClinicTx,
    director: &Approver,
    now: DateTime<Utc>,
    treatment: &treatment::Model,
    signature: TallSignature,
) -> Result<treatment_approval::Model> {
    if !director.may_approve(treatment) {
        return Err(Error::Refused {
            code: "own_treatment",
            sentence: "This is your own treatment. Another director of the clinic must approve it.",
        });
    }
    let png = signature.into_png();
    let mut row = treatment_approval::Model {
        treatment_id: treatment.id,
        director_id: director.member.id,
        director_signature_sha256: sha256(&png),
        director_signature: png,
        approved_at: now,
        signer: Some(director.member.signer()),
        content_digest: None,
    };
    row.content_digest = Some(evidence::approval(&row, treatment).digest());
    row.into_active_model().insert(tx).await.on_constraint("treatment_approval_pkey", || {
        Error::conflict("already_approved", "This treatment is approved already.")
    })
}
