//! The wire types of a team member.

use chrono::{DateTime, NaiveDate, Utc};
use entity::{
    clinic::member,
    ids::MemberId,
    words::{Department, MemberStatus, Role},
};
use sea_orm::ActiveValue::Set;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{booking::bookable, rules};
use crate::foundation::{
    http::{
        Payload,
        fields::{Day, Email, Line, MailedName, Note, Phone, chosen},
        optional,
    },
    permission::Access,
};

/// A team member. Roles with limited access see name, role, department and status; the rest is
/// null.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TeamMember {
    #[schema(value_type = i64)]
    pub id: MemberId,
    pub first_name: String,
    pub last_name: String,
    #[schema(required)]
    pub email: Option<String>,
    #[schema(required)]
    pub phone: Option<String>,
    pub role: Role,
    pub department: Department,
    pub status: MemberStatus,
    #[schema(required)]
    pub hire_date: Option<NaiveDate>,
    #[schema(required)]
    pub license_number: Option<String>,
    #[schema(required)]
    pub specialties: Option<String>,
    #[schema(required)]
    pub notes: Option<String>,
    #[schema(required)]
    pub is_owner: Option<bool>,
    /// Has chosen a password.
    #[schema(required)]
    pub has_signed_in: Option<bool>,
    /// Signs in with a second factor.
    #[schema(required)]
    pub has_second_factor: Option<bool>,
    /// A Medical Director whose role is not in force until the owner or another director has confirmed
    /// the person.
    #[schema(required)]
    pub awaits_confirmation: Option<bool>,
    /// Can be booked.
    #[schema(required)]
    pub takes_appointments: Option<bool>,
    /// The version; sent back as `If-Match` it keeps a change from overwriting another one.
    #[schema(required)]
    pub version: Option<i32>,
}

/// Facts that are not in the member's own row.
#[derive(Clone, Copy, Debug, Default)]
pub struct Beside {
    pub has_second_factor: bool,
    /// Nobody else works at the clinic.
    pub is_alone: bool,
}

impl TeamMember {
    pub fn from_model(access: Access, row: member::Model, beside: Beside) -> Self {
        let full = access == Access::Full;
        let awaits_confirmation = rules::awaits_confirmation(&row);
        let takes_appointments = bookable(&row, beside.is_alone);
        Self {
            id: row.id,
            first_name: row.first_name,
            last_name: row.last_name,
            email: full.then_some(row.email),
            phone: row.phone.filter(|_| full),
            role: row.role,
            department: row.department,
            status: row.status,
            hire_date: full.then_some(row.hire_date),
            license_number: row.license_number.filter(|_| full),
            specialties: row.specialties.filter(|_| full),
            notes: row.notes.filter(|_| full),
            is_owner: full.then_some(row.is_owner),
            has_signed_in: full.then_some(row.password_hash.is_some()),
            has_second_factor: full.then_some(beside.has_second_factor),
            awaits_confirmation: full.then_some(awaits_confirmation),
            takes_appointments: full.then_some(takes_appointments),
            version: full.then_some(row.version),
        }
    }
}

/// A new member, or a change of one (specification 5). Never a password.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewTeamMember {
    pub first_name: MailedName,
    pub last_name: MailedName,
    pub email: Email,
    #[serde(default, deserialize_with = "optional")]
    pub phone: Option<Phone>,
    #[serde(deserialize_with = "chosen")]
    pub role: Role,
    #[serde(deserialize_with = "chosen")]
    pub department: Department,
    #[serde(deserialize_with = "chosen")]
    pub status: MemberStatus,
    pub hire_date: Day,
    #[serde(default, deserialize_with = "optional")]
    pub license_number: Option<Line>,
    #[serde(default, deserialize_with = "optional")]
    pub specialties: Option<Line>,
    #[serde(default, deserialize_with = "optional")]
    pub notes: Option<Note>,
    /// Whether the member can be booked. Absent: unchanged, and for a new member the role's default.
    #[serde(default, deserialize_with = "optional")]
    pub takes_appointments: Option<bool>,
}

impl Payload for NewTeamMember {
    const IGNORED: &'static [&'static str] = &["id"];
}

impl NewTeamMember {
    pub fn is_active(&self) -> bool {
        self.status == MemberStatus::Active
    }

    pub fn fill(self, row: &mut member::ActiveModel, now: DateTime<Utc>) {
        row.first_name = Set(self.first_name.0);
        row.last_name = Set(self.last_name.0);
        row.email = Set(self.email.0);
        row.phone = Set(self.phone.map(|phone| phone.0));
        row.role = Set(self.role);
        row.department = Set(self.department);
        row.status = Set(self.status);
        row.hire_date = Set(self.hire_date.0);
        row.license_number = Set(self.license_number.map(|line| line.0));
        row.specialties = Set(self.specialties.map(|line| line.0));
        row.notes = Set(self.notes.map(|note| note.0));
        if let Some(takes) = self.takes_appointments {
            row.takes_appointments = Set(Some(takes));
        }
        row.updated_at = Set(now);
    }
}

/// The new member, who is invited by mail unless inactive.
#[derive(Debug, Serialize, ToSchema)]
pub struct InvitedMember {
    pub member: TeamMember,
    /// The link for choosing a password: only where the deployment sends no mail, because its holder can sign in as
    /// the member.
    #[schema(required)]
    pub invite_url: Option<String>,
}

/// An invitation that is sent by mail; the former ones are void.
#[derive(Debug, Serialize, ToSchema)]
pub struct Invitation {
    /// The link, only where the deployment sends no mail.
    #[schema(required)]
    pub invite_url: Option<String>,
    pub expires_at: DateTime<Utc>,
}
