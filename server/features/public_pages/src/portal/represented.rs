//! Who signs for a patient: the patient, or a responsible person if the patient is under age.

use chrono::NaiveDate;
use entity::{clinic::Signer, ids::PatientId};
use sea_orm::FromQueryResult;
use serde::Serialize;
use utoipa::ToSchema;

use super::relation;
use base::{
    error::{Error, Result},
    names::{self, FullName},
};
use http_api::fields::{Line, Name};

/// This sentence does not reveal the name to the link's holder.
const NOT_THE_NAME: &str = "Type your first and last name as the clinic has them, or leave this empty.";
const NAME_MISSING: &str = "The patient is under age. Type the full name of the parent or guardian who signs.";
const MINOR_ALONE: &str = "The patient is under age and cannot sign alone. A parent or guardian signs with their own name \
    and says how they are related.";
const RELATION_MISSING: &str = "Enter how you are related to the patient, such as mother.";

/// The data that decide whether a patient is under age.
#[derive(Debug, Clone, Copy, FromQueryResult)]
pub(super) struct Age {
    birth_date: Option<NaiveDate>,
    /// The age from which a patient signs alone, by the clinic's settings.
    adult_age: i32,
}

impl Age {
    /// A patient without a birth date counts as an adult.
    pub fn is_minor(self, today: NaiveDate) -> bool {
        let is_under_age =
            |born| today.years_since(born).is_none_or(|years| i64::from(years) < i64::from(self.adult_age));
        self.birth_date.is_some_and(is_under_age)
    }
}

/// The patient whom a signature is about.
#[derive(Debug, FromQueryResult)]
pub(super) struct SignedFor {
    first_name: String,
    last_name: String,
    guardian_name: Option<String>,
    guardian_relation: Option<String>,
    #[sea_orm(nested)]
    age: Age,
}

/// The names that a request gives for its signer.
pub(super) struct GivenNames<'r> {
    pub typed_name: Option<&'r Name>,
    pub signer_name: Option<&'r Name>,
    pub signer_relation: Option<&'r Line>,
}

/// The person who signed for a patient under age.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Representative {
    name: String,
    /// The relation to the patient.
    relation: String,
}

impl Representative {
    pub fn of(signer: &Signer) -> Option<Self> {
        signer.relation().map(|relation| Self { name: signer.name.clone(), relation: relation.to_owned() })
    }
}

impl SignedFor {
    pub fn full_name(&self) -> String {
        format!("{} {}", self.first_name, self.last_name)
    }

    pub fn is_minor(&self, today: NaiveDate) -> bool {
        self.age.is_minor(today)
    }

    fn is_own_name(&self, name: &str) -> bool {
        names::is_name_of(name, &self.first_name, &self.last_name)
    }

    /// The signer of a request.
    ///
    /// Fails if the name is not the patient's, or the patient is under age and nobody signs for the patient.
    pub fn signer(&self, id: PatientId, named: &GivenNames<'_>, today: NaiveDate) -> Result<Signer> {
        let by = |name, role| Signer { id: id.into(), name, role, license: None };
        if self.age.is_minor(today) {
            let (name, relation) = self.representative(named)?;
            return Ok(by(name, relation));
        }
        if named.signer_name.is_some() || named.signer_relation.is_some() {
            let field = if named.signer_name.is_some() { "signer_name" } else { "signer_relation" };
            return Err(Error::field(field, "is asked only where the patient is under age"));
        }
        if named.typed_name.is_some_and(|typed| !self.is_own_name(&typed.0)) {
            return Err(Error::field("typed_name", NOT_THE_NAME));
        }
        Ok(by(self.full_name(), Signer::PATIENT.to_owned()))
    }

    /// The name and the relation of the person who signs for the patient. If the record names that person as the guardian, it
    /// also has the relation.
    fn representative(&self, named: &GivenNames<'_>) -> Result<(String, String)> {
        let field = if named.signer_name.is_some() { "signer_name" } else { "typed_name" };
        let name = named.signer_name.or(named.typed_name).ok_or_else(|| Error::field(field, NAME_MISSING))?;
        let is_another = named.signer_relation.is_some_and(|line| self.is_another(&name.0, &line.0));
        for (field, given) in [(field, Some(name)), ("typed_name", named.typed_name)] {
            if !is_another && given.is_some_and(|given| self.is_own_name(&given.0)) {
                return Err(Error::field(field, MINOR_ALONE));
            }
        }
        if named.typed_name.is_some_and(|typed| !is_one_name(&typed.0, &name.0)) {
            return Err(Error::field("typed_name", "must be the name of whoever signs"));
        }
        let known = self.guardian_relation.as_ref().filter(|_| self.is_guardian(&name.0));
        let relation = named.signer_relation.map(|line| &line.0).or(known);
        let relation = relation.filter(|relation| !relation::is_patients(relation));
        let relation = relation.ok_or_else(|| Error::field("signer_relation", RELATION_MISSING))?;
        Ok((name.0.clone(), relation.clone()))
    }

    /// Whether this is the guardian's name in the record.
    fn is_guardian(&self, name: &str) -> bool {
        self.guardian_name.as_ref().is_some_and(|guardian| is_one_name(guardian, name))
    }

    /// Whether a signer with the patient's own name is another person: the guardian in the record, or a parent or guardian whose
    /// name has a different suffix. If the record has the mother or the father under another name, a signer who claims to be that
    /// parent is refused. An identical name proves nothing, because a minor could type it with any relation.
    fn is_another(&self, name: &str, relation: &str) -> bool {
        if relation::is_patients(relation) {
            return false;
        }
        let is_others = self.guardian_relation.as_ref().is_some_and(|known| relation::is_one_parent(known, relation));
        let has_other_suffix = !names::have_one_suffix(name, &self.full_name());
        self.is_guardian(name) || (has_other_suffix && relation::answers_for_child(relation) && !is_others)
    }
}

/// Whether both texts are the same full name.
fn is_one_name(one: &str, other: &str) -> bool {
    names::is_same(FullName { first: one, last: "" }, FullName { first: other, last: "" })
}
