//! How much was recorded about a patient. SeaORM has no query without a table.

use entity::ids::PatientId;
use sea_orm::{DbBackend, Statement};

/// The parameter: the patient.
const COUNTS: &str = "
    with same as (select id from patient where (id = $1 and merged_into is null) or merged_into = $1)
    select
        (select count(*) from appointment where patient_id in (select id from same)) as appointments,
        (select count(*) from exam where patient_id in (select id from same)) as exams,
        (select count(*) from treatment where patient_id in (select id from same)) as treatments,
        (select count(*) from consent where patient_id in (select id from same)) as consents,
        (select count(*) from estimate where root_id is null and patient_id in (select id from same)) as estimates,
        (select count(*) from patient_note where kind = 'note' and removed_at is null
            and patient_id in (select id from same)) as notes,
        (select count(*) from patient_note where kind = 'alert' and removed_at is null
            and patient_id in (select id from same)) as alerts,
        (select count(*) from clinical_answer where patient_id in (select id from same)) as clinical_answers,
        (select count(*) from loyalty_entry where patient_id in (select id from same)) as loyalty_entries,
        (select coalesce(sum(points), 0)::bigint from loyalty_entry where patient_id in (select id from same)) as points";

/// Each kind's number in one row. SeaORM has no query without a table.
pub(super) fn counts(id: PatientId) -> Statement {
    Statement::from_sql_and_values(DbBackend::Postgres, COUNTS, [id.into()])
}
