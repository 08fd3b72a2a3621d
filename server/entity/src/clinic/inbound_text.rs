use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::{
    Relation,
    ids::{InboundTextId, MemberId},
};

/// A text message that somebody sent to the clinic.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "inbound_text")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: InboundTextId,
    /// The provider's id of the text. A text that is reported twice is stored once.
    pub provider_ref: String,
    /// With its country code: `+15550101234`.
    pub number: String,
    pub body: String,
    /// How many pictures the text had. They are not fetched.
    pub pictures: i32,
    pub received_at: DateTime<Utc>,
    pub closed_at: Option<DateTime<Utc>>,
    pub closed_by: Option<MemberId>,
    /// The member's name at that moment.
    pub closed_by_name: Option<String>,
    /// The number that the text was sent to, while it is unknown which of several clinics the text is for. If such a
    /// text is closed, it was for another clinic, which has it.
    pub shared_number: Option<String>,
}

impl ActiveModelBehavior for ActiveModel {}
