use crate::sql::Step;

/// An older version of an estimate is printed; a large export is kept in several files.
pub const STEP: Step = Step {
    name: "m20261125_000540_document_files",
    up: &[
        "alter table document add column version integer",
        "alter table document add column files integer not null default 1",
        "create table document_file (
            document_id bigint not null references document (id) on delete cascade,
            number integer not null constraint document_file_number check (number >= 1),
            sealed bytea not null,
            primary key (document_id, number)
        )",
    ],
    grants: &[("document_file", "select, insert, delete")],
    down: &[
        "drop table document_file",
        "alter table document drop column files",
        "alter table document drop column version",
    ],
};
