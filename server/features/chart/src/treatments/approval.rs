//! A director's approval: a separate row, inserted once.

use chrono::{DateTime, Utc};
use entity::{
    clinic::{treatment, treatment_approval},
    ids::MemberId,
};
use sea_orm::{ActiveModelTrait, IntoActiveModel};
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    returned::refuse_returned,
    team::{Team, approves},
};
use base::{
    error::{Error, OnConstraint, Result},
    permission::{Permission, TreatmentVoid},
};
use http_api::signature::{TallSignature, sha256};
use people::corrections::{Record, may_void, refuse_voided};
use tenancy::{ClinicTx, Member};

/// Why a director may not approve a treatment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ApprovalRefusal {
    /// The director has given it, and another director may approve it.
    OwnTreatment,
    /// The provider has added or invited the director, or a colleague who did, and so may have had access to the account.
    InvitedByProvider,
}

impl From<ApprovalRefusal> for Error {
    fn from(refusal: ApprovalRefusal) -> Self {
        match refusal {
            ApprovalRefusal::OwnTreatment => Self::Refused {
                code: "own_treatment",
                sentence: "This is your own treatment. Another director of the clinic must approve it.",
            },
            ApprovalRefusal::InvitedByProvider => Self::Refused {
                code: "invited_by_provider",
                sentence: "The provider of this treatment invited you to the clinic, or invited the person who invited you. \
                     It needs the approval of a director who was invited by somebody else.",
            },
        }
    }
}

/// Which treatments a member may approve.
pub struct Approver {
    member: Member,
    /// Whether the member may approve any.
    approves: bool,
    /// Whether the member may approve their own.
    own: bool,
    /// Members whose treatments this director may not approve, because they may have had access to the director's account.
    sponsors: Vec<MemberId>,
}

impl Approver {
    /// A member's own treatments may be approved only if no other active member may approve them.
    pub fn for_member(team: &Team, member: &Member) -> Self {
        let approves = approves(member.grants());
        let own = approves && !team.has_director_for(member.id);
        Self { member: member.clone(), approves, own, sponsors: team.sponsors_of(member.id) }
    }

    /// As [`Self::for_member`], for the member's own treatments only. Reads the team only if the member can approve at all.
    pub async fn of_own(tx: &ClinicTx, member: &Member) -> Result<Self> {
        let approves = approves(member.grants());
        let own = approves && !Team::load(tx).await?.has_director_for(member.id);
        Ok(Self { member: member.clone(), approves, own, sponsors: Vec::new() })
    }

    /// Whether treatments of this provider may be approved, whether or not they already are.
    pub fn may_approve(&self, provider_id: MemberId) -> bool {
        self.approves && self.refusal(provider_id).is_none()
    }

    /// Whether this is the member who asks.
    pub fn is(&self, member: MemberId) -> bool {
        self.member.id == member
    }

    /// The providers whose treatments this director may not approve, as far as the team is known.
    pub fn refused(&self) -> Vec<MemberId> {
        let own = (!self.own).then_some(self.member.id);
        self.sponsors.iter().copied().chain(own).collect()
    }

    /// Whether treatments of this provider may be voided, whether or not they already are.
    pub fn may_void(&self, provider_id: MemberId) -> bool {
        may_void(self.member.grants().access(TreatmentVoid::NAME), provider_id, self.member.id)
    }

    /// Why a director may not approve this provider's treatments. `None` for a member who approves nothing.
    pub fn refusal(&self, provider_id: MemberId) -> Option<ApprovalRefusal> {
        if !self.approves {
            None
        } else if provider_id == self.member.id {
            (!self.own).then_some(ApprovalRefusal::OwnTreatment)
        } else {
            self.sponsors.contains(&provider_id).then_some(ApprovalRefusal::InvitedByProvider)
        }
    }
}

/// Approves a treatment with the director's signature.
///
/// Fails if it is already approved, void or returned, or this director may not approve it.
pub async fn approve(
    tx: &ClinicTx,
    director: &Approver,
    now: DateTime<Utc>,
    treatment: &treatment::Model,
    signature: TallSignature,
) -> Result<treatment_approval::Model> {
    if let Some(refusal) = director.refusal(treatment.provider_id) {
        return Err(refusal.into());
    }
    if !director.approves {
        return Err(Error::Forbidden);
    }
    refuse_voided(tx, Record::Treatment(treatment)).await?;
    refuse_returned(tx, treatment.id).await?;
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
