//! Restoring a clinic from an export.

use axum::http::StatusCode;

use super::{
    super::{ClinicOpsError, drop_former, export, restore},
    busy, contents, folder, is_chained,
};
use crate::{
    foundation::tenancy::MAIN,
    testing::{Server, TestClinic, factories},
};
use entity::words::ClinicStatus;

#[tokio::test]
async fn a_restored_clinic_equals_its_export_and_the_replaced_tables_are_kept() {
    let server = Server::new();
    let (clinic, neighbour) = (server.clinic().await, server.clinic().await);
    let (owner, beside_owner) = (busy(&clinic).await, busy(&neighbour).await);
    let (subdomain, now, old) = (&clinic.provisioned.subdomain, clinic.clock().now(), &clinic.provisioned.schema);
    let folder = folder();
    export(&clinic.owner_db, subdomain, &folder, now).await.unwrap();
    let then = contents(&clinic.owner_db, MAIN, old).await;
    // The damage.
    let later = factories::patient(&owner).await;
    clinic.plant("update {}.patient set last_name = 'Ruined'").await;
    let today = contents(&clinic.owner_db, MAIN, old).await;
    let beside = contents(&neighbour.owner_db, MAIN, &neighbour.provisioned.schema).await;
    let open = restore(&clinic.owner_db, subdomain, &folder, now).await;
    assert!(matches!(&open, Err(ClinicOpsError::Refused(why)) if why.contains("is open")), "{open:?}");
    assert_eq!(contents(&clinic.owner_db, MAIN, old).await, today);
    clinic.owner_db.set_status(subdomain, ClinicStatus::Suspended).await.unwrap();
    restore(&clinic.owner_db, subdomain, &folder, now).await.unwrap();
    clinic.owner_db.set_status(subdomain, ClinicStatus::Active).await.unwrap();
    server.app.directory.forget();

    let row = &clinic
        .rows(&format!("select schema_name from registry.clinic where id = '{}'", clinic.provisioned.id))
        .await[0];
    let schema: String = row.try_get("", "schema_name").unwrap();
    assert_ne!(schema, *old);
    let mut after = contents(&clinic.owner_db, MAIN, &schema).await;
    assert!(then["audit"].iter().all(|row| after["audit"].contains(row)));
    assert_eq!(after["audit"].len(), then["audit"].len() + 1);
    assert!(after["audit"].iter().any(|row| row.contains("clinic.restore")));
    for moving in ["audit", "session", "hand_over"] {
        after.insert(moving.to_owned(), then[moving].clone());
    }
    assert_eq!(after, then);
    assert!(is_chained(&clinic.owner_db, MAIN, &schema, &clinic).await);
    assert_eq!(contents(&neighbour.owner_db, MAIN, &neighbour.provisioned.schema).await, beside);
    beside_owner.get("/api/patients").await.expect(StatusCode::OK);
    // Sessions of that moment do not continue.
    owner.get("/api/patients").await.refused(StatusCode::UNAUTHORIZED, "signed_out");
    let again = clinic.owner().await;
    again.get(&format!("/api/patients/{later}")).await.refused(StatusCode::NOT_FOUND, "not_found");
    assert_eq!(factories::patient(&again).await, later, "numbers go on where they were then");

    // The replaced tables can be read by the operator only.
    assert_eq!(contents(&clinic.owner_db, MAIN, old).await, today);
    let reach = format!("select has_schema_privilege('{old}', '{old}', 'usage') as reach");
    assert!(!clinic.rows(&reach).await[0].try_get::<bool>("", "reach").unwrap());
    assert_eq!(drop_former(&clinic.owner_db, subdomain).await.unwrap(), 1);
    assert_eq!(clinic.count(&format!("pg_namespace where nspname = '{old}'")).await, 0);
    assert_eq!(drop_former(&clinic.owner_db, subdomain).await.unwrap(), 0);
    again.get("/api/patients").await.expect(StatusCode::OK);
    std::fs::remove_dir_all(folder).unwrap();
}

#[tokio::test]
async fn an_incomplete_or_another_clinics_export_changes_nothing() {
    let server = Server::new();
    let (clinic, other) = (server.clinic().await, server.clinic().await);
    let owner = busy(&clinic).await;
    let (subdomain, now) = (&clinic.provisioned.subdomain, clinic.clock().now());
    let (own, others) = (folder(), folder());
    export(&clinic.owner_db, subdomain, &own, now).await.unwrap();
    export(&clinic.owner_db, &other.provisioned.subdomain, &others, now).await.unwrap();
    let before = contents(&clinic.owner_db, MAIN, &clinic.provisioned.schema).await;
    let refused = restore(&clinic.owner_db, subdomain, &others, now).await;
    assert!(matches!(&refused, Err(ClinicOpsError::Refused(why)) if why.contains("another clinic")), "{refused:?}");
    let patients = own.join("patient.tsv");
    clinic.owner_db.set_status(subdomain, ClinicStatus::Suspended).await.unwrap();
    let text = std::fs::read_to_string(&patients).unwrap();
    std::fs::write(&patients, text.replace("Nora", "Mona")).unwrap();
    assert!(restore(&clinic.owner_db, subdomain, &own, now).await.is_err());
    assert_eq!(contents(&clinic.owner_db, MAIN, &clinic.provisioned.schema).await, before);
    clinic.owner_db.set_status(subdomain, ClinicStatus::Active).await.unwrap();
    server.app.directory.forget();
    owner.get("/api/patients").await.expect(StatusCode::OK);
    for folder in [own, others] {
        std::fs::remove_dir_all(folder).unwrap();
    }
}

#[tokio::test]
async fn an_interrupted_restore_is_finished_and_not_mistaken_for_another() {
    let clinic = TestClinic::new().await;
    let owner = busy(&clinic).await;
    let (subdomain, schema, now) = (&clinic.provisioned.subdomain, &clinic.provisioned.schema, clinic.clock().now());
    let folder = folder();
    export(&clinic.owner_db, subdomain, &folder, now).await.unwrap();
    factories::patient(&owner).await;
    let before = contents(&clinic.owner_db, MAIN, schema).await;
    // Its last step is missing: the registry points to the new schema already.
    clinic
        .plant(&format!(
            "insert into registry.clinic_move values
             ('{}', 'restored', 'main', 'clinic_former', 'main', '{schema}', 0, '2026-03-01T09:00:00Z')",
            clinic.provisioned.id
        ))
        .await;
    clinic.owner_db.set_status(subdomain, ClinicStatus::Suspended).await.unwrap();
    let message = restore(&clinic.owner_db, subdomain, &folder, now).await.unwrap_err().to_string();
    assert!(message.contains("2026-03-01 09:00:00Z") && message.contains("not brought in"), "{message}");
    assert_eq!(contents(&clinic.owner_db, MAIN, schema).await, before);
    restore(&clinic.owner_db, subdomain, &folder, now).await.unwrap();
    std::fs::remove_dir_all(folder).unwrap();
}
