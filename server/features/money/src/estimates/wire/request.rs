//! A new estimate, or a change of one, as sent in a request.

use chrono::{DateTime, Utc};
use entity::{clinic::estimate::ActiveModel, ids::PatientId};
use sea_orm::ActiveValue::Set;
use serde::Deserialize;
use serde_json::Value;
use utoipa::ToSchema;

use crate::estimates::{area::AreaLine, prices};
use base::error::{Error, Fields, Result};
use http_api::{
    Computed, deserialize_fields,
    fields::{Day, Field, Line, Name, Note, Quantity},
    signature::{Picture, TallSignature},
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
deserialize_fields!(Sessions, Count);

/// A new estimate, or a change of one. The server computes subtotals and grand total.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewEstimate {
    pub patient_id: PatientId,
    pt_name: Name,
    pt_dob: Day,
    prov_name: Name,
    est_date: Day,
    pub pt_sig: Option<TallSignature>,
    pt_sig_date: Day,
    pub prov_sig: Option<TallSignature>,
    prov_sig_date: Day,
    expected_duration: Option<Line>,
    notes: Option<Note>,
    face_service: Option<Line>,
    face_unit_cost: Option<Quantity>,
    face_qty: Option<Quantity>,
    face_sessions: Option<Sessions>,
    face_sessions_custom: Option<Count>,
    hair_service: Option<Line>,
    hair_unit_cost: Option<Quantity>,
    hair_qty: Option<Quantity>,
    hair_sessions: Option<Sessions>,
    hair_sessions_custom: Option<Count>,
    hands_service: Option<Line>,
    hands_unit_cost: Option<Quantity>,
    hands_qty: Option<Quantity>,
    hands_sessions: Option<Sessions>,
    hands_sessions_custom: Option<Count>,
    neck_service: Option<Line>,
    neck_unit_cost: Option<Quantity>,
    neck_qty: Option<Quantity>,
    neck_sessions: Option<Sessions>,
    neck_sessions_custom: Option<Count>,
    other_service: Option<Line>,
    other_unit_cost: Option<Quantity>,
    other_qty: Option<Quantity>,
    other_sessions: Option<Sessions>,
    other_sessions_custom: Option<Count>,
}

impl Computed for NewEstimate {
    const COMPUTED: &'static [&'static str] = &[
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

/// The signatures in a request, as pictures.
pub struct NewSignatures {
    pub patient: Option<Picture>,
    pub provider: Option<Picture>,
}

/// Checks one area of a request, stores it in the row and gives its subtotal. The six fields of an area have different names in
/// the request and in the row.
macro_rules! fill_area {
    (
        $request:ident, $row:ident, $offered:ident, $wrong:ident, $area:expr;
        $service:ident, $unit_cost:ident, $qty:ident, $sessions:ident, $custom:ident, $subtotal:ident
    ) => {{
        let line = AreaLine {
            area: $area,
            service: $request.$service.map(|line| line.0),
            unit_cost: $request.$unit_cost.map(|cost| cost.0),
            quantity: $request.$qty.map(|quantity| quantity.0),
            sessions: $request.$sessions.map(|sessions| sessions.0),
            custom: $request.$custom.map(|count| count.0),
        };
        let subtotal = line.check($offered, &mut $wrong);
        $row.$service = Set(line.service);
        $row.$unit_cost = Set(line.unit_cost);
        $row.$qty = Set(line.quantity);
        $row.$sessions = Set(line.sessions);
        $row.$custom = Set(line.custom);
        $row.$subtotal = Set(subtotal);
        subtotal
    }};
}

impl NewEstimate {
    /// Fills a row with everything except the signatures, which are returned; the server computes the totals. `offered` are the
    /// services that can be chosen in addition to each area's own.
    ///
    /// Fails if a service or a number of sessions is not among the area's choices.
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
        let face_subtotal = fill_area!(
            self, row, offered, wrong, prices::FACE;
            face_service, face_unit_cost, face_qty, face_sessions, face_sessions_custom, face_subtotal
        );
        let hair_subtotal = fill_area!(
            self, row, offered, wrong, prices::HAIR;
            hair_service, hair_unit_cost, hair_qty, hair_sessions, hair_sessions_custom, hair_subtotal
        );
        let hands_subtotal = fill_area!(
            self, row, offered, wrong, prices::HANDS;
            hands_service, hands_unit_cost, hands_qty, hands_sessions, hands_sessions_custom, hands_subtotal
        );
        let neck_subtotal = fill_area!(
            self, row, offered, wrong, prices::NECK;
            neck_service, neck_unit_cost, neck_qty, neck_sessions, neck_sessions_custom, neck_subtotal
        );
        let other_subtotal = fill_area!(
            self, row, offered, wrong, prices::OTHER;
            other_service, other_unit_cost, other_qty, other_sessions, other_sessions_custom, other_subtotal
        );
        row.grand_total = Set(face_subtotal + hair_subtotal + hands_subtotal + neck_subtotal + other_subtotal);
        row.updated_at = Set(now);
        if wrong.is_empty() { Ok(signatures) } else { Err(Error::Invalid(wrong)) }
    }
}
