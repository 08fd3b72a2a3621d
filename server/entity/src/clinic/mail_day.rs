use sea_orm::entity::prelude::*;

use crate::Relation;

/// How many mails the clinic has sent on a day (UTC).
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "mail_day")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub day: chrono::NaiveDate,
    pub sent: i32,
}

impl ActiveModelBehavior for ActiveModel {}
