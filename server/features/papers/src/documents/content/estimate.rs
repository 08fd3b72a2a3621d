//! A Good Faith Estimate: its newest version.

use chrono::{DateTime, NaiveDate, Utc};
use entity::{
    clinic::{
        Signer,
        estimate::{Column, Entity, Model},
        estimate_void,
    },
    ids::EstimateId,
};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};
use serde_json::{Value, json};

use super::{Reader, at, corrections::role, day, hex, picture};
use base::error::{Error, Result};
use money::{
    dollars::in_dollars,
    estimates::{self, EstimateLine, lines_of},
};
use tenancy::ClinicTx;

/// The wanted version of the estimate, or else the newest. An earlier version says that there is a newer one.
pub async fn value(tx: &ClinicTx, reader: Reader, id: EstimateId, wanted: Option<i32>) -> Result<Value> {
    let newest = Entity::versions(id).one(tx).await?.ok_or(Error::NotFound)?;
    let last = newest.version;
    let row = match wanted {
        Some(number) if number != last => {
            let one = Entity::versions(id).filter(Column::Version.eq(number)).one(tx).await?;
            one.ok_or(Error::NotFound)?
        }
        _ => newest,
    };
    let shows = reader.sees_all || estimates::sees_signatures(reader.grants);
    let mut value = version(&row, shows);
    value["replaced_by"] = (row.version != last).then(|| last.to_string()).into();
    value["voided"] = voided(tx, row.estimate_id(), shows).await?;
    Ok(value)
}

/// The void of the estimate with all its versions. Null if it was not voided.
async fn voided(tx: &ClinicTx, id: EstimateId, shows: bool) -> Result<Value> {
    let row = estimate_void::Entity::find().filter(estimate_void::Column::EstimateId.eq(id)).one(tx).await?;
    let value = |row: estimate_void::Model| {
        json!({
            "by": row.signer.name,
            "role": role(&row.signer),
            "at": at(row.voided_at),
            "reason": row.reason,
            "picture": row.signature.as_deref().filter(|_| shows).map(picture),
        })
    };
    Ok(row.map_or(Value::Null, value))
}

/// Every version, newest first.
pub async fn versions(tx: &ClinicTx, id: EstimateId) -> Result<Vec<Value>> {
    Ok(Entity::versions(id).all(tx).await?.iter().map(|row| version(row, true)).collect())
}

/// A version as it was signed, with its signatures.
pub fn signed_version(row: &Model) -> Value {
    let mut value = version(row, true);
    value["replaced_by"] = Value::Null;
    value["voided"] = Value::Null;
    // A picture without a digest is from before digests were stored. It proves nothing, so it is left out.
    for (field, digest) in [("patient_signature", &row.pt_digest), ("provider_signature", &row.prov_digest)] {
        if digest.is_none() {
            value[field] = Value::Null;
        }
    }
    value
}

fn version(row: &Model, shows_signatures: bool) -> Value {
    let writer = row.writer.as_ref().map(|writer| writer.name.clone());
    let pictured = |png: &Option<Vec<u8>>| png.as_deref().map(|png| shows_signatures.then(|| picture(png)));
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
        "grand_total": in_dollars(row.grand_total),
        "expected_duration": row.expected_duration,
        "notes": row.notes,
        "patient_signature": pictured(&row.pt_sig).map(|picture| {
            Signature { name: &row.pt_name, on: row.pt_sig_date, at: row.pt_signed_at, by: None, picture }.into_value()
        }),
        "provider_signature": pictured(&row.prov_sig).map(|picture| {
            let by = row.prov_signer.as_ref();
            Signature { name: &row.prov_name, on: row.prov_sig_date, at: row.prov_signed_at, by, picture }.into_value()
        }),
        "digest": hex(row.content_digest.as_deref()),
    })
}

/// A signature on the estimate: the name and the date beside it, its signer, and its time.
struct Signature<'a> {
    name: &'a str,
    on: NaiveDate,
    /// `None` for rows from before this was stored.
    at: Option<DateTime<Utc>>,
    /// The member who signed for the provider.
    by: Option<&'a Signer>,
    picture: Option<Value>,
}

impl Signature<'_> {
    fn into_value(self) -> Value {
        json!({
            "name": self.name,
            "at": day(self.on),
            "signed_at": self.at.map(at),
            "signed_by": self.by.map(|by| format!("{}, {}", by.name, role(by))),
            "picture": self.picture,
        })
    }
}

/// The areas with a service.
fn areas(row: &Model) -> Vec<Value> {
    lines_of(row).iter().filter(|line| line.service.is_some()).map(of_line).collect()
}

fn of_line(line: &EstimateLine<'_>) -> Value {
    let sessions = line.custom.map(|custom| custom.to_string()).or_else(|| line.sessions.clone());
    json!({
        "area": name_of(line.area),
        "service": line.service,
        "unit_cost": line.unit_cost.map(in_dollars).unwrap_or_default(),
        "quantity": line.quantity.map(|quantity| quantity.normalize().to_string()).unwrap_or_default(),
        "sessions": sessions.unwrap_or_default(),
        "subtotal": in_dollars(line.subtotal),
    })
}

/// An area as the form names it.
fn name_of(area: &str) -> String {
    let (first, rest) = area.split_at(1);
    first.to_uppercase() + rest
}
