use crate::sql::Step;

/// What follows a visit: the text that its service sends afterwards, and the reminder that it is time for the next one, each
/// switched on by service; and the patients who are not reminded this time. A server of the release before sends neither.
pub const STEP: Step = Step {
    name: "m20261125_000320_after_visits",
    up: &[
        "alter table message_setting
            add column aftercare boolean not null default true,
            add column recall boolean not null default true",
        "create table service_message (
            service_id bigint primary key references service (id) on delete cascade,
            reminder boolean not null,
            aftercare text constraint service_message_aftercare check (length(aftercare) between 1 and 4000),
            recall_weeks integer constraint service_message_recall_weeks check (recall_weeks between 1 and 104),
            version integer not null,
            updated_at timestamptz not null,
            updated_by bigint not null references member (id),
            updated_by_name text not null
        )",
        "create table recall_skip (
            appointment_id bigint primary key references appointment (id) on delete cascade,
            skipped_at timestamptz not null,
            skipped_by bigint not null references member (id),
            skipped_by_name text not null
        )",
        "create index appointment_completed on appointment (service_id, starts_at) where status = 'Completed'",
        "alter table message_template drop constraint message_template_kind",
        "alter table message_template add constraint message_template_kind check (kind in
            ('booked', 'moved', 'cancelled', 'reminder', 'confirm_text', 'day_text', 'aftercare', 'recall'))",
        "alter table message drop constraint message_kind",
        "alter table message add constraint message_kind check (kind in
            ('booked', 'moved', 'cancelled', 'reminder', 'confirm_text', 'day_text', 'aftercare', 'recall'))",
        "alter table message drop constraint message_reason",
        "alter table message add constraint message_reason check (reason in
            ('cancelled', 'moved', 'past', 'quiet_hours', 'no_address', 'no_number', 'not_wanted', 'stopped',
            'switched_off', 'confirmed', 'replaced', 'address', 'refused', 'out_of_reach', 'interrupted', 'internal',
            'reopened', 'visit_booked', 'skipped', 'archived'))",
    ],
    grants: &[("service_message", "select, insert, update"), ("recall_skip", "select, insert, delete")],
    down: &[
        "alter table message drop constraint message_reason",
        "alter table message add constraint message_reason check (reason in
            ('cancelled', 'moved', 'past', 'quiet_hours', 'no_address', 'no_number', 'not_wanted', 'stopped',
            'switched_off', 'confirmed', 'replaced', 'address', 'refused', 'out_of_reach', 'interrupted', 'internal'))",
        "alter table message drop constraint message_kind",
        "alter table message add constraint message_kind check (kind in
            ('booked', 'moved', 'cancelled', 'reminder', 'confirm_text', 'day_text'))",
        "alter table message_template drop constraint message_template_kind",
        "alter table message_template add constraint message_template_kind check (kind in
            ('booked', 'moved', 'cancelled', 'reminder', 'confirm_text', 'day_text'))",
        "drop index appointment_completed",
        "drop table recall_skip",
        "drop table service_message",
        "alter table message_setting drop column recall, drop column aftercare",
    ],
};
