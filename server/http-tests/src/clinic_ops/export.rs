//! Exports from one deployment to another.

use std::{fs, path::Path};

use axum::http::StatusCode;
use entity::words::ClinicStatus;

use super::{busy, contents, folder, is_chained};
use crate::testing::{Client, SECOND, Server, TestClinic, config, factories};
use operations::clinic_ops::{ClinicOpsError, ImportOptions, MANIFEST, Manifest, export, import};
use tenancy::{Db, MAIN, OwnerDb};

pub(super) async fn elsewhere() -> OwnerDb {
    OwnerDb::connect(&SECOND.owner_url, &SECOND.gateway.login).await.unwrap()
}

fn its_server() -> Server {
    let mut config = config();
    config.database_url.clone_from(&SECOND.gateway_url);
    config.database_direct_url.clone_from(&SECOND.gateway_url);
    let db = Db::new(&config.database_url, 4).unwrap();
    Server::with_db(config, db)
}

async fn exported(clinic: &TestClinic) -> (std::path::PathBuf, Manifest) {
    let folder = folder();
    let manifest =
        export(&clinic.owner_db, &clinic.provisioned.subdomain, &folder, clinic.clock().now()).await.unwrap();
    (folder, manifest)
}

/// Tables that an import changes on purpose: for example, sessions end and the audit gets a row.
pub(super) const MAY_DIFFER: [&str; 5] = ["session", "hand_over", "kept_answer", "document", "audit"];

#[tokio::test]
async fn an_imported_clinic_is_equal_row_by_row_and_other_clinics_are_untouched() {
    let server = Server::new();
    let (clinic, neighbour) = (server.clinic().await, server.clinic().await);
    busy(&clinic).await;
    busy(&neighbour).await;
    let beside = contents(&neighbour.owner_db, MAIN, &neighbour.provisioned.schema).await;
    let (folder, manifest) = exported(&clinic).await;
    let before = contents(&clinic.owner_db, MAIN, &clinic.provisioned.schema).await;
    assert_eq!(contents(&neighbour.owner_db, MAIN, &neighbour.provisioned.schema).await, beside);

    let there = elsewhere().await;
    let provisioned = import(&there, &folder, &ImportOptions::default(), clinic.clock().now()).await.unwrap();
    assert_eq!((provisioned.id, &provisioned.subdomain), (clinic.provisioned.id, &clinic.provisioned.subdomain));
    let after = contents(&there, MAIN, &provisioned.schema).await;
    assert_eq!(before.keys().collect::<Vec<_>>(), after.keys().collect::<Vec<_>>());
    for (table, rows) in &before {
        let part = manifest.tables.iter().find(|part| part.table == *table).unwrap();
        assert_eq!(part.rows, rows.len() as u64, "{table}");
        if !MAY_DIFFER.contains(&table.as_str()) {
            assert_eq!(after[table], *rows, "{table}");
        }
    }
    // The audit is complete, with one additional row, and its chain is valid.
    assert!(before["audit"].iter().all(|row| after["audit"].contains(row)));
    assert_eq!(after["audit"].len(), before["audit"].len() + 1);
    assert!(after["audit"].iter().any(|row| row.contains("clinic.import")));
    assert!(before["audit"].iter().any(|row| row.contains("clinic.export")));
    assert!(is_chained(&there, MAIN, &provisioned.schema, &clinic).await);
    fs::remove_dir_all(folder).unwrap();
}

#[tokio::test]
async fn an_imported_clinic_starts_suspended_and_works_once_opened() {
    let clinic = TestClinic::new().await;
    let owner = busy(&clinic).await;
    let newest = factories::patient(&owner).await;
    let (_, secret) = factories::api_token(&owner).await;
    let (folder, _) = exported(&clinic).await;
    let there = elsewhere().await;
    import(&there, &folder, &ImportOptions::default(), clinic.clock().now()).await.unwrap();
    let server = its_server();
    let anonymous = Client::new(server.router.clone(), clinic.host());
    anonymous.get("/api/patients").await.refused(StatusCode::FORBIDDEN, "clinic_suspended");
    assert!(there.set_status(&clinic.provisioned.subdomain, ClinicStatus::Active).await.unwrap());
    server.app.directory.forget();
    // The secret and the session are the same, but the session has ended.
    let mut with_old_cookie = anonymous.clone();
    with_old_cookie.cookie.clone_from(&owner.cookie);
    with_old_cookie.get("/api/patients").await.refused(StatusCode::UNAUTHORIZED, "signed_out");
    let program = anonymous.clone().with_api_token(&secret);
    assert_eq!(
        program.get("/api/fhir/r4/Patient").await.status,
        StatusCode::UNAUTHORIZED,
        "a copy takes no token over"
    );
    let again = anonymous.sign_in("owner@clinic.example").await;
    again.get(&format!("/api/patients/{newest}")).await.expect(StatusCode::OK);
    // Ids continue after the last one.
    assert_eq!(factories::patient(&again).await, newest + 1);
    fs::remove_dir_all(folder).unwrap();
}

async fn refused(there: &OwnerDb, folder: &Path, why: &str) {
    let options = ImportOptions::default();
    let fault = import(there, folder, &options, base::clock::Clock::default().now()).await.unwrap_err();
    assert!(fault.to_string().contains(why), "{fault}");
}

#[tokio::test]
async fn an_incomplete_export_is_refused_before_anything_is_written() {
    let clinic = TestClinic::new().await;
    busy(&clinic).await;
    let (folder, manifest) = exported(&clinic).await;
    let there = elsewhere().await;
    let patients = folder.join("patient.tsv");
    let text = fs::read_to_string(&patients).unwrap();
    let (path, original) = (folder.join(MANIFEST), fs::read_to_string(folder.join(MANIFEST)).unwrap());

    fs::write(&patients, text.replace("Lindqvist", "Lindquist")).unwrap();
    refused(&there, &folder, "its checksum differs").await;
    fs::write(&patients, format!("{text}{}\n", text.lines().last().unwrap())).unwrap();
    refused(&there, &folder, "its checksum differs").await;
    fs::remove_file(&patients).unwrap();
    refused(&there, &folder, "patient.tsv").await;
    fs::write(&patients, &text).unwrap();
    fs::write(folder.join("more.tsv"), "").unwrap();
    refused(&there, &folder, "not in the manifest").await;
    fs::remove_file(folder.join("more.tsv")).unwrap();
    fs::write(&path, original.replace(&manifest.schema_version, "m20260101_000001_older")).unwrap();
    refused(&there, &folder, "is of the schema m20260101_000001_older, from before the first release").await;
    fs::write(&path, original.replace(&manifest.schema_version, "m29990101_000001_newer")).unwrap();
    refused(&there, &folder, "is of the schema m29990101_000001_newer, this release's is").await;
    let mut fewer = manifest.clone();
    fewer.tables.retain(|part| part.table != "patient");
    fs::remove_file(&patients).unwrap();
    fs::write(&path, serde_json::to_string(&fewer).unwrap()).unwrap();
    refused(&there, &folder, "does not hold the tables").await;
    fs::write(&patients, &text).unwrap();
    let mut fewer = manifest.clone();
    fewer.tables.iter_mut().for_each(|part| part.rows += u64::from(part.table == "patient"));
    fs::write(&path, serde_json::to_string(&fewer).unwrap()).unwrap();
    refused(&there, &folder, "the manifest says").await;

    left_nothing(&there, &clinic).await;
    fs::write(&path, original).unwrap();
    import(&there, &folder, &ImportOptions::default(), clinic.clock().now()).await.unwrap();
    fs::remove_dir_all(folder).unwrap();
}

/// Checks that there is neither the clinic nor a schema with its rows.
pub(super) async fn left_nothing(there: &OwnerDb, clinic: &TestClinic) {
    let mut session = there.session(MAIN).await.unwrap();
    let left: i64 = sqlx::query_scalar("select count(*) from registry.clinic where id = $1")
        .bind(clinic.provisioned.id)
        .fetch_one(&mut session)
        .await
        .unwrap();
    assert_eq!(left, 0);
    let unknown: Vec<String> = sqlx::query_scalar(
        "select n.nspname::text from pg_namespace n where n.nspname ~ '^clinic_'
         and not exists (select 1 from registry.clinic r where r.schema_name = n.nspname)",
    )
    .fetch_all(&mut session)
    .await
    .unwrap();
    for schema in unknown {
        // Other tests' tables come and go meanwhile. This clinic's rows are recognized by their ids.
        let text = format!("select exists (select 1 from {schema}.member where id = {})", clinic.first_id);
        let is_left = sqlx::query_scalar(sqlx::AssertSqlSafe(text)).fetch_one(&mut session).await.unwrap_or(false);
        assert!(!is_left, "something was left behind");
    }
}

#[tokio::test]
async fn an_existing_clinic_is_never_overwritten() {
    let server = Server::new();
    let (clinic, other) = (server.clinic().await, server.clinic().await);
    busy(&clinic).await;
    let (folder, _) = exported(&clinic).await;
    let before = contents(&clinic.owner_db, MAIN, &clinic.provisioned.schema).await;
    refused(&clinic.owner_db, &folder, "this clinic is here already").await;
    let there = elsewhere().await;
    let now = clinic.clock().now();
    let renamed =
        ImportOptions { subdomain: Some(format!("{}-two", clinic.provisioned.subdomain)), ..ImportOptions::default() };
    import(&there, &folder, &renamed, now).await.unwrap();
    refused(&there, &folder, "this clinic is here already").await;
    let (others, _) = exported(&other).await;
    let taken = ImportOptions { subdomain: renamed.subdomain.clone(), ..ImportOptions::default() };
    let fault = import(&there, &others, &taken, now).await.unwrap_err();
    assert!(matches!(&fault, ClinicOpsError::Refused(why) if why.contains("another clinic")), "{fault}");
    let reserved = ImportOptions { subdomain: Some("www".to_owned()), ..ImportOptions::default() };
    assert!(matches!(import(&there, &others, &reserved, now).await, Err(ClinicOpsError::Refused(_))));
    let nowhere = ImportOptions { placement: Some("nowhere".to_owned()), ..ImportOptions::default() };
    assert!(import(&there, &others, &nowhere, now).await.is_err());
    assert_eq!(contents(&clinic.owner_db, MAIN, &clinic.provisioned.schema).await, before);
    for folder in [folder, others] {
        fs::remove_dir_all(folder).unwrap();
    }
}

#[tokio::test]
async fn second_factors_are_left_out_on_request() {
    let clinic = TestClinic::new().await;
    clinic
        .plant(
            "insert into {}.second_factor (member_id, secret, key_id, created_at, confirmed_at)
             select id, 'x', '1', now(), now() from {}.member",
        )
        .await;
    let (folder, _) = exported(&clinic).await;
    let there = elsewhere().await;
    let options = ImportOptions { forget_second_factors: true, ..ImportOptions::default() };
    let provisioned = import(&there, &folder, &options, clinic.clock().now()).await.unwrap();
    let inside = contents(&there, MAIN, &provisioned.schema).await;
    assert!(inside["second_factor"].is_empty() && !inside["member"].is_empty());
    fs::remove_dir_all(folder).unwrap();
}

#[tokio::test]
async fn an_export_is_a_snapshot_readable_by_its_owner_and_never_partial() {
    use std::os::unix::fs::PermissionsExt;
    let clinic = TestClinic::new().await;
    let owner = busy(&clinic).await;
    let (folder, _) = exported(&clinic).await;
    for entry in fs::read_dir(&folder).unwrap() {
        assert_eq!(entry.unwrap().metadata().unwrap().permissions().mode() & 0o077, 0);
    }
    assert_eq!(fs::metadata(&folder).unwrap().permissions().mode() & 0o077, 0);
    let again = export(&clinic.owner_db, &clinic.provisioned.subdomain, &folder, clinic.clock().now()).await;
    assert!(matches!(again, Err(ClinicOpsError::Refused(_))));
    // The export is consistent although rows are added meanwhile: it has every row that another one refers to.
    let works = async {
        for _ in 0..20 {
            let patient = factories::cleared_patient(&owner).await;
            factories::treatment(&owner, patient).await;
        }
    };
    let exports = async {
        let mut folders = Vec::new();
        for _ in 0..5 {
            folders.push(exported(&clinic).await.0);
        }
        folders
    };
    let ((), folders) = tokio::join!(works, exports);
    for folder in folders {
        let ids = |file: &str, column: usize| -> Vec<String> {
            let text = fs::read_to_string(folder.join(file)).unwrap();
            text.lines().skip(1).map(|line| line.split('\t').nth(column).unwrap().to_owned()).collect()
        };
        let (patients, exams) = (ids("patient.tsv", 0), ids("exam.tsv", 0));
        assert!(ids("exam.tsv", 1).iter().all(|id| patients.contains(id)));
        assert!(ids("treatment.tsv", 2).iter().all(|id| exams.contains(id)));
        fs::remove_dir_all(folder).unwrap();
    }
    let nobody = export(&clinic.owner_db, "nobodys-clinic", &super::folder(), clinic.clock().now()).await;
    assert!(matches!(nobody, Err(ClinicOpsError::NoSuchClinic(_))));
    fs::remove_dir_all(folder).unwrap();
}
