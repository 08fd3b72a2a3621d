//! Appointments over HTTP: booking and lists here, what follows in the other files.

mod ahead;
mod changes;
mod marks;
mod moving;
mod planned;
mod reassign;
mod rooms;
mod series;
mod slots;
mod status;

use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::{
    foundation::permission::Role,
    testing::{Client, TestClinic, factories},
};

async fn provider(client: &Client) -> i64 {
    let choices = client.get("/api/appointments/providers").await.expect(StatusCode::OK);
    factories::id(&choices[0])
}

fn at(patient: i64, time: &str) -> Value {
    json!({ "patient_id": patient, "appointment_time": time })
}

#[tokio::test]
async fn an_appointment_starts_in_clinic_time_and_lasts_as_long_as_its_service() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    let usual = owner.post("/api/appointments", at(patient, "2027-07-01T09:30")).await.expect(StatusCode::CREATED);
    assert_eq!(usual["service"], "Botox");
    assert_eq!(usual["starts_at"], "2027-07-01T13:30:00Z");
    assert_eq!(usual["ends_at"], "2027-07-01T14:00:00Z");
    assert_eq!(usual["first_name"], "Nora");
    let mut long = at(patient, "2027-07-01T09:30:00-07:00");
    long["service"] = json!("EZ Gel Face");
    let long = owner.post("/api/appointments", long).await.expect(StatusCode::CREATED);
    assert_eq!(
        (&long["starts_at"], &long["ends_at"]),
        (&json!("2027-07-01T16:30:00Z"), &json!("2027-07-01T18:00:00Z"))
    );
}

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
async fn a_provider_is_double_booked_only_with_allow_overlap() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    factories::member(&clinic, Role::Provider).await;
    let (patient, provider) = (factories::patient(&owner).await, provider(&owner).await);
    let with = |time: &str| {
        let mut body = at(patient, time);
        body["provider_id"] = json!(provider);
        body
    };
    owner.post("/api/appointments", with("2027-07-01T09:00")).await.expect(StatusCode::CREATED);
    owner.post("/api/appointments", with("2027-07-01T09:30")).await.expect(StatusCode::CREATED);
    owner.post("/api/appointments", with("2027-07-01T09:15")).await.refused(StatusCode::CONFLICT, "double_booked");
    let mut anyway = with("2027-07-01T09:15");
    anyway["allow_overlap"] = json!(true);
    owner.post("/api/appointments", anyway).await.expect(StatusCode::CREATED);
    owner.post("/api/appointments", at(patient, "2027-07-01T09:15")).await.expect(StatusCode::CREATED);
}

#[tokio::test]
async fn a_booking_without_allow_overlap_never_overlaps_another() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    factories::member(&clinic, Role::Provider).await;
    let (patient, provider) = (factories::patient(&owner).await, provider(&owner).await);
    let book = async |time: &str, allow_overlap: bool| {
        let mut body = at(patient, time);
        body["provider_id"] = json!(provider);
        body["allow_overlap"] = json!(allow_overlap);
        owner.post("/api/appointments", body).await
    };
    book("2027-07-01T10:00", true).await.expect(StatusCode::CREATED);
    let before = clinic.fingerprint().await;
    for time in ["2027-07-01T09:45", "2027-07-01T10:00", "2027-07-01T10:15", "2027-07-01T10:29"] {
        book(time, false).await.refused(StatusCode::CONFLICT, "double_booked");
    }
    assert_eq!(clinic.fingerprint().await, before);
    for time in ["2027-07-01T09:30", "2027-07-01T10:30"] {
        book(time, false).await.expect(StatusCode::CREATED);
    }
    book("2027-07-01T09:45", true).await.expect(StatusCode::CREATED);
}

#[tokio::test]
async fn of_fifty_concurrent_pairs_of_bookings_none_overlaps() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    factories::member(&clinic, Role::Provider).await;
    let (patient, provider) = (factories::patient(&owner).await, provider(&owner).await);
    let book = |day: i64, time: &str, allow_overlap: bool| {
        let date = "2027-07-01".parse::<chrono::NaiveDate>().unwrap() + chrono::TimeDelta::days(day);
        let mut body = at(patient, &format!("{date}T{time}"));
        body["provider_id"] = json!(provider);
        body["allow_overlap"] = json!(allow_overlap);
        let owner = owner.clone();
        tokio::spawn(async move { owner.post("/api/appointments", body).await })
    };
    let pairs: Vec<_> = (0..50).map(|day| (book(day, "10:00", true), book(day, "10:15", false))).collect();
    let (mut both, mut refused) = (0, 0);
    for (beside, alone) in pairs {
        let beside = beside.await.unwrap().expect(StatusCode::CREATED);
        let alone = alone.await.unwrap();
        if alone.status == StatusCode::CREATED {
            // Ids are in the order of booking: the one that allows no overlap came first.
            assert!(factories::id(&alone.json()) < factories::id(&beside), "it was booked over another one");
            both += 1;
        } else {
            alone.refused(StatusCode::CONFLICT, "double_booked");
            refused += 1;
        }
    }
    assert_eq!(clinic.count("{}.appointment").await, 50 + both);
    assert_eq!(both + refused, 50);
}

/// The codes of the warnings, when nothing was confirmed yet.
async fn warned(client: &Client, mut body: Value) -> Vec<String> {
    body["confirmed"] = json!([]);
    let answer = client.post("/api/appointments", body).await.refused(StatusCode::CONFLICT, "unconfirmed");
    let codes = answer["warnings"].as_array().unwrap().iter();
    codes.map(|warning| warning["code"].as_str().unwrap().to_owned()).collect()
}

/// A time of tomorrow in the clinic's zone.
fn tomorrow(clock: &str) -> String {
    let day =
        crate::foundation::clock::Clock::default().now().with_timezone(&chrono_tz::America::New_York).date_naive()
            + chrono::TimeDelta::days(1);
    format!("{day}T{clock}")
}

#[tokio::test]
async fn an_unusual_booking_needs_confirmed_warnings() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    factories::member(&clinic, Role::Provider).await;
    let (patient, provider) = (factories::patient(&owner).await, provider(&owner).await);
    let mut usual = at(patient, &tomorrow("10:00"));
    usual["confirmed"] = json!([]);
    owner.post("/api/appointments", usual).await.expect(StatusCode::CREATED);
    let before = clinic.fingerprint().await;

    // The same patient again in the same minute, without a provider.
    let again = at(patient, &tomorrow("10:00"));
    assert_eq!(warned(&owner, again.clone()).await, ["patient_overlap"]);
    assert_eq!(warned(&owner, at(patient, "2026-01-05T10:00")).await, ["past"]);
    assert_eq!(warned(&owner, at(patient, "2099-01-05T10:00")).await, ["far_ahead"]);
    for clock in ["06:59", "20:45", "23:50"] {
        assert_eq!(warned(&owner, at(patient, &tomorrow(clock))).await, ["outside_hours"], "{clock}");
    }
    assert_eq!(clinic.fingerprint().await, before);

    for (clock, confirmed) in [("07:00", json!([])), ("20:30", json!([])), ("10:00", json!(["patient_overlap"]))] {
        let mut body = at(patient, &tomorrow(clock));
        body["confirmed"] = confirmed;
        owner.post("/api/appointments", body).await.expect(StatusCode::CREATED);
    }

    // Several at once; what was not confirmed is asked about again.
    let mut with = at(patient, &tomorrow("07:00"));
    with["provider_id"] = json!(provider);
    owner.post("/api/appointments", with.clone()).await.expect(StatusCode::CREATED);
    assert_eq!(warned(&owner, with.clone()).await, ["double_booked", "patient_overlap"]);
    with["confirmed"] = json!(["double_booked"]);
    owner.post("/api/appointments", with.clone()).await.refused(StatusCode::CONFLICT, "unconfirmed");
    with["confirmed"] = json!(["double_booked", "patient_overlap"]);
    owner.post("/api/appointments", with.clone()).await.refused(StatusCode::CONFLICT, "double_booked");
    with["allow_overlap"] = json!(true);
    owner.post("/api/appointments", with).await.expect(StatusCode::CREATED);
}

#[tokio::test]
async fn without_the_confirmed_field_no_warnings_are_raised_and_a_wrong_list_is_refused() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    // Like the specification's own payload.
    for time in ["2026-01-05T03:00", "2026-01-05T03:00", "2099-01-05T10:00"] {
        let new = json!({ "patient_id": patient, "appointment_time": time, "service": "Botox", "notes": "" });
        owner.post("/api/appointments", new).await.expect(StatusCode::CREATED);
    }
    let before = clinic.fingerprint().await;
    for wrong in [json!("past"), json!(true), json!([1]), json!({}), json!(vec!["past"; 21])] {
        let mut body = at(patient, "2026-01-05T10:00");
        body["confirmed"] = wrong;
        owner.post("/api/appointments", body).await.refused_field("confirmed");
    }
    assert_eq!(clinic.fingerprint().await, before);
}

#[tokio::test]
async fn the_warnings_name_the_clinics_hours_and_time() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    let mut settings = factories::settings();
    settings["time_zone"] = json!("America/New_York");
    owner.put("/api/clinic/settings", settings).await.expect(StatusCode::OK);
    owner.post("/api/appointments", at(patient, &tomorrow("17:45"))).await.expect(StatusCode::CREATED);
    let mut body = at(patient, &tomorrow("17:50"));
    body["confirmed"] = json!([]);
    let answer = owner.post("/api/appointments", body).await.refused(StatusCode::CONFLICT, "unconfirmed");
    let messages: Vec<_> = answer["warnings"].as_array().unwrap().iter().map(|warning| &warning["message"]).collect();
    assert_eq!(
        messages,
        [
            "Nora Lindqvist is booked from 5:45 PM to 6:15 PM already: Botox.",
            "This is outside the clinic's hours, 8:30 AM to 6:00 PM.",
        ]
    );
}

#[tokio::test]
async fn of_fifty_concurrent_bookings_of_one_slot_one_succeeds() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    factories::member(&clinic, Role::Provider).await;
    let (patient, provider) = (factories::patient(&owner).await, provider(&owner).await);
    let mut body = at(patient, "2027-07-01T09:00");
    body["provider_id"] = json!(provider);
    let tries: Vec<_> = (0..50)
        .map(|_| {
            let (owner, body) = (owner.clone(), body.clone());
            tokio::spawn(async move { owner.post("/api/appointments", body).await.status })
        })
        .collect();
    let mut booked = 0;
    for attempt in tries {
        booked += usize::from(attempt.await.unwrap() == StatusCode::CREATED);
    }
    assert_eq!(booked, 1);
    assert_eq!(clinic.count("{}.appointment").await, 1);
}

#[tokio::test]
async fn an_invalid_booking_is_refused_with_a_sentence() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    let before = clinic.fingerprint().await;
    let refused = async |body: Value, field: &str| owner.post("/api/appointments", body).await.refused_field(field);
    refused(json!({ "appointment_time": "2027-07-01T09:00" }), "patient_id").await;
    refused(json!({ "patient_id": patient }), "appointment_time").await;
    let skipped = refused(at(patient, "2027-03-14T02:30"), "appointment_time").await;
    assert!(skipped.contains("does not exist"), "{skipped}");
    refused(at(patient, "2027-02-30T09:00"), "appointment_time").await;
    let mut body = at(patient, "2027-07-01T09:00");
    body["service"] = json!("Massage");
    refused(body, "service").await;
    let mut body = at(patient, "2027-07-01T09:00");
    body["provider_id"] = json!(1);
    refused(body, "provider_id").await;
    owner.post("/api/appointments", at(1, "2027-07-01T09:00")).await.refused(StatusCode::NOT_FOUND, "not_found");
    assert_eq!(clinic.fingerprint().await, before);
}

#[tokio::test]
async fn limited_access_shows_times_and_services_only() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    // Not the first patient: the first appointment would have the same id.
    factories::patient(&owner).await;
    let patient = factories::patient(&owner).await;
    owner.post("/api/appointments", factories::appointment(patient)).await.expect(StatusCode::CREATED);
    let staff = clinic.signed_in_as(Role::Staff).await;
    let answer = staff.get("/api/appointments").await;
    assert!(!answer.text.contains(&patient.to_string()), "{}", answer.text);
    let list = answer.expect(StatusCode::OK);
    assert_eq!(list[0]["service"], "Consultation");
    for hidden in ["patient_id", "first_name", "last_name", "notes"] {
        assert_eq!(list[0][hidden], Value::Null, "{hidden}");
    }
    // The audit records whose data each of them was shown.
    let shown = "{}.audit where action = 'appointment.list' and cardinality(patient_ids) > 0";
    assert_eq!(clinic.count(shown).await, 0);
    owner.get("/api/appointments").await.expect(StatusCode::OK);
    assert_eq!(clinic.count(shown).await, 1);
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

#[tokio::test]
async fn an_appointment_says_when_its_patient_is_archived() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    let booked = owner.post("/api/appointments", factories::appointment(patient)).await.expect(StatusCode::CREATED);
    assert_eq!(booked["patient_is_archived"], false);
    owner.post(&format!("/api/patients/{patient}/archive"), json!({})).await.expect(StatusCode::OK);
    let path = "/api/appointments?from=2027-03-01&to=2027-03-01";
    let flag = async || owner.get(path).await.expect(StatusCode::OK)[0]["patient_is_archived"].clone();
    assert_eq!(flag().await, true);
    // An archived record that is merged into an active one is that one's.
    let survivor = factories::patient(&owner).await;
    let merging = json!({ "other_id": patient, "version": 1, "other_version": 2 });
    owner.post(&format!("/api/patients/{survivor}/merge"), merging).await.expect(StatusCode::OK);
    assert_eq!(flag().await, false);
}
