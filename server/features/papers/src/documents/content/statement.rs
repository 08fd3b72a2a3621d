//! A patient's statement of points, the newest entry first.

use entity::{ids::PatientId, words::LoyaltyKind};
use serde_json::{Value, json};

use super::{Reader, at, day};
use base::error::Result;
use money::{
    dollars::grouped,
    loyalty::{self, LoyaltyEntry},
};
use tenancy::ClinicTx;

pub async fn value(tx: &ClinicTx, reader: Reader, id: PatientId) -> Result<Value> {
    let statement = loyalty::statement(tx, reader.zone, id).await?;
    let next = statement.next_to_expire;
    Ok(json!({
        "balance": points(statement.points),
        "next_to_expire": next.map(|(number, _)| points(number.into())),
        "last_day": next.map(|(_, last)| day(last)),
        "entries": statement.entries.iter().map(entry).collect::<Vec<_>>(),
    }))
}

fn entry(entry: &LoyaltyEntry) -> Value {
    let what = match (entry.kind, &entry.service) {
        (LoyaltyKind::Earned, Some(service)) => format!("Earned with {service}"),
        (LoyaltyKind::Earned, None) => "Earned".to_owned(),
        (LoyaltyKind::Redeemed, _) => "Redeemed".to_owned(),
        (LoyaltyKind::Adjusted, _) => "Adjusted".to_owned(),
        (LoyaltyKind::Reversed, _) => "Taken back".to_owned(),
        (LoyaltyKind::Expired, _) => "Expired".to_owned(),
    };
    json!({
        "at": at(entry.at),
        "what": what,
        "reason": entry.reason,
        "by": entry.by,
        "points": signed(entry.points.into()),
        "balance": points(entry.balance),
    })
}

fn points(number: i64) -> String {
    let sign = if number < 0 { "-" } else { "" };
    format!("{sign}{}", grouped(&number.unsigned_abs().to_string()))
}

fn signed(number: i64) -> String {
    if number > 0 { format!("+{}", points(number)) } else { points(number) }
}
