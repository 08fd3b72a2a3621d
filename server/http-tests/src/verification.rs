//! The findings of a run that starts at the checkpoint, compared with a run from the first row.

use chrono::TimeDelta;
use entity::registry::clinic;
use futures_util::StreamExt;
use sea_orm::EntityTrait;

use crate::testing::{Client, Server, TestClinic, factories};
use audit::Finding;
use operations::verification::{Outcome, Scope, verify_clinic, verify_clinics};

async fn registered(clinic: &TestClinic) -> clinic::Model {
    clinic::Entity::find_by_id(clinic.provisioned.id).one(clinic.owner_db.raw()).await.unwrap().unwrap()
}

async fn run(clinic: &TestClinic, scope: &Scope) -> Outcome {
    verify_clinic(&clinic.owner_db, &registered(clinic).await, scope, clinic.clock()).await.unwrap()
}

/// A run that starts at the checkpoint.
async fn next(clinic: &TestClinic) -> Outcome {
    run(clinic, &Scope::default()).await
}

async fn full(clinic: &TestClinic) -> Outcome {
    run(clinic, &Scope { full: true, ..Scope::default() }).await
}

/// The seal after which the run started, and its findings.
fn read(outcome: &Outcome) -> (i64, Vec<Finding>) {
    (outcome.audit.after, outcome.audit.report.findings.clone())
}

/// Writes some rows and seals them. Returns their ids.
async fn work(clinic: &TestClinic, owner: &Client) -> Vec<i64> {
    let before = clinic.count("{}.audit").await;
    for _ in 0..3 {
        factories::patient(owner).await;
    }
    audit::seal(&clinic.server.app.tenants.db, clinic.provisioned.id, clinic.clock().now()).await.unwrap().unwrap();
    clinic.clock().advance(TimeDelta::minutes(5));
    let rows = clinic.rows(&format!("select id from {{}}.audit order by id offset {before}")).await;
    rows.iter().map(|row| row.try_get("", "id").unwrap()).collect()
}

/// A clinic with two verified seals and one unverified seal. Also returns the ids of the rows before and after the checkpoint.
async fn with_checkpoint() -> (TestClinic, Client, [Vec<i64>; 2]) {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let mut before = work(&clinic, &owner).await;
    before.extend(work(&clinic, &owner).await);
    assert_eq!(read(&next(&clinic).await), (0, vec![]), "there is no checkpoint yet");
    let after = work(&clinic, &owner).await;
    (clinic, owner, [before, after])
}

async fn alter(clinic: &TestClinic, row: i64) {
    clinic.plant(&format!("update {{}}.audit set ip = '198.51.100.7' where id = {row}")).await;
}

async fn mend(clinic: &TestClinic, row: i64) {
    let other = format!("select ip from {{}}.audit where id <> {row} limit 1");
    clinic.plant(&format!("update {{}}.audit set ip = ({other}) where id = {row}")).await;
}

#[tokio::test]
async fn a_run_begins_where_the_last_one_ended() {
    let (clinic, owner, _) = with_checkpoint().await;
    let second = next(&clinic).await;
    assert_eq!(read(&second), (2, vec![]));
    assert_eq!(read(&next(&clinic).await), (3, vec![]), "nothing is new");
    let whole = full(&clinic).await;
    assert_eq!((read(&whole), &whole.audit.report), ((0, vec![]), &second.audit.report));
    assert_eq!(whole.audit.checkpoint, second.audit.checkpoint);
    assert!(whole.full_at > second.full_at);
    work(&clinic, &owner).await;
    let later = next(&clinic).await;
    assert_eq!((read(&later), later.full_at), ((3, vec![]), whole.full_at));
}

#[tokio::test]
async fn a_changed_row_after_the_checkpoint_is_found_until_it_is_mended() {
    let (clinic, _, [_, after]) = with_checkpoint().await;
    alter(&clinic, after[1]).await;
    let altered = vec![Finding::RowAltered { row: after[1], seal: 3 }];
    assert_eq!(read(&next(&clinic).await), (2, altered.clone()));
    // Now the rows that were verified before are in doubt, too.
    assert_eq!(read(&next(&clinic).await), (0, altered));
    mend(&clinic, after[1]).await;
    assert_eq!(read(&next(&clinic).await), (0, vec![]));
    assert_eq!(read(&next(&clinic).await), (3, vec![]));
}

#[tokio::test]
async fn a_changed_row_before_the_checkpoint_is_found_by_a_full_run_and_by_every_run_after_it() {
    let (clinic, owner, [before, _]) = with_checkpoint().await;
    alter(&clinic, before[1]).await;
    assert_eq!(read(&next(&clinic).await), (2, vec![]), "it does not read it");
    let altered = vec![Finding::RowAltered { row: before[1], seal: 1 }];
    assert_eq!(read(&full(&clinic).await), (0, altered.clone()));
    work(&clinic, &owner).await;
    assert_eq!(read(&next(&clinic).await), (0, altered));
    mend(&clinic, before[1]).await;
    assert_eq!(read(&next(&clinic).await), (0, vec![]));
    assert_eq!(read(&next(&clinic).await), (4, vec![]));
}

#[tokio::test]
async fn missing_rows_and_altered_seals_after_the_checkpoint_are_found() {
    for (change, expected) in [
        ("delete from {}.audit where id = {row}", Finding::RowMissing { row: 0, seal: 3 }),
        (
            "update {}.audit_seal set made_at = made_at + interval '1 second' where id = 3",
            Finding::SealAltered { seal: 3 },
        ),
        ("update {}.audit_seal set id = 4 where id = 3", Finding::SealMissing { seal: 3 }),
    ] {
        let (clinic, _, [_, after]) = with_checkpoint().await;
        clinic.plant(&change.replace("{row}", &after[0].to_string())).await;
        let (began, found) = read(&next(&clinic).await);
        let expected = match expected {
            Finding::RowMissing { seal, .. } => Finding::RowMissing { row: after[0], seal },
            other => other,
        };
        assert_eq!((began, found.contains(&expected)), (2, true), "{change}: {found:?}");
    }
}

/// The id says nothing about the row's age: a failed transaction may have left an id before the checkpoint unused.
#[tokio::test]
async fn a_row_put_in_anywhere_is_found_from_the_checkpoint_on() {
    let (clinic, _, [before, _]) = with_checkpoint().await;
    clinic.clock().advance(TimeDelta::hours(3));
    // The first session has ended meanwhile.
    work(&clinic, &clinic.owner().await).await;
    let first = before[0];
    for id in [-5, first - 500_000, first + 1_000_000] {
        clinic
            .plant(&format!(
                "insert into {{}}.audit (id, at, request_id, actor, action, outcome, patient_ids, object_ids, ip, user_agent)
                 select {id}, at, request_id, actor, action, outcome, patient_ids, object_ids, ip, user_agent
                 from {{}}.audit where id = {first}"
            ))
            .await;
        let (began, found) = read(&next(&clinic).await);
        assert!(matches!(found[..], [Finding::RowPutIn { row, .. }] if row == id), "{id}: {found:?}");
        assert!([2, 4].contains(&began), "{began}");
        clinic.plant(&format!("delete from {{}}.audit where id = {id}")).await;
        assert_eq!(read(&next(&clinic).await), (0, vec![]));
    }
}

#[tokio::test]
async fn a_row_sealed_before_the_checkpoint_and_again_after_it_is_found() {
    let (clinic, _, [before, _]) = with_checkpoint().await;
    clinic.plant(&format!("update {{}}.audit_seal set audit_ids[1] = {} where id = 3", before[0])).await;
    let (began, found) = read(&next(&clinic).await);
    assert!(began == 2 && found.contains(&Finding::RowTwice { row: before[0], seal: 3 }), "{found:?}");
}

#[tokio::test]
async fn a_forged_checkpoint_makes_the_next_run_read_from_the_first_row() {
    let (clinic, _, [before, _]) = with_checkpoint().await;
    alter(&clinic, before[1]).await;
    let altered = Finding::RowAltered { row: before[1], seal: 1 };
    let id = clinic.provisioned.id;
    for (change, seal) in [
        ("seal_id = 3", Some(3)),
        ("seal_id = 9", Some(9)),
        ("digest = '\\x00'", Some(2)),
        ("rows_sealed = rows_sealed + 1", None),
        ("covered_to[1] = covered_to[1] + 1", None),
        ("covered_from = array[]::bigint[], covered_to = array[]::bigint[]", None),
        ("covered_from = '{5,1}', covered_to = '{9,3}'", None),
        ("covered_from = '{1}'", None),
        ("schema_name = 'clinic_another'", None),
        ("seal_id = 0", None),
        ("seal_id = -1", None),
    ] {
        clinic
            .plant(&format!("create table {{}}.kept as select * from registry.audit_mark where clinic_id = '{id}'"))
            .await;
        clinic.plant(&format!("update registry.audit_mark set {change} where clinic_id = '{id}'")).await;
        let expected: Vec<_> =
            seal.map(|seal| Finding::CheckpointDiffers { seal }).into_iter().chain([altered.clone()]).collect();
        assert_eq!(read(&next(&clinic).await), (0, expected), "{change}");
        clinic
            .plant(&format!(
                "delete from registry.audit_mark where clinic_id = '{id}';
                 insert into registry.audit_mark select * from {{}}.kept; drop table {{}}.kept"
            ))
            .await;
    }
    assert_eq!(read(&next(&clinic).await).0, 2, "the checkpoint itself is as it was");
    clinic.plant(&format!("delete from registry.audit_mark where clinic_id = '{id}'")).await;
    assert_eq!(read(&next(&clinic).await), (0, vec![altered]), "a missing one");
}

/// Somebody with all rights edits a row and seals all rows again. The chain is consistent, but differs from the verified one.
#[tokio::test]
async fn a_chain_made_anew_is_found_by_the_checkpoint_until_somebody_accepts_it() {
    let (clinic, owner, [before, _]) = with_checkpoint().await;
    alter(&clinic, before[0]).await;
    clinic.plant("delete from {}.audit_seal").await;
    audit::seal(&clinic.server.app.tenants.db, clinic.provisioned.id, clinic.clock().now()).await.unwrap().unwrap();
    let differs = (0, vec![Finding::CheckpointDiffers { seal: 2 }]);
    assert_eq!(read(&next(&clinic).await), differs);
    work(&clinic, &owner).await;
    assert_eq!(read(&full(&clinic).await), differs);
    assert_eq!(read(&next(&clinic).await), differs, "it does not go away by itself");
    let accepted = run(&clinic, &Scope { forget_checkpoint: true, ..Scope::default() }).await;
    assert_eq!(read(&accepted), (0, vec![]));
    assert_eq!(read(&next(&clinic).await), (2, vec![]));
}

/// Two runs overlap, and the one that has read less ends last.
#[tokio::test]
async fn a_run_that_began_earlier_does_not_end_the_doubt_of_one_that_has_read_more() {
    let (clinic, _, [before, _]) = with_checkpoint().await;
    let (row, registry) = (registered(&clinic).await, clinic.owner_db.registry());
    let began = audit::stored_checkpoint(registry, &row).await.unwrap();
    let less = next(&clinic).await;
    alter(&clinic, before[1]).await;
    assert_eq!(read(&full(&clinic).await).1.len(), 1);
    let now = clinic.clock().now();
    audit::store_checkpoint(registry, &row, &less.audit, began.as_ref(), false, now).await.unwrap();
    assert_eq!(read(&next(&clinic).await).1, vec![Finding::RowAltered { row: before[1], seal: 1 }]);
}

#[tokio::test]
async fn a_published_head_of_before_the_checkpoint_is_still_compared() {
    let (clinic, _, _) = with_checkpoint().await;
    let head = "insert into {}.audit_head (day, seal_id, rows_sealed, digest, published_at)
                select date '2026-05-01', id, rows_sealed, digest, now() from {}.audit_seal where id = 1";
    clinic.plant(head).await;
    assert_eq!(read(&next(&clinic).await), (2, vec![]));
    clinic.plant("update {}.audit_head set digest = '\\x00'").await;
    let (_, found) = read(&next(&clinic).await);
    assert!(matches!(found[..], [Finding::HeadDiffers { seal: 1, .. }]), "{found:?}");
}

#[tokio::test]
async fn rows_that_wait_for_their_seal_leave_the_checkpoint_as_good_as_it_was() {
    let (clinic, owner, _) = with_checkpoint().await;
    assert_eq!(read(&next(&clinic).await), (2, vec![]));
    factories::patient(&owner).await;
    clinic.clock().advance(TimeDelta::hours(2));
    let (began, found) = read(&next(&clinic).await);
    assert!(began == 3 && matches!(found[..], [Finding::RowNotSealed { .. }]), "{found:?}");
    assert_eq!(read(&next(&clinic).await).0, 3);
}

#[tokio::test]
async fn what_was_signed_after_the_checkpoint_is_recomputed_and_what_before_only_in_full() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::cleared_patient(&owner).await;
    let early = factories::treatment(&owner, patient).await;
    work(&clinic, &owner).await;
    let first = next(&clinic).await;
    assert!(first.signed.findings.is_empty() && first.signed.checked >= 2, "{first:?}");
    let late = factories::treatment(&owner, patient).await;
    let (consent, token) = factories::consent(&owner, patient).await;
    clinic
        .anonymous()
        .post_nothing(&format!("/api/portal/consent/{token}/sign"))
        .await
        .expect(axum::http::StatusCode::OK);
    work(&clinic, &owner).await;
    let lines = |outcome: &Outcome| outcome.findings().collect::<Vec<_>>();
    clinic.plant("create table {}.kept as select id, units from {}.treatment").await;
    for row in [early, late] {
        clinic.plant(&format!("update {{}}.treatment set units = 200 where id = {row}")).await;
    }
    let named = |row: i64| format!("treatment {row} was altered after it was signed");
    let second = next(&clinic).await;
    assert_eq!((second.audit.after > 0, lines(&second)), (true, vec![named(late)]));
    let mended = "update {}.treatment t set units = k.units from {}.kept k where k.id = t.id and t.id =";
    clinic.plant(&format!("{mended} {late}")).await;
    // After a finding, everything is read.
    assert_eq!(lines(&next(&clinic).await), [named(early)]);
    clinic.plant(&format!("{mended} {early}; drop table {{}}.kept")).await;
    assert!(lines(&next(&clinic).await).is_empty());
    clinic.plant(&format!("delete from {{}}.consent_signature where consent_id = {consent}")).await;
    let missing = format!("consent_signature {consent} was signed and is missing");
    assert!(lines(&full(&clinic).await).contains(&missing));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_clinics_are_verified_side_by_side_and_one_out_of_reach_stops_none() {
    let server = Server::new();
    let mut clinics = Vec::new();
    for _ in 0..5 {
        let clinic = server.clinic().await;
        let owner = clinic.owner().await;
        let rows = work(&clinic, &owner).await;
        clinics.push((registered(&clinic).await, rows, clinic));
    }
    alter(&clinics[3].2, clinics[3].1[0]).await;
    let mut list: Vec<_> = clinics.iter().map(|(model, ..)| model.clone()).collect();
    list[1].placement = "nowhere".to_owned();
    let (owner, clock) = (&clinics[0].2.owner_db, clinics[0].2.clock().clone());
    let outcomes: Vec<_> = verify_clinics(owner, list.clone(), Scope::default(), clock, 2).collect().await;
    assert_eq!(
        outcomes.iter().map(|(clinic, _)| clinic.id).collect::<Vec<_>>(),
        list.iter().map(|one| one.id).collect::<Vec<_>>()
    );
    for (at, (_, outcome)) in outcomes.iter().enumerate() {
        match outcome {
            Err(error) => assert!(at == 1 && error.to_string().contains("nowhere"), "{error}"),
            Ok(outcome) => assert_eq!(outcome.findings().count(), usize::from(at == 3), "{at}"),
        }
    }
}
