use crate::sql::Step;

/// Which treatments may wait for a director: those after a mark, and of those before it the ones that still waited when it was moved.
/// What a share leaves out is looked at once and not with every count. A server of the release before looks at everything.
pub const STEP: Step = Step {
    name: "m20261126_000982_review_mark",
    up: &[
        "create table review_mark (
            id smallint primary key constraint review_mark_one check (id = 1),
            settled_to bigint not null,
            moved_at timestamptz not null
        )",
        "create table review_waiting (
            treatment_id bigint constraint review_waiting_pkey primary key references treatment (id)
        )",
    ],
    grants: &[("review_mark", "select, insert, update"), ("review_waiting", "select, insert, delete")],
    down: &["drop table review_waiting", "drop table review_mark"],
};
