use chrono::{DateTime, Utc};
use rust_decimal::Decimal;
use sea_orm::{QueryOrder, entity::prelude::*};

use crate::{
    Relation,
    ids::{MemberId, ServiceId},
};

/// A service of the clinic's own catalog.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "service")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: ServiceId,
    pub name: String,
    pub category: Option<String>,
    /// The position in the list, ascending.
    pub position: i32,
    pub minutes: i32,
    /// For how many minutes the provider and the room stay occupied afterwards.
    pub buffer_minutes: i32,
    pub price: Option<Decimal>,
    /// What the price is for, such as a syringe.
    pub price_unit: Option<String>,
    /// `#rrggbb`.
    pub color: Option<String>,
    /// Whether the service is a treatment, which is recorded after an exam. Other services are visits.
    pub needs_exam: bool,
    pub interval_days: Option<i32>,
    pub taxable: bool,
    pub retired_at: Option<DateTime<Utc>>,
    /// Increases with each change.
    pub version: i32,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    /// `None` for a service that came with the clinic.
    pub updated_by: Option<MemberId>,
    /// The member's name at that moment.
    pub updated_by_name: Option<String>,
}

impl ActiveModelBehavior for ActiveModel {}

impl Entity {
    /// The whole catalog in its order, including retired services.
    pub fn in_order() -> Select<Self> {
        Self::find().order_by_asc(Column::Position).order_by_asc(Column::Id)
    }

    /// The services that can be chosen.
    pub fn active() -> Select<Self> {
        Self::in_order().filter(Column::RetiredAt.is_null())
    }
}
