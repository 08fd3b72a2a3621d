use crate::sql::Step;

/// Texts to phones: the provider's id of a text, by which it reports on it, and the numbers that want none.
pub const STEP: Step = Step {
    name: "m20261125_000310_texts",
    up: &[
        "alter table message add column provider_ref text",
        "alter table message add constraint message_provider_ref unique (provider_ref)",
        "create table text_stop (
            number text primary key,
            stopped_at timestamptz not null
        )",
    ],
    grants: &[("text_stop", "select, insert, delete")],
    down: &[
        "drop table text_stop",
        "alter table message drop constraint message_provider_ref",
        "alter table message drop column provider_ref",
    ],
};
