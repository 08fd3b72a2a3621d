//! A clinic with 50,000 patients: what a search finds, and which index it uses.

use axum::http::StatusCode;
use sea_orm::{ConnectionTrait, DbBackend, QueryTrait, Statement, TransactionTrait};
use serde_json::Value;

use crate::testing::TestClinic;
use base::permission::{Access, Role};
use http_api::page::MAX_LIMIT;
use people::patients::search::{best, wanted};

const FIRST: [&str; 25] = [
    "Ana", "Beatrice", "Camila", "Dana", "Eleanor", "Fatima", "Grace", "Hannah", "Imani", "Julia", "Keiko", "Leila",
    "Maya", "Nadia", "Olivia", "Priya", "Quinn", "Rosa", "Sofia", "Tessa", "Uma", "Vera", "Willa", "Ximena", "Zoë",
];
const LAST: [&str; 20] = [
    "Abara",
    "Bennett",
    "Castillo",
    "Dubois",
    "Eriksen",
    "Fontaine",
    "Garcia",
    "Haddad",
    "Ivanova",
    "Jensen",
    "Kowalski",
    "Lindgren",
    "Moreau",
    "Nakamura",
    "O'Hara",
    "Petrov",
    "Quintero",
    "Rossi",
    "Sandoval",
    "Takahashi",
];

/// 500 pairs of names, each a hundred times with another second surname, and one patient to find.
async fn full_clinic() -> TestClinic {
    let clinic = TestClinic::new().await;
    let quoted = |names: &[&str]| {
        names.iter().map(|name| format!("'{}'", name.replace('\'', "''"))).collect::<Vec<_>>().join(", ")
    };
    let (first, last) = (quoted(&FIRST), quoted(&LAST));
    let syllables = "array['bel', 'cor', 'dan', 'fer', 'gal', 'hol', 'lan', 'mar', 'nor', 'ros']";
    clinic
        .plant(&format!(
            "insert into {{}}.patient (first_name, last_name, email, phone, phone_digits, birth_date, created_at)
             select first, last, lower(first) || '.' || n || '@example.com',
                    '(212) 55' || lpad(n::text, 5, '0'), '21255' || lpad(n::text, 5, '0'),
                    date '1950-01-01' + (n % 20000), now()
             from (select n, (array[{first}])[1 + n % 25] as first,
                          (array[{last}])[1 + n / 25 % 20] || '-' || initcap(({syllables})[1 + n / 500 % 10])
                              || ({syllables})[1 + n / 5000 % 10] as last
                   from generate_series(0, 49998) n) named"
        ))
        .await;
    clinic
        .plant(
            "insert into {}.patient (first_name, last_name, email, phone, phone_digits, created_at)
             values ('Wilhelmina', 'Thistlewood', 'mina@example.org', '(646) 010-7788', '6460107788', now())",
        )
        .await;
    // Autovacuum does the same in time. The vacuum moves the pending entries into the index; until then searching costs more.
    clinic.plant("vacuum (analyze) {}.patient").await;
    clinic
}

/// Postgres' plan for this statement in this clinic.
async fn plan(clinic: &TestClinic, wanted: &Statement) -> String {
    let tx = clinic.owner_db.raw().begin().await.unwrap();
    tx.execute_unprepared(&format!("set local search_path to {}", clinic.provisioned.schema)).await.unwrap();
    let Statement { sql, values, .. } = wanted.clone();
    let explain = Statement { sql: format!("explain {sql}"), values, db_backend: DbBackend::Postgres };
    let lines = tx.query_all_raw(explain).await.unwrap();
    lines.iter().map(|line| line.try_get_by_index::<String>(0).unwrap() + "\n").collect()
}

/// Postgres' generic plan, which it may use after several requests.
async fn general_plan(clinic: &TestClinic, wanted: &Statement) -> String {
    let tx = clinic.owner_db.raw().begin().await.unwrap();
    tx.execute_unprepared(&format!("set local search_path to {}", clinic.provisioned.schema)).await.unwrap();
    tx.execute_unprepared("set local plan_cache_mode to force_generic_plan").await.unwrap();
    let Statement { sql, values, .. } = wanted.clone();
    let nulls = vec!["null"; values.map_or(0, |values| values.0.len())].join(", ");
    tx.execute_unprepared(&format!("prepare wanted as {sql}")).await.unwrap();
    let arguments = if nulls.is_empty() { nulls } else { format!("({nulls})") };
    let lines = tx
        .query_all_raw(Statement::from_string(DbBackend::Postgres, format!("explain execute wanted{arguments}")))
        .await
        .unwrap();
    tx.execute_unprepared("deallocate wanted").await.unwrap();
    lines.iter().map(|line| line.try_get_by_index::<String>(0).unwrap() + "\n").collect()
}

#[tokio::test]
async fn search_and_list_use_indexes_with_fifty_thousand_patients() {
    let clinic = full_clinic().await;
    assert_eq!(clinic.count("{}.patient").await, 50_000);
    for access in [Access::Full, Access::Limited] {
        for part in ["thi", "thistle", "wilhelmina thistlewood", "thistlewood, wil", "thistlewood  wil"] {
            for statement in [
                wanted(part, false, access, 50, None).build(DbBackend::Postgres),
                wanted(part, false, access, MAX_LIMIT, None).build(DbBackend::Postgres),
            ] {
                for plan in [plan(&clinic, &statement).await, general_plan(&clinic, &statement).await] {
                    assert!(plan.contains("on patient_folded_text"), "{part}: {plan}");
                    assert!(!plan.contains("Seq Scan"), "{part}: {plan}");
                }
            }
        }
    }
    // The search of every screen.
    for access in [Access::Full, Access::Limited] {
        for part in ["thi", "thistlewood wil"] {
            let statement = best(part, access, 8);
            for plan in [plan(&clinic, &statement).await, general_plan(&clinic, &statement).await] {
                assert!(plan.contains("on patient_folded_text"), "{part}: {plan}");
                assert!(!plan.contains("Seq Scan"), "{part}: {plan}");
            }
        }
    }
    for part in ["3/14/1985", "mina@exam", "(646) 010-77", "6460107788"] {
        let plan = plan(&clinic, &best(part, Access::Full, 8)).await;
        assert!(plan.contains("patient_birth_date") || plan.contains("patient_folded_text"), "{part}: {plan}");
        assert!(!plan.contains("Seq Scan"), "{part}: {plan}");
    }
    // An e-mail address, and a phone number in any spelling.
    for part in ["mina@exam", "(646) 010-77", "6460107788"] {
        let plan = plan(&clinic, &wanted(part, false, Access::Full, 50, None).build(DbBackend::Postgres)).await;
        assert!(plan.contains("on patient_folded_text") && !plan.contains("Seq Scan"), "{part}: {plan}");
    }
    // A birth date, alone and beside a name.
    for part in ["3/14/1985", "03/14/85", "1985-03-14", "thistlewood 3/14/1985"] {
        let statement = wanted(part, false, Access::Full, 50, None).build(DbBackend::Postgres);
        for plan in [plan(&clinic, &statement).await, general_plan(&clinic, &statement).await] {
            assert!(plan.contains("patient_birth_date") || plan.contains("patient_folded_text"), "{part}: {plan}");
            assert!(!plan.contains("Seq Scan"), "{part}: {plan}");
        }
    }
    for access in [Access::Full, Access::Limited] {
        let first = wanted("", false, access, 50, None).build(DbBackend::Postgres);
        for plan in [plan(&clinic, &first).await, general_plan(&clinic, &first).await] {
            assert!(plan.contains("using patient_sorted") && !plan.contains("Sort"), "{plan}");
        }
        // The next page starts in the index at the end of the previous one.
        let next = wanted("", false, access, 50, Some(1.into())).build(DbBackend::Postgres);
        for plan in [plan(&clinic, &next).await, general_plan(&clinic, &next).await] {
            assert!(plan.contains("using patient_sorted") && !plan.contains("Sort"), "{plan}");
            assert!(plan.contains("Index Cond: (ROW("), "{plan}");
        }
    }

    let owner = clinic.owner().await;
    let staff = clinic.signed_in_as(Role::Staff).await;
    let names = |rows: &Value| -> Vec<String> {
        let name =
            |row: &Value| format!("{} {}", row["first_name"].as_str().unwrap(), row["last_name"].as_str().unwrap());
        rows.as_array().unwrap().iter().map(name).collect()
    };
    for part in ["THI", "stlew", "wilhelmina%20th", "Thistlewood,%20Wil"] {
        for person in [&owner, &staff] {
            let answer = person.get(&format!("/api/patients?limit=50&search={part}")).await;
            assert_eq!(answer.headers["x-total-count"], "1", "{part}");
            assert_eq!(names(&answer.expect(StatusCode::OK)), ["Wilhelmina Thistlewood"], "{part}");
        }
    }
    for (part, of_owner, of_staff) in [
        ("mina@exam", "1", "0"),
        ("010-7788", "1", "0"),
        ("zo%C3%AB", "1000+", "1000+"),
        ("o%27hara-beldan,%20", "25", "25"),
        ("no%25one", "0", "0"),
    ] {
        for (person, expected) in [(&owner, of_owner), (&staff, of_staff)] {
            let answer = person.get(&format!("/api/patients?limit=50&search={part}")).await;
            assert_eq!(answer.headers["x-total-count"], expected, "{part}");
        }
    }
    let first = owner.get("/api/patients?limit=50").await;
    assert_eq!(first.headers["x-total-count"], "1000+");
    let first = names(&first.expect(StatusCode::OK));
    assert_eq!((first.len(), first[0].as_str()), (50, "Ana Abara-Belbel"));

    // The statistics are used only above twice the number shown, and they cover the listed patients.
    let but_the_first = |kept: u16| {
        format!(
            "update {{}}.patient set archived_at = case when n > {kept} then now() end
             from (select id as numbered, row_number() over (order by id) as n from {{}}.patient) all_of_them
             where id = numbered"
        )
    };
    clinic.plant(&but_the_first(500)).await;
    clinic.plant("analyze {}.patient").await;
    for (query, expected) in [("", "500"), ("&archived=true", "1000+")] {
        let answer = owner.get(&format!("/api/patients?limit=50{query}")).await;
        assert_eq!(answer.headers["x-total-count"], expected, "{query}");
    }
    clinic.plant(&but_the_first(1500)).await;
    clinic.plant("analyze {}.patient").await;
    let answer = owner.get("/api/patients?limit=50").await;
    assert_eq!(answer.headers["x-total-count"], "1000+");
}
