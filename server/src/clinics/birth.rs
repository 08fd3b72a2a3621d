//! A clinic's birth: its schema, role and tables, its first settings, lists and consent texts, and
//! its owner. All of it or nothing.

use chrono::{DateTime, Utc};
use entity::clinic::{clinic_setting, consent_template, exam_template, finding, member};
use sea_orm::{ActiveModelTrait, ActiveValue::Set, ConnectionTrait, DbErr, EntityTrait};

use crate::{
    clinical,
    permission::Role,
    tenancy::{Born, NewClinic, NewOwner, OwnerDb},
};

/// Brings a clinic into the world. Its owner's password is given as a hash.
///
/// # Errors
/// When the name is taken or not allowed, or the database is out of reach; then nothing happened.
pub async fn create(db: &OwnerDb, new: NewClinic, owner: &NewOwner, now: DateTime<Utc>) -> Result<Born, DbErr> {
    let newborn = db.begin_clinic(new).await?;
    born_with(&newborn.tx, owner, now).await?;
    newborn.finish().await
}

/// What a clinic with this owner has on its first day.
///
/// # Errors
/// When the database is out of reach.
pub async fn born_with(db: &impl ConnectionTrait, owner: &NewOwner, now: DateTime<Utc>) -> Result<(), DbErr> {
    defaults(db, now).await?;
    add_owner(db, owner, now).await
}

/// What every clinic has on its first day.
///
/// # Errors
/// When the database is out of reach.
pub async fn defaults(db: &impl ConnectionTrait, now: DateTime<Utc>) -> Result<(), DbErr> {
    let settings = clinic_setting::ActiveModel {
        id: Set(1),
        idle_minutes: Set(15),
        consent_link_days: Set(30),
        exam_valid_months: Set(12),
        second_factor: Set("optional".to_owned()),
        updated_at: Set(now),
    };
    clinic_setting::Entity::insert(settings).exec_without_returning(db).await?;
    finding::Entity::insert_many(findings()).exec_without_returning(db).await?;
    let templates =
        clinical::consent_templates::CONSENT_TEMPLATES.iter().map(|(name, body)| consent_template::ActiveModel {
            name: Set((*name).to_owned()),
            body: Set(crate::consents::sanitize(body)),
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
    Ok(())
}

fn findings() -> Vec<finding::ActiveModel> {
    let entry = |list: &str, system: &str, position: usize, text: &str| finding::ActiveModel {
        list: Set(list.to_owned()),
        system: Set(system.to_owned()),
        position: Set(i32::try_from(position).unwrap_or(i32::MAX)),
        text: Set(text.to_owned()),
        ..Default::default()
    };
    let vitals = clinical::findings::VITALS.iter().enumerate().map(|(at, text)| entry("vitals", "vitals", at, text));
    let mut rows: Vec<_> = vitals.collect();
    for (list, systems) in [("ros", clinical::findings::ROS), ("pe", clinical::findings::PE)] {
        for (system, texts) in systems {
            rows.extend(texts.iter().enumerate().map(|(at, text)| entry(list, system, at, text)));
        }
    }
    rows
}

async fn add_owner(db: &impl ConnectionTrait, owner: &NewOwner, now: DateTime<Utc>) -> Result<(), DbErr> {
    let row = member::ActiveModel {
        first_name: Set(owner.first_name.clone()),
        last_name: Set(owner.last_name.clone()),
        email: Set(owner.email.clone()),
        role: Set(owner.role.name().to_owned()),
        department: Set(if owner.role == Role::MedicalDirector { "Clinical" } else { "Management" }.to_owned()),
        status: Set("active".to_owned()),
        hire_date: Set(now.date_naive()),
        is_owner: Set(true),
        password_hash: Set(Some(owner.password_hash.clone())),
        created_at: Set(now),
        updated_at: Set(now),
        ..Default::default()
    };
    row.insert(db).await?;
    Ok(())
}
