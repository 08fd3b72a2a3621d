//! Counts what was recorded about patients, and finds treatments that link two merged records. SeaORM has no query without a
//! table, and no condition that compares two others.

use chrono::{DateTime, Utc};
use entity::ids::PatientId;
use sea_orm::{DbBackend, Statement, Value};

/// The parameters: the patients, and since when (null: ever).
const COUNTS: &str = "
    with same as (select unnest($1::bigint[]) as id)
    select
        (select count(*) from appointment where patient_id in (select id from same)
            and ($2::timestamptz is null or created_at > $2)) as appointments,
        (select count(*) from exam where patient_id in (select id from same)
            and ($2 is null or created_at > $2)) as exams,
        (select count(*) from treatment where patient_id in (select id from same)
            and ($2 is null or created_at > $2)) as treatments,
        (select count(*) from consent where patient_id in (select id from same)
            and ($2 is null or issued_at > $2)) as consents,
        (select count(*) from estimate where root_id is null and patient_id in (select id from same)
            and ($2 is null or created_at > $2)) as estimates,
        (select count(*) from patient_note where kind = 'note' and removed_at is null
            and patient_id in (select id from same) and ($2 is null or created_at > $2)) as notes,
        (select count(*) from patient_note where kind = 'alert' and removed_at is null
            and patient_id in (select id from same) and ($2 is null or created_at > $2)) as alerts,
        (select count(*) from clinical_answer where patient_id in (select id from same)
            and ($2 is null or asked_at > $2)) as clinical_answers,
        (select count(*) from loyalty_entry where patient_id in (select id from same)
            and ($2 is null or created_at > $2)) as loyalty_entries,
        (select coalesce(sum(points), 0)::bigint from loyalty_entry where patient_id in (select id from same)
            and ($2 is null or created_at > $2)) as points";

/// The count of each kind in one row, of what was recorded under these ids since then. SeaORM has no query without a table.
pub(super) fn counts(ids: &[PatientId], since: Option<DateTime<Utc>>) -> Statement {
    let ids: Vec<i64> = ids.iter().map(|id| i64::from(*id)).collect();
    Statement::from_sql_and_values(DbBackend::Postgres, COUNTS, [Value::from(ids), Value::from(since)])
}

/// The treatments within one record that are not void and whose exam would be on the other side after an undo. The parameters:
/// all patients of the record, and those who leave it. SeaORM has no condition that compares two others.
pub(super) fn resting(all: &[PatientId], going: &[PatientId]) -> Statement {
    let text = "select t.treatment_type, t.created_at
        from treatment t join exam e on e.id = t.exam_id
        where t.patient_id = any($1::bigint[]) and (t.patient_id = any($2::bigint[])) <> (e.patient_id = any($2::bigint[]))
            and not exists (select from record_void v where v.treatment_id = t.id)
        order by t.id";
    let values = [all, going].map(|ids| Value::from(ids.iter().map(|id| i64::from(*id)).collect::<Vec<_>>()));
    Statement::from_sql_and_values(DbBackend::Postgres, text, values)
}
