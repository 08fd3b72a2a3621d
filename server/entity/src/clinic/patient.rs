#![expect(clippy::struct_excessive_bools, reason = "each way to reach a patient is a column of its own")]

use chrono::{DateTime, Utc};
use sea_orm::{
    entity::prelude::*,
    sea_query::{ExprTrait, Func, Query, SelectStatement},
};

use crate::ids::{MemberId, PatientId};

/// A patient.
#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "patient")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: PatientId,
    pub first_name: String,
    pub last_name: String,
    pub email: Option<String>,
    pub phone: Option<String>,
    /// The digits of the phone number, for searching.
    pub phone_digits: Option<String>,
    pub birth_date: Option<Date>,
    pub created_by: Option<MemberId>,
    pub created_at: DateTime<Utc>,
    /// The set, if it is sample data.
    pub sample_set_id: Option<i64>,
    pub pronouns: Option<String>,
    /// What the patient is called, where it is not the first name.
    pub preferred_name: Option<String>,
    pub street: Option<String>,
    pub city: Option<String>,
    pub state: Option<String>,
    pub postal_code: Option<String>,
    pub emergency_name: Option<String>,
    pub emergency_relation: Option<String>,
    pub emergency_phone: Option<String>,
    /// Who answers for a minor.
    pub guardian_name: Option<String>,
    pub guardian_relation: Option<String>,
    /// How the patient heard of the clinic.
    pub referral_source: Option<String>,
    pub may_email: bool,
    pub may_text: bool,
    pub may_call: bool,
    /// Whether the patient wants to hear of offers; everything else is about their own visits.
    pub may_market: bool,
    pub archived_at: Option<DateTime<Utc>>,
    pub archived_by: Option<MemberId>,
    pub archive_reason: Option<String>,
    /// Counts the changes.
    pub version: i32,
    /// The patient who is the same person, whose record holds this one's.
    pub merged_into: Option<PatientId>,
}

impl ActiveModelBehavior for ActiveModel {}

impl Entity {
    /// The ids under which a patient's records stand: the patient's own and those of the patients merged into it. None for
    /// a patient who was merged.
    pub fn ids_of(id: PatientId) -> SelectStatement {
        ids(Expr::val(id))
    }

    /// The ids under which the records of the person with this id stand, whether it was merged or not.
    pub fn ids_of_person(id: impl Into<Expr>) -> SelectStatement {
        let column = |column| Expr::col(("same", column));
        let survivor = Func::coalesce([column(Column::MergedInto), column(Column::Id)]);
        let survivor =
            Query::select().expr(survivor).from_as(Entity, "same").and_where(column(Column::Id).eq(id)).take();
        ids(Expr::from(survivor))
    }
}

fn ids(survivor: Expr) -> SelectStatement {
    let column = |column| Expr::col(("one", column));
    let own = column(Column::Id).eq(survivor.clone()).and(column(Column::MergedInto).is_null());
    let is_theirs = own.or(column(Column::MergedInto).eq(survivor));
    Query::select().expr(column(Column::Id)).from_as(Entity, "one").and_where(is_theirs).take()
}

impl Model {
    pub fn full_name(&self) -> String {
        format!("{} {}", self.first_name, self.last_name)
    }
}
