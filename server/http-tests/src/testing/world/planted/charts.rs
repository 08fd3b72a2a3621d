use crate::testing::TestClinic;

/// Later events of charts.
pub struct Charts {
    /// Treatments of a colleague: one to return, one returned, one to approve.
    pub to_return: i64,
    pub returned: i64,
    pub to_approve: i64,
    /// A returned treatment of the owner.
    pub own_returned: i64,
    /// Days on which a director is away.
    pub absence: i64,
    /// An adverse event that a colleague has reported.
    pub adverse_event: i64,
    /// Emergency access to a record: a colleague's and the owner's.
    pub emergency: i64,
    pub own_emergency: i64,
}

impl Charts {
    pub async fn plant(clinic: &TestClinic, patient: i64, treatment: i64, colleague: i64) -> Self {
        let [to_return, returned, to_approve, own_returned] = plant_reviews(clinic, treatment, colleague).await;
        let absence = plant_absence(clinic, colleague).await;
        let adverse_event = plant_adverse_event(clinic, treatment, colleague).await;
        let [emergency, own_emergency] = plant_emergencies(clinic, patient, colleague).await;
        Self { to_return, returned, to_approve, own_returned, absence, adverse_event, emergency, own_emergency }
    }
}

/// Plants copies of this treatment, three of a colleague and one of the owner. The second and the last are returned.
async fn plant_reviews(clinic: &TestClinic, treatment: i64, colleague: i64) -> [i64; 4] {
    let ids = [0, 1, 2, 3].map(|place| clinic.first_id + 930_000 + place);
    let colleague = colleague.to_string();
    for (id, provider) in ids.into_iter().zip([&*colleague, &*colleague, &*colleague, "provider_id"]) {
        let like = format!(
            "insert into {{}}.treatment (id, patient_id, exam_id, provider_id, treatment_type, areas, notes, units, lot,
                provider_signature, provider_signature_sha256, created_at, signer)
             select {id}, patient_id, exam_id, {provider}, treatment_type, areas, notes, units, lot,
                provider_signature, provider_signature_sha256, created_at, signer
             from {{}}.treatment where id = {treatment}"
        );
        clinic.plant(&like).await;
    }
    for id in [ids[1], ids[3]] {
        let returned = format!(
            "insert into {{}}.treatment_return (id, treatment_id, number, director_id, comment, returned_at, signer, content_digest)
             select {id}, {id}, 1, {colleague}, 'Which lot?', now(), signer, content_digest from {{}}.treatment where id = {treatment}"
        );
        clinic.plant(&returned).await;
    }
    ids
}

async fn plant_absence(clinic: &TestClinic, colleague: i64) -> i64 {
    let id = clinic.first_id + 930_004;
    let away = format!(
        "insert into {{}}.director_absence (id, director_id, alternate_id, from_day, to_day, added_by, added_at)
         select {id}, id, {colleague}, current_date + 30, current_date + 31, id, now() from {{}}.member where is_owner"
    );
    clinic.plant(&away).await;
    id
}

/// An adverse event after this treatment.
async fn plant_adverse_event(clinic: &TestClinic, treatment: i64, colleague: i64) -> i64 {
    let id = clinic.first_id + 935_000;
    let event = format!(
        "insert into {{}}.adverse_event (id, patient_id, treatment_id, began_on, kind, details, severity, action, reported_by,
            reported_at, signer, content_digest)
         select {id}, patient_id, id, current_date - 1, 'nodule', 'A lump', 'mild', 'Massage', {colleague}, now(), signer, content_digest
         from {{}}.treatment where id = {treatment}"
    );
    clinic.plant(&event).await;
    id
}

async fn plant_emergencies(clinic: &TestClinic, patient: i64, colleague: i64) -> [i64; 2] {
    let ids = [clinic.first_id + 940_000, clinic.first_id + 940_001];
    let owner: i64 = clinic.rows("select id from {}.member where is_owner").await[0].try_get("", "id").unwrap();
    for (id, member) in ids.into_iter().zip([colleague, owner]) {
        let access = format!(
            "insert into {{}}.emergency_access
                (id, patient_id, member_id, member_name, member_role, reason, opened_at, ends_at)
             values ({id}, {patient}, {member}, 'Jo Ining', 'Staff', 'Collapsed', now(), now() + interval '1 hour')"
        );
        clinic.plant(&access).await;
    }
    ids
}
