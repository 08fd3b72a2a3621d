//! The schemas in which an operator's action can still be recorded.

use crate::testing::TestClinic;
use operations::clinic_ops::note;
use tenancy::MAIN;

/// Clinics of a cluster have no roles of their own, and there may be more than a hundred shards.
#[tokio::test]
async fn an_action_is_noted_while_a_shards_login_reads_the_clinic_and_not_once_it_has_left() {
    let clinic = TestClinic::new().await;
    let login = format!("reader_{}_s123", clinic.provisioned.schema);
    let shared =
        format!("create role {login}; grant usage on schema {{}} to {login}; revoke usage on schema {{}} from {{}}");
    clinic.plant(&shared).await;
    let note = async || {
        let inside = clinic.owner_db.enter_schema(MAIN, &clinic.provisioned.schema).await.unwrap();
        note::write(&inside, "clinic.rename", "celadon clinic rename", Vec::new(), clinic.clock().now()).await
    };
    note().await.unwrap();
    clinic.plant(&format!("revoke usage on schema {{}} from {login}; drop role {login}")).await;
    assert!(note().await.unwrap_err().to_string().contains("moving to another place"));
}
