//! Compares many people at once, such as the rows of a file, with the patients and with each other.

use std::collections::{BTreeMap, HashMap};

use entity::ids::PatientId;
use sea_orm::FromQueryResult;

use super::{
    likeness::{Likeness, Person, compare},
    search::compared,
    sql::{self, SearchedName},
};
use base::{error::Result, names::folded, phone};
use tenancy::ClinicTx;

/// The most people who may share a value. A value that more people share identifies nobody, such as the phone of a care home.
const MAX_SHARERS: usize = 30;

#[derive(FromQueryResult)]
struct Candidate {
    number: i32,
    id: PatientId,
    similarity: f32,
}

#[derive(FromQueryResult)]
struct Similarity {
    similarity: f32,
}

/// The patient who most likely is the same person, for each of these people by number, with the likeness and the reason.
pub async fn likely_patients(
    tx: &ClinicTx,
    people: &BTreeMap<i32, Person>,
) -> Result<HashMap<i32, (PatientId, Likeness, String)>> {
    // Every name of a person is searched for, because it may be the first name in the record.
    let searched = people.iter().flat_map(|(number, person)| {
        person.names().into_iter().map(|name| SearchedName {
            number: *number,
            name,
            born: person.birth_date,
            phone: person.phone_digits.as_deref().map(|digits| phone::national(digits).to_owned()),
            email: person.email.as_deref().map(str::to_lowercase),
        })
    });
    let searched: Vec<_> = searched.collect();
    let candidates = Candidate::find_by_statement(sql::candidates(&searched)).all(tx).await?;
    let ids: std::collections::BTreeSet<_> = candidates.iter().map(|candidate| candidate.id).collect();
    let patients: HashMap<_, _> =
        compared(tx, ids).await?.into_iter().map(|patient| (patient.id, patient.person())).collect();
    let mut found: HashMap<i32, (PatientId, Likeness, String, f32)> = HashMap::new();
    for Candidate { number, id, similarity } in candidates {
        let (Some(person), Some(patient)) = (people.get(&number), patients.get(&id)) else { continue };
        let Some((likeness, reason)) = compare(person, patient, similarity) else { continue };
        let is_better = found.get(&number).is_none_or(|(known, best, _, similar)| {
            (likeness, similarity, std::cmp::Reverse(id)) > (*best, *similar, std::cmp::Reverse(*known))
        });
        if is_better {
            found.insert(number, (id, likeness, reason, similarity));
        }
    }
    Ok(found.into_iter().map(|(number, (id, likeness, reason, _))| (number, (id, likeness, reason))).collect())
}

/// The people who may be the same as an earlier one in this list, by their numbers.
pub async fn same_rows(tx: &ClinicTx, people: &BTreeMap<i32, Person>) -> Result<BTreeMap<i32, i32>> {
    let pairs: Vec<_> = pairs(people).into_iter().collect();
    let mut same = BTreeMap::new();
    for pairs in pairs.chunks(5_000) {
        let name = |number: &i32| people.get(number).and_then(|person| person.names().into_iter().next());
        let names = |of: fn(&(i32, i32)) -> &i32| pairs.iter().map(|pair| name(of(pair)).unwrap_or_default()).collect();
        let similarity =
            Similarity::find_by_statement(sql::name_similarities(names(|pair| &pair.0), names(|pair| &pair.1)))
                .all(tx)
                .await?;
        for ((first, second), Similarity { similarity }) in pairs.iter().zip(similarity) {
            let (Some(one), Some(other)) = (people.get(first), people.get(second)) else { continue };
            if compare(one, other, similarity).is_some() {
                same.entry(*second).or_insert(*first);
            }
        }
    }
    Ok(same)
}

/// The pairs of people who share a value, the earlier one first.
fn pairs(people: &BTreeMap<i32, Person>) -> std::collections::BTreeSet<(i32, i32)> {
    let mut sharing: HashMap<String, Vec<i32>> = HashMap::new();
    for (number, person) in people {
        let mut names = person.names();
        names.dedup();
        let phone = person.phone_digits.as_deref().map(|digits| format!("phone {}", phone::national(digits)));
        let email = person.email.as_deref().map(|email| format!("email {}", folded(email)));
        let born = person.birth_date.map(|day| format!("born {day}"));
        let shared = names.into_iter().chain([phone, email, born].into_iter().flatten());
        for what in shared {
            sharing.entry(what).or_default().push(*number);
        }
    }
    let mut pairs = std::collections::BTreeSet::new();
    for numbers in sharing.into_values().filter(|numbers| (2..=MAX_SHARERS).contains(&numbers.len())) {
        for (place, second) in numbers.iter().enumerate() {
            pairs.extend(numbers[..place].iter().map(|first| (*first, *second)));
        }
    }
    pairs
}
