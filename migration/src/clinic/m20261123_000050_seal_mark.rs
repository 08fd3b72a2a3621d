use crate::sql::Step;

/// Each seal stores the ids that no seal has covered yet, so that the next one reads those alone, however many
/// rows there are. And the format of a seal's digest, because there is a second one.
pub const STEP: Step = Step {
    name: "m20261123_000050_seal_mark",
    up: &[
        // 1 is written by servers that do not store the spans.
        "alter table audit_seal
            add column format smallint not null default 1,
            add column open_from bigint[],
            add column open_to bigint[],
            add column open_since timestamptz[],
            add constraint audit_seal_open_spans check (
                cardinality(open_from) = cardinality(open_to) and cardinality(open_from) = cardinality(open_since)
            )",
    ],
    grants: &[],
    down: &["alter table audit_seal
            drop constraint audit_seal_open_spans,
            drop column open_since,
            drop column open_to,
            drop column open_from,
            drop column format"],
};
