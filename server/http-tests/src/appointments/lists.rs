//! The list of appointments and its export: order, pages and sizes.

use axum::http::StatusCode;
use serde_json::json;

use super::{at, provider};
use crate::testing::{TestClinic, factories};
use base::permission::Role;

#[tokio::test]
async fn appointments_are_listed_by_the_clinics_days_in_order() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    for time in ["2027-03-15T00:00", "2027-03-13T23:30", "2027-03-14T23:59", "2027-03-14T00:00", "2027-03-14T09:00"] {
        owner.post("/api/appointments", at(patient, time)).await.expect(StatusCode::CREATED);
    }
    // The day on which New York's clocks are set forward has 23 hours.
    let day = owner.get("/api/appointments?from=2027-03-14&to=2027-03-14").await.expect(StatusCode::OK);
    let starts: Vec<_> = day.as_array().unwrap().iter().map(|row| row["starts_at"].as_str().unwrap()).collect();
    assert_eq!(starts, ["2027-03-14T05:00:00Z", "2027-03-14T13:00:00Z", "2027-03-15T03:59:00Z"]);
    let all = owner.get("/api/appointments").await.expect(StatusCode::OK);
    assert_eq!(all.as_array().unwrap().len(), 5, "from today on");
    owner.get("/api/appointments?from=soon").await.refused(StatusCode::UNPROCESSABLE_ENTITY, "invalid");
}

#[tokio::test]
async fn the_table_has_the_appointments_of_the_days_in_clinic_time() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    factories::member(&clinic, Role::Provider).await;
    let (patient, provider) = (factories::patient(&owner).await, provider(&owner).await);
    let mut visit = at(patient, "2027-07-01T09:30");
    visit["provider_id"] = json!(provider);
    visit["notes"] = json!("=1+1");
    let visit = factories::id(&owner.post("/api/appointments", visit).await.expect(StatusCode::CREATED));
    owner.post("/api/appointments", at(patient, "2027-07-02T09:30")).await.expect(StatusCode::CREATED);
    let answer = owner.get("/api/appointments/export?from=2027-07-01&to=2027-07-01").await;
    let [headings, row] = &answer.table()[..] else { panic!("one appointment: {}", answer.text) };
    assert_eq!(
        headings.join(" "),
        "number date starts ends starts_utc client_number last_name first_name service provider notes status"
    );
    let (visit, number) = (visit.to_string(), patient.to_string());
    assert_eq!(row[..5], [visit.as_str(), "2027-07-01", "09:30", "10:00", "2027-07-01T13:30:00Z"]);
    assert_eq!(row[5..9], [number.as_str(), "Lindqvist", "Nora", "Botox"]);
    assert!(!row[9].is_empty() && row[10] == "'=1+1" && row[11] == "Booked", "{row:?}");
    assert_eq!(factories::audited(&clinic, "member", "appointment.export", &[patient], &[]).await, 1);
    owner.get("/api/appointments/export?from=0001-01-01").await.refused_field("from");
}

#[tokio::test]
async fn many_appointments_come_in_parts_without_gaps() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    clinic
        .plant(&format!(
            "insert into {{}}.appointment (patient_id, service, starts_at, ends_at, allow_overlap, created_at)
             select {patient}, 'Botox', at, at + interval '30 minutes', false, now()
             from generate_series(0, 20009) n, lateral (select timestamptz '2027-07-01' + n / 2 * interval '1 minute') t (at)"
        ))
        .await;
    let (mut path, mut numbers, mut parts) = (Some("/api/appointments/export?to=2028-01-01".to_owned()), Vec::new(), 0);
    while let Some(wanted) = path {
        let answer = owner.get(&wanted).await;
        numbers.extend(answer.table().into_iter().skip(usize::from(parts == 0)).map(|row| row[0].clone()));
        parts += 1;
        path = answer.next_page();
    }
    let distinct: std::collections::BTreeSet<_> = numbers.iter().collect();
    assert_eq!((parts, numbers.len(), distinct.len()), (2, 20_010, 20_010));
}

/// Plants this many appointments of a patient, each with the longest note.
async fn plant_with_notes(clinic: &TestClinic, patient: i64, appointments: u32) {
    clinic
        .plant(&format!(
            "insert into {{}}.appointment (patient_id, service, starts_at, ends_at, notes, allow_overlap, created_at)
             select {patient}, 'Botox', at, at + interval '30 minutes', repeat('n', 10000), false, now()
             from generate_series(1, {appointments}) n, lateral (select timestamptz '2027-07-01 12:00Z' + n * interval '1 minute') t (at)"
        ))
        .await;
}

#[tokio::test]
async fn a_page_of_appointments_with_long_notes_has_at_most_1_mb() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    plant_with_notes(&clinic, patient, 300).await;
    for limit in ["", "&limit=1000", "&limit=7"] {
        let (mut path, mut ids) = (Some(format!("/api/appointments?from=2027-07-01{limit}")), Vec::new());
        while let Some(wanted) = path {
            let answer = owner.get(&wanted).await;
            assert!(answer.text.len() <= 1_000_000, "{} bytes", answer.text.len());
            path = answer.next_page();
            ids.extend(answer.expect(StatusCode::OK).as_array().unwrap().iter().map(factories::id));
        }
        assert!(ids.len() == 300 && ids.is_sorted_by(|before, after| before < after), "{limit}: {ids:?}");
    }
}

#[tokio::test]
async fn a_part_of_the_table_ends_after_4_mb() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    plant_with_notes(&clinic, patient, 1_000).await;
    let (mut path, mut numbers, mut parts) =
        (Some("/api/appointments/export?from=2027-07-01".to_owned()), Vec::new(), 0);
    while let Some(wanted) = path {
        let answer = owner.get(&wanted).await;
        assert!(answer.text.len() <= 4_100_000, "{} bytes", answer.text.len());
        numbers.extend(answer.table().into_iter().skip(usize::from(parts == 0)).map(|row| row[0].clone()));
        parts += 1;
        path = answer.next_page();
    }
    let distinct: std::collections::BTreeSet<_> = numbers.iter().collect();
    assert_eq!((parts, numbers.len(), distinct.len()), (3, 1_000, 1_000));
}

#[tokio::test]
async fn a_long_list_leads_to_the_next_page_in_the_order_of_starts() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    clinic
        .plant(&format!(
            "insert into {{}}.appointment (patient_id, service, starts_at, ends_at, created_by, created_at)
             select {patient}, 'Botox', at, at + interval '30 minutes', (select min(id) from {{}}.member), now()
             from (select timestamptz '2027-03-01 12:00Z' + (n % 7) * interval '1 hour' as at from generate_series(1, 25) n) it"
        ))
        .await;
    let all = owner.get("/api/appointments?from=2027-03-01&to=2027-03-02").await;
    assert_eq!(all.next_page(), None);
    let all = all.expect(StatusCode::OK);
    let (mut path, mut paged) =
        (Some("/api/appointments?from=2027-03-01&to=2027-03-02&limit=10".to_owned()), Vec::new());
    while let Some(wanted) = path {
        let answer = owner.get(&wanted).await;
        path = answer.next_page();
        paged.extend(answer.expect(StatusCode::OK).as_array().unwrap().iter().cloned());
    }
    assert_eq!(paged.len(), 25);
    assert_eq!(&paged, all.as_array().unwrap());
}
