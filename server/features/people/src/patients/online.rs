//! Finds the patient for an online booking: the one whose address or number was just confirmed, or a new one.

use chrono::{DateTime, Utc};
use entity::clinic::patient::{ActiveModel, Column, Entity, Model};
use sea_orm::{
    ActiveModelTrait,
    ActiveValue::Set,
    ColumnTrait, EntityTrait, QueryFilter, QuerySelect,
    sea_query::{Expr, ExprTrait, Func},
};

use base::{
    error::Result,
    names::{self, FullName},
    phone,
};
use http_api::fields::{Email, Name, Phone};
use tenancy::ClinicTx;

/// A contact that a code has confirmed.
pub enum OnlineContact {
    Email(Email),
    Phone(Phone),
}

/// The most patients that are compared. If a clinic enters its own address or number for all patients, more patients have it and
/// none is found.
const MAX_ROWS: u64 = 50;

/// The one active patient with this contact and this name, or a new patient; and whether the patient is new. A new patient who
/// may already exist appears among the suspected duplicates, like any other.
pub async fn find_or_add(
    tx: &ClinicTx,
    contact: OnlineContact,
    (Name(first), Name(last)): (Name, Name),
    now: DateTime<Utc>,
) -> Result<(Model, bool)> {
    let has_contact = match &contact {
        OnlineContact::Email(Email(address)) => {
            Expr::expr(Func::lower(Expr::col(Column::Email))).eq(address.to_lowercase())
        }
        // Whether a row found has the number is then decided by the number itself.
        OnlineContact::Phone(number) => Column::PhoneDigits.contains(phone::national(&number.digits())),
    };
    let those = Entity::find()
        .filter(has_contact)
        .filter(Column::ArchivedAt.is_null())
        .filter(Column::MergedInto.is_null())
        .limit(MAX_ROWS)
        .all(tx)
        .await?;
    let is_same = |row: &Model| {
        let is_number = match &contact {
            OnlineContact::Email(_) => true,
            OnlineContact::Phone(number) => row.phone.as_ref().is_some_and(|kept| phone::is_same(kept, &number.0)),
        };
        is_number
            && names::is_same(
                FullName { first: &row.first_name, last: &row.last_name },
                FullName { first: &first, last: &last },
            )
    };
    let mut same = those.into_iter().filter(is_same);
    if let (Some(one), None) = (same.next(), same.next()) {
        return Ok((one, false));
    }
    let mut row =
        ActiveModel { first_name: Set(first), last_name: Set(last), created_at: Set(now), ..Default::default() };
    match contact {
        OnlineContact::Email(Email(address)) => row.email = Set(Some(address)),
        OnlineContact::Phone(phone) => {
            row.phone_digits = Set(Some(phone.digits()));
            row.phone = Set(Some(phone.0));
        }
    }
    Ok((row.insert(tx).await?, true))
}
