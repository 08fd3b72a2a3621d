//! Addenda and voids of a record, and its signer.

use entity::{
    clinic::{Signer, addendum, member, record_void},
    ids::MemberId,
};
use sea_orm::{EntityTrait, QueryOrder, Select};
use serde_json::{Value, json};

use super::{at, picture};
use base::error::Result;
use tenancy::ClinicTx;

/// The addenda, oldest first.
pub async fn addenda(tx: &ClinicTx, of_record: Select<addendum::Entity>) -> Result<Vec<Value>> {
    let rows = of_record.order_by_asc(addendum::Column::Id).all(tx).await?;
    let value = |row: addendum::Model| {
        json!({
            "reason": row.reason,
            "text": row.text,
            "name": row.signer.name,
            "role": role(&row.signer),
            "at": at(row.created_at),
            "picture": picture(&row.signature),
        })
    };
    Ok(rows.into_iter().map(value).collect())
}

/// The void of an exam or a treatment. Null if it was not voided.
pub async fn voided(tx: &ClinicTx, of_record: Select<record_void::Entity>) -> Result<Value> {
    let row = of_record.one(tx).await?;
    let value = |row: record_void::Model| {
        json!({
            "by": row.signer.name,
            "role": role(&row.signer),
            "at": at(row.voided_at),
            "reason": row.reason,
            "picture": row.signature.as_deref().map(picture),
        })
    };
    Ok(row.map_or(Value::Null, value))
}

/// The name and role of the signer at that moment. For rows from before the signer was stored, the member's present name.
pub async fn signer(tx: &ClinicTx, signer: Option<Signer>, member: MemberId) -> Result<(String, Option<String>)> {
    if let Some(signer) = signer {
        let role = role(&signer);
        return Ok((signer.name, Some(role)));
    }
    let member = member::Entity::find_by_id(member).one(tx).await?;
    Ok((member.map_or_else(String::new, |member| member.full_name()), None))
}

/// The role and the license of the signer at the time of the signature, as the signature's digest covers them.
pub fn role(signer: &Signer) -> String {
    match &signer.license {
        Some(license) => format!("{}, license {license}", signer.role),
        None => signer.role.clone(),
    }
}
