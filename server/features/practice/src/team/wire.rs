//! The wire types of a team member.

use chrono::{DateTime, NaiveDate, Utc};
use entity::{
    clinic::member,
    ids::MemberId,
    words::{Credential, Department, MemberStatus, Role, UsState},
};
use sea_orm::{ActiveValue::Set, PaginatorTrait};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::booking::bookable;
use auth::account_link;
use base::{error::Result, permission::Access};
use http_api::{
    Computed, Patch,
    fields::{Day, Email, Line, MailedName, Note, Npi, Phone},
};
use tenancy::{ClinicTx, Member};

/// A team member. Roles with limited access see name, role, department and status; the rest is
/// null.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TeamMember {
    pub id: MemberId,
    pub first_name: String,
    pub last_name: String,
    pub email: Option<String>,
    pub phone: Option<String>,
    pub role: Role,
    pub department: Department,
    pub status: MemberStatus,
    pub hire_date: Option<NaiveDate>,
    /// The profession that the member may practice.
    pub credential: Option<Credential>,
    pub license_number: Option<String>,
    /// The National Provider Identifier, which is printed on estimates.
    pub npi: Option<String>,
    /// The state or territory that issued the license.
    pub license_state: Option<UsState>,
    /// The last day on which the license is valid. An expired license is shown; it blocks signing exams and, while Protocols is
    /// on, treatments.
    pub license_expires_on: Option<NaiveDate>,
    pub specialties: Option<String>,
    pub notes: Option<String>,
    pub is_owner: Option<bool>,
    /// Whether the member has chosen a password.
    pub has_signed_in: Option<bool>,
    /// Whether the member signs in with a second factor.
    pub has_second_factor: Option<bool>,
    /// Whether the member was invited and has not signed in, and the invitation is invalid: it was canceled, or the member is
    /// inactive.
    pub invitation_cancelled: Option<bool>,
    /// Whether the member is a Medical Director whose role is not in force until the owner or another director has confirmed the
    /// person.
    pub awaits_confirmation: Option<bool>,
    /// Whether the member can be booked.
    pub takes_appointments: Option<bool>,
    /// The version; sent back as `If-Match` it keeps a change from overwriting another one.
    pub version: Option<i32>,
    /// When the member was last changed.
    pub updated_at: Option<DateTime<Utc>>,
    /// Who made that change; null if it was before this was stored.
    pub updated_by: Option<String>,
}

/// Facts that are not in the member's own row.
#[derive(Clone, Copy, Debug, Default)]
pub struct MemberFacts {
    pub has_second_factor: bool,
    /// Whether nobody else works at the clinic.
    pub is_alone: bool,
    /// Whether the member was invited, and may no longer use the invitation.
    pub invitation_cancelled: bool,
}

impl MemberFacts {
    /// The facts about one member.
    pub async fn of_member(tx: &ClinicTx, row: &member::Model) -> Result<Self> {
        let invited = may_be_uninvited(row) && !account_link::invited(tx, vec![row.id]).await?.is_empty();
        Ok(Self {
            has_second_factor: auth::has_second_factor(tx, row.id).await?,
            is_alone: member::Entity::active().count(tx).await? == 1,
            invitation_cancelled: invited,
        })
    }
}

/// Whether the member is a Medical Director whose role is not in force.
pub fn awaits_confirmation(member: &member::Model) -> bool {
    member.role == Role::MedicalDirector && member.director_confirmed_at.is_none()
}

/// Whether the member is inactive and has never chosen a password, so that any invitation is invalid.
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
    pub phone: Option<Phone>,
    pub role: Role,
    pub department: Department,
    pub status: MemberStatus,
    pub hire_date: Day,
    pub license_number: Option<Line>,
    pub specialties: Option<Line>,
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
    /// Absent: unchanged. A new date restarts the reminders.
    #[serde(default)]
    #[schema(value_type = Option<Day>)]
    pub license_expires_on: Patch<Day>,
    /// Whether the member can be booked. Absent: unchanged, and for a new member the role's default.
    pub takes_appointments: Option<bool>,
}

impl Computed for NewTeamMember {
    const COMPUTED: &'static [&'static str] = &["id"];
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

/// Stores who changed a member and when.
pub fn stamp(row: &mut member::ActiveModel, author: &Member, now: DateTime<Utc>) {
    row.updated_at = Set(now);
    row.updated_by_name = Set(Some(author.full_name()));
}

/// The new member, who is invited by mail unless inactive.
#[derive(Debug, Serialize, ToSchema)]
pub struct InvitedMember {
    pub member: TeamMember,
    /// The link for choosing a password. Set only if the deployment sends no mail, because its holder can sign in as the member.
    pub invite_url: Option<String>,
}

/// An invitation sent by mail; the former ones are invalid.
#[derive(Debug, Serialize, ToSchema)]
pub struct Invitation {
    /// The link; set only if the deployment sends no mail.
    pub invite_url: Option<String>,
    pub expires_at: DateTime<Utc>,
}
