use crate::sql::Step;

/// A copy of each exam as its examiner saved it, beside the one that a prescriber signed. A server of the release before does
/// not know the new word: while it still serves it lists no copies of an exam that has one.
pub const STEP: Step = Step {
    name: "m20261126_000980_exam_copies",
    up: &[
        "alter table signed_copy drop constraint signed_copy_kind",
        "alter table signed_copy add constraint signed_copy_kind check (kind in ('treatment', 'approval', 'exam', 'examiner'))",
        "alter table signed_copy drop constraint signed_copy_of",
        "alter table signed_copy add constraint signed_copy_of
            check (num_nonnulls(treatment_id, exam_id) = 1 and (kind in ('exam', 'examiner')) = (exam_id is not null))",
        "alter table signed_copy drop constraint signed_copy_exam",
        "alter table signed_copy add constraint signed_copy_exam unique (exam_id, kind)",
        "create index exam_recorded on exam (created_at)",
    ],
    grants: &[],
    down: &[
        "drop index exam_recorded",
        "delete from signed_copy where kind = 'examiner'",
        "alter table signed_copy drop constraint signed_copy_exam",
        "alter table signed_copy add constraint signed_copy_exam unique (exam_id)",
        "alter table signed_copy drop constraint signed_copy_of",
        "alter table signed_copy add constraint signed_copy_of
            check (num_nonnulls(treatment_id, exam_id) = 1 and (kind = 'exam') = (exam_id is not null))",
        "alter table signed_copy drop constraint signed_copy_kind",
        "alter table signed_copy add constraint signed_copy_kind check (kind in ('treatment', 'approval', 'exam'))",
    ],
};
