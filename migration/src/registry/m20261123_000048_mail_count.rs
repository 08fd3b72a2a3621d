use crate::sql::Step;

/// When somebody was last sent mails of a kind, over all clinics. `subject` is a keyed hash of the address,
/// never the address; rows are deleted after a day.
pub const STEP: Step = Step {
    name: "m20261123_000048_mail_count",
    up: &["create table mail_count (
            subject text not null,
            kind text not null,
            sent_at timestamptz[] not null,
            last_at timestamptz not null,
            primary key (subject, kind)
        )"],
    grants: &[],
    down: &["drop table mail_count"],
};
