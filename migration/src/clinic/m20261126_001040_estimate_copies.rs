use crate::sql::Step;

/// A copy of each version of an estimate that somebody has signed. A server of the release before does not know the new word: while it still
/// works, its jobs for such copies fail and are queued again by the next release, and its `audit verify` fails at such a row. After `down` the
/// audit still names the copies that were made.
pub const STEP: Step = Step {
    name: "m20261126_001040_estimate_copies",
    up: &[
        "alter table signed_copy add column estimate_id bigint",
        "alter table signed_copy add constraint signed_copy_estimate_id_fkey
            foreign key (estimate_id) references estimate (id)",
        "alter table signed_copy add constraint signed_copy_estimate unique (estimate_id)",
        "alter table signed_copy drop constraint signed_copy_kind",
        "alter table signed_copy add constraint signed_copy_kind
            check (kind in ('treatment', 'approval', 'exam', 'examiner', 'estimate'))",
        "alter table signed_copy drop constraint signed_copy_of",
        "alter table signed_copy add constraint signed_copy_of check (
            num_nonnulls(treatment_id, exam_id, estimate_id) = 1 and (kind in ('exam', 'examiner')) = (exam_id is not null)
            and (kind = 'estimate') = (estimate_id is not null))",
        "create index estimate_written on estimate (updated_at)",
    ],
    grants: &[],
    down: &[
        "drop index estimate_written",
        "delete from signed_copy where kind = 'estimate'",
        "alter table signed_copy drop constraint signed_copy_of",
        "alter table signed_copy add constraint signed_copy_of
            check (num_nonnulls(treatment_id, exam_id) = 1 and (kind in ('exam', 'examiner')) = (exam_id is not null))",
        "alter table signed_copy drop constraint signed_copy_kind",
        "alter table signed_copy add constraint signed_copy_kind check (kind in ('treatment', 'approval', 'exam', 'examiner'))",
        "alter table signed_copy drop constraint signed_copy_estimate",
        "alter table signed_copy drop constraint signed_copy_estimate_id_fkey",
        "alter table signed_copy drop column estimate_id",
    ],
};
