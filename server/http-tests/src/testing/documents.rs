//! Finished documents for the tests that try all calls.

use crate::testing::TestClinic;
use papers::documents::store::{file_of, seal};

/// Plants a printed record and an export of the owner's, about one patient.
pub async fn plant_documents(clinic: &TestClinic, (document, export): (i64, i64), patient: i64) {
    let seal = seal(&clinic.server.app.master, clinic.provisioned.id);
    for (id, kind, bytes) in [(document, "patient", b"%PDF-1.7".as_slice()), (export, "export", b"PK")] {
        let sealed = hex::encode(seal.close(&file_of(clinic.provisioned.id, id.into()), bytes).unwrap());
        let planted = format!(
            "insert into {{}}.document (id, kind, record_id, patient_id, member_id, requested_at, expires_at, done, finished_at, file)
             overriding system value
             select {id}, '{kind}', {patient}, {patient}, id, now(), now() + interval '10 years', 0, now(), '\\x{sealed}'::bytea
             from {{}}.member where email = 'owner@clinic.example'"
        );
        clinic.plant(&planted).await;
    }
}
