//! The list of patients as a table.

use std::collections::BTreeSet;

use axum::http::StatusCode;
use serde_json::json;

use crate::testing::{TestClinic, factories};

#[tokio::test]
async fn the_table_has_what_the_list_shows_and_no_formulas() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let new = json!({
        "first_name": "=HYPERLINK(\"http://evil.example\")", "last_name": "O'Hara", "email": "ann@example.com",
        "phone": "(212) 555-0101", "birth_date": "1985-03-14"
    });
    let id = factories::id(&owner.post("/api/patients", new).await.expect(StatusCode::CREATED));
    let answer = owner.get("/api/patients/export").await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
    assert_eq!(answer.headers["content-type"], "text/csv; charset=utf-8; header=present");
    let disposition = answer.headers["content-disposition"].to_str().unwrap();
    assert!(disposition.starts_with("attachment; filename=\"clients-") && disposition.ends_with(".csv\""));
    let heading = answer.text.lines().next().unwrap().replace('"', "");
    assert_eq!(heading, "number,last_name,first_name,preferred_name,pronouns,birth_date,email,phone,added,archived");
    let [_, row] = &answer.table()[..] else { panic!("one patient: {}", answer.text) };
    let day = clinic.clock().now().with_timezone(&chrono_tz::America::New_York).date_naive().to_string();
    let expected = [
        &id.to_string(),
        "O'Hara",
        "'=HYPERLINK(\"http://evil.example\")",
        "",
        "",
        "1985-03-14",
        "ann@example.com",
        "(212) 555-0101",
        &day,
        "",
    ];
    assert_eq!(*row, expected);
    assert_eq!(factories::audited(&clinic, "member", "patient.export", &[id], &[]).await, 1);
}

#[tokio::test]
async fn the_table_has_the_rows_of_the_search() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let mut ids = Vec::new();
    for (first, last) in [("Ann", "Berg"), ("Ben", "Adams"), ("Cleo", "Bergman")] {
        let new = json!({ "first_name": first, "last_name": last });
        ids.push(factories::id(&owner.post("/api/patients", new).await.expect(StatusCode::CREATED)));
    }
    owner
        .post(&format!("/api/patients/{}/archive", ids[2]), json!({ "reason": "Moved away" }))
        .await
        .expect(StatusCode::OK);
    for (query, expected) in
        [("", "Adams Berg"), ("?search=berg", "Berg"), ("?search=berg&archived=true", "Berg Bergman")]
    {
        let rows = &owner.get(&format!("/api/patients/export{query}")).await.table()[1..];
        let names: Vec<_> = rows.iter().map(|row| row[1].clone()).collect();
        assert_eq!(names.join(" "), expected, "{query}");
        assert_eq!(
            rows.iter().filter(|row| !row[9].is_empty()).count(),
            usize::from(query.contains("archived")),
            "{query}"
        );
    }
    owner.get(&format!("/api/patients/export?search={}", "a".repeat(201))).await.refused_field("search");
}

#[tokio::test]
async fn a_long_table_comes_in_parts_without_gaps() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    clinic
        .plant(
            "insert into {}.patient (first_name, last_name, created_at)
             select 'Ann', 'Berg ' || n, now() from generate_series(1, 20010) n",
        )
        .await;
    let (mut path, mut numbers, mut parts) = (Some("/api/patients/export?search=".to_owned()), BTreeSet::new(), 0);
    while let Some(wanted) = path {
        let answer = owner.get(&wanted).await;
        for row in answer.table().into_iter().skip(usize::from(parts == 0)) {
            assert!(numbers.insert(row[0].clone()), "a patient came twice");
        }
        parts += 1;
        path = answer.next_page();
    }
    assert_eq!((parts, numbers.len()), (2, 20_010));
}
