//! The parts of the search that indexes and plans need word for word. SeaORM would replace their constants by parameters.

use entity::words::ClinicalKind;
use sea_orm::sea_query::Expr;

/// The text that a search looks through, in the index `patient_folded_text`: both orders of the name, the preferred name, the
/// address, the phone's digits. Postgres computes the column, so the entity does not have it.
pub fn haystack() -> Expr {
    Expr::cust("patient.folded_text")
}

/// The names in [`haystack`]. Postgres computes the column, so the entity does not have it.
pub fn names() -> Expr {
    Expr::cust("patient.folded_names")
}

/// The patients whose records were not merged into another, with the values that identify people, as a table for a statement in
/// text. Of each name only the first order counts, and of a phone number not the country's 1. Postgres computes `folded_names`.
pub const IDENTIFIED: &str = "(
        select id, birth_date, lower(email) as email, folded_names, split_part(folded_names, ',', 1) as name,
            case when phone_digits ~ '^1[0-9]{10}$' then substr(phone_digits, 2) else phone_digits end as phone
        from patient where merged_into is null)";

/// The names, each after a space, so that a search can match their beginnings. Postgres computes the column.
pub(super) fn names_with_a_space() -> Expr {
    Expr::cust("' ' || patient.folded_names")
}

/// The last name that orders lists, folded and compared by its letters, whatever the database's locale is. Postgres computes the
/// column.
pub(super) fn sorted_last() -> Expr {
    Expr::cust("sort_last")
}

/// As [`sorted_last`], the first name.
pub(super) fn sorted_first() -> Expr {
    Expr::cust("sort_first")
}

/// The order of the index `patient_sorted`, but in a form that does not use it. A search counts all matches, so all have to be
/// found; with the index Postgres would walk through every name for the first page. SeaORM would write the empty text as a
/// parameter.
pub(super) fn unindexed_surname() -> Expr {
    Expr::cust("sort_last || ''")
}

/// How many rows match in all. SeaORM's window functions need a partition or an order; this window has neither.
pub(super) fn number_of_matches() -> Expr {
    Expr::cust("count(*) over ()")
}

/// The ids of the records of the person with this id, for a statement in text.
pub fn records_of_person(id: &str) -> String {
    format!("(select q.id from patient q where coalesce(q.merged_into, q.id) = {id})")
}

/// The ids of the records of a patient who was not merged into another, for a statement in text.
pub fn records_of(id: &str) -> String {
    format!("(select q.id from patient q where (q.id = {id} and q.merged_into is null) or q.merged_into = {id})")
}

/// Joins the person `p` whose record includes the patient in this column, for a statement in text.
pub fn join_person(patient_id: &str) -> String {
    format!("join patient own on own.id = {patient_id} join patient p on p.id = coalesce(own.merged_into, own.id)")
}

/// Whether the person with this id was ever asked about something, for a statement in text. A withdrawn answer does not count.
pub fn was_asked(about: ClinicalKind, person: &str) -> String {
    format!(
        "exists (select from clinical_answer k where k.kind = '{}' and k.withdrawn_at is null and k.patient_id in {})",
        about.as_str(),
        records_of_person(person)
    )
}
