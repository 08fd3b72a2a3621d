use chrono::{DateTime, Utc};
use sea_orm::{
    IntoSimpleExpr,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait as _, Func, Query, extension::postgres::PgExpr},
};

use crate::{
    Relation,
    ids::MemberId,
    words::{Credential, Department, MemberStatus, Role, UsState},
};

/// A person who works at the clinic.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "member")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: MemberId,
    pub first_name: String,
    pub last_name: String,
    pub email: String,
    pub phone: Option<String>,
    pub role: Role,
    pub department: Department,
    pub status: MemberStatus,
    pub hire_date: Date,
    pub license_number: Option<String>,
    pub specialties: Option<String>,
    pub notes: Option<String>,
    pub is_owner: bool,
    pub password_hash: Option<String>,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    pub removed_at: Option<DateTime<Utc>>,
    /// Since when a Medical Director's role is in force.
    pub director_confirmed_at: Option<DateTime<Utc>>,
    /// Whether the member can be booked. `None` means the role's default.
    pub takes_appointments: Option<bool>,
    /// When a link that was mailed to the present address was last used. For an owner whom the operator named: when the
    /// clinic was made. `None` if it is unknown whose address it is.
    pub email_confirmed_at: Option<DateTime<Utc>>,
    /// Increases with each change.
    pub version: i32,
    pub license_state: Option<UsState>,
    /// The last day on which the license is valid.
    pub license_expires_on: Option<Date>,
    /// The name, at that moment, of the member who made the change at `updated_at`. `None` for a change from before
    /// this was stored, and for a member who came with the clinic.
    pub updated_by_name: Option<String>,
    pub credential: Option<Credential>,
    /// The National Provider Identifier.
    pub npi: Option<String>,
}

impl ActiveModelBehavior for ActiveModel {}

impl Model {
    pub fn full_name(&self) -> String {
        format!("{} {}", self.first_name, self.last_name)
    }
}

impl Entity {
    /// Everybody on the team's list, active or not.
    pub fn listed() -> Select<Self> {
        Self::find().filter(Column::RemovedAt.is_null())
    }

    /// Former members, and the account of the service's own people.
    pub fn former() -> Select<Self> {
        Self::find().filter(Column::RemovedAt.is_not_null())
    }

    /// The present name of the member with this id, for a query of another table.
    pub fn name_of(id: impl IntoSimpleExpr) -> Expr {
        let name =
            Column::FirstName.into_expr().concat(Expr::Constant(" ".into())).concat(Column::LastName.into_expr());
        Expr::from(
            Query::select().expr(name).from(Self).and_where(Column::Id.into_expr().eq(id.into_simple_expr())).take(),
        )
    }

    /// The members who may sign in.
    pub fn active() -> Select<Self> {
        Self::listed().filter(Column::Status.eq(MemberStatus::Active))
    }

    /// The member with this e-mail address, ignoring case.
    pub fn by_email(email: &str) -> Select<Self> {
        Self::listed().filter(Expr::expr(Func::lower(Expr::col(Column::Email))).eq(email.to_lowercase()))
    }
}
