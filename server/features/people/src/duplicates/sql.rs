//! SQL that SeaORM cannot write: the functions and operators of `pg_trgm` with the schema of the extension (a clinic's
//! search path holds only its own schema), and the pairs of patients who share a value.

use chrono::NaiveDate;
use entity::ids::PatientId;
use sea_orm::{DbBackend, Statement, Value, sea_query::Expr};
use serde::Serialize;

use crate::patients::sql::{self as patients, IDENTIFIED};

/// How similar a name is to other names, from 0 to 1. 0 if the first name is not similar, because a family may share a long
/// surname.
fn similarity(name: &str, names: &str) -> String {
    format!(
        "case when extensions.strict_word_similarity(split_part({name}, ' ', 1), {names}) >= 0.25
            then extensions.strict_word_similarity({name}, {names}) else 0 end"
    )
}

/// How similar a name is to the names of each patient. SeaORM writes functions without a schema.
pub(super) fn name_similarity(name: &str) -> Expr {
    Expr::cust_with_exprs(similarity("$1", "$2"), [Expr::val(name), patients::names()])
}

/// Matches patients who may have a similar name, by the index `patient_folded_text`. A few of them do not, because the
/// indexed text holds more than the names. SeaORM writes operators without a schema.
pub(super) fn resembles(name: &str) -> Expr {
    Expr::cust_with_exprs("$1 operator(extensions.<<%) $2", [Expr::val(name), patients::haystack()])
}

/// Matches patients with this text in the address or phone, by the same index. Postgres computes the column, so the
/// entity does not have it.
pub(super) fn holds(text: &str) -> Expr {
    let literal = text.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_");
    Expr::cust_with_exprs("$1 like $2", [patients::haystack(), Expr::val(format!("%{literal}%"))])
}

/// The place of a pair in the list: the newer patient's id, then the older one's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PairKey {
    pub second: PatientId,
    pub first: PatientId,
}

impl PairKey {
    /// Parses the text that [`std::fmt::Display`] writes.
    pub fn read(text: &str) -> Option<Self> {
        let (second, first) = text.split_once('-')?;
        Some(Self { second: second.parse().ok()?, first: first.parse().ok()? })
    }
}

impl std::fmt::Display for PairKey {
    fn fmt(&self, text: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(text, "{}-{}", self.second, self.first)
    }
}

/// The parameters: whether the page starts after a pair, that pair's ids, the most rows, and the lower bound of the
/// newer patient's id.
///
/// A value that more than thirty patients share identifies nobody, for example a birth date that an import made up, or a
/// clinic's own phone. A join on it would also make a row for each two of these patients. Each kind of value is grouped
/// separately, because one list of texts took three times as long for 50,000 patients. The `case` leaves out nearly all
/// pairs that `compare` would leave out.
fn pairs_in_text() -> String {
    let similar_names = similarity("a.name", "b.folded_names");
    format!(
        "with shared as (
            select false as is_name, array_agg(id) as ids from {IDENTIFIED} as present where birth_date is not null
            group by birth_date having count(*) between 2 and 30 and max(id) > $5
            union all
            select false, array_agg(id) from {IDENTIFIED} as present where phone is not null
            group by phone having count(*) between 2 and 30 and max(id) > $5
            union all
            select false, array_agg(id) from {IDENTIFIED} as present where email is not null
            group by email having count(*) between 2 and 30 and max(id) > $5
            union all
            select true, array_agg(id) from {IDENTIFIED} as present
            group by name having count(*) between 2 and 30 and max(id) > $5
        ), pair as (
            select a.id as first_id, b.id as second_id, count(*) as shared, bool_or(is_name) as same_name
            from shared, unnest(ids) as a (id), unnest(ids) as b (id)
            where a.id < b.id and b.id > $5 and (not $1 or (b.id, a.id) < ($2, $3))
            group by a.id, b.id
        )
        select first_id, second_id, similarity from (
            select pair.first_id, pair.second_id, shared, same_name, a.birth_date = b.birth_date as same_age,
                {similar_names} as similarity
            from pair join {IDENTIFIED} as a on a.id = pair.first_id join {IDENTIFIED} as b on b.id = pair.second_id
        ) as compared
        where case same_age when true then similarity >= 0.5 or shared >= 2 when false then same_name and shared >= 2
                else similarity >= 0.5 end
            and not exists (select from distinct_patients d
                where d.first_id = compared.first_id and d.second_id = compared.second_id)
        order by second_id desc, first_id desc
        limit $4"
    )
}

/// Pairs of patients who share a birth date, a phone, an e-mail address or a name, after the pair `after` in the list. The newer
/// patient's id is above `above`, if it is given. SeaORM cannot join a query with itself.
pub(super) fn pairs(after: Option<PairKey>, above: Option<PatientId>, limit: u64) -> Statement {
    let last = after.unwrap_or(PairKey { second: 0.into(), first: 0.into() });
    let values: [Value; 5] = [
        after.is_some().into(),
        last.second.into(),
        last.first.into(),
        i64::try_from(limit).unwrap_or(i64::MAX).into(),
        above.unwrap_or(0.into()).into(),
    ];
    Statement::from_sql_and_values(DbBackend::Postgres, pairs_in_text(), values)
}

/// The parameter: the searched people with number, name, birth date, phone and e-mail address, folded.
///
/// The same as [`pairs_in_text`], between people and patients. A patient with only a similar name is not a candidate, because
/// `compare` requires more.
fn candidates_in_text() -> String {
    let similar_names = similarity("person.name", "identified.folded_names");
    format!(
        "with person as (
            select number, name, born, phone, email
            from jsonb_to_recordset($1) as asked (number int, name text, born date, phone text, email text)
        ), present as (
            select id, birth_date, phone, email, name from {IDENTIFIED} as identified
        ), shares as (
            select number, id, 'born' as what from person join present on birth_date = born
            union all
            select number, id, 'phone' from person join present on present.phone = person.phone
            union all
            select number, id, 'email' from person join present on present.email = person.email
            union all
            select number, id, 'name' from person join present on present.name = person.name
        ), telling as (
            select number, id from (
                select number, id, count(*) over (partition by number, what) as sharers from shares
            ) counted where sharers <= 30
        )
        select distinct number, telling.id, {similar_names} as similarity
        from telling join person using (number) join {IDENTIFIED} as identified on identified.id = telling.id"
    )
}

/// A searched person, with the values that identify people.
#[derive(Serialize)]
pub(super) struct SearchedName {
    pub number: i32,
    pub name: String,
    pub born: Option<NaiveDate>,
    pub phone: Option<String>,
    pub email: Option<String>,
}

/// Patients who share a value with one of these people, and how similar the names are. SeaORM cannot join with values,
/// and cannot bind a list that holds a null.
pub(super) fn candidates(searched: &[SearchedName]) -> Statement {
    let searched = serde_json::to_value(searched).unwrap_or_default();
    Statement::from_sql_and_values(DbBackend::Postgres, candidates_in_text(), [searched.into()])
}

/// How similar the names of each pair are, compared as in [`name_similarity`]. SeaORM has no `unnest`.
pub(super) fn name_similarities(names: Vec<String>, others: Vec<String>) -> Statement {
    let text = format!(
        "select {similarity} as similarity
        from unnest($1::text[], $2::text[]) with ordinality as pair (name, other, place) order by place",
        similarity = similarity("name", "other")
    );
    Statement::from_sql_and_values(DbBackend::Postgres, text, [names.into(), others.into()])
}

#[cfg(test)]
mod tests {
    use super::PairKey;

    #[test]
    fn the_place_of_a_pair_is_read_as_it_was_written() {
        let key = PairKey { second: 18.into(), first: 17.into() };
        assert_eq!(PairKey::read(&key.to_string()), Some(key));
        for bad in ["", "18", "18-", "-17", "a-b", "18-17-16", "18,17"] {
            assert_eq!(PairKey::read(bad), None, "{bad}");
        }
    }
}
