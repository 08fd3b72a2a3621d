//! Deleting a clinic for good.

use axum::http::StatusCode;
use chrono::TimeDelta;
use entity::words::ClinicStatus;

use super::{busy, contents, folder};
use crate::testing::{Client, Server, TestClinic};
use operations::clinic_ops::{
    ClinicOpsError, Deletion, ImportOptions, delete, export, import, transfer::lock_against_other_commands,
};
use tenancy::{MAIN, NewClinic};

fn deletion_of(subdomain: &str) -> Deletion {
    Deletion { confirmed: subdomain.to_owned(), name_free_after: None }
}

async fn gone(clinic: &TestClinic, wanted: &Deletion) -> Result<(), ClinicOpsError> {
    let done = delete(&clinic.owner_db, &clinic.provisioned.subdomain, wanted, clinic.clock().now()).await;
    clinic.server.app.directory.forget();
    done
}

async fn suspend(clinic: &TestClinic) {
    assert!(clinic.owner_db.set_status(&clinic.provisioned.subdomain, ClinicStatus::Suspended).await.unwrap());
}

#[tokio::test]
async fn a_deleted_clinic_leaves_a_tombstone_and_nothing_else() {
    let server = Server::new();
    let (clinic, neighbour) = (server.clinic().await, server.clinic().await);
    let owner = busy(&clinic).await;
    let beside_owner = busy(&neighbour).await;
    let (id, subdomain, schema) = (clinic.provisioned.id, &clinic.provisioned.subdomain, &clinic.provisioned.schema);
    // Billing's records refer to it.
    clinic
        .plant(&format!(
            "insert into registry.billing_account (clinic_id, livemode, stripe_customer_id, status, next_attempt_at, created_at)
             values ('{id}', false, 'cus_{subdomain}', 'Canceled', now(), now());
             insert into registry.stripe_event (id, type, livemode, happened_at, clinic_id, state, received_at)
             values ('evt_{subdomain}', 'customer.updated', false, now(), '{id}', 'applied', now());
             insert into registry.checkout_attempt (id, clinic_id, kind, plan, billing, trial_days, created_by, state, expires_at, created_at)
             values (gen_random_uuid(), '{id}', 'checkout', 'basic', 'monthly', 0, 1, 'open', now(), now())"
        ))
        .await;
    suspend(&clinic).await;
    let beside = contents(&neighbour.owner_db, MAIN, &neighbour.provisioned.schema).await;
    gone(&clinic, &deletion_of(subdomain)).await.unwrap();

    owner.get("/api/patients").await.refused(StatusCode::NOT_FOUND, "no_such_clinic");
    assert_eq!(clinic.count(&format!("pg_namespace where nspname = '{schema}'")).await, 0);
    assert_eq!(clinic.count(&format!("pg_roles where rolname = '{schema}'")).await, 0);
    let row = &clinic.rows(&format!("select name, subdomain, status from registry.clinic where id = '{id}'")).await[0];
    let (name, address): (String, String) = (row.try_get("", "name").unwrap(), row.try_get("", "subdomain").unwrap());
    assert_eq!((name.as_str(), address), ("", format!("deleted-{}", id.simple())));
    for kept in ["billing_account", "stripe_event", "checkout_attempt"] {
        assert_eq!(clinic.count(&format!("registry.{kept} where clinic_id = '{id}'")).await, 1, "{kept}");
    }
    assert_eq!(
        clinic.count(&format!("registry.checkout_attempt where clinic_id = '{id}' and state = 'open'")).await,
        0
    );
    assert_eq!(contents(&neighbour.owner_db, MAIN, &neighbour.provisioned.schema).await, beside);
    beside_owner.get("/api/patients").await.expect(StatusCode::OK);
    let listed = clinic.owner_db.clinics().await.unwrap();
    assert!(listed.iter().all(|row| row.id != id) && listed.iter().any(|row| row.id == neighbour.provisioned.id));
    // The placeholder is not served either, and deleting it again does nothing.
    let at_tombstone = Client::new(server.router.clone(), format!("deleted-{}.localhost:8080", id.simple()));
    at_tombstone.get("/api/patients").await.refused(StatusCode::NOT_FOUND, "no_such_clinic");
    gone(&clinic, &deletion_of(subdomain)).await.unwrap();
}

#[tokio::test]
async fn a_deletion_is_final_and_its_address_is_held_until_the_term() {
    let clinic = TestClinic::new().await;
    let (subdomain, now) = (clinic.provisioned.subdomain.clone(), clinic.clock().now());
    let folder = folder();
    export(&clinic.owner_db, &subdomain, &folder, now).await.unwrap();
    suspend(&clinic).await;
    let year = TimeDelta::days(365);
    gone(&clinic, &Deletion { name_free_after: Some(year), ..deletion_of(&subdomain) }).await.unwrap();
    let back = import(&clinic.owner_db, &folder, &ImportOptions::default(), now).await.unwrap_err();
    assert!(back.to_string().contains("deleted"), "{back}");
    let wants = || NewClinic { subdomain: subdomain.clone(), name: "Anew".to_owned(), time_zone: chrono_tz::UTC };
    assert!(clinic.owner_db.begin_clinic(wants()).await.is_err());
    assert!(clinic.server.app.tenants.db.is_taken(&subdomain, now + year - TimeDelta::seconds(1)).await.unwrap());
    // A little more than a year, because the reservation started a little after `now`.
    let over = now + year + TimeDelta::hours(1);
    assert!(!clinic.server.app.tenants.db.is_taken(&subdomain, over).await.unwrap());
    clinic
        .plant(&format!(
            "update registry.held_subdomain set held_at = held_at - interval '2 years',
                free_at = free_at - interval '2 years' where subdomain = '{subdomain}'"
        ))
        .await;
    drop(clinic.owner_db.begin_clinic(wants()).await.unwrap());
    std::fs::remove_dir_all(folder).unwrap();
}

#[tokio::test]
async fn a_deletion_needs_suspension_confirmation_and_no_open_subscription() {
    let clinic = TestClinic::new().await;
    let subdomain = clinic.provisioned.subdomain.clone();
    let before = clinic.fingerprint().await;
    let refused = |done: Result<(), ClinicOpsError>, why: &str| {
        let fault = done.unwrap_err();
        assert!(fault.to_string().contains(why), "{fault}");
    };
    refused(gone(&clinic, &deletion_of(&subdomain)).await, "suspend");
    suspend(&clinic).await;
    refused(gone(&clinic, &deletion_of("another")).await, "confirmation");
    let id = clinic.provisioned.id;
    clinic
        .plant(&format!(
            "insert into registry.billing_account (clinic_id, livemode, stripe_customer_id, status, next_attempt_at, created_at)
             values ('{id}', false, 'cus_{subdomain}', 'Past Due', now(), now())"
        ))
        .await;
    refused(gone(&clinic, &deletion_of(&subdomain)).await, "Stripe");
    refused(
        delete(&clinic.owner_db, "nobodys-clinic", &deletion_of("nobodys-clinic"), clinic.clock().now()).await,
        "no clinic",
    );
    assert_eq!(clinic.fingerprint().await, before);
}

/// A clinic that was deleted during a move would continue to exist at its new place.
#[tokio::test]
async fn a_clinic_that_is_being_moved_is_not_deleted() {
    let clinic = TestClinic::new().await;
    let (subdomain, id, schema) =
        (clinic.provisioned.subdomain.clone(), clinic.provisioned.id, clinic.provisioned.schema.clone());
    suspend(&clinic).await;
    let before = clinic.fingerprint().await;
    let mover = lock_against_other_commands(&clinic.owner_db, id).await.unwrap();
    let deletes = {
        let (owner, deletion_of, now) = (clinic.owner_db.clone(), deletion_of(&subdomain), clinic.clock().now());
        tokio::spawn(async move { delete(&owner, &subdomain, &deletion_of, now).await })
    };
    let waiting = format!(
        "pg_locks l where l.locktype = 'advisory' and not l.granted
         and (l.classid::bigint << 32 | l.objid::bigint) = hashtextextended('clinic move ' || '{id}', 0)"
    );
    while clinic.count(&waiting).await == 0 {
        assert!(!deletes.is_finished(), "it did not wait for the mover");
        tokio::task::yield_now().await;
    }
    clinic
        .plant(&format!(
            "insert into registry.clinic_move (clinic_id, reason, from_placement, from_schema, to_placement, to_schema, to_shard, begun_at)
             values ('{id}', 'moved', 'main', '{schema}', 'main', '{schema}_new', 0, now())"
        ))
        .await;
    drop(mover);
    let fault = deletes.await.unwrap().unwrap_err();
    assert!(fault.to_string().contains("on the way"), "{fault}");
    clinic.plant(&format!("delete from registry.clinic_move where clinic_id = '{id}'")).await;
    assert_eq!(clinic.fingerprint().await, before);
}

/// The registry is committed first. The next run removes the tables that a crash has left.
#[tokio::test]
async fn an_interrupted_deletion_is_resumed() {
    let clinic = TestClinic::new().await;
    let schema = &clinic.provisioned.schema;
    suspend(&clinic).await;
    let busy = clinic.owner_db.enter_schema(MAIN, schema).await.unwrap();
    sea_orm::ConnectionTrait::execute_unprepared(&busy, "select count(*) from patient").await.unwrap();
    assert!(gone(&clinic, &deletion_of(&clinic.provisioned.subdomain)).await.is_err(), "somebody reads there");
    busy.rollback().await.unwrap();
    clinic.anonymous().get("/api/auth/session").await.refused(StatusCode::NOT_FOUND, "no_such_clinic");
    assert_eq!(clinic.count(&format!("pg_namespace where nspname = '{schema}'")).await, 1);
    let listed = format!("registry.former_schema where schema_name = '{schema}' and reason = 'deleted'");
    assert_eq!(clinic.count(&listed).await, 1, "a drain names the tables that are left");
    gone(&clinic, &deletion_of(&clinic.provisioned.subdomain)).await.unwrap();
    assert_eq!(clinic.count(&format!("pg_namespace where nspname = '{schema}'")).await, 0);
    assert_eq!(clinic.count(&listed).await, 0);
}
