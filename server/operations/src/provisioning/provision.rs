//! Makes a clinic completely or not at all: its schema, role and tables, its first settings, lists and consent texts,
//! and its owner.

use chrono::{DateTime, Utc};
use entity::{
    clinic::{clinic_setting, consent_template, exam_template, finding, loyalty_rule, member, service},
    ids::MemberId,
    words::{Department, MemberStatus, Role, SecondFactor},
};
use sea_orm::{ActiveModelTrait, ActiveValue::Set, ConnectionTrait, DbErr, EntityTrait};

use auth::account_link::confirm_address;
use practice::{
    clinical,
    services::{add_first_consents, first_catalogue},
    settings::{Findings, NormalFindings},
};
use tenancy::{NewClinic, NewOwner, OwnerDb, Provisioned};

/// Makes a clinic with its owner, whose password is given as a hash.
///
/// Fails without a change when the name is taken or not allowed.
pub async fn create(db: &OwnerDb, new: NewClinic, owner: &NewOwner, now: DateTime<Utc>) -> Result<Provisioned, DbErr> {
    create_at(db, new, None, owner, now).await
}

/// Like [`create`], in this placement. `None` means the emptiest placement that accepts clinics.
///
/// # Errors
/// As [`create`], and when the placement does not accept clinics.
pub async fn create_at(
    db: &OwnerDb,
    new: NewClinic,
    placement: Option<&str>,
    owner: &NewOwner,
    now: DateTime<Utc>,
) -> Result<Provisioned, DbErr> {
    let unfinished = db.begin_clinic_at(new, placement).await?;
    with_owner(&unfinished.tx, owner, now).await?;
    unfinished.finish().await
}

/// Makes another unclaimed clinic with everything but an owner, unless the warm pool already has `wanted` clinics.
/// Returns whether it made one.
pub async fn create_spare(db: &OwnerDb, wanted: u32, now: DateTime<Utc>) -> Result<bool, DbErr> {
    let Some(unfinished) = db.begin_spare(wanted).await? else { return Ok(false) };
    defaults(&unfinished.tx, now).await?;
    unfinished.finish().await?;
    Ok(true)
}

/// Writes everything that a clinic with this owner has on its first day. The owner's address counts as confirmed,
/// because the operator has verified it.
pub async fn with_owner(db: &impl ConnectionTrait, owner: &NewOwner, now: DateTime<Utc>) -> Result<(), DbErr> {
    defaults(db, now).await?;
    let owner = add_owner(db, owner, now).await?;
    confirm_address(db, owner, now).await
}

/// Everything that every clinic has on its first day.
pub async fn defaults(db: &impl ConnectionTrait, now: DateTime<Utc>) -> Result<(), DbErr> {
    let settings = clinic_setting::ActiveModel {
        id: Set(1),
        idle_minutes: Set(15),
        consent_link_days: Set(30),
        exam_valid_months: Set(12),
        second_factor: Set(SecondFactor::Optional),
        updated_at: Set(now),
        version: Set(1),
        ..Default::default()
    };
    clinic_setting::Entity::insert(settings).exec_without_returning(db).await?;
    let findings = Findings::defaults().rows(&NormalFindings::defaults());
    finding::Entity::insert_many(findings).exec_without_returning(db).await?;
    let templates =
        clinical::consent_templates::CONSENT_TEMPLATES.iter().map(|(name, body)| consent_template::ActiveModel {
            name: Set((*name).to_owned()),
            body: Set(consent::consents::sanitize(body)),
            version: Set(1),
            created_at: Set(now),
            updated_at: Set(now),
            ..Default::default()
        });
    consent_template::Entity::insert_many(templates).exec_without_returning(db).await?;
    let templates = clinical::exam_templates::EXAM_TEMPLATES.iter().map(|template| exam_template::ActiveModel {
        name: Set(template.name.to_owned()),
        description: Set(Some(template.description.to_owned())),
        vitals_template: Set(Some(template.vitals_text())),
        ros_template: Set(Some(template.ros_text())),
        pe_template: Set(Some(template.pe_text())),
        created_at: Set(now),
        updated_at: Set(now),
        ..Default::default()
    });
    exam_template::Entity::insert_many(templates).exec_without_returning(db).await?;
    service::Entity::insert_many(first_catalogue(now)).exec_without_returning(db).await?;
    let rules = clinical::durations::FIRST_POINTS.iter().map(|(service, points)| loyalty_rule::ActiveModel {
        service: Set(service.as_str().to_owned()),
        points: Set(*points),
        updated_at: Set(now),
        version: Set(1),
        ..Default::default()
    });
    loyalty_rule::Entity::insert_many(rules).exec_without_returning(db).await?;
    add_first_consents(db).await
}

/// Adds the clinic's first member, who is the owner, and returns the id. An owner who is a director needs no
/// confirmation, because nobody else could give it.
pub async fn add_owner(db: &impl ConnectionTrait, owner: &NewOwner, now: DateTime<Utc>) -> Result<MemberId, DbErr> {
    let row = member::ActiveModel {
        first_name: Set(owner.first_name.clone()),
        last_name: Set(owner.last_name.clone()),
        email: Set(owner.email.clone()),
        role: Set(owner.role),
        department: Set(if treats(owner.role) { Department::Clinical } else { Department::Management }),
        license_number: Set(owner.license_number.clone()),
        director_confirmed_at: Set((owner.role == Role::MedicalDirector).then_some(now)),
        status: Set(MemberStatus::Active),
        hire_date: Set(now.date_naive()),
        is_owner: Set(true),
        password_hash: Set(Some(owner.password_hash.clone())),
        created_at: Set(now),
        updated_at: Set(now),
        ..Default::default()
    };
    Ok(row.insert(db).await?.id)
}

fn treats(role: Role) -> bool {
    matches!(role, Role::Provider | Role::Nurse | Role::MedicalDirector)
}

/// Why the owner of a clinic cannot have this role: the field and the problem. An owner who treats patients needs a
/// license.
pub fn owners_role_problem(role: Role, license_number: Option<&str>) -> Option<(&'static str, &'static str)> {
    if !treats(role) && role != Role::PracticeManager {
        Some(("role", "must be Practice Manager, Provider, Nurse or Medical Director"))
    } else if treats(role) && license_number.is_none_or(|license| license.trim().is_empty()) {
        Some(("license_number", "License number is required"))
    } else {
        None
    }
}
