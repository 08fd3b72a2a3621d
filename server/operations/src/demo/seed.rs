//! A demo clinic while it is being filled.

use std::collections::HashMap;

use entity::{
    clinic::{consent_template, member},
    ids::{PatientId, ResourceId},
    words::UsState,
};
use sea_orm::DbErr;

use super::calendar::{Calendar, unknown};

/// The ids of the patients by full name.
pub(super) type PatientIds = HashMap<String, PatientId>;

pub(super) struct Seed<'a, C> {
    pub(super) db: &'a C,
    pub(super) calendar: Calendar,
    /// By full name.
    pub(super) members: HashMap<String, member::Model>,
    /// The room in which each provider sees patients, by the provider's full name.
    pub(super) rooms: HashMap<String, ResourceId>,
    /// The clinic's state, if it clears service by service. Treatments are then recorded with the clearance.
    pub(super) clears_services_in: Option<UsState>,
    pub(super) templates: Vec<consent_template::Model>,
}

impl<C> Seed<'_, C> {
    pub(super) fn member(&self, name: &str) -> Result<&member::Model, DbErr> {
        self.members.get(name).ok_or_else(|| unknown(name))
    }

    pub(super) fn owner(&self) -> Result<&member::Model, DbErr> {
        self.members.values().find(|member| member.is_owner).ok_or_else(|| unknown("an owner"))
    }
}
