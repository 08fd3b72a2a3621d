//! The words of each set are those that its column's check constraint allows, so that the two cannot part.

use std::collections::BTreeMap;

use entity::words::{Department, MemberStatus, Role};
use sea_orm::{ActiveEnum, Iterable};

use crate::testing::TestClinic;

/// A table and its column.
type Place = (String, String);

fn words<T: ActiveEnum<Value = String> + Iterable>() -> Vec<String> {
    let mut words: Vec<_> = T::iter().map(|word| word.to_value()).collect();
    words.sort();
    words
}

macro_rules! sets {
    ($($table:ident.$column:ident: $set:ident),* $(,)?) => {
        [$((stringify!($set), (stringify!($table).to_owned(), stringify!($column).to_owned()), words::<$set>())),*]
    };
}

/// The columns of fixed words in a schema, read from constraints such as
/// `CHECK ((status = ANY (ARRAY['active'::text, 'inactive'::text])))`.
async fn allowed(clinic: &TestClinic, schema: &str) -> BTreeMap<Place, Vec<String>> {
    let rows = clinic
        .rows(&format!(
            "select c.relname::text as held_by, a.attname::text as called, pg_get_constraintdef(k.oid) as rule
             from pg_catalog.pg_constraint k
             join pg_catalog.pg_class c on c.oid = k.conrelid
             join pg_catalog.pg_attribute a on a.attrelid = c.oid and array[a.attnum] = k.conkey
             where k.contype = 'c' and k.connamespace = '{schema}'::regnamespace"
        ))
        .await;
    let each = rows.iter().filter_map(|row| {
        let text = |column: &str| -> String { row.try_get("", column).unwrap() };
        let rule = text("rule");
        let list = rule.strip_prefix(&format!("CHECK (({} = ANY (ARRAY[", text("called")))?.strip_suffix("])))")?;
        let mut words: Vec<_> = list.split('\'').skip(1).step_by(2).map(str::to_owned).collect();
        words.sort();
        Some(((text("held_by"), text("called")), words))
    });
    each.collect()
}

#[tokio::test]
async fn every_set_has_the_words_that_its_columns_allow() {
    let clinic = TestClinic::new().await;
    let allowed = allowed(&clinic, "{}").await;
    let sets = sets![member.role: Role, member.department: Department, member.status: MemberStatus];
    for (set, place, words) in sets {
        assert_eq!(allowed.get(&place), Some(&words), "entity::words::{set} and the check constraint of {place:?}");
    }
}
