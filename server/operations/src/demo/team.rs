//! The members of the demo clinics, and the pictures with which they sign.

use std::collections::HashMap;

use chrono::{DateTime, NaiveDate, Utc};
use entity::{
    clinic::{Signer, clinic_module, member},
    words::{Credential, Department, MemberStatus, Module, Role, UsState},
};
use sea_orm::{ActiveModelTrait, ActiveValue::Set, ConnectionTrait, DbErr, EntityTrait};
use serde::Deserialize;

use super::calendar::{Calendar, Day};

/// The signature of a director on an approval, and of a prescriber on an exam: 400 by 120.
pub(super) const PRESCRIBER_SIGNATURE: &[u8] = include_bytes!("data/signatures/prescriber.png");
/// The signature of a nurse on a treatment: 400 by 100.
pub(super) const NURSE_SIGNATURE: &[u8] = include_bytes!("data/signatures/nurse.png");
/// The signature of any other provider on a treatment: 400 by 100.
pub(super) const PROVIDER_SIGNATURE: &[u8] = include_bytes!("data/signatures/provider.png");

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DemoMember {
    pub(super) first_name: String,
    pub(super) last_name: String,
    pub(super) email: String,
    pub(super) phone: String,
    pub(super) role: Role,
    pub(super) department: Department,
    #[serde(default)]
    pub(super) is_owner: bool,
    pub(super) hire_date: NaiveDate,
    pub(super) license_number: Option<String>,
    /// Only in a clinic that clears service by service, like the credential.
    pub(super) license_expires: Option<Day>,
    pub(super) credential: Option<Credential>,
    pub(super) specialties: Option<String>,
    pub(super) notes: Option<String>,
}

impl DemoMember {
    pub(super) fn full_name(&self) -> String {
        format!("{} {}", self.first_name, self.last_name)
    }
}

/// Adds the clinic's members, licensed in this state. Returns them by full name.
pub(super) async fn add_members(
    db: &impl ConnectionTrait,
    team: &[DemoMember],
    licensed_in: Option<UsState>,
    password_hash: &str,
    calendar: Calendar,
) -> Result<HashMap<String, member::Model>, DbErr> {
    let now = calendar.now;
    let mut members = HashMap::new();
    for person in team {
        let row = member::ActiveModel {
            first_name: Set(person.first_name.clone()),
            last_name: Set(person.last_name.clone()),
            email: Set(person.email.clone()),
            phone: Set(Some(person.phone.clone())),
            role: Set(person.role),
            department: Set(person.department),
            status: Set(MemberStatus::Active),
            hire_date: Set(person.hire_date),
            license_number: Set(person.license_number.clone()),
            license_state: Set(person.credential.and(licensed_in)),
            license_expires_on: Set(person.license_expires.map(|day| calendar.date(day))),
            credential: Set(person.credential),
            specialties: Set(person.specialties.clone()),
            notes: Set(person.notes.clone()),
            is_owner: Set(person.is_owner),
            director_confirmed_at: Set((person.role == Role::MedicalDirector).then_some(now)),
            password_hash: Set(Some(password_hash.to_owned())),
            email_confirmed_at: Set(Some(now)),
            created_at: Set(now),
            updated_at: Set(now),
            ..Default::default()
        };
        members.insert(person.full_name(), row.insert(db).await?);
    }
    Ok(members)
}

/// Switches on the clinic's modules, as its owner.
pub(super) async fn switch_on_modules(
    db: &impl ConnectionTrait,
    modules: &[Module],
    owner: &member::Model,
    now: DateTime<Utc>,
) -> Result<(), DbErr> {
    for module in modules {
        let row = clinic_module::ActiveModel {
            module: Set(*module),
            is_on: Set(true),
            version: Set(1),
            changed_by: Set(Some(owner.id)),
            changed_by_name: Set(Some(owner.full_name())),
            changed_at: Set(now),
        };
        clinic_module::Entity::insert(row).exec_without_returning(db).await?;
    }
    Ok(())
}

/// A member's name, role and license for a signature.
pub(super) fn signer(member: &member::Model) -> Signer {
    let role =
        if member.is_owner { format!("{}, owner", member.role.as_str()) } else { member.role.as_str().to_owned() };
    Signer { id: member.id.into(), name: member.full_name(), role, license: member.license_number.clone() }
}

#[cfg(test)]
mod tests {
    use http_api::signature::{ProviderSignature, TallSignature, data_url};
    use serde::de::DeserializeOwned;
    use serde_json::{from_value, json};

    use super::*;

    fn is_accepted<T: DeserializeOwned>(png: &[u8]) -> bool {
        png.len() < 20_000 && from_value::<T>(json!(data_url(png))).is_ok()
    }

    #[test]
    fn the_pictures_would_be_accepted_from_the_web_app() {
        assert!(is_accepted::<ProviderSignature>(PROVIDER_SIGNATURE));
        assert!(is_accepted::<ProviderSignature>(NURSE_SIGNATURE));
        assert!(is_accepted::<TallSignature>(PRESCRIBER_SIGNATURE));
        assert_ne!(PROVIDER_SIGNATURE, NURSE_SIGNATURE);
    }
}
