//! Interrupts a sign-up at each of its awaits. The general test of all calls does not cover this, because a write
//! continues when its client disconnects, but not when the server crashes.

use super::opening::{WARM_POOL, with_spares};
use crate::{
    tenancy::sweep::{CancelAfter, leftovers, slow_server},
    testing::{PASSWORD_HASH, TestClinic},
};
use base::permission::Role;
use operations::{provisioning::create_spare, sign_up::open};
use tenancy::{NewClinic, NewOwner};

fn new_clinic_and_owner(wait: usize) -> (NewClinic, NewOwner) {
    let new = NewClinic {
        subdomain: format!("cut{wait}-{}", &uuid::Uuid::new_v4().simple().to_string()[..12]),
        name: "Linden Aesthetics".to_owned(),
        time_zone: chrono_tz::America::Chicago,
    };
    let owner = NewOwner {
        first_name: "Nora".to_owned(),
        last_name: "Linden".to_owned(),
        email: "nora@linden.example".to_owned(),
        role: Role::PracticeManager,
        license_number: None,
        password_hash: PASSWORD_HASH.clone(),
    };
    (new, owner)
}

/// Checks that the clinic exists, and if so, that it is complete.
async fn is_whole(clinic: &TestClinic, subdomain: &str) -> bool {
    let there = clinic
        .rows(&format!("select schema_name from registry.clinic where subdomain = '{subdomain}' and status = 'active'"))
        .await;
    let Some(row) = there.first() else { return false };
    let schema: String = row.try_get("", "schema_name").unwrap();
    for part in ["member where is_owner", "hand_over", "sample_set"] {
        assert_eq!(clinic.count(&format!("{schema}.{part}")).await, 1, "{subdomain}: {part}");
    }
    true
}

#[tokio::test]
async fn a_cancelled_sign_up_is_complete_or_undone_and_leaves_no_open_transaction() {
    let _alone = WARM_POOL.lock().await;
    let clinic = with_spares(2).await;
    let server = slow_server(true).await;
    let (mut cut, mut violations) = (0, Vec::new());
    for wait in 0.. {
        // Some interrupted sign-ups left data in an unclaimed clinic. Such a clinic is detected and removed.
        clinic.owner_db.discard_spoilt().await.unwrap();
        while create_spare(&clinic.owner_db, 2, clinic.clock().now()).await.unwrap() {}
        let (new, owner) = new_clinic_and_owner(wait);
        let signing = open::open(&server.app, &new, &owner, true, clinic.clock().now());
        let finished = CancelAfter { future: Box::pin(signing), waits_left: wait }.await;
        if let Some(found) = leftovers(&server, &clinic.provisioned.subdomain).await {
            violations.push(format!("cut at wait {wait}: {found}"));
        }
        let whole = is_whole(&clinic, &new.subdomain).await;
        if let Some(signed_up) = finished {
            signed_up.unwrap();
            assert!(whole, "answered, and not there");
            break;
        }
        cut += usize::from(!whole);
        assert!(wait < 500, "signing up never ends");
    }
    println!("cut short {cut} times before it was done");
    assert!(cut > 10, "only {cut} waits were cut");
    assert_eq!(violations, Vec::<String>::new());
    // Only people whose sign-up was completed are in a clinic, because data left in unclaimed clinics is found.
    let spares = clinic.rows("select schema_name from registry.clinic where status = 'spare'").await;
    let mut spoilt = 0;
    for row in spares {
        let schema: String = row.try_get("", "schema_name").unwrap();
        spoilt += clinic.count(&format!("{schema}.member")).await;
    }
    assert!(spoilt <= 1, "{spoilt} people in spares");
}

#[tokio::test]
async fn without_cleaning_a_cancelled_sign_up_is_detected() {
    let _alone = WARM_POOL.lock().await;
    let clinic = with_spares(1).await;
    let server = slow_server(false).await;
    let mut violations = Vec::new();
    for wait in 0..12 {
        let (new, owner) = new_clinic_and_owner(wait);
        let signing = open::open(&server.app, &new, &owner, false, clinic.clock().now());
        let finished = CancelAfter { future: Box::pin(signing), waits_left: wait }.await.is_some();
        assert!(!finished, "it took fewer waits than are cut here");
        if let Some(found) = leftovers(&server, &clinic.provisioned.subdomain).await {
            // This pool is not used any more, because one of its connections is still inside a clinic.
            violations.push(found);
            break;
        }
    }
    assert!(!violations.is_empty(), "nobody would notice a connection that is left inside");
}
