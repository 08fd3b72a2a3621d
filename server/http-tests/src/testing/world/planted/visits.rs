use axum::http::StatusCode;
use serde_json::json;

use super::created;
use crate::{
    online_booking::plant_hold,
    testing::{Client, TestClinic, factories},
};

pub struct Visits {
    pub appointment: i64,
    /// The token of a link with which the patient answers.
    pub link: String,
    /// Appointments that a patient has asked for online.
    pub to_accept: i64,
    pub to_decline: i64,
    /// The token of a time that a visitor of the booking page has reserved.
    pub hold: String,
    /// A disputed visit whose next visit is due.
    pub completed: i64,
    /// The follow-up of that visit.
    pub follow_up: i64,
    /// A failed message about that visit.
    pub failed_message: i64,
    /// A text from the patient.
    pub inbound_text: i64,
}

impl Visits {
    /// `service` is the service of the completed visit.
    pub async fn make(clinic: &TestClinic, owner: &Client, patient: i64, colleague: i64, service: i64) -> Self {
        let appointment = created(owner, "/api/appointments", factories::later_appointment(patient)).await;
        let completed = plant_completed(clinic, patient, service).await;
        plant_dispute(clinic, completed, colleague).await;
        let link = factories::visit_link(clinic, appointment).await;
        factories::switch_on(clinic, "online_booking").await;
        let [to_accept, to_decline] = factories::requests(clinic, owner, patient).await;
        let settings = json!({
            "mode": "requested", "lead_hours": 24, "horizon_days": 365, "chooses_provider": true, "patients_move": true,
        });
        owner.put("/api/booking/settings", settings).await.expect(StatusCode::OK);
        let hold = plant_hold(clinic).await;
        Self {
            appointment,
            link,
            to_accept,
            to_decline,
            hold,
            completed,
            follow_up: completed,
            failed_message: completed,
            inbound_text: completed,
        }
    }
}

/// Plants a visit of a month ago, of a service with a reminder of the next visit after four weeks. Also plants its
/// follow-up and a failed message about it, all with the same id.
async fn plant_completed(clinic: &TestClinic, patient: i64, service: i64) -> i64 {
    let id = clinic.first_id + 920_000;
    let reminds = format!(
        "insert into {{}}.service_message (service_id, reminder, recall_weeks, version, updated_at, updated_by, updated_by_name)
         select {service}, true, 4, 1, now(), min(id), 'Olive Owner' from {{}}.member"
    );
    clinic.plant(&reminds).await;
    let visit = format!(
        "insert into {{}}.appointment
            (id, patient_id, service, service_id, starts_at, ends_at, allow_overlap, created_at, status, status_at, version)
         select {id}, {patient}, name, id, now() - interval '30 days', now() - interval '30 days' + interval '30 minutes', false,
            now(), 'Completed', now(), 1
         from {{}}.service where id = {service}"
    );
    clinic.plant(&visit).await;
    let follow_up = format!(
        "insert into {{}}.follow_up (id, patient_id, appointment_id, service, due_on, created_at, updated_at)
         values ({id}, {patient}, {id}, 'Botox', current_date, now(), now())"
    );
    clinic.plant(&follow_up).await;
    let text = format!(
        "insert into {{}}.inbound_text (id, provider_ref, number, body, pictures, received_at)
         values ({id}, 'SM{id}', '+15550101234', 'I will be late', 0, now())"
    );
    clinic.plant(&text).await;
    let message = format!(
        "insert into {{}}.message
            (id, patient_id, appointment_id, kind, channel, status, reason, occasion, starts_at, due_at, claimed_at, created_at)
         values ({id}, {patient}, {id}, 'recall', 'email', 'Failed', 'interrupted', 0, now() - interval '30 days', now(), now(), now())"
    );
    clinic.plant(&message).await;
    id
}

async fn plant_dispute(clinic: &TestClinic, appointment: i64, colleague: i64) {
    let id = clinic.first_id + 955_000;
    let dispute = format!(
        "insert into {{}}.charge_dispute (id, appointment_id, disputed_on, note, opened_by, opened_by_name, opened_at)
         values ({id}, {appointment}, current_date, 'Too much', {colleague}, 'Robin Colleague', now())"
    );
    clinic.plant(&dispute).await;
}
