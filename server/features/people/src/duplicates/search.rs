//! Finds the patients who may be a given person.

use chrono::{DateTime, NaiveDate, Utc};
use entity::{
    clinic::{
        distinct_patients,
        patient::{Column, Entity},
    },
    ids::PatientId,
};
use sea_orm::{
    ColumnTrait, Condition, EntityTrait, FromQueryResult, QueryFilter, QueryOrder, QuerySelect,
    sea_query::{Expr, ExprTrait, Query, SelectStatement},
};

use super::{
    likeness::{Likeness, Person, compare},
    sql,
};
use base::{error::Result, names::folded, phone};
use tenancy::ClinicTx;

/// How many patients are compared, those with the most similar names first. A made-up birth date of many patients, or
/// the phone of a care home, would find more.
const COMPARED: u64 = 100;

/// How many patients are shown. A person does not read more before adding a patient.
const SHOWN: usize = 5;

/// The values of a patient that a comparison needs.
#[derive(Debug, Clone, FromQueryResult)]
pub struct Compared {
    pub id: PatientId,
    pub first_name: String,
    pub last_name: String,
    pub preferred_name: Option<String>,
    pub email: Option<String>,
    pub phone: Option<String>,
    pub phone_digits: Option<String>,
    pub birth_date: Option<NaiveDate>,
    pub archived_at: Option<DateTime<Utc>>,
}

const COMPARED_COLUMNS: [Column; 9] = [
    Column::Id,
    Column::FirstName,
    Column::LastName,
    Column::PreferredName,
    Column::Email,
    Column::Phone,
    Column::PhoneDigits,
    Column::BirthDate,
    Column::ArchivedAt,
];

/// These patients, in no order.
pub async fn compared(tx: &ClinicTx, ids: impl IntoIterator<Item = PatientId>) -> Result<Vec<Compared>> {
    let wanted = Entity::find().select_only().columns(COMPARED_COLUMNS).filter(Column::Id.is_in(ids));
    Ok(wanted.into_model().all(tx).await?)
}

impl Compared {
    pub fn person(&self) -> Person {
        Person {
            first_name: self.first_name.clone(),
            last_name: self.last_name.clone(),
            preferred_name: self.preferred_name.clone(),
            birth_date: self.birth_date,
            phone_digits: self.phone_digits.clone(),
            email: self.email.clone(),
        }
    }
}

#[derive(FromQueryResult)]
struct Candidate {
    #[sea_orm(nested)]
    patient: Compared,
    similarity: f32,
}

/// A patient who may be the person, how likely that is, and why.
pub struct Suspect {
    pub patient: Compared,
    pub likeness: Likeness,
    pub reason: String,
}

/// Selects the mark that the listed patient and this one are two people.
fn said_to_be_another(id: PatientId) -> SelectStatement {
    use distinct_patients::Column::{FirstId, SecondId};
    let listed = || Expr::col((Entity, Column::Id));
    let is_pair = |one: distinct_patients::Column, other: distinct_patients::Column| {
        Expr::col((distinct_patients::Entity, one)).eq(id).and(listed().equals((distinct_patients::Entity, other)))
    };
    let pair = is_pair(FirstId, SecondId).or(is_pair(SecondId, FirstId));
    Query::select().column(FirstId).from(distinct_patients::Entity).and_where(pair).take()
}

/// The patients who may be this person, the most likely first. Leaves out the patient `except`, and the patients who
/// are marked as other people than `except`.
pub async fn suspects(tx: &ClinicTx, person: &Person, except: Option<PatientId>) -> Result<Vec<Suspect>> {
    let names = person.names();
    let mut shares = names.iter().fold(Condition::any(), |any, name| any.add(sql::resembles(name)));
    if let Some(day) = person.birth_date {
        shares = shares.add(Column::BirthDate.eq(day));
    }
    if let Some(digits) = &person.phone_digits {
        shares = shares.add(sql::holds(phone::national(digits)));
    }
    if let Some(email) = &person.email {
        shares = shares.add(sql::holds(&folded(email)));
    }
    let full_name = names.first().map_or("", String::as_str);
    let mut candidates = Entity::find()
        .select_only()
        .columns(COMPARED_COLUMNS)
        .expr_as(sql::name_similarity(full_name), "similarity")
        .filter(shares)
        .filter(Column::MergedInto.is_null())
        .order_by_desc(sql::name_similarity(full_name))
        .order_by_asc(Column::Id)
        .limit(COMPARED);
    if let Some(id) = except {
        candidates = candidates.filter(Column::Id.ne(id)).filter(Expr::not_exists(said_to_be_another(id)));
    }
    let candidates: Vec<Candidate> = candidates.into_model().all(tx).await?;
    let mut suspects: Vec<_> = candidates
        .into_iter()
        .filter_map(|Candidate { patient, similarity }| {
            let (likeness, reason) = compare(person, &patient.person(), similarity)?;
            Some(Suspect { patient, likeness, reason })
        })
        .collect();
    // The sort is stable, so among equally likely patients the most similar name stays first.
    suspects.sort_by_key(|suspect| std::cmp::Reverse(suspect.likeness));
    suspects.truncate(SHOWN);
    Ok(suspects)
}
