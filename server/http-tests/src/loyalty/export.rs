use super::give;
use crate::testing::{TestClinic, factories};

#[tokio::test]
async fn the_table_has_the_patients_with_points() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let (with, without) = (factories::patient(&owner).await, factories::patient(&owner).await);
    give(&owner, with, 120).await;
    let answer = owner.get("/api/loyalty/balances/export").await;
    assert_eq!(answer.table()[0], ["client_number", "last_name", "first_name", "points"]);
    assert_eq!(answer.table()[1..], [[with.to_string(), "Lindqvist".into(), "Nora".into(), "120".into()]]);
    assert!(!answer.text.contains(&format!("\"{without}\"")));
    assert_eq!(factories::audited(&clinic, "member", "loyalty.balance.export", &[with], &[]).await, 1);
}
