//! The wire types of a team member.

use chrono::{DateTime, NaiveDate, Utc};
use entity::{
    clinic::member,
    ids::MemberId,
    words::{Credential, Department, MemberStatus, Role, UsState},
};
use sea_orm::{ActiveValue::Set, PaginatorTrait};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::booking::bookable;
use crate::foundation::{
    auth::{self, account_link},
    error::Result,
    http::{
        Patch, Payload,
        fields::{Day, Email, Field, Line, MailedName, Note, Npi, Phone, choice, chosen},
        optional,
    },
    permission::Access,
    tenancy::{ClinicTx, Member},
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
    /// What the member may practise as.
    #[schema(required)]
    pub credential: Option<Credential>,
    #[schema(required)]
    pub license_number: Option<String>,
    /// The National Provider Identifier, which estimates name.
    #[schema(required)]
    pub npi: Option<String>,
    /// The state or territory that gave the license.
    #[schema(required)]
    pub license_state: Option<UsState>,
    /// The last day on which the license is valid. An expired one is shown; it blocks signing exams and, while
    /// Protocols is on, treatments.
    #[schema(required)]
    pub license_expires_on: Option<NaiveDate>,
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
    /// Was invited and has not signed in, and the invitation is void: it was cancelled, or the member is inactive.
    #[schema(required)]
    pub invitation_cancelled: Option<bool>,
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
    /// When the member was last changed.
    #[schema(required)]
    pub updated_at: Option<DateTime<Utc>>,
    /// By whom; null for a change from before this was stored.
    #[schema(required)]
    pub updated_by: Option<String>,
}

/// Facts that are not in the member's own row.
#[derive(Clone, Copy, Debug, Default)]
pub struct MemberFacts {
    pub has_second_factor: bool,
    /// Nobody else works at the clinic.
    pub is_alone: bool,
    /// Was invited, and may not use the invitation any more.
    pub invitation_cancelled: bool,
}

impl MemberFacts {
    /// The facts about one member.
    ///
    /// # Errors
    /// When the database is out of reach.
    pub async fn of_member(tx: &ClinicTx, row: &member::Model) -> Result<Self> {
        let invited = may_be_uninvited(row) && !account_link::invited(tx, vec![row.id]).await?.is_empty();
        Ok(Self {
            has_second_factor: auth::has_second_factor(tx, row.id).await?,
            is_alone: member::Entity::active().count(tx).await? == 1,
            invitation_cancelled: invited,
        })
    }
}

/// A Medical Director whose role is not in force.
pub fn awaits_confirmation(member: &member::Model) -> bool {
    member.role == Role::MedicalDirector && member.director_confirmed_at.is_none()
}

/// Inactive, and has never chosen a password: an invitation that was sent is void.
pub fn may_be_uninvited(row: &member::Model) -> bool {
    row.status == MemberStatus::Inactive && row.password_hash.is_none()
}

impl TeamMember {
    pub fn from_model(access: Access, row: member::Model, beside: MemberFacts) -> Self {
        let full = access == Access::Full;
        let awaits_confirmation = awaits_confirmation(&row);
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
            credential: row.credential.filter(|_| full),
            license_number: row.license_number.filter(|_| full),
            npi: row.npi.filter(|_| full),
            license_state: row.license_state.filter(|_| full),
            license_expires_on: row.license_expires_on.filter(|_| full),
            specialties: row.specialties.filter(|_| full),
            notes: row.notes.filter(|_| full),
            is_owner: full.then_some(row.is_owner),
            has_signed_in: full.then_some(row.password_hash.is_some()),
            has_second_factor: full.then_some(beside.has_second_factor),
            invitation_cancelled: full.then_some(beside.invitation_cancelled),
            awaits_confirmation: full.then_some(awaits_confirmation),
            takes_appointments: full.then_some(takes_appointments),
            version: full.then_some(row.version),
            updated_at: full.then_some(row.updated_at),
            updated_by: row.updated_by_name.filter(|_| full),
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
    /// Absent: unchanged.
    #[serde(default)]
    #[schema(value_type = Option<Credential>)]
    pub credential: Patch<Credential>,
    /// Absent: unchanged.
    #[serde(default)]
    #[schema(value_type = Option<Npi>)]
    pub npi: Patch<Npi>,
    /// Absent: unchanged.
    #[serde(default)]
    #[schema(value_type = Option<UsState>)]
    pub license_state: Patch<UsState>,
    /// Absent: unchanged. With a new date the reminders before it start anew.
    #[serde(default)]
    #[schema(value_type = Option<Day>)]
    pub license_expires_on: Patch<Day>,
    /// Whether the member can be booked. Absent: unchanged, and for a new member the role's default.
    #[serde(default, deserialize_with = "optional")]
    pub takes_appointments: Option<bool>,
}

impl Field for UsState {
    fn parse(value: &Value) -> Result<Self, String> {
        choice(value)
    }
}

impl Field for Credential {
    fn parse(value: &Value) -> Result<Self, String> {
        choice(value)
    }
}

impl Payload for NewTeamMember {
    const IGNORED: &'static [&'static str] = &["id"];
}

impl NewTeamMember {
    pub fn is_active(&self) -> bool {
        self.status == MemberStatus::Active
    }

    pub fn fill(self, row: &mut member::ActiveModel, author: &Member, now: DateTime<Utc>) {
        row.first_name = Set(self.first_name.0);
        row.last_name = Set(self.last_name.0);
        row.email = Set(self.email.0);
        row.phone = Set(self.phone.map(|phone| phone.0));
        row.role = Set(self.role);
        row.department = Set(self.department);
        row.status = Set(self.status);
        row.hire_date = Set(self.hire_date.0);
        row.license_number = Set(self.license_number.map(|line| line.0));
        self.credential.fill(&mut row.credential, |credential| credential);
        self.npi.fill(&mut row.npi, |npi| npi.0);
        self.license_state.fill(&mut row.license_state, |state| state);
        self.license_expires_on.fill(&mut row.license_expires_on, |day| day.0);
        row.specialties = Set(self.specialties.map(|line| line.0));
        row.notes = Set(self.notes.map(|note| note.0));
        if let Some(takes) = self.takes_appointments {
            row.takes_appointments = Set(Some(takes));
        }
        stamp(row, author, now);
    }
}

/// Marks who changed a member and when.
pub fn stamp(row: &mut member::ActiveModel, author: &Member, now: DateTime<Utc>) {
    row.updated_at = Set(now);
    row.updated_by_name = Set(Some(author.full_name()));
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
