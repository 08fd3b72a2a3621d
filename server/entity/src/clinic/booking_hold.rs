use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::{
    Relation,
    ids::{AppointmentId, MemberId, ServiceId},
    words::MessageChannel,
};

/// A time that a visitor of the booking page holds for some minutes, and the code sent to confirm the contact.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "booking_hold")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub token_hash: Vec<u8>,
    /// A keyed hash of the visitor's network.
    pub network: String,
    pub provider_id: MemberId,
    pub service: String,
    pub service_id: Option<ServiceId>,
    pub starts_at: DateTime<Utc>,
    pub ends_at: DateTime<Utc>,
    pub created_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
    /// When the held time was booked, given up, or found expired.
    pub released_at: Option<DateTime<Utc>>,
    pub channel: Option<MessageChannel>,
    /// The address or the number that the code was sent to, until the hold is released.
    pub contact: Option<String>,
    /// A keyed hash of the contact, by which codes are counted.
    pub mailbox: Option<String>,
    /// The code is derived from this nonce and the server's secret. A stored hash of six digits could be guessed by trying all.
    pub code_nonce: Option<Uuid>,
    /// The number of the server's secret that derives the code.
    pub code_key: Option<i64>,
    pub code_expires_at: Option<DateTime<Utc>>,
    /// How often a code was entered.
    pub code_tries: i32,
    /// How many codes were sent.
    pub codes: i32,
    pub code_at: Option<DateTime<Utc>>,
    /// The appointment that was booked from the hold.
    pub appointment_id: Option<AppointmentId>,
}

impl ActiveModelBehavior for ActiveModel {}

impl Entity {
    /// The times that are held at `now`.
    pub fn live(now: DateTime<Utc>) -> Select<Self> {
        Self::find().filter(Column::ReleasedAt.is_null()).filter(Column::ExpiresAt.gt(now))
    }
}
