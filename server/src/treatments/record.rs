//! Recording a treatment: the gate on the exam, and what belongs to which type.

use chrono::{DateTime, Utc};
use entity::clinic::treatment;
use sea_orm::{ActiveModelTrait, ActiveValue::Set};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::api::NewTreatment;
use crate::{
    error::{Error, Fields, Result},
    exams,
    http::{
        fields::{Field, choice},
        signature::sha256,
    },
    loyalty,
    tenancy::ClinicTx,
};

/// The specification's words, for the alert and for the refusal (section 8).
pub const EXAM_MISSING: &str = "A Good Faith Estimate exam must be completed before recording any treatment. \
     Please complete the GFE exam first.";

/// What is done to patients (specification 9).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub enum TreatmentType {
    #[default]
    Botox,
    #[serde(rename = "PRP/PRF Face")]
    PrpPrfFace,
    #[serde(rename = "PRP Hair Restoration")]
    PrpHairRestoration,
    #[serde(rename = "EZ Gel Face")]
    EzGelFace,
    #[serde(rename = "EZ Gel Hands")]
    EzGelHands,
    Microneedling,
}

impl TreatmentType {
    pub const ALL: [Self; 6] = [
        Self::Botox,
        Self::PrpPrfFace,
        Self::PrpHairRestoration,
        Self::EzGelFace,
        Self::EzGelHands,
        Self::Microneedling,
    ];

    pub const fn name(self) -> &'static str {
        match self {
            Self::Botox => "Botox",
            Self::PrpPrfFace => "PRP/PRF Face",
            Self::PrpHairRestoration => "PRP Hair Restoration",
            Self::EzGelFace => "EZ Gel Face",
            Self::EzGelHands => "EZ Gel Hands",
            Self::Microneedling => "Microneedling",
        }
    }

    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Units and lot belong to Botox only (specification 3).
    fn has_units(self) -> bool {
        self == Self::Botox
    }

    /// Volumes belong to the types that start with 'EZ Gel' (specification 5).
    fn has_volumes(self) -> bool {
        matches!(self, Self::EzGelFace | Self::EzGelHands)
    }
}

impl Field for TreatmentType {
    fn parse(value: &Value) -> Result<Self, String> {
        choice(value)
    }
}

/// Records a treatment that the signed-in provider has given and signed.
///
/// # Errors
/// When the patient has no exam, or a field belongs to another type.
pub async fn record(tx: &ClinicTx, provider: i64, now: DateTime<Utc>, new: NewTreatment) -> Result<treatment::Model> {
    let exam =
        exams::newest(tx, new.patient_id.0).await?.ok_or_else(|| Error::conflict("exam_missing", EXAM_MISSING))?;
    let kind = new.treatment_type.unwrap_or_default();
    belongs(&new, kind)?;
    let signature = new.provider_signature.into_png();
    let row = treatment::ActiveModel {
        patient_id: Set(new.patient_id.0),
        exam_id: Set(exam.id),
        provider_id: Set(provider),
        treatment_type: Set(kind.name().to_owned()),
        areas: Set(new.areas.map(|areas| areas.0)),
        notes: Set(new.notes.map(|notes| notes.0)),
        units: Set(new.units.map(|units| units.0)),
        lot: Set(new.lot.map(|lot| lot.0)),
        volumes_ml: Set(new.volumes_ml.map(|volumes| volumes.0)),
        provider_signature_sha256: Set(sha256(&signature)),
        provider_signature: Set(signature),
        created_at: Set(now),
        ..Default::default()
    };
    let treatment = row.insert(tx).await?;
    loyalty::earn(tx, &treatment, now).await?;
    Ok(treatment)
}

fn belongs(new: &NewTreatment, kind: TreatmentType) -> Result<()> {
    let mut fields = Fields::new();
    if !kind.has_units() {
        for (name, given) in [("units", new.units.is_some()), ("lot", new.lot.is_some())] {
            if given {
                fields.insert(name.to_owned(), "is for Botox only".to_owned());
            }
        }
    }
    if !kind.has_volumes() && new.volumes_ml.is_some() {
        fields.insert("volumes_ml".to_owned(), "is for EZ Gel only".to_owned());
    }
    if fields.is_empty() { Ok(()) } else { Err(Error::Invalid(fields)) }
}
