//! Renaming a clinic.

use axum::http::StatusCode;
use serde_json::json;

use super::{busy, contents};
use crate::testing::{Client, Server, TestClinic};
use operations::clinic_ops::{ClinicOpsError, NewNames, rename};
use tenancy::{MAIN, NewClinic, publish_profile};

fn to(subdomain: &str) -> NewNames {
    NewNames { subdomain: Some(subdomain.to_owned()), name: None }
}

async fn renamed(clinic: &TestClinic, from: &str, new: &NewNames) -> Result<(), ClinicOpsError> {
    let done = rename(&clinic.owner_db, from, new, clinic.clock().now()).await;
    clinic.server.app.directory.forget();
    done
}

#[tokio::test]
async fn a_renamed_clinic_is_served_at_its_new_address_only() {
    let server = Server::new();
    let (clinic, neighbour) = (server.clinic().await, server.clinic().await);
    let owner = busy(&clinic).await;
    let beside = contents(&neighbour.owner_db, MAIN, &neighbour.provisioned.schema).await;
    let before = contents(&clinic.owner_db, MAIN, &clinic.provisioned.schema).await;
    let (old, new) = (clinic.provisioned.subdomain.clone(), format!("{}-anew", clinic.provisioned.subdomain));
    renamed(&clinic, &old, &to(&new)).await.unwrap();

    owner.get("/api/patients").await.refused(StatusCode::NOT_FOUND, "no_such_clinic");
    let there = Client::new(server.router.clone(), format!("{new}.localhost:8080"));
    let again = there.sign_in("owner@clinic.example").await;
    again.get("/api/patients").await.expect(StatusCode::OK);
    let mut after = contents(&clinic.owner_db, MAIN, &clinic.provisioned.schema).await;
    assert!(after["audit"].iter().any(|row| row.contains("clinic.rename")));
    for moving in ["audit", "session", "sign_in_limit"] {
        after.insert(moving.to_owned(), before[moving].clone());
    }
    assert_eq!(after, before);
    assert_eq!(contents(&neighbour.owner_db, MAIN, &neighbour.provisioned.schema).await, beside);

    // Nobody else can get the old address in any way, but the clinic itself may take it back.
    let wants = NewClinic { subdomain: old.clone(), name: "Squatter".to_owned(), time_zone: chrono_tz::UTC };
    assert!(clinic.owner_db.begin_clinic(wants).await.is_err());
    assert!(matches!(renamed(&clinic, &neighbour.provisioned.subdomain, &to(&old)).await, Err(ClinicOpsError::Db(_))));
    let free = server.platform().get(&format!("/api/clinics/availability?subdomain={old}")).await;
    assert_eq!(free.expect(StatusCode::OK)["available"], false);
    renamed(&clinic, &new, &to(&old)).await.unwrap();
    clinic.anonymous().sign_in("owner@clinic.example").await;
}

#[tokio::test]
async fn an_unavailable_address_changes_nothing() {
    let server = Server::new();
    let (clinic, neighbour) = (server.clinic().await, server.clinic().await);
    let before = clinic.fingerprint().await;
    for wanted in ["www", "UPPER", "x", "spare-0", "deleted-0", neighbour.provisioned.subdomain.as_str()] {
        let refused = renamed(&clinic, &clinic.provisioned.subdomain, &to(wanted)).await;
        assert!(matches!(refused, Err(ClinicOpsError::Refused(_))), "{wanted}");
    }
    assert!(matches!(
        renamed(&clinic, "nobodys-clinic", &to("some-clinic")).await,
        Err(ClinicOpsError::NoSuchClinic(_))
    ));
    assert_eq!(clinic.fingerprint().await, before);
    assert_eq!(clinic.count("{}.audit where action = 'clinic.rename'").await, 0);
    clinic.owner().await;
}

#[tokio::test]
async fn a_new_name_is_stored_in_the_clinic_and_stays() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let name = NewNames { subdomain: None, name: Some(" Linden & Sons ".to_owned()) };
    renamed(&clinic, &clinic.provisioned.subdomain, &name).await.unwrap();
    // From now on the registry copies the clinic's own settings.
    publish_profile(&clinic.server.app.tenants.db, clinic.provisioned.id).await.unwrap();
    clinic.server.app.directory.forget();
    let session = owner.get("/api/auth/session").await.expect(StatusCode::OK);
    assert_eq!(session["clinic"]["name"], json!("Linden & Sons"));
    let settings = owner.get("/api/clinic/settings").await.expect(StatusCode::OK);
    assert_eq!(settings["name"], json!("Linden & Sons"));
    let blank = NewNames { subdomain: None, name: Some("  ".to_owned()) };
    assert!(matches!(renamed(&clinic, &clinic.provisioned.subdomain, &blank).await, Err(ClinicOpsError::Refused(_))));
}
