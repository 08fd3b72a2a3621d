use crate::sql::Step;

/// Reminders of forms that a patient has not signed, off until a clinic switches them on. A message about a form has the consent
/// in place of an appointment. A server of the release before sends none.
pub const STEP: Step = Step {
    name: "m20261125_000340_form_reminders",
    up: &[
        "alter table message_setting add column form_reminders boolean not null default false",
        "alter table message add column consent_id bigint references consent (id) on delete cascade",
        "alter table message add constraint message_form_once unique (consent_id, occasion)",
        "alter table message_template drop constraint message_template_kind",
        "alter table message_template add constraint message_template_kind check (kind in
            ('booked', 'moved', 'cancelled', 'reminder', 'confirm_text', 'day_text', 'aftercare', 'recall', 'form'))",
        "alter table message drop constraint message_kind",
        "alter table message add constraint message_kind check (kind in
            ('booked', 'moved', 'cancelled', 'reminder', 'confirm_text', 'day_text', 'aftercare', 'recall', 'form'))",
        "alter table message drop constraint message_reason",
        "alter table message add constraint message_reason check (reason in
            ('cancelled', 'moved', 'past', 'quiet_hours', 'no_address', 'no_number', 'not_wanted', 'stopped',
            'switched_off', 'confirmed', 'replaced', 'address', 'refused', 'out_of_reach', 'interrupted', 'internal',
            'reopened', 'visit_booked', 'skipped', 'archived', 'decided'))",
    ],
    grants: &[],
    down: &[
        "alter table message drop constraint message_reason",
        "alter table message add constraint message_reason check (reason in
            ('cancelled', 'moved', 'past', 'quiet_hours', 'no_address', 'no_number', 'not_wanted', 'stopped',
            'switched_off', 'confirmed', 'replaced', 'address', 'refused', 'out_of_reach', 'interrupted', 'internal',
            'reopened', 'visit_booked', 'skipped', 'archived'))",
        "alter table message drop constraint message_kind",
        "alter table message add constraint message_kind check (kind in
            ('booked', 'moved', 'cancelled', 'reminder', 'confirm_text', 'day_text', 'aftercare', 'recall'))",
        "alter table message_template drop constraint message_template_kind",
        "alter table message_template add constraint message_template_kind check (kind in
            ('booked', 'moved', 'cancelled', 'reminder', 'confirm_text', 'day_text', 'aftercare', 'recall'))",
        "alter table message drop constraint message_form_once",
        "alter table message drop column consent_id",
        "alter table message_setting drop column form_reminders",
    ],
};
