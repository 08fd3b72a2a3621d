//! The tables of a patient's whole record. A new table about patients fails here until the export reads it, or until it is listed
//! as left out, with the reason. A patient may have all records on which decisions about the patient are based (45 CFR 164.501,
//! 164.524).

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Debug,
};

use axum::http::StatusCode;
use chrono::TimeDelta;
use entity::clinic::document;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};
use serde_json::{Value, json};

use crate::testing::{Server, TestClinic, about_patients::assert_all_but, factories, world::World};
use base::{
    error::Result,
    permission::{Grants, Role},
};
use papers::documents::{
    content::{self, Reader, Which},
    export_files,
    export_job::{signed_copy, version_files},
};
use tenancy::{ClinicTx, enter_for_job};

/// Tables about patients that an export leaves out.
const NOT_EXPORTED: &[(&str, &str)] = &[
    ("appointment_link", "hashes of links"),
    ("appointment_told", "what was announced last: the messages themselves are exported"),
    ("booking_hold", "a time that is held for minutes, before there is a visit"),
    ("distinct_patients", "names somebody who is not the patient"),
    ("document_file", "a file of an export"),
    ("document_part", "a part of an export that is being made"),
    ("emergency_access", "who opened the record: the activity log tells"),
    ("estimate_content", "a draft: every version that was issued is exported"),
    ("estimate_link", "hashes of links"),
    ("import_patient", "from which file the record is: its fields are exported"),
    ("kiosk_document", "what is shown on a tablet: what was signed there is exported"),
    ("recall_skip", "whether a reminder is sent"),
    ("review_waiting", "the order in which charts are reviewed: what was decided is exported"),
];

/// The tables that `work` reads. The clinic's role loses its rights to all tables, and gets each back that `work` is refused, until
/// `work` succeeds.
async fn read_by<E: Debug>(
    clinic: &TestClinic,
    tables: &BTreeSet<String>,
    work: impl AsyncFn() -> std::result::Result<(), E>,
) -> BTreeSet<String> {
    let role = &clinic.provisioned.schema;
    for table in tables {
        clinic.plant(&format!("revoke select on {{}}.{table} from {role}")).await;
    }
    let mut read = BTreeSet::new();
    while let Err(error) = work().await {
        let text = format!("{error:?}");
        let table = text.split("permission denied for table ").nth(1).expect(&text);
        let table: String = table.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        clinic.plant(&format!("grant select on {{}}.{table} to {role}")).await;
        assert!(read.insert(table), "{text}");
    }
    for table in tables.difference(&read) {
        clinic.plant(&format!("grant select on {{}}.{table} to {role}")).await;
    }
    read
}

/// The patient's export, as if it were asked for after everything was recorded.
async fn asked(tx: &ClinicTx, world: &World) -> Result<document::Model> {
    let asked = document::Entity::find().filter(document::Column::PatientId.eq(world.patient));
    let row = asked.filter(document::Column::Kind.eq("export")).one(tx).await?.unwrap();
    Ok(document::Model { requested_at: row.requested_at + TimeDelta::days(1), ..row })
}

/// Everything that an export of the whole record reads.
async fn export(tx: &ClinicTx, row: &document::Model) -> Result<Vec<Value>> {
    let grants = Grants { role: Role::MedicalDirector, is_owner: true };
    let reader = Reader::of_everything(grants, chrono_tz::UTC);
    let mut contents = Vec::new();
    for record in export_files::records(tx, row).await? {
        let which = Which { kind: record.kind, record: record.id, version: None };
        let content = content::gather(tx, reader, which).await?;
        contents.push(content::more(tx, record.kind, record.id, content.value).await?);
        signed_copy(tx, record).await?;
        version_files(tx, record).await?;
    }
    Ok(contents)
}

#[tokio::test]
async fn an_export_reads_every_table_about_patients_but_those_left_out_for_a_reason() {
    let world = World::new(&Server::new()).await;
    let clinic = &world.clinic;
    factories::switch_on(clinic, "clearance").await;
    let licensed = "update {}.member set credential = 'MD', license_number = 'MD-1', license_state = 'NY',
        license_expires_on = current_date + 30";
    clinic.plant(licensed).await;
    let signature = format!("/api/gfe/exams/{}/signature", world.exam);
    world.owner.post(&signature, factories::exam_signature()).await.expect(StatusCode::CREATED);
    let about = clinic.tables_about_patients().await;
    let read = read_by(clinic, &about, async || {
        let entered = enter_for_job(&clinic.server.app.tenants.db, clinic.provisioned.id).await?;
        export(&entered.tx, &asked(&entered.tx, &world).await?).await.map(|_| ())
    })
    .await;
    assert_all_but(&about, &read, NOT_EXPORTED);
}

/// Every text in the values, with its number of occurrences.
fn texts(value: &Value, found: &mut BTreeMap<String, usize>) {
    match value {
        Value::String(text) => *found.entry(text.clone()).or_default() += 1,
        Value::Array(values) => values.iter().for_each(|value| texts(value, found)),
        Value::Object(fields) => fields.values().for_each(|value| texts(value, found)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

#[tokio::test]
async fn a_merge_loses_nothing_that_an_export_had() {
    let world = World::new(&Server::new()).await;
    let clinic = &world.clinic;
    let tenants = &clinic.server.app.tenants.db;
    let entered = enter_for_job(tenants, clinic.provisioned.id).await.unwrap();
    let row = asked(&entered.tx, &world).await.unwrap();
    let before = export(&entered.tx, &row).await.unwrap();
    drop(entered);

    let survivor = factories::patient(&world.owner).await;
    let version = |patient: Value| patient["version"].clone();
    let of = async |id: i64| version(world.owner.get(&format!("/api/patients/{id}")).await.expect(StatusCode::OK));
    let merging =
        json!({ "other_id": world.patient, "version": of(survivor).await, "other_version": of(world.patient).await });
    world.owner.post(&format!("/api/patients/{survivor}/merge"), merging).await.expect(StatusCode::OK);

    let entered = enter_for_job(tenants, clinic.provisioned.id).await.unwrap();
    let row = document::Model { patient_id: survivor.into(), record_id: survivor, ..row };
    let after = export(&entered.tx, &row).await.unwrap();
    let count = |contents: &[Value]| {
        let mut found = BTreeMap::new();
        for value in contents {
            texts(value, &mut found);
        }
        found
    };
    let (before, after) = (count(&before), count(&after));
    let lost: Vec<_> = before.iter().filter(|(text, times)| after.get(*text) < Some(times)).collect();
    assert!(lost.is_empty(), "{lost:#?}");
}
