//! Restoring a clinic from an export.

use axum::http::StatusCode;
use entity::words::ClinicStatus;

use super::{busy, contents, folder, is_chained};
use crate::testing::{Server, TestClinic, factories};
use operations::clinic_ops::{ClinicOpsError, PutBack, drop_former, export, restore, undo_restore};
use tenancy::MAIN;

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
    // Sessions in the export do not continue.
    owner.get("/api/patients").await.refused(StatusCode::UNAUTHORIZED, "signed_out");
    let again = clinic.owner().await;
    again.get(&format!("/api/patients/{later}")).await.refused(StatusCode::NOT_FOUND, "not_found");
    assert_eq!(factories::patient(&again).await, later, "numbers go on where they were then");

    // Only the operator can read the replaced tables.
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
    // Without its last step: the registry already points to the new schema.
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

/// The rights of the clinic's role, table by table.
async fn rights(clinic: &TestClinic, schema: &str) -> Vec<(String, Option<String>)> {
    let rows = clinic
        .rows(&format!(
            "select relname::text as name, (select string_agg(acl::text, ' ' order by acl::text) from unnest(coalesce(relacl, acldefault('r', relowner))) acl)
                || coalesce((select string_agg(attname || ':' || attacl::text, ' ' order by attname)
                             from pg_attribute where attrelid = c.oid and attacl is not null), '') as rights
             from pg_class c where relnamespace = '{schema}'::regnamespace and relkind = 'r' order by 1"
        ))
        .await;
    rows.iter().map(|row| (row.try_get("", "name").unwrap(), row.try_get("", "rights").unwrap())).collect()
}

#[tokio::test]
async fn an_undone_restore_puts_the_replaced_tables_back_and_can_be_undone_itself() {
    let server = Server::new();
    let (clinic, neighbour) = (server.clinic().await, server.clinic().await);
    let (owner, _) = (busy(&clinic).await, busy(&neighbour).await);
    let (db, subdomain, now) = (&clinic.owner_db, &clinic.provisioned.subdomain, clinic.clock().now());
    let (old, folder) = (&clinic.provisioned.schema, folder());
    export(db, subdomain, &folder, now).await.unwrap();
    let later = factories::patient(&owner).await;
    let (today, may) = (contents(db, MAIN, old).await, rights(&clinic, old).await);
    let beside = contents(db, MAIN, &neighbour.provisioned.schema).await;
    let open = undo_restore(db, subdomain, now).await;
    assert!(matches!(&open, Err(ClinicOpsError::Refused(why)) if why.contains("is open")), "{open:?}");
    db.set_status(subdomain, ClinicStatus::Suspended).await.unwrap();
    let nothing = undo_restore(db, subdomain, now).await;
    assert!(matches!(&nothing, Err(ClinicOpsError::Refused(why)) if why.contains("no tables")), "{nothing:?}");
    restore(db, subdomain, &folder, now).await.unwrap();
    let (_, restored) = super::moving::placement_of(&clinic).await;
    assert_ne!(rights(&clinic, old).await, may, "the replaced tables are out of reach");

    assert_eq!(undo_restore(db, subdomain, now).await.unwrap(), PutBack { replaced_at: now });
    assert_eq!(super::moving::placement_of(&clinic).await.1, *old);
    let mut after = contents(db, MAIN, old).await;
    assert!(today["audit"].iter().all(|row| after["audit"].contains(row)));
    assert!(after["audit"].iter().any(|row| row.contains("celadon clinic restore --undo")));
    for moving in ["audit", "session", "hand_over"] {
        after.insert(moving.to_owned(), today[moving].clone());
    }
    assert_eq!(after, today);
    assert_eq!(rights(&clinic, old).await, may, "as before the restore");
    assert!(is_chained(db, MAIN, old, &clinic).await);
    assert_eq!(contents(db, MAIN, &neighbour.provisioned.schema).await, beside);
    db.set_status(subdomain, ClinicStatus::Active).await.unwrap();
    server.app.directory.forget();
    owner.get("/api/patients").await.refused(StatusCode::UNAUTHORIZED, "signed_out");
    let again = clinic.owner().await;
    again.get(&format!("/api/patients/{later}")).await.expect(StatusCode::OK);
    assert_eq!(factories::patient(&again).await, later + 1);

    // A second undo returns to the restored tables: nothing was lost.
    db.set_status(subdomain, ClinicStatus::Suspended).await.unwrap();
    undo_restore(db, subdomain, now).await.unwrap();
    assert_eq!(super::moving::placement_of(&clinic).await.1, restored);
    undo_restore(db, subdomain, now).await.unwrap();
    assert_eq!(drop_former(db, subdomain).await.unwrap(), 1);
    assert_eq!(clinic.count(&format!("pg_namespace where nspname = '{restored}'")).await, 0);
    assert_eq!(contents(db, MAIN, old).await["patient"].len(), today["patient"].len() + 1);
    std::fs::remove_dir_all(folder).unwrap();
}

/// The former tables are the only copy. Whatever fails, they are neither dropped nor left accessible.
#[tokio::test]
async fn former_tables_outlive_an_undo_that_fails_or_is_interrupted() {
    let clinic = TestClinic::new().await;
    busy(&clinic).await;
    let (db, subdomain, now) = (&clinic.owner_db, &clinic.provisioned.subdomain, clinic.clock().now());
    let (old, folder) = (&clinic.provisioned.schema, folder());
    export(db, subdomain, &folder, now).await.unwrap();
    db.set_status(subdomain, ClinicStatus::Suspended).await.unwrap();
    restore(db, subdomain, &folder, now).await.unwrap();
    let (_, restored) = super::moving::placement_of(&clinic).await;
    let former = contents(db, MAIN, old).await;
    let is_open = format!("pg_roles where rolname = '{old}' and has_schema_privilege(oid, '{old}', 'usage')");

    clinic.plant(&format!("alter table {old}.hand_over rename to elsewhere")).await;
    undo_restore(db, subdomain, now).await.unwrap_err();
    clinic.plant(&format!("alter table {old}.elsewhere rename to hand_over")).await;
    assert_eq!((contents(db, MAIN, old).await, clinic.count(&is_open).await), (former.clone(), 0));
    assert_eq!(super::moving::placement_of(&clinic).await.1, restored);

    // Interrupted after the former tables were opened and before the tables in use were closed.
    let begin = |to: &str| {
        format!(
            "insert into registry.clinic_move values
             ('{}', 'restored', 'main', '{restored}', 'main', '{to}', 0, '2026-03-01T09:00:00Z')",
            clinic.provisioned.id
        )
    };
    clinic.plant(&begin(old)).await;
    clinic.plant(&format!("grant usage on schema {old} to {old}")).await;
    let unlike = restore(db, "nobodys-clinic", &folder, now).await;
    assert!(matches!(unlike, Err(ClinicOpsError::NoSuchClinic(_))));
    restore(db, subdomain, &folder, now).await.unwrap();
    assert_eq!((contents(db, MAIN, old).await, clinic.count(&is_open).await), (former.clone(), 0));

    // Interrupted after the tables in use were closed: the next command completes the undo.
    let (_, restored) = super::moving::placement_of(&clinic).await;
    clinic.plant(&begin(old)).await;
    clinic.plant(&format!("revoke usage on schema {restored} from {restored}")).await;
    let dropped = drop_former(db, subdomain).await;
    assert!(matches!(&dropped, Err(ClinicOpsError::Refused(why)) if why.contains("was interrupted")), "{dropped:?}");
    assert_eq!(contents(db, MAIN, old).await, former);
    let message = undo_restore(db, subdomain, now).await.unwrap_err().to_string();
    assert!(message.contains("2026-03-01 09:00:00Z") && message.contains("nothing was put back"), "{message}");
    assert_eq!(super::moving::placement_of(&clinic).await.1, *old);
    assert_eq!(clinic.count(&format!("registry.former_schema where schema_name = '{old}'")).await, 0);
    std::fs::remove_dir_all(folder).unwrap();
}
