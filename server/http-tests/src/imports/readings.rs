//! Reading real files of programs and people: a proven order is used, an open one is asked about, and a reading by a rule that
//! may be wrong has a notice.

use axum::http::StatusCode;
use serde_json::{Value, json};

use super::{fields, good, new_clinic, read, read_import, rows, run, work};
use crate::testing::{Client, TestClinic, factories};

/// The import after its rows were checked, with this date order and these answers about single rows.
async fn checked_as(
    (clinic, client): (&TestClinic, &Client),
    import: &Value,
    date_order: Value,
    date_answers: Value,
) -> Value {
    let id = factories::id(import);
    let matching = json!({ "fields": fields(import), "date_order": date_order, "date_answers": date_answers });
    client.put(&format!("/api/imports/{id}/columns"), matching).await.expect(StatusCode::OK);
    work(clinic).await;
    let import = read_import(client, id).await;
    assert_eq!(import["state"], "checked", "{import}");
    import
}

/// Each row with its problem; or each row with its notice.
async fn sentences(client: &Client, import: &Value, kind: &str) -> Vec<(i64, String)> {
    let key = if kind == "problems" { "problems" } else { "notices" };
    let rows = rows(client, import, kind).await;
    let sentence = |row: &Value| {
        row[key]
            .as_array()
            .unwrap()
            .iter()
            .map(|found| found["sentence"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
            .join(" ")
    };
    rows.iter().map(|row| (row["number"].as_i64().unwrap(), sentence(row))).collect()
}

/// The value of each patient's field, by last name.
async fn values(client: &Client, field: &str) -> Vec<(String, String)> {
    let list = client.get("/api/patients?limit=100").await.expect(StatusCode::OK);
    let mut values = Vec::new();
    for row in list.as_array().unwrap() {
        let record = client.get(&format!("/api/patients/{}", row["id"])).await.expect(StatusCode::OK);
        let value = if record[field].is_null() { &record["contact"][field] } else { &record[field] };
        let text = |value: &Value| value.as_str().unwrap_or("").to_owned();
        values.push((text(&row["last_name"]), text(value)));
    }
    values.sort();
    values
}

fn pairs(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
    let mut pairs: Vec<_> = pairs.iter().map(|(one, other)| ((*one).to_owned(), (*other).to_owned())).collect();
    pairs.sort();
    pairs
}

#[tokio::test]
async fn serials_decide_nothing_about_the_other_dates() {
    let clinic = new_clinic().await;
    let owner = clinic.owner().await;
    let import = read(&clinic, &owner, include_bytes!("serials.csv")).await;
    assert_eq!((&import["date_order"], &import["dates"]["kind"]), (&Value::Null, &json!("open")));
    assert_eq!(import["dates"]["example"], "03/04/1990");
    assert_eq!(
        import["dates"]["readings"],
        json!([{ "date_order": "mdy", "date": "1990-03-04" }, { "date_order": "dmy", "date": "1990-04-03" }])
    );
    let id = factories::id(&import);
    let path = format!("/api/imports/{id}/columns");
    let nothing_chosen = json!({ "fields": fields(&import), "date_order": null });
    let sentence = owner.put(&path, nothing_chosen).await.refused_field("date_order");
    assert_eq!(sentence, "must be chosen: 03/04/1990 is March 4, 1990 or April 3, 1990");
    assert_eq!(read_import(&owner, id).await, import, "nothing is changed");
    let import = checked_as((&clinic, &owner), &import, json!("dmy"), Value::Null).await;
    assert_eq!(import["with_problems"], 0, "{:?}", sentences(&owner, &import, "problems").await);
    run(&clinic, &owner, &import, good("add")).await;
    assert_eq!(
        values(&owner, "birth_date").await,
        pairs(&[("Berg", "1985-03-14"), ("Okafor", "1990-04-03"), ("Castro", "2000-02-29"), ("Dunn", "2008-06-05")])
    );
    assert_eq!(
        values(&owner, "postal_code").await,
        pairs(&[("Berg", "02134"), ("Okafor", "00501"), ("Castro", "10001-0042"), ("Dunn", "60601")])
    );
}

#[tokio::test]
async fn dates_that_all_fit_both_orders_are_a_persons_choice() {
    let clinic = new_clinic().await;
    let owner = clinic.owner().await;
    let import = read(&clinic, &owner, include_bytes!("either_order.csv")).await;
    assert_eq!((&import["date_order"], &import["dates"]["kind"]), (&Value::Null, &json!("open")));
    let import = checked_as((&clinic, &owner), &import, json!("mdy"), Value::Null).await;
    assert_eq!((&import["with_problems"], &import["date_order"]), (&json!(0), &json!("mdy")));
}

#[tokio::test]
async fn a_file_that_contradicts_itself_is_asked_about_row_by_row() {
    let clinic = new_clinic().await;
    let owner = clinic.owner().await;
    let import = read(&clinic, &owner, include_bytes!("mixed_orders.csv")).await;
    assert_eq!((&import["date_order"], &import["dates"]["kind"]), (&Value::Null, &json!("mixed")));
    assert_eq!(import["dates"]["proofs"], json!(["25/03/1990"]));
    let import = checked_as((&clinic, &owner), &import, Value::Null, Value::Null).await;
    assert_eq!(
        sentences(&owner, &import, "problems").await,
        [
            (3, "05/04/1980 is May 4, 1980 or April 5, 1980. The file does not say which: choose one.".to_owned()),
            (
                6,
                "03/04/12 is March 4, 2012 or April 3, 2012 or April 12, 2003. The file does not say which: choose one."
                    .to_owned()
            ),
        ]
    );
    let asked = rows(&owner, &import, "problems").await;
    assert_eq!(
        asked[0]["date_readings"],
        json!([{ "date_order": "mdy", "date": "1980-05-04" }, { "date_order": "dmy", "date": "1980-04-05" }])
    );
    let answers = json!([{ "number": 3, "date_order": "dmy" }, { "number": 6, "date_order": "mdy" }]);
    let import = checked_as((&clinic, &owner), &import, Value::Null, answers).await;
    assert_eq!(import["with_problems"], 0);
    // Answers stay when the columns are matched again.
    let import = checked_as((&clinic, &owner), &import, Value::Null, Value::Null).await;
    assert_eq!(import["with_problems"], 0);
    run(&clinic, &owner, &import, good("add")).await;
    assert_eq!(
        values(&owner, "birth_date").await,
        pairs(&[
            ("Alder", "1985-03-14"),
            ("Birch", "1980-04-05"),
            ("Cedar", "1990-03-25"),
            ("Elm", "1985-03-14"),
            ("Fir", "2012-03-04")
        ])
    );
}

#[tokio::test]
async fn an_order_that_the_file_speaks_against_is_refused_or_asked_about() {
    let clinic = new_clinic().await;
    let owner = clinic.owner().await;
    let file = "First name,Last name,DOB\nAnn,Berg,03/04/1985\nBo,Dahl,25/03/1990\n";
    let import = read(&clinic, &owner, file.as_bytes()).await;
    assert_eq!((&import["date_order"], &import["dates"]["kind"]), (&json!("dmy"), &json!("proven")));
    let path = format!("/api/imports/{}/columns", import["id"]);
    let wrong = json!({ "fields": fields(&import), "date_order": "mdy" });
    let sentence = owner.put(&path, wrong).await.refused_field("date_order");
    assert_eq!(sentence, "does not fit the file, which has 25/03/1990");

    let file = "First name,Last name,DOB\nAnn,Berg,03/04/1985\nBo,Dahl,25/03/1990\nCy,Eng,03/25/1990\n";
    let import = read(&clinic, &owner, file.as_bytes()).await;
    assert_eq!(import["dates"]["proofs"], json!(["03/25/1990", "25/03/1990"]));
    let import = checked_as((&clinic, &owner), &import, json!("mdy"), Value::Null).await;
    assert_eq!((&import["date_order"], &import["with_problems"]), (&Value::Null, &json!(1)));
    let path = format!("/api/imports/{}/columns", import["id"]);
    for answers in [json!("3"), json!([3]), json!([{ "number": 2, "date_order": "never" }])] {
        let matching = json!({ "fields": fields(&import), "date_answers": answers });
        owner.put(&path, matching).await.refused_field("date_answers");
    }
}

#[tokio::test]
async fn names_and_births_that_may_be_wrong_are_refused_or_pointed_out() {
    let clinic = new_clinic().await;
    let owner = clinic.owner().await;
    let import = read(&clinic, &owner, include_bytes!("names_births.csv")).await;
    assert_eq!(import["date_order"], "mdy", "02/29/1996 proves it");
    let import = checked_as((&clinic, &owner), &import, json!("mdy"), Value::Null).await;
    let problems = sentences(&owner, &import, "problems").await;
    let numbers: Vec<_> = problems.iter().map(|(number, _)| *number).collect();
    assert_eq!(numbers, [3, 4, 19, 22, 23, 27], "{problems:?}");
    assert_eq!(problems[0].1, "“Madonna” holds one name alone. A patient has a first and a last name.");
    assert_eq!(problems[1].1, "“Suharto -” holds one name alone. A patient has a first and a last name.");
    let time =
        "“1985-03-13T23:00:00Z” holds a time of day, so that it may be another day elsewhere. Write the date alone.";
    assert_eq!(problems[3].1, time);
    assert_eq!(problems[5].1, "There is no first name. There is no last name.");
    let notices = sentences(&owner, &import, "notices").await;
    assert_eq!(import["with_notices"], i64::try_from(notices.len()).unwrap());
    for (number, sentence) in [
        (8, "Parted by a guess: “Carlos” and “King Jr.”."),
        (9, "Parted by a guess: “Carlos” and “King Jr.”."),
        (10, "Parted by a guess: “Ludwig” and “van der Meer”."),
        (20, "January 1, 1900 is a date that programs write where none is known."),
        (21, "January 1, 1970 is a date that programs write where none is known."),
    ] {
        assert!(notices.contains(&(number, sentence.to_owned())), "{number}: {notices:?}");
    }
    assert!(
        notices.iter().any(|(number, sentence)| *number == 24 && sentence.contains("It may be 1926.")),
        "{notices:?}"
    );
    assert!(notices.iter().all(|(number, _)| ![2, 5, 6, 7, 11, 12, 15, 16, 18, 26].contains(number)), "{notices:?}");
}

#[tokio::test]
async fn the_line_that_states_the_separator_is_no_row() {
    let clinic = new_clinic().await;
    let owner = clinic.owner().await;
    let import = read(&clinic, &owner, include_bytes!("stated_separator.csv")).await;
    assert_eq!((&import["rows"], &import["header_row"]), (&json!(2), &json!(1)));
    assert_eq!(fields(&import), ["first_name", "last_name", "birth_date", "phone", "email"]);
    assert_eq!(import["date_order"], "mdy");
}

#[tokio::test]
async fn a_workbook_is_read_from_its_first_visible_sheet_below_its_titles() {
    let clinic = new_clinic().await;
    let owner = clinic.owner().await;
    let import = read(&clinic, &owner, include_bytes!("hidden_sheet.xlsx")).await;
    assert_eq!((&import["sheet"], &import["header_row"], &import["rows"]), (&json!("Clients"), &json!(4), &json!(5)));
    assert_eq!(
        import["sheets"],
        json!([{ "name": "Read me", "is_hidden": true }, { "name": "Clients", "is_hidden": false }])
    );
    let id = factories::id(&import);
    let matched = checked_as((&clinic, &owner), &import, import["date_order"].clone(), Value::Null).await;
    let problems = sentences(&owner, &matched, "problems").await;
    assert_eq!(problems.iter().map(|(number, _)| *number).collect::<Vec<_>>(), [6, 9], "a time, and a row of sums");
    let brought = run(&clinic, &owner, &matched, good("add")).await;
    assert_eq!(brought["added"], 3);
    assert_eq!(
        values(&owner, "birth_date").await,
        pairs(&[("Grant", "1985-03-14"), ("Ivers", "1985-03-14"), ("Jonas", "1985-03-14")])
    );
    assert_eq!(
        values(&owner, "postal_code").await,
        pairs(&[("Grant", "02134"), ("Ivers", "10001"), ("Jonas", "60601")])
    );
    // Another sheet and another header row can be chosen.
    let import = read(&clinic, &owner, include_bytes!("hidden_sheet.xlsx")).await;
    let again = format!("/api/imports/{}/read", import["id"]);
    owner.post(&again, json!({ "sheet": "Read me" })).await.expect(StatusCode::OK);
    work(&clinic).await;
    let other = read_import(&owner, factories::id(&import)).await;
    assert_eq!((&other["sheet"], &other["rows"]), (&json!("Read me"), &json!(1)));
    owner.post(&again, json!({ "sheet": "Clients", "header_row": 5 })).await.expect(StatusCode::OK);
    work(&clinic).await;
    let other = read_import(&owner, factories::id(&import)).await;
    assert_eq!((&other["header_row"], &other["columns"][0]["name"]), (&json!(5), &json!("Gia")));
    for (reading, begins) in [
        (json!({ "sheet": "Nobody" }), "The workbook has no sheet “Nobody”."),
        (json!({ "header_row": 3 }), "Row 3 is empty."),
    ] {
        owner.post(&again, reading).await.expect(StatusCode::OK);
        work(&clinic).await;
        let other = read_import(&owner, factories::id(&import)).await;
        assert!(other["problem"].as_str().unwrap().starts_with(begins), "{other}");
    }
    owner.post(&again, json!({ "header_row": 0 })).await.refused_field("header_row");
    let titled = read(&clinic, &owner, include_bytes!("title_rows.xlsx")).await;
    assert_eq!((&titled["header_row"], &titled["rows"]), (&json!(3), &json!(2)));
    assert_ne!(id, factories::id(&titled));
}

#[tokio::test]
async fn phones_are_refused_kept_or_said_to_reach_no_texts() {
    let clinic = new_clinic().await;
    let owner = clinic.owner().await;
    let import = read(&clinic, &owner, include_bytes!("phones.csv")).await;
    let import = checked_as((&clinic, &owner), &import, json!("mdy"), Value::Null).await;
    let problems = sentences(&owner, &import, "problems").await;
    assert_eq!(problems.iter().map(|(number, _)| *number).collect::<Vec<_>>(), [2, 3, 6, 13], "{problems:?}");
    assert!(problems.iter().all(|(_, sentence)| sentence.ends_with("must be a phone number.")), "{problems:?}");
    let notices = sentences(&owner, &import, "notices").await;
    assert_eq!(
        notices,
        [
            (7, "“555-010-1023 x12” cannot be texted.".to_owned()),
            (8, "“+5550101024” cannot be texted.".to_owned()),
            (12, "“010-1028” cannot be texted.".to_owned()),
        ]
    );
    run(&clinic, &owner, &import, good("add")).await;
    let phones = values(&owner, "phone").await;
    for phone in [("Apostrophe", "+1 555-010-1025"), ("Width", "555-010-1026"), ("Marks", "+1 (555) 010-1027")] {
        assert!(phones.contains(&(phone.0.to_owned(), phone.1.to_owned())), "{phones:?}");
    }
    let found = owner.get("/api/patients?search=442079460018").await.expect(StatusCode::OK);
    assert_eq!(found.as_array().unwrap().len(), 1, "without the zero in brackets");
}

/// An exported list that is imported again is the same, however often.
#[tokio::test]
async fn an_export_that_is_imported_again_is_the_same() {
    let clinic = new_clinic().await;
    let owner = clinic.owner().await;
    let import = read(&clinic, &owner, include_bytes!("apostrophes.csv")).await;
    let import = checked_as((&clinic, &owner), &import, json!("mdy"), Value::Null).await;
    run(&clinic, &owner, &import, good("add")).await;
    assert_eq!(values(&owner, "phone").await, pairs(&[("Round", "+1 555-010-1090"), ("Trip", "+1 555-010-1091")]));
    assert_eq!(values(&owner, "first_name").await, pairs(&[("Round", "Rae"), ("Trip", "-Ty")]));
    let import = read(&clinic, &owner, include_bytes!("own_export.csv")).await;
    let import = checked_as((&clinic, &owner), &import, json!("mdy"), Value::Null).await;
    run(&clinic, &owner, &import, good("add")).await;
    let first = owner.get("/api/patients/export").await.table();
    // The list of one clinic, imported into another.
    let other = new_clinic().await;
    let theirs = other.owner().await;
    let text = owner.get("/api/patients/export").await.text;
    let import = read(&other, &theirs, text.as_bytes()).await;
    let import = checked_as((&other, &theirs), &import, json!("mdy"), Value::Null).await;
    run(&other, &theirs, &import, good("add")).await;
    let second = theirs.get("/api/patients/export").await.table();
    let people = |table: &Vec<Vec<String>>| {
        let mut rows: Vec<_> = table.iter().skip(1).map(|row| row[1..8].to_vec()).collect();
        rows.sort();
        rows
    };
    assert_eq!(people(&first), people(&second));
    assert_eq!(people(&second).len(), 6);
}
