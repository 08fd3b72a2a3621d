//! What changes a balance: redeeming, adjusting, taking an entry back. Each is a new entry, made while the patient's
//! row is locked, so that of any number of simultaneous ones each sees the balance that the one before has left.

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
use crate::{
    features::patients,
    foundation::{
        error::{Error, Result},
        permission::Access,
        tenancy::ClinicTx,
    },
};

/// The fewest points that can be redeemed; one point is a dollar of credit.
pub const FEWEST_REDEEMED: i32 = 25;

/// Who makes an entry, and why.
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

/// Locks the patient and returns the balance without what has expired, whether the worker has written that or not.
async fn settled(tx: &ClinicTx, zone: Tz, patient_id: PatientId, now: DateTime<Utc>) -> Result<i64> {
    patients::locked(tx, patient_id).await?;
    let expiry = expiry::of_clinic(tx, zone).await?;
    expiry::expire(tx, patient_id, expiry, now).await?;
    Ok(balance(&entries(tx, patient_id).await?))
}

/// Uses points as credit.
///
/// # Errors
/// When there is no such patient, or the balance is lower.
pub async fn redeem(tx: &ClinicTx, zone: Tz, patient_id: PatientId, points: i32, by: EntryAuthor) -> Result<Model> {
    let balance = settled(tx, zone, patient_id, by.now).await?;
    if i64::from(points) > balance {
        return Err(too_few(balance));
    }
    add(tx, entry(patient_id, LoyaltyKind::Redeemed, -points, by)).await
}

/// Gives or takes points by hand.
///
/// # Errors
/// When there is no such patient, or more would be taken than there is.
pub async fn adjust(tx: &ClinicTx, zone: Tz, patient_id: PatientId, points: i32, by: EntryAuthor) -> Result<Model> {
    let balance = settled(tx, zone, patient_id, by.now).await?;
    if points < 0 && balance + i64::from(points) < 0 {
        return Err(too_few(balance));
    }
    add(tx, entry(patient_id, LoyaltyKind::Adjusted, points, by)).await
}

/// For how long one may take back what one has redeemed oneself, without the right to take back any entry.
const OWN_WITHIN: TimeDelta = TimeDelta::minutes(5);

/// Whether a member with this much of the permission may take an entry back: in part means one's own redemption, just made.
pub fn may_reverse(access: Access, entry: &Model, member: MemberId, now: DateTime<Utc>) -> bool {
    let is_own = entry.kind == LoyaltyKind::Redeemed && entry.member_id == Some(member);
    access == Access::Full || (is_own && now - entry.created_at <= OWN_WITHIN)
}

/// The entry of this id, if this member may take it back.
///
/// # Errors
/// When there is none, or the member may not.
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

/// Takes an entry back: the balance is as if it had never been, and may be less than zero where its points were used.
///
/// # Errors
/// When there is no such entry, it was taken back already, or its kind cannot be.
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

/// Takes back what a treatment has earned, because it was voided. Does nothing if it earned nothing, if that was
/// taken back before, or if the points have expired.
///
/// # Errors
/// When the database is out of reach.
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
