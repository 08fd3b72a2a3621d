//! Writes the demo clinics into the database. Each clinic is one transaction, so it exists completely or not at all.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use contact::messages;
use crypto::password::Passwords;
use entity::{clinic::consent_template, words::Role};
use practice::settings::close_first_steps;
use sea_orm::{DbErr, EntityTrait};
use tenancy::{NewClinic, OwnerDb};

use super::{
    calendar::{Calendar, unknown},
    clinic::DemoClinic,
    seed::Seed,
    team::{add_members, switch_on_modules},
};
use crate::provisioning;

/// Every demo member's password. Only `celadon demo` makes these clinics.
pub const PASSWORD: &str = "celadon tour 2026";

/// A sign-in of a demo clinic.
#[derive(Debug, Clone)]
pub struct SignIn {
    pub clinic: String,
    pub subdomain: String,
    pub role: Role,
    pub name: String,
    pub email: String,
    pub is_owner: bool,
}

/// Makes the missing demo clinics of this many sets, and returns their sign-ins. With `clears`, also makes the clinic
/// that clears service by service.
pub async fn make(
    db: &OwnerDb,
    passwords: &Passwords,
    now: DateTime<Utc>,
    sets: u8,
    clears: bool,
) -> Result<Vec<SignIn>, DbErr> {
    let existing: Vec<_> = db.clinics().await?.into_iter().map(|clinic| clinic.subdomain).collect();
    let always = DemoClinic::always()?;
    let clearing = if clears { Some(DemoClinic::clearing()?) } else { None };
    let wanted = (1..=sets).flat_map(|set| always.iter().map(move |clinic| (clinic, subdomain(clinic, set))));
    let mut sign_ins = Vec::new();
    for (clinic, subdomain) in wanted.chain(clearing.iter().map(|clinic| (clinic, clinic.subdomain.clone()))) {
        if !existing.contains(&subdomain) {
            let hash = passwords.hash(PASSWORD.to_owned()).await.map_err(|error| DbErr::Custom(error.to_string()))?;
            create_clinic(db, clinic, subdomain.clone(), &hash, now).await?;
        }
        sign_ins.extend(clinic.members.iter().map(|member| SignIn {
            clinic: clinic.name.clone(),
            subdomain: subdomain.clone(),
            role: member.role,
            name: member.full_name(),
            email: member.email.clone(),
            is_owner: member.is_owner,
        }));
    }
    Ok(sign_ins)
}

/// From the second set on, a clinic's address contains the number of its set.
fn subdomain(clinic: &DemoClinic, set: u8) -> String {
    if set == 1 { clinic.subdomain.clone() } else { format!("{}-{set}", clinic.subdomain) }
}

async fn create_clinic(
    db: &OwnerDb,
    clinic: &DemoClinic,
    subdomain: String,
    password_hash: &str,
    now: DateTime<Utc>,
) -> Result<(), DbErr> {
    let time_zone: Tz = clinic.time_zone.parse().map_err(|_| unknown(&clinic.time_zone))?;
    let new = NewClinic { subdomain, name: clinic.name.clone(), time_zone };
    let unfinished = db.begin_clinic(new).await?;
    let (tx, id) = (&unfinished.tx, unfinished.provisioned.id);
    provisioning::defaults(tx, now).await?;
    let calendar = Calendar { zone: time_zone, now };
    let clears_services_in = clinic.clears_services_in;
    let members = add_members(tx, &clinic.members, clears_services_in, password_hash, calendar).await?;
    let templates = consent_template::Entity::find().all(tx).await?;
    let mut seed = Seed { db: tx, calendar, members, rooms: HashMap::new(), clears_services_in, templates };
    switch_on_modules(tx, &clinic.modules, seed.owner()?, now).await?;
    seed.rooms = seed.add_rooms(&clinic.rooms).await?;
    let mut patients = HashMap::new();
    for patient in &clinic.patients {
        patients.insert(patient.full_name(), seed.add_patient(patient).await?);
    }
    seed.add_breaks(&clinic.breaks).await?;
    seed.add_holidays(&clinic.holidays).await?;
    seed.add_waitlist(&clinic.waiting, &patients).await?;
    if let Some(estimate) = &clinic.estimate {
        let patient = clinic.patient(&estimate.patient).ok_or_else(|| unknown(&estimate.patient))?;
        seed.issue_estimate(id, &clinic.name, estimate, patient, &patients).await?;
    }
    if clinic.sends_messages {
        messages::switch_on(tx, id, now).await.map_err(|error| DbErr::Custom(error.to_string()))?;
    }
    // Nobody sets up a demo clinic, so the list of first steps is closed.
    close_first_steps(tx, now).await.map_err(|error| DbErr::Custom(error.to_string()))?;
    unfinished.finish().await?;
    Ok(())
}
