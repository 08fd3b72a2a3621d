//! Whose appointment a visitor of the booking page books: the patient whose address or number was just confirmed, or a new one.

use chrono::{DateTime, Utc};
use entity::clinic::patient::{ActiveModel, Column, Entity, Model};
use sea_orm::{
    ActiveModelTrait,
    ActiveValue::Set,
    ColumnTrait, EntityTrait, QueryFilter, QuerySelect,
    sea_query::{Expr, ExprTrait, Func},
};

use super::folded;
use crate::foundation::{
    error::Result,
    http::fields::{Email, Name, Phone},
    phone,
    tenancy::ClinicTx,
};

/// A contact that a code has confirmed.
pub enum OnlineContact {
    Email(Email),
    Phone(Phone),
}

/// More patients than share an address or a number: a clinic that enters its own for all patients links none by it.
const MAX_ROWS: u64 = 50;

/// The one active patient with this contact and this name, or a new patient; and whether it is new. A new one who may be somebody
/// who is there already is on the list of suspected pairs, like every other.
///
/// # Errors
/// When the database is out of reach.
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
        OnlineContact::Phone(number) => {
            let digits = number.digits();
            let national = phone::national(&digits);
            Column::PhoneDigits.is_in([format!("1{national}"), national.to_owned()])
        }
    };
    let those = Entity::find()
        .filter(has_contact)
        .filter(Column::ArchivedAt.is_null())
        .filter(Column::MergedInto.is_null())
        .limit(MAX_ROWS)
        .all(tx)
        .await?;
    let name = |first: &str, last: &str| folded(&format!("{first} {last}"));
    let mut same = those.into_iter().filter(|row| name(&row.first_name, &row.last_name) == name(&first, &last));
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
