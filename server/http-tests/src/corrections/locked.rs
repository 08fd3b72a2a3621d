//! A signed record and the rows bound to it never change.

use axum::http::StatusCode;
use serde_json::json;

use crate::testing::{
    Server, factories,
    world::{Call, World},
};

/// The tables of signed exams and treatments, and of the rows bound to them.
const LOCKED: [&str; 12] = [
    "exam",
    "exam_signature",
    "exam_clearance",
    "health_change",
    "treatment",
    "treatment_approval",
    "treatment_return",
    "treatment_return_answer",
    "addendum",
    "record_void",
    "adverse_event",
    "adverse_event_entry",
];

/// Fills each of these tables that the world leaves empty.
async fn filled(world: &World) {
    let World { clinic, owner, patient, .. } = world;
    let [exam, other] = [factories::exam(owner, *patient).await, factories::exam(owner, *patient).await];
    let (treatment, voided) = (world.charts.to_approve, factories::treatment(owner, *patient).await);
    let director = json!({ "director_signature": factories::tall_signature() });
    owner.post(&format!("/api/treatments/{treatment}/approve"), director).await.expect(StatusCode::OK);
    owner.post(&format!("/api/gfe/exams/{other}/addenda"), factories::addendum()).await.expect(StatusCode::CREATED);
    let void = factories::void("Entered twice");
    owner.post(&format!("/api/treatments/{voided}/void"), void).await.expect(StatusCode::OK);
    let answered = world.charts.own_returned;
    let answer = json!({ "answer": "It was C7842" });
    owner.post(&format!("/api/review/{answered}/resubmit"), answer).await.expect(StatusCode::NO_CONTENT);
    let follow_up = json!({ "status": "resolving", "text": "Softer" });
    let path = format!("/api/adverse-events/{}/follow-ups", world.charts.adverse_event);
    owner.post(&path, follow_up).await.expect(StatusCode::OK);
    factories::switch_on(clinic, "clearance").await;
    clinic
        .plant(
            "update {}.member set credential = 'MD', license_number = 'MD-1', license_state = 'NY',
                license_expires_on = current_date + 30",
        )
        .await;
    let signed = owner.post(&format!("/api/gfe/exams/{exam}/signature"), factories::exam_signature()).await;
    signed.expect(StatusCode::CREATED);
    let change = json!({ "details": "Takes blood thinners now" });
    owner.post(&format!("/api/patients/{patient}/health-changes"), change).await.expect(StatusCode::CREATED);
    clinic.plant("update {}.clinic_module set is_on = false where module = 'clearance'").await;
}

#[tokio::test]
async fn no_call_changes_a_signed_exam_or_treatment_or_what_is_bound_to_it() {
    let world = World::new(&Server::new()).await;
    let clinic = &world.clinic;
    filled(&world).await;
    for table in LOCKED {
        assert!(clinic.count(&format!("{{}}.{table}")).await > 0, "{table}");
        clinic.plant(&format!("create table {{}}.kept_{table} as select * from {{}}.{table}")).await;
    }
    let mut done = 0;
    for Call { method, template, path, body } in world.calls() {
        // A sign-out would refuse all later calls.
        if template.starts_with("/api/auth/logout") {
            continue;
        }
        let answer = world.owner.send(world.owner.request(method, &path, body.as_ref())).await;
        done += usize::from(answer.status.is_success());
    }
    assert!(done > 40, "only {done} calls did something");
    for table in LOCKED {
        let lost = format!("(select * from {{}}.kept_{table} except select * from {{}}.{table}) as lost");
        assert_eq!(clinic.count(&lost).await, 0, "{table}");
    }
}

#[tokio::test]
async fn the_clinics_role_may_neither_change_nor_delete_what_is_locked() {
    let world = World::new(&Server::new()).await;
    for table in LOCKED {
        let may = format!(
            "(select 1 where has_any_column_privilege('{{}}', '{{}}.{table}', 'update')
                or has_table_privilege('{{}}', '{{}}.{table}', 'delete, truncate')) as may"
        );
        assert_eq!(world.clinic.count(&may).await, 0, "{table}");
    }
}
