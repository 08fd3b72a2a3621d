//! Names and numbers are folded alike in the database and the server: a search finds what is stored, and lists have the same
//! order on every server.

use std::fmt::Write;

use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::testing::{Client, TestClinic, factories};
use base::names::folded;

async fn add(client: &Client, first: &str, last: &str, more: Value) -> i64 {
    let mut new = json!({ "first_name": first, "last_name": last });
    new.as_object_mut().unwrap().extend(more.as_object().cloned().unwrap_or_default());
    factories::id(&client.post("/api/patients", new).await.expect(StatusCode::CREATED))
}

const NAMES: [&str; 22] = [
    "Zoë",
    "O'Brien",
    "O’Brien",
    "O´Hara",
    "Ann-Marie  Lou",
    "Lopez–Garcia",
    "Straßer",
    "STRAẞER",
    "Ærø",
    "Łukasz Øberg",
    "Đặng Thị Hương",
    "İnci Işıl",
    "Nuñez",
    "Nun\u{303}ez",
    "Ελένη Παπάς",
    "Иван ЁЛКИН",
    "Հայկ ԱՐԱՄ",
    "李 明",
    "สมชาย ใจดี",
    "प्रिया शर्मा",
    "ليلى حدّاد",
    "King, Jr.",
];

#[tokio::test]
async fn the_database_folds_names_as_the_server_does() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    for name in NAMES {
        add(&owner, name, name, json!({})).await;
    }
    let rows = clinic.rows("select first_name, folded_names, sort_last from {}.patient order by id").await;
    assert_eq!(rows.len(), NAMES.len());
    for row in rows {
        let text = |column: &str| row.try_get::<String>("", column).unwrap();
        let name = folded(&text("first_name"));
        assert_eq!(text("sort_last"), name);
        assert_eq!(text("folded_names"), format!("{name} {name}, {name}"));
    }
}

#[tokio::test]
async fn a_number_is_found_in_each_way_of_writing_it() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    for (typed, searches) in [
        ("+44 (0)20 7946 0118", ["%2B44 (0)20 7946 0118", "%2B44 20 7946 0118", "442079460118"]),
        ("555-010-6002 x12", ["555-010-6002 x12", "(555) 010-6002", "%2B15550106002"]),
        ("011 44 20 7946 0119", ["011 44 20 7946 0119", "%2B44 (0)20 7946 0119", "44 20 7946 0119"]),
    ] {
        let id = add(&owner, "Ida", "Berg", json!({ "phone": typed })).await;
        for search in searches {
            let path = format!("/api/patients?search={}", search.replace(' ', "%20"));
            let found = owner.get(&path).await.expect(StatusCode::OK);
            let ids: Vec<i64> = found.as_array().unwrap().iter().map(factories::id).collect();
            assert_eq!(ids, [id], "{search}");
        }
    }
}

#[tokio::test]
async fn what_is_typed_finds_what_is_stored_however_it_is_written() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let born = json!({ "phone": "555-010-1999", "birth_date": "1985-03-14" });
    let sean = add(&owner, "Sean", "O'Brien", born).await;
    let mia = add(&owner, "Mia", "O’Brien", json!({ "phone": "+44 (0)20 7946 0118" })).await;
    let aero = add(&owner, "Straßer", "Ærø", json!({ "phone": "555-010-6002 x12" })).await;
    let found = async |text: &str| {
        let encoded = text.bytes().fold(String::new(), |mut encoded, byte| {
            write!(encoded, "%{byte:02X}").unwrap();
            encoded
        });
        let list = owner.get(&format!("/api/patients?search={encoded}")).await.expect(StatusCode::OK);
        let quick = owner.get(&format!("/api/search?q={encoded}")).await.expect(StatusCode::OK);
        let ids = |rows: &Value| {
            let mut ids: Vec<i64> = rows.as_array().unwrap().iter().map(factories::id).collect();
            ids.sort_unstable();
            ids
        };
        let ids_found = ids(&list);
        assert!(ids_found.iter().all(|id| quick.to_string().contains(&format!("\"id\":{id}"))), "{text}: {quick}");
        ids_found
    };
    for text in ["+1 (555) 010-1999", "15550101999", "1-555-010-1999", "555.010.1999"] {
        assert_eq!(found(text).await, [sean], "{text}");
    }
    for text in ["o’brien", "obrien", "o'brien", "O`BRIEN"] {
        assert_eq!(found(text).await, [sean, mia], "{text}");
    }
    for text in ["Mar 14 1985", "March 14, 1985", "14.03.1985", "19850314", "3/14/1985", "obrien 14.03.1985"] {
        assert_eq!(found(text).await, [sean], "{text}");
    }
    for text in ["strasser", "aero", "STRASSER Aero", "ærø", "555-010-6002"] {
        assert_eq!(found(text).await, [aero], "{text}");
    }
    for text in ["+44 20 7946 0118", "011 44 20 7946 0118", "44 20 7946"] {
        assert_eq!(found(text).await, [mia], "{text}");
    }
}

#[tokio::test]
async fn names_with_accents_are_in_their_place_in_every_list() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    for last in ["Zhang", "Álvarez", "alvarado", "Øberg", "Olsen", "O'Brien", "Oakes"] {
        add(&owner, "Ann", last, json!({})).await;
    }
    let names = |rows: &Value| -> Vec<String> {
        rows.as_array().unwrap().iter().map(|row| row["last_name"].as_str().unwrap().to_owned()).collect()
    };
    let sorted = ["alvarado", "Álvarez", "Oakes", "Øberg", "O'Brien", "Olsen", "Zhang"];
    assert_eq!(names(&owner.get("/api/patients").await.expect(StatusCode::OK)), sorted);
    assert_eq!(names(&owner.get("/api/patients?search=ann").await.expect(StatusCode::OK)), sorted);
    let first = owner.get("/api/patients?limit=3").await;
    let next = first.headers["link"].to_str().unwrap().split(['<', '>']).nth(1).unwrap().to_owned();
    assert_eq!(names(&owner.get(&next).await.expect(StatusCode::OK)), sorted[3..6]);
}
