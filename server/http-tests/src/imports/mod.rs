//! Imports through the API, with the job's worker.

mod choices;
mod readings;
mod refusals;
mod steps;
mod systems;
mod undo;

use axum::http::{Method, StatusCode};
use base64::{Engine, prelude::BASE64_STANDARD};
use serde_json::{Value, json};

use crate::testing::{Client, TestClinic, factories};
use outbox::Worker;

/// A clinic with the module.
async fn new_clinic() -> TestClinic {
    let clinic = TestClinic::new().await;
    factories::switch_on(&clinic, "import_clients").await;
    clinic
}

/// Runs the clinic's due jobs.
async fn work(clinic: &TestClinic) {
    Worker::new(clinic.server.app.clone(), clinic.server.mailer()).visit(clinic.provisioned.id).await;
}

/// Begins an import and sends its file in parts of this size.
async fn sent_in(client: &Client, bytes: &[u8], part: usize) -> i64 {
    let new = json!({ "file_name": "clients.csv", "file_bytes": bytes.len() });
    let id = factories::id(&client.post("/api/imports", new).await.expect(StatusCode::CREATED));
    for (place, part) in bytes.chunks(part).enumerate() {
        let path = format!("/api/imports/{id}/parts/{}", place + 1);
        client.put(&path, json!({ "data": BASE64_STANDARD.encode(part) })).await.expect(StatusCode::NO_CONTENT);
    }
    id
}

async fn read_import(client: &Client, id: i64) -> Value {
    client.get(&format!("/api/imports/{id}")).await.expect(StatusCode::OK)
}

/// The import after its file was read.
async fn read(clinic: &TestClinic, client: &Client, bytes: &[u8]) -> Value {
    let id = sent_in(client, bytes, 400_000).await;
    let reading = client.post(&format!("/api/imports/{id}/read"), json!({})).await.expect(StatusCode::OK);
    assert_eq!(reading["state"], "reading");
    work(clinic).await;
    read_import(client, id).await
}

fn fields(import: &Value) -> Vec<Value> {
    import["columns"].as_array().unwrap().iter().map(|column| column["field"].clone()).collect()
}

/// The import after its rows were checked, with the columns found by name.
async fn checked(clinic: &TestClinic, client: &Client, file: &str) -> Value {
    let import = read(clinic, client, file.as_bytes()).await;
    let matching = json!({ "fields": fields(&import), "date_order": import["date_order"] });
    let id = factories::id(&import);
    let checking = client.put(&format!("/api/imports/{id}/columns"), matching).await.expect(StatusCode::OK);
    assert_eq!(checking["state"], "checking");
    work(clinic).await;
    let import = read_import(client, id).await;
    assert_eq!(import["state"], "checked", "{import}");
    import
}

fn good(choice: &str) -> Value {
    json!({ "scope": "good", "on_very_likely": choice, "on_possible": choice, "on_in_file": "skip" })
}

/// The import after its rows were added.
async fn run(clinic: &TestClinic, client: &Client, import: &Value, how: Value) -> Value {
    let id = factories::id(import);
    client.post(&format!("/api/imports/{id}/run"), how).await.expect(StatusCode::OK);
    work(clinic).await;
    let import = read_import(client, id).await;
    assert_eq!(import["state"], "imported", "{import}");
    import
}

async fn undone(clinic: &TestClinic, client: &Client, import: &Value) -> Value {
    let id = factories::id(import);
    client.post_nothing(&format!("/api/imports/{id}/undo")).await.expect(StatusCode::OK);
    work(clinic).await;
    let import = read_import(client, id).await;
    assert_eq!(import["state"], "undone", "{import}");
    import
}

async fn rows(client: &Client, import: &Value, kind: &str) -> Vec<Value> {
    let id = factories::id(import);
    let rows = client.get(&format!("/api/imports/{id}/rows?kind={kind}")).await.expect(StatusCode::OK);
    rows.as_array().unwrap().clone()
}

const FILE: &str = "\
First name,Last name,E-mail,Phone,DOB,Address,City,State,Zip,Referral source,Email reminders,Notes
Amelia,Hart,amelia@example.com,(555) 010-2000,3/14/1985,1 Elm St,Austin,TX,78701,A friend,yes,Prefers mornings
Bo,Dahl,,,,,,,,,no,
Cy,Eng,not an address,,31/13/1990,,,,,,,
";

#[tokio::test]
async fn a_file_becomes_patients_with_their_notes() {
    let clinic = new_clinic().await;
    let owner = clinic.owner().await;
    let import = checked(&clinic, &owner, FILE).await;
    assert_eq!((&import["rows"], &import["with_problems"]), (&json!(3), &json!(1)));
    let problems = rows(&owner, &import, "problems").await;
    assert_eq!(problems.len(), 1);
    assert_eq!(problems[0]["number"], 4);
    assert_eq!(
        problems[0]["problems"],
        json!([
            { "column": "E-mail", "sentence": "“not an address” must be an e-mail address." },
            { "column": "DOB", "sentence": "“31/13/1990” is not a date like 03/14/1985." },
        ])
    );
    assert_eq!(clinic.count("{}.patient").await, 0, "a dry run adds nobody");

    let import = run(&clinic, &owner, &import, good("skip")).await;
    assert_eq!((&import["added"], &import["skipped"], &import["done_rows"]), (&json!(2), &json!(1), &json!(3)));
    let patients = owner.get("/api/patients").await.expect(StatusCode::OK);
    assert_eq!(patients[1]["last_name"], "Hart");
    let amelia = factories::id(&patients[1]);
    let record = owner.get(&format!("/api/patients/{amelia}")).await.expect(StatusCode::OK);
    assert_eq!((&record["birth_date"], &record["phone"]), (&json!("1985-03-14"), &json!("(555) 010-2000")));
    assert_eq!(record["contact"]["postal_code"], "78701");
    assert_eq!(record["contact"]["referral_source"], "A friend");
    assert_eq!(record["contact"]["may_market"], false, "as for a patient who is added by hand");
    let notes = owner.get(&format!("/api/patients/{amelia}/notes")).await.expect(StatusCode::OK);
    assert_eq!((&notes[0]["body"], &notes[0]["author"]), (&json!("Prefers mornings"), &json!("Olive Owner")));
    let bo = owner.get(&format!("/api/patients/{}", patients[0]["id"])).await.expect(StatusCode::OK);
    assert_eq!((&bo["contact"]["may_email"], &bo["contact"]["may_text"]), (&json!(false), &json!(true)));
    let found = owner.get("/api/patients?search=5550102000").await.expect(StatusCode::OK);
    assert_eq!(found[0]["id"], json!(amelia), "the phone's digits are found");
    // The added rows are deleted; the row with problems is kept for its download.
    assert_eq!(clinic.count("{}.import_row").await, 1);
    assert_eq!(clinic.count("{}.import_part").await, 0);
    assert_eq!(factories::mails(&clinic).await.len(), 0, "nobody is told");
}

#[tokio::test]
async fn every_step_is_in_the_audit_with_the_patients_of_the_import() {
    let clinic = new_clinic().await;
    let owner = clinic.owner().await;
    let import = checked(&clinic, &owner, FILE).await;
    let id = factories::id(&import);
    let import = run(&clinic, &owner, &import, good("skip")).await;
    let ids: Vec<i64> = {
        let patients = owner.get("/api/patients").await.expect(StatusCode::OK);
        let mut ids: Vec<_> = patients.as_array().unwrap().iter().map(factories::id).collect();
        ids.sort_unstable();
        ids
    };
    for action in ["import.create", "import.part", "import.read", "import.columns", "import.run"] {
        assert_eq!(factories::audited(&clinic, "member", action, &[], &[id]).await, 1, "{action}");
    }
    assert_eq!(factories::audited(&clinic, "member", "import.run", &ids, &[id]).await, 1);
    undone(&clinic, &owner, &import).await;
    assert_eq!(factories::audited(&clinic, "member", "import.undo", &ids, &[id]).await, 1);
    let entries = owner.get("/api/audit?limit=1").await.expect(StatusCode::OK);
    assert_eq!(entries[0]["phrase"], "Undid an import of clients");
    // The outbox contains only ids.
    let payloads = clinic.count("{}.job where kind = 'import_step' and payload::text ~* 'amelia|hart|example'").await;
    assert_eq!(payloads, 0);
}

#[tokio::test]
async fn what_was_not_brought_in_is_a_file_to_correct() {
    let clinic = new_clinic().await;
    let owner = clinic.owner().await;
    let file = "First name,Last name,E-mail,=Formula\nAmelia,Hart,=cmd|calc,@x\nBo,Dahl,,\n";
    let import = checked(&clinic, &owner, file).await;
    let import = run(&clinic, &owner, &import, good("skip")).await;
    let id = factories::id(&import);
    let path = format!("/api/imports/{id}/rows/export");
    let table = owner.get(&path).await.table();
    assert_eq!(table[0], ["Row", "Why", "First name", "Last name", "E-mail", "'=Formula"]);
    assert_eq!(table[1][0], "2");
    assert_eq!(table[1][1], "E-mail: “=cmd|calc” must be an e-mail address.");
    assert_eq!(table[1][4..], ["'=cmd|calc", "'@x"], "no formula for the spreadsheet that opens it");
    assert_eq!(table.len(), 2);
    owner.delete(&format!("/api/imports/{id}/rows")).await.expect(StatusCode::NO_CONTENT);
    assert_eq!(owner.get(&path).await.table().len(), 1, "the headings");
    assert_eq!(clinic.count("{}.import_row").await, 0);
}

#[tokio::test]
async fn the_imports_are_listed_with_their_versions() {
    let clinic = new_clinic().await;
    let owner = clinic.owner().await;
    let first = checked(&clinic, &owner, FILE).await;
    let second = sent_in(&owner, b"abc", 3).await;
    let list = owner.get("/api/imports").await.expect(StatusCode::OK);
    let ids: Vec<_> = list.as_array().unwrap().iter().map(factories::id).collect();
    assert_eq!(ids, [second, factories::id(&first)]);
    assert_eq!(list[1], first);
    assert_eq!((&list[1]["version"], &list[1]["created_by"]), (&json!(3), &json!("Olive Owner")));
    // Each call that takes a version refuses an outdated one.
    let id = factories::id(&first);
    let matching = json!({ "fields": fields(&first), "date_order": "mdy" });
    for (method, path, body) in [
        (Method::PUT, "columns", Some(matching)),
        (Method::POST, "read", Some(json!({}))),
        (Method::POST, "run", Some(good("skip"))),
        (Method::POST, "cancel", None),
        (Method::POST, "undo", None),
        (Method::DELETE, "rows", None),
    ] {
        let path = format!("/api/imports/{id}/{path}");
        let answer = owner.send_from_version(2, method, &path, body.as_ref()).await;
        answer.refused(StatusCode::PRECONDITION_FAILED, "stale");
    }
    assert_eq!(read_import(&owner, id).await, first);
}
