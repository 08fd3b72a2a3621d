use chrono::{DateTime, Utc};
use sea_orm::{
    entity::prelude::*,
    sea_query::{Expr, ExprTrait as _, Func},
};

use crate::ids::MemberId;
use crate::words::{Credential, Department, MemberStatus, Role, UsState};

/// A person who works at the clinic.
#[sea_orm::model]
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
    /// Whether the member can be booked; `None`: the role's default.
    pub takes_appointments: Option<bool>,
    /// When a link that was mailed to the present address was last used; for an owner whom the operator named,
    /// when the clinic was made. `None`: it is unknown whose address it is.
    pub email_confirmed_at: Option<DateTime<Utc>>,
    /// Increases with each change.
    pub version: i32,
    pub license_state: Option<UsState>,
    /// The last day on which the license is valid.
    pub license_expires_on: Option<Date>,
    /// Who changed the member at `updated_at`, by the name of that moment. `None` for a change from before this
    /// was stored, and for a member who came with the clinic.
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

    /// Those who may sign in.
    pub fn active() -> Select<Self> {
        Self::listed().filter(Column::Status.eq(MemberStatus::Active))
    }

    /// The one with this e-mail address, whatever its case.
    pub fn by_email(email: &str) -> Select<Self> {
        Self::listed().filter(Expr::expr(Func::lower(Expr::col(Column::Email))).eq(email.to_lowercase()))
    }
}
