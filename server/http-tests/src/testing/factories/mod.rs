//! People and records that tests start with, made through the product's own calls where possible.

mod estimates;

pub use self::estimates::{
    changed_estimate, estimate, estimate_content, estimate_settings, issued_estimate, plant_issue,
};

use axum::http::StatusCode;
use entity::words::ApiScope;
use sea_orm::{ConnectionTrait, Iterable, TransactionTrait};
use serde_json::{Value, json};

use super::{Client, PASSWORD_HASH, TestClinic};
use base::permission::Role;
use crypto::token;
use http_api::signature::data_url;
use outbox::Worker;

/// A member of this role who has accepted the invitation. Returns the e-mail address.
pub async fn member(clinic: &TestClinic, role: Role) -> String {
    let email =
        format!("{}-{}@clinic.example", role.as_str().to_lowercase().replace(' ', "-"), uuid::Uuid::new_v4().simple());
    clinic
        .plant(&format!(
            "insert into {{}}.member (first_name, last_name, email, role, department, status, hire_date, password_hash, email_confirmed_at, director_confirmed_at, created_at, updated_at)
             values ('Robin', '{role}', '{email}', '{role}', 'Clinical', 'active', '2024-01-01', '{hash}', now(),
                case when '{role}' = 'Medical Director' then now() end, now(), now())",
            role = role.as_str(),
            hash = *PASSWORD_HASH,
        ))
        .await;
    email
}

/// The id of the member with this address.
pub async fn member_id(clinic: &TestClinic, email: &str) -> i64 {
    let rows = clinic.rows(&format!("select id from {{}}.member where email = '{email}'")).await;
    rows[0].try_get("", "id").unwrap()
}

/// The id of a new provider who is not the owner.
pub async fn provider(clinic: &TestClinic) -> i64 {
    member_id(clinic, &member(clinic, Role::Provider).await).await
}

pub fn provider_signature() -> String {
    drawn("Robin Provider", 100)
}

pub fn tall_signature() -> String {
    signature_of("Dana Director")
}

/// Another name yields another picture.
pub fn signature_of(name: &str) -> String {
    drawn(name, 120)
}

/// A stroke for each letter of the name, as long as the letter is late in the alphabet.
fn drawn(name: &str, height: u32) -> String {
    const WIDTH: usize = 400;
    const STROKE: [u8; 9] = [0x1F, 0x2B, 0x2A, 0x1F, 0x2B, 0x2A, 0x1F, 0x2B, 0x2A];
    let mut pixels = vec![0xFF; WIDTH * height as usize * 3];
    for (index, letter) in name.bytes().enumerate() {
        let x = 10 + 8 * index;
        for y in 10..20 + usize::from(letter % 64) {
            pixels[(y * WIDTH + x) * 3..][..STROKE.len()].copy_from_slice(&STROKE);
        }
    }
    let mut picture = Vec::new();
    let mut encoder = png::Encoder::new(&mut picture, 400, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.write_header().unwrap().write_image_data(&pixels).unwrap();
    data_url(&picture)
}

pub fn id(value: &Value) -> i64 {
    value["id"].as_i64().unwrap()
}

pub async fn patient(client: &Client) -> i64 {
    let new = json!({ "first_name": "Nora", "last_name": "Lindqvist", "email": "nora@example.com", "phone": "(555) 010-1234", "birth_date": "1985-03-14" });
    id(&client.post("/api/patients", new).await.expect(StatusCode::CREATED))
}

pub async fn exam(client: &Client, patient: i64) -> i64 {
    let new = json!({ "patient_id": patient, "vitals": "BP: 118/76 mmHg, HR: 68 bpm", "ros_skin": "Denies rash" });
    id(&client.post("/api/gfe", new).await.expect(StatusCode::CREATED))
}

/// Asks the patient about allergies and pregnancy. The answer to both is no.
pub async fn ask_about_health(client: &Client, patient: i64) {
    for (kind, answer) in [("allergies", "none_known"), ("pregnancy", "neither")] {
        let path = format!("/api/patients/{patient}/clinical/{kind}");
        client.put(&path, json!({ "answer": answer })).await.expect(StatusCode::CREATED);
    }
}

/// A patient with an exam.
pub async fn cleared_patient(client: &Client) -> i64 {
    let patient = patient(client).await;
    exam(client, patient).await;
    patient
}

pub fn botox(patient: i64) -> Value {
    json!({
        "patient_id": patient, "treatment_type": "Botox", "areas": "Glabella", "notes": "No complications",
        "units": 20, "lot": "C7842", "provider_signature": provider_signature(),
    })
}

pub async fn treatment(client: &Client, patient: i64) -> i64 {
    id(&client.post("/api/treatments", botox(patient)).await.expect(StatusCode::CREATED))
}

/// A prescriber's signature that clears Botox.
pub fn exam_signature() -> Value {
    json!({
        "mode": "in_person", "patient_state": "NY", "signature": tall_signature(),
        "decisions": [{ "service": "Botox", "decision": "cleared" }],
    })
}

pub fn addendum() -> Value {
    json!({ "reason": "Left out", "text": "Allergic to latex.\nAsked again today.", "signature": tall_signature() })
}

pub fn void(reason: &str) -> Value {
    json!({ "reason": reason, "signature": tall_signature() })
}

pub fn adverse_event(patient: i64) -> Value {
    json!({
        "patient_id": patient, "began_on": "2026-01-15", "kind": "nodule", "details": "A hard lump under the left eye",
        "severity": "moderate", "action": "Massage, and hyaluronidase",
    })
}

pub async fn template(client: &Client) -> i64 {
    let new = json!({ "name": "Botox consent", "body": "<h2>Risks</h2><p>Bruising is <strong>common</strong>.</p>" });
    id(&client.post("/api/consents/templates", new).await.expect(StatusCode::CREATED))
}

/// An issued consent. Returns its id, and the token of its link.
pub async fn consent(client: &Client, patient: i64) -> (i64, String) {
    let template = template(client).await;
    let answer = client.post(&format!("/api/consents/{patient}/issue"), json!({ "templateId": template })).await;
    let answer = answer.expect(StatusCode::CREATED);
    let token = answer["portal_url"].as_str().unwrap().rsplit('/').next().unwrap().to_owned();
    (id(&answer["consent"]), token)
}

/// A visit that was billed and disputed, with two charges, of $900.00 and of $80.50. The first charge is voided.
pub async fn charged_visit(clinic: &TestClinic, client: &Client, patient: i64) -> i64 {
    let visit = id(&client.post("/api/appointments", appointment(patient)).await.expect(StatusCode::CREATED));
    let provider = clinic.rows("select min(id) as id from {}.member").await[0].try_get::<i64>("", "id").unwrap();
    for price in ["900", "80.50"] {
        let new = json!({
            "patient_id": patient, "appointment_id": visit, "provider_id": provider, "service": "Botox", "quantity": 1,
            "unit_price": price,
        });
        let charge = id(&client.post("/api/charges", new).await.expect(StatusCode::CREATED));
        if price == "900" {
            let reason = json!({ "reason": "Entered twice" });
            client.post(&format!("/api/charges/{charge}/void"), reason).await.expect(StatusCode::OK);
        }
    }
    let path = format!("/api/appointments/{visit}");
    client.post(&format!("{path}/first-bill"), json!({ "billed_on": "2026-01-02" })).await.expect(StatusCode::CREATED);
    let dispute = json!({ "disputed_on": "2026-01-03", "note": "More than the estimate" });
    client.post(&format!("{path}/dispute"), dispute).await.expect(StatusCode::CREATED);
    client.post(&format!("{path}/dispute/close"), json!({ "note": "Settled" })).await.expect(StatusCode::OK);
    visit
}

/// A picture of this size without ink.
pub fn blank_picture(width: u32, height: u32) -> String {
    let mut picture = Vec::new();
    let mut encoder = png::Encoder::new(&mut picture, width, height);
    encoder.set_color(png::ColorType::Rgba);
    let pixels = vec![0; width as usize * height as usize * 4];
    encoder.write_header().unwrap().write_image_data(&pixels).unwrap();
    data_url(&picture)
}

/// Whether this SQL is refused to the clinic's own role.
pub async fn role_may_not(clinic: &TestClinic, sql: &str) -> bool {
    let tx = clinic.owner_db.raw().begin().await.unwrap();
    let schema = &clinic.provisioned.schema;
    tx.execute_unprepared(&format!("set local role {schema}; set local search_path to {schema}")).await.unwrap();
    let outcome = tx.execute_unprepared(sql).await;
    tx.rollback().await.unwrap();
    match outcome {
        Ok(_) => false,
        Err(error) if error.to_string().contains("permission denied for table") => true,
        Err(error) => panic!("neither done nor denied: {error}"),
    }
}

/// Runs the clinic's due jobs. Returns all mails written so far, oldest first.
pub async fn mails(clinic: &TestClinic) -> Vec<String> {
    Worker::new(clinic.server.app.clone(), clinic.server.mailer()).visit(clinic.provisioned.id).await;
    let mut files: Vec<_> =
        std::fs::read_dir(&clinic.server.config.mail_dir).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort_by_key(|file| std::fs::metadata(file).unwrap().modified().unwrap());
    files.iter().map(|file| std::fs::read_to_string(file).unwrap()).collect()
}

/// The token in a link, or in a mail with a link.
pub fn token_in(text: &str) -> String {
    let link =
        text.split_whitespace().find(|word| word.starts_with("http")).unwrap_or_else(|| panic!("no link: {text}"));
    link.rsplit('/').next().unwrap().to_owned()
}

/// The number of audit rows with this action, about exactly these patients and objects.
pub async fn audited(clinic: &TestClinic, actor: &str, action: &str, patients: &[i64], objects: &[i64]) -> i64 {
    clinic
        .count(&format!(
            "{{}}.audit where actor = '{actor}' and action = '{action}' and outcome = 'done'
             and patient_ids = array{patients:?}::bigint[] and object_ids = array{objects:?}::bigint[]"
        ))
        .await
}

/// Settings that all differ from the initial ones.
pub fn settings() -> Value {
    let systems = ["constitutional", "heent", "cardio", "resp", "gi", "gu", "msk", "neuro", "skin", "psych"];
    let each = |words: &str| -> Value {
        systems.iter().map(|system| ((*system).to_owned(), json!([format!("{words} {system}")]))).collect()
    };
    json!({
        "name": "Larkspur Aesthetics", "time_zone": "America/Los_Angeles", "idle_minutes": 30, "consent_link_days": 7,
        "exam_valid_months": 6, "second_factor": "optional", "opens_at": "08:30", "closes_at": "18:00",
        "points_expire_months": 18, "adult_age": 19, "missing_consents": "block", "audit_heads": "mail",
        "findings": { "vitals": ["HR: ___ bpm", "SpO2: ___%"], "ros": each("Denies"), "pe": each("Normal") },
    })
}

pub fn appointment(patient: i64) -> Value {
    json!({ "patient_id": patient, "appointment_time": "2027-03-01T10:00", "service": "Consultation", "notes": "First visit" })
}

/// Mails everything, at any time of the day, and sends no texts.
pub fn message_settings() -> Value {
    json!({
        "enabled": true, "booked": true, "moved": true, "cancelled": true, "reminder": true, "reminder_days": 2,
        "reminder_at": "09:00", "confirm_text": false, "confirm_text_at": "14:00", "day_text": false,
        "day_text_at": "08:00", "aftercare": true, "recall": true,
        "form_reminders": false, "quiet_from": "00:00", "quiet_to": "00:00",
    })
}

/// The token of a link with which the appointment's patient answers.
pub async fn visit_link(clinic: &TestClinic, appointment: i64) -> String {
    let token = token::random();
    let hash = hex::encode(token::hash(&token));
    clinic
        .plant(&format!(
            "insert into {{}}.appointment_link (appointment_id, token_hash, created_at)
             values ({appointment}, decode('{hash}', 'hex'), now())"
        ))
        .await;
    token
}

/// Settings of online booking that differ from the initial ones, with a policy.
pub fn booking_settings() -> Value {
    json!({
        "mode": "booked", "lead_hours": 2, "horizon_days": 90, "chooses_provider": true, "service_ids": null,
        "member_ids": null, "policy": "Please cancel a day ahead.",
    })
}

/// Two appointments that the patient has requested online.
pub async fn requests(clinic: &TestClinic, owner: &Client, patient: i64) -> [i64; 2] {
    let mut ids = [0; 2];
    for (id, day) in ids.iter_mut().zip(["2027-03-08", "2027-03-09"]) {
        let mut new = appointment(patient);
        new["appointment_time"] = json!(format!("{day}T10:00"));
        *id = self::id(&owner.post("/api/appointments", new).await.expect(StatusCode::CREATED));
        clinic.plant(&format!("update {{}}.appointment set requested_at = created_at where id = {id}")).await;
        let online = format!(
            "insert into {{}}.online_booking (appointment_id, channel, is_new_patient, accepted_at)
             values ({id}, 'email', false, now())"
        );
        clinic.plant(&online).await;
    }
    ids
}

/// A closure far from any appointment of a test.
pub fn closure() -> Value {
    json!({ "first_date": "2028-12-24", "last_date": "2028-12-26", "reason": "Holidays" })
}

/// Blocks everybody's time, far from any appointment of a test.
pub fn block() -> Value {
    json!({ "starts_at": "2028-11-06T12:00", "ends_at": "2028-11-06T13:00", "reason": "Lunch" })
}

pub fn waitlist_entry(patient: i64) -> Value {
    json!({ "patient_id": patient, "service": "Botox" })
}

pub async fn resource(client: &Client, name: &str) -> i64 {
    let new = json!({ "name": name, "kind": "Room" });
    id(&client.post("/api/schedule/resources", new).await.expect(StatusCode::CREATED))
}

/// An appointment on another day than [`appointment`].
pub fn later_appointment(patient: i64) -> Value {
    let mut later = appointment(patient);
    later["appointment_time"] = json!("2027-03-02T10:00");
    later
}

/// Appointments on other days than [`appointment`] and [`later_appointment`].
pub fn series(patient: i64) -> Value {
    let first = "2027-04-05T10:00";
    json!({ "patient_id": patient, "appointment_time": first, "service": "Consultation", "times": 2, "every_weeks": 1 })
}

pub fn subscription() -> Value {
    json!({
        "sub_plan": "plus", "sub_trial_enabled": true, "sub_trial_days": 14, "sub_start_date": "2027-01-17",
        "sub_payment_method": "Other (manual)", "sub_terms": true, "sub_sig": tall_signature(),
        "sub_sig_date": "2027-01-17",
    })
}

/// The form of a sign-up.
pub fn sign_up(subdomain: &str) -> Value {
    json!({
        "name": "Linden Aesthetics", "subdomain": subdomain, "time_zone": "America/Chicago", "first_name": "Nora",
        "last_name": "Linden", "email": "nora@linden.example", "password": "a quite new password",
    })
}

/// A token for every kind of resource. Returns its id and its secret.
pub async fn api_token(owner: &Client) -> (i64, String) {
    let all: Vec<_> = ApiScope::iter().map(ApiScope::as_str).collect();
    api_token_for(owner, &all).await
}

/// A token for these kinds of resource.
pub async fn api_token_for(owner: &Client, scopes: &[&str]) -> (i64, String) {
    let new = json!({ "name": "Reporting", "scopes": scopes, "valid_days": 30 });
    let made = owner.post("/api/clinic/api-tokens", new).await.expect(StatusCode::CREATED);
    (id(&made["token"]), made["secret"].as_str().unwrap().to_owned())
}

/// Switches a module on, as the clinic's owner does in the settings.
pub async fn switch_on(clinic: &TestClinic, module: &str) {
    let planted = format!(
        "insert into {{}}.clinic_module (module, is_on, version, changed_at) values ('{module}', true, 1, now())
         on conflict (module) do update set is_on = true, version = clinic_module.version + 1"
    );
    clinic.plant(&planted).await;
}
