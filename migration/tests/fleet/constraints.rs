//! What the constraints of a clinic's and the registry's tables say, as a file, so that a change of the tables shows
//! which rule it adds, moves or loses.

use std::{fs, path::Path};

use crate::database::{DONE, Fleet};

/// What each constraint and each unique index says, then its table and its name. A key that is only the id is left out,
/// because it says nothing.
const RULES: &str = "
    select regexp_replace(replace(line, '{}.', ''), '\\s+', ' ', 'g') from (
        select format('%s / %s / %s', pg_get_constraintdef(oid), conrelid::regclass, conname) as line
        from pg_constraint
        where connamespace = '{}'::regnamespace and contype in ('c', 'f', 'p', 'u', 'x')
          and conrelid <> '{}.seaql_migrations'::regclass and pg_get_constraintdef(oid) <> 'PRIMARY KEY (id)'
        union all
        select format('UNIQUE %s / %s / %s', substring(pg_get_indexdef(indexrelid) from ' USING (.*)'),
            indrelid::regclass, c.relname)
        from pg_index i join pg_class c on c.oid = i.indexrelid
        where c.relnamespace = '{}'::regnamespace and i.indisunique
          and not exists (select from pg_constraint where conindid = i.indexrelid)
    ) rules order by line collate \"C\"";

#[tokio::test]
async fn the_constraints_are_those_of_the_file() {
    let fleet = Fleet::new().await;
    let schema = fleet.schema(DONE).await;
    for (schema, name) in [(schema.as_str(), "clinic"), ("registry", "registry")] {
        let mut rules = fleet.texts(&RULES.replace("{}", schema)).await;
        // Without the schema's name the order may be another.
        rules.sort();
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/fleet/constraints.{name}.txt"));
        let known = fs::read_to_string(&path).unwrap_or_default();
        let found = rules.join("\n") + "\n";
        let lost: Vec<_> = known.lines().filter(|line| !rules.iter().any(|rule| rule == line)).collect();
        let new: Vec<_> = rules.iter().filter(|rule| !known.lines().any(|line| line == *rule)).collect();
        let beside = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("constraints.{name}.txt"));
        fs::write(&beside, &found).unwrap();
        assert!(
            found == known,
            "lost: {lost:#?}\nnew: {new:#?}\nIf that is meant: cp {} {}",
            beside.display(),
            path.display()
        );
    }
}
