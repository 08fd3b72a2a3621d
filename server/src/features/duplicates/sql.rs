//! What SeaORM cannot say: the functions and operators of `pg_trgm`, by the schema that it is installed in (a clinic's
//! search path has its own schema alone), and the pairs of patients who share something.

use chrono::NaiveDate;
use entity::ids::PatientId;
use sea_orm::{DbBackend, Statement, Value, sea_query::Expr};
use serde::Serialize;

/// How similar a name is to the names of each patient, from 0 to 1; nothing where the first name is like none of them: a
/// family shares a long surname. SeaORM writes functions without a schema.
pub(super) fn name_similarity(name: &str) -> Expr {
    Expr::cust_with_values(
        "case when extensions.strict_word_similarity(split_part($1, ' ', 1), patient.search_names) >= 0.25
            then extensions.strict_word_similarity($1, patient.search_names) else 0 end",
        [name],
    )
}

/// Patients who may have a similar name, through the index `patient_search_text`. A few of them have not: the indexed
/// text holds more than the names. SeaORM writes operators without a schema.
pub(super) fn resembles(name: &str) -> Expr {
    Expr::cust_with_values("$1 operator(extensions.<<%) patient.search_text", [name])
}

/// Patients whose address or phone holds this text, through the same index. Postgres computes the column, so that the
/// entity does not have it.
pub(super) fn holds(text: &str) -> Expr {
    let literal = text.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_");
    Expr::cust_with_values("patient.search_text like $1", [format!("%{literal}%")])
}

/// The place of a pair in the list: the newer patient's id, then the older one's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PairKey {
    pub second: PatientId,
    pub first: PatientId,
}

impl PairKey {
    /// Reads what [`std::fmt::Display`] wrote.
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

/// The parameters: whether the page starts after a pair, that pair's ids, the most rows, and the id above which the
/// newer patient's is.
///
/// A value that more than thirty patients share identifies nobody: a birth date that an import made up, a clinic's own
/// phone. Joining it would also make a row for each two of them. Each kind is grouped by itself: as one list of texts,
/// 50,000 patients took three times as long. The `case` leaves out nearly all that `compare` would.
const PAIRS: &str = "
    with shared as (
        select false as is_name, array_agg(id) as ids from patient where merged_into is null and birth_date is not null
        group by birth_date having count(*) between 2 and 30 and max(id) > $5
        union all
        select false, array_agg(id) from patient where merged_into is null and phone_digits is not null
        group by case when phone_digits ~ '^1[0-9]{10}$' then substr(phone_digits, 2) else phone_digits end
        having count(*) between 2 and 30 and max(id) > $5
        union all
        select false, array_agg(id) from patient where merged_into is null and email is not null
        group by lower(email) having count(*) between 2 and 30 and max(id) > $5
        union all
        select true, array_agg(id) from patient where merged_into is null
        group by split_part(search_names, ',', 1) having count(*) between 2 and 30 and max(id) > $5
    ), pair as (
        select a.id as first_id, b.id as second_id, count(*) as shared, bool_or(is_name) as same_name
        from shared, unnest(ids) as a (id), unnest(ids) as b (id)
        where a.id < b.id and b.id > $5 and (not $1 or (b.id, a.id) < ($2, $3))
        group by a.id, b.id
    )
    select first_id, second_id, similarity from (
        select pair.first_id, pair.second_id, shared, same_name, a.birth_date = b.birth_date as same_age,
            case when extensions.strict_word_similarity(split_part(a.search_names, ' ', 1), b.search_names) >= 0.25
                then extensions.strict_word_similarity(split_part(a.search_names, ',', 1), b.search_names) else 0 end as similarity
        from pair join patient a on a.id = pair.first_id join patient b on b.id = pair.second_id
    ) as compared
    where case same_age when true then similarity >= 0.5 or shared >= 2 when false then same_name and shared >= 2
            else similarity >= 0.5 end
        and not exists (select from distinct_patients d where d.first_id = compared.first_id and d.second_id = compared.second_id)
    order by second_id desc, first_id desc
    limit $4";

/// Two patients each who share a birth date, a phone, an e-mail address or a name, before the pair `after`, the newer one with an
/// id above `above`, if it is given. SeaORM has no join of a query with itself.
pub(super) fn pairs(after: Option<PairKey>, above: Option<PatientId>, limit: u64) -> Statement {
    let last = after.unwrap_or(PairKey { second: 0.into(), first: 0.into() });
    let values: [Value; 5] = [
        after.is_some().into(),
        last.second.into(),
        last.first.into(),
        i64::try_from(limit).unwrap_or(i64::MAX).into(),
        above.unwrap_or(0.into()).into(),
    ];
    Statement::from_sql_and_values(DbBackend::Postgres, PAIRS, values)
}

/// The parameter: the people who are searched for, by number; name, birth date, phone and e-mail address, folded.
///
/// The same as [`PAIRS`] between people and patients; a patient whose name alone is similar is no candidate, because
/// `compare` asks for more than that.
const CANDIDATES: &str = "
    with person as (
        select number, name, born, phone, email
        from jsonb_to_recordset($1) as asked (number int, name text, born date, phone text, email text)
    ), present as (
        select id, birth_date, regexp_replace(phone_digits, '^1([0-9]{10})$', '\\1') as phone, lower(email) as email,
            split_part(search_names, ',', 1) as name
        from patient where merged_into is null
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
    select distinct number, telling.id,
        case when extensions.strict_word_similarity(split_part(person.name, ' ', 1), patient.search_names) >= 0.25
            then extensions.strict_word_similarity(person.name, patient.search_names) else 0 end as similarity
    from telling join person using (number) join patient on patient.id = telling.id";

/// A person who is searched for, with the values that identify people.
#[derive(Serialize)]
pub(super) struct SearchedName {
    pub number: i32,
    pub name: String,
    pub born: Option<NaiveDate>,
    pub phone: Option<String>,
    pub email: Option<String>,
}

/// Patients who share something with one of these people, and how similar the names are. SeaORM does not join with
/// values, and binds no list with a null in it.
pub(super) fn candidates(searched: &[SearchedName]) -> Statement {
    let searched = serde_json::to_value(searched).unwrap_or_default();
    Statement::from_sql_and_values(DbBackend::Postgres, CANDIDATES, [searched.into()])
}

/// How similar each of these names is to its other, as [`name_similarity`] compares a name with a patient's. SeaORM has no `unnest`.
pub(super) fn name_similarities(names: Vec<String>, others: Vec<String>) -> Statement {
    let text = "select case when extensions.strict_word_similarity(split_part(name, ' ', 1), other) >= 0.25
            then extensions.strict_word_similarity(name, other) else 0 end as similarity
        from unnest($1::text[], $2::text[]) with ordinality as pair (name, other, place) order by place";
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
