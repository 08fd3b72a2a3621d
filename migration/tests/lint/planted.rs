//! Steps with one violation each.

use migration::sql::Step;

use crate::{
    clean::{ALONE, GOOD, LATER, SPREAD},
    rules::{Home, Rule},
};

/// The good step with one more statement.
macro_rules! also {
    ($sql:literal) => {
        &[&Step {
            up: concat!(
                sql!["create table thing (id bigint primary key)", "grant select on thing to clinic"],
                $sql,
                ";\n"
            ),
            ..GOOD
        }]
    };
}

/// The good step with another table.
macro_rules! table {
    ($sql:literal) => {
        &[&Step { up: concat!($sql, ";\n", sql!["grant select on thing to clinic"]), ..GOOD }]
    };
}

/// The good step with these grants only.
macro_rules! granted {
    [$($grant:literal),*] => {
        &[&Step { up: sql!["create table thing (id bigint primary key)", $($grant),*], ..GOOD }]
    };
}

/// The schema's kind, the steps, and exactly the rules that must report them.
pub const PLANTED: &[(Home, &[&Step], &[Rule])] = &[
    (Home::Clinic, &[&Step { name: "things", ..GOOD }], &[Rule::Name]),
    (Home::Clinic, &[&Step { name: "m2026_000001_things", ..GOOD }], &[Rule::Name]),
    (Home::Clinic, &[&Step { name: "m20260101_01_things", ..GOOD }], &[Rule::Name]),
    (Home::Clinic, &[&Step { name: "m20260101_000001_", ..GOOD }], &[Rule::Name]),
    (Home::Clinic, &[&Step { name: "m20260101_000001_Things", ..GOOD }], &[Rule::Name]),
    (Home::Clinic, &[&LATER, &GOOD], &[Rule::Order]),
    (Home::Clinic, &[&GOOD, &Step { name: GOOD.name, ..LATER }], &[Rule::Order]),
    (Home::Clinic, also!("delete from thing -- all of it"), &[Rule::Readable]),
    (Home::Clinic, also!("delete from thing /* all of it */"), &[Rule::Readable]),
    (Home::Clinic, also!("do $$ begin end $$"), &[Rule::Readable]),
    (Home::Clinic, also!(r"update thing set note = e'\''"), &[Rule::Readable]),
    (Home::Clinic, also!("update thing set note = 'open"), &[Rule::Readable]),
    (Home::Clinic, also!("update thing set note = 'one\ntwo;\nthree'"), &[Rule::Readable]),
    (Home::Clinic, also!("delete from thing\n/* all\n of it */"), &[Rule::Readable]),
    (Home::Clinic, also!("update thing set note = 'a\n-- b'"), &[Rule::OneStatement]),
    (Home::Clinic, also!("update thing set note = 'a\n-- b' -- c"), &[Rule::OneStatement, Rule::Readable]),
    (Home::Clinic, also!("delete from thing; delete from thing"), &[Rule::OneStatement]),
    (Home::Clinic, also!("delete from thing; -- delete from thing"), &[Rule::Readable]),
    (Home::Clinic, also!("delete from thing\n-- all of it\n; delete from thing"), &[Rule::OneStatement]),
    (
        Home::Clinic,
        &[&Step {
            up: concat!(sql!["grant select on thing to clinic"], "create table thing (id bigint primary key)"),
            ..GOOD
        }],
        &[Rule::OneStatement],
    ),
    (Home::Clinic, &[&Step { down: "drop table thing", ..GOOD }], &[Rule::OneStatement]),
    (
        Home::Clinic,
        granted!["grant select on thing to clinic; delete from thing; grant select on thing to clinic"],
        &[Rule::Grants],
    ),
    (Home::Clinic, granted!["grant select on thing to clinic, public"], &[Rule::Kind, Rule::Grants]),
    (Home::Clinic, granted!["grant select on thing to clinic with grant option"], &[Rule::Kind, Rule::Grants]),
    (Home::Clinic, granted!["grant select on thing to clinic", "revoke select on thing from clinic"], &[Rule::Kind]),
    (Home::Clinic, also!("delete from thing;"), &[Rule::OneStatement]),
    (Home::Clinic, also!(""), &[Rule::Kind]),
    (Home::Clinic, also!("create view things as select id from thing"), &[Rule::Kind]),
    (Home::Clinic, also!("create materialized view things as select id from thing"), &[Rule::Kind]),
    (Home::Clinic, also!("create sequence numbers"), &[Rule::Kind]),
    (Home::Clinic, also!("create extension citext"), &[Rule::Kind]),
    (Home::Clinic, also!("grant select on thing to public"), &[Rule::Kind]),
    (Home::Clinic, also!("truncate thing"), &[Rule::Kind]),
    (Home::Clinic, also!("commit"), &[Rule::Kind]),
    (
        Home::Clinic,
        table!("create temporary table thing (id bigint primary key)"),
        &[Rule::Kind, Rule::Down, Rule::Grants],
    ),
    (Home::Clinic, also!("create trigger t after insert on thing execute function f()"), &[Rule::Code]),
    (Home::Clinic, also!("create constraint trigger t after insert on thing execute function f()"), &[Rule::Code]),
    (Home::Clinic, also!("CREATE OR REPLACE FUNCTION f() returns void language sql as 'select'"), &[Rule::Code]),
    (Home::Clinic, also!("create procedure f() language sql as 'select'"), &[Rule::Code]),
    (Home::Clinic, also!("create rule r as on delete to thing do instead nothing"), &[Rule::Code]),
    (Home::Clinic, also!("create event trigger e on ddl_command_end execute function f()"), &[Rule::Code]),
    (Home::Clinic, also!("alter table thing enable trigger all"), &[Rule::Code]),
    (Home::Clinic, also!("do 'begin end'"), &[Rule::Code]),
    (Home::Clinic, also!("call f()"), &[Rule::Code]),
    (Home::Clinic, also!("create type colour as enum ('red')"), &[Rule::Type]),
    (Home::Clinic, also!("alter type colour add value 'blue'"), &[Rule::Type]),
    (Home::Clinic, also!("create domain colour as text"), &[Rule::Type]),
    (Home::Clinic, also!("set search_path to other"), &[Rule::Setting]),
    (Home::Clinic, also!("set local search_path to other"), &[Rule::Setting]),
    (Home::Clinic, also!("reset role"), &[Rule::Setting]),
    (Home::Clinic, also!("insert into thing (id) select 1 where set_config('role', 'x', true) = ''"), &[Rule::Setting]),
    (
        Home::Clinic,
        table!("create table if not exists thing (id bigint primary key)"),
        &[Rule::Conditional, Rule::Down, Rule::Grants],
    ),
    (Home::Clinic, &[&Step { down: sql!["drop table thing cascade"], ..GOOD }], &[Rule::Conditional]),
    (Home::Clinic, also!("create index concurrently thing_id on thing (id)"), &[Rule::Concurrently]),
    (
        Home::Clinic,
        &[&GOOD, &Step { up: sql!["create index concurrently thing_id on thing (id)"], ..ALONE }],
        &[Rule::Outside],
    ),
    (
        Home::Clinic,
        &[
            &GOOD,
            &Step {
                up: sql!["drop index concurrently if exists other", "create index concurrently thing_id on thing (id)"],
                ..ALONE
            },
        ],
        &[Rule::Outside],
    ),
    (
        Home::Clinic,
        &[
            &GOOD,
            &Step {
                up: sql![
                    "drop index concurrently if exists thing_id",
                    "create index concurrently thing_id on thing (id)",
                    "grant select on thing to clinic"
                ],
                ..ALONE
            },
        ],
        &[Rule::Outside],
    ),
    (Home::Clinic, table!("create table thing (id bigint)"), &[Rule::PrimaryKey]),
    (Home::Clinic, table!("create table thing as select 1 as id"), &[Rule::PrimaryKey]),
    (Home::Clinic, table!("create table thing (id bigint primary key check (id > 0))"), &[Rule::NamedConstraint]),
    (Home::Clinic, table!("create table thing (id bigint primary key, a text unique)"), &[Rule::NamedConstraint]),
    (Home::Clinic, table!("create table thing (id bigint primary key, unique (id))"), &[Rule::NamedConstraint]),
    (
        Home::Clinic,
        table!("create table thing (id bigint primary key, exclude using gist (id with =))"),
        &[Rule::NamedConstraint],
    ),
    (
        Home::Clinic,
        &[
            &GOOD,
            &Step {
                up: sql!["alter table thing add column a text check (a <> '')"],
                down: sql!["alter table thing drop column a"],
                ..LATER
            },
        ],
        &[Rule::NamedConstraint],
    ),
    (Home::Clinic, also!("insert into registry.clinic (id) values (1)"), &[Rule::Qualified]),
    (Home::Clinic, also!("insert into \"registry\".\"clinic\" (id) values (1)"), &[Rule::Qualified]),
    (Home::Clinic, table!("create table thing (id bigint primary key, a public.citext)"), &[Rule::Qualified]),
    (
        Home::Clinic,
        table!("create table thing (id bigint primary key references registry.clinic (id))"),
        &[Rule::Qualified, Rule::ForeignKey],
    ),
    (
        Home::Clinic,
        table!("create table thing (id bigint primary key references extensions.thing (id))"),
        &[Rule::ForeignKey],
    ),
    (Home::Clinic, table!("create table thing (id bigint primary key, a uuid references clinic)"), &[Rule::ForeignKey]),
    (
        Home::Clinic,
        &[
            &GOOD,
            &Step {
                up: sql!["alter table thing add column a text, add column b text"],
                down: sql!["alter table thing drop column b, drop column a"],
                ..SPREAD
            },
        ],
        &[Rule::Spread],
    ),
    (
        Home::Clinic,
        &[
            &GOOD,
            &Step {
                up: sql!["alter table thing add column a text constraint thing_a check (a <> '')"],
                down: sql!["alter table thing drop column a"],
                ..SPREAD
            },
        ],
        &[Rule::Spread],
    ),
    (
        Home::Clinic,
        &[
            &GOOD,
            &Step {
                up: sql!["alter table thing add column a text constraint thing_a unique"],
                down: sql!["alter table thing drop column a"],
                ..SPREAD
            },
        ],
        &[Rule::Spread],
    ),
    (
        Home::Clinic,
        &[
            &GOOD,
            &Step {
                up: sql!["alter table thing add column a bigint constraint thing_a references thing (id)"],
                down: sql!["alter table thing drop column a"],
                ..SPREAD
            },
        ],
        &[Rule::Spread],
    ),
    (
        Home::Clinic,
        &[
            &GOOD,
            &Step {
                up: sql!["alter table thing add constraint thing_a unique (id), add constraint thing_b check (id > 0)"],
                down: sql!["alter table thing drop constraint thing_b, drop constraint thing_a"],
                ..SPREAD
            },
        ],
        &[Rule::Spread],
    ),
    (
        Home::Clinic,
        &[
            &GOOD,
            &Step {
                up: sql!["alter table thing add foreign key (id) references thing (id)"],
                down: sql!["alter table thing drop foreign"],
                ..SPREAD
            },
        ],
        &[Rule::Spread, Rule::NamedForeignKey],
    ),
    (
        Home::Clinic,
        &[
            &GOOD,
            &Step {
                up: sql![
                    "create table part (id bigint primary key references thing (id))",
                    "grant select on part to clinic"
                ],
                down: sql!["drop table part"],
                ..SPREAD
            },
        ],
        &[Rule::NamedForeignKey],
    ),
    (Home::Clinic, also!("insert into thing select * from thing"), &[Rule::SelectStar]),
    (Home::Clinic, also!("insert into thing select id, * from thing"), &[Rule::SelectStar]),
    (Home::Clinic, also!("insert into thing select thing.* from thing"), &[Rule::SelectStar]),
    (Home::Clinic, also!("delete from thing returning *"), &[Rule::SelectStar]),
    (Home::Clinic, granted![], &[Rule::Grants]),
    (Home::Clinic, granted!["grant all on thing to clinic"], &[Rule::Grants]),
    (Home::Clinic, granted!["grant all privileges on thing to clinic"], &[Rule::Grants]),
    (Home::Clinic, granted!["grant select, truncate on thing to clinic"], &[Rule::Grants]),
    (Home::Clinic, granted!["grant  on thing to clinic"], &[Rule::Grants]),
    (Home::Clinic, granted!["grant select on thing to clinic", "grant select on other to clinic"], &[Rule::Grants]),
    (Home::Registry, &[&GOOD], &[Rule::Grants]),
    (Home::Clinic, &[&Step { down: sql![], ..GOOD }], &[Rule::Down]),
    (Home::Clinic, &[&Step { down: sql!["drop table other"], ..GOOD }], &[Rule::Down]),
    // In the order of creation, a foreign key would block the first drop.
    (
        Home::Clinic,
        &[&Step {
            up: sql![
                "create table thing (id bigint primary key)",
                "create table part (id bigint primary key references thing)",
                "grant select on thing to clinic",
                "grant select on part to clinic"
            ],
            down: sql!["drop table thing", "drop table part"],
            ..GOOD
        }],
        &[Rule::Down],
    ),
    (Home::Clinic, &[&GOOD, &Step { up: sql!["create index thing_id on thing (id)"], ..LATER }], &[Rule::Down]),
    (
        Home::Clinic,
        &[
            &GOOD,
            &Step {
                up: sql!["alter table thing add colour text, add size text"],
                down: sql!["alter table thing drop colour"],
                ..LATER
            },
        ],
        &[Rule::Down],
    ),
    (
        Home::Clinic,
        &[&GOOD, &Step { up: sql!["alter table thing add constraint thing_key unique (id)"], ..LATER }],
        &[Rule::Down],
    ),
    (Home::Clinic, &[&GOOD, &Step { up: sql!["drop table thing"], ..LATER }], &[Rule::Down]),
];
