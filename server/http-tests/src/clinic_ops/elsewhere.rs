//! A clinic in another placement than the registry's: role isolation there, and the answers of servers that do not know
//! that placement.

use std::collections::BTreeMap;

use axum::http::StatusCode;
use entity::words::ClinicStatus;
use migration::{clinic as clinic_migrations, fleet};
use sea_orm::{ConnectionTrait, DbBackend, Statement};
use serde_json::json;
use sqlx::Connection;

use super::{
    busy, contents, folder,
    moving::{further, is_settled, owner, placement_of, server, server_of},
};
use crate::testing::PLACED;
use operations::{
    clinic_ops::{
        ClinicOpsError, Deletion, NewNames, delete, export, move_to, rename, restore,
        transfer::{FENCE, Stage, until},
    },
    support::{self, AccessRequest},
};
use tenancy::{MAIN, OwnerDb, enter_for_job};

/// Held by a test that sets a clinic's schema version in the registry. A run of the fleet migrates every clinic that is
/// behind, so two such tests at once would affect each other's clinics.
static VERSIONS: tokio::sync::Mutex<()> = tokio::sync::Mutex::const_new(());

/// After the point of no return, a write to the former tables would be lost. So the operator's rename, support grant
/// and the audit row of an export are refused.
#[tokio::test]
async fn nothing_is_written_to_a_moved_clinics_former_tables() {
    let server = server();
    let clinic = server.clinic().await;
    busy(&clinic).await;
    let (both, now) = (owner().await, clinic.clock().now());
    let subdomain = &clinic.provisioned.subdomain;
    assert!(until(&both, subdomain, "east", now, &async |here| here == Stage::Closed).await.is_err());
    let before = contents(&both, MAIN, &clinic.provisioned.schema).await;
    let names = NewNames { name: Some("Another name".to_owned()), subdomain: None };
    let request = AccessRequest {
        operator: "Ana of Celadon".to_owned(),
        reason: "The owner asked us to look".to_owned(),
        minutes: 60,
    };
    let folder = folder();
    for refused in [
        rename(&both, subdomain, &names, now).await.unwrap_err(),
        support::grant(&both, subdomain, &request, now).await.unwrap_err(),
        export(&both, subdomain, &folder, now).await.unwrap_err(),
    ] {
        assert!(refused.to_string().contains("moving"), "{refused}");
    }
    assert!(!folder.exists());
    assert_eq!(contents(&both, MAIN, &clinic.provisioned.schema).await, before);
    move_to(&both, subdomain, "east", now).await.unwrap();
    rename(&both, subdomain, &names, now).await.unwrap();
}

/// The tables at the new place are of this release, so clinics of another release are not moved there.
#[tokio::test]
async fn a_clinic_of_another_release_stays_where_it_is() {
    let _alone = VERSIONS.lock().await;
    let server = server();
    let clinic = server.clinic().await;
    let (both, now) = (owner().await, clinic.clock().now());
    let (subdomain, id, folder) = (&clinic.provisioned.subdomain, clinic.provisioned.id, folder());
    export(&both, subdomain, &folder, now).await.unwrap();
    let error = |version: &str| format!("update registry.clinic set schema_version = '{version}' where id = '{id}'");
    for version in ["m20200101_000001_before", "m29990101_000001_ahead"] {
        clinic.plant(&error(version)).await;
        for refused in [
            move_to(&both, subdomain, "east", now).await.unwrap_err(),
            restore(&both, subdomain, &folder, now).await.unwrap_err(),
        ] {
            assert!(matches!(&refused, ClinicOpsError::Refused(why) if why.contains(version)), "{refused}");
        }
    }
    clinic.plant(&error(clinic_migrations::LATEST)).await;
    assert_eq!(placement_of(&clinic).await, (MAIN.to_owned(), clinic.provisioned.schema.clone()));
    assert!(is_settled(&clinic).await);
    std::fs::remove_dir_all(folder).unwrap();
}

/// A placement that accepts no more clinics is refused as a target, but its clinics can still be moved away.
#[tokio::test]
async fn a_clinic_is_restored_in_a_placement_that_accepts_no_others() {
    let server = server();
    let (clinic, other) = (server.clinic().await, server.clinic().await);
    busy(&clinic).await;
    let (both, now, folder) = (owner().await, clinic.clock().now(), folder());
    let subdomain = &clinic.provisioned.subdomain;
    // A separate placement in the same database, because parallel tests need the others to be open.
    clinic
        .plant(&format!(
            "insert into registry.placement (name, kind, accepting, shards) values ('full', 'postgres', false, 1);
             update registry.clinic set placement = 'full' where id = '{}'",
            clinic.provisioned.id
        ))
        .await;
    let mut urls = further();
    urls.insert("full".to_owned(), PLACED.main.owner_url.clone());
    let full = OwnerDb::connect_to(&PLACED.main.owner_url, &PLACED.main.gateway.login, urls).await.unwrap();
    export(&full, subdomain, &folder, now).await.unwrap();
    full.set_status(subdomain, ClinicStatus::Suspended).await.unwrap();
    restore(&full, subdomain, &folder, now).await.unwrap();
    let (placement, schema) = placement_of(&clinic).await;
    assert_eq!(placement, "full");
    assert_ne!(schema, clinic.provisioned.schema);
    assert_eq!(contents(&full, "full", &schema).await["patient"].len(), 1);
    assert!(move_to(&full, &other.provisioned.subdomain, "full", now).await.is_err());
    assert!(is_settled(&other).await);
    move_to(&full, subdomain, MAIN, now).await.unwrap();
    let former = operations::clinic_ops::drop_former(&full, subdomain).await.unwrap();
    assert_eq!(former, 1);
    drop(both);
    clinic.plant("delete from registry.placement where name = 'full'").await;
    std::fs::remove_dir_all(folder).unwrap();
}

/// At the new place, too, a clinic's role has access to its own tables only.
#[tokio::test]
async fn role_isolation_holds_at_the_new_placement() {
    let server = server();
    let (one, other) = (server.clinic().await, server.clinic().await);
    let both = owner().await;
    for clinic in [&one, &other] {
        busy(clinic).await;
        move_to(&both, &clinic.provisioned.subdomain, "east", clinic.clock().now()).await.unwrap();
    }
    server.app.tenants.db.check_restricted().await.unwrap();
    let ((_, here), (_, there)) = (placement_of(&one).await, placement_of(&other).await);
    for sql in [
        format!("select last_name from {there}.patient"),
        format!("select set_config('role', '{there}', true)"),
        "update audit set action = 'x'".to_owned(),
        "delete from audit".to_owned(),
        "update consent_signature set typed_name = 'x'".to_owned(),
        "drop table patient".to_owned(),
        format!("create table {here}.more (id int)"),
    ] {
        let entered = enter_for_job(&server.app.tenants.db, one.provisioned.id).await.unwrap();
        let error = entered.tx.query_all_raw(Statement::from_string(DbBackend::Postgres, &sql)).await;
        let error = error.err().unwrap_or_else(|| panic!("it was let through: {sql}")).to_string();
        assert!(error.contains("permission denied") || error.contains("must be owner"), "{sql}: {error}");
    }
    // Outside of a clinic, the role sees no table.
    let mut connection = sqlx::PgConnection::connect(&PLACED.east_gateway_url).await.unwrap();
    let sql = sqlx::AssertSqlSafe(format!("select id from {here}.patient"));
    let error = sqlx::query(sql).fetch_optional(&mut connection).await.unwrap_err().to_string();
    assert!(error.contains("permission denied"), "{error}");
}

/// The move was interrupted after the point of no return, and its fence has expired. The registry points to tables that
/// cannot be used, so the answer is 503.
#[tokio::test]
async fn a_closed_clinic_whose_fence_expired_is_unavailable() {
    let server = server();
    let (clinic, broken) = (server.clinic().await, server.clinic().await);
    let (client, beside) = (busy(&clinic).await, broken.owner().await);
    let (both, now) = (owner().await, clinic.clock().now());
    let died = until(&both, &clinic.provisioned.subdomain, "east", now, &async |here| here == Stage::Closed).await;
    assert!(died.is_err());
    clinic.clock().advance(FENCE);
    for answer in [
        client.get("/api/patients").await,
        client.post("/api/patients", json!({ "first_name": "Ea", "last_name": "Stern" })).await,
    ] {
        assert_eq!(answer.headers["retry-after"], "1");
        answer.refused(StatusCode::SERVICE_UNAVAILABLE, "unavailable");
    }
    // The same state of a clinic that has not moved is an internal error.
    broken.plant("revoke usage on schema {} from {}").await;
    beside.get("/api/patients").await.refused(StatusCode::INTERNAL_SERVER_ERROR, "internal");
    move_to(&both, &clinic.provisioned.subdomain, "east", now).await.unwrap();
    server.app.directory.forget();
    client.get("/api/patients").await.expect(StatusCode::OK);
}

#[tokio::test]
async fn a_server_with_a_stale_cache_rechecks_the_placement_before_a_500() {
    let server = server();
    let (clinic, neighbour) = (server.clinic().await, server.clinic().await);
    busy(&clinic).await;
    let (both, directory) = (owner().await, &server.app.directory);
    let subdomain = &clinic.provisioned.subdomain;
    let known = directory.find(subdomain).await.unwrap();
    let beside = directory.find(&neighbour.provisioned.subdomain).await.unwrap();
    assert!(!directory.has_moved(&known).await.unwrap());
    move_to(&both, subdomain, "east", clinic.clock().now()).await.unwrap();
    assert!(directory.has_moved(&known).await.unwrap());
    // The check has cleared the cache.
    let found = directory.find(subdomain).await.unwrap();
    assert!(!directory.has_moved(&found).await.unwrap());
    assert!(!directory.has_moved(&beside).await.unwrap());
    assert!(both.set_status(&neighbour.provisioned.subdomain, ClinicStatus::Suspended).await.unwrap());
    let confirmed = neighbour.provisioned.subdomain.clone();
    let deletion = Deletion { confirmed: confirmed.clone(), name_free_after: None };
    delete(&both, &confirmed, &deletion, clinic.clock().now()).await.unwrap();
    assert!(directory.has_moved(&beside).await.unwrap());
}

/// A server without the placement's setting answers 503 for the clinics in that placement only.
#[tokio::test]
async fn a_server_without_a_placements_url_refuses_only_its_clinics() {
    let both = owner().await;
    let server = server();
    let clinic = server.clinic().await;
    let client = busy(&clinic).await;
    move_to(&both, &clinic.provisioned.subdomain, "east", clinic.clock().now()).await.unwrap();
    let unknowing = server_of(&BTreeMap::new());
    let neighbour = unknowing.clinic().await;
    let mut there = crate::testing::Client::new(unknowing.router.clone(), clinic.host());
    there.cookie.clone_from(&client.cookie);
    there.get("/api/patients").await.refused(StatusCode::SERVICE_UNAVAILABLE, "unavailable");
    neighbour.owner().await.get("/api/patients").await.expect(StatusCode::OK);
}

#[tokio::test]
async fn a_clinic_in_another_placement_is_migrated_exported_and_deleted_like_any() {
    let _alone = VERSIONS.lock().await;
    let server = server();
    let clinic = server.clinic().await;
    busy(&clinic).await;
    let (both, now) = (owner().await, clinic.clock().now());
    let subdomain = &clinic.provisioned.subdomain;
    move_to(&both, subdomain, "east", now).await.unwrap();
    let id = clinic.provisioned.id;
    // As if a release had started: according to the registry the clinic is behind, so it is migrated in its placement.
    clinic.plant(&format!("update registry.clinic set schema_version = '' where id = '{id}'")).await;
    let mut plan = fleet::Plan::default();
    let alone = fleet::up(&PLACED.main.owner_url, &PLACED.main.gateway, &plan).await.unwrap();
    let (_, schema) = placement_of(&clinic).await;
    assert!(alone.broken.iter().any(|(broken, reason)| *broken == schema && reason.contains("east")), "{alone:?}");
    plan.placements = fleet::Placements(further());
    let report = fleet::up(&PLACED.main.owner_url, &PLACED.main.gateway, &plan).await.unwrap();
    assert!(report.broken.is_empty(), "{report:?}");
    let latest = clinic_migrations::LATEST;
    assert_eq!(clinic.count(&format!("registry.clinic where id = '{id}' and schema_version = '{latest}'")).await, 1);
    let folder = folder();
    let manifest = export(&both, subdomain, &folder, now).await.unwrap();
    assert!(manifest.tables.iter().any(|part| part.table == "patient" && part.rows == 1));
    assert!(both.set_status(subdomain, ClinicStatus::Suspended).await.unwrap());
    delete(&both, subdomain, &Deletion { confirmed: subdomain.clone(), name_free_after: None }, now).await.unwrap();
    let mut east = both.session("east").await.unwrap();
    let left: i64 = sqlx::query_scalar("select count(*) from pg_namespace where nspname = $1")
        .bind(&schema)
        .fetch_one(&mut east)
        .await
        .unwrap();
    assert_eq!(left, 0);
    std::fs::remove_dir_all(folder).unwrap();
}
