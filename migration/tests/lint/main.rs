//! The lint that keeps migrations portable, and the proof that each of its rules finds a violation.

mod changes;
#[macro_use]
mod clean;
mod planted;
mod rules;
mod text;

use std::{collections::BTreeSet, fs, path::Path};

use migration::{clinic, registry, sql::Step};

use crate::{
    clean::CLEAN,
    planted::PLANTED,
    rules::{Home, Rule, lint},
};

fn assert_clean<'a>(steps: impl IntoIterator<Item = &'a Step>, home: Home) {
    let steps: Vec<_> = steps.into_iter().collect();
    let findings: Vec<_> =
        lint(&steps, home).iter().map(|finding| format!("{}\n    {}", finding.rule.sentence(), finding.at)).collect();
    assert!(findings.is_empty(), "{}", findings.join("\n"));
}

#[test]
fn a_clinics_migrations_are_portable() {
    assert_clean(clinic::STEPS, Home::Clinic);
}

#[test]
fn the_registrys_migrations_are_portable() {
    assert_clean(registry::STEPS, Home::Registry);
}

#[test]
fn harmless_constructs_that_resemble_mistakes_pass() {
    for steps in CLEAN {
        assert_clean(steps.iter().copied(), Home::Clinic);
    }
}

#[test]
fn every_planted_mistake_is_found_and_nothing_else_is_reported() {
    for (home, steps, expected) in PLANTED {
        let found: BTreeSet<_> = lint(steps, *home).into_iter().map(|finding| finding.rule).collect();
        assert_eq!(found, expected.iter().copied().collect(), "{steps:?}");
    }
}

#[test]
fn every_rule_has_a_planted_mistake_of_its_own() {
    let alone: BTreeSet<_> =
        PLANTED.iter().filter(|(_, _, rules)| rules.len() == 1).flat_map(|(_, _, rules)| *rules).collect();
    let missing: Vec<_> = Rule::ALL.iter().filter(|rule| !alone.contains(rule)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn every_file_is_in_the_list_under_its_own_name() {
    for (folder, steps) in [("clinic", clinic::STEPS), ("registry", registry::STEPS)] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(folder);
        let files: BTreeSet<_> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .filter(|file| file != "mod.rs")
            .collect();
        let listed = steps.iter().flat_map(|step| ["up", "down"].map(|way| format!("{}.{way}.sql", step.name)));
        assert_eq!(files, listed.collect());
    }
}

#[test]
fn the_served_versions_exist_and_the_newest_is_the_last_step() {
    let names: Vec<_> = clinic::STEPS.iter().map(|step| step.name).collect();
    assert_eq!(names.last(), Some(&clinic::LATEST));
    for name in [clinic::OLDEST_SERVED, clinic::OLDEST_SERVER, clinic::SPREAD_SINCE] {
        assert!(names.contains(&name), "{name}");
    }
}

#[test]
fn a_file_is_read_as_its_statements() {
    const STEP: Step = Step {
        name: "",
        up: "-- Why;\ncreate table a (\n    -- It's one;\n    id bigint,\n    note text default ';'\n);\n\ndelete from a;;\n\
             grant select, update (id,\n    note) on a to clinic;\ngrant select on a to public;\n-- The end",
        down: "drop table a;\n  drop\n  table b",
    };
    assert_eq!(
        STEP.up(),
        [
            "create table a (\n    -- It's one;\n    id bigint,\n    note text default ';'\n)",
            "delete from a;",
            "grant select on a to public",
        ]
    );
    assert_eq!(STEP.grants(), [("a", "select, update (id,\n    note)")]);
    assert_eq!(STEP.down(), ["drop table a", "drop\n  table b"]);
}
