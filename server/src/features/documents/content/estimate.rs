//! A Good Faith Estimate: its newest version.

use entity::{
    clinic::estimate::{Entity, Model},
    ids::EstimateId,
};
use rust_decimal::Decimal;
use serde_json::{Value, json};

use super::{Reader, at, day, hex, money, picture};
use crate::{
    features::estimates,
    foundation::{
        error::{Error, Result},
        tenancy::ClinicTx,
    },
};

pub async fn value(tx: &ClinicTx, reader: Reader, id: EstimateId) -> Result<Value> {
    let row = Entity::versions(id).one(tx).await?.ok_or(Error::NotFound)?;
    let shows = reader.sees_all || estimates::sees_signatures(reader.grants);
    Ok(version(&row, shows))
}

/// Every version, newest first.
pub async fn versions(tx: &ClinicTx, id: EstimateId) -> Result<Vec<Value>> {
    Ok(Entity::versions(id).all(tx).await?.iter().map(|row| version(row, true)).collect())
}

fn version(row: &Model, shows_signatures: bool) -> Value {
    let writer = row.writer.as_ref().map(|writer| writer.name.clone());
    let signed = |name: &str, on: chrono::NaiveDate, png: Option<&[u8]>| {
        let png = png?;
        Some(json!({ "name": name, "at": day(on), "picture": shows_signatures.then(|| picture(png)) }))
    };
    json!({
        "id": row.estimate_id(),
        "version": row.version.to_string(),
        "pt_name": row.pt_name,
        "pt_dob": day(row.pt_dob),
        "prov_name": row.prov_name,
        "est_date": day(row.est_date),
        "written": at(row.updated_at),
        "written_by": writer,
        "areas": areas(row),
        "grand_total": money(row.grand_total),
        "expected_duration": row.expected_duration,
        "notes": row.notes,
        "patient_signature": signed(&row.pt_name, row.pt_sig_date, row.pt_sig.as_deref()),
        "provider_signature": signed(&row.prov_name, row.prov_sig_date, row.prov_sig.as_deref()),
        "digest": hex(row.content_digest.as_deref()),
    })
}

/// One line of the estimate.
struct Line<'a> {
    area: &'static str,
    service: &'a Option<String>,
    unit_cost: Option<Decimal>,
    quantity: Option<Decimal>,
    sessions: &'a Option<String>,
    custom: Option<i32>,
    subtotal: Decimal,
}

macro_rules! line {
    ($row:ident, $area:literal, $service:ident, $cost:ident, $qty:ident, $sessions:ident, $custom:ident, $subtotal:ident) => {
        Line {
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

/// The areas with a service.
fn areas(row: &Model) -> Vec<Value> {
    let lines = [
        line!(row, "Face", face_service, face_unit_cost, face_qty, face_sessions, face_sessions_custom, face_subtotal),
        line!(row, "Hair", hair_service, hair_unit_cost, hair_qty, hair_sessions, hair_sessions_custom, hair_subtotal),
        line!(
            row,
            "Hands",
            hands_service,
            hands_unit_cost,
            hands_qty,
            hands_sessions,
            hands_sessions_custom,
            hands_subtotal
        ),
        line!(row, "Neck", neck_service, neck_unit_cost, neck_qty, neck_sessions, neck_sessions_custom, neck_subtotal),
        line!(
            row,
            "Other",
            other_service,
            other_unit_cost,
            other_qty,
            other_sessions,
            other_sessions_custom,
            other_subtotal
        ),
    ];
    lines.into_iter().filter(|line| line.service.is_some()).map(Line::into_value).collect()
}

impl Line<'_> {
    fn into_value(self) -> Value {
        let sessions = self.custom.map(|custom| custom.to_string()).or_else(|| self.sessions.clone());
        json!({
            "area": self.area,
            "service": self.service,
            "unit_cost": self.unit_cost.map(money).unwrap_or_default(),
            "quantity": self.quantity.map(|quantity| quantity.normalize().to_string()).unwrap_or_default(),
            "sessions": sessions.unwrap_or_default(),
            "subtotal": money(self.subtotal),
        })
    }
}
