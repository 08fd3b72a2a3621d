//! The wire types of an estimate: five areas with the same six fields each (specification 3).

use chrono::{DateTime, NaiveDate, Utc};
use entity::{
    clinic::estimate::{ActiveModel, Model},
    ids::{EstimateId, PatientId},
};
use sea_orm::ActiveValue::Set;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::{area::AreaLine, prices};
use crate::{
    features::corrections::Voided,
    foundation::{
        error::{Error, Fields, Result},
        http::{
            Payload,
            fields::{Day, Field, Id, Line, Name, Note, Quantity},
            optional, required,
            signature::{Picture, TallSignature, data_url},
        },
    },
};

/// A choice of sessions: a number as text, or Custom.
#[derive(Debug, Clone, ToSchema)]
#[schema(value_type = String)]
pub struct Sessions(String);

impl Field for Sessions {
    fn parse(value: &Value) -> Result<Self, String> {
        match value {
            Value::Number(number) => Ok(Self(number.to_string())),
            Value::String(text) => Ok(Self(text.trim().chars().take(20).collect())),
            _ => Err("must be one of the choices".to_owned()),
        }
    }
}

/// A number of sessions, 1 or more (specification 5).
#[derive(Debug, Clone, Copy, ToSchema)]
#[schema(value_type = i32, minimum = 1, maximum = 999)]
pub struct Count(i32);

impl Field for Count {
    fn parse(value: &Value) -> Result<Self, String> {
        let number = match value {
            Value::Number(number) => number.as_i64(),
            Value::String(text) => text.trim().parse().ok(),
            _ => None,
        };
        match number.and_then(|number| i32::try_from(number).ok()) {
            Some(number @ 1..=999) => Ok(Self(number)),
            Some(..1) => Err("must be at least 1".to_owned()),
            _ => Err("must be a whole number up to 999".to_owned()),
        }
    }
}

/// A new estimate, or a change of one. The server computes subtotals and grand total.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewEstimate {
    #[schema(value_type = Id)]
    #[serde(deserialize_with = "required")]
    pub patient_id: PatientId,
    pt_name: Name,
    pt_dob: Day,
    prov_name: Name,
    est_date: Day,
    #[serde(default, deserialize_with = "optional")]
    pub pt_sig: Option<TallSignature>,
    pt_sig_date: Day,
    #[serde(default, deserialize_with = "optional")]
    pub prov_sig: Option<TallSignature>,
    prov_sig_date: Day,
    #[serde(default, deserialize_with = "optional")]
    expected_duration: Option<Line>,
    #[serde(default, deserialize_with = "optional")]
    notes: Option<Note>,
    #[serde(default, deserialize_with = "optional")]
    face_service: Option<Line>,
    #[serde(default, deserialize_with = "optional")]
    face_unit_cost: Option<Quantity>,
    #[serde(default, deserialize_with = "optional")]
    face_qty: Option<Quantity>,
    #[serde(default, deserialize_with = "optional")]
    face_sessions: Option<Sessions>,
    #[serde(default, deserialize_with = "optional")]
    face_sessions_custom: Option<Count>,
    #[serde(default, deserialize_with = "optional")]
    hair_service: Option<Line>,
    #[serde(default, deserialize_with = "optional")]
    hair_unit_cost: Option<Quantity>,
    #[serde(default, deserialize_with = "optional")]
    hair_qty: Option<Quantity>,
    #[serde(default, deserialize_with = "optional")]
    hair_sessions: Option<Sessions>,
    #[serde(default, deserialize_with = "optional")]
    hair_sessions_custom: Option<Count>,
    #[serde(default, deserialize_with = "optional")]
    hands_service: Option<Line>,
    #[serde(default, deserialize_with = "optional")]
    hands_unit_cost: Option<Quantity>,
    #[serde(default, deserialize_with = "optional")]
    hands_qty: Option<Quantity>,
    #[serde(default, deserialize_with = "optional")]
    hands_sessions: Option<Sessions>,
    #[serde(default, deserialize_with = "optional")]
    hands_sessions_custom: Option<Count>,
    #[serde(default, deserialize_with = "optional")]
    neck_service: Option<Line>,
    #[serde(default, deserialize_with = "optional")]
    neck_unit_cost: Option<Quantity>,
    #[serde(default, deserialize_with = "optional")]
    neck_qty: Option<Quantity>,
    #[serde(default, deserialize_with = "optional")]
    neck_sessions: Option<Sessions>,
    #[serde(default, deserialize_with = "optional")]
    neck_sessions_custom: Option<Count>,
    #[serde(default, deserialize_with = "optional")]
    other_service: Option<Line>,
    #[serde(default, deserialize_with = "optional")]
    other_unit_cost: Option<Quantity>,
    #[serde(default, deserialize_with = "optional")]
    other_qty: Option<Quantity>,
    #[serde(default, deserialize_with = "optional")]
    other_sessions: Option<Sessions>,
    #[serde(default, deserialize_with = "optional")]
    other_sessions_custom: Option<Count>,
}

impl Payload for NewEstimate {
    const IGNORED: &'static [&'static str] = &[
        "id",
        "version",
        "created_at",
        "updated_at",
        "voided",
        "face_subtotal",
        "hair_subtotal",
        "hands_subtotal",
        "neck_subtotal",
        "other_subtotal",
        "grand_total",
        "pt_is_signed",
        "pt_signed_at",
        "prov_is_signed",
        "prov_signed_at",
        "prov_signed_by",
        "updated_by",
    ];
}

/// A Good Faith Estimate. Roles that may not see signatures get null for them.
#[derive(Debug, Serialize, ToSchema)]
pub struct Estimate {
    #[schema(value_type = i64)]
    pub id: EstimateId,
    #[schema(value_type = i64)]
    patient_id: PatientId,
    /// The version; sent back as `If-Match` it keeps a change from overwriting another one.
    pub version: i32,
    pt_name: String,
    pt_dob: NaiveDate,
    prov_name: String,
    est_date: NaiveDate,
    #[schema(required)]
    pt_sig: Option<String>,
    pt_sig_date: NaiveDate,
    #[schema(required)]
    prov_sig: Option<String>,
    prov_sig_date: NaiveDate,
    #[schema(required)]
    expected_duration: Option<String>,
    #[schema(required)]
    notes: Option<String>,
    #[schema(required)]
    face_service: Option<String>,
    #[schema(required)]
    face_unit_cost: Option<Quantity>,
    #[schema(required)]
    face_qty: Option<Quantity>,
    #[schema(required)]
    face_sessions: Option<String>,
    #[schema(required)]
    face_sessions_custom: Option<i32>,
    face_subtotal: Quantity,
    #[schema(required)]
    hair_service: Option<String>,
    #[schema(required)]
    hair_unit_cost: Option<Quantity>,
    #[schema(required)]
    hair_qty: Option<Quantity>,
    #[schema(required)]
    hair_sessions: Option<String>,
    #[schema(required)]
    hair_sessions_custom: Option<i32>,
    hair_subtotal: Quantity,
    #[schema(required)]
    hands_service: Option<String>,
    #[schema(required)]
    hands_unit_cost: Option<Quantity>,
    #[schema(required)]
    hands_qty: Option<Quantity>,
    #[schema(required)]
    hands_sessions: Option<String>,
    #[schema(required)]
    hands_sessions_custom: Option<i32>,
    hands_subtotal: Quantity,
    #[schema(required)]
    neck_service: Option<String>,
    #[schema(required)]
    neck_unit_cost: Option<Quantity>,
    #[schema(required)]
    neck_qty: Option<Quantity>,
    #[schema(required)]
    neck_sessions: Option<String>,
    #[schema(required)]
    neck_sessions_custom: Option<i32>,
    neck_subtotal: Quantity,
    #[schema(required)]
    other_service: Option<String>,
    #[schema(required)]
    other_unit_cost: Option<Quantity>,
    #[schema(required)]
    other_qty: Option<Quantity>,
    #[schema(required)]
    other_sessions: Option<String>,
    #[schema(required)]
    other_sessions_custom: Option<i32>,
    other_subtotal: Quantity,
    grand_total: Quantity,
    created_at: DateTime<Utc>,
    /// When this version was written.
    updated_at: DateTime<Utc>,
    /// By whom; null for a version from before this was stored.
    #[schema(required)]
    updated_by: Option<String>,
    /// Shown to every role; the picture is not.
    pt_is_signed: bool,
    /// Null for a signature from before this was stored.
    #[schema(required)]
    pt_signed_at: Option<DateTime<Utc>>,
    prov_is_signed: bool,
    #[schema(required)]
    prov_signed_at: Option<DateTime<Utc>>,
    /// Who was signed in when the provider's signature was given, with the name of that moment.
    #[schema(required)]
    prov_signed_by: Option<String>,
    /// Who voided the estimate, when and why; null while it counts.
    #[schema(required)]
    voided: Option<Voided>,
}

/// A version of an estimate in the list of them.
#[derive(Debug, Serialize, ToSchema)]
pub struct EstimateVersion {
    version: i32,
    written_at: DateTime<Utc>,
    /// With the name of that moment; null for a version from before this was stored.
    #[schema(required)]
    written_by: Option<String>,
    grand_total: Quantity,
    pt_is_signed: bool,
    prov_is_signed: bool,
    /// The fields that differ from the version before.
    changed: Vec<String>,
}

impl EstimateVersion {
    /// A version, and the fields that differ from the one before.
    pub fn from_model(row: Model, changed: Vec<&'static str>) -> Self {
        Self {
            version: row.version,
            written_at: row.updated_at,
            written_by: row.writer.map(|writer| writer.name),
            grand_total: Quantity(row.grand_total),
            pt_is_signed: row.pt_sig.is_some(),
            prov_is_signed: row.prov_sig.is_some(),
            changed: changed.into_iter().map(str::to_owned).collect(),
        }
    }
}

/// The signatures in a request, as pictures.
pub struct NewSignatures {
    pub patient: Option<Picture>,
    pub provider: Option<Picture>,
}

impl Estimate {
    pub fn from_model(row: Model, with_signatures: bool, voided: Option<Voided>) -> Self {
        let picture = |png: Option<Vec<u8>>| png.filter(|_| with_signatures).map(|png| data_url(&png));
        Self {
            id: row.estimate_id(),
            patient_id: row.patient_id,
            version: row.version,
            pt_name: row.pt_name,
            pt_dob: row.pt_dob,
            prov_name: row.prov_name,
            est_date: row.est_date,
            pt_is_signed: row.pt_sig.is_some(),
            pt_signed_at: row.pt_signed_at,
            prov_is_signed: row.prov_sig.is_some(),
            prov_signed_at: row.prov_signed_at,
            prov_signed_by: row.prov_signer.map(|signer| signer.name),
            updated_by: row.writer.map(|writer| writer.name),
            pt_sig: picture(row.pt_sig),
            pt_sig_date: row.pt_sig_date,
            prov_sig: picture(row.prov_sig),
            prov_sig_date: row.prov_sig_date,
            expected_duration: row.expected_duration,
            notes: row.notes,
            face_service: row.face_service,
            face_unit_cost: row.face_unit_cost.map(Quantity),
            face_qty: row.face_qty.map(Quantity),
            face_sessions: row.face_sessions,
            face_sessions_custom: row.face_sessions_custom,
            face_subtotal: Quantity(row.face_subtotal),
            hair_service: row.hair_service,
            hair_unit_cost: row.hair_unit_cost.map(Quantity),
            hair_qty: row.hair_qty.map(Quantity),
            hair_sessions: row.hair_sessions,
            hair_sessions_custom: row.hair_sessions_custom,
            hair_subtotal: Quantity(row.hair_subtotal),
            hands_service: row.hands_service,
            hands_unit_cost: row.hands_unit_cost.map(Quantity),
            hands_qty: row.hands_qty.map(Quantity),
            hands_sessions: row.hands_sessions,
            hands_sessions_custom: row.hands_sessions_custom,
            hands_subtotal: Quantity(row.hands_subtotal),
            neck_service: row.neck_service,
            neck_unit_cost: row.neck_unit_cost.map(Quantity),
            neck_qty: row.neck_qty.map(Quantity),
            neck_sessions: row.neck_sessions,
            neck_sessions_custom: row.neck_sessions_custom,
            neck_subtotal: Quantity(row.neck_subtotal),
            other_service: row.other_service,
            other_unit_cost: row.other_unit_cost.map(Quantity),
            other_qty: row.other_qty.map(Quantity),
            other_sessions: row.other_sessions,
            other_sessions_custom: row.other_sessions_custom,
            other_subtotal: Quantity(row.other_subtotal),
            grand_total: Quantity(row.grand_total),
            created_at: row.created_at,
            updated_at: row.updated_at,
            voided,
        }
    }
}

impl NewEstimate {
    /// Fills a row with everything but the signatures, which are returned; the server computes the totals.
    /// `offered` are the services that can be chosen beside each area's own.
    ///
    /// # Errors
    /// When a service or a number of sessions is not among the area's choices.
    pub fn fill(self, row: &mut ActiveModel, offered: &[String], now: DateTime<Utc>) -> Result<NewSignatures> {
        let mut wrong = Fields::new();
        row.pt_name = Set(self.pt_name.0);
        row.pt_dob = Set(self.pt_dob.0);
        row.prov_name = Set(self.prov_name.0);
        row.est_date = Set(self.est_date.0);
        row.pt_sig_date = Set(self.pt_sig_date.0);
        row.prov_sig_date = Set(self.prov_sig_date.0);
        row.expected_duration = Set(self.expected_duration.map(|line| line.0));
        row.notes = Set(self.notes.map(|note| note.0));
        let signatures = NewSignatures {
            patient: self.pt_sig.map(TallSignature::into_picture),
            provider: self.prov_sig.map(TallSignature::into_picture),
        };
        let face = AreaLine {
            area: prices::FACE,
            service: self.face_service.map(|line| line.0),
            unit_cost: self.face_unit_cost.map(|cost| cost.0),
            quantity: self.face_qty.map(|quantity| quantity.0),
            sessions: self.face_sessions.map(|sessions| sessions.0),
            custom: self.face_sessions_custom.map(|count| count.0),
        };
        let face_subtotal = face.check(offered, &mut wrong);
        row.face_service = Set(face.service);
        row.face_unit_cost = Set(face.unit_cost);
        row.face_qty = Set(face.quantity);
        row.face_sessions = Set(face.sessions);
        row.face_sessions_custom = Set(face.custom);
        row.face_subtotal = Set(face_subtotal);
        let hair = AreaLine {
            area: prices::HAIR,
            service: self.hair_service.map(|line| line.0),
            unit_cost: self.hair_unit_cost.map(|cost| cost.0),
            quantity: self.hair_qty.map(|quantity| quantity.0),
            sessions: self.hair_sessions.map(|sessions| sessions.0),
            custom: self.hair_sessions_custom.map(|count| count.0),
        };
        let hair_subtotal = hair.check(offered, &mut wrong);
        row.hair_service = Set(hair.service);
        row.hair_unit_cost = Set(hair.unit_cost);
        row.hair_qty = Set(hair.quantity);
        row.hair_sessions = Set(hair.sessions);
        row.hair_sessions_custom = Set(hair.custom);
        row.hair_subtotal = Set(hair_subtotal);
        let hands = AreaLine {
            area: prices::HANDS,
            service: self.hands_service.map(|line| line.0),
            unit_cost: self.hands_unit_cost.map(|cost| cost.0),
            quantity: self.hands_qty.map(|quantity| quantity.0),
            sessions: self.hands_sessions.map(|sessions| sessions.0),
            custom: self.hands_sessions_custom.map(|count| count.0),
        };
        let hands_subtotal = hands.check(offered, &mut wrong);
        row.hands_service = Set(hands.service);
        row.hands_unit_cost = Set(hands.unit_cost);
        row.hands_qty = Set(hands.quantity);
        row.hands_sessions = Set(hands.sessions);
        row.hands_sessions_custom = Set(hands.custom);
        row.hands_subtotal = Set(hands_subtotal);
        let neck = AreaLine {
            area: prices::NECK,
            service: self.neck_service.map(|line| line.0),
            unit_cost: self.neck_unit_cost.map(|cost| cost.0),
            quantity: self.neck_qty.map(|quantity| quantity.0),
            sessions: self.neck_sessions.map(|sessions| sessions.0),
            custom: self.neck_sessions_custom.map(|count| count.0),
        };
        let neck_subtotal = neck.check(offered, &mut wrong);
        row.neck_service = Set(neck.service);
        row.neck_unit_cost = Set(neck.unit_cost);
        row.neck_qty = Set(neck.quantity);
        row.neck_sessions = Set(neck.sessions);
        row.neck_sessions_custom = Set(neck.custom);
        row.neck_subtotal = Set(neck_subtotal);
        let other = AreaLine {
            area: prices::OTHER,
            service: self.other_service.map(|line| line.0),
            unit_cost: self.other_unit_cost.map(|cost| cost.0),
            quantity: self.other_qty.map(|quantity| quantity.0),
            sessions: self.other_sessions.map(|sessions| sessions.0),
            custom: self.other_sessions_custom.map(|count| count.0),
        };
        let other_subtotal = other.check(offered, &mut wrong);
        row.other_service = Set(other.service);
        row.other_unit_cost = Set(other.unit_cost);
        row.other_qty = Set(other.quantity);
        row.other_sessions = Set(other.sessions);
        row.other_sessions_custom = Set(other.custom);
        row.other_subtotal = Set(other_subtotal);
        row.grand_total = Set(face_subtotal + hair_subtotal + hands_subtotal + neck_subtotal + other_subtotal);
        row.updated_at = Set(now);
        if wrong.is_empty() { Ok(signatures) } else { Err(Error::Invalid(wrong)) }
    }
}
