use crate::sql::Step;

/// What the mail provider reports: the address that a message went to, the reports taken in so that a repeated one changes
/// nothing, and the addresses that get no more mail. A server of the release before takes in none.
pub const STEP: Step = Step {
    name: "m20261125_000430_mail_reports",
    up: &[
        "alter table message add column sent_to text",
        "create table mail_report (
            id text primary key,
            received_at timestamptz not null
        )",
        "create index mail_report_received on mail_report (received_at)",
        "create table mail_stop (
            address text primary key,
            reason text not null constraint mail_stop_reason check (reason in ('returned', 'complained')),
            stopped_at timestamptz not null
        )",
        "alter table message drop constraint message_reason",
        "alter table message add constraint message_reason check (reason in
            ('cancelled', 'moved', 'past', 'quiet_hours', 'no_address', 'no_number', 'not_wanted', 'stopped',
            'switched_off', 'confirmed', 'replaced', 'address', 'refused', 'out_of_reach', 'interrupted', 'internal',
            'reopened', 'visit_booked', 'skipped', 'archived', 'decided', 'returned', 'complained'))",
    ],
    grants: &[("mail_report", "select, insert, delete"), ("mail_stop", "select, insert, delete")],
    down: &[
        "alter table message drop constraint message_reason",
        "update message set reason = 'address' where reason in ('returned', 'complained')",
        "alter table message add constraint message_reason check (reason in
            ('cancelled', 'moved', 'past', 'quiet_hours', 'no_address', 'no_number', 'not_wanted', 'stopped',
            'switched_off', 'confirmed', 'replaced', 'address', 'refused', 'out_of_reach', 'interrupted', 'internal',
            'reopened', 'visit_booked', 'skipped', 'archived', 'decided'))",
        "drop table mail_stop",
        "drop table mail_report",
        "alter table message drop column sent_to",
    ],
};
