use sea_orm::entity::prelude::*;

use crate::{
    Relation,
    ids::{ConsentId, KioskSessionId},
};

/// A consent that was handed to a patient on the tablet.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "kiosk_document")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub kiosk_session_id: KioskSessionId,
    #[sea_orm(primary_key, auto_increment = false)]
    pub consent_id: ConsentId,
}

impl ActiveModelBehavior for ActiveModel {}
