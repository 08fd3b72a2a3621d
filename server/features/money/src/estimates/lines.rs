//! The lines of an estimate, by area, as other features read them.

use entity::clinic::estimate::Model;
use rust_decimal::Decimal;

/// One area of an estimate.
pub struct EstimateLine<'a> {
    /// `face`, `hair`, `hands`, `neck` or `other`.
    pub area: &'static str,
    pub service: &'a Option<String>,
    pub unit_cost: Option<Decimal>,
    pub quantity: Option<Decimal>,
    pub sessions: &'a Option<String>,
    pub custom: Option<i32>,
    pub subtotal: Decimal,
}

impl EstimateLine<'_> {
    /// Whether anything is charged, or would be.
    pub fn is_used(&self) -> bool {
        self.service.is_some() || !self.subtotal.is_zero()
    }

    /// The number of sessions; one if none was chosen.
    pub fn sessions_in_words(&self) -> String {
        let custom = self.custom.filter(|_| self.sessions.as_deref() == Some(super::prices::CUSTOM));
        custom.map(|custom| custom.to_string()).or_else(|| self.sessions.clone()).unwrap_or_else(|| "1".to_owned())
    }
}

macro_rules! line {
    ($row:ident, $area:literal, $service:ident, $cost:ident, $qty:ident, $sessions:ident, $custom:ident, $subtotal:ident) => {
        EstimateLine {
            area: $area,
            service: &$row.$service,
            unit_cost: $row.$cost,
            quantity: $row.$qty,
            sessions: &$row.$sessions,
            custom: $row.$custom,
            subtotal: $row.$subtotal,
        }
    };
}

/// All five, in the order of the form.
#[rustfmt::skip]
pub fn lines_of(row: &Model) -> [EstimateLine<'_>; 5] {
    [
        line!(row, "face", face_service, face_unit_cost, face_qty, face_sessions, face_sessions_custom, face_subtotal),
        line!(row, "hair", hair_service, hair_unit_cost, hair_qty, hair_sessions, hair_sessions_custom, hair_subtotal),
        line!(row, "hands", hands_service, hands_unit_cost, hands_qty, hands_sessions, hands_sessions_custom, hands_subtotal),
        line!(row, "neck", neck_service, neck_unit_cost, neck_qty, neck_sessions, neck_sessions_custom, neck_subtotal),
        line!(row, "other", other_service, other_unit_cost, other_qty, other_sessions, other_sessions_custom, other_subtotal),
    ]
}
