//! Changes of a balance: redeeming, adjusting, reversing an entry. Each is a new entry, added while the patient's row is locked,
//! so that simultaneous changes each see the balance after the one before.

use chrono::{DateTime, TimeDelta, Utc};
use chrono_tz::Tz;
use entity::{
    clinic::loyalty_entry::{Column, Entity, Model},
    ids::{LoyaltyEntryId, MemberId, PatientId, TreatmentId},
    words::LoyaltyKind,
};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};

use super::{
    expiry,
    ledger::{add, balance, entries},
    lots::to_reverse,
};
use base::{
    error::{Error, Result},
    permission::Access,
};
use people::patients;
use tenancy::ClinicTx;

/// The fewest points that can be redeemed; one point is a dollar of credit.
pub const FEWEST_REDEEMED: i32 = 25;

/// The author of an entry, and the reason.
pub struct EntryAuthor {
    pub member: MemberId,
    pub reason: Option<String>,
    pub now: DateTime<Utc>,
}

fn too_few(balance: i64) -> Error {
    let words = match balance {
        ..=0 => "There are no points to use.".to_owned(),
        1 => "There is only 1 point.".to_owned(),
        _ => format!("There are only {balance} points."),
    };
    Error::conflict("too_few_points", words)
}

fn entry(patient_id: PatientId, kind: LoyaltyKind, points: i32, by: EntryAuthor) -> Model {
    Model {
        // Assigned by the database.
        id: 0.into(),
        patient_id,
        points,
        service: None,
        treatment_id: None,
        created_at: by.now,
        kind,
        reason: by.reason,
        member_id: Some(by.member),
        reverses_id: None,
        expires_id: None,
    }
}

/// Locks the patient and returns the balance without expired points, whether or not the worker has entered the expiry yet.
async fn settled(tx: &ClinicTx, zone: Tz, patient_id: PatientId, now: DateTime<Utc>) -> Result<i64> {
    patients::locked(tx, patient_id).await?;
    let expiry = expiry::of_clinic(tx, zone).await?;
    expiry::expire(tx, patient_id, expiry, now).await?;
    Ok(balance(&entries(tx, patient_id).await?))
}

/// Uses points as credit.
///
/// Fails if there is no such patient, or the balance is lower.
pub async fn redeem(tx: &ClinicTx, zone: Tz, patient_id: PatientId, points: i32, by: EntryAuthor) -> Result<Model> {
    let balance = settled(tx, zone, patient_id, by.now).await?;
    if i64::from(points) > balance {
        return Err(too_few(balance));
    }
    add(tx, entry(patient_id, LoyaltyKind::Redeemed, -points, by)).await
}

/// Gives or takes points by hand.
///
/// Fails if there is no such patient, or the balance is lower than the points to take.
pub async fn adjust(tx: &ClinicTx, zone: Tz, patient_id: PatientId, points: i32, by: EntryAuthor) -> Result<Model> {
    let balance = settled(tx, zone, patient_id, by.now).await?;
    if points < 0 && balance + i64::from(points) < 0 {
        return Err(too_few(balance));
    }
    add(tx, entry(patient_id, LoyaltyKind::Adjusted, points, by)).await
}

/// How long members without the right to reverse any entry can reverse their own redemptions.
const OWN_WITHIN: TimeDelta = TimeDelta::minutes(5);

/// Whether a member with this access may reverse an entry; partial access allows only the member's own recent redemption.
pub fn may_reverse(access: Access, entry: &Model, member: MemberId, now: DateTime<Utc>) -> bool {
    let is_own = entry.kind == LoyaltyKind::Redeemed && entry.member_id == Some(member);
    access == Access::Full || (is_own && now - entry.created_at <= OWN_WITHIN)
}

/// Checks that this member may reverse the entry with this id.
pub async fn reversible(tx: &ClinicTx, id: LoyaltyEntryId, access: Access, by: &EntryAuthor) -> Result<()> {
    let wanted = Entity::find_by_id(id).one(tx).await?.ok_or(Error::NotFound)?;
    if may_reverse(access, &wanted, by.member, by.now) {
        return Ok(());
    }
    Err(Error::Refused {
        code: "not_reversible_by_you",
        sentence: "You may take back points that you have redeemed yourself, within 5 minutes. Ask a manager for anything else.",
    })
}

/// Reverses an entry: the balance is as if the entry had never existed, and may be below zero if its points were used.
///
/// Fails if there is no such entry, it was already reversed, or its kind cannot be reversed.
pub async fn reverse(tx: &ClinicTx, id: LoyaltyEntryId, by: EntryAuthor) -> Result<Model> {
    let wanted = Entity::find_by_id(id).one(tx).await?.ok_or(Error::NotFound)?;
    match wanted.kind {
        LoyaltyKind::Earned | LoyaltyKind::Redeemed | LoyaltyKind::Adjusted => {}
        LoyaltyKind::Reversed => {
            return Err(Error::conflict(
                "not_reversible",
                "This entry takes another one back. Adjust the points instead.",
            ));
        }
        LoyaltyKind::Expired => {
            return Err(Error::conflict(
                "not_reversible",
                "Expired points cannot be taken back. Adjust the points instead.",
            ));
        }
    }
    let person = patients::locked_person(tx, wanted.patient_id).await?;
    let entries = entries(tx, person.id).await?;
    if entries.iter().any(|entry| entry.reverses_id == Some(id)) {
        return Err(Error::conflict("already_reversed", "This entry was taken back already."));
    }
    let points = to_reverse(&wanted, &entries);
    if points == 0 {
        return Err(Error::conflict("points_expired", "These points have expired already."));
    }
    let entry = entry(wanted.patient_id, LoyaltyKind::Reversed, points, by);
    add(tx, Model { reverses_id: Some(id), ..entry }).await
}

/// Reverses the points of a treatment that was voided. Does nothing if it earned nothing, if they were already reversed, or if
/// they have expired.
pub async fn reverse_earned(tx: &ClinicTx, treatment_id: TreatmentId, by: MemberId, now: DateTime<Utc>) -> Result<()> {
    let Some(earned) = Entity::find().filter(Column::TreatmentId.eq(treatment_id)).one(tx).await? else {
        return Ok(());
    };
    let by = EntryAuthor { member: by, reason: Some("The treatment was voided".to_owned()), now };
    match reverse(tx, earned.id, by).await {
        Ok(_) | Err(Error::Conflict { code: "already_reversed" | "points_expired", .. }) => Ok(()),
        Err(error) => Err(error),
    }
}
