use crate::sql::Step;

/// Two patients who look like one person and are not, as somebody has decided: the list of suspected pairs leaves them
/// out. The smaller id stands first, so that a pair is there once.
pub const STEP: Step = Step {
    name: "m20261124_000150_distinct_patients",
    up: &[
        "create table distinct_patients (
            first_id bigint not null references patient (id) on delete cascade,
            second_id bigint not null references patient (id) on delete cascade,
            member_id bigint not null references member (id),
            member_name text not null,
            decided_at timestamptz not null,
            constraint distinct_patients_pair primary key (first_id, second_id),
            constraint distinct_patients_order check (first_id < second_id)
        )",
        "create index distinct_patients_second on distinct_patients (second_id)",
    ],
    grants: &[("distinct_patients", "select, insert, delete")],
    down: &["drop table distinct_patients"],
};
