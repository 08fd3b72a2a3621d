#![expect(clippy::struct_excessive_bools, reason = "each way to reach a patient is a column of its own")]

use chrono::{DateTime, Utc};
use sea_orm::{
    DbBackend, Statement, StatementBuilder,
    entity::prelude::*,
    sea_query::{CommonTableExpression, ExprTrait, Func, Query, SelectStatement, WithClause},
};

use crate::{
    Relation,
    ids::{MemberId, PatientId},
};

/// A patient.
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
    /// The set of sample data that this row belongs to. `None` for real data.
    pub sample_set_id: Option<i64>,
    pub pronouns: Option<String>,
    /// The name that the patient prefers, if it is not the first name.
    pub preferred_name: Option<String>,
    pub street: Option<String>,
    pub city: Option<String>,
    pub state: Option<String>,
    pub postal_code: Option<String>,
    pub emergency_name: Option<String>,
    pub emergency_relation: Option<String>,
    pub emergency_phone: Option<String>,
    /// The person who is responsible for a minor.
    pub guardian_name: Option<String>,
    pub guardian_relation: Option<String>,
    /// How the patient learned of the clinic.
    pub referral_source: Option<String>,
    pub may_email: bool,
    pub may_text: bool,
    pub may_call: bool,
    /// Whether the patient wants offers. All other messages are about the patient's own visits.
    pub may_market: bool,
    pub archived_at: Option<DateTime<Utc>>,
    pub archived_by: Option<MemberId>,
    pub archive_reason: Option<String>,
    /// Counts the changes.
    pub version: i32,
    /// The surviving record of the same person, into which this record was merged.
    pub merged_into: Option<PatientId>,
}

impl ActiveModelBehavior for ActiveModel {}

impl Entity {
    /// The ids of a patient's records: the patient's own id and those of the patients merged into it. No rows for a
    /// patient who was merged.
    pub fn ids_of(id: impl Into<Expr>) -> SelectStatement {
        ids(id.into())
    }

    /// The id of the record that includes the patient of a query: the survivor of a merge, or the patient's own.
    pub fn person() -> Expr {
        Func::coalesce([Column::MergedInto.into_expr(), Column::Id.into_expr()]).into()
    }

    /// The ids of the records of the person with this id, whether or not this record was merged.
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

/// The name of [`Records`] in a statement.
const RECORDS: &str = "same";

/// The ids of a patient's records as a table of one statement. A statement that needs them in many places reads them once.
#[derive(Clone, Copy, Debug)]
pub struct Records(PatientId);

impl Records {
    pub const fn of(patient: PatientId) -> Self {
        Self(patient)
    }

    /// The ids, for a part of the statement.
    pub fn ids(self) -> SelectStatement {
        Query::select().column(Column::Id).from(RECORDS).take()
    }

    /// Whether this column of a part of the statement holds one of the ids.
    pub fn hold(self, patient_id: impl ColumnTrait) -> Expr {
        patient_id.in_subquery(self.ids())
    }

    /// The statement whose parts use these ids.
    pub fn statement(self, query: SelectStatement) -> Statement {
        let ids = CommonTableExpression::new().table_name(RECORDS).query(Entity::ids_of(self.0)).to_owned();
        StatementBuilder::build(&WithClause::new().cte(ids).to_owned().query(query), &DbBackend::Postgres)
    }
}

impl Model {
    pub fn full_name(&self) -> String {
        format!("{} {}", self.first_name, self.last_name)
    }
}
