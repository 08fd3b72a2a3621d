use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::{Relation, words::MailStopReason};

/// An address that gets no more mail until somebody has confirmed it.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "mail_stop")]
pub struct Model {
    /// In lower case.
    #[sea_orm(primary_key, auto_increment = false)]
    pub address: String,
    pub reason: MailStopReason,
    pub stopped_at: DateTime<Utc>,
}

impl ActiveModelBehavior for ActiveModel {}

impl Entity {
    /// The row of this address, however it is written.
    pub fn for_address(address: &str) -> Select<Self> {
        Self::find_by_id(Self::key(address))
    }

    /// The address in the form in which addresses are compared.
    pub fn key(address: &str) -> String {
        address.trim().to_lowercase()
    }
}
